/** Sprite sheets and maps: the entry for Node, which reads the module from the disk. */

import { readFile } from "node:fs/promises";
import initMasks from "../node.js";
import { start, type ModuleSource } from "./instance.js";

export * from "./api.js";

export default async function init(source?: ModuleSource | Promise<ModuleSource>): Promise<void> {
  const own = async () => (await source) ?? (await readFile(new URL("./wasm/hitmask_bg.wasm", import.meta.url)));
  await Promise.all([initMasks(), start(own)]);
}
