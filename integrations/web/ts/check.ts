/** Checks of arguments. The module would silently wrap or truncate numbers that do not fit. */

import type { Point, Rect } from "./types.js";

/** The arguments of a call with a point: `x, y, ...` or `{ x, y }, ...`. */
export type At<Rest extends unknown[] = []> = [x: number, y: number, ...rest: Rest] | [at: Point, ...rest: Rest];

/** Returns how a message shows a value. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  return `an object of class ${value.constructor?.name ?? "unknown"}`;
}

/** Returns a whole number of 32 bits with a sign. */
export function int(value: number, name: string): number {
  return (value | 0) === value ? value : whole(value, name, -(2 ** 31), 2 ** 31 - 1);
}

/** Returns a whole number from 0 to 2^32 - 1. */
export function count(value: number, name: string): number {
  return value >>> 0 === value ? value : whole(value, name, 0, 2 ** 32 - 1);
}

/**
 * Returns 32 bits as a number from 0 to 2^32 - 1. The operators of JavaScript return bits as numbers with a sign: `~2` and `1 << 31` are
 * negative.
 */
export function bits(value: number, name: string): number {
  if ((value | 0) === value) return value >>> 0;
  if (typeof value !== "object") return count(value, name);
  throw new TypeError(`${name} must be a number with a bit for each layer, such as 1 | 4, got ${shown(value)}`);
}

/** Returns the id of a mask. */
export function maskId(value: number, name = "maskId"): number {
  if (typeof value !== "object" || value === null) return count(value, name);
  throw new TypeError(`${name} must be an id that addMask has returned, got ${shown(value)}: call world.addMask(mask) first`);
}

/**
 * Returns a coordinate of a displacement, which has to be whole: a rounded one would add up to another way. `fix` says how to
 * fix a fraction.
 */
export function displacement(value: number, name: string, fix = MOVE_WHOLE): number {
  return (value | 0) === value ? value : whole(value, name, -(2 ** 31), 2 ** 31 - 1, fix);
}

const MOVE_WHOLE = "; move by whole pixels, and add the rest to the next move";

/** Returns a coordinate of a move. */
export function movement(value: number, name: string): number {
  return displacement(value, name, "; a Remainder turns moves with fractions into whole ones, and keeps the rest");
}

/** Returns a whole number in a range. `fix` says how to fix a fraction. */
export function whole(value: number, name: string, least: number, most: number, fix = "; round it first"): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const range = `a whole number from ${power(least)} to ${power(most)}`;
  if (typeof value !== "number") throw new TypeError(`${name} must be ${range}, got ${shown(value)}`);
  if (Number.isInteger(value) || !Number.isFinite(value)) throw new RangeError(`${name} must be ${range}, got ${value}`);
  throw new TypeError(`${name} must be ${range}, got ${value}${fix}`);
}

/** Returns a large limit as a power of two. */
function power(limit: number): string {
  for (const exponent of [31, 32, 53]) {
    if (limit === 2 ** exponent - 1) return `2^${exponent} - 1`;
    if (limit === -(2 ** exponent)) return `-2^${exponent}`;
  }
  return String(limit);
}

/** Returns a number, which may be any, also NaN. The module checks it. */
export function number(value: number, name: string): number {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number, got ${shown(value)}`);
  return value;
}

/** Returns a finite number. `fix` says what to give. */
export function finite(value: number, name: string, fix = ""): number {
  if (Number.isFinite(number(value, name))) return value;
  throw new RangeError(`${name} must be finite, got ${value}${fix}`);
}

export function bool(value: boolean, name: string): boolean {
  if (typeof value !== "boolean") throw new TypeError(`${name} must be true or false, got ${shown(value)}`);
  return value;
}

/** Returns a function that is called back. */
export function callback<F>(value: F, name: string): F {
  if (typeof value !== "function") throw new TypeError(`${name} must be a function, got ${shown(value)}`);
  return value;
}

/** Checks that an object of options has no other keys, and returns how many it has. */
export function known(options: object, keys: readonly string[], name = "options"): number {
  object(options, name, "an object");
  const given = Object.keys(options);
  for (const key of given) {
    if (!keys.includes(key)) {
      throw new TypeError(`unknown option ${shown(key)}: the options are ${keys.join(", ")}`);
    }
  }
  return given.length;
}

/** Checks that a value is an object. */
export function object(value: unknown, name: string, what: string): void {
  if (typeof value !== "object" || value === null) throw new TypeError(`${name} must be ${what}, got ${shown(value)}`);
}

/** Returns the coordinates of a point, which may be any numbers. */
export function real(point: Point, name: string): [x: number, y: number] {
  object(point, name, "a point { x, y }");
  return [number(point.x, `${name}.x`), number(point.y, `${name}.y`)];
}

/**
 * Returns the pixel that a coordinate of a point lies in.
 *
 * This is the rule `world::pixel`, a second time: the module of `hitmask/mask` has no worlds, and its limit is that of offsets, 2^31
 * instead of 2^30. A call into a module only to round would take longer than the test of the pixel.
 */
export function floored(value: number, name: string): number {
  if ((value | 0) === value) return value;
  const floor = Math.floor(number(value, name));
  if ((floor | 0) === floor) return floor;
  throw new RangeError(`${name} must be from -2^31 to less than 2^31, got ${value}`);
}

/** Returns the pixel that a point lies in. */
export function pixel(point: Point, name: string): [x: number, y: number] {
  object(point, name, "a point { x, y }");
  return [floored(point.x, `${name}.x`), floored(point.y, `${name}.y`)];
}

/** Returns the displacement of a point. */
export function offset(point: Point, name: string, fix?: string): [x: number, y: number] {
  object(point, name, "a point { x, y }");
  return [displacement(point.x, `${name}.x`, fix), displacement(point.y, `${name}.y`, fix)];
}

/** Returns the arguments of a call with a point as numbers: `x, y, ...rest`. */
export function split<Rest extends unknown[]>(args: At<Rest>): [x: number, y: number, ...rest: Rest] {
  const [at, ...rest] = args;
  if (at === undefined) throw new TypeError("a point is missing: give two numbers x, y, or one point { x, y }");
  if (typeof at !== "object" || at === null) return args as [number, number, ...Rest];
  return [at.x, at.y, ...rest] as unknown as [number, number, ...Rest];
}

/** Returns the numbers of a rectangle. */
export function rect(rect: Rect, name: string): [number, number, number, number] {
  object(rect, name, "a rectangle { left, top, width, height }");
  return [
    int(rect.left, `${name}.left`),
    int(rect.top, `${name}.top`),
    count(rect.width, `${name}.width`),
    count(rect.height, `${name}.height`),
  ];
}

/** Returns the rectangle to stay in of options, as the module takes it. */
export function withinOf({ within }: { readonly within?: Rect | undefined }): Float64Array {
  return within === undefined ? new Float64Array() : Float64Array.from(rect(within, "within"));
}
