// #region events
import init, { Mask, World } from "hitmask";

await init();
const [HERO, COIN, ROCK] = [1, 2, 4];
const world = new World();
const block = world.addMask(new Mask(16, 16, true));
const hero = world.spawn(block, 0, 0, { layers: HERO });
world.spawn(block, 40, 0, { layers: COIN, collidesWith: HERO });
world.spawn(block, 40, 8, { layers: ROCK, collidesWith: HERO });

for (let frame = 0; frame < 30; frame++) {
  world.moveBy(hero, 2, 0);
  const step = world.step(); // once a frame, after all moves
  // Hero, rock, hero, rock, ...
  const rocks = step.beganBetween(HERO, ROCK);
  for (let i = 0; i < rocks.length; i += 2) {
    const contact = world.contact(rocks[i], rocks[i + 1]);
    console.log("rock hit at", contact.first);
  }
  for (let i = 0; i < step.ended.length; i += 2) {
    console.log("free again in frame", frame);
  }
  const coins = step.beganBetween(HERO, COIN);
  for (let i = 0; i < coins.length; i += 2) {
    console.log("coin taken in frame", frame);
    world.despawn(coins[i + 1]);
  }
}
// #endregion events
