import init, { crossAreas, crossPairs, Mask, World, type Probe, type SpriteChanges } from "hitmask";
import { assert, equal, test, throws } from "./harness.ts";
import { maskOf, picture, pictureOf, random, shared, underMap, type Picture } from "./oracle.ts";

await init();

interface Shown {
  readonly at: { readonly x: number; readonly y: number };
  readonly picture: Picture;
}

/** Returns what each sprite shows. Sprites with equal appearances share a picture. */
function shownBy(world: World, pictures: Map<string, Picture>): Map<number, Shown> {
  return new Map(
    [...world.ids()].map((id) => {
      const { mask, flipX, flipY, turn, angle, scale } = world.get(id);
      const key = JSON.stringify([mask, flipX, flipY, turn, angle, scale]);
      const shape = world.shape(id);
      if (!pictures.has(key)) pictures.set(key, pictureOf(shape.mask));
      shape.mask.free();
      return [id, { at: shape.at, picture: pictures.get(key)! }];
    }),
  );
}

/** All pairs that share a pixel, by a loop over all pairs. */
function allPairs(shown: Map<number, Shown>, may: (a: number, b: number) => boolean): number[] {
  const pairs: number[] = [];
  const ids = [...shown.keys()].sort((a, b) => a - b);
  for (const a of ids) {
    for (const b of ids.filter((b) => b > a && may(a, b))) {
      const [one, other] = [shown.get(a)!, shown.get(b)!];
      if (shared(one.picture, other.picture, other.at.x - one.at.x, other.at.y - one.at.y).length) pairs.push(a, b);
    }
  }
  return pairs;
}

/** The pairs of one list that are not in the other. */
function without(pairs: ArrayLike<number>, others: ArrayLike<number>): number[] {
  const keys = (list: ArrayLike<number>) => Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]},${list[2 * i + 1]}`);
  const gone = new Set(keys(others));
  return keys(pairs).filter((key) => !gone.has(key)).flatMap((key) => key.split(",").map(Number));
}

test("100 steps with spawns and despawns find the pairs of a loop over all pairs", () => {
  const next = random(5);
  const below = (n: number) => Math.floor(n * next());
  const world = new World();
  const masks = [9, 17, 33, 65].map((size) => world.addMask(maskOf(picture(size, size, () => next() < 0.15))));
  const layersOf = new Map<number, [number, number, boolean]>();
  const pictures = new Map<string, Picture>();
  const spawn = () => {
    const [layers, collidesWith, fixed] = [1 + below(3), 1 + below(3), below(6) === 0];
    const turn = below(4) as 0 | 1 | 2 | 3;
    const rotated = below(3) === 0 ? { angle: 45 * below(8), scale: [0.5, 1, 2][below(3)] } : {};
    const options = { layers, collidesWith, fixed, turn, flipX: below(2) === 0, flipY: below(2) === 0, ...rotated };
    const id = world.spawn(masks[below(4)], below(240) - 120, below(240) - 120, options);
    layersOf.set(id, [layers, collidesWith, fixed]);
  };
  for (let i = 0; i < 60; i++) spawn();
  const may = (a: number, b: number) => {
    const [[inA, withA, fixedA], [inB, withB, fixedB]] = [layersOf.get(a)!, layersOf.get(b)!];
    return (inA & withB) !== 0 && (inB & withA) !== 0 && !(fixedA && fixedB);
  };
  let before: number[] = [];
  let [began, ended] = [0, 0];
  for (let round = 0; round < 100; round++) {
    for (let i = below(4); i > 0; i--) {
      const ids = world.ids();
      const id = ids[below(ids.length)];
      world.despawn(id);
      layersOf.delete(id);
    }
    while (world.size < 60) spawn();
    const positions = world.getPositions();
    for (const id of world.ids()) {
      if (layersOf.get(id)![2]) continue;
      positions[2 * id] += below(9) - 4;
      positions[2 * id + 1] += below(9) - 4;
    }
    world.setPositions(positions);
    const step = world.step();
    const expected = allPairs(shownBy(world, pictures), may);
    equal(step.pairs, expected, `pairs of step ${round}`);
    equal(world.collisions(), expected, "collisions");
    // A slot that a new sprite has taken names another sprite, so only ids that lived on are compared.
    equal(without(step.began, without(expected, before)).length, 0, "began");
    began += step.began.length / 2;
    ended += step.ended.length / 2;
    equal(began - ended, expected.length / 2, "as many pairs began as ended, and those that collide");
    before = expected;
  }
  assert(began > 200 && ended > 200, `only ${began} pairs began`);
});

test("queries find the sprites of a loop over pixels", () => {
  const next = random(9);
  const below = (n: number) => Math.floor(n * next());
  const world = new World();
  const shapes = [picture(31, 20, () => next() < 0.3), picture(8, 70, (x, y) => (x + y) % 3 === 0)];
  const masks = shapes.map((shape) => world.addMask(maskOf(shape)));
  const at: [number, number, number][] = Array.from({ length: 80 }, () => [below(2), below(300), below(300)]);
  for (const [kind, x, y] of at) world.spawn(masks[kind], x, y);
  const probeMask = maskOf(shapes[0]);
  const solid = (id: number, x: number, y: number) => {
    const [kind, left, top] = at[id];
    const { width, height, solid } = shapes[kind];
    return x >= left && y >= top && x < left + width && y < top + height && solid[(y - top) * width + x - left];
  };
  const covered = (has: (x: number, y: number) => boolean) =>
    at.flatMap((_, id) => {
      for (let y = 0; y < 400; y++) for (let x = 0; x < 400; x++) if (has(x, y) && solid(id, x, y)) return [id];
      return [];
    });
  for (let round = 0; round < 12; round++) {
    const [x, y, size] = [below(300), below(300), 1 + below(40)];
    const probes: [Probe, (x: number, y: number) => boolean][] = [
      [{ x, y }, (px, py) => px === x && py === y],
      [{ left: x, top: y, width: size, height: 5 }, (px, py) => px >= x && py >= y && px < x + size && py < y + 5],
      [{ x, y, radius: size }, (px, py) => Math.hypot(px + 0.5 - x, py + 0.5 - y) <= size],
      [{ from: { x, y }, to: { x: x + size, y } }, (px, py) => py === y && px >= x && px <= x + size],
      [{ mask: probeMask, x, y }, (px, py) => px >= x && py >= y && probeMask.contains(px - x, py - y)],
    ];
    for (const [probe, has] of probes) equal(world.find(probe), covered(has), JSON.stringify(probe));
    const [from, to] = [{ x: 0, y }, { x: 399, y }];
    const first = world.castRay(from, to);
    const column = Array.from({ length: 400 }, (_, x) => x).find((x) => at.some((_, id) => solid(id, x, y)));
    equal(first && [first.at, first.step], column === undefined ? null : [{ x: column, y }, column]);
    equal(world.castRayAll(from, to).map(({ id }) => id).sort((a, b) => a - b), covered((_, py) => py === y));
  }
  equal(world.nearest({ x: -10, y: -10 }, 3).length, 3);
  equal(world.find({ x: 0, y: 0 }, { layers: 2 }).length, 0);
});

test("contacts describe the shared pixels, and the way out parts the pair", async () => {
  const world = new World();
  const block = world.addMask(new Mask(10, 10, true));
  const [a, b] = [world.spawn(block, 0, 0), world.spawn(block, 7, 4)];
  world.spawn(block, 500, 0);
  world.step();
  const contacts = world.contacts();
  equal([contacts.pairs, contacts.first, contacts.area, contacts.bounds], [[a, b], [7, 4], [18], [7, 4, 3, 6]]);
  equal(contacts.penetration, [-3, 0]);
  assert(contacts.normal![0] < 0, "the first sprite leaves to the left");
  const contact = world.contact(b, a)!;
  equal([contact.a, contact.b, contact.first, contact.area], [b, a, { x: 7, y: 4 }, 18]);
  equal(contact.bounds, { left: 7, top: 4, width: 3, height: 6 });
  equal([contact.penetration, contact.penetrationOf(a)], [{ x: 3, y: 0 }, { x: -3, y: 0 }]);
  assert(contact.normal.x > 0 && contact.normalOf(a).x === -contact.normal.x && contact.normalOf(b) === contact.normal);
  await throws(() => contact.normalOf(9), RangeError, "got 9");
  equal(world.contact(a, 2), null);
  equal([world.overlapping(a), world.overlapping(2)], [[b], []]);
  const reversed = world.contacts(Uint32Array.of(b, a, a, 2), { waysOut: true });
  const none = -(2 ** 31);
  equal([reversed.penetration, reversed.area], [[3, 0, none, none], [18, 0]]);
  equal([reversed.first, reversed.bounds.subarray(4)], [[7, 4, none, none], [none, none, 0, 0]]);
  assert(Number.isNaN(reversed.normal![2]), "a pair that does not collide has no normal");
  const fast = world.contacts(undefined, { waysOut: false });
  equal([fast.normal, fast.penetration, fast.area], [null, null, [18]]);
  world.moveBy(a, -3, 0);
  equal(world.step().ended, [a, b]);
});

test("masks are edited in place, replaced and removed", () => {
  const world = new World();
  const ground = world.addMask(new Mask(100, 10, true));
  const dot = world.addMask(new Mask(2, 2, true));
  const terrain = world.spawn(ground, 0, 50, { fixed: true });
  const ball = world.spawn(dot, 20, 52);
  equal(world.step().pairs, [terrain, ball]);
  world.eraseFromMask(ground, { x: 21, y: 3, radius: 4 });
  equal(world.step().ended, [terrain, ball]);
  world.drawOnMask(ground, new Mask(3, 3, true), 20, 2);
  equal(world.step().began, [terrain, ball]);
  world.replaceMask(ground, new Mask(1, 1));
  equal(world.step().pairs.length, 0);
  world.despawn(terrain);
  const removed = world.removeMask(ground);
  equal([removed.width, removed.count()], [1, 0]);
  equal(world.mask(dot).count(), 4);
});

test("a changed sprite shows the change, and a clone goes on alike", () => {
  const world = new World();
  const bar = world.addMask(new Mask(9, 3, true));
  const id = world.spawn(bar, 10, 10, { data: 2 ** 53 - 1, origin: { x: 0.5, y: 0.5 } });
  world.set(id, { angle: 90, position: { x: 30, y: 10 }, layers: 4, scale: 2 });
  const { position, angle, layers, data, scale, origin } = world.get(id);
  equal([position.x, angle, layers, data, scale, origin], [30, 90, 4, 2 ** 53 - 1, { x: 2, y: 2 }, { x: 0.5, y: 0.5 }]);
  equal(world.getPositions(), [30, 10]);
  equal(world.bounds(id)!.height, 18);
  world.step();
  const copy = world.clone();
  copy.moveTo(id, -5, 0);
  copy.step();
  equal([copy.get(id).position.x, world.get(id).position.x], [-5, 30]);
  world.despawn(id);
  equal([world.data(id), world.contains(id), copy.contains(id)], [2 ** 53 - 1, false, true]);
});

test("a sprite can be copied by its values, and values that are not given stay", async () => {
  const world = new World();
  const bar = world.addMask(new Mask(9, 3, true));
  const id = world.spawn(bar, 100, 90, { angle: 90, layers: 4, data: 7 });
  const { mask, position, ...rest } = world.get(id);
  const copy = world.spawn(mask, 5, 6, rest);
  equal([world.get(copy).position, world.get(copy).angle, position], [{ x: 5, y: 6 }, 90, { x: 100, y: 90 }]);
  world.set(id, { angle: undefined, layers: undefined, data: undefined });
  const { angle, layers, data } = world.get(id);
  equal([angle, layers, data], [90, 4, 7]);
  await throws(() => world.set(id, { x: 3 } as never), TypeError, 'unknown option "x": the options are mask, position');
});

/** A picture without any symmetry. */
const LETTER = "#########\n#....#...\n##...#...\n#.#..###.\n#..#.....";

test("a picture drawn under drawTransform covers the pixels that its sprite shows, whatever its values are", () => {
  const mask = Mask.fromText(LETTER);
  // With an empty border, because a canvas smooths the outline of an image.
  const [bitmap, pixels] = [new OffscreenCanvas(mask.width + 16, mask.height + 16), pictureOf(mask)];
  bitmap.getContext("2d")!.putImageData(mask.toImageData(), 8, 8);
  const world = new World();
  const [id, side] = [world.spawn(world.addMask(mask), 0, 0), 200];
  /** Returns the pixels that the sprite shows. */
  const shownBy = (): Uint8Array => {
    const { mask: shape, at } = world.shape(id);
    const shown = new Uint8Array(side * side);
    for (let y = 0; y < shape.height; y++) {
      for (let x = 0; x < shape.width; x++) if (shape.contains(x, y)) shown[(y + at.y) * side + x + at.x] = 1;
    }
    shape.free();
    return shown;
  };
  const drawnBy = (): Uint8Array => {
    const context = new OffscreenCanvas(side, side).getContext("2d")!;
    context.imageSmoothingEnabled = false;
    context.setTransform(...world.drawTransform(id));
    context.drawImage(bitmap, -8, -8);
    const { data } = context.getImageData(0, 0, side, side);
    return Uint8Array.from({ length: side * side }, (_, i) => Number(data[4 * i + 3] > 127));
  };
  const differ = (a: Uint8Array, b: Uint8Array) => a.reduce((sum, bit, i) => sum + Number(bit !== b[i]), 0);
  const next = random(17);
  const reset = { fraction: { x: 0, y: 0 }, flipX: false, flipY: false, turn: 0, angle: 0, scale: 1, origin: null, transform: null } as const;
  let drawn = 0;
  for (let round = 0; round < 300; round++) {
    const two = (least: number, size: number) => ({ x: least + size * next(), y: least + size * next() });
    const [fraction, origin, scale] = [two(0, 1), next() < 0.5 ? null : two(-5, 20), two(0.3, 3)];
    const turned = {
      ...{ flipX: next() < 0.5, flipY: next() < 0.5, turn: Math.floor(4 * next()) as 0 | 1 | 2 | 3 },
      ...{ angle: next() < 0.3 ? 90 * Math.floor(4 * next()) : 360 * next(), scale: next() < 0.3 ? 1 : scale, origin },
    };
    const one = () => 4 * next() - 2;
    const changes: SpriteChanges = next() < 0.3 ? { transform: [one(), one(), one(), one()] } : turned;
    world.set(id, { ...reset, position: { x: 100, y: 99 }, fraction, ...changes });
    const { solid, margins } = underMap(pixels, world.drawTransform(id), side);
    equal(differ(shownBy(), solid), 0, `wrong pixels with ${JSON.stringify(changes)}`);
    // Firefox draws smaller copies of pictures that shrink.
    const [a, b, c, d] = world.drawTransform(id);
    if (Math.abs(a * d - b * c) < 1) continue;
    const picture = drawnBy().map((bit, i) => (margins[i] < 0.001 ? solid[i] : bit));
    drawn += picture.reduce((sum, bit) => sum + bit, 0);
    equal(differ(picture, solid), 0, `pixels drawn elsewhere with ${JSON.stringify(changes)}`);
  }
  assert(drawn > 1000, `only ${drawn} pixels are drawn`);
});

test("with an origin, the position is where its point of the picture is drawn, and the sprite turns about it", () => {
  const world = new World();
  const square = world.addMask(new Mask(5, 5, true));
  const pole = world.addMask(new Mask(2, 10, true));
  const id = world.spawn(pole, 100, 50, { origin: { x: 1, y: 10 } });
  equal([world.get(id).origin, world.bounds(id)], [{ x: 1, y: 10 }, { left: 99, top: 40, width: 2, height: 10 }]);
  for (const changes of [{ turn: 1 }, { turn: 0, angle: 90 }] as const) {
    world.set(id, changes);
    equal([world.get(id).position, world.bounds(id)], [{ x: 100, y: 50 }, { left: 100, top: 49, width: 10, height: 2 }]);
  }
  world.set(id, { angle: 0, origin: null });
  equal([world.get(id).origin, world.bounds(id)], [null, { left: 100, top: 50, width: 2, height: 10 }]);
  const odd = world.spawn(square, 20, 30);
  for (const angle of [0, 90, 180, 270]) {
    world.set(odd, { angle });
    equal(world.bounds(odd), { left: 20, top: 30, width: 5, height: 5 }, `the box at ${angle} degrees`);
  }
  // A scaled sprite is shown at its fraction. The corner of an upright one is rounded.
  world.set(odd, { angle: 0, scale: 2, origin: { x: 0, y: 0 }, fraction: { x: 0.5, y: 0.49 } });
  equal([world.drawTransform(odd), world.bounds(odd)], [[2, 0, 0, 2, 20.5, 30.49], { left: 20, top: 30, width: 10, height: 10 }]);
  world.set(odd, { scale: 1 });
  equal([world.drawTransform(odd), world.get(odd).fraction], [[1, 0, 0, 1, 21, 30], { x: 0.5, y: 0.49 }]);
  world.moveBy(odd, 3, -2);
  equal([world.get(odd).position, world.get(odd).fraction], [{ x: 23, y: 28 }, { x: 0.5, y: 0.49 }], "moves keep the fraction");
});

test("the place of a sprite under a map keeps its fraction, in every call", async () => {
  const world = new World();
  const mask = world.addMask(Mask.fromText("###\n#.#"));
  const place = (id: number) => [world.get(id).position, world.get(id).fraction];
  const exact = [{ x: 10, y: -4 }, { x: 0.75, y: 0.5 }];
  const plain = world.spawn(mask, 10.75, -3.5);
  equal(place(plain), [{ x: 11, y: -3 }, { x: 0, y: 0 }]);
  for (const look of [{ angle: 30 }, { scale: 2 }, { origin: { x: 1.5, y: 2 } }, { transform: [1, 0.5, 0, 1] }] as const) {
    const id = world.spawn(mask, 10.75, -3.5, look);
    const many = world.spawnMany(mask, [10.75, -3.5], look);
    equal([place(id), place(many[0]!)], [exact, exact]);
    for (const move of [
      () => world.moveTo(id, 10.75, -3.5),
      () => world.jumpTo(id, 10.75, -3.5),
      () => world.set(id, { position: { x: 10.75, y: -3.5 } }),
      () => world.setPositions(new Float64Array(2 * world.slotCount).map((_, index) => [10.75, -3.5][index % 2]!)),
    ]) {
      world.moveTo(id, 7, 8.25);
      equal(place(id), [{ x: 7, y: 8 }, { x: 0, y: 0.25 }]);
      move();
      equal(place(id), exact);
    }
    world.setPositions(world.getPositions().map((c) => c + 1)); // whole pixels
    equal(place(id), [{ x: 11, y: -3 }, exact[1]]);
    // A change that fails for one sprite leaves the places and the fractions of all.
    await throws(() => world.set([id, plain], { position: [5.5, 5.5, 1, 1], scale: [2, 2, 1e9, 1e9] } as never), Error, "");
    equal(place(id), [{ x: 11, y: -3 }, exact[1]]);
    await throws(() => world.setPositions([NaN, 0]), RangeError, "positions[0]");
  }
  equal(world.get(plain).fraction, { x: 0, y: 0 });
  world.free();
});

test("a transform is the linear part of a map in the order of a canvas, and keeps the position", async () => {
  const world = new World();
  const bar = world.addMask(new Mask(9, 3, true));
  const id = world.spawn(bar, 100, 90, { fraction: { x: 0.25, y: 0.5 }, transform: [0, 2, -1.5, 0.25] });
  equal([world.get(id).transform, world.drawTransform(id)], [[0, 2, -1.5, 0.25], [0, 2, -1.5, 0.25, 100.25, 90.5]]);
  await throws(() => world.set(id, { angle: 5 }), RangeError, "a sprite with a transform has no `angle`");
  await throws(() => world.set(id, { flipX: true, layers: 2 }), RangeError, "a sprite with a transform has no `flipX`");
  world.set(id, { transform: Float64Array.of(1, 0, 0.5, 1) as never });
  equal([world.get(id).transform, world.get(id).position, world.get(id).layers], [[1, 0, 0.5, 1], { x: 100, y: 90 }, 1]);
  world.set(id, { position: { x: 7.25, y: 8.5 } });
  equal(world.drawTransform(id), [1, 0, 0.5, 1, 7.25, 8.5]);
  equal(world.isFree({ id, transform: [40, 0, 0, 40] }), true);
  world.set(id, { transform: null, angle: 90 });
  equal([world.get(id).transform, world.get(id).angle, world.get(id).position], [null, 90, { x: 7, y: 8 }]);

  const ids = world.spawnMany(bar, [0, 0, 50, 0, 90, 0], { transform: [2, 0, 1, 1] });
  equal(world.get(ids).transform, [2, 0, 1, 1, 2, 0, 1, 1, 2, 0, 1, 1], "one for all");
  world.set(ids, { transform: [1, 0, 0, 2, NaN, NaN, NaN, NaN, 3, 0, 0, 1], fraction: [0, 0, 0.5, 0.5, 0, 0.25] });
  equal(ids.length && [...ids].map((id) => world.get(id).transform), [[1, 0, 0, 2], null, [3, 0, 0, 1]]);
  world.set(ids[1], { origin: { x: 4.5, y: 1.5 } });
  const all = world.get(ids);
  equal([...all.transform.slice(4, 8), ...all.origin].map(Number.isNaN), Array.from({ length: 10 }, (_, i) => i < 6 || i > 7), "NaN is none");
  const before = world.toBytes();
  world.set(ids, all);
  for (const id of ids) {
    world.set(id, world.get(id));
    world.set([id], world.get([id]));
  }
  equal(world.toBytes(), before, "the values that get returns change nothing");
  await throws(() => world.set(ids, { transform: [1, 0, 0, 1, 2] }), RangeError, "transform must have 12 numbers, a, b, c and d for each sprite, got 5");
  await throws(() => world.set(ids, { transform: [1, 0, 0, 2, NaN, NaN, NaN, 1, 3, 0, 0, 1], origin: null }), RangeError, "must be finite, got NaN");
  await throws(() => world.set(ids, { fraction: [0, 0, 0, 1, 0, 0] }), RangeError, "fraction[3] must be from 0 to less than 1, got 1");
  await throws(() => world.set(ids, { origin: [NaN, NaN, 1, NaN, 0, 0], transform: null }), RangeError, "origin (1, NaN) is out of range");
  equal(world.toBytes(), before, "after an error, no sprite is changed");
});

test("a place is rounded half up, a point of a query is the pixel that it lies in, a displacement is whole", async () => {
  const world = new World();
  const dot = world.addMask(new Mask(1, 1, true));
  const id = world.spawn(dot, 0.5, -0.5);
  const at = () => [world.get(id).position.x, world.get(id).position.y];
  equal(at(), [1, 0]);
  world.moveTo(id, { x: 2.49, y: -2.5 });
  equal(at(), [2, -2]);
  world.set(id, { position: { x: -0.51, y: 7.5 } });
  equal(at(), [-1, 8]);
  world.moveBy(id, { x: 4, y: -3 });
  equal(at(), [3, 5]);
  await throws(() => world.moveBy(id, 0.5, 0), TypeError, "got 0.5; a Remainder turns moves with fractions into whole ones");
  await throws(() => world.moveBy(id, 2 ** 30, 0), RangeError, "position");
  equal([world.find({ x: 3.99, y: 5.01 }), world.find({ x: 2.99, y: 5 })], [[id], []]);
  equal([world.nearest(3.2, 5.9)[0], world.nearest({ x: -0.5, y: 5 })[0]], [{ id, distance: 0 }, { id, distance: 4 }]);
  equal(world.castRay({ x: 0.5, y: 5.5 }, { x: 9.5, y: 5.5 })!.at, { x: 3, y: 5 });
  equal(world.moveUntil(id, 9.5, 4.4).at, { x: 10, y: 4 });
  equal(world.sweep(id, { x: 0.49, y: 4.4 }).at, { x: 0, y: 4 });
  await throws(() => world.find({ x: NaN, y: 0 }), RangeError, "probe.x");
  await throws(() => world.castRay({ x: 0, y: 0 }, { x: Infinity, y: 0 }), RangeError, "to.x");
});

test("the point of a mask at a point of the world", async () => {
  const world = new World();
  const plank = world.addMask(new Mask(40, 4, true));
  const id = world.spawn(plank, 100, 100, { angle: 90, scale: 2 });
  const at = world.maskPoint(id, { x: 120.5, y: 132.5 });
  equal(at, { x: 35.25, y: 1.75 });
  world.eraseFromMask(plank, { ...at, radius: 3 });
  equal(world.find({ x: 120, y: 132 }), []);
  await throws(() => world.maskPoint(id, NaN, 0), RangeError, "x must be finite");
});

test("an object with a radius is a circle", () => {
  const world = new World();
  const id = world.spawn(world.addMask(new Mask(1, 1, true)), 9, 0);
  equal([world.find({ x: 0, y: 0 }), world.find({ x: 0, y: 0, radius: 10 })], [[], [id]]);
});

test("positions are copies, whole or real, and are all checked first", async () => {
  const world = new World();
  const dot = world.addMask(new Mask(1, 1, true));
  const [a, b, c] = [world.spawn(dot, 0, 0), world.spawn(dot, 5, 5), world.spawn(dot, 7, 7)];
  const copy = world.getPositions();
  equal(copy, [0, 0, 5, 5, 7, 7]);
  copy[0] = 9;
  equal(world.get(a).position.x, 0, "a copy");
  world.setPositions(copy);
  equal(world.getPositions(), [9, 0, 5, 5, 7, 7]);
  for (const real of [Float32Array.of(0.5, -0.5, 1.49), Float64Array.of(0.5, -0.5, 1.49), [0.5, -0.5, 1.49]]) {
    world.setPositions(world.getPositions());
    const list = real instanceof Array ? [...real, 2] : (real.constructor as Float64ArrayConstructor).from([...real, 2]);
    world.setPositions(list);
    equal(world.getPositions(), [1, 0, 1, 2, 7, 7], "the last one stays");
  }
  const before = world.getPositions();
  for (const [list, message] of [
    [Float64Array.of(3, 3, 0, NaN), "(positions[2], positions[3]) must be finite and from -2^30 to 2^30, got (0, NaN)"],
    [Float32Array.of(3, 3, Infinity, 0), "(positions[2], positions[3])"],
    [[3, 3, 0, 2 ** 31], "got (0, 2147483648)"],
    [Int32Array.of(3, 3, 2 ** 30 + 1, 0), "(positions[2], positions[3]) must be finite and from -2^30 to 2^30, got (1073741825, 0)"],
    [[3], "even length"],
  ] as const) {
    await throws(() => world.setPositions(list as number[]), RangeError, message);
  }
  await throws(() => world.setPositions(["1", 2] as never), TypeError, 'positions[0] must be a number, got "1"');
  await throws(() => world.setPositions(new Uint8Array(6) as never), TypeError, "Int32Array, a Float32Array");
  equal(world.getPositions(), before, "nothing moves");
  world.despawn(b);
  equal(world.getPositions(), [1, 0, -(2 ** 31), -(2 ** 31), 7, 7]);
  world.setPositions([4, 4, NaN, NaN, 6, 6]);
  equal([world.get(a).position.x, world.get(c).position.x], [4, 6], "an id without a sprite is ignored");
  world.setPositions(world.getPositions());
});

test("a move starts where the sprite stands", () => {
  const world = new World();
  const dot = world.addMask(new Mask(1, 1, true));
  const [mover, wall] = [world.spawn(dot, 0, 0), world.spawn(dot, 5, 0)];
  world.setPositions([10, 0, 5, 0]);
  const { at, hits } = world.moveUntil(mover, { x: 20, y: 0 });
  equal([at, hits], [{ x: 20, y: 0 }, []], "the wall is behind it");
  equal(world.moveUntil(mover, 0, 0).hits.map(({ id }) => id), [wall]);
});

test("a fast bullet meets a thin wall on its way", async () => {
  const world = new World();
  const [dot, wall] = [new Mask(2, 2, true), new Mask(1, 90, true)].map((mask) => world.addMask(mask));
  const wallId = world.spawn(wall!, 50, 0, { fixed: true });
  const bullet = world.spawn(dot!, 10, 40, { continuous: true });
  world.step();
  world.moveTo(bullet, 90, 40);
  const step = world.step();
  equal([...step.began], [wallId, bullet]);
  const impact = step.impact(bullet, wallId)!;
  equal([impact.other(bullet), impact.placeOf(wallId), impact.placeOf(bullet), impact.beforeOf(bullet)], [wallId, ...[...impact.places].reverse(), { x: 48, y: 40 }]);
  equal(impact.contact.other(wallId), bullet);
  await throws(() => impact.placeOf(7), RangeError, `id must be one of the two sprites, ${bullet} or ${wallId}, got 7`);
  const { a, places, fraction, contact } = impact;
  equal([a, places, fraction, contact.normal], [bullet, [{ x: 49, y: 40 }, { x: 50, y: 0 }], 39 / 80, { x: -1, y: 0 }]);
  equal([...step.contacts().area], [2]);
  equal(world.contact(bullet, wallId), null);
  const bytes = world.toBytes({ masks: false });
  equal(bytes.length < world.toBytes().length, true);
  const again = World.fromBytes(bytes, { masks: [world.mask(dot!), world.mask(wall!)] });
  again.moveTo(bullet, 10, 40);
  equal([...again.step().pairs], [wallId, bullet]);
  world.jumpTo(bullet, 10, 40);
  equal(world.step().pairs.length, 0);
});

test("a ball bounces between two walls", async () => {
  const world = new World();
  const [ball, wall] = [new Mask(4, 4, true), new Mask(60, 60, true)].map((mask) => world.addMask(mask));
  const [left, right] = [-60, 20].map((x) => world.spawn(wall!, x, -30, { fixed: true }));
  const bullet = world.spawn(ball!, 8, 0, { continuous: true });
  for (let bounce = 0; bounce < 10; bounce++) {
    const speed = bounce % 2 ? -50 : 50;
    world.moveBy(bullet, speed, 0);
    const impact = world.step().firstImpact(bullet)!;
    const free = impact.beforeOf(bullet)!;
    equal([impact.other(bullet), impact.contact.normal.x, free], [bounce % 2 ? left : right, -speed / 50, { x: bounce % 2 ? 0 : 16, y: 0 }]);
    world.moveTo(bullet, free);
    world.setLastPlace(bullet, free);
  }
  equal(world.step().firstImpact(bullet), null);
  world.jumpTo(bullet, world.get(bullet).position); // it forgets the place
  world.moveBy(bullet, 200, 0);
  equal(world.step().pairs.length, 0);
  await throws(() => world.setLastPlace(bullet, { x: NaN, y: 0 }), RangeError, "x must be from");
});

test("many sprites are spawned, read, changed and removed in one call each", async () => {
  const world = new World();
  const [dot, bar] = [world.addMask(new Mask(1, 1, true)), world.addMask(new Mask(9, 3, true))];
  const ids = world.spawnMany(dot, [0, 0, 1.5, 1, 2, 2], { layers: [1, 2, 4], data: 7 });
  equal([ids, world.getPositions()], [[0, 1, 2], [0, 0, 2, 1, 2, 2]]);
  const sprites = world.get(ids);
  equal([sprites.ids, sprites.layers, sprites.data, Number.isNaN(sprites.origin[0])], [ids, [1, 2, 4], [7, 7, 7], true]);
  world.set(ids, { mask: [dot, bar, bar], angle: Float32Array.of(0, 90, 45), fixed: [true, false, true], origin: { x: 1, y: 1 } });
  equal(world.get(1), {
    ...{ mask: bar, position: { x: 2, y: 1 }, fraction: { x: 0, y: 0 }, flipX: false, flipY: false, turn: 0, angle: 90 },
    ...{ scale: { x: 1, y: 1 }, origin: { x: 1, y: 1 }, transform: null, layers: 2, collidesWith: 2 ** 32 - 1, fixed: false, sensor: false, oneWay: null },
    ...{ continuous: false, data: 7 },
  });
  const state = world.get(ids);
  world.set([0, 2], { scale: [2, 1, 0.5, 0.5], turn: [1, 3], flipX: true, position: [9, 9, 8, 8] });
  equal([world.get(0).scale, world.get(2).turn, world.get(2).position], [{ x: 2, y: 1 }, 3, { x: 8, y: 8 }]);
  world.set(ids, state);
  equal(world.get(ids), state, "all values as they were");
  for (const [changes, kind, message] of [
    [{ angle: [0, NaN, 1] }, RangeError, "angle[1] must be finite, got NaN"],
    [{ angle: [0, 1] }, RangeError, "angle must have 3 values, one for each sprite, got 2"],
    [{ scale: [1, 1, 1] }, RangeError, "scale must have 6 numbers, x and y for each sprite, got 3"],
    [{ scale: [1, 1, 1, 0, 1, 1] }, RangeError, "scale[3]"],
    [{ layers: [1, 2 ** 32, 1] }, RangeError, "layers[1]"],
    [{ fixed: [true, 2, false] }, TypeError, "fixed[1] must be true or false, got 2"],
    [{ position: [0, 0, 0, 0, 0, 2 ** 31] }, RangeError, "position[5]"],
    [{ mask: [dot, bar, 9], angle: 3 }, RangeError, "no mask 9"],
    [{ mask: [bar, dot, 9] }, RangeError, "no mask 9"],
    [{ scale: [1, 1, 1, 1, 1e9, 1e9], angle: 3 }, RangeError, "cannot transform mask"],
  ] as const) {
    await throws(() => world.set(ids, changes as never), kind as never, message);
    equal(world.get(ids), state, "after an error, no sprite is changed");
  }
  await throws(() => world.set([0, 99], { angle: 1 }), RangeError, "no sprite 99");
  await throws(() => world.spawnMany([dot, 9], [0, 0, 1, 1]), RangeError, "no mask 9");
  await throws(() => world.spawnMany(dot, [0, 0, 1]), RangeError, "even length");
  equal(world.size, 3);
  equal(world.despawnMany([0, 0, 9, 2]), 2, "ids without a sprite are skipped");
  equal(world.ids(), [1]);
});

test("many queries and moves give the answers of single ones", async () => {
  const next = random(3);
  const world = new World();
  const masks = [world.addMask(maskOf(picture(20, 20, () => next() < 0.4))), world.addMask(new Mask(6, 6, true))];
  const places = Float64Array.from({ length: 120 }, () => 300 * next());
  const ids = world.spawnMany(Array.from({ length: 60 }, (_, i) => masks[i % 2]), places);
  const points = Float64Array.from({ length: 80 }, () => 320 * next() - 10);
  const to = Float32Array.from({ length: 80 }, () => 320 * next() - 10);
  const point = (list: ArrayLike<number>, i: number) => ({ x: list[2 * i], y: list[2 * i + 1] });
  const at = Array.from({ length: 40 }, (_, i) => [point(points, i), point(to, i)] as const);
  const circles = at.map(([{ x, y }], i) => ({ x, y, radius: i }));
  const rows = (probes: readonly Parameters<World["find"]>[0][]) =>
    probes.flatMap((probe, i) => [...world.find(probe)].flatMap((id) => [i, id]));
  equal(world.findMany(points), rows(at.map(([from]) => from)));
  equal(world.findMany(circles), rows(circles));
  assert(world.findMany(circles).length > 40, "few circles hit");
  const near = world.nearestMany(points, 3);
  at.forEach(([from], i) => {
    const one = world.nearest(from, 3);
    equal([near.ids.subarray(3 * i, 3 * i + 3), near.distances.subarray(3 * i, 3 * i + 3)], [one.map(({ id }) => id), one.map(({ distance }) => distance)]);
  });
  const few = world.nearestMany([0, 0], 62);
  equal([few.ids[60], Number.isNaN(few.distances[61]), few.ids[59] < 60], [2 ** 32 - 1, true, true]);
  const all = world.nearestMany([0, 0, 5, 5], 2 ** 32 - 1);
  equal([all.ids.length, all.distances.length, all.ids[64]], [128, 128, world.nearest(5, 5)[0]!.id]);
  const others = world.nearestOthersMany(ids, 2);
  ids.forEach((id, i) => {
    const two = world.nearestOthers(id, 2);
    equal([others.ids.subarray(2 * i, 2 * i + 2), others.distances.subarray(2 * i, 2 * i + 2)], [two.map(({ id }) => id), two.map(({ distance }) => distance)]);
  });
  equal(world.nearestOthers({ id: ids[0]!, x: 900, y: 900 })[0]!.distance > 500, true);
  const rays = world.castRays(points, to);
  let row = 0;
  at.forEach(([from, to], i) => {
    const hit = world.castRay(from, to);
    if (!hit) return;
    equal([rays.ray[row], rays.id[row], point(rays.at, row), rays.step[row]], [i, hit.id, hit.at, hit.step]);
    equal(rays.before[2 * row], hit.before?.x ?? -(2 ** 31));
    equal(Number.isNaN(rays.normal[2 * row]), hit.normal === null);
    row++;
  });
  equal([rays.ray.length, row > 10], [row, true]);
  const movers = ids.subarray(0, 40);
  const sweeps = world.sweepMany(movers, to);
  let hits = 0;
  at.forEach(([, to], i) => {
    const one = world.sweep(i, to);
    equal([point(sweeps.at, i), sweeps.startedInside[i]], [one.at, one.startedInside ?? 2 ** 32 - 1]);
    if (!one.hit) return;
    equal([sweeps.hits.index[hits], sweeps.hits.id[hits], point(sweeps.hits.first, hits)], [i, one.hit.id, one.hit.first]);
    equal(point(sweeps.hits.normal, hits++), one.hit.normal);
  });
  equal([sweeps.hits.id.length, hits > 10], [hits, true], "hits of sweeps");
  const copy = world.clone();
  const moves = world.moveUntilMany(movers, to, { motion: "slide" });
  at.forEach(([, to], i) => equal(point(moves.at, i), copy.moveUntil(i, to, { motion: "slide" }).at));
  equal(world.getPositions(), copy.getPositions());
  await throws(() => world.castRays([0, 0, 1, 1], [0, 0]), RangeError, "to must have the length 4");
  await throws(() => world.castRays([0, 0], [0, NaN]), RangeError, "(to[0], to[1])");
  await throws(() => world.moveUntilMany([0, 99], [0, 0, 1, 1]), RangeError, "no sprite 99");
});

test("a step answers between layers and about one sprite", () => {
  const world = new World();
  const dot = world.addMask(new Mask(4, 4, true));
  const [rock, other] = world.spawnMany(dot, [0, 0, 1, 0], { layers: 2 });
  const shot = world.spawn(dot, 3, 3, { layers: 1 });
  const step = world.step();
  equal(step.beganBetween(1, 2), [shot, rock, shot, other]);
  equal(step.beganBetween(2, 2), [rock, other]);
  const contacts = step.contactsOf(shot);
  equal([contacts.pairs, contacts.area], [[shot, rock, shot, other], [1, 2]]);
  equal(contacts.penetration!.subarray(0, 2), [1, 0], "the move of the shot");
  equal(step.contacts({ waysOut: false }).pairs, step.pairs);
  world.despawn(rock);
  equal([step.contactsOf(shot).area, step.beganBetween(1, 2)], [[0, 2], [shot, other]], "a sprite that has gone has no contact");
});

test("saved bytes with one changed bit are an error", async () => {
  const world = new World();
  for (let i = 0; i < 5; i++) world.spawn(world.addMask(new Mask(3 + i, 4, true)), 10 * i, i);
  for (const [bytes, load] of [[world.toBytes(), World.fromBytes], [new Mask(9, 7, true).toBytes(), Mask.fromBytes]] as const) {
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      bytes[bit >> 3] ^= 1 << (bit & 7);
      await throws(() => load(bytes), RangeError, "");
      bytes[bit >> 3] ^= 1 << (bit & 7);
    }
    load(bytes).free();
  }
});

test("a world goes on alike after it was saved, and cannot be cloned as an object", async () => {
  const world = new World();
  const dot = world.addMask(new Mask(4, 4, true));
  world.spawnMany(dot, [0, 0, 2, 2, 9, 9], { data: [1, 2, 3], angle: 45 });
  world.step();
  const again = World.fromBytes(world.toBytes());
  equal([again.get(again.ids()), again.step().began], [world.get(world.ids()), []]);
  equal(again.spawn(dot, 5, 5), world.spawn(dot, 5, 5));
  await throws(() => World.fromBytes(new Uint8Array(9)), RangeError, "saved world");
  await throws(() => structuredClone(world), TypeError, "toBytes");
});

test("a world can be extended", () => {
  class Counted extends World {
    steps = 0;
    override step() {
      this.steps += 1;
      return super.step();
    }
  }
  const world = new Counted();
  world.spawn(world.addMask(new Mask(1, 1, true)), 0, 0);
  world.step();
  equal([world.steps, world.size, world.clone().size, world.clone() instanceof Counted], [1, 1, 1, false]);
});

test("two lists of masks share what each with each shares", async () => {
  const masks = Array.from({ length: 9 }, (_, i) => maskOf(picture(5 + 7 * i, 40 - 3 * i, (x, y) => (x * y + i) % 3 === 0)));
  const list = masks.map((mask, i) => ({ mask, at: { x: (37 * i) % 50, y: (23 * i) % 40 } }));
  const [a, b] = [[...list.slice(0, 6), masks[8]], list.slice(3)];
  const [pairs, areas]: [number[], number[]] = [[], []];
  a.forEach((one, i) => {
    const { mask, at } = one instanceof Mask ? { mask: one, at: { x: 0, y: 0 } } : one;
    b.forEach((other, j) => {
      const area = mask.overlapArea(other.mask, other.at.x - at.x, other.at.y - at.y);
      if (area > 0) pairs.push(i, j), areas.push(area);
    });
  });
  assert(areas.length > 8, "too few pairs");
  equal([crossAreas(a, b), crossPairs(a, b)], [{ pairs, areas }, pairs]);
  equal([...crossPairs([], b)], []);
  const odd = (list: readonly unknown[]) => list.map((_, place) => 1 + (place % 2));
  const [i, j] = [odd(a), odd(b)];
  const layered = [...pairs].filter((_, at) => i[pairs[at & ~1]] === j[pairs[at | 1]]);
  equal([...crossPairs(a, b, { layers: [i, j] })], layered);
  await throws(() => crossPairs(a, b, { layers: [i, [1]] }), RangeError, "layers[1] must have");
  await throws(() => crossPairs(a, b, { layers: [i.map(() => 2 ** 31), j] }), RangeError, "layers[0][0]");
  await throws(() => crossPairs(a, [masks[0], 3 as never]), TypeError, "b[1] must be a Mask or { mask, at }, got 3");
  await throws(() => crossPairs([{ mask: masks[0], at: { x: NaN, y: 0 } }], b), RangeError, "a[0].at.x");
  await throws(() => crossAreas(a, [{ mask: masks[0], at: { x: 0, y: 0.5 } }]), TypeError, "b[0].at.y must be a whole number from -2^31 to 2^31 - 1, got 0.5; round it");
});

test("limits are read together and set one by one", () => {
  const world = new World();
  equal(world.limits, { pairs: 2 ** 25, offsetTableBytes: 2 ** 24, variantBytes: 2 ** 26 });
  world.setLimits({ pairs: 7, variantBytes: 0 });
  equal(world.limits, { pairs: 7, offsetTableBytes: 2 ** 24, variantBytes: 0 });
});

test("a hero falls through a ground that does not name his layer, and oneSidedLayers names the two", () => {
  const world = new World();
  const block = world.addMask(new Mask(8, 8, true));
  const hero = world.spawn(block, 0, 0, { layers: 1 });
  const ground = world.spawn(block, 0, 8, { layers: 4, collidesWith: 2, fixed: true });
  equal([world.moveUntil(hero, 0, 20).at.y, world.oneSidedLayers()], [20, [hero, ground]]);
  world.set(ground, { collidesWith: 1 | 2 });
  world.moveTo(hero, 0, 0);
  equal([world.moveUntil(hero, 0, 20).at.y, world.oneSidedLayers()], [0, []]);
});

test("an angle is as given, unless its mask has steps of angles", () => {
  const world = new World();
  const bar = world.addMask(new Mask(90, 9, true));
  const id = world.spawn(bar, 0, 0, { angle: 44.6484375, turn: 1 });
  const drawnAt = (): number => {
    const [a, b] = world.drawTransform(id);
    return Math.round((1e6 * (Math.atan2(b, a) * 180)) / Math.PI) / 1e6;
  };
  equal(drawnAt(), 134.648438);
  for (const [steps, degrees] of [[4, 90], [64, 135], [1, 90], [null, 134.648438]] as const) {
    world.setAngleSteps(bar, steps);
    equal([drawnAt(), world.get(id).angle], [degrees, 44.6484375], `with ${steps} steps`);
  }
});

test("pairs of a step between layers, those that began and those that last", () => {
  const world = new World();
  const block = world.addMask(new Mask(8, 8, true));
  const [rock, ship] = [world.spawn(block, 0, 0, { layers: 2 }), world.spawn(block, 2, 2, { layers: 1 })];
  world.spawn(block, 4, 4, { layers: 8 });
  const step = world.step();
  equal([step.pairsBetween(1, 2), step.beganBetween(1, 2)], [[ship, rock], [ship, rock]]);
  const next = world.step();
  equal([next.pairsBetween(1, 2), next.beganBetween(1, 2), next.pairsBetween(4, 2)], [[ship, rock], [], []]);
});

test("ids are used again after two steps, and ended still names the old sprite", () => {
  const world = new World();
  const dot = world.addMask(new Mask(1, 1, true));
  const [a, b] = [world.spawn(dot, 0, 0), world.spawn(dot, 0, 0)];
  world.step();
  world.despawn(b);
  const other = world.spawn(dot, 0, 0);
  assert(other !== b, "the slot is not free before the next step");
  equal(world.step().ended, [a, b]);
  assert(world.spawn(dot, 30, 30) !== b, "the caller can still look up what `ended` names");
  world.step();
  equal([world.spawn(dot, 50, 50), world.slotCount], [b, 4]);
});
