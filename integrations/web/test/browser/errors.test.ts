import init, { Mask, World } from "hitmask";
import initMasks, { Mask as OtherMask } from "hitmask/mask";
import { assert, equal, test, throws } from "./harness.ts";

const early = await Promise.resolve().then(() => new Mask(1, 1)).catch((error: Error) => error);
await init();

test("a call before init says what to do", () => {
  assert(early instanceof Error && early.message.includes("await init()"), String(early));
});

test("init may be called again", async () => {
  await init();
  await Promise.all([init(), init()]);
});

test("wrong numbers of masks", async () => {
  const mask = new Mask(4, 4, true);
  await throws(() => mask.overlaps(mask, 0.5, 0), TypeError, "x must be a whole number");
  await throws(() => mask.overlaps(mask, 0, NaN), RangeError, "y must be a whole number");
  await throws(() => mask.overlaps(mask, 2 ** 31, 0), RangeError, "2147483648");
  await throws(() => mask.overlaps(mask, "1" as never, 0), TypeError, '"1"');
  await throws(() => mask.overlaps({} as never, 0, 0), TypeError, "other must be a Mask");
  await throws(() => mask.contains(undefined as never, 0), TypeError, "a point is missing");
  await throws(() => new Mask(-1, 4), RangeError, "width");
  await throws(() => new Mask(1.5, 4), TypeError, "width");
  await throws(() => new Mask(2 ** 32 - 1, 2 ** 32 - 1), RangeError, "too large");
  await throws(() => new Mask(4, 4, 1 as never), TypeError, "fill must be true or false");
  await throws(() => Mask.fromText("#.\n#"), RangeError, "line 2");
  await throws(() => Mask.fromText(3 as never), TypeError, "text must be a string");
  await throws(() => Mask.fromWords(65, 2, new Uint32Array(4)), RangeError, "length 8");
  await throws(() => Mask.fromWords(65, 2, new Uint8Array(8) as never), TypeError, "Uint32Array");
  await throws(() => mask.overlapsAt(mask, new Int32Array(3)), RangeError, "even length");
  await throws(() => mask.overlapsAt(mask, [0, 0] as never), TypeError, "Int32Array");
  await throws(() => mask.connectedComponents(6 as never), RangeError, "4 or 8");
  await throws(() => mask.simplifiedContours(-1), RangeError, "tolerance");
  await throws(() => mask.simplifiedContours(1, { cover: true } as never), TypeError, "unknown option");
  await throws(() => mask.simplifiedContours(1, { covering: 1 as never }), TypeError, "covering must be true or false");
  await throws(() => mask.scaled(2 ** 31, 2 ** 31), RangeError, "too large");
  await throws(() => mask.transformed({ a: 0, b: 0, c: 0, d: 0, e: 0, f: 0 }), RangeError, "inverse");
  await throws(() => mask.transformed({ a: NaN, b: 0, c: 0, d: 1, e: 0, f: 0 }), RangeError, "finite");
  await throws(() => mask.castRay({ x: 0 } as never, { x: 1, y: 1 }), TypeError, "from.y");
});

test("wrong shapes", async () => {
  const mask = new Mask(4, 4, true);
  await throws(() => mask.overlapsShape({} as never), TypeError, "a rectangle, a circle, a line or a polygon");
  await throws(() => mask.overlapsShape({ x: 1, y: 1 } as never), TypeError, "keys x, y");
  await throws(() => mask.overlapsShape({ left: 0, top: 0, width: -1, height: 1 }), RangeError, "shape.width");
  await throws(() => mask.overlapsShape({ x: 0, y: 0, radius: -1 }), RangeError, "radius");
  await throws(() => mask.overlapsShape({ x: 0, y: 0, radius: NaN }), RangeError, "NaN");
  await throws(() => mask.overlapsShape({ points: [{ x: 0, y: 0 }] }), RangeError, "3 points");
  await throws(() => mask.overlapsShape({ points: [{ x: 0, y: 0 }, { x: 0 }] as never }), TypeError, "points[1].y");
  await throws(() => mask.overlapsShape({ from: { x: 0, y: 0 }, to: { x: NaN, y: 0 } }), RangeError, "shape.to.x");
  await throws(() => mask.overlapsShape({ center: { x: 0, y: 0 }, radius: 3 } as never), TypeError, "shape.x");
  await throws(() => mask.overlapsShape({ left: 0.5, top: 0, width: 1, height: 1 }), TypeError, "shape.left");
});

test("wrong ids and options of worlds", async () => {
  const world = new World();
  const dot = world.addMask(new Mask(2, 2, true));
  const id = world.spawn(dot, 0, 0);
  await throws(() => world.spawn(7, 0, 0), RangeError, "no mask 7");
  await throws(() => world.spawn(dot, NaN, 0), RangeError, "x must be from -2^30 to 2^30, got NaN");
  await throws(() => world.spawn(dot, { x: 0, y: -Infinity }), RangeError, "y must be from");
  await throws(() => world.spawn(dot, 2 ** 30 + 1, 0), RangeError, "x must be from -2^30 to 2^30, got 1073741825");
  await throws(() => world.spawn(dot, "1" as never, 0), TypeError, 'x must be a number, got "1"');
  await throws(() => world.spawn(dot, 0, 0, { position: { x: 1, y: 1 } } as never), TypeError, "position is an argument");
  await throws(() => world.spawn(dot, 0, 0, { angel: 3 } as never), TypeError, 'unknown option "angel"');
  await throws(() => world.spawn(dot, 0, 0, { angle: Infinity }), RangeError, "angle must be finite");
  await throws(() => world.spawn(dot, 0, 0, { scale: 0 }), RangeError, "scale must be finite and more than 0, got 0");
  await throws(() => world.spawn(dot, 0, 0, { scale: { x: 1, y: -1 } }), RangeError, "flipX or flipY");
  await throws(() => world.spawn(dot, 0, 0, { scale: 1e9 }), RangeError, "cannot transform mask 0 for a sprite");
  await throws(() => world.spawn(dot, 0, 0, { turn: 4 as never }), RangeError, "turn");
  await throws(() => world.spawn(dot, 0, 0, { layers: 2 ** 32 }), RangeError, "layers");
  await throws(() => world.spawn(dot, 0, 0, { toString: 1 } as never), TypeError, 'unknown option "toString"');
  await throws(() => world.spawn(dot, 0, 0, { fixed: 1 as never }), TypeError, "fixed");
  await throws(() => world.spawn(dot, 0, 0, { data: 2 ** 53 }), RangeError, "2^53 - 1");
  await throws(() => world.spawn(dot, 0, 0, { origin: { x: 2 ** 27, y: 0 } }), RangeError, "origin (134217728, 0) is out of range: both coordinates must be from -2^26 to 2^26");
  await throws(() => world.spawn(dot, 0, 0, { origin: { x: 0, y: NaN } }), RangeError, "origin.y must be finite, got NaN");
  await throws(() => world.spawn(dot, 0, 0, { origin: 3 as never }), TypeError, "origin must be a point { x, y }, got 3");
  await throws(() => world.spawn(dot, 0, 0, { fraction: { x: 1, y: 0 } }), RangeError, "fraction.x must be from 0 to less than 1, got 1; put whole pixels into the position");
  await throws(() => world.spawn(dot, 0, 0, { fraction: { x: 0, y: -0.1 } }), RangeError, "fraction.y must be from 0 to less than 1, got -0.1");
  await throws(() => world.spawn(dot, 0, 0, { fraction: null as never }), TypeError, "fraction must be a point { x, y }, got null");
  await throws(() => world.spawn(dot, 0, 0, { transform: { a: 1 } as never }), TypeError, "transform must be [a, b, c, d] or null, got an object of class Object");
  await throws(() => world.spawn(dot, 0, 0, { transform: [1, 0, NaN, 1] }), RangeError, "transform[2] must be finite, got NaN");
  await throws(() => world.spawn(dot, 0, 0, { transform: [1, 0, "1", 1] as never }), TypeError, 'transform[2] must be a number, got "1"');
  await throws(() => world.spawn(dot, 0, 0, { transform: [1, 0, 0, 1, 5, 5] as never }), RangeError, "transform must have 4 numbers, a, b, c and d for each sprite, got 6");
  await throws(() => world.spawn(dot, 0, 0, { transform: [1, 2, 2, 4] }), RangeError, /cannot transform mask 0 for a sprite: .* must have an inverse/);
  await throws(() => world.spawn(dot, 0, 0, { transform: [1, 0, 0, 1], flipX: true }), RangeError, "a sprite with a transform has no `flipX`: make it part of the transform, or set no transform");
  for (const beside of [{ flipY: true }, { turn: 1 }, { angle: 5 }, { scale: 2 }, { origin: { x: 0, y: 0 } }] as const) {
    const [name] = Object.keys(beside);
    await throws(() => world.spawn(dot, 0, 0, { transform: [2, 0, 1, 1], ...beside }), RangeError, `a sprite with a transform has no \`${name}\``);
  }
  await throws(() => world.spawn(dot, 0, 0, { sensor: 1 as never }), TypeError, "sensor must be true or false");
  await throws(() => world.spawn(dot, 0, 0, { oneWay: "up" as never }), TypeError, 'or null, got "up"');
  await throws(() => world.spawn(dot, 0, 0, { oneWay: 2 as never }), TypeError, "oneWay must be");
  await throws(() => world.spawnMany(dot, [0, 0], { oneWay: ["Top" as never] }), TypeError, 'oneWay[0] must be "left"');
  equal(world.size, 1);
  await throws(() => world.despawn(5), RangeError, "no sprite 5");
  await throws(() => world.despawn(-1), RangeError, "id");
  await throws(() => world.get(5), RangeError, "no sprite 5");
  await throws(() => world.set(id, { position: { x: 2 ** 31, y: 0 } }), RangeError, "position.x must be");
  await throws(() => world.data(9), RangeError, "no sprite 9");
  await throws(() => world.removeMask(dot), RangeError, "sprites show it (1)");
  await throws(() => world.mask(3), RangeError, "no mask 3");
  await throws(() => world.setAngleSteps(dot, 0), RangeError, "from 1 to 65536");
  await throws(() => world.setAngleSteps(dot, undefined as never), TypeError, "steps must be a whole number");
  await throws(() => world.addMask({} as never), TypeError, "mask must be a Mask");
  await throws(() => world.find({} as never), TypeError, "a point, a rectangle");
  await throws(() => world.find({ mask: {} as never, x: 0, y: 0 }), TypeError, "probe.mask must be a Mask");
  await throws(() => world.contacts(Uint32Array.of(id, 8)), RangeError, "no sprite 8");
  await throws(() => world.contacts(Uint32Array.of(id)), RangeError, "even length");
  await throws(() => world.moveUntil(id, { x: 0, y: 0 }, { motion: "fly" as never }), TypeError, '"fly"');
  await throws(() => world.moveUntil(id, { x: 0, y: 0 }, { motion: "toString" as never }), TypeError, '"toString"');
  await throws(() => world.moveUntil(id, { x: 0, y: 0 }, { stepUp: 1 }), TypeError, '"walk"');
  await throws(() => world.moveUntil(id, { x: 0, y: 0 }, { motion: "walk", stepUp: 1 }), TypeError, 'the motion "walk" needs stepUp and stepDown');
  await throws(() => world.sweep(id, { x: 2 ** 30 + 1, y: 0 }), RangeError, "x must be from");
  await throws(() => world.drawOnMask(dot, {} as never), TypeError, "what must be");
  await throws(() => world.setLimits({ pairLimit: 3 } as never), TypeError, 'unknown option "pairLimit": the options are pairs, offsetTableBytes, variantBytes');
  await throws(() => world.setLimits({ variantBytes: -1 }), RangeError, "limits.variantBytes must be a whole number from 0 to 2^32 - 1, got -1");
  await throws(() => world.drawTransform(5), RangeError, "no sprite 5");
  world.setLimits({ pairs: 0 });
  world.spawn(dot, 0, 0);
  await throws(() => world.step(), RangeError, "give a world a higher limit of pairs");
  world.setLimits({ pairs: 10 });
  equal(world.step().pairs, [0, 1]);
});

test("wrong arguments of moves and free places", async () => {
  const world = new World();
  const block = new Mask(4, 4, true);
  const mask = world.addMask(block);
  const [id, rider] = world.spawnMany(mask, [0, 0, 2, 2]);
  const [at, half] = [{ x: 0, y: 0 }, { x: 0.5, y: 0 }];
  const before = world.toBytes();
  await throws(() => world.touching(id!, 0, 0.5), TypeError, "y must be a whole number from -2^31 to 2^31 - 1, got 0.5; a Remainder");
  await throws(() => world.touching(id!, { x: NaN, y: 0 }), RangeError, "NaN");
  await throws(() => world.touching(id!, 2 ** 31 - 1, 0), RangeError, "out of range");
  await throws(() => world.touching(9, 0, 1), RangeError, "no sprite 9");
  await throws(() => world.touching(id!, 0, 1, { withSensors: 1 as never }), TypeError, "withSensors must be true or false");
  await throws(() => world.nearestFree(id!, -1), RangeError, "limit must be a whole number from 0 to 2^32 - 1, got -1");
  await throws(() => world.nearestFree(id!, 1.5), TypeError, "limit");
  await throws(() => world.nearestFree(id!, undefined as never), TypeError, "limit");
  await throws(() => world.nearestFree({ id: id!, x: 2 ** 31, y: 0 }, 1), RangeError, "who.x must be from");
  await throws(() => world.nearestFree(9, 1), RangeError, "no sprite 9");
  await throws(() => world.isFree({ id: 9, angle: 3 }), RangeError, "no sprite 9");
  await throws(() => world.isFree({ id: id!, angel: 1 } as never), TypeError, 'unknown option "angel": the options are id, x, y, mask, fraction, flipX');
  await throws(() => world.isFree({ id: id!, position: at } as never), TypeError, 'unknown option "position": the options are id, x, y');
  await throws(() => world.isFree({ id: id!, mask: 5 }), RangeError, "no mask 5");
  await throws(() => world.isFree({ id: id!, scale: 1e9 }), RangeError, "cannot transform mask 0 for a sprite");
  await throws(() => world.isFree({ id: id!, x: 3 }), TypeError, "who.y must be a number, got undefined");
  await throws(() => world.isFree({ id: id!, mask: block as never }), TypeError, "who.mask must be an id");
  for (const wrong of [null, "1", at, [], undefined]) {
    await throws(() => world.isFree(wrong as never), TypeError, "who must be the id of a sprite, or an object with an id or a mask, got ");
  }
  await throws(() => world.isFree(-1), RangeError, "who must be a whole number from 0 to 2^32 - 1, got -1");
  await throws(() => world.isFree({ mask } as never), TypeError, "who.x must be a number, got undefined");
  await throws(() => world.isFree(id!, at as never), TypeError, 'unknown option "x": the options are layers, without, withSensors');
  await throws(() => world.nearestFree({ id: id!, oneWay: "up" as never }, 3), TypeError, "oneWay");
  await throws(() => world.nearestFree(id!, 3, { within: at as never }), TypeError, "within.left");
  await throws(() => world.sweep({ mask: {} as never, ...at }, at), TypeError, "who.mask must be a Mask");
  await throws(() => world.sweep({ mask: block, x: NaN, y: 0 }, at), RangeError, "who.x");
  await throws(() => world.sweep({ mask: block, ...at, angle: 3 } as never, at), TypeError, 'unknown option "angle": the options are mask, x, y');
  await throws(() => world.sweep(id!, { x: 0, y: 2 ** 31 }), RangeError, "y must be from");
  await throws(() => world.sweep(id!, at, { hitFromInside: 1 as never }), TypeError, "hitFromInside must be true or false, got 1");
  await throws(() => world.find(at, { without: -1 }), RangeError, "without must be a whole number from 0 to 2^32 - 1, got -1");
  await throws(() => world.find(at, { withSensors: true } as never), TypeError, 'unknown option "withSensors": the options are layers, without');
  await throws(() => world.moveUntil(id!, at, { layers: 2 ** 32 }), RangeError, "layers");
  await throws(() => world.moveUntil(id!, at, { without: 0 } as never), TypeError, "unknown option");
  await throws(() => world.pushOut(id!, -1), RangeError, "limit");
  await throws(() => world.pushOut(id!, Infinity), RangeError, "limit");
  await throws(() => world.pushOutMany([id!, 9], 5), RangeError, "no sprite 9");
  await throws(() => world.pushOutMany([id!], 0.5), TypeError, "limit");
  await throws(() => world.pushOut(id!, 5, { along: half }), TypeError, "along.x");
  await throws(() => world.pushOut(9, 5, { along: at }), RangeError, "no sprite 9");
  await throws(() => world.carry(id!, at, { riders: [rider!, 9] }), RangeError, "no sprite 9");
  await throws(() => world.carry(id!, at, { riders: rider as never }), TypeError, "riders must be");
  await throws(() => world.carry(id!, at, { rider: [] } as never), TypeError, 'unknown option "rider"');
  await throws(() => world.carry(id!, NaN, 0), RangeError, "x must be from");
  await throws(() => world.carry(9, at), RangeError, "no sprite 9");
  await throws(() => block.fill(...([at] as never)), TypeError, "fill takes no arguments, got an object of class Object; fillShape takes a shape");
  await throws(() => block.nearestFree(block, half, 5), TypeError, "x must be a whole number");
  await throws(() => block.nearestFree(block, at, -1), RangeError, "limit");
  await throws(() => block.nearestFree({} as never, at, 1), TypeError, "other must be a Mask");
  const within = { left: 0, top: 0, width: 9, height: 9 };
  await throws(() => block.nearestFree(block, at, 5, { within: { ...within, width: -1 } }), RangeError, "within.width");
  await throws(() => block.nearestFree(block, at, 5, { within: { ...within, left: 0.5 } }), TypeError, "within.left");
  await throws(() => block.nearestFree(block, at, 2 ** 32, { within }), RangeError, "limit");
  await throws(() => block.nearestFree(block, at, 5, { inside: within } as never), TypeError, "unknown option");
  equal(world.toBytes(), before, "a call that throws changes nothing");
});

test("an unknown option is an error of every call that takes options", async () => {
  const world = new World();
  const block = new Mask(4, 4, true);
  const id = world.spawn(world.addMask(block), 0, 0);
  const at = { x: 0, y: 0 };
  const wrong = { layer: 2 } as never;
  const calls = {
    find: () => world.find(at, wrong),
    findMany: () => world.findMany([0, 0], wrong),
    nearest: () => world.nearest(at, 1, wrong),
    nearestOthers: () => world.nearestOthers(id, 1, wrong),
    nearestOthersMany: () => world.nearestOthersMany([id], 1, wrong),
    nearestMany: () => world.nearestMany([0, 0], 1, wrong),
    castRay: () => world.castRay(at, at, wrong),
    castRayAll: () => world.castRayAll(at, at, wrong),
    castRays: () => world.castRays([0, 0], [0, 0], wrong),
    sweep: () => world.sweep(id, at, wrong),
    sweepMany: () => world.sweepMany([id], [0, 0], wrong),
    touching: () => world.touching(id, at, wrong),
    who: () => world.isFree({ id, ...(wrong as object) }),
    isFree: () => world.isFree(id, wrong),
    nearestFree: () => world.nearestFree(id, 1, wrong),
    overlapping: () => world.overlapping(id, wrong),
    pushOut: () => world.pushOut(id, 1, wrong),
    pushOutMany: () => world.pushOutMany([id], 1, wrong),
    setLimits: () => world.setLimits(wrong),
    moveUntil: () => world.moveUntil(id, at, wrong),
    moveUntilMany: () => world.moveUntilMany([id], [0, 0], wrong),
    carry: () => world.carry(id, at, wrong),
    contacts: () => world.contacts([], wrong),
    toBytes: () => world.toBytes(wrong),
    fromBytes: () => World.fromBytes(new Uint8Array(), wrong),
    spawn: () => world.spawn(0, at, wrong),
    spawnMany: () => world.spawnMany(0, [], wrong),
    set: () => world.set(id, wrong),
    from: () => Mask.from(new ImageData(1, 1), wrong),
    stepContacts: () => world.step().contacts(wrong),
    stepContactsOf: () => world.step().contactsOf(id, wrong),
  };
  for (const call of Object.values(calls)) await throws(call, TypeError, 'unknown option "layer": the options are ');
  await throws(() => world.find(at, null as never), TypeError, "options must be an object, got null");
  await throws(() => world.toBytes({ masks: 1 as never }), TypeError, "masks must be true or false");
  await throws(() => World.fromBytes(new Uint8Array(), { masks: 3 as never }), TypeError, "masks must be an array");
});

test("bits with a sign are taken as 32 bits", () => {
  const world = new World();
  const mask = world.addMask(new Mask(2, 2, true));
  const [id, other] = [world.spawn(mask, 0, 0, { layers: 1 << 31, collidesWith: ~2 }), world.spawn(mask, 0, 0, { layers: 3 })];
  equal([world.get(id).layers, world.get(id).collidesWith], [2 ** 31, 2 ** 32 - 3]);
  equal(world.find({ x: 0, y: 0 }, { layers: ~3 }), [id]);
  world.set([id, other], { layers: [-1, 1] });
  equal(world.get([id, other]).layers, [2 ** 32 - 1, 1]);
  equal(world.step().beganBetween(1, 1 << 31), [other, id]);
});

test("a mask in the place of its id, or of another copy of hitmask, is an error that says what to do", async () => {
  await initMasks();
  const world = new World();
  const mask = new Mask(2, 2, true);
  const fix = "must be an id that addMask has returned, got an object of class Mask: call world.addMask(mask) first";
  await throws(() => world.spawn(mask as never, 0, 0), TypeError, `mask ${fix}`);
  await throws(() => world.spawnMany(mask as never, [0, 0]), TypeError, `mask ${fix}`);
  await throws(() => world.replaceMask(mask as never, mask), TypeError, `maskId ${fix}`);
  await throws(() => world.addMask(new OtherMask(2, 2) as never), TypeError, "got a Mask of another copy of hitmask, such as hitmask/mask: give Mask.fromBytes(mask.toBytes())");
  equal(world.addMask(Mask.fromBytes(new OtherMask(2, 2, true).toBytes())), 0);
});

test("a place that is no number is not to be clipped", async () => {
  const world = new World();
  const mask = world.addMask(new Mask(2, 2, true));
  await throws(() => world.spawn(mask, NaN, 0), RangeError, /x must be from -2\^30 to 2\^30, got NaN; check the calculation that made it$/);
  await throws(() => world.spawn(mask, 0, 2 ** 31), RangeError, "got 2147483648; clip the position");
});

test("use after free", async () => {
  const mask = new Mask(2, 2, true);
  const world = new World();
  const dot = world.addMask(mask);
  mask.free();
  mask.free();
  await throws(() => mask.width, Error, "this Mask was freed");
  await throws(() => mask.overlaps(new Mask(1, 1), 0, 0), Error, "this Mask was freed");
  await throws(() => new Mask(1, 1).overlaps(mask, 0, 0), Error, "this Mask was freed");
  await throws(() => world.addMask(mask), Error, "this Mask was freed");
  world.spawn(dot, 0, 0);
  equal(world.step().pairs.length, 0, "the world keeps its masks");
  world.free();
  await throws(() => world.step(), Error, "this World was freed");
  await throws(() => world.getPositions(), Error, "this World was freed");
  world.free();
});

test("calls of a prototype or of a copy of it do not crash", async () => {
  await throws(() => Mask.prototype.count.call({} as never), Error, /freed|Mask/);
});
