/** Everything for Phaser in one script, for pages without modules: it makes the global object `hitmask`. */

import { start, type ModuleSource } from "./instance.js";

export * from "./api.js";
export { PixelCollisions } from "./phaser.js";

/** The address of the script, which is known only while it runs. */
const here = (document.currentScript as HTMLScriptElement | null)?.src ?? document.baseURI;

/** Loads the WebAssembly module, by default from the folder `wasm` beside the folder of the script. */
export function init(source?: ModuleSource | Promise<ModuleSource>): Promise<void> {
  return start(() => source ?? new URL("../wasm/hitmask_bg.wasm", here));
}
