// #region way_out
import init, { Mask, World } from "hitmask";

await init();
const world = new World();
const hero = world.spawn(world.addMask(new Mask(16, 24, true)), 40, 80);
const block = world.addMask(new Mask(200, 40, true));
const wall = world.spawn(block, 0, 100, { fixed: true });

world.step();
const contact = world.contact(hero, wall);
console.log("shortest way out:", contact.penetrationOf(hero));
console.log("normal:", contact.normalOf(hero));

// Frees the hero from everything at once.
const moved = world.pushOut(hero, 64);
console.log("pushed by", moved); // null: no free place within 64 pixels
// #endregion way_out
