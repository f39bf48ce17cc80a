/** Sprites stand and overlap where the engine draws them. */
import { difference, outline, Random, shared } from "./drawn.ts";
import { type Kit, ownScale, placed, type Placing, plain, sameAsDrawn, sizeOf } from "./kit.ts";
import { assert, equal, test } from "../harness.ts";

/** Returns a placing whose pixels lie on the pixels of the view: quarter turns, whole factors, whole positions. */
function exactPlacing(random: Random, frame: string): Placing {
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

export function testPoses<S extends object, C extends object>(kit: Kit<S, C>): void {
  test("each frame, flipped, turned and scaled, stands where the engine draws it, pixel for pixel", () => {
    const random = new Random(7);
    const collisions = kit.collisions();
    for (const frame of kit.frames) {
      const sprite = kit.sprite(frame, plain);
      collisions.add(sprite);
      for (let i = 0; i < 60; i++) {
        const placing = exactPlacing(random, frame);
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

  /** Draws freely rotated and scaled sprites. Returns the share of the pixels on their outlines that differ. */
  function differingShare(options: { exact: boolean }, names: readonly string[], fraction: number): number {
    const random = new Random(9);
    const collisions = kit.collisions(options);
    let [sum, differ] = [0, 0];
    for (const name of names) {
      const sprite = kit.sprite(name, plain);
      collisions.add(sprite);
      const { width, height } = sizeOf(name);
      const part = () => (fraction * random.below(100)) / 100;
      for (let i = 0; i < 30; i++) {
        const factor = () => (100 + random.below(100)) / 100;
        kit.place(sprite, {
          ...{ x: 128 + part(), y: 128 + part(), origin: { x: width / 2, y: height / 2 } },
          ...{ flipX: random.chance(0.5), flipY: random.chance(0.5), rotation: random.below(628) / 100 },
          ...{ scaleX: factor(), scaleY: factor() },
        });
        collisions.update();
        const drawn = kit.draw(sprite);
        sum += outline(drawn);
        differ += difference(placed(collisions, sprite), drawn);
      }
      kit.destroy(sprite);
    }
    collisions.destroy();
    return differ / sum;
  }

  test("exact sprites with their middle on a pixel stand where the engine draws them, at any angle and scale", () => {
    const share = differingShare({ exact: true }, ["even", "wide"], 0);
    assert(share < 0.03, `${share} of the outline differs`);
  });

  test("exact sprites at fractions of a pixel stand half a pixel from where the engine draws them, at most", () => {
    const share = differingShare({ exact: true }, kit.frames, 1);
    assert(share < 0.45, `${share} of the outline differs`);
  });

  test("sprites that are not exact stand near where the engine draws them, at any angle and scale", () => {
    const share = differingShare({ exact: false }, kit.frames, 1);
    assert(share < 0.75, `${share} of the outline differs`);
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
      const sprite = kit.sprite(frame, { ...exactPlacing(random, frame), x: 3, y: -5 }, inner);
      collisions.add(sprite);
      sameAsDrawn(kit, collisions, sprite, `${frame} in containers, case ${i}`);
      kit.destroy(sprite);
    }
    collisions.destroy();
  });

  test("sprites that their containers shear stand where the engine draws them", () => {
    const random = new Random(11);
    const collisions = kit.collisions();
    let [sum, differ] = [0, 0];
    for (let i = 0; i < 100; i++) {
      const [scaleX, scaleY] = random.of([
        [2, 1],
        [1, 1.5],
        [-1, 2],
      ] as const);
      const container = kit.container({ ...plain, x: 80, y: 80, scaleX, scaleY });
      const placing = { ...plain, rotation: 0.3 + random.below(90) / 100, flipX: random.chance(0.5) };
      const sprite = kit.sprite("even", { ...placing, origin: { x: 16, y: 12 } }, container);
      collisions.add(sprite);
      for (const turns of [0, 1, 0]) {
        kit.place(sprite, { ...placing, rotation: placing.rotation * turns, origin: { x: 16, y: 12 } });
        collisions.update();
        const drawn = kit.draw(sprite);
        sum += outline(drawn);
        differ += difference(placed(collisions, sprite), drawn);
      }
      kit.destroy(sprite);
    }
    assert(differ < 0.05 * sum, `${differ} of ${sum} pixels of the outline differ`);
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
        return kit.sprite(frame, exactPlacing(random, frame));
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

  test("in 500 scenes of freely rotated and scaled sprites, overlaps are those of the drawn pictures", () => {
    const random = new Random(14);
    const collisions = kit.collisions({ exact: true });
    let [pairs, agreed] = [0, 0];
    for (let scene = 0; scene < 500; scene++) {
      const sprites = Array.from({ length: 2 + random.below(2) }, () => {
        const name = random.of(kit.frames);
        const { width, height } = sizeOf(name);
        const factor = () => (ownScale(name) * (80 + random.below(90))) / 100;
        return kit.sprite(name, {
          ...{ x: 100 + random.below(560) / 10, y: 100 + random.below(560) / 10, rotation: random.below(628) / 100 },
          ...{ origin: { x: random.below(width), y: random.below(height) }, scaleX: factor(), scaleY: factor() },
          ...{ flipX: random.chance(0.5), flipY: random.chance(0.5) },
        });
      });
      collisions.add(sprites);
      const drawn = sprites.map((sprite) => kit.draw(sprite));
      for (let j = 1; j < sprites.length; j++) {
        const found = collisions.contact(sprites[0], sprites[j])?.area ?? 0;
        const expected = shared(drawn[0], drawn[j]);
        const tolerance = 0.2 * Math.min(outline(drawn[0]), outline(drawn[j]));
        const difference = Math.abs(found - expected);
        assert(difference <= 3 + tolerance, `scene ${scene}: expected an area of ${expected}, got ${found}`);
        pairs += 1;
        agreed += Number(found > 0 === expected > 0);
      }
      sprites.forEach((sprite) => kit.destroy(sprite));
    }
    assert(agreed > 0.97 * pairs, `only ${agreed} of ${pairs} answers are those of the drawn pictures`);
    collisions.destroy();
  });
}
