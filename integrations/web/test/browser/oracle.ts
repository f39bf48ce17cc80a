/** The slow code that is plainly right: solid pixels as arrays of booleans. */

import { Mask } from "hitmask";

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly solid: boolean[];
}

/** Returns numbers from 0 to 1 that are equal in every run (a linear congruential generator). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

export function picture(width: number, height: number, solid: (x: number, y: number) => boolean): Picture {
  const pixels = Array.from({ length: width * height }, (_, i) => solid(i % width, Math.floor(i / width)));
  return { width, height, solid: pixels };
}

export function maskOf({ width, height, solid }: Picture): Mask {
  const mask = new Mask(width, height);
  solid.forEach((is, i) => is && mask.set(i % width, Math.floor(i / width)));
  return mask;
}

export function isSolid({ width, height, solid }: Picture, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < width && y < height && solid[y * width + x];
}

/** The shared pixels, topmost first, then leftmost. */
export function shared(a: Picture, b: Picture, dx: number, dy: number): [number, number][] {
  const pixels: [number, number][] = [];
  for (let y = Math.max(0, dy); y < Math.min(a.height, dy + b.height); y++) {
    for (let x = Math.max(0, dx); x < Math.min(a.width, dx + b.width); x++) {
      if (isSolid(a, x, y) && isSolid(b, x - dx, y - dy)) pixels.push([x, y]);
    }
  }
  return pixels;
}

export function boundsOf(pixels: readonly [number, number][]) {
  const [xs, ys] = [pixels.map(([x]) => x), pixels.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 };
}
