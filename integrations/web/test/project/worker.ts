import init, { World } from "hitmask";

const ready = init();

self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => {
  await ready;
  self.postMessage(World.fromBytes(data).step().pairs.length / 2);
};
