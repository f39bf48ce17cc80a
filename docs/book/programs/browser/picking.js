// The test looks for: prints "picked"
// #region game
import init, { Mask, World } from "hitmask";

await init();
const context = document.querySelector("canvas").getContext("2d");
context.imageSmoothingEnabled = false; // draws the pixels that collide
const image = await createImageBitmap(await (await fetch("rock.png")).blob());
const world = new World();
const rock = world.addMask(Mask.from(image));
for (let i = 0; i < 60; i++) {
  const look = { angle: 37 * i, scale: 1 + (i % 4) / 2, origin: { x: 20.5, y: 20.5 } };
  const [x, y] = [60 * (i % 10) + 10 * (i % 3), 65 * Math.floor(i / 10) + 10];
  world.spawn(rock, x, y, look);
}
let picked = -1;
context.canvas.onpointermove = ({ offsetX, offsetY }) => {
  picked = world.find({ x: offsetX, y: offsetY }).at(-1) ?? -1; // the topmost
  console.log("picked", picked);
};
function frame() {
  context.clearRect(0, 0, 640, 420);
  for (const id of world.ids()) {
    context.setTransform(...world.drawTransform(id));
    context.filter = id === picked ? "brightness(1.6)" : "none";
    context.drawImage(image, 0, 0);
  }
  context.resetTransform();
  requestAnimationFrame(frame);
}
frame();
// #endregion game
