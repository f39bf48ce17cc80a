import { loadPicture } from "../pictures.mjs";

const [explosionPicture, hotPicture, heroPicture] = ["explosion.png", "explosion_hot.png", "hero.png"].map(loadPicture);
// #region hot
import init, { Mask, World } from "hitmask";

await init();
const world = new World();
const fire = world.addMask(Mask.from(hotPicture, { colorKey: [255, 0, 255] })); // magenta does not burn
const smoke = world.addMask(Mask.from(explosionPicture)); // all that is drawn
const hero = world.spawn(world.addMask(Mask.from(heroPicture)), 0, 0);

const FIRE = 2;
const SMOKE = 4;

export function explode(x, y) {
  const options = { sensor: true, collidesWith: 1 }; // a blast blocks nobody
  return [world.spawn(fire, x, y, { ...options, layers: FIRE }), world.spawn(smoke, x, y, { ...options, layers: SMOKE })];
}

export function feels(x, y) {
  world.moveTo(hero, x, y);
  if (world.overlapping(hero, { layers: FIRE }).length > 0) return "burns";
  return world.overlapping(hero, { layers: SMOKE }).length > 0 ? "coughs" : "nothing";
}
// #endregion hot

import assert from "node:assert/strict";

explode(100, 100);
assert.equal(feels(142, 120), "burns");
assert.equal(feels(166, 120), "coughs");
assert.equal(feels(190, 120), "nothing");
