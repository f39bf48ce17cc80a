import { loadPicture } from "../pictures.mjs";

const picture = loadPicture("island_map.png");
// #region places
import init, { Mask, World } from "hitmask";

await init();
const places = { // their colors in the picture
  volcano: [200, 60, 60],
  lake: [60, 120, 220],
  forest: [60, 160, 80],
};
const world = new World();
const names = new Map();
for (const [name, [red, green, blue]] of Object.entries(places)) {
  const mask = new Mask(picture.width, picture.height);
  for (let i = 0; i < picture.data.length; i += 4) {
    const [r, g, b, alpha] = picture.data.subarray(i, i + 4);
    if (alpha > 127 && r === red && g === green && b === blue) {
      mask.set((i / 4) % picture.width, Math.floor(i / 4 / picture.width));
    }
  }
  names.set(world.spawn(world.addMask(mask), 0, 0, { fixed: true }), name);
}

export function placeAt(x, y, reach = 12) { // a finger may miss by 12 pixels
  const [near] = world.nearest(x, y, 1);
  return near && near.distance <= reach ? names.get(near.id) : null;
}

export function outline(name) { // for <path d="…"> above the picture
  const id = [...names].find(([, other]) => other === name)[0];
  const lines = world.mask(world.get(id).mask).simplifiedContours(1);
  return lines.map(({ points }) => `M${points.join(" ")}Z`).join("");
}
// #endregion places

import assert from "node:assert/strict";

assert.equal(placeAt(90, 60), "volcano");
assert.equal(placeAt(160, 110), "lake");
assert.equal(placeAt(240, 40), "forest");
assert.equal(placeAt(90, 104), "volcano"); // 6 pixels below its edge
assert.equal(placeAt(20, 20), null);
assert.match(outline("lake"), /^M\d+ \d+ .*Z$/);
console.log(outline("lake").length, "characters draw the lake");
