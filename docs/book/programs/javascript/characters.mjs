// #region hero
import init, { Mask, Remainder, World } from "hitmask";

await init();
const world = new World();
const hero = world.spawn(world.addMask(new Mask(16, 24, true)), 20, 60);
// The floor.
world.spawn(world.addMask(new Mask(400, 40, true)), 0, 100, { fixed: true });
// A step.
world.spawn(world.addMask(new Mask(100, 3, true)), 60, 97, { fixed: true });
const velocity = { x: 1.5, y: 0 }; // pixels a frame
// Turns them into whole pixels, and keeps the rest.
const remainder = new Remainder();

for (let frame = 0; frame < 60; frame++) {
  const { x, y } = world.get(hero).position;
  if (velocity.y >= 0 && world.touching(hero, 0, 1).length > 0) {
    // Walk: up and down slopes and steps of 4 pixels.
    const by = remainder.take(velocity.x, 0);
    world.moveUntil(hero, x + by.x, y, { motion: "walk", stepUp: 4, stepDown: 4 });
    velocity.y = frame === 50 ? -4 : 0; // jump
  } else {
    velocity.y += 0.3; // fall
    const by = remainder.take(velocity);
    const to = { x: x + by.x, y: y + by.y };
    const { blocked } = world.moveUntil(hero, to, { motion: "slide" });
    if (blocked.down || blocked.up) velocity.y = 0;
  }
}
console.log("the hero is at", world.get(hero).position);
// #endregion hero

// #region platforms
const plank = world.addMask(new Mask(60, 4, true));
// Jump through it from below.
const lift = world.spawn(plank, 200, 60, { fixed: true, oneWay: "top" });
world.jumpTo(hero, 220, 36);
// It takes along who stands on it.
const { riders } = world.carry(lift, 200, 20);
console.log("riders:", riders.length, "hero at", world.get(hero).position);
// #endregion platforms
