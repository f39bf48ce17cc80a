import { loadPicture } from "../pictures.mjs";

const [roadPicture, towerPicture] = [loadPicture("ground.png"), loadPicture("rock.png")];
// #region towers
import init, { Mask, World } from "hitmask";

await init();
const world = new World();
const road = world.addMask(Mask.from(roadPicture)); // solid where nobody may build
world.spawn(road, 0, 0, { fixed: true });
const mask = Mask.from(towerPicture);
const tower = world.addMask(mask);
const area = { left: 0, top: 0, width: 640, height: 160 };

/** Shows where the tower would go: under the pointer, or as near as it fits. */
export function preview(x, y) {
  const left = Math.round(x - mask.width / 2);
  const top = Math.round(y - mask.height / 2);
  const place = world.nearestFree({ mask, x: left, y: top }, 60, { within: area });
  if (place === null) return { place, color: "red" };
  const fits = place.x === left && place.y === top;
  return { place, color: fits ? "green" : "yellow" };
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
