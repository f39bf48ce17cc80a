/** The loop of the tutorials: compare the alpha of each pixel in the rectangle that two sprites share. */

const threshold = 127;

export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** A canvas that holds one sprite at its top-left corner. */
export type SpriteContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/**
 * Reads the shared rectangle back from both canvases for each pair, as the tutorials do. Contexts that were made with
 * `willReadFrequently` keep their pixels in main memory, which is the faster way.
 */
export function canvasesOverlap(a: SpriteContext, b: SpriteContext, dx: number, dy: number): boolean {
  const left = Math.max(0, dx);
  const top = Math.max(0, dy);
  const width = Math.min(a.canvas.width, dx + b.canvas.width) - left;
  const height = Math.min(a.canvas.height, dy + b.canvas.height) - top;
  if (width <= 0 || height <= 0) return false;
  const mine = a.getImageData(left, top, width, height).data;
  const other = b.getImageData(left - dx, top - dy, width, height).data;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const alpha = 4 * (y * width + x) + 3;
      if (mine[alpha] > threshold && other[alpha] > threshold) return true;
    }
  }
  return false;
}

/** The loop over pixels that were read from the canvas once and kept. */
export function pixelsOverlap(a: Pixels, b: Pixels, dx: number, dy: number): boolean {
  const left = Math.max(0, dx);
  const top = Math.max(0, dy);
  const right = Math.min(a.width, dx + b.width);
  const bottom = Math.min(a.height, dy + b.height);
  const mine = a.data;
  const other = b.data;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (mine[4 * (y * a.width + x) + 3] > threshold && other[4 * ((y - dy) * b.width + x - dx) + 3] > threshold) {
        return true;
      }
    }
  }
  return false;
}
