import { loadPicture } from "../pictures.mjs";

const [roadPicture, towerPicture] = [loadPicture("ground.png"), loadPicture("rock.png")];
// #region towers
import init, { Mask, World } from "hitmask";

await init();
const world = new World();
world.spawn(world.addMask(Mask.from(roadPicture)), 0, 0, { fixed: true }); // solid where nobody may build
const mask = Mask.from(towerPicture);
const tower = world.addMask(mask);
const area = { left: 0, top: 0, width: 640, height: 160 };

/** Shows where the tower would go: under the pointer if it fits there, otherwise at the nearest place. */
export function preview(x, y) {
  const at = { x: Math.round(x - mask.width / 2), y: Math.round(y - mask.height / 2) };
  const place = world.nearestFree({ mask, ...at }, 60, { within: area });
  return { place, color: place === null ? "red" : place.x === at.x && place.y === at.y ? "green" : "yellow" };
}

/** Builds the tower where the preview shows it. */
export function build(x, y) {
  const { place } = preview(x, y);
  return place && world.spawn(tower, place.x, place.y, { fixed: true });
}
// #endregion towers

import assert from "node:assert/strict";

assert.equal(preview(300, 20).color, "green");
const first = build(300, 20);
assert.equal(preview(305, 22).color, "yellow"); // the first tower is in the way: beside it
const second = build(305, 22);
assert.notEqual(second, null);
assert.equal(world.contact(first, second), null);
assert.deepEqual(world.overlapping(second).length, 0);
assert.equal(preview(300, 400).color, "red"); // nothing is free within 60 pixels in the area
console.log(world.getPositions());
