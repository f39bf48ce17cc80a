// #region save
import init, { Mask, World } from "hitmask";

await init();
let world = new World();
const ball = world.addMask(new Mask(8, 8, true));
const hero = world.spawn(ball, 0, 0, { data: 42 });
world.spawn(ball, 40, 0);
const saved = world.toBytes(); // to a file, a server, or a worker
const loaded = World.fromBytes(saved); // ids are the same
console.log("hero's number:", loaded.data(hero));
// #endregion save

// #region rollback
const before = world.clone(); // cheap: masks are shared
world.moveBy(hero, 36, 0);
console.log("began:", world.step().began.length / 2);
world = before; // the move did not happen
console.log("began:", world.step().began.length / 2);
// #endregion rollback
