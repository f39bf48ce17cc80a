// #region bullets
import init, { Mask, World } from "hitmask";

await init();
const world = new World();
const wall = world.addMask(new Mask(2, 100, true));
world.spawn(wall, 100, 0, { fixed: true });
const dot = world.addMask(new Mask(3, 3, true));
const bullet = world.spawn(dot, 0, 50, { continuous: true });
world.step();

world.moveTo(bullet, 500, 50); // far beyond the wall, in one frame
const impact = world.step().firstImpact(bullet); // what it met first
if (impact !== null) {
  console.log("hit at", impact.contact.first);
  console.log("sparks fly along", impact.contact.normalOf(bullet));
  console.log("draw the bullet at", impact.beforeOf(bullet));
}
// #endregion bullets
