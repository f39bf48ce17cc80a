import assert from "node:assert/strict";
import init, { Mask, World } from "hitmask";
import { loadPicture } from "../pictures.mjs";

await init();
const rock = Mask.from(loadPicture("rock.png"));
const sprites = Array.from({ length: 60 }, (_, i) => ({ x: (i * 73) % 400, y: (i * 131) % 300, mask: rock }));

// #region loop
// What you have: boxes, then pixels, for each two sprites.
const before = [];
for (let i = 0; i < sprites.length; i++) {
  for (let j = i + 1; j < sprites.length; j++) {
    const [a, b] = [sprites[i], sprites[j]];
    if (a.mask.overlaps(b.mask, b.x - a.x, b.y - a.y)) before.push([i, j]);
  }
}
// #endregion loop

// #region world
// What it becomes: a world that knows where the sprites are, and a step a frame.
const world = new World();
const shown = world.addMask(rock);
for (const sprite of sprites) sprite.id = world.spawn(shown, sprite.x, sprite.y);

for (const sprite of sprites) world.moveTo(sprite.id, sprite.x, sprite.y);
const { pairs, began, ended } = world.step(); // two ids for each pair
// #endregion world

assert.ok(before.length >= 5);
assert.deepEqual([...pairs], before.flat());
assert.deepEqual([began.length, ended.length], [pairs.length, 0]);
console.log(before.length, "pairs");
