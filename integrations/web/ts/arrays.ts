/** Lists of ids and of coordinates, and columns of results. Internal. */

import { count, number, shown } from "./check.js";

/** Ids of sprites: a `Uint32Array`, as calls return it, or an array of numbers. */
export type Ids = Uint32Array | readonly number[];
/** Whole or real coordinates, x and y in turn. */
export type Coordinates = Int32Array | Float32Array | Float64Array | readonly number[];

/** In arrays of ids, the id of no sprite: 2^32 - 1. */
export const NO_ID = 0xffff_ffff;
/** In arrays of places, the coordinates of no place: -2^31. */
export const NO_PLACE = -(2 ** 31);

/** Returns a list of ids as the module takes it. */
export function idList(ids: Ids, name = "ids"): Uint32Array {
  if (ids instanceof Uint32Array) return ids;
  if (!Array.isArray(ids)) throw new TypeError(`${name} must be a Uint32Array or an array of ids, got ${shown(ids)}`);
  return Uint32Array.from(ids, (id: number, index) => count(id, `${name}[${index}]`));
}

/** Returns pairs of ids as the module takes them. */
export function pairList(pairs: Ids): Uint32Array {
  const list = idList(pairs, "pairs");
  if (list.length % 2) throw new RangeError(`pairs must have an even length, got ${list.length}`);
  return list;
}

/** Returns coordinates as the module takes them. If `points` is given, there must be as many. */
export function coordinates(list: Coordinates, name: string, points?: number): Float64Array {
  const isTyped = list instanceof Int32Array || list instanceof Float32Array || list instanceof Float64Array;
  if (!isTyped && !Array.isArray(list)) {
    throw new TypeError(
      `${name} must be an Int32Array, a Float32Array, a Float64Array or an array of numbers, x and y in turn, got ${shown(list)}`,
    );
  }
  if (points === undefined ? list.length % 2 : list.length !== 2 * points) {
    const expected = points === undefined ? "an even length" : `the length ${2 * points}, x and y for each`;
    throw new RangeError(`${name} must have ${expected}, got ${list.length}`);
  }
  if (list instanceof Float64Array) return list;
  if (isTyped) {
    // 20,000 numbers take 3 us with `set` in V8, and 70 with `from` and with the constructor.
    const numbers = new Float64Array(list.length);
    numbers.set(list);
    return numbers;
  }
  return Float64Array.from(list, (value: number, index) => number(value, `${name}[${index}]`));
}

/** Numbers of results: a row of `width` numbers for each result. NaN is a missing one. */
export class Rows {
  readonly #numbers: Float64Array;
  readonly #width: number;
  readonly #start: number;
  readonly length: number;

  constructor(numbers: Float64Array, width: number, start = 0, length = (numbers.length - start) / width) {
    [this.#numbers, this.#width, this.#start, this.length] = [numbers, width, start, length];
  }

  /** Returns the numbers of all rows from a column on: `size` of each. */
  real(first: number, size = 1): Float64Array<ArrayBuffer> {
    return this.#fill(new Float64Array(size * this.length), first, size, NaN);
  }

  /** Returns ids or counts. */
  whole(first: number): Uint32Array<ArrayBuffer> {
    return this.#fill(new Uint32Array(this.length), first, 1, NO_ID);
  }

  /** Returns places: x and y each. */
  places(first: number, size = 2): Int32Array<ArrayBuffer> {
    return this.#fill(new Int32Array(size * this.length), first, size, NO_PLACE);
  }

  #fill<T extends Int32Array | Uint32Array | Float64Array>(column: T, first: number, size: number, missing: number): T {
    let [row, index] = [this.#start + first, 0];
    for (let rows = this.length; rows > 0; rows--, row += this.#width) {
      for (let part = 0; part < size; part++, index++) {
        const value = this.#numbers[row + part]!;
        column[index] = Number.isNaN(value) ? missing : value;
      }
    }
    return column;
  }
}
