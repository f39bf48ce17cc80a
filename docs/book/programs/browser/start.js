// The test looks for: prints "hit at", prints "free"
// #region game
import init, { Mask, World } from "hitmask";

await init();
const context = document.querySelector("canvas").getContext("2d");
const world = new World();
const images = new Map(); // by sprite

async function spawn(url, x, y, options) {
  const image = await createImageBitmap(await (await fetch(url)).blob());
  const mask = world.addMask(Mask.from(image)); // its solid pixels
  const sprite = world.spawn(mask, x, y, options);
  images.set(sprite, image);
  return sprite;
}

const keys = new Set();
addEventListener("keydown", ({ key }) => keys.add(key));
addEventListener("keyup", ({ key }) => keys.delete(key));

const place = { x: 40, y: 200 };
const ship = await spawn("ship.png", place.x, place.y);
await spawn("rock.png", 300, 190);

function frame() {
  place.x += 2.5 * (keys.has("ArrowRight") - keys.has("ArrowLeft"));
  place.y += 2.5 * (keys.has("ArrowDown") - keys.has("ArrowUp"));
  world.moveTo(ship, place);
  const { began, ended } = world.step(); // once a frame, after all moves
  for (let i = 0; i < began.length; i += 2) {
    console.log("hit at", world.contact(began[i], began[i + 1]).first);
  }
  for (let i = 0; i < ended.length; i += 2) console.log("free");
  context.clearRect(0, 0, 640, 420);
  for (const [sprite, image] of images) {
    const { x, y } = world.get(sprite).position;
    context.drawImage(image, x, y);
  }
  requestAnimationFrame(frame);
}
frame();
// #endregion game
