/** Objects from the flat lists of numbers that the module returns. */

import type { Contact, Overlap, Point, RayHit, Rect } from "./types.js";

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

export function overlap(numbers: Numbers): Overlap {
  return { first: point(numbers), area: numbers[2]!, bounds: rect(numbers, 3) };
}

/** The numbers of a ray hit or a contact. */
export const HIT_LENGTH = 7;

export function rayHit(numbers: Numbers, index = 0): RayHit {
  return {
    at: point(numbers, index),
    before: optionalPoint(numbers, index + 2),
    step: numbers[index + 4]!,
    normal: optionalPoint(numbers, index + 5),
  };
}

export function contact(numbers: Numbers): Contact {
  return { ...rayHit(numbers), normal: point(numbers, 5) };
}

/** Applies a function unless the value is absent. */
export function optional<T, R>(value: T | undefined, make: (value: T) => R): R | null {
  return value === undefined ? null : make(value);
}
