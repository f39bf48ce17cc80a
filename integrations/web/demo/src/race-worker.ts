/** Runs the peers of the race on a copy of the positions, away from the page, so that slow ones do not stop it. */
import { Bitmask } from "../../peers/bitmask.ts";
import { FlatbushBitmask, FlatbushBoxes, type Box } from "../../peers/flatbush.ts";
import { GridBitmask } from "../../peers/grid.ts";
import type { Peer } from "../../peers/peer.ts";
import { canvasesOverlap, type SpriteContext } from "../../peers/pixels.ts";
import type { Job, Outcome, Result } from "./race.ts";

const masks: Bitmask[] = [];
const contexts: SpriteContext[] = [];
const boxes: Box[] = [];

addEventListener("message", ({ data: job }: MessageEvent<Job>) => {
  for (const picture of job.pictures) {
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("The browser gives a worker no 2D canvas.");
    context.putImageData(picture, 0, 0);
    contexts.push(context);
    masks.push(Bitmask.from(picture));
    boxes.push({ left: 0, top: 0, width: picture.width, height: picture.height });
  }
  postMessage(race(job));
});

function race({ run, positions, shapes, budget }: Job): Outcome {
  const grid = timed(new GridBitmask({ masks, shapes }), positions);
  const bitmask = timed(new FlatbushBitmask({ masks, shapes }), positions);

  const start = performance.now();
  const candidates = new FlatbushBoxes({ masks: boxes, shapes });
  candidates.step(positions);
  const boxTime = performance.now() - start;
  const pairs = candidates.pairs;
  const order = stride(pairs.length / 2);
  let [tested, hits, wrong] = [0, 0, 0];
  let pixelTime = 0;
  const total = pairs.length / 2;
  // Pairs are taken from all over the list, so that a part of them stands for the whole.
  for (let i = 0; tested < total && pixelTime < budget; ) {
    const from = tested;
    const clock = performance.now();
    const results: boolean[] = [];
    const first = i;
    for (; tested < total && tested - from < 64; tested++, i = (i + order) % total) {
      const [a, b] = [pairs[2 * i], pairs[2 * i + 1]];
      const dx = positions[2 * b] - positions[2 * a];
      const dy = positions[2 * b + 1] - positions[2 * a + 1];
      results.push(canvasesOverlap(contexts[shapes[a]], contexts[shapes[b]], dx, dy));
    }
    pixelTime += performance.now() - clock;
    for (let k = 0, j = first; k < results.length; k++, j = (j + order) % total) {
      const [a, b] = [pairs[2 * j], pairs[2 * j + 1]];
      const dx = positions[2 * b] - positions[2 * a];
      const dy = positions[2 * b + 1] - positions[2 * a + 1];
      hits += Number(results[k]);
      wrong += Number(results[k] !== masks[shapes[a]].overlaps(masks[shapes[b]], dx, dy));
    }
  }
  const loopTime = boxTime + (tested > 0 ? (pixelTime * total) / tested : 0);
  return {
    run,
    grid,
    bitmask,
    loop: { milliseconds: loopTime, hits, tested, total, wrong },
  };
}

/** Returns the median time of the steps of a peer. Engines compile what has run for some time, so the first steps do not count. */
function timed(peer: Peer, positions: Int32Array): Result {
  const times: number[] = [];
  const start = performance.now();
  let [now, hits] = [start, 0];
  while (now - start < WARM + 60 || times.length < 3) {
    const began = now;
    hits = peer.step(positions);
    now = performance.now();
    if (began - start >= WARM) times.push(now - began);
  }
  return { milliseconds: times.sort((a, b) => a - b)[times.length >> 1], hits };
}

/** How long a peer runs before its time counts, in milliseconds. */
const WARM = 60;

/** A step that visits each of `count` places once, in an order that jumps about. */
function stride(count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = Math.max(1, Math.floor(count * 0.618));
  while (divisor(step, Math.max(1, count)) !== 1) step++;
  return step;
}
