/** A worker that is asked before it is ready: it takes messages at once, and waits in them. */
import init, { Mask, World } from "hitmask";

const ready = init();

onmessage = async ({ data }: MessageEvent<Uint8Array[]>) => {
  await ready;
  const world = new World();
  for (const bytes of data) world.spawn(world.addMask(Mask.fromBytes(bytes)), 0, 0);
  postMessage(world.step().pairs.length / 2);
};
