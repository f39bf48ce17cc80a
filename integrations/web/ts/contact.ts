/** Pairs of sprites that share pixels: one contact, many as columns, and those of a step. */

import { Rows } from "./arrays.js";
import { bits, count, shown } from "./check.js";
import { point, rect } from "./results.js";
import type { Point, Rect } from "./types.js";

/** The numbers of a contact, as the module returns them. */
export const CONTACT = 11;

/** The pixels that two sprites share, and how the sprites separate. */
export class Contact {
  /** The two sprites, in the order in which they were asked for. */
  readonly a: number;
  readonly b: number;
  /** The topmost, then leftmost shared pixel, in world pixels. */
  readonly first: Point;
  /** The number of shared pixels. */
  readonly area: number;
  /** The smallest rectangle around the shared pixels, in world pixels. */
  readonly bounds: Rect;
  /** The unit vector along which `a` leaves `b`. */
  readonly normal: Point;
  /** The shortest move of `a` after which the two share no pixel. */
  readonly penetration: Point;
  readonly #ofB: { readonly normal: Point; readonly penetration: Point };

  /** @internal */
  constructor(a: number, b: number, numbers: Float64Array) {
    [this.a, this.b] = [a, b];
    this.first = point(numbers);
    this.area = numbers[2]!;
    this.bounds = rect(numbers, 3);
    this.normal = point(numbers, 7);
    this.penetration = point(numbers, 9);
    this.#ofB = { normal: point(numbers, CONTACT), penetration: point(numbers, CONTACT + 2) };
  }

  /** Returns the other one of the two sprites. */
  other(id: number): number {
    return [this.b, this.a][indexOf(this, id)]!;
  }

  /** Returns the unit vector along which one of the two sprites leaves the other. */
  normalOf(id: number): Point {
    return this.#of(id).normal;
  }

  /** Returns the shortest move of one of the two sprites after which the two share no pixel. */
  penetrationOf(id: number): Point {
    return this.#of(id).penetration;
  }

  #of(id: number): { readonly normal: Point; readonly penetration: Point } {
    return indexOf(this, id) === 0 ? this : this.#ofB;
  }
}

/** The first touch of two sprites in a step: the result of {@link Step.impact}. */
export class Impact {
  /** The two sprites, in the order in which they were asked for. */
  readonly a: number;
  readonly b: number;
  /**
   * The fraction of the path of the step that lies before the touch: 0 if the two touch where the path begins, or if neither has a path, and 1
   * if they touch only where they stand now.
   */
  readonly fraction: number;
  /** The positions of `a` and of `b` at the touch. */
  readonly places: readonly [Point, Point];
  /**
   * The positions of the two one step of the path before the touch, at which they share no pixel: where a bullet stops, or bounces. `null` if
   * they touch where the path begins.
   */
  readonly before: readonly [Point, Point] | null;
  /** The contact of the two sprites at these places. */
  readonly contact: Contact;

  /** @internal */
  constructor(a: number, b: number, numbers: Float64Array) {
    [this.a, this.b] = [a, b];
    this.fraction = numbers[0]!;
    this.places = [point(numbers, 1), point(numbers, 3)];
    this.before = Number.isNaN(numbers[5]) ? null : [point(numbers, 5), point(numbers, 7)];
    this.contact = new Contact(a, b, numbers.subarray(9));
  }

  /** Returns the other one of the two sprites. */
  other(id: number): number {
    return [this.b, this.a][indexOf(this, id)]!;
  }

  /** Returns the position of one of the two sprites at the touch. */
  placeOf(id: number): Point {
    return this.places[indexOf(this, id)]!;
  }

  /** Returns the position of one of the two sprites before the touch, as {@link Impact.before} has it. */
  beforeOf(id: number): Point | null {
    return this.before && this.before[indexOf(this, id)]!;
  }
}

/** Returns the index of one of two sprites. */
function indexOf({ a, b }: { readonly a: number; readonly b: number }, id: number): 0 | 1 {
  if (id === a) return 0;
  if (id === b) return 1;
  throw new RangeError(`id must be one of the two sprites, ${a} or ${b}, got ${shown(id)}`);
}

/** The contacts of pairs of sprites, with a row for each pair. A pair that shares no pixel has the area 0. */
export interface Contacts {
  /** The pairs: two ids each. */
  readonly pairs: Uint32Array;
  /** The topmost, then leftmost shared pixels in the world: x and y each. Both are -2^31 if there is none. */
  readonly first: Int32Array;
  /** The numbers of shared pixels. */
  readonly area: Float64Array;
  /** The rectangles around the shared pixels: left, top, width and height each. Without any, they are -2^31, -2^31, 0, 0. */
  readonly bounds: Int32Array;
  /** The unit vectors along which the first sprite of each pair leaves the second: x and y each. Both are NaN if there is no contact. */
  readonly normal: Float64Array | null;
  /** The shortest moves of the first sprite of each pair after which the two share no pixel: x and y each. Both are -2^31 if there is no contact. */
  readonly penetration: Int32Array | null;
}

/** The options of contacts. */
export interface ContactOptions {
  /** If false, `normal` and `penetration` are `null`. They take most of the time. The default is true. */
  readonly waysOut?: boolean | undefined;
}

/** Returns the contacts of pairs from the numbers of the module. */
export function contactsOf(pairs: Uint32Array, numbers: Float64Array, waysOut: boolean): Contacts {
  const rows = new Rows(numbers, CONTACT);
  return {
    pairs: pairs.slice(),
    first: rows.places(0),
    area: rows.real(2),
    bounds: rows.places(3, 4),
    normal: waysOut ? rows.real(7, 2) : null,
    penetration: waysOut ? rows.places(9) : null,
  };
}

/** What a step asks its world. */
interface Source {
  /** Returns contacts of pairs that may have left the world. */
  earlier(pairs: Uint32Array, options: ContactOptions): Contacts;
  impact(a: number, b: number): Impact | null;
  firstImpact(id: number): Impact | null;
  between(pairs: Uint32Array, layersA: number, layersB: number): Uint32Array;
  check(id: number): void;
}

/** The result of {@link World.step}: lists of pairs, with two ids for each pair, the smaller first. They are sorted. */
export class Step {
  /** The pairs that collide, or have shared a pixel on the path of a continuous sprite. */
  readonly pairs: Uint32Array;
  /** The pairs that collide now and did not after the step before. */
  readonly began: Uint32Array;
  /** The pairs that collided after the step before and do not now, also those of despawned sprites. */
  readonly ended: Uint32Array;
  readonly #world: Source;

  /** @internal */
  constructor(world: Source, pairs: Uint32Array, began: Uint32Array, ended: Uint32Array) {
    [this.#world, this.pairs, this.began, this.ended] = [world, pairs, began, ended];
  }

  /**
   * Returns the contacts of {@link Step.pairs}, a row for each pair, of the sprites as they stand at the call. A pair with a
   * despawned sprite has no contact. A pair that has shared pixels only in passing has the contact of its impact, until a sprite
   * changes.
   */
  contacts(options: ContactOptions = {}): Contacts {
    return this.#world.earlier(this.pairs, options);
  }

  /**
   * Returns the contacts of one sprite, as {@link Step.contacts} does. The sprite is the first of each pair in the result, so
   * the normals and the penetrations are those of this sprite.
   */
  contactsOf(id: number, options: ContactOptions = {}): Contacts {
    this.#world.check(id);
    const found: number[] = [];
    for (let i = 0; i < this.pairs.length; i += 2) {
      const [a, b] = [this.pairs[i]!, this.pairs[i + 1]!];
      if (a === id) found.push(a, b);
      else if (b === id) found.push(b, a);
    }
    return this.#world.earlier(Uint32Array.from(found), options);
  }

  /**
   * Returns where two sprites of {@link Step.pairs} touched first in the step: at the first offset of their path at which they share a
   * pixel (the option `continuous` of a sprite). If neither has a path, it is where they stand. Returns `null` if they are not a pair of
   * the step. It throws a `RangeError` if sprites have changed since the last step of the world.
   */
  impact(a: number, b: number): Impact | null {
    return this.#world.impact(count(a, "a"), count(b, "b"));
  }

  /**
   * Returns the impact of a sprite that comes first: of {@link Step.pairs} with it, the one with the smallest `fraction` of the path, of several the
   * one with the smallest id. `a` is the sprite. Returns `null` if the sprite is in no pair. It is for bullets that several sprites are in
   * the way of. It throws a `RangeError` if sprites have changed since the last step of the world.
   */
  firstImpact(id: number): Impact | null {
    return this.#world.firstImpact(count(id, "id"));
  }

  /**
   * Returns the pairs of {@link Step.pairs} between two sets of layers, each bit a layer: two ids for each pair, the one in
   * `layersA` first. If both fit both sets, the smaller id comes first. The layers are those at the call, and a despawned
   * sprite is in none.
   */
  pairsBetween(layersA: number, layersB: number): Uint32Array {
    return this.#world.between(this.pairs, bits(layersA, "layersA"), bits(layersB, "layersB"));
  }

  /** Returns the pairs of {@link Step.began} between two sets of layers, as {@link Step.pairsBetween} does. */
  beganBetween(layersA: number, layersB: number): Uint32Array {
    return this.#world.between(this.began, bits(layersA, "layersA"), bits(layersB, "layersB"));
  }
}

