import { loadPicture } from "./pictures.mjs";

const [shipImage, coinsImage] = [loadPicture("ship.png"), loadPicture("coins.png")];
// #region picture
import init, { Mask } from "hitmask";

await init();
// An image, a canvas, an ImageBitmap ...: solid where alpha is above 127.
const ship = Mask.from(shipImage);
const frame = { left: 16, top: 0, width: 16, height: 16 };
const coin = Mask.from(coinsImage, { frame, alphaAbove: 20 });
console.log([ship.width, ship.height], ship.count(), coin.count());
// #endregion picture

// #region drawn
const arrow = Mask.fromText("..#.\n####\n..#.");
const large = arrow.scaled(40, 30);
const plate = new Mask(64, 8, true);
console.log(large.count(), plate.count());
// #endregion drawn
