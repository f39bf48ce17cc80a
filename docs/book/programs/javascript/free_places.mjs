// #region spawn
import init, { Mask, World } from "hitmask";

await init();
const world = new World();
const block = world.addMask(new Mask(20, 20, true));
world.spawnMany(block, [0, 0, 20, 0, 40, 0, 60, 0, 80, 0]);
// A sprite that is not in the world yet.
const free = world.nearestFree({ mask: block, x: 40, y: 5 }, 64);
console.log("free at", free);
if (free !== null) world.spawn(block, free);
// #endregion spawn

// #region pack
const board = new Mask(64, 64); // solid where it is taken
const piece = Mask.fromText("###\n#..").scaled(24, 16);
const within = { left: 0, top: 0, width: 64, height: 64 };
for (let number = 0; number < 6; number++) {
  const at = board.nearestFree(piece, 20, 24, 64, { within });
  board.draw(piece, at);
}
console.log("taken pixels:", board.count());
// #endregion pack
