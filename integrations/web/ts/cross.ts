/** Two lists of masks, without a world of yours. */

import { known, object, offset, shown, whole } from "./check.js";
import { Mask } from "./mask.js";
import type { Placed } from "./types.js";
import { World } from "./world.js";

/** Masks and the places of their top-left pixels, in whole pixels. A mask alone is at (0, 0). A fraction is an error. */
export type PlacedMasks = readonly (Mask | Placed<Mask>)[];

/** The pairs of two lists of masks that share a pixel, with a row for each pair. */
export interface CrossAreas {
  /** The pairs: an index into the first list and one into the second each, sorted. */
  readonly pairs: Uint32Array;
  /** The numbers of shared pixels. */
  readonly areas: Float64Array;
}

/** Which masks of two lists are compared. */
export interface CrossOptions {
  /**
   * The layers of each mask of the first list, and of the second, as bits: two masks are compared only if they share a layer. The bits
   * 0 to 30 are layers.
   */
  readonly layers?: readonly [ArrayLike<number>, ArrayLike<number>] | undefined;
}

/** All layers of users, and the layer beyond. */
const [LAYERS, BEYOND] = [2 ** 31 - 1, 2 ** 31];

/**
 * Returns the pairs of a mask of `a` and a mask of `b` that share a solid pixel: an index into `a` and one into `b` each, sorted. Masks
 * of one list are not compared with each other.
 *
 * Sprites that move from frame to frame belong in a {@link World}, with layers: it keeps its trees.
 */
export function crossPairs(a: PlacedMasks, b: PlacedMasks, options: CrossOptions = {}): Uint32Array {
  return crossed(a, b, options, (_world, _ids, pairs) => pairs);
}

/**
 * Returns the pairs that {@link crossPairs} returns, each with its number of shared pixels. With the areas of the masks, it gives the
 * intersection over union of two sets of instance masks.
 */
export function crossAreas(a: PlacedMasks, b: PlacedMasks, options: CrossOptions = {}): CrossAreas {
  return crossed(a, b, options, (world, ids, pairs) => ({ pairs, areas: world.contacts(ids, { waysOut: false }).area }));
}

/** Asks a world with both lists. Its ids are the places in the lists, one after the other. */
function crossed<R>(
  a: PlacedMasks,
  b: PlacedMasks,
  options: CrossOptions,
  ask: (world: World, ids: Uint32Array, pairs: Uint32Array) => R,
): R {
  known(options, ["layers"]);
  const [of, and] = options.layers ?? [];
  const world = new World();
  try {
    const masks = new Map<Mask, number>();
    // No two masks of one list collide: those of `a` collide with the layers that those of `b` are in, which collide with another.
    spawn(world, a, "a", masks, (index) => ({ layers: BEYOND, collidesWith: layer(of, index, a, "layers[0]") }));
    spawn(world, b, "b", masks, (index) => ({ layers: layer(and, index, b, "layers[1]"), collidesWith: BEYOND }));
    const ids = world.collisions();
    return ask(world, ids, ids.map((id, place) => (place % 2 ? id - a.length : id)));
  } finally {
    world.free();
  }
}

/** Returns the layers of a mask of a list. */
function layer(layers: ArrayLike<number> | undefined, index: number, list: PlacedMasks, name: string): number {
  if (layers === undefined) return LAYERS;
  if (layers.length !== list.length) {
    throw new RangeError(`${name} must have ${list.length} numbers, one for each mask, got ${layers.length}`);
  }
  return whole(layers[index]!, `${name}[${index}]`, 0, LAYERS);
}

/** Spawns the masks of a list. */
function spawn(
  world: World,
  list: PlacedMasks,
  name: string,
  masks: Map<Mask, number>,
  options: (index: number) => object,
): void {
  if (!Array.isArray(list)) throw new TypeError(`${name} must be a list of masks, got ${shown(list)}`);
  list.forEach((item: Mask | Placed<Mask>, index) => {
    object(item, `${name}[${index}]`, "a Mask or { mask, at }");
    const { mask, at } = item instanceof Mask ? { mask: item, at: { x: 0, y: 0 } } : item;
    let id = masks.get(mask);
    if (id === undefined) masks.set(mask, (id = world.addMask(mask)));
    const [x, y] = offset(at, `${name}[${index}].at`, "; round it, or subtract rounded positions");
    world.spawn(id, x, y, options(index));
  });
}
