// Sprites that come and go together, and sprites that lose pixels: dug, split, with masks of their own.
import assert from "node:assert/strict";
import { test } from "node:test";

const { default: init, Mask, World } = await import("../dist/node.js");
await init();

const [GROUND, CRATES] = [1, 2];

/** Returns a world with the ground, and two crates that show one mask. */
function scene() {
  const world = new World();
  const ground = world.spawn(world.addMask(new Mask(60, 20, true)), 0, 20, { layers: GROUND, fixed: true });
  const crate = world.addMask(new Mask(8, 8, true));
  const [left, right] = [10, 40].map((x) => world.spawn(crate, x, 12, { layers: CRATES }));
  return { world, ground, left, right };
}

/** Returns the solid pixels of a sprite in the world, as texts. */
function solid(world, id) {
  const { mask, at } = world.shape(id);
  const texts = [];
  for (let y = 0; y < mask.height; y++) {
    for (let x = 0; x < mask.width; x++) if (mask.contains(x, y)) texts.push(`${x + at.x},${y + at.y}`);
  }
  return texts;
}

test("despawnMany skips ids without a sprite, and counts", () => {
  const { world, ground, left, right } = scene();
  assert.equal(world.despawnMany([left, left, 77, 2 ** 32 - 1]), 1);
  assert.deepEqual([world.contains(left), world.contains(right)], [false, true]);
  assert.equal(world.despawnMany(Uint32Array.of(left, ground)), 1);
  assert.equal(world.despawnMany([]), 0);
  assert.throws(() => world.despawnMany([right, 0.5]), /ids\[1\] must be a whole number from 0 to 2\^32 - 1, got 0.5/);
  assert.throws(() => world.despawnMany(right), /ids must be a Uint32Array or an array of ids, got 2/);
  assert.deepEqual([...world.ids()], [right]);
  assert.ok(!("has" in world), "one name");
});

test("clear removes all sprites and keeps the masks", () => {
  const { world, ground, left } = scene();
  world.moveBy(left, 0, 4);
  assert.deepEqual([...world.step().pairs], [ground, left]);
  const own = world.ownMask(left);
  world.clear();
  assert.deepEqual([world.size, world.contains(ground)], [0, false]);
  const { pairs, ended } = world.step();
  assert.deepEqual([[...pairs], [...ended]], [[], [ground, left]]);
  assert.equal(world.mask(1).count(), 64);
  assert.throws(() => world.mask(own), /no mask 2/);
  assert.ok(world.contains(world.spawn(0, 0, 0)));
});

test("a mask of its own changes no other sprite", () => {
  const { world, left, right } = scene();
  const shared = world.get(left).mask;
  const own = world.ownMask(left);
  assert.notEqual(own, shared);
  assert.deepEqual([world.ownMask(left), world.get(left).mask, world.get(right).mask], [own, own, shared]);
  world.eraseFromMask(own, { left: 0, top: 0, width: 8, height: 4 });
  assert.deepEqual([world.mask(own).count(), world.mask(shared).count()], [32, 64]);
  assert.throws(() => world.ownMask(9), { name: "RangeError", message: /no sprite 9.*World.contains tells/ });
  assert.throws(() => world.ownMask("a"), { name: "TypeError", message: /id must be .* got "a"/ });
});

const inside = (test) => {
  const texts = [];
  for (let y = 0; y < 40; y++) for (let x = 0; x < 60; x++) if (test(x, y)) texts.push(`${x},${y}`);
  return new Set(texts);
};

for (const [name, shape, pixels] of [
  ["a point", { x: 12.5, y: 30 }, inside((x, y) => x === 12 && y === 30)],
  ["a rectangle", { left: 8, top: 18, width: 6, height: 6 }, inside((x, y) => x >= 8 && x < 14 && y >= 18 && y < 24)],
  ["a circle", { x: 14, y: 20, radius: 5 }, inside((x, y) => (x - 13.5) ** 2 + (y - 19.5) ** 2 <= 25)],
  ["a line", { from: { x: 0, y: 0 }, to: { x: 30, y: 30 } }, inside((x, y) => x === y && x <= 30)],
  [
    "a polygon",
    { points: [{ x: 8, y: 16 }, { x: 20, y: 16 }, { x: 20, y: 25 }, { x: 8, y: 25 }] },
    inside((x, y) => x >= 8 && x < 20 && y >= 16 && y < 25),
  ],
  ["a mask at a place", { mask: Mask.fromText("#.#"), x: 13, y: 19 }, inside((x, y) => (x === 13 || x === 15) && y === 19)],
]) {
  test(`erase takes the pixels of ${name}`, () => {
    const { world, ...ids } = scene();
    const before = Object.values(ids).map((id) => [id, solid(world, id)]);
    const lost = world.erase(shape);
    assert.ok(lost instanceof Uint32Array && lost.length > 0);
    assert.deepEqual([...lost], before.filter(([, old]) => old.some((pixel) => pixels.has(pixel))).map(([id]) => id));
    for (const [id, old] of before) assert.deepEqual(solid(world, id), old.filter((pixel) => !pixels.has(pixel)));
    assert.deepEqual([world.find(shape).length, world.erase(shape).length], [0, 0]);
  });
}

test("erase takes from sprites in layers, and names a wrong argument", () => {
  const { world, ground, left } = scene();
  const hole = { left: 0, top: 0, width: 30, height: 40 };
  assert.deepEqual([...world.erase(hole, { layers: CRATES })], [left]);
  assert.deepEqual([world.bounds(left), world.contains(left)], [null, true]);
  assert.deepEqual([...world.erase(hole, { layers: 4 })], []);
  for (const [shape, options, name, message] of [
    ["hole", {}, "TypeError", /shape must be a point, a rectangle, a circle, a line or a polygon, got "hole"/],
    [{ x: NaN, y: 0 }, {}, "RangeError", /shape.x must be .* got NaN/],
    [{ x: 5, y: 5, radius: -1 }, {}, "RangeError", /radius/],
    [{ mask: 3, x: 0, y: 0 }, {}, "TypeError", /shape.mask must be a Mask, got 3/],
    [{ mask: new Mask(1, 1), x: NaN, y: 0 }, {}, "RangeError", /shape.x|shape must be finite/],
    [hole, { layer: 1 }, "TypeError", /unknown option "layer": the options are layers$/],
    [hole, { layers: 2 ** 32 }, "RangeError", /layers must be/],
  ]) {
    assert.throws(() => world.erase(shape, options), { name, message });
  }
  assert.deepEqual([...world.erase(hole)], [ground]);
});

test("erase digs in a rotated and scaled sprite", () => {
  const world = new World();
  const plank = world.addMask(new Mask(40, 10, true));
  world.spawnMany(plank, [0, 0, 0, 60], { angle: 30, scale: 1.5, origin: { x: 0.5, y: 0.5 } });
  const hole = { x: 25, y: 20, radius: 6 };
  assert.deepEqual([...world.erase(hole)], [0]);
  assert.equal(world.find(hole).length, 0);
  assert.ok(world.mask(world.get(0).mask).count() < 400 && world.mask(plank).count() === 400);
});

test("split makes sprites of the parts", () => {
  const world = new World();
  const plank = world.spawn(world.addMask(new Mask(90, 6, true)), 10, 50, { layers: 4, data: 7 });
  assert.equal(world.split(plank).length, 0);
  world.erase({ left: 40, top: 0, width: 4, height: 100 });
  const pieces = world.split(plank);
  assert.ok(pieces instanceof Uint32Array && pieces.length === 1);
  assert.deepEqual(world.bounds(plank), { left: 44, top: 50, width: 56, height: 6 });
  assert.deepEqual(world.bounds(pieces[0]), { left: 10, top: 50, width: 30, height: 6 });
  assert.deepEqual([world.get(pieces[0]).layers, world.data(pieces[0])], [4, 7]);
  assert.throws(() => world.split(9), { name: "RangeError", message: /no sprite 9/ });
  assert.throws(() => world.split(-1), { name: "RangeError", message: /id must be .* got -1/ });
});

test("the alpha of a picture follows the mask", () => {
  const mask = Mask.fromText("#.#\n..#");
  const isSolid = [true, false, true, false, false, true];
  for (const Bytes of [Uint8Array, Uint8ClampedArray]) {
    const whole = new Bytes(31).fill(9);
    const data = whole.subarray(3, 27); // in the middle of a buffer
    mask.clearAlpha({ data, width: 3, height: 2 });
    assert.deepEqual([...data], isSolid.flatMap((one) => [9, 9, 9, one ? 9 : 0]));
    assert.deepEqual([...whole.subarray(0, 3), ...whole.subarray(27)], Array(7).fill(9));
  }
  const data = new Uint8Array(24).fill(9);
  for (const [picture, name, message] of [
    [{ data, width: 2, height: 3 }, "RangeError", /picture must have the 3 x 2 pixels of the mask, got 2 x 3/],
    [{ data: data.subarray(1), width: 3, height: 2 }, "RangeError", /picture.data must have 24 bytes for 3 x 2 pixels, got 23/],
    [{ data: [...data], width: 3, height: 2 }, "TypeError", /picture.data must be a Uint8ClampedArray or a Uint8Array/],
    [data.buffer, "TypeError|RangeError", /picture/],
    [null, "TypeError", /picture must be ImageData or \{ data, width, height \}, got null/],
  ]) {
    assert.throws(() => mask.clearAlpha(picture), (error) => new RegExp(name).test(error.name) && message.test(error.message));
  }
  assert.ok(data.every((byte) => byte === 9));
});
