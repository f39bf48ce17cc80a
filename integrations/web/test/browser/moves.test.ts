import init, { Mask, Remainder, World } from "hitmask";
import { assert, equal, test, throws } from "./harness.ts";

await init();

test("sweeps and moves stop before sprites, slide and walk", () => {
  const world = new World();
  const [block, wall] = [world.addMask(new Mask(4, 4, true)), world.addMask(new Mask(1, 50, true))];
  const mover = world.spawn(block, 0, 20);
  const barrier = world.spawn(wall, 100, 0, { fixed: true });
  world.step();
  const swept = world.sweep(mover, { x: 10_000, y: 20 });
  equal([swept.at, swept.hit!.id, swept.hit!.before, swept.startedInside], [{ x: 96, y: 20 }, barrier, { x: 96, y: 20 }, null]);
  equal(swept.hit!.normal, { x: -1, y: 0 }, "the normal points out of the wall");
  equal(world.get(mover).position.x, 0);
  assert(world.isFree({ id: mover, x: 96, y: 20 }) && !world.isFree({ id: mover, x: 97, y: 20 }));
  assert(world.isFree({ id: mover, x: 97, y: 20 }, { layers: 2 }), "sprites in other layers are not in the way");
  equal(world.moveUntil(mover, { x: 200, y: 30 }, { motion: "slide" }).at, { x: 96, y: 30 });
  equal(world.get(mover).position, { x: 96, y: 30 });
  equal(world.moveUntil(mover, { x: 90, y: 30 }, { motion: "walk", stepUp: 2, stepDown: 0 }).at.x, 90);
  equal(world.step().pairs.length, 0);
});

test("a sprite leaves and slides along what it starts in, but never gets deeper", () => {
  const world = new World();
  const [block, rock] = [world.addMask(new Mask(4, 4, true)), world.addMask(new Mask(40, 40, true))];
  const ids = [world.spawn(rock, 0, 0), world.spawn(rock, 0, 30)];
  const mover = world.spawn(block, -2, 32);
  equal(world.sweep(mover, -50, 32).at, { x: -50, y: 32 });
  equal([world.sweep(mover, 50, 32).at, world.sweep(mover, 50, 32).startedInside], [{ x: -2, y: 32 }, ids[0]]);
  const moved = world.moveUntil(mover, { x: 50, y: 36 }, { motion: "slide" });
  equal([moved.startedInside, moved.at], [ids, { x: -2, y: 36 }]);
  equal(moved.blocked, { left: false, right: true, up: false, down: false });
  const many = world.moveUntilMany([mover, mover], [50, 36, -60, 36]);
  equal([many.at, many.startedInside, many.blocked], [[-2, 36, -60, 36], [ids[0], ids[0]], [0, 1, 0, 0, 0, 0, 0, 0]]);
});

test("layers with which a sprite collides nowhere are an error", async () => {
  const world = new World();
  const [block, wall] = [world.addMask(new Mask(4, 4, true)), world.addMask(new Mask(5, 50, true))];
  world.spawn(wall, 20, 0, { layers: 2, fixed: true });
  const [agent, to, layers] = [world.spawn(block, 0, 10, { collidesWith: 1 }), { x: 60, y: 10 }, { layers: 2 }];
  const message = "layers 0x2, but the sprite collides with layers 0x1";
  await throws(() => world.moveUntil(agent, to, layers), RangeError, message);
  await throws(() => world.sweep(agent, to, layers), RangeError, message);
  await throws(() => world.isFree(agent, layers), RangeError, message);
  equal(world.get(agent).position, { x: 0, y: 10 });
  equal(world.moveUntil(agent, to, { layers: 0 }).at, to, "through everything");
});

test("a failed spawnMany leaves later ids as they were", async () => {
  const world = new World();
  const block = world.addMask(new Mask(4, 4, true));
  await throws(() => world.spawnMany([block, block, 9], [0, 0, 1, 1, 2, 2]), RangeError, "no mask 9");
  equal([world.slotCount, world.spawn(block, 0, 0)], [0, 0]);
});

test("sensors block nobody unless asked for, and one-way sprites block from one side", () => {
  const world = new World();
  const [block, plank] = [world.addMask(new Mask(8, 8, true)), world.addMask(new Mask(40, 4, true))];
  const hero = world.spawn(block, 10, 30);
  const platform = world.spawn(plank, 0, 20, { fixed: true, oneWay: "top", layers: 2 });
  equal(world.moveUntil(hero, 10, 0).at, { x: 10, y: 0 });
  const { at, blocked } = world.moveUntil(hero, 10, 30);
  equal([at, blocked.down, world.touching(hero, 0, 1), world.touching(hero, { x: 0, y: -1 })], [{ x: 10, y: 12 }, true, [platform], []]);
  equal([world.touching(hero, 0, 1, { layers: 1 }), world.isFree({ id: hero, x: 10, y: 20 })], [[], true]);
  equal(world.moveUntil(hero, 10, 30, { layers: 1 }).at, { x: 10, y: 30 });
  equal(world.moveUntilMany([hero], [10, 60], { layers: 1 }).at, [10, 60]);
  const coin = world.spawn(block, 60, 60, { sensor: true });
  const [from, to, sensors] = [{ x: 30, y: 62 }, { x: 90, y: 62 }, { withSensors: true }];
  equal([world.castRay(from, to), world.castRay(from, to, sensors)!.id], [null, coin]);
  equal([world.castRayAll(from, to), world.castRayAll(from, to, sensors).length], [[], 1]);
  equal([world.castRays([30, 62], [90, 62]).id, world.castRays([30, 62], [90, 62], sensors).id], [[], [coin]]);
  equal([world.sweep(hero, 90, 60).hit, world.sweep(hero, 90, 60, sensors).at], [null, { x: 52, y: 60 }]);
  equal([world.sweepMany([hero], [90, 60]).at, world.sweepMany([hero], [90, 60], sensors).at], [[90, 60], [52, 60]]);
  const there = { id: hero, x: 60, y: 60 };
  equal([world.isFree(there), world.isFree(there, sensors)], [true, false]);
  equal([world.touching(hero, 50, 0), world.touching(hero, 50, 0, sensors)], [[], [coin]]);
  equal([world.nearestFree({ ...there, x: 61 }, 9), world.nearestFree({ ...there, x: 61 }, 9, sensors)], [{ x: 61, y: 60 }, { x: 68, y: 60 }]);
  equal([world.isFree({ ...there, angle: 45 }), world.isFree({ ...there, angle: 45 }, sensors)], [true, false]);
  const shot = { mask: new Mask(3, 3, true), ...from };
  equal([world.sweep(shot, to).hit, world.sweep(shot, to, sensors).at], [null, { x: 57, y: 62 }]);
  equal([world.moveUntil(hero, 90, 60).at, world.moveUntil(hero, 30, 60, sensors).at], [{ x: 90, y: 60 }, { x: 68, y: 60 }]);
  equal([world.find({ x: 61, y: 61 }), world.nearest(61, 61)[0]!.id], [[coin], coin]);
  world.moveTo(hero, 60, 60);
  equal(world.step().pairs, [hero, coin]);
});

test("sensors and sides are set, read, spawned in columns and saved", () => {
  const world = new World();
  const dot = world.addMask(new Mask(4, 4, true));
  const ids = world.spawnMany(dot, [0, 0, 9, 0, 20, 0], { oneWay: ["left", null, "bottom"], sensor: [false, true, false] });
  const values = world.get(ids);
  equal([values.oneWay, values.sensor], [["left", null, "bottom"], [0, 1, 0]]);
  world.set(ids, values);
  equal(world.get(ids).oneWay, values.oneWay);
  world.set(ids[1], { oneWay: "right", sensor: false });
  const { oneWay, sensor } = World.fromBytes(world.toBytes()).get(ids[1]);
  equal([oneWay, sensor], ["right", false]);
  world.set(ids, { oneWay: null });
  equal(world.get(ids).oneWay, [null, null, null]);
  equal(world.get(ids[0]).oneWay, null);
});

test("a move by nothing touches what a sprite overlaps now, unless it blocks nobody there", () => {
  const world = new World();
  const block = world.addMask(new Mask(10, 10, true));
  const [a, b] = [world.spawn(block, 0, 0), world.spawn(block, 5, 5)];
  world.spawn(block, 5, 0, { oneWay: "top" });
  const coin = world.spawn(block, 0, 5, { sensor: true });
  world.spawn(block, 10, 0);
  equal([world.touching(a, 0, 0), world.touching(a, { x: 0, y: 0 }, { withSensors: true })], [[b], [b, coin]]);
  world.moveTo(b, 100, 100);
  equal([world.touching(a, 0, 0), world.isFree(a)], [[], true]);
});

test("free places and moves out of sprites", () => {
  const world = new World();
  const [block, floor] = [world.addMask(new Mask(8, 8, true)), world.addMask(new Mask(90, 40, true))];
  const crate = world.spawn(block, 40, 95);
  world.spawn(floor, 0, 100, { fixed: true });
  equal(world.nearestFree({ id: crate, x: 40, y: 98 }, 32), { x: 40, y: 92 });
  equal(world.nearestFree({ id: crate, x: 40, y: 98 }, 32, { within: { left: 0, top: 90, width: 90, height: 9 } }), { x: 40, y: 91 });
  equal(world.nearestFree({ id: crate, x: 40, y: 120 }, 8), null);
  equal([world.isFree({ id: crate, x: 40, y: 84, scale: 2 }), world.isFree({ id: crate, scale: 2 })], [true, false]);
  const larger = { id: crate, x: 40, y: 92, scale: 2 };
  const free = world.nearestFree(larger, 20)!;
  assert(world.isFree({ ...larger, ...free }) && !world.isFree(larger), "the place is not free");
  equal([world.nearestFree(larger, 0), world.get(crate).scale], [null, { x: 1, y: 1 }]);
  equal([world.pushOut(crate, 2), world.pushOut(crate, 16), world.pushOut(crate, 0)], [null, { x: 0, y: -3 }, { x: 0, y: 0 }]);
  const [first, second, deep] = world.spawnMany(block, [10, 94, 10, 94, 60, 120]);
  const none = -(2 ** 31);
  equal(world.pushOutMany([first, second, deep], 12).subarray(0, 2), [0, -8], "onto the second");
  equal(world.pushOutMany([first, second, deep], 12), [0, 0, 0, 0, none, none]);
  equal([world.overlapping(first), world.overlapping(second)], [[], []]);
  const along = { x: 0, y: -1 };
  equal([world.pushOut(deep, 12, { along }), world.pushOut(deep, 99, { along: { x: 0, y: 0 } })], [null, null]);
  equal(world.pushOutMany([deep], 99, { along, within: { left: 0, top: 95, width: 90, height: 90 } }), [none, none]);
  equal([world.pushOut(deep, 99, { along }), world.get(deep).position], [{ x: 0, y: -28 }, { x: 60, y: 92 }]);
  const right = { left: 70, top: 0, width: 90, height: 200 };
  equal([world.pushOut(deep, 99, { within: right }), world.get(deep).position], [{ x: 10, y: 0 }, { x: 70, y: 92 }]);
});

test("a query asks about a sprite, the sprite as something else, a description or a shape", () => {
  const world = new World();
  const [crouching, standing, beam] = [[8, 8], [8, 16], [90, 4]].map(([width, height]) => world.addMask(new Mask(width!, height!, true)));
  const hero = world.spawn(crouching!, 0, 92, { layers: 1, collidesWith: 2 });
  world.spawn(beam!, 0, 80, { fixed: true, layers: 2 });
  equal([world.isFree(hero), world.isFree({ id: hero, x: 0, y: 83 })], [true, false]);
  equal([world.isFree({ id: hero, mask: standing }), world.isFree({ id: hero, mask: standing, x: 0, y: 83 })], [true, false]);
  const nobody = { mask: standing!, x: 0, y: 84, layers: 2 };
  equal([world.isFree(nobody), world.isFree({ ...nobody, collidesWith: 2 }), world.isFree({ id: hero, ...nobody })], [false, true, true]);
  equal([world.isFree({ mask: new Mask(2, 2, true), x: 3, y: 95 }), world.isFree({ mask: new Mask(2, 2, true), x: 30, y: 95 })], [false, true]);
  equal([world.sweep(hero, 0, 0).at, world.sweep({ id: hero, mask: standing, x: 0, y: 90 }, 0, 0).at.y], [{ x: 0, y: 84 }, 84]);
  equal([world.touching({ id: hero, x: 0, y: 84 }, 0, -1).length, world.touching(hero, 0, -1).length], [1, 0]);
  const { mask, at } = world.shape({ id: hero, mask: beam, turn: 1 });
  equal([mask.width, mask.height, at, world.shape({ id: hero, x: 5, y: 6 }).at], [4, 90, { x: 0, y: 92 }, { x: 5, y: 6 }]);
  equal(world.get(hero).mask, crouching);
});

test("options of queries leave one sprite out and hit what they start in", () => {
  const world = new World();
  const block = world.addMask(new Mask(8, 8, true));
  const [hero, rock, far] = world.spawnMany(block, [0, 0, 4, 0, 30, 0]);
  const [without, hitFromInside] = [{ without: hero }, { hitFromInside: true }];
  equal([world.find({ x: 5, y: 5 }, without), world.findMany([5, 5], without), world.overlapping(hero!, { without: rock })], [[rock], [0, rock], []]);
  equal([world.nearest(0, 0, 1, without)[0]!.id, world.nearestMany([0, 0], 1, without).ids], [rock, [rock]]);
  const ray = [{ x: 0, y: 2 }, { x: 50, y: 2 }] as const;
  equal([world.castRay(...ray, without)!.id, world.castRayAll(...ray, without).map(({ id }) => id)], [rock, [rock, far]]);
  equal([world.castRays([0, 2], [50, 2], without).id, world.isFree(hero!, { without: rock })], [[rock], true]);
  equal(world.nearestFree(hero!, 3, { without: rock }), { x: 0, y: 0 });
  equal([world.sweep(hero!, -9, 0).at.x, world.sweep(hero!, -9, 0, hitFromInside).hit!.id], [-9, rock]);
  equal([world.sweepMany([hero!], [-9, 0], hitFromInside).hits.id, world.sweep(hero!, 40, 0, { without: rock }).hit!.id], [[rock], far]);
  equal([world.touching(hero!, -1, 0), world.touching(hero!, -1, 0, hitFromInside)], [[], [rock]]);
  const inside = world.moveUntil(hero!, -9, 0, { motion: "slide", hitFromInside: true });
  equal([inside.at, inside.hits[0]!.id, inside.hits[0]!.step], [{ x: 0, y: 0 }, rock, 0]);
  equal([world.moveUntilMany([hero!], [-9, 0], hitFromInside).at, world.moveUntil(hero!, -9, 0).at], [[0, 0], { x: -9, y: 0 }]);
  equal(world.find({ x: 5, y: 5 }, { without: 99 }), [rock], "an id without a sprite leaves nobody out");
});

test("a platform carries riders, pushes sprites and crushes those that cannot go", () => {
  const world = new World();
  const [block, plank, wall] = [[8, 8], [40, 4], [4, 90]].map(([width, height]) => world.addMask(new Mask(width!, height!, true)));
  const [hero, above] = world.spawnMany(block!, [10, 92, 10, 84]);
  const lift = world.spawn(plank!, 0, 100, { fixed: true });
  const crate = world.spawn(block!, 42, 98);
  const end = world.spawn(wall!, 60, 50, { fixed: true });
  const { riders, pushed, crushed } = world.carry(lift, 5.4, 95);
  equal([riders, pushed, crushed], [[hero, above], [crate], []]);
  equal(world.getPositions(), [15, 87, 15, 79, 5, 95, 45, 98, 60, 50]);
  equal(world.carry(lift, { x: 20, y: 95 }, { riders: [] }).crushed, [crate]);
  equal([world.get(lift).position, world.get(hero).position], [{ x: 20, y: 95 }, { x: 15, y: 87 }]);
  equal(world.carry(lift, 20, 90, { riders: Uint32Array.of(hero!) }).riders, [hero]);
  equal(world.get(end).position.x, 60);
});

test("a remainder keeps what is less than a pixel", async () => {
  const remainder = new Remainder();
  equal([0, 1, 2, 3].map(() => remainder.take(0.4, -1)), [{ x: 0, y: -1 }, { x: 1, y: -1 }, { x: 0, y: -1 }, { x: 1, y: -1 }]);
  equal([Math.abs(remainder.rest.x + 0.4) < 1e-9, remainder.rest.y], [true, 0]);
  remainder.rest.x = 0;
  equal([remainder.take({ x: 0.5, y: 0 }), remainder.rest.x], [{ x: 1, y: 0 }, -0.5]);
  await throws(() => remainder.take(NaN, 0), RangeError, "x must be finite, got NaN");
  await throws(() => remainder.take(0, 2 ** 31), RangeError, "the rest and the move together must be finite and from -2^30 to 2^30");
  await throws(() => remainder.take("1" as never, 0), TypeError, "x must be a number");
  await throws(() => remainder.take(2 ** 31, 0), RangeError, "got (2147483647.5, 0)");
  equal(remainder.rest, { x: -0.5, y: 0 });
  remainder.rest = 3 as never;
  await throws(() => remainder.take(1, 1), TypeError, "rest must be a point");
});
