import { loadPicture } from "./pictures.mjs";

const pixels = loadPicture("ground.png");
// #region dig
import init, { Mask, World } from "hitmask";

await init();
const mask = Mask.from(pixels); // an ImageData, from context.getImageData
const world = new World();
const ground = world.spawn(world.addMask(mask), 0, 200, { fixed: true });

// Every sprite under the circle loses these pixels.
const lost = world.erase({ x: 300, y: 260, radius: 30 });
const dug = world.mask(world.get(ground).mask); // its mask now
dug.clearAlpha(pixels); // the picture loses them too: context.putImageData
console.log("sprites hit:", lost.length);
console.log("pixels lost:", mask.count() - dug.count());
// #endregion dig

// #region split
// A cut through the ground.
world.erase({ left: 500, top: 0, width: 4, height: 400 });
const parts = world.split(ground); // the largest part keeps the id
world.set(parts, { fixed: false }); // let the others fall
console.log("loose parts:", parts.length);
// #endregion split
