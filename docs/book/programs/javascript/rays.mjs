// #region rays
import init, { Mask, World } from "hitmask";

await init();
const world = new World();
const ring = Mask.fromText("####\n#..#\n#..#\n####").scaled(32, 32);
world.spawnMany(world.addMask(ring), [50, 0, 100, 0]); // x, y, x, y

// Which sprites are under the pointer?
console.log("in the hole:", world.find({ x: 66, y: 16 }).length);
console.log("on the ring:", world.find({ x: 52, y: 16 }).length);

const hit = world.castRay({ x: 0, y: 16 }, { x: 200, y: 16 }); // a laser
console.log("the ray hits", hit.at, "normal", hit.normal);

const [near] = world.nearest(140, 16);
console.log("nearest ring:", near.distance, "pixels away");
// #endregion rays
