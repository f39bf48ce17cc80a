import assert from "node:assert/strict";
import init, { Mask, World } from "hitmask";

// #region see
/** Draws the pixels that collide over the pictures, in blue. */
function drawSolid(context, world) {
  context.fillStyle = "#00c8ff80";
  for (const id of world.ids()) {
    const { mask, at } = world.shape(id);
    const runs = mask.runs(); // y, the first x, the end of each
    for (let i = 0; i < runs.length; i += 3) {
      const width = runs[i + 2] - runs[i + 1];
      context.fillRect(at.x + runs[i + 1], at.y + runs[i], width, 1);
    }
  }
}
// #endregion see

await init();
const world = new World();
const ring = world.addMask(Mask.fromText(".##.\n#..#\n.##."));
world.spawn(ring, 10, 20);
world.spawn(ring, 3, 1, { turn: 1 });
const drawn = new Set();
drawSolid({ fillRect: (x, y, width) => { for (let i = 0; i < width; i++) drawn.add(`${x + i},${y}`); } }, world);
for (let x = 0; x < 40; x++) {
  for (let y = 0; y < 30; y++) {
    assert.equal(drawn.has(`${x},${y}`), world.find({ x, y }).length > 0, `${x},${y}`);
  }
}
console.log(drawn.size, "pixels drawn, those that collide");
