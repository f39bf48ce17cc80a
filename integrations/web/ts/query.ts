/** What queries ask about, and their options. */

import { bits, bool, known } from "./check.js";
import { type Mask, rawOf } from "./mask.js";
import { shape } from "./shape.js";
import { place } from "./sprite.js";
import type { Point, Shape } from "./types.js";
import type { RawMask, ShapeKind } from "./wasm/hitmask.js";

/** A place where a world looks for sprites: a pixel, a shape, or the solid pixels of a mask at a place. */
export type Probe = Point | Shape | { readonly mask: Mask; readonly x: number; readonly y: number };

/** The options of queries. */
export interface QueryOptions {
  /** If given, only sprites in one of these layers are considered. Each bit is a layer. */
  readonly layers?: number | undefined;
  /**
   * If true, sensors block rays, sweeps and free places as other sprites do. The default is false. Queries that find sprites, such as
   * {@link World.find}, find sensors in any case.
   */
  readonly withSensors?: boolean | undefined;
}

/** The options of {@link World.erase}. */
export interface EraseOptions {
  /** If given, only sprites in one of these layers lose pixels. Each bit is a layer. */
  readonly layers?: number | undefined;
}

export const QUERY = ["layers", "withSensors"];

/** Returns the layers of a query, which has no other options than the given ones. */
export function layersOf(options: QueryOptions, names: readonly string[] = QUERY): number | undefined {
  known(options, names);
  return options.layers === undefined ? undefined : bits(options.layers, "layers");
}

/** What a query that sensors may block considers. */
export type View = [layers: number | undefined, sensors: boolean];

export function viewOf(options: QueryOptions, names: readonly string[] = QUERY): View {
  return [layersOf(options, names), bool(options.withSensors ?? false, "withSensors")];
}

/** A probe as the module takes it. @internal */
type RawProbe = [mask: RawMask, x: number, y: number] | [kind: ShapeKind, numbers: Float64Array];

/** Returns a probe as the module takes it: a mask and its place, or the kind and the numbers of a shape. @internal */
export function probeOf(probe: Probe, name: string): RawProbe {
  if (typeof probe !== "object" || probe === null || !("mask" in probe)) return shape(probe, name, true);
  return [rawOf(probe.mask, `${name}.mask`), place(probe.x, `${name}.x`), place(probe.y, `${name}.y`)];
}
