/** Checks of arguments. The module would silently wrap or truncate numbers that do not fit. */

import { ShapeKind } from "./wasm/hitmask.js";
import type { Circle, Line, Point, Polygon, Rect, Shape } from "./types.js";

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

/** Returns a whole number in a range. */
export function whole(value: number, name: string, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const range = `a whole number from ${power(least)} to ${power(most)}`;
  if (typeof value === "number" && (Number.isInteger(value) || Math.abs(value) === Infinity)) {
    throw new RangeError(`${name} must be ${range}, got ${value}`);
  }
  const fix = typeof value === "number" && !Number.isNaN(value) ? "; round it first" : "";
  throw new TypeError(`${name} must be ${range}, got ${shown(value)}${fix}`);
}

/** Returns a large limit as a power of two. */
function power(limit: number): string {
  for (const exponent of [31, 32, 53]) {
    if (limit === 2 ** exponent - 1) return `2**${exponent} - 1`;
    if (limit === -(2 ** exponent)) return `-2**${exponent}`;
  }
  return String(limit);
}

/** Returns a number, which may be any, also NaN. The module checks it. */
export function number(value: number, name: string): number {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number, got ${shown(value)}`);
  return value;
}

export function bool(value: boolean, name: string): boolean {
  if (typeof value !== "boolean") throw new TypeError(`${name} must be true or false, got ${shown(value)}`);
  return value;
}

/** Checks that an object of options has no other keys. */
export function known(options: object, keys: readonly string[]): void {
  for (const key of Object.keys(options)) {
    if (!keys.includes(key)) {
      throw new TypeError(`unknown option ${shown(key)}: the options are ${keys.join(", ")}`);
    }
  }
}

/** Checks that a value is an object. */
function object(value: unknown, name: string, what: string): void {
  if (typeof value !== "object" || value === null) throw new TypeError(`${name} must be ${what}, got ${shown(value)}`);
}

/** Checks that a value is a pixel with whole coordinates. */
export function pixel(point: Point, name: string): void {
  object(point, name, "a point { x, y }");
  int(point.x, `${name}.x`);
  int(point.y, `${name}.y`);
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

/** Returns the kind and the numbers of a shape or of a point. */
export function shape(shape: Shape | Point, name: string, withPoint: boolean): [ShapeKind, Float64Array] {
  const kinds = `${withPoint ? "a point, " : ""}a rectangle, a circle, a line or a polygon`;
  object(shape, name, kinds);
  const real = (point: Point, part: string): number[] => {
    object(point, part, "a point { x, y }");
    return [number(point.x, `${part}.x`), number(point.y, `${part}.y`)];
  };
  if ("center" in shape) {
    const { center, radius } = shape as Circle;
    return [ShapeKind.Circle, Float64Array.of(...real(center, `${name}.center`), number(radius, `${name}.radius`))];
  }
  if ("from" in shape) {
    const { from, to } = shape as Line;
    pixel(from, `${name}.from`);
    pixel(to, `${name}.to`);
    return [ShapeKind.Line, Float64Array.of(from.x, from.y, to.x, to.y)];
  }
  if ("points" in shape) {
    const corners = (shape as Polygon).points;
    if (!Array.isArray(corners)) throw new TypeError(`${name}.points must be an array of points, got ${shown(corners)}`);
    const numbers = corners.flatMap((corner: Point, index) => real(corner, `${name}.points[${index}]`));
    return [ShapeKind.Polygon, Float64Array.from(numbers)];
  }
  if ("width" in shape) return [ShapeKind.Rect, Float64Array.from(rect(shape as Rect, name))];
  if (withPoint && "x" in shape) {
    pixel(shape as Point, name);
    return [ShapeKind.Point, Float64Array.of((shape as Point).x, (shape as Point).y)];
  }
  throw new TypeError(`${name} must be ${kinds}, got ${shown(shape)} with the keys ${Object.keys(shape).join(", ")}`);
}
