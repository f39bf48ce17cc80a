// The test looks for: prints "landed at"
import init, { Mask, World } from "hitmask";

await init();
const context = document.querySelector("canvas").getContext("2d");
const world = new World();
const images = new Map();

async function spawn(url, x, y, options) {
  const image = await createImageBitmap(await (await fetch(url)).blob());
  const sprite = world.spawn(world.addMask(Mask.from(image)), x, y, options);
  images.set(sprite, image);
  return sprite;
}

const keys = new Set();
addEventListener("keydown", ({ key }) => keys.add(key));
addEventListener("keyup", ({ key }) => keys.delete(key));
// #region walls
import { Remainder } from "hitmask";

// Scenery: it seldom moves.
await spawn("ground.png", 0, 300, { fixed: true });
const hero = await spawn("hero.png", 40, 200);
const remainder = new Remainder(); // keeps fractions of pixels
let [fall, stands] = [0, true];

function frame() {
  const run = 2.5 * (keys.has("ArrowRight") - keys.has("ArrowLeft"));
  const { x, y } = world.get(hero).position;
  const stood = stands; // a frame ago
  stands = fall >= 0 && world.touching(hero, 0, 1).length > 0;
  if (stands && !stood) console.log("landed at", x, y);
  if (stands && !keys.has(" ")) {
    // Over slopes, up to 3 pixels high for each pixel.
    const by = remainder.take(run, 0);
    world.moveUntil(hero, x + by.x, y, { motion: "walk", stepUp: 3, stepDown: 3 });
    fall = 0;
  } else {
    fall = stands ? -5 : fall + 0.3; // jump, or fall
    const by = remainder.take(run, fall);
    const to = { x: x + by.x, y: y + by.y };
    const { blocked } = world.moveUntil(hero, to, { motion: "slide" });
    if (blocked.down || blocked.up) fall = 0;
  }
  // #endregion walls
  context.clearRect(0, 0, 640, 420);
  for (const [sprite, image] of images) {
    const { x, y } = world.get(sprite).position;
    context.drawImage(image, x, y);
  }
  requestAnimationFrame(frame);
}
frame();
