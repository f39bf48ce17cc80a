/** Single pairs: hitmask and the peers on equal offsets. */

import { Bitmask } from "../peers/bitmask.ts";
import { canvasesOverlap, pixelsOverlap, type SpriteContext } from "../peers/pixels.ts";
import { maskOf, type Measured } from "./step.ts";
import { random } from "../peers/random.ts";
import { rocks, type Shape } from "./scene.ts";

/** The kinds of pairs: rocks at any offset, and checkerboards whose solid pixels never meet. */
export type Kind = "rocks" | "checkerboards";

const OFFSETS = 64;

function shapesOf(kind: Kind, size: number): [Shape, Shape] {
  if (kind === "rocks") return rocks(size, 2) as [Shape, Shape];
  const board = { size, solid: (x: number, y: number) => (x + y) % 2 === 0 };
  return [board, board];
}

function contextOf({ size, solid }: Shape): SpriteContext {
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (solid(x, y)) context.fillRect(x, y, 1, 1);
  return context;
}

/** Times pairs at equal offsets with each contender, in nanoseconds for each pair, and checks that all agree. */
export function pairs(kind: Kind, size: number, rounds: number): Measured {
  const [a, b] = shapesOf(kind, size);
  const next = random(size);
  const offset = () => Math.floor((2 * size - 1) * next()) - size + 1;
  const offsets = Array.from({ length: OFFSETS }, () => {
    const [x, y] = [offset(), offset()];
    // Checkerboards miss each other if the offset is odd.
    return [x, kind === "rocks" || (x + y) % 2 ? y : y + 1] as const;
  });
  const masks = [maskOf(a), maskOf(b)] as const;
  const bitmasks = [a, b].map(({ size, solid }) => new Bitmask(size, size, solid));
  const contexts = [contextOf(a), contextOf(b)] as const;
  const pictures = contexts.map((context) => context.getImageData(0, 0, size, size));
  const flat = Int32Array.from(offsets.flat());
  const count = (test: (dx: number, dy: number) => boolean) => () => {
    let hits = 0;
    for (const [dx, dy] of offsets) hits += Number(test(dx, dy));
    return hits;
  };
  // Fast contenders repeat their work, because the clock of a browser is coarse.
  const contenders: [string, number, () => number][] = [
    ["hitmask", 400, count((dx, dy) => masks[0].overlaps(masks[1], dx, dy))],
    ["hitmask-at", 400, () => masks[0].overlapsAt(masks[1], flat).reduce((hits, hit) => hits + hit, 0)],
    ["bitmask", 100, count((dx, dy) => bitmasks[0].overlaps(bitmasks[1], dx, dy))],
    ["pixels", 4, count((dx, dy) => pixelsOverlap(pictures[0], pictures[1], dx, dy))],
    ["canvas", 1, count((dx, dy) => canvasesOverlap(contexts[0], contexts[1], dx, dy))],
  ];
  const times: Measured["times"] = {};
  let answer = 0;
  for (let round = -3; round < rounds; round++) {
    let expected: number | undefined;
    for (const [name, repeats, run] of contenders) {
      const start = performance.now();
      let hits = 0;
      for (let i = 0; i < repeats; i++) hits = run();
      const time = (1e6 * (performance.now() - start)) / (repeats * OFFSETS);
      if (hits !== (expected ??= hits)) throw new Error(`${name} found ${hits} hits, hitmask ${expected}`);
      if (round >= 0) (times[name] ??= []).push(time);
    }
    answer = expected!;
  }
  return { times, answer };
}
