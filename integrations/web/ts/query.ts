/** What queries ask about, and their options. */

import { bits, bool, count, known, maskId, shown } from "./check.js";
import { type Mask, rawOf } from "./mask.js";
import { shape } from "./shape.js";
import { encode, NAMES, place, type SpriteOptions } from "./sprite.js";
import type { Point, Rect, Shape } from "./types.js";
import type { RawMask, ShapeKind } from "./wasm/hitmask.js";

/** A mask that is in no world, and the place of its top-left pixel. */
export interface MaskAt extends Point {
  readonly mask: Mask;
}

/** A place where a world looks for sprites: a pixel, a shape, or the solid pixels of a mask at a place. */
export type Probe = Point | Shape | MaskAt;

/** A sprite of the world somewhere else or as something else, for {@link Who}. What is not given stays as it is. */
export interface SpriteAs extends SpriteOptions {
  readonly id: number;
  /** The id of another mask. */
  readonly mask?: number | undefined;
  /** Another place: both `x` and `y`. */
  readonly x?: number | undefined;
  readonly y?: number | undefined;
}

/** A sprite that is in no world, for {@link Who}: the id of its mask, its place and its options as for {@link World.spawn}. */
export interface SpriteLike extends SpriteOptions, Point {
  readonly id?: undefined;
  readonly mask: number;
}

/**
 * What a query asks about. Nothing moves or changes.
 *
 * | you give | in its way are |
 * |---|---|
 * | an id | the others whose layers and its own allow a collision |
 * | `{ id, x, y }`: the sprite at another place | the same |
 * | `{ id, mask, angle, … }`: the sprite as something else | the others whose layers and the given ones allow a collision |
 * | `{ mask: maskId, x, y, … }`: a sprite that is in no world | all whose layers and its own allow a collision |
 * | `{ mask: new Mask(…), x, y }`: a shape that is in no world | all |
 */
export type Who = number | SpriteAs | SpriteLike | MaskAt;

/** The options of queries. */
export interface QueryOptions {
  /**
   * If given, only sprites in one of these layers are considered. Each bit is a layer. They narrow what a sprite collides with: sweeps and
   * free places of a sprite that collides with none of them are a `RangeError`. With 0, nothing is in the way.
   */
  readonly layers?: number | undefined;
  /** The id of a sprite that is left out, for example of the one that asks. */
  readonly without?: number | undefined;
}

/** The options of rays and free places. */
export interface BlockOptions extends QueryOptions {
  /** If true, sensors block as other sprites do. The default is false. */
  readonly withSensors?: boolean | undefined;
}

/** The options of {@link World.nearestFree}. */
export interface NearestFreeOptions extends BlockOptions {
  /** A rectangle of the world that the solid pixels have to lie in. */
  readonly within?: Rect | undefined;
}

/** The options of {@link World.sweep}, {@link World.sweepMany} and {@link World.touching}. */
export interface SweepOptions extends BlockOptions {
  /** If true, a sprite that is overlapped at the start is hit there, at step 0: for shots from point-blank range. The default is false. */
  readonly hitFromInside?: boolean | undefined;
}

/** The options of {@link World.erase}. */
export interface EraseOptions {
  /** If given, only sprites in one of these layers lose pixels. Each bit is a layer. */
  readonly layers?: number | undefined;
}

const QUERY = ["layers", "without"] as const;
export const BLOCK = [...QUERY, "withSensors"] as const;
export const SWEEP = [...BLOCK, "hitFromInside"] as const;

/** The options that are bits in the module, beyond the 32 of the layers. */
const [ON_LAYERS, WITH_SENSORS, HIT_FROM_INSIDE] = [2 ** 32, 2 ** 33, 2 ** 34] as const;
/** The id of no sprite. */
const NO_ID = 2 ** 32 - 1;

/** The options of a query as the module takes them: bits, and the id of the sprite that is left out. */
export type Query = [options: number, without: number];

/** Returns the options of a query. `names` are those that it has. */
export function query(options: SweepOptions, names: readonly string[] = QUERY): Query {
  known(options, names);
  const { layers, without, withSensors = false, hitFromInside = false } = options;
  let sum = layers === undefined ? 0 : ON_LAYERS + bits(layers, "layers");
  if (bool(withSensors, "withSensors")) sum += WITH_SENSORS;
  if (bool(hitFromInside, "hitFromInside")) sum += HIT_FROM_INSIDE;
  return [sum, without === undefined ? NO_ID : count(without, "without")];
}

const SHAPE = ["mask", "x", "y"];
const WHO = ["id", "x", "y", ...NAMES.filter((name) => name !== "position")];

/**
 * What a query asks about as the module takes it: the id; the place, or NaN; other values, as bits that tell which are given and their
 * numbers; and a mask. @internal
 */
export type RawWho = [id: number, x: number, y: number, values: Float64Array | undefined, mask: RawMask | undefined];

/** Returns what a query asks about as the module takes it. An id, alone or at a place, needs no list of numbers. @internal */
export function whoOf(who: Who): RawWho {
  if (typeof who === "number") return [count(who, "who"), NaN, NaN, undefined, undefined];
  const { id, x, y, mask } = Object(who) as { id?: number; x?: number; y?: number; mask?: number | Mask };
  if (id === undefined && mask === undefined) {
    throw new TypeError(`who must be the id of a sprite, or an object with an id or a mask, got ${shown(who)}`);
  }
  const isShape = typeof mask === "object" && id === undefined;
  const given = known(who, isShape ? SHAPE : WHO);
  let [left, top] = [NaN, NaN];
  if (x !== undefined || y !== undefined || id === undefined) [left, top] = [place(x!, "who.x"), place(y!, "who.y")];
  // The module takes a copy, which shares the pixels.
  if (isShape) return [NO_ID, left, top, undefined, rawOf(mask, "who.mask").share()];
  const number = id === undefined ? NO_ID : count(id, "who.id");
  if (id !== undefined && x !== undefined && given === 3) return [number, left, top, undefined, undefined];
  if (mask !== undefined) maskId(mask as number, "who.mask");
  const { id: _, x: _x, y: _y, ...values } = who as SpriteAs;
  const { given: which, rows } = encode({ ...values, mask: mask as number | undefined }, 1, "changes");
  return [number, left, top, Float64Array.of(which, ...rows), undefined];
}

/** A probe as the module takes it. @internal */
type RawProbe = [mask: RawMask, x: number, y: number] | [kind: ShapeKind, numbers: Float64Array];

/** Returns a probe as the module takes it: a mask and its place, or the kind and the numbers of a shape. @internal */
export function probeOf(probe: Probe, name: string): RawProbe {
  if (typeof probe !== "object" || probe === null || !("mask" in probe)) return shape(probe, name, true);
  return [rawOf(probe.mask, `${name}.mask`), place(probe.x, `${name}.x`), place(probe.y, `${name}.y`)];
}
