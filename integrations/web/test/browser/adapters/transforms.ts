/** Sprites stand and overlap where the engine draws them. */
import { count, difference, type Grid, Random, shared } from "./drawn.ts";
import { type Kit, ownScale, type Placing, plain, sameAsDrawn, sizeOf, VIEW } from "./kit.ts";
import { assert, equal, test, throws } from "../harness.ts";

/** Returns a placing whose pixels lie on the pixels of the view: quarter turns, whole factors, whole positions. */
function wholePlacing(random: Random, frame: string): Placing {
  const { width, height } = sizeOf(frame);
  const factor = () => ownScale(frame) * random.of([1, 1, 1, 2, 3]);
  const small = frame.startsWith("wide") ? () => ownScale(frame) : factor;
  return {
    x: 108 + random.below(40),
    y: 108 + random.below(40),
    origin: random.of([
      { x: 0, y: 0 },
      { x: Math.floor(width / 2), y: Math.floor(height / 2) },
      { x: Math.floor(width), y: 0 },
      { x: random.below(width), y: random.below(height) },
    ]),
    flipX: random.chance(0.5),
    flipY: random.chance(0.5),
    rotation: (random.below(4) * Math.PI) / 2,
    scaleX: small(),
    scaleY: small(),
  };
}

/** Returns a placing at any angle, scale and origin, at fractions of a pixel. */
function anyPlacing(random: Random, frame: string, x: number, y: number): Placing {
  const { width, height } = sizeOf(frame);
  const real = (limit: number) => random.below(1000 * limit) / 1000;
  const least = frame.startsWith("tiny") ? 1 : 0.6;
  const factor = () => ownScale(frame) * (least + real(1));
  return {
    ...{ x: x + real(1), y: y + real(1), origin: { x: real(width), y: real(height) } },
    ...{ flipX: random.chance(0.5), flipY: random.chance(0.5), rotation: real(6.283) },
    ...{ scaleX: factor(), scaleY: factor() },
  };
}

/** Returns the smallest rectangle around the solid pixels of a grid, or `null`. */
function boundsOf({ width, solid }: Grid): object | null {
  const [xs, ys]: [number[], number[]] = [[], []];
  solid.forEach((bit, i) => {
    if (!bit) return;
    xs.push(i % width);
    ys.push(Math.floor(i / width));
  });
  if (xs.length === 0) return null;
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 };
}

export function testTransforms<S extends object, C extends object>(kit: Kit<S, C>): void {
  test("a sprite at rest at a quarter turn is upright, also after 100,000 rotations of the engine", () => {
    const collisions = kit.collisions();
    const sprite = kit.sprite("odd", { ...plain, x: 120, y: 120 }) as S & { rotation: number };
    collisions.add(sprite);
    for (let i = 1; i <= 100_000; i++) {
      sprite.rotation += Math.PI / 2;
      if (i > 8 && i <= 99_992) continue;
      sameAsDrawn(kit, collisions, sprite, `rotation ${i}`);
      const { transform, turn } = collisions.world.get(collisions.idOf(sprite)!);
      equal([transform, turn], [null, i % 4], `rotation ${i}`);
    }
    kit.destroy(sprite);
    collisions.destroy();
  });

  test("each frame, flipped, turned and scaled, stands where the engine draws it, pixel for pixel", () => {
    const random = new Random(7);
    const collisions = kit.collisions();
    for (const frame of kit.frames) {
      const sprite = kit.sprite(frame, plain);
      collisions.add(sprite);
      for (let i = 0; i < 60; i++) {
        const placing = wholePlacing(random, frame);
        kit.place(sprite, placing);
        sameAsDrawn(kit, collisions, sprite, `${frame} ${JSON.stringify(placing)}`);
      }
      kit.destroy(sprite);
    }
    collisions.destroy();
  });

  test("a sprite at fractions of a pixel stands where the engine draws it, pixel for pixel", () => {
    const random = new Random(8);
    const collisions = kit.collisions();
    for (const frame of kit.frames) {
      const sprite = kit.sprite(frame, plain);
      collisions.add(sprite);
      for (let i = 0; i < 40; i++) {
        const scale = ownScale(frame) * random.of([1, 1, 2]);
        // No multiples of a half: there, the border between two pixels decides, and engines disagree with themselves.
        const [x, y] = [30 + random.below(400) / 7 + 0.01, 30 + random.below(400) / 7 + 0.01];
        const placing = { ...plain, x, y, scaleX: scale, scaleY: scale };
        kit.place(sprite, placing);
        sameAsDrawn(kit, collisions, sprite, `${frame} ${JSON.stringify(placing)}`);
      }
      kit.destroy(sprite);
    }
    collisions.destroy();
  });

  test("with rounded positions, a sprite of odd size about its middle stands where the engine draws it", () => {
    const collisions = kit.collisions();
    const placing = { ...plain, origin: { x: 27 / 2, y: 33 / 2 } };
    const sprite = kit.sprite("odd", placing);
    kit.round(sprite, true);
    collisions.add(sprite);
    for (let i = 0; i < 40; i++) {
      kit.place(sprite, { ...placing, x: 100 + i / 4, y: 101 - i / 8 });
      sameAsDrawn(kit, collisions, sprite, `step ${i}`);
    }
    kit.round(sprite, false);
    kit.destroy(sprite);
    collisions.destroy();
  });

  test("with rounded positions, sprites that are scaled by whole factors stand where the engine draws them, and share masks", () => {
    const random = new Random(15);
    const collisions = kit.collisions();
    for (const frame of ["even", "odd", "trimmed"]) {
      const sprite = kit.sprite(frame, plain);
      kit.round(sprite, true);
      collisions.add(sprite);
      for (let i = 0; i < 40; i++) {
        const { width, height } = sizeOf(frame);
        const origin = random.of([{ x: width / 2, y: height / 2 }, { x: 0, y: 0 }, { x: 3, y: 5 }]);
        const [flipX, flipY, scaleX, scaleY] = [random.chance(0.5), random.chance(0.5), random.of([1, 2, 3]), random.of([2, 2, 1])];
        // An engine that does not round them has no rule for the middle between two pixels.
        const at = () => 100 + (kit.roundsScaled ? random.below(320) / 16 : random.below(140) / 7 + 0.01);
        const placing = { ...plain, x: at(), y: at(), origin, flipX, flipY, scaleX, scaleY };
        kit.place(sprite, placing);
        sameAsDrawn(kit, collisions, sprite, `${frame} ${JSON.stringify(placing)}`);
        const { fraction } = collisions.world.get(collisions.idOf(sprite)!);
        if (kit.roundsScaled || (scaleX === 1 && scaleY === 1)) equal(fraction, { x: 0, y: 0 }, "the fraction");
      }
      kit.round(sprite, false);
      kit.destroy(sprite);
    }
    collisions.destroy();
  });

  test("with angleSteps, sprites that rotate share the masks of their steps, about their middles", async () => {
    const random = new Random(16);
    const collisions = kit.collisions();
    const place = (degrees: number) => {
      const [x, y] = [100 + random.below(99) / 10, 100 + random.below(99) / 10];
      return { ...plain, x, y, origin: { x: 3, y: 30 }, scaleX: 2, rotation: (degrees * Math.PI) / 180 };
    };
    const [stepped, exact] = [kit.sprite("odd", plain), kit.sprite("odd", plain)];
    collisions.add(stepped, { angleSteps: 8 }).add(exact);
    const { world } = collisions;
    const middle = (sprite: S) => {
      const [a, b, c, d, e, f] = world.drawTransform(collisions.idOf(sprite)!);
      return [a * 13.5 + c * 16.5 + e, b * 13.5 + d * 16.5 + f];
    };
    const seen = new Set<string>();
    for (let i = 0; i < 90; i++) {
      const placing = place(4 * i);
      kit.place(stepped, placing);
      kit.place(exact, placing);
      collisions.update();
      const { transform, fraction, turn } = world.get(collisions.idOf(stepped)!);
      equal(fraction, { x: 0, y: 0 });
      seen.add(JSON.stringify([transform, turn]));
      const [at, truth] = [middle(stepped), middle(exact)];
      at.forEach((c, axis) => assert(Math.abs(c - truth[axis]) < 0.51, `${c} instead of ${truth[axis]}`));
    }
    equal(seen.size, 8, "angles");
    const shown = () => world.get(collisions.idOf(stepped)!).mask;
    const before = shown();
    collisions.set(stepped, { sensor: true }).update();
    equal(shown(), before);
    collisions.set(stepped, { angleSteps: null }).update();
    equal([shown(), collisions.maskCount], [world.get(collisions.idOf(exact)!).mask, 2]);
    for (const angleSteps of [0, 65_537, 1.5, "8"]) await throws(() => collisions.set(stepped, { angleSteps: angleSteps as number }), Error, "angleSteps must be a whole number");
    kit.destroy(stepped);
    kit.destroy(exact);
    collisions.destroy();
  });

  test("a sprite at any angle, scale, origin and fraction of a pixel has the pixels that the engine draws", () => {
    const random = new Random(9);
    const collisions = kit.collisions();
    let [beside, pixels] = [0, 0];
    for (const frame of kit.frames) {
      const sprite = kit.sprite(frame, plain);
      collisions.add(sprite);
      for (let i = 0; i < 40; i++) {
        const placing = anyPlacing(random, frame, 128, 128);
        kit.place(sprite, placing);
        const drawn = sameAsDrawn(kit, collisions, sprite, `${frame} ${JSON.stringify(placing)}`);
        beside += drawn.beside;
        pixels += count(drawn.own);
      }
      kit.destroy(sprite);
    }
    assert(beside < 0.01 * pixels, `${beside} of ${pixels} pixels are drawn as the texel beside`);
    collisions.destroy();
  });

  test("a sprite that moves by fractions of a pixel follows, turned, scaled and upright in turn", () => {
    const random = new Random(13);
    const collisions = kit.collisions();
    const sprite = kit.sprite("odd", plain);
    collisions.add(sprite);
    for (let i = 0; i < 90; i++) {
      const [rotation, scale] = [random.of([0, 0, 0.7]), random.of([1, 1, 2.3])];
      for (let step = 0; step < 4; step++) {
        const [x, y] = [100 + (3 * i + 5 * step) / 7 + 0.01, 140 - (2 * i + 3 * step) / 7 + 0.01];
        kit.place(sprite, { ...plain, x, y, rotation, scaleX: scale, scaleY: scale });
        sameAsDrawn(kit, collisions, sprite, `rotation ${rotation}, scale ${scale}, at (${x}, ${y})`);
        const { position, fraction, transform } = collisions.world.get(collisions.idOf(sprite)!);
        const isUpright = rotation === 0 && scale === 1;
        equal(transform === null, isUpright, "the transform");
        const places = isUpright ? [Math.floor(x + 0.5), Math.floor(y + 0.5)] : [x, y];
        const at = [position.x + fraction.x, position.y + fraction.y];
        assert(at.every((c, axis) => Math.abs(c - places[axis]) < 1e-9), `stands at (${at}), expected (${places})`);
      }
    }
    // Noise below 0, whose fraction would be 1.
    kit.place(sprite, { ...plain, x: -1e-20, y: 50, rotation: 0.7 });
    sameAsDrawn(kit, collisions, sprite, "at -1e-20");
    equal(collisions.world.get(collisions.idOf(sprite)!).fraction.x, 0);
    kit.destroy(sprite);
    collisions.destroy();
  });

  test("sprites in containers stand where the engine draws them, pixel for pixel", () => {
    const random = new Random(10);
    const collisions = kit.collisions();
    for (let i = 0; i < 120; i++) {
      const turned = (x: number, y: number): Placing => {
        const [scaleX, scaleY] = [random.of([1, 2, -1]), random.of([1, 1, -1])];
        return { ...plain, x, y, scaleX, scaleY, rotation: (random.below(4) * Math.PI) / 2 };
      };
      const outer = kit.container(turned(120, 125));
      const inner = kit.container(turned(random.below(12), random.below(12)), outer);
      const frame = random.of(kit.frames);
      const sprite = kit.sprite(frame, { ...wholePlacing(random, frame), x: 3, y: -5 }, inner);
      collisions.add(sprite);
      sameAsDrawn(kit, collisions, sprite, `${frame} in containers, case ${i}`);
      kit.destroy(sprite);
    }
    collisions.destroy();
  });

  test("sprites that nested containers rotate, scale and shear have the pixels that the engine draws", () => {
    const random = new Random(11);
    const collisions = kit.collisions();
    for (let i = 0; i < 100; i++) {
      const around = (x: number, y: number): Placing => {
        const factor = () => random.of([1, -1, 1]) * (0.9 + random.below(60) / 100);
        return { ...plain, x, y, rotation: random.below(628) / 100, scaleX: factor(), scaleY: factor() };
      };
      const outer = kit.container(around(128, 128 + random.below(100) / 100));
      const inner = kit.container(around(random.below(12), random.below(12)), outer);
      const frame = random.of(kit.frames);
      const sprite = kit.sprite(frame, anyPlacing(random, frame, 3, -5), inner);
      collisions.add(sprite);
      for (const turns of [1, 0, 1]) {
        const placing = anyPlacing(random, frame, 3, -5);
        kit.place(sprite, { ...placing, rotation: placing.rotation * turns });
        sameAsDrawn(kit, collisions, sprite, `${frame} in containers, case ${i}`);
      }
      kit.destroy(sprite);
    }
    collisions.update();
    equal(collisions.world.size, 0);
    collisions.destroy();
  });

  test("in 600 random scenes, sprites overlap by the pixels that their drawn pictures share", () => {
    const random = new Random(12);
    const collisions = kit.collisions();
    let overlapping = 0;
    for (let scene = 0; scene < 600; scene++) {
      const sprites = Array.from({ length: 2 + random.below(3) }, () => {
        const frame = random.of(kit.frames);
        return kit.sprite(frame, wholePlacing(random, frame));
      });
      collisions.add(sprites);
      collisions.update();
      const drawn = sprites.map((sprite) => kit.draw(sprite));
      sprites.forEach((a, i) => {
        const partners = new Set(collisions.overlapping(a));
        sprites.forEach((b, j) => {
          if (i === j) return;
          const area = shared(drawn[i], drawn[j]);
          equal(collisions.contact(a, b)?.area ?? 0, area, `area of ${i} and ${j} in scene ${scene}`);
          equal(collisions.overlaps(a, b), area > 0);
          equal(partners.has(b), area > 0, `partner of ${i} and ${j} in scene ${scene}`);
          overlapping += Number(area > 0);
        });
      });
      sprites.forEach((sprite) => kit.destroy(sprite));
    }
    assert(overlapping > 300, `only ${overlapping} pairs overlap`);
    collisions.destroy();
  });

  test("in 150 scenes of sprites under any map, all answers are those of the pixels at whose centers they are solid", () => {
    const random = new Random(14);
    const collisions = kit.collisions();
    const everywhere = Float64Array.from({ length: 2 * VIEW * VIEW }, (_, i) => (i % 2 ? Math.floor(i / 2 / VIEW) : (i >> 1) % VIEW));
    const small = kit.frames.filter((frame) => !frame.startsWith("wide")); // they stay in the view
    let overlapping = 0;
    for (let scene = 0; scene < 150; scene++) {
      const sprites = Array.from({ length: 2 + random.below(2) }, () => {
        const shear = { rotation: random.below(40) / 100, scaleX: 1.3, scaleY: 0.8 + random.below(40) / 100 };
        const container = kit.container({ ...plain, x: 85, y: 90, ...(random.chance(0.5) && shear) });
        const frame = random.of(small);
        return kit.sprite(frame, anyPlacing(random, frame, 20 + random.below(40), 20 + random.below(40)), container);
      });
      collisions.add(sprites);
      const own = sprites.map((sprite) => sameAsDrawn(kit, collisions, sprite, `scene ${scene}`).own);
      const { world } = collisions;
      const ids = sprites.map((sprite) => collisions.idOf(sprite)!);
      // A pixel at a time, and all at once.
      const found = world.findMany(everywhere);
      const grids = ids.map(() => new Uint8Array(VIEW * VIEW));
      for (let i = 0; i < found.length; i += 2) grids[ids.indexOf(found[i + 1])][found[i]] = 1;
      ids.forEach((id, i) => {
        equal(difference({ ...own[i], solid: grids[i] }, own[i]), 0, `the pixels of ${i} in scene ${scene}`);
        equal(world.bounds(id), boundsOf(own[i]), `the bounds of ${i} in scene ${scene}`);
      });
      for (let i = 1; i < sprites.length; i++) {
        const both = { ...own[0], solid: own[0].solid.map((bit, pixel) => bit & own[i].solid[pixel]) };
        const [area, pixel] = [count(both), both.solid.indexOf(1)];
        const contact = collisions.contact(sprites[0], sprites[i]);
        const expected = area > 0 ? { area, first: { x: pixel % VIEW, y: Math.floor(pixel / VIEW) }, bounds: boundsOf(both) } : null;
        equal(contact && { area: contact.area, first: contact.first, bounds: contact.bounds }, expected, `contact ${i} in scene ${scene}`);
        equal([collisions.overlaps(sprites[0], sprites[i]), collisions.overlapping(sprites[0]).includes(sprites[i])], [area > 0, area > 0]);
        overlapping += Number(area > 0);
      }
      sprites.forEach((sprite) => kit.destroy(sprite));
    }
    assert(overlapping > 60, `only ${overlapping} pairs overlap`);
    collisions.destroy();
  });
}
