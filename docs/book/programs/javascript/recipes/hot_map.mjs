import { loadPicture } from "../pictures.mjs";

const [explosionPicture, hotPicture, heroPicture] = ["explosion.png", "explosion_hot.png", "hero.png"].map(loadPicture);
// #region hot
import init, { Mask, World } from "hitmask";

await init();
const world = new World();
const magenta = [255, 0, 255]; // does not burn
const fire = world.addMask(Mask.from(hotPicture, { colorKey: magenta }));
const smoke = world.addMask(Mask.from(explosionPicture)); // all that is drawn
const hero = world.spawn(world.addMask(Mask.from(heroPicture)), 0, 0);

const FIRE = 2;
const SMOKE = 4;

export function explode(x, y) {
  const options = { sensor: true, collidesWith: 1 }; // a blast blocks nobody
  return [
    world.spawn(fire, x, y, { ...options, layers: FIRE }),
    world.spawn(smoke, x, y, { ...options, layers: SMOKE }),
  ];
}

export function feels(x, y) {
  world.moveTo(hero, x, y);
  const touches = (layers) => world.overlapping(hero, { layers }).length > 0;
  return touches(FIRE) ? "burns" : touches(SMOKE) ? "coughs" : "nothing";
}
// #endregion hot

import assert from "node:assert/strict";

explode(100, 100);
assert.equal(feels(142, 120), "burns");
assert.equal(feels(166, 120), "coughs");
assert.equal(feels(190, 120), "nothing");
