/** What queries and moves of sprites find: one result, and many as columns. */

import { NO_ID, Rows } from "./arrays.js";
import { optionalPoint, point, rayHit } from "./results.js";
import type { Point, RayHit } from "./types.js";

/** The first pixel of a ray that is solid in a sprite, in world pixels. The normal points out of the sprite. */
export interface SpriteRayHit extends RayHit {
  /** The id of the sprite. */
  readonly id: number;
}

/** The first contact of a moving sprite with a sprite in its way. */
export interface SpriteSweepHit {
  /** The id of the sprite in the way. */
  readonly id: number;
  /** The number of the first step after which the sprites share a pixel. It is 0 if they overlap at the start. */
  readonly step: number;
  /** The last free position of the moving sprite, or `null` if `step` is 0. */
  readonly before: Point | null;
  /** The topmost, then leftmost pixel that the sprites share in the contact, in world pixels. */
  readonly first: Point;
  /** The contact normal: a unit vector out of the sprite in the way, towards the moving sprite. */
  readonly normal: Point;
}

/** How far a sprite can go: the result of {@link World.sweep}. */
export interface Swept {
  /** The last free position on the way. */
  readonly at: Point;
  /** The contact with the sprite in the way, or `null` if the way is free. */
  readonly hit: SpriteSweepHit | null;
  /** The sprite with the smallest id that the moving sprite overlaps at the start, or `null`. */
  readonly startedInside: number | null;
}

/** How far a sprite has gone: the result of {@link World.moveUntil}. */
export interface Moved {
  /** The position at the end. */
  readonly at: Point;
  /** The contacts with sprites in the way, in their order. Each sprite comes once. */
  readonly hits: readonly SpriteSweepHit[];
  /** The sprites that the moving sprite overlaps at the start, sorted. The move has gone no deeper into them. */
  readonly startedInside: readonly number[];
  /** The sides on which the sprite is blocked. */
  readonly blocked: Blocked;
}

/**
 * The sides on which a sprite is blocked after a move: it wanted to go on to that side, and a step of one pixel to that side
 * would be blocked. After a walk, `down` tells whether the walker stands on ground.
 */
export interface Blocked {
  readonly left: boolean;
  readonly right: boolean;
  readonly up: boolean;
  /** The sprite stands on the ground. */
  readonly down: boolean;
}

/** A sprite that {@link World.nearest} found. */
export interface Near {
  /** The id of the sprite. */
  readonly id: number;
  /** The distance in pixels from the point to the rectangle around the solid pixels of the sprite. It is 0 inside. */
  readonly distance: number;
}

/** The result of {@link World.nearestMany}: `count` places for each point, the nearest first. */
export interface NearMany {
  /** The ids of the sprites. A place without a sprite has 2^32 - 1. */
  readonly ids: Uint32Array;
  /** The distances, as in {@link Near}. A place without a sprite has NaN. */
  readonly distances: Float64Array;
}

/** The hits of {@link World.castRays}, sorted by ray. A ray without a hit has no row. */
export interface RayHits {
  /** The index of the ray. */
  readonly ray: Uint32Array;
  /** The id of the sprite. */
  readonly id: Uint32Array;
  /** The first pixel of the ray that is solid in the sprite: x and y each. */
  readonly at: Int32Array;
  /** The pixel before it on the ray: x and y each. Both are -2^31 if the ray starts in a solid pixel of the sprite. */
  readonly before: Int32Array;
  /** The number of steps from the start of the ray. */
  readonly step: Uint32Array;
  /** The normal, out of the sprite: x and y each. Both are NaN if the ray starts in a solid pixel of the sprite. */
  readonly normal: Float64Array;
}

/** The contacts of many sweeps or moves, sorted by `index`. */
export interface SweepHits {
  /** The index of the sweep or move. */
  readonly index: Uint32Array;
  /** The id of the sprite in the way. */
  readonly id: Uint32Array;
  /** The number of the first step after which the sprites share a pixel. */
  readonly step: Uint32Array;
  /** The last free position of the moving sprite: x and y each. Both are -2^31 if `step` is 0. */
  readonly before: Int32Array;
  /** The topmost, then leftmost pixel that the sprites share: x and y each. */
  readonly first: Int32Array;
  /** The contact normal, out of the sprite in the way: x and y each. */
  readonly normal: Float64Array;
}

/** The results of {@link World.sweepMany}, a row for each sprite. */
export interface Sweeps {
  /** The last free position on the way: x and y each. */
  readonly at: Int32Array;
  /** The sprite with the smallest id that the moving sprite overlaps at the start, or 2^32 - 1. */
  readonly startedInside: Uint32Array;
  /** The contacts with sprites in the way, at most one for each sweep. */
  readonly hits: SweepHits;
}

/** The results of {@link World.moveUntilMany}, a row for each sprite. */
export interface Moves {
  /** The positions at the end: x and y each. */
  readonly at: Int32Array;
  /** The sprite with the smallest id that the moving sprite overlaps at the start, or 2^32 - 1. */
  readonly startedInside: Uint32Array;
  /** The contacts with sprites in the way, in their order for each move. */
  readonly hits: SweepHits;
}

// The numbers of a hit, as the module returns them. A hit of many has its index before them.
const RAY_HIT = 8;
const SWEEP_HIT = 8;
/** The numbers of one of many ways: the position, and the sprite at the start or NaN. */
const MOVE = 3;

export function spriteRayHit(numbers: Float64Array, index = 0): SpriteRayHit {
  return { id: numbers[index]!, ...rayHit(numbers, index + 1) };
}

export function spriteRayHits(numbers: Float64Array): SpriteRayHit[] {
  return Array.from({ length: numbers.length / RAY_HIT }, (_, index) => spriteRayHit(numbers, RAY_HIT * index));
}

export function rayHits(numbers: Float64Array): RayHits {
  const rows = new Rows(numbers, RAY_HIT + 1);
  return {
    ...{ ray: rows.whole(0), id: rows.whole(1), at: rows.places(2), before: rows.places(4) },
    ...{ step: rows.whole(6), normal: rows.real(7, 2) },
  };
}

function spriteSweepHit(numbers: Float64Array, index: number): SpriteSweepHit {
  return {
    id: numbers[index]!,
    step: numbers[index + 1]!,
    before: optionalPoint(numbers, index + 2),
    first: point(numbers, index + 4),
    normal: point(numbers, index + 6),
  };
}

/** Returns the result of a move: the position, the bits of the sides, the sprites at the start, and the hits. */
export function moved(numbers: Float64Array): Moved {
  const [, , sides, inside] = numbers as unknown as [number, number, number, number];
  const side = (bit: number): boolean => ((sides >> bit) & 1) === 1;
  const hits: SpriteSweepHit[] = [];
  for (let index = 4 + inside; index < numbers.length; index += SWEEP_HIT) hits.push(spriteSweepHit(numbers, index));
  return {
    ...{ at: point(numbers), hits, startedInside: Array.from(numbers.subarray(4, 4 + inside)) },
    blocked: { left: side(0), right: side(1), up: side(2), down: side(3) },
  };
}

export function swept(numbers: Float64Array): Swept {
  const hit = numbers.length > MOVE ? spriteSweepHit(numbers, MOVE) : null;
  return { at: point(numbers), hit, startedInside: Number.isNaN(numbers[2]) ? null : numbers[2]! };
}

/** Returns the results of a number of sweeps or moves. */
export function moves(numbers: Float64Array, sprites: number): Moves {
  const [ends, hits] = [new Rows(numbers, MOVE, 0, sprites), new Rows(numbers, SWEEP_HIT + 1, MOVE * sprites)];
  return {
    at: ends.places(0),
    startedInside: ends.whole(2),
    hits: {
      ...{ index: hits.whole(0), id: hits.whole(1), step: hits.whole(2), before: hits.places(3) },
      ...{ first: hits.places(5), normal: hits.real(7, 2) },
    },
  };
}

export function near(numbers: Float64Array): Near[] {
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    id: numbers[2 * index]!,
    distance: numbers[2 * index + 1]!,
  }));
}

/** Returns the nearest sprites of points, from rows of an index, an id and a distance that are sorted by index. */
export function nearMany(numbers: Float64Array, points: number, count: number): NearMany {
  const ids = new Uint32Array(points * count).fill(NO_ID);
  const distances = new Float64Array(points * count).fill(NaN);
  for (let row = 0, last = -1, rank = 0; row < numbers.length; row += 3) {
    rank = numbers[row] === last ? rank + 1 : 0;
    last = numbers[row]!;
    ids[count * last + rank] = numbers[row + 1]!;
    distances[count * last + rank] = numbers[row + 2]!;
  }
  return { ids, distances };
}
