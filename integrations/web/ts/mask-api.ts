/** Everything of `hitmask/mask` but the start: masks without worlds. */

export type { At } from "./check.js";
export type { ModuleSource } from "./instance.js";
export { Mask, type FreeOptions, type FromOptions, type MaskSource, type Matrix, type PixelData, type SimplifyOptions, type Solid } from "./mask.js";
export type * from "./types.js";
