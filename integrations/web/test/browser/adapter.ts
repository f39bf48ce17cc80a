/** Tests that the adapters of all engines pass. */
import { type Mask } from "hitmask";
import { count, difference, frames, type Grid, gridOf, outline, Random, shared, show } from "./drawn.ts";
import { assert, equal, test } from "./harness.ts";

export const VIEW = 160;

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
  /** Draws a sprite alone, and returns its solid pixels. */
  draw(sprite: S): Grid;
}

export function sizeOf(name: string): { width: number; height: number } {
  const { image, trim } = frames.find((frame) => frame.name === name.replace(" turned", "").replace(" half", ""))!;
  const half = name.endsWith(" half") ? 2 : 1;
  return { width: (trim?.fullWidth ?? image.width) / half, height: (trim?.fullHeight ?? image.height) / half };
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
  const factor = () => random.of([1, 1, 1, 2, 3]);
  const small = frame === "wide" ? () => 1 : factor;
  return {
    x: 60 + random.below(40),
    y: 60 + random.below(40),
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
        const scale = random.of([1, 1, 2]);
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
          ...{ x: 80 + part(), y: 80 + part(), origin: { x: width / 2, y: height / 2 } },
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
    console.log(`${JSON.stringify(options)}, fraction ${fraction}: ${(differ / sum).toFixed(4)} of the outline differs`);
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
}
