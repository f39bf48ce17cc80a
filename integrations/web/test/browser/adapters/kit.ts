/** What the tests of the adapters need of an engine, and what they compare. */
import type { World } from "hitmask";
import { count, difference, frames, type Grid, gridOf, show } from "./drawn.ts";
import { pictureOf, underMap } from "../oracle.ts";
import { assert } from "../harness.ts";

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
  add(sprites: object, options?: object): this;
  set(sprites: object, options: object): unknown;
  remove(sprites: object): unknown;
  has(sprite: S): boolean;
  addOverlap(
    a: object,
    b: object | null,
    callback: (a: S, b: S) => void,
    process?: (a: S, b: S) => boolean,
    context?: unknown,
  ): { active: boolean; destroy(): void };
  onBegin(callback: (a: S, b: S) => void): { active: boolean; destroy(): void };
  onEnd(callback: (a: S, b: S) => void): { active: boolean; destroy(): void };
  jump(sprite: S): void;
  contact(a: S, b: S): { area: number; first: object; bounds: object } | null;
  overlaps(a: S, b: S): boolean;
  overlapping(sprite: S): S[];
  find(probe: { x: number; y: number }, options?: object): S[];
  pick(point: { x: number; y: number }, options?: object): S | null;
  refresh(sprite: S): void;
  update(): void;
  destroy(): void;
  readonly size: number;
  readonly maskCount: number;
  readonly world: World;
  idOf(sprite: S): number | null;
}

/** An engine, for the tests. */
export interface Kit<S extends object, C extends object> {
  readonly frames: readonly string[];
  collisions(options?: object): Collisions<S>;
  sprite(frame: string, placing: Placing, parent?: C): S;
  place(sprite: S, placing: Placing): void;
  setFrame(sprite: S, frame: string): void;
  container(placing: Placing, parent?: C): C;
  /** Makes a sprite of a new texture, which only this sprite shows. */
  fresh(seed: number): { sprite: S; redraw(seed: number): void };
  /** Starts collisions that follow the loop of the engine. `frame` runs the loop once. */
  live(): { collisions: Collisions<S>; frame(): void; end(): void };
  /** Makes a group of the engine. */
  group(): { group: object; add(object: object): void; remove(sprite: S): void; destroy(others: object[]): void };
  /** Returns objects that may be in groups and are no sprites. */
  others(): object[];
  name(sprite: S, name: string): void;
  /** Lets a sprite show a texture whose pixels cannot be read. */
  spoil(sprite: S): void;
  hide(sprite: S, hidden: boolean): void;
  destroy(sprite: S): void;
  /** Whether the engine rounds the position of a scaled sprite too. */
  readonly roundsScaled: boolean;
  /** Lets the engine round the position of a sprite to whole pixels. */
  round(sprite: S, on: boolean): void;
  /** Draws a sprite alone, and returns its solid pixels. */
  draw(sprite: S): Grid;
}

/** The factor at which a frame is drawn with a pixel of the view for each of its pixels. */
export function ownScale(name: string): number {
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

/** Renderers round the corners of a sprite, those in software to 1/16 of a pixel. So they may draw the texel beside if a border is this near. */
const NEAR = 0.05;

/**
 * Checks that a sprite has exactly the pixels whose centers lie in a solid pixel of its mask, and that they are those that the engine draws.
 * Returns them, and how many pixels the engine draws as the texel beside.
 */
export function sameAsDrawn<S extends object, C extends object>(
  kit: Kit<S, C>,
  collisions: Collisions<S>,
  sprite: S,
  what: string,
): { own: Grid; beside: number } {
  collisions.update();
  const { world } = collisions;
  const [own, drawn] = [placed(collisions, sprite), kit.draw(sprite)];
  assert(count(drawn) > 0, `${what}: nothing is drawn`);
  const id = collisions.idOf(sprite)!;
  const mask = world.mask(world.get(id).mask);
  const { solid, margins } = underMap(pictureOf(mask), world.drawTransform(id), VIEW);
  mask.free();
  const clear = { ...drawn, solid: drawn.solid.map((bit, i) => (margins[i] < NEAR ? own.solid[i] : bit)) };
  const differ = difference(own, clear);
  if (differ > 0) throw new Error(`${what}: ${differ} pixels differ (a: adapter only, b: drawn only)\n${show(own, clear)}`);
  const rule = difference(own, { ...own, solid });
  if (rule > 0) throw new Error(`${what}: ${rule} pixels differ from the texels at their centers (a: adapter only)\n${show(own, { ...own, solid })}`);
  return { own, beside: difference(own, drawn) };
}
