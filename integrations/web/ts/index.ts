/** Pixel-perfect collision for 2D sprites: the entry for browsers and workers. */

import { start, type ModuleSource } from "./instance.js";

export * from "./api.js";

/**
 * Loads the WebAssembly module. Wait for it before you make a {@link Mask} or a {@link World}. Each page and each worker
 * does so once; further calls return at once.
 *
 * @param source The address, the bytes or a compiled module, if the file `hitmask_bg.wasm` is not beside the package.
 * @throws Error if the engine lacks WebAssembly SIMD, or if a content security policy forbids WebAssembly.
 */
export default function init(source?: ModuleSource | Promise<ModuleSource>): Promise<void> {
  return start(() => source ?? new URL("./wasm/hitmask_bg.wasm", import.meta.url));
}
