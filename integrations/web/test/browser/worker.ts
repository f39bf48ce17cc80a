/** A worker that counts the pairs of two sprites. */
import init, { Mask, World } from "hitmask";

await init();
const world = new World();
const mask = world.addMask(new Mask(5, 5, true));
world.spawn(mask, 0, 0);
world.spawn(mask, 4, 4);
postMessage(world.step().pairs.length / 2);
