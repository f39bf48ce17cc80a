import { loadPicture } from "./pictures.mjs";

const [shipImage, rockImage] = ["ship.png", "rock.png"].map(loadPicture);
// #region five
import init, { Mask } from "hitmask";

await init();
const ship = Mask.from(shipImage); // an image, a canvas, an ImageBitmap ...
const rock = Mask.from(rockImage);
const hit = ship.overlapFirst(rock, { x: 38, y: -6 }); // the first shared pixel, or null
// #endregion five
if (hit === null) throw new Error("no shared pixel");

// #region ask
// `ship` and `rock` are masks: see "Make masks".
// The rock's top-left pixel, counted from the ship's.
const at = { x: 38, y: -6 };
if (ship.overlaps(rock, at)) {
  console.log("first shared pixel:", ship.overlapFirst(rock, at));
  console.log("shared pixels:", ship.overlapArea(rock, at));
  console.log("the ship is free after a move by", ship.penetration(rock, at));
}
// #endregion ask
