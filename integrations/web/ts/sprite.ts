import { bool, count, int, number, pixel, shown, whole } from "./check.js";
import { optionalPoint } from "./results.js";
import type { Point } from "./types.js";

/** How a sprite shows its mask, and what it collides with. */
export interface SpriteOptions {
  /** Whether the mask is mirrored left to right. */
  readonly flipX?: boolean | undefined;
  /** Whether the mask is mirrored top to bottom. */
  readonly flipY?: boolean | undefined;
  /** Quarter turns clockwise, 0 to 3, after the flips. */
  readonly turn?: 0 | 1 | 2 | 3 | undefined;
  /** The angle in degrees clockwise. The sprite shows the nearest of 64 angles, unless it is exact. */
  readonly angle?: number | undefined;
  /** The factor of the size, or factors along x and y. Each is more than 0, and rounded to 32 steps an octave, unless the sprite is exact. */
  readonly scale?: number | Point | undefined;
  /** The pixel of the mask that scale and angle leave where it is. The default is the middle of the mask. */
  readonly pivot?: Point | null | undefined;
  /** The layers that the sprite is in, a bit each. The default is 1. */
  readonly layers?: number | undefined;
  /** The layers that the sprite collides with, a bit each. The default is all. Both sprites of a pair must agree. */
  readonly collidesWith?: number | undefined;
  /** Whether the sprite is scenery. Two fixed sprites are never a pair. The default is false. */
  readonly fixed?: boolean | undefined;
  /** Whether angle and scale are shown without rounding. The default is false. */
  readonly exact?: boolean | undefined;
  /** A whole number of yours, from 0 to 2^53 - 1. The default is 0. */
  readonly data?: number | undefined;
}

/** All values of a sprite. */
export interface SpriteState {
  /** The id of the mask. */
  readonly mask: number;
  readonly x: number;
  readonly y: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly turn: 0 | 1 | 2 | 3;
  readonly angle: number;
  readonly scale: Point;
  readonly pivot: Point | null;
  readonly layers: number;
  readonly collidesWith: number;
  readonly fixed: boolean;
  readonly exact: boolean;
  readonly data: number;
}

type Values = SpriteOptions & { readonly mask: number; readonly x: number; readonly y: number };

const KEYS = new Set([
  ...["mask", "x", "y", "flipX", "flipY", "turn", "angle", "scale", "pivot"],
  ...["layers", "collidesWith", "fixed", "exact", "data"],
]);

/** Returns the numbers of a sprite, in the order in which the module takes them. */
export function toNumbers(values: Values): Float64Array {
  for (const key in values) {
    if (!KEYS.has(key)) throw new TypeError(`unknown option ${shown(key)}: the options are ${[...KEYS].slice(3).join(", ")}`);
  }
  const { scale = 1, pivot = null } = values;
  const isNumber = typeof scale === "number";
  if (!isNumber && (typeof scale !== "object" || scale === null)) {
    throw new TypeError(`scale must be a number or a point { x, y }, got ${shown(scale)}`);
  }
  if (pivot !== null) pixel(pivot, "pivot");
  return Float64Array.of(
    count(values.mask, "mask"),
    int(values.x, "x"),
    int(values.y, "y"),
    Number(bool(values.flipX ?? false, "flipX")),
    Number(bool(values.flipY ?? false, "flipY")),
    whole(values.turn ?? 0, "turn", 0, 3),
    number(values.angle ?? 0, "angle"),
    isNumber ? scale : number(scale.x, "scale.x"),
    isNumber ? scale : number(scale.y, "scale.y"),
    pivot?.x ?? NaN,
    pivot?.y ?? NaN,
    count(values.layers ?? 1, "layers"),
    count(values.collidesWith ?? 0xffff_ffff, "collidesWith"),
    Number(bool(values.fixed ?? false, "fixed")),
    Number(bool(values.exact ?? false, "exact")),
    whole(values.data ?? 0, "data", 0, Number.MAX_SAFE_INTEGER),
  );
}

/** Returns a sprite from the numbers of the module. */
export function fromNumbers(numbers: Float64Array): SpriteState {
  return {
    mask: numbers[0]!,
    x: numbers[1]!,
    y: numbers[2]!,
    flipX: numbers[3] === 1,
    flipY: numbers[4] === 1,
    turn: numbers[5] as SpriteState["turn"],
    angle: numbers[6]!,
    scale: { x: numbers[7]!, y: numbers[8]! },
    pivot: optionalPoint(numbers, 9),
    layers: numbers[11]!,
    collidesWith: numbers[12]!,
    fixed: numbers[13] === 1,
    exact: numbers[14] === 1,
    data: numbers[15]!,
  };
}
