/** Pixel-perfect collision for 2D sprites: the entry for Node, which reads the module from the disk. */

import { readFile } from "node:fs/promises";
import { start, type ModuleSource } from "./instance.js";

export * from "./api.js";

export default function init(source?: ModuleSource | Promise<ModuleSource>): Promise<void> {
  return start(async () => (await source) ?? (await readFile(new URL("./wasm/hitmask_bg.wasm", import.meta.url))));
}
