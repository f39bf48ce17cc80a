/** Objects from the flat lists of numbers that the module returns. */

import type { Point, RayHit, Rect, SweepHit } from "./types.js";

type Numbers = ArrayLike<number>;

export function point(numbers: Numbers, index = 0): Point {
  return { x: numbers[index]!, y: numbers[index + 1]! };
}

/** Returns a point, or `null` if its numbers are NaN. */
export function optionalPoint(numbers: Numbers, index: number): Point | null {
  return Number.isNaN(numbers[index]) ? null : point(numbers, index);
}

export function rect(numbers: Numbers, index = 0): Rect {
  const [left, top] = [numbers[index]!, numbers[index + 1]!];
  return { left, top, width: numbers[index + 2]!, height: numbers[index + 3]! };
}

export function rayHit(numbers: Numbers, index = 0): RayHit {
  return {
    at: point(numbers, index),
    before: optionalPoint(numbers, index + 2),
    step: numbers[index + 4]!,
    normal: optionalPoint(numbers, index + 5),
  };
}

export function sweepHit(numbers: Numbers, index = 0): SweepHit {
  return { ...rayHit(numbers, index), normal: point(numbers, index + 5) };
}

/** Applies a function unless the value is absent. */
export function optional<T, R>(value: T | undefined, make: (value: T) => R): R | null {
  return value === undefined ? null : make(value);
}
