import { Mask, World } from "hitmask";
import { report } from "./pairs.js";

/** Posts a world to a worker that has not loaded the package yet, and returns the number of pairs that it finds. */
function inWorker(bytes: Uint8Array): Promise<number> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.postMessage(bytes);
  return new Promise((done, fail) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => done(data);
    worker.onerror = ({ message }) => fail(new Error(message));
  });
}

const text = await report();
const world = new World();
world.spawnMany(world.addMask(new Mask(5, 5, true)), [0, 0, 4, 4, 8, 8]);
document.title = `${text}; ${await inWorker(world.toBytes())} in a worker`;
