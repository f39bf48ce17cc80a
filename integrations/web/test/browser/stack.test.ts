import init, { Mask, World } from "hitmask";
import { assert, equal, test } from "./harness.ts";

await init();

/** Calls a function at each depth of the stack until the stack is full, some times with frames of other sizes. */
function overflow(call: () => void): number {
  let errors = 0;
  const recurse = (...pad: number[]): number => {
    call();
    return 1 + recurse(...pad);
  };
  for (let size = 0; size < 12; size++) {
    try {
      recurse(...new Array<number>(size).fill(1));
    } catch (error) {
      // Chromium throws a RangeError, Firefox an InternalError.
      assert(/call stack|recursion/.test((error as Error).message), `got ${error}`);
      errors += 1;
    }
  }
  return errors;
}

test("a program's own stack overflow in a call leaves masks and worlds as they were", () => {
  const world = new World();
  const mask = new Mask(40, 40, true);
  const id = world.addMask(mask);
  const [a, b] = [world.spawn(id, 0, 0, { angle: 30 }), world.spawn(id, 10, 10)];
  const calls: (() => unknown)[] = [
    () => mask.overlaps(mask, 3, 3),
    () => mask.contains(1, 1),
    () => new Mask(9, 9).free(),
    () => world.step(),
    () => world.find({ x: 3, y: 3 }),
    () => world.set(a, { angle: 31 }),
    () => world.moveUntil(b, 11, 11, { motion: "slide" }),
    () => world.contacts(),
    () => mask.set(0, 0),
    () => world.toBytes(),
  ];
  for (const call of calls) {
    equal(overflow(call), 12, String(call));
    // All of it still works.
    assert(mask.overlaps(mask, 3, 3) && new Mask(3, 3, true).count() === 9);
    equal([world.step().pairs, world.find({ x: 15, y: 15 })], [[a, b], [a, b]], `after ${call}`);
    World.fromBytes(world.toBytes()).free();
  }
  equal(overflow(() => {}), 12, "without a call");
  mask.free();
  world.free();
});
