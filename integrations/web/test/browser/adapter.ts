/** Tests that the adapters of all engines pass. */
import { type Mask } from "hitmask";
import { count, difference, frames, type Grid, gridOf, outline, Random, shared, show } from "./drawn.ts";
import { assert, equal, test, throws } from "./harness.ts";

export const VIEW = 256;

/** Where a test wants a sprite. `origin` is in pixels of the frame. */
export interface Placing {
  x: number;
  y: number;
  origin: { x: number; y: number };
  flipX: boolean;
  flipY: boolean;
  rotation: number;
  scaleX: number;
  scaleY: number;
}

export const plain: Placing = {
  ...{ x: 0, y: 0, origin: { x: 0, y: 0 } },
  ...{ flipX: false, flipY: false, rotation: 0, scaleX: 1, scaleY: 1 },
};

/** What is used of the adapters. */
export interface Collisions<S> {
  add(sprites: S | S[], options?: object): unknown;
  remove(sprites: S | S[]): unknown;
  has(sprite: S): boolean;
  addOverlap(
    a: S | S[],
    b: S | S[] | null,
    callback: (a: S, b: S) => void,
    process?: (a: S, b: S) => boolean,
    context?: unknown,
  ): { active: boolean; destroy(): void };
  onBegin(callback: (a: S, b: S) => void): { active: boolean; destroy(): void };
  onEnd(callback: (a: S, b: S) => void): { active: boolean; destroy(): void };
  overlap(a: S, b: S): { area: number; first: object; bounds: object } | null;
  overlaps(a: S, b: S): boolean;
  overlapping(sprite: S): S[];
  find(probe: { x: number; y: number }): S[];
  refresh(sprite: S): void;
  update(): void;
  destroy(): void;
  readonly size: number;
  readonly maskCount: number;
  readonly world: { readonly size: number; shape(id: number): { mask: Mask; at: { x: number; y: number } } };
  idOf(sprite: S): number | null;
}

/** An engine, for the tests. */
export interface Kit<S extends object, C extends object> {
  readonly frames: readonly string[];
  collisions(options?: { exact?: boolean }): Collisions<S>;
  sprite(frame: string, placing: Placing, parent?: C): S;
  place(sprite: S, placing: Placing): void;
  setFrame(sprite: S, frame: string): void;
  container(placing: Placing, parent?: C): C;
  /** Makes a sprite of a new texture, which only this sprite shows. */
  fresh(seed: number): { sprite: S; redraw(seed: number): void };
  hide(sprite: S, hidden: boolean): void;
  destroy(sprite: S): void;
  /** Lets the engine round the position of a sprite to whole pixels. */
  round(sprite: S, on: boolean): void;
  /** Draws a sprite alone, and returns its solid pixels. */
  draw(sprite: S): Grid;
}

/** The factor at which a frame is drawn with a pixel of the view for each of its pixels. */
function ownScale(name: string): number {
  return name.endsWith(" half") ? 2 : 1;
}

export function sizeOf(name: string): { width: number; height: number } {
  const { image, trim } = frames.find((frame) => frame.name === name.replace(" turned", "").replace(" half", ""))!;
  const scale = ownScale(name);
  return { width: (trim?.fullWidth ?? image.width) / scale, height: (trim?.fullHeight ?? image.height) / scale };
}

/** Returns the solid pixels of a sprite, as the adapter places it. */
export function placed<S>(collisions: Collisions<S>, sprite: S): Grid {
  const id = collisions.idOf(sprite);
  assert(id !== null, "the sprite does not take part");
  const { mask, at } = collisions.world.shape(id);
  const grid = gridOf(mask, at, VIEW, VIEW);
  mask.free();
  return grid;
}

/** Checks that a sprite stands where it is drawn. */
export function sameAsDrawn<S extends object, C extends object>(
  kit: Kit<S, C>,
  collisions: Collisions<S>,
  sprite: S,
  what: string,
  tolerance = 0,
): void {
  collisions.update();
  const [adapter, drawn] = [placed(collisions, sprite), kit.draw(sprite)];
  assert(count(drawn) > 0, `${what}: nothing is drawn`);
  const differ = difference(adapter, drawn);
  const message = () => `${what}: ${differ} pixels differ (a: adapter only, b: drawn only)\n${show(adapter, drawn)}`;
  if (differ > tolerance * outline(drawn)) throw new Error(message());
}

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

export function testAdapter<S extends object, C extends object>(kit: Kit<S, C>): void {
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
      const [scaleX, scaleY] = random.of([[2, 1], [1, 1.5], [-1, 2]] as const);
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
          equal(collisions.overlap(a, b)?.area ?? 0, area, `area of ${i} and ${j} in scene ${scene}`);
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

  test("in 500 scenes of freely rotated and scaled sprites, overlaps are those of the drawn pictures, up to the outline", () => {
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
        const found = collisions.overlap(sprites[0], sprites[j])?.area ?? 0;
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

  test("callbacks come once a pair and update, in the order of the arguments", () => {
    const collisions = kit.collisions();
    const [ship, ...rocks] = [0, 4, 8, 100].map((x) => kit.sprite("even", { ...plain, x, y: 20 }));
    const name = (sprite: S) => (sprite === ship ? "ship" : `rock ${rocks.indexOf(sprite)}`);
    const calls: string[] = [];
    const log = (what: string) => (a: S, b: S) => void calls.push(`${what} ${name(a)}, ${name(b)}`);
    const take = () => calls.splice(0).sort();
    // The rocks come first in the world, and second in the call.
    collisions.add(rocks);
    collisions.add(ship);
    const hits = collisions.addOverlap(ship, rocks, log("hit"));
    const within = collisions.addOverlap(rocks, null, log("rocks"), (a) => a === rocks[0]);
    collisions.update();
    equal(take(), ["hit ship, rock 0", "hit ship, rock 1", "rocks rock 0, rock 1"]);
    collisions.onBegin(log("begin"));
    collisions.onEnd(log("end"));
    collisions.update();
    equal(take(), ["hit ship, rock 0", "hit ship, rock 1", "rocks rock 0, rock 1"], "nothing moves");

    within.active = false;
    kit.place(rocks[2], { ...plain, x: 1, y: 20 });
    kit.place(rocks[0], { ...plain, x: 100, y: 20 });
    collisions.update();
    equal(
      take(),
      [
        ...["begin rock 1, rock 2", "begin rock 2, ship", "end rock 0, rock 1", "end rock 0, ship"],
        ...["hit ship, rock 1", "hit ship, rock 2"],
      ],
      "two rocks have moved",
    );
    hits.destroy();
    collisions.remove(ship);
    collisions.update();
    equal(take(), ["end rock 1, ship", "end rock 2, ship"], "the ship has left");
    equal([collisions.has(ship), collisions.has(rocks[0]), collisions.size], [false, true, 3]);
    for (const sprite of [ship, ...rocks]) kit.destroy(sprite);
    collisions.update();
    equal(take(), ["end rock 1, rock 2"]);
    equal([collisions.size, collisions.world.size], [0, 0]);
    collisions.destroy();
  });

  test("a sprite destroyed in a callback is in no later callback, and its begin is told if its end is", () => {
    const collisions = kit.collisions();
    const [a, b, c] = [0, 2, 4].map((x) => kit.sprite("even", { ...plain, x, y: 20 }));
    const [began, ended] = [[] as S[][], [] as S[][]];
    collisions.add([a, b, c]);
    collisions.onBegin((first, second) => {
      began.push([first, second]);
      if (collisions.has(a)) kit.destroy(a);
    });
    collisions.onEnd((first, second) => void ended.push([first, second]));
    let overlaps = 0;
    collisions.addOverlap([a, b, c], null, (first, second) => {
      overlaps += 1;
      assert(first !== a && second !== a, "the destroyed sprite overlaps");
    });
    collisions.update();
    equal([began.length, ended.length, overlaps], [2, 0, 1]);
    assert(began[0][0] === a && began[0][1] === b && began[1][0] === b && began[1][1] === c, "other pairs began");
    collisions.update();
    equal([ended.length, overlaps, collisions.size], [1, 2, 2]);
    assert(ended[0][0] === a && ended[0][1] === b, "another pair ended");
    kit.destroy(b);
    kit.destroy(c);
    collisions.destroy();
  });

  test("sprites spawned in a callback take part from the next update, also with the ids of others", () => {
    const collisions = kit.collisions();
    const sprites: S[] = [];
    const spawn = () => {
      const sprite = kit.sprite("even", { ...plain, x: 10, y: 10 });
      collisions.add(sprite);
      sprites.push(sprite);
    };
    spawn();
    spawn();
    const ends = new Map<S, number>();
    collisions.onEnd((a, b) => {
      for (const sprite of [a, b]) ends.set(sprite, (ends.get(sprite) ?? 0) + 1);
    });
    for (let i = 0; i < 50; i++) {
      collisions.update();
      assert(collisions.overlaps(sprites[0], sprites[1]), "the sprites do not overlap");
      kit.destroy(sprites.shift()!);
      spawn();
    }
    collisions.update();
    equal([ends.size, [...ends.values()].reduce((a, b) => a + b)], [51, 100]);
    equal([collisions.size, collisions.world.size, collisions.maskCount], [2, 2, 1]);
    for (const sprite of sprites) kit.destroy(sprite);
    collisions.destroy();
  });

  test("the mask follows the frame", () => {
    const collisions = kit.collisions();
    const sprite = kit.sprite("even", { ...plain, x: 50, y: 50 });
    collisions.add(sprite);
    for (let i = 0; i < 40; i++) {
      const frame = kit.frames[i % kit.frames.length];
      kit.setFrame(sprite, frame);
      const [scaleX, scaleY] = [ownScale(frame), ownScale(frame)];
      kit.place(sprite, { ...plain, x: 70 + i, y: 70, rotation: i % 3 ? 0 : Math.PI / 2, scaleX, scaleY });
      sameAsDrawn(kit, collisions, sprite, `frame ${frame}`);
    }
    equal(collisions.maskCount, kit.frames.length);
    kit.destroy(sprite);
    collisions.destroy();
  });

  test("sprites that are out of the game do not take part", () => {
    const collisions = kit.collisions();
    const [a, b] = [10, 14].map((x) => kit.sprite("even", { ...plain, x, y: 10 }));
    let [began, ended] = [0, 0];
    collisions.onBegin(() => void began++);
    collisions.onEnd(() => void ended++);
    collisions.add([a, b]);
    for (let i = 0; i < 4; i++) {
      kit.hide(a, i % 2 === 1);
      collisions.update();
      equal([collisions.world.size, collisions.idOf(a) === null], i % 2 ? [1, true] : [2, false]);
      equal(collisions.overlaps(a, b), i % 2 === 0);
      equal(collisions.find({ x: 10.7, y: 10.2 }).includes(a), i % 2 === 0);
    }
    equal([began, ended], [2, 2]);
    kit.hide(a, false);
    kit.place(a, { ...plain, x: 10, y: 10, scaleX: 0 });
    collisions.update();
    equal(collisions.idOf(a), null, "a sprite without width");
    kit.destroy(a);
    kit.destroy(b);
    collisions.destroy();
  });

  test("a texture that is drawn on is read again after refresh", () => {
    const collisions = kit.collisions();
    const { sprite, redraw } = kit.fresh(50);
    collisions.add(sprite);
    sameAsDrawn(kit, collisions, sprite, "before");
    redraw(51);
    collisions.refresh(sprite);
    sameAsDrawn(kit, collisions, sprite, "after");
    equal(collisions.maskCount, 1);
    kit.destroy(sprite);
    collisions.destroy();
  });

  test("overlap and overlaps see where sprites are now, without an update", () => {
    const collisions = kit.collisions();
    const [a, b] = [10, 90].map((x) => kit.sprite("even", { ...plain, x, y: 10 }));
    collisions.add([a, b]);
    equal(collisions.overlaps(a, b), false);
    for (const x of [80, 10, 100]) {
      kit.place(a, { ...plain, x, y: 10 });
      const area = shared(kit.draw(a), kit.draw(b));
      equal(collisions.overlap(a, b)?.area ?? 0, area);
      equal(collisions.overlaps(a, b), x !== 10);
    }
    kit.destroy(a);
    kit.destroy(b);
    collisions.destroy();
  });

  test("10,000 frames with new sprites and textures leave nothing behind", () => {
    const random = new Random(13);
    const collisions = kit.collisions();
    const sprites: S[] = [];
    let masks = 0;
    for (let i = 0; i < 10_000; i++) {
      const frame = random.of(kit.frames);
      const sprite = i % 10 ? kit.sprite(frame, { ...plain, x: random.below(VIEW), y: random.below(VIEW) }) : kit.fresh(i).sprite;
      sprites.push(sprite);
      collisions.add(sprite);
      if (sprites.length > 8) kit.destroy(sprites.shift()!);
      collisions.update();
      masks = Math.max(masks, collisions.maskCount);
    }
    equal([collisions.size, collisions.world.size], [8, 8]);
    assert(masks <= 256 + 9, `there were ${masks} masks`);
    for (const sprite of sprites) kit.destroy(sprite);
    collisions.update();
    equal([collisions.size, collisions.world.size], [0, 0]);
    collisions.destroy();
  });

  test("misuse is an error that says what to do", async () => {
    const collisions = kit.collisions();
    const sprite = kit.sprite("even", plain);
    await throws(() => collisions.overlaps(sprite, sprite), Error, "call add(sprite) first");
    await throws(() => collisions.add({} as S), TypeError, "draw other objects on a canvas");
    collisions.add(sprite);
    for (const x of [NaN, Infinity, 2 ** 31]) {
      kit.place(sprite, { ...plain, x });
      await throws(() => collisions.update(), RangeError, "must be finite and at most 2^30 pixels from 0");
    }
    kit.place(sprite, { ...plain, x: 2 ** 30, y: -(2 ** 30) });
    collisions.update();
    const other = kit.sprite("even", { ...plain, x: 2 ** 30, y: -(2 ** 30) });
    collisions.add(other);
    const again = collisions.addOverlap(sprite, other, () => collisions.update());
    await throws(() => collisions.update(), Error, "cannot call update in a callback");
    again.destroy();
    let calls = 0;
    collisions.addOverlap(sprite, other, () => {
      calls += 1;
      collisions.destroy();
    });
    collisions.addOverlap(sprite, other, () => calls++);
    collisions.update();
    equal([calls, collisions.size], [1, 0]);
    collisions.destroy();
    await throws(() => collisions.update(), Error, "make new ones");
    kit.destroy(sprite);
    kit.destroy(other);
  });
}
