/** Everything but the start, which differs between browsers and Node. */

export type { ModuleSource } from "./instance.js";
export { Mask, type FromOptions, type MaskSource, type Matrix, type PixelData, type Solid } from "./mask.js";
export type { SpriteOptions, SpriteState } from "./sprite.js";
export type * from "./types.js";
export {
  World,
  type Contacts,
  type MoveOptions,
  type Probe,
  type QueryOptions,
  type Step,
  type SweepOptions,
} from "./world.js";
