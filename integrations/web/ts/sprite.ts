/** The values of sprites: how they are given, and how they are returned. */

import { bits, bool, finite, maskId, number, object, shown, whole } from "./check.js";
import type { Point } from "./types.js";
import { KINDS, SIDES, type Side, type Sprite } from "./wasm/fields.js";

export type { Side, Sprite };

type Name = keyof Sprite;
type Kinds = typeof KINDS;

type NumbersConstructor = Uint8ArrayConstructor | Uint32ArrayConstructor | Int32ArrayConstructor | Float64ArrayConstructor;

/** How a value is passed to the module and back. */
interface Field {
  /** The array of a column. */
  readonly Column: NumbersConstructor | typeof Array<Side | null>;
  /** The names of the numbers of a value, if it has more than one. */
  readonly parts?: readonly string[];
  /** Returns a number of the value, or throws an error that names it. */
  readonly check: (value: number, name: string) => number;
}

const flag = {
  Column: Uint8Array,
  check(value: unknown, name: string): number {
    if (typeof value === "boolean" || value === 0 || value === 1) return Number(value);
    throw new TypeError(`${name} must be true or false, got ${shown(value)}`);
  },
} as const satisfies Field;

/** Returns the number of a side. No side is NaN. */
function sideNumber(value: unknown, name: string): number {
  if (value === null) return NaN;
  const number = SIDES.indexOf(value as Side);
  if (number >= 0) return number;
  throw new TypeError(`${name} must be "left", "right", "top", "bottom" or null, got ${shown(value)}`);
}

/** Returns a coordinate of a place. The module rounds it. */
export function place(value: number, name: string): number {
  if (Math.abs(number(value, name)) <= 2 ** 30) return value;
  const fix = Number.isNaN(value) ? "check the calculation that made it" : "clip the position";
  throw new RangeError(`${name} must be from -2^30 to 2^30, got ${value}; ${fix}`);
}

function factor(value: number, name: string): number {
  if (number(value, name) > 0 && value < Infinity) return value;
  throw new RangeError(`${name} must be finite and more than 0, got ${value}; use flipX or flipY to mirror`);
}

function below1(value: number, name: string): number {
  if (number(value, name) >= 0 && value < 1) return value;
  throw new RangeError(`${name} must be from 0 to less than 1, got ${value}; put whole pixels into the position`);
}

const POINT = ["x", "y"] as const;

/** How values of each kind are passed. In columns, NaN stands for no point and no map, as for the module. */
const BY_KIND = {
  mask: { Column: Uint32Array, check: maskId },
  place: { Column: Int32Array, parts: POINT, check: place },
  flag,
  turn: { Column: Uint8Array, check: (value: number, name: string) => whole(value, name, 0, 3) },
  degrees: { Column: Float64Array, check: (value: number, name: string) => finite(value, name, "; give degrees clockwise") },
  factors: { Column: Float64Array, parts: POINT, check: factor },
  fraction: { Column: Float64Array, parts: POINT, check: below1 },
  point: { Column: Float64Array, parts: POINT, check: number },
  map: { Column: Float64Array, parts: ["a", "b", "c", "d"], check: number },
  layers: { Column: Uint32Array, check: bits },
  side: { Column: Array<Side | null>, check: sideNumber },
  data: { Column: Float64Array, check: (value: number, name: string) => whole(value, name, 0, Number.MAX_SAFE_INTEGER) },
} as const satisfies Record<Kinds[Name], Field>;

export const NAMES = Object.keys(KINDS) as Name[];
const FIELDS = Object.fromEntries(NAMES.map((name) => [name, BY_KIND[KINDS[name]]])) as Record<Name, Field>;
const size = (name: Name) => FIELDS[name].parts?.length ?? 1;
/** The numbers of all values of a sprite. */
const LENGTH = NAMES.reduce((sum, name) => sum + size(name), 0);

/**
 * A column for each value of many sprites. Points have two numbers for each sprite, x and y, and transforms four. The numbers of
 * a missing origin or transform are NaN.
 */
export type Sprites = {
  readonly [N in keyof Sprite]: InstanceType<(typeof BY_KIND)[Kinds[N]]["Column"]>;
} & {
  /** The ids of the sprites. */
  readonly ids: Uint32Array;
};

/** A value as it is given: a scale may be one number. */
type Given<N extends Name> = Sprite[N] | (Kinds[N] extends "factors" ? number : never);
/** A column as it is given: an array with a number for each sprite, with x and y for each, or with the four numbers of a transform. */
type GivenColumn<N extends Name> = Kinds[N] extends "flag"
  ? Uint8Array | readonly boolean[]
  : Kinds[N] extends "side"
    ? readonly (Side | null)[]
    : Uint8Array | Int32Array | Uint32Array | Float32Array | Float64Array | readonly number[];

/** Values of a sprite: {@link Sprite} says what they mean. Those that are not given stay as they are. */
export type SpriteChanges = { readonly [N in keyof Sprite]?: Given<N> | undefined };
/** Values of many sprites. Each is one value for all, or an array with a value for each. Those that are not given stay. */
export type ManyChanges = { readonly [N in keyof Sprite]?: Given<N> | GivenColumn<N> | undefined };
/** Values of a new sprite. Those that are not given have their defaults. */
export type SpriteOptions = Omit<SpriteChanges, "mask" | "position">;
/** Values of many new sprites. Each is one value for all, or an array with a value for each. */
export type ManyOptions = Omit<ManyChanges, "mask" | "position">;

/** Values in the form of the module: a bit for each value that is given, and a row of numbers for each sprite. */
export interface Encoded {
  readonly given: number;
  readonly rows: Float64Array;
}

/** Returns values for a number of sprites in the form of the module. */
export function encode(changes: ManyChanges, sprites: number, kind: "changes" | "options"): Encoded {
  for (const name in changes) {
    if (Object.hasOwn(FIELDS, name)) continue;
    const names = kind === "options" ? NAMES.slice(2) : NAMES;
    throw new TypeError(`unknown option ${shown(name)}: the options are ${names.join(", ")}`);
  }
  const names = NAMES.filter((name) => changes[name] !== undefined);
  const width = names.reduce((sum, name) => sum + size(name), 0);
  const rows = new Float64Array(width * sprites);
  let [given, first] = [0, 0];
  for (const name of names) {
    fill(rows, first, width, name, changes[name]!, sprites);
    given |= 1 << NAMES.indexOf(name);
    first += size(name);
  }
  return { given, rows };
}

/** Writes a value of all sprites into their rows. */
function fill(rows: Float64Array, first: number, width: number, name: Name, value: unknown, sprites: number): void {
  const { check, parts = [name] } = FIELDS[name];
  const size = parts.length;
  const isTyped = ArrayBuffer.isView(value);
  const column = value as ArrayLike<number>;
  // One transform is a list of numbers too. A typed array for one sprite is a column of `get`.
  const isTransform = KINDS[name] === "map" && column?.length === size && !(isTyped && sprites === 1);
  if (isTransform || !(isTyped || Array.isArray(value))) {
    const numbers = size === 1 ? [single(name, value)] : numbersOf(name, value);
    for (let row = first; row < rows.length; row += width) rows.set(numbers, row);
    return;
  }
  if (column.length !== size * sprites) {
    const what = size === 1 ? "values, one for each sprite" : `numbers, ${parts.slice(0, -1).join(", ")} and ${parts.at(-1)} for each sprite`;
    throw new RangeError(`${name} must have ${size * sprites} ${what}, got ${column.length}`);
  }
  let index = 0;
  try {
    for (let row = first; row < rows.length; row += width) {
      for (let part = 0; part < size; part++, index++) rows[row + part] = check(column[index]!, name);
    }
  } catch {
    // Once more, with an error that names the index. Names of all indices would take most of the time.
    check(column[index]!, `${name}[${index}]`);
  }
}

function single(name: Name, value: unknown): number {
  const field = FIELDS[name];
  return field === flag ? Number(bool(value as boolean, name)) : field.check(value as number, name);
}

/** Returns the numbers of a value that has more than one. */
function numbersOf(name: Name, value: unknown): number[] {
  const [{ check, parts = [] }, kind] = [FIELDS[name], KINDS[name]];
  const isOptional = kind === "point" || kind === "map";
  if (isOptional && value === null) return parts.map(() => NaN);
  if (kind === "factors" && typeof value === "number") return parts.map(() => check(value, name));
  if (kind === "map") {
    if (!ArrayBuffer.isView(value) && !Array.isArray(value)) throw new TypeError(`${name} must be [a, b, c, d] or null, got ${shown(value)}`);
    return Array.from(value as unknown as ArrayLike<number>, (one, index) => finite(one, `${name}[${index}]`));
  }
  object(value, name, kind === "factors" ? "a number or a point { x, y }" : "a point { x, y }");
  const { x, y } = value as Point;
  return [x, y].map((one, index) => (isOptional ? finite : check)(one, `${name}.${parts[index]}`));
}

/** Returns the values of sprites from their rows. */
export function decodeMany(ids: Uint32Array, rows: Float64Array): Sprites {
  const columns: Record<string, unknown> = { ids: ids.slice() };
  let first = 0;
  for (const name of NAMES) {
    const parts = size(name);
    const column = new FIELDS[name].Column(parts * ids.length);
    for (let index = 0, row = first; index < column.length; row += LENGTH) {
      for (let part = 0; part < parts; part++, index++) {
        const value = rows[row + part]!;
        column[index] = Array.isArray(column) ? (SIDES[value] ?? null) : value;
      }
    }
    columns[name] = column;
    first += parts;
  }
  return columns as unknown as Sprites;
}

/** Returns a sprite from its numbers. */
export function decode(numbers: Float64Array): Sprite {
  const sprite: Record<string, unknown> = {};
  let first = 0;
  for (const name of NAMES) {
    const [x, y] = [numbers[first]!, numbers[first + 1]!];
    const parts = size(name);
    if (parts > 1 && Number.isNaN(x)) sprite[name] = null;
    else if (parts === 2) sprite[name] = { x, y };
    else if (parts > 2) sprite[name] = Array.from(numbers.subarray(first, first + parts));
    else if (KINDS[name] === "side") sprite[name] = SIDES[x] ?? null;
    else sprite[name] = FIELDS[name] === flag ? x === 1 : x;
    first += parts;
  }
  return sprite as unknown as Sprite;
}
