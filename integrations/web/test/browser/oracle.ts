/** The slow code that is plainly right: solid pixels as arrays of booleans, and pictures under maps, a pixel at a time. */

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

/** Returns the pixels of a mask, read through `contains`. */
export function pictureOf(mask: Mask): Picture {
  return picture(mask.width, mask.height, (x, y) => mask.contains(x, y));
}

/** A map in the order of a canvas: x' = a x + c y + e, y' = b x + d y + f. */
export type Map = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * Returns the pixels of a square of the world that a picture under a map covers: those whose center lies in a solid pixel of the picture, as a
 * renderer without smoothing draws it. The center of a tie, on a border between two texels, is taken right of itself, then below. `margins`
 * are the distances of the centers to the nearest border, in pixels of the world.
 */
export function underMap({ width, height, solid }: Picture, [a, b, c, d, e, f]: Map, side: number): { solid: Uint8Array; margins: Float64Array } {
  const area = a * d - b * c;
  const [columns, rows] = [[d / area, -c / area], [-b / area, a / area]].map(([byX, byY]) => {
    const isBefore = (byX || byY) < 0;
    const length = Math.hypot(byX, byY);
    return (dx: number, dy: number) => {
      const at = byX * dx + byY * dy;
      const border = Math.round(at);
      const off = Math.abs(at - border);
      return { texel: off > 1e-6 ? Math.floor(at) : border - Number(isBefore), margin: off / length };
    };
  });
  const result = { solid: new Uint8Array(side * side), margins: new Float64Array(side * side) };
  for (let i = 0; i < side * side; i++) {
    const [dx, dy] = [(i % side) + 0.5 - e, Math.floor(i / side) + 0.5 - f];
    const [{ texel: x, margin: aside }, { texel: y, margin: above }] = [columns(dx, dy), rows(dx, dy)];
    result.solid[i] = Number(x >= 0 && y >= 0 && x < width && y < height && solid[y * width + x]);
    result.margins[i] = Math.min(aside, above);
  }
  return result;
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
