/** Everything but the start, which differs between browsers and Node. */

export type { Coordinates, Ids } from "./arrays.js";
export type { At } from "./check.js";
export { Contact, Impact, Step, type ContactOptions, type Contacts } from "./contact.js";
export { crossAreas, crossPairs, type CrossAreas, type CrossOptions, type PlacedMasks } from "./cross.js";
export type * from "./hits.js";
export type { ModuleSource } from "./instance.js";
export { Mask, type FreeOptions, type FromOptions, type MaskSource, type Matrix, type PixelData, type SimplifyOptions, type Solid } from "./mask.js";
export type { BlockOptions, EraseOptions, MaskAt, NearestFreeOptions, Probe, QueryOptions } from "./query.js";
export type { SpriteAs, SpriteLike, SweepOptions, Who } from "./query.js";
export { Remainder } from "./remainder.js";
export type { ManyChanges, ManyOptions, Side, Sprite, SpriteChanges, SpriteOptions, Sprites } from "./sprite.js";
export type * from "./types.js";
export { World, type CarryOptions, type MoveOptions, type PushOptions, type WorldLimits } from "./world.js";
