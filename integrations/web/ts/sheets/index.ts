/** Sprite sheets and maps: the entry for browsers and workers. */

import initMasks from "../index.js";
import { start, type ModuleSource } from "./instance.js";

export * from "./api.js";

/**
 * Loads the module of sheets, and that of `hitmask` unless it is loaded. Wait for it before you read a sheet.
 *
 * @param source The address, the bytes or a compiled module, if the file `hitmask_bg.wasm` is not in the folder `sheets/wasm`.
 */
export default async function init(source?: ModuleSource | Promise<ModuleSource>): Promise<void> {
  await Promise.all([initMasks(), start(() => source ?? new URL("./wasm/hitmask_bg.wasm", import.meta.url))]);
}
