/** Two lists of masks, without a world of yours. */

import { object, shown } from "./check.js";
import { Mask } from "./mask.js";
import { placeOf } from "./sprite.js";
import type { Placed } from "./types.js";
import { World } from "./world.js";

/** Masks and the places of their top-left pixels. A mask alone is at (0, 0). Fractions of places are rounded half up. */
export type PlacedMasks = readonly (Mask | Placed<Mask>)[];

/** The pairs of two lists of masks that share a pixel, with a row for each pair. */
export interface CrossAreas {
  /** The pairs: an index into the first list and one into the second each, sorted. */
  readonly pairs: Uint32Array;
  /** The numbers of shared pixels. */
  readonly areas: Float64Array;
}

/** The layer of each list. */
const [A, B] = [1, 2];

/**
 * Returns the pairs of a mask of `a` and a mask of `b` that share a solid pixel: an index into `a` and one into `b` each, sorted. Masks
 * of one list are not compared with each other.
 *
 * Sprites that move from frame to frame belong in a {@link World}, with layers: it keeps its trees.
 */
export function crossPairs(a: PlacedMasks, b: PlacedMasks): Uint32Array {
  return crossed(a, b, (_world, _ids, pairs) => pairs);
}

/**
 * Returns the pairs that {@link crossPairs} returns, each with its number of shared pixels. With the areas of the masks, it gives the
 * intersection over union of two sets of instance masks.
 */
export function crossAreas(a: PlacedMasks, b: PlacedMasks): CrossAreas {
  return crossed(a, b, (world, ids, pairs) => ({ pairs, areas: world.contacts(ids, { waysOut: false }).area }));
}

/** Asks a world with both lists. Its ids are the places in the lists, one after the other. */
function crossed<R>(
  a: PlacedMasks,
  b: PlacedMasks,
  ask: (world: World, ids: Uint32Array, pairs: Uint32Array) => R,
): R {
  const world = new World();
  try {
    const known = new Map<Mask, number>();
    spawn(world, a, "a", { layers: A, collidesWith: B }, known);
    spawn(world, b, "b", { layers: B, collidesWith: A }, known);
    const ids = world.collisions();
    return ask(world, ids, ids.map((id, place) => (place % 2 ? id - a.length : id)));
  } finally {
    world.free();
  }
}

/** Spawns the masks of a list. */
function spawn(world: World, list: PlacedMasks, name: string, options: object, known: Map<Mask, number>): void {
  if (!Array.isArray(list)) throw new TypeError(`${name} must be a list of masks, got ${shown(list)}`);
  list.forEach((item: Mask | Placed<Mask>, index) => {
    object(item, `${name}[${index}]`, "a Mask or { mask, at }");
    const { mask, at } = item instanceof Mask ? { mask: item, at: { x: 0, y: 0 } } : item;
    let id = known.get(mask);
    if (id === undefined) known.set(mask, (id = world.addMask(mask)));
    const [x, y] = placeOf(at, `${name}[${index}].at`);
    world.spawn(id, x, y, options);
  });
}
