// #region chunks
import init, { Mask, World } from "hitmask";

await init();
const [WALLS, HERO] = [1, 2];
const world = new World();
const chunk = world.addMask(new Mask(512, 512, true));
const places = [];
for (let x = 0; x < 100; x++) {
  for (let y = 0; y < 20; y++) places.push(512 * x, 512 * y + 1000);
}
world.spawnMany(chunk, places, { fixed: true, layers: WALLS, collidesWith: HERO });

const body = world.addMask(new Mask(16, 24, true));
const hero = world.spawn(body, 25_000, 900, { layers: HERO });
// Fixed sprites never pair.
console.log("pairs:", world.step().pairs.length);
// Only near chunks are tested.
console.log("lands at", world.moveUntil(hero, 25_000, 5000).at);
// #endregion chunks
