/** What queries and moves of sprites find: one result, and many as columns. */

import { NO_ID, Rows } from "./arrays.js";
import { optionalPoint, point, rayHit } from "./results.js";
import type { Point, RayHit } from "./types.js";

/**
 * The sides on which a sprite is blocked after a move. A side is blocked if the sprite wanted to go on to this side, and a step of
 * one pixel to it would be blocked. After a walk, `down` tells whether the walker stands on ground.
 */
export interface Blocked {
  readonly left: boolean;
  readonly right: boolean;
  /** Whether the sprite has hit its head. */
  readonly up: boolean;
  /** Whether the sprite stands on something. */
  readonly down: boolean;
}

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
  /** The last position of the moving sprite before the contact, or `null` if `step` is 0. */
  readonly before: Point | null;
  /** The topmost, then leftmost pixel that the sprites share in the contact, in world pixels. */
  readonly first: Point;
  /** The contact normal: a unit vector out of the sprite in the way, towards the moving sprite. */
  readonly normal: Point;
}

/** How far a sprite can go: the result of {@link World.sweep}. */
export interface Swept {
  /** The last position on the way before the contact, or the end of the way. */
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
  /** The ids of the sprites that the moving sprite overlaps at the start, if they may be in the way, sorted. */
  readonly startedInside: readonly number[];
  /** The sides on which the sprite is blocked. */
  readonly blocked: Blocked;
}

/** The sprites that a platform met: the result of {@link World.carry}. Each list of ids is sorted. */
export interface Carried {
  /** The sprites that rode on the platform, also those that a wall stopped. */
  readonly riders: Uint32Array;
  /** The other sprites that the platform pushed out of its way and did not crush. */
  readonly pushed: Uint32Array;
  /** The sprites that were in the way of the platform and could not clear it. They overlap it now, or it has passed over them. */
  readonly crushed: Uint32Array;
}

/** A sprite that {@link World.nearest} or {@link World.nearestOthers} found. */
export interface Neighbor {
  /** The id of the sprite. */
  readonly id: number;
  /**
   * The distance in pixels to the nearest solid pixel of the sprite: from the point, or from the nearest solid pixel of the other sprite. It is
   * 0 on a solid pixel, and between two sprites that share one.
   */
  readonly distance: number;
}

/** The result of {@link World.nearestMany} and {@link World.nearestOthersMany}: `count` places for each point or sprite, the nearest first. */
export interface Neighbors {
  /** The ids of the sprites. A place without a sprite has 2^32 - 1. */
  readonly ids: Uint32Array;
  /** The distances, as in {@link Neighbor}. A place without a sprite has NaN. */
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
  /** The last position of the moving sprite before the contact: x and y each. Both are -2^31 if `step` is 0. */
  readonly before: Int32Array;
  /** The topmost, then leftmost pixel that the sprites share: x and y each. */
  readonly first: Int32Array;
  /** The contact normal, out of the sprite in the way: x and y each. */
  readonly normal: Float64Array;
}

/** The results of {@link World.sweepMany}, a row for each sprite. */
export interface Sweeps {
  /** The last position on the way before the contact, or its end: x and y each. */
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
  /** The sides on which the sprites are blocked, 1 or 0: left, right, up and down each, as in {@link Blocked}. */
  readonly blocked: Uint8Array;
  /** The contacts with sprites in the way, in their order for each move. */
  readonly hits: SweepHits;
}

// The numbers of a hit, as the module returns them. A hit of many has its index before them.
const RAY_HIT = 8;
const SWEEP_HIT = 8;
/** The numbers of a move: the position, the blocked sides as bits, and the least sprite at the start or NaN. */
const MOVE = 4;

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

/** Returns the result of one move, whose last number of four is that of the sprites at the start. They follow. */
export function moved(numbers: Float64Array): Moved {
  const hits: SpriteSweepHit[] = [];
  const [sides, first] = [numbers[2]!, MOVE + numbers[3]!];
  for (let index = first; index < numbers.length; index += SWEEP_HIT) hits.push(spriteSweepHit(numbers, index));
  const [left, right, up, down] = [0, 1, 2, 3].map((side) => isBlocked(sides, side)) as [boolean, boolean, boolean, boolean];
  const startedInside = [...numbers.subarray(MOVE, first)];
  return { at: point(numbers), hits, startedInside, blocked: { left, right, up, down } };
}

function isBlocked(sides: number, side: number): boolean {
  return ((sides >> side) & 1) === 1;
}

export function swept(numbers: Float64Array): Swept {
  const { at, hits, startedInside } = moved(numbers);
  return { at, hit: hits[0] ?? null, startedInside: startedInside[0] ?? null };
}

/** Returns the results of a number of moves. */
export function moves(numbers: Float64Array, sprites: number): Moves {
  const blocked = Uint8Array.from({ length: 4 * sprites }, (_, index) => Number(isBlocked(numbers[MOVE * (index >> 2) + 2]!, index & 3)));
  return { ...sweeps(numbers, sprites), blocked };
}

/** Returns the results of a number of sweeps. */
export function sweeps(numbers: Float64Array, sprites: number): Sweeps {
  const [ends, hits] = [new Rows(numbers, MOVE, 0, sprites), new Rows(numbers, SWEEP_HIT + 1, MOVE * sprites)];
  return {
    at: ends.places(0),
    startedInside: ends.whole(3),
    hits: {
      ...{ index: hits.whole(0), id: hits.whole(1), step: hits.whole(2), before: hits.places(3) },
      ...{ first: hits.places(5), normal: hits.real(7, 2) },
    },
  };
}

/** Returns the lists of ids of a platform. The first two numbers are the lengths of the first two. */
export function carried(numbers: Uint32Array): Carried {
  const [riders, pushed] = [2 + numbers[0]!, 2 + numbers[0]! + numbers[1]!];
  return { riders: numbers.slice(2, riders), pushed: numbers.slice(riders, pushed), crushed: numbers.slice(pushed) };
}

export function near(numbers: Float64Array): Neighbor[] {
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    id: numbers[2 * index]!,
    distance: numbers[2 * index + 1]!,
  }));
}

/** Returns the nearest sprites of points, from rows of an index, an id and a distance that are sorted by index. */
export function nearMany(numbers: Float64Array, points: number, count: number): Neighbors {
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
