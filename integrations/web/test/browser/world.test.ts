import init, { Mask, World, type Probe } from "hitmask";
import { assert, equal, test, throws } from "./harness.ts";
import { maskOf, picture, random, shared, type Picture } from "./oracle.ts";

await init();

/** Returns the pixels of a mask, read through `contains`. */
function pictureOf(mask: Mask): Picture {
  return picture(mask.width, mask.height, (x, y) => mask.contains(x, y));
}

interface Shown {
  readonly at: { readonly x: number; readonly y: number };
  readonly picture: Picture;
}

/** Returns what each sprite shows. Sprites with equal appearances share a picture. */
function shownBy(world: World, pictures: Map<string, Picture>): Map<number, Shown> {
  return new Map(
    [...world.ids()].map((id) => {
      const { mask, flipX, flipY, turn, angle, scale, exact } = world.get(id);
      const key = JSON.stringify([mask, flipX, flipY, turn, angle, scale, exact]);
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
    const { positions } = world;
    for (const id of world.ids()) {
      if (layersOf.get(id)![2]) continue;
      positions[2 * id] += below(9) - 4;
      positions[2 * id + 1] += below(9) - 4;
    }
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
      [{ center: { x, y }, radius: size }, (px, py) => Math.hypot(px + 0.5 - x, py + 0.5 - y) <= size],
      [{ from: { x, y }, to: { x: x + size, y } }, (px, py) => py === y && px >= x && px <= x + size],
      [{ mask: probeMask, x, y }, (px, py) => px >= x && py >= y && probeMask.contains(px - x, py - y)],
    ];
    for (const [probe, has] of probes) equal(world.find(probe), covered(has), JSON.stringify(probe));
    const [from, to] = [{ x: 0, y }, { x: 399, y }];
    const first = world.castRay(from, to);
    const column = Array.from({ length: 400 }, (_, x) => x).find((x) => at.some((_, id) => solid(id, x, y)));
    equal(first && [first.at, first.step], column === undefined ? null : [{ x: column, y }, column]);
    equal(world.castRayAll(from, to).map(({ sprite }) => sprite).sort((a, b) => a - b), covered((_, py) => py === y));
  }
  equal(world.nearest({ x: -10, y: -10 }, 3).length, 3);
  equal(world.find({ x: 0, y: 0 }, { layers: 2 }).length, 0);
});

test("contacts describe the shared pixels, and the way out parts the pair", () => {
  const world = new World();
  const block = world.addMask(new Mask(10, 10, true));
  const [a, b] = [world.spawn(block, 0, 0), world.spawn(block, 7, 4)];
  world.spawn(block, 500, 0);
  world.step();
  const contacts = world.contacts();
  equal([contacts.pairs, contacts.first, contacts.area, contacts.bounds], [[a, b], [7, 4], [18], [7, 4, 3, 6]]);
  equal(contacts.penetration, [-3, 0]);
  assert(contacts.normal![0] < 0, "the first sprite leaves to the left");
  equal(world.overlap(a, b), { first: { x: 7, y: 4 }, area: 18, bounds: { left: 7, top: 4, width: 3, height: 6 } });
  const reversed = world.contacts(Uint32Array.of(b, a, a, 2), { waysOut: true });
  equal([reversed.penetration, reversed.area], [[3, 0, 0, 0], [18, 0]]);
  assert(Number.isNaN(reversed.normal![2]), "a pair that does not collide has no normal");
  const fast = world.contacts(undefined, { waysOut: false });
  equal([fast.normal, fast.penetration, fast.area], [null, null, [18]]);
  world.positions[0] -= 3;
  equal(world.step().ended, [a, b]);
});

test("sweeps and moves stop before sprites, slide and walk", () => {
  const world = new World();
  const [block, wall] = [world.addMask(new Mask(4, 4, true)), world.addMask(new Mask(1, 50, true))];
  const mover = world.spawn(block, 0, 20);
  const barrier = world.spawn(wall, 100, 0, { fixed: true });
  world.step();
  const swept = world.sweep(mover, { x: 10_000, y: 20 });
  equal([swept.at, swept.hits[0].sprite, swept.hits[0].before, swept.startedInside], [{ x: 96, y: 20 }, barrier, { x: 96, y: 20 }, null]);
  equal(world.get(mover).x, 0);
  assert(world.isFree(mover, { x: 96, y: 20 }) && !world.isFree(mover, { x: 97, y: 20 }));
  assert(world.isFree(mover, { x: 97, y: 20 }, { layers: 2 }), "sprites in other layers are not in the way");
  equal(world.moveUntil(mover, { x: 200, y: 30 }, { motion: "slide" }).at, { x: 96, y: 30 });
  equal([world.positions[2 * mover], world.positions[2 * mover + 1]], [96, 30]);
  equal(world.moveUntil(mover, { x: 90, y: 30 }, { motion: "walk", stepUp: 2 }).at.x, 90);
  equal(world.step().pairs.length, 0);
});

test("masks are edited in place, replaced and removed", () => {
  const world = new World();
  const ground = world.addMask(new Mask(100, 10, true));
  const dot = world.addMask(new Mask(2, 2, true));
  const terrain = world.spawn(ground, 0, 50, { fixed: true });
  const ball = world.spawn(dot, 20, 52);
  equal(world.step().pairs, [terrain, ball]);
  world.eraseFromMask(ground, { center: { x: 21, y: 3 }, radius: 4 });
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
  const id = world.spawn(bar, 10, 10, { data: 2 ** 53 - 1, pivot: { x: 0, y: 0 } });
  world.set(id, { angle: 90, x: 30, layers: 4, scale: 2 });
  const { x, angle, layers, data, scale, pivot } = world.get(id);
  equal([x, angle, layers, data, scale, pivot], [30, 90, 4, 2 ** 53 - 1, { x: 2, y: 2 }, { x: 0, y: 0 }]);
  equal(world.positions[2 * id], 30);
  equal(world.bounds(id)!.height, 18);
  world.step();
  const copy = world.clone();
  copy.positions[2 * id] = -5;
  copy.step();
  equal([copy.get(id).x, world.get(id).x], [-5, 30]);
  world.despawn(id);
  equal([world.data(id), world.has(id), copy.has(id)], [2 ** 53 - 1, false, true]);
});

test("a sprite can be copied by its state, and values that are not given stay", () => {
  const world = new World();
  const bar = world.addMask(new Mask(9, 3, true));
  const id = world.spawn(bar, 100, 90, { angle: 90, layers: 4, data: 7 });
  const copy = world.spawn(bar, 5, 6, world.get(id));
  equal([world.get(copy).x, world.get(copy).y, world.get(copy).angle], [5, 6, 90]);
  world.set(id, { angle: undefined, layers: undefined, data: undefined, x: undefined });
  const { x, angle, layers, data } = world.get(id);
  equal([x, angle, layers, data], [100, 90, 4, 7]);
  world.positions[2 * id + 1] = 50;
  world.set(id, { x: 10 });
  world.step();
  equal([world.get(id).x, world.get(id).y], [10, 50]);
});

test("positions stay readable while the memory of the module grows", () => {
  const world = new World();
  const dot = world.addMask(new Mask(1, 1, true));
  const first = world.spawn(dot, 3, 4);
  const early = world.positions;
  equal(early, [3, 4]);
  const steps = [world.step().pairs];
  for (let i = 0; i < 30_000; i++) world.spawn(dot, 10 + (i % 1000), 10 + Math.floor(i / 1000));
  const held = [new Mask(8000, 8000, true), new Mask(8000, 8000, true)];
  equal(early.length, 0, "a view of before is detached, so that no write into it is lost in silence");
  const { positions } = world;
  equal([positions[2 * first], positions[2 * first + 1], positions.length], [3, 4, 60_002]);
  positions[2 * first] = 10;
  positions[2 * first + 1] = 10;
  equal(world.step().pairs, [0, 1]);
  equal(steps[0].length, 0);
  held.forEach((mask) => mask.free());
});

test("positions are read by step and sync alone", () => {
  const world = new World();
  const dot = world.addMask(new Mask(1, 1, true));
  const id = world.spawn(dot, 0, 0);
  world.positions[0] = 7;
  equal(world.find({ x: 7, y: 0 }), []);
  world.sync();
  equal(world.find({ x: 7, y: 0 }), [id]);
});

test("a position out of range throws, and nothing moves", async () => {
  const world = new World();
  const dot = world.addMask(new Mask(1, 1, true));
  const [a, b] = [world.spawn(dot, 0, 0), world.spawn(dot, 5, 5)];
  world.positions[2 * a] = 9;
  world.positions[2 * b] = 2 ** 30 + 1;
  await throws(() => world.step(), RangeError, "position (1073741825, 5) is out of range");
  equal([world.get(a).x, world.get(b).x], [0, 5]);
  world.despawn(b);
  equal(world.step().pairs.length, 0);
  equal(world.get(a).x, 9, "the position of an empty slot is ignored");
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
