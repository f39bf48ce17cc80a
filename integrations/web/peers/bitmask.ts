import type { Pixels } from "./pixels.ts";

/**
 * A mask of 32 pixels a word, cropped to the solid pixels.
 *
 * Rows lie one after the other; the least significant bit of a word is its leftmost pixel. A row ends with a word of
 * zeros, so that the loop may read one word beyond the last and needs no mask for the edges:
 *
 *     | word 0 | word 1 | ... | 0 |      bits beyond the width are zero
 */
export class Bitmask {
  /** The tight rectangle of the solid pixels, in pixels of the image. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly #words: Uint32Array;
  readonly #stride: number;

  constructor(width: number, height: number, solid: (x: number, y: number) => boolean) {
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (!solid(x, y)) continue;
        left = Math.min(left, x);
        top = Math.min(top, y);
        right = Math.max(right, x + 1);
        bottom = Math.max(bottom, y + 1);
      }
    }
    this.left = right > 0 ? left : 0;
    this.top = right > 0 ? top : 0;
    this.width = right > 0 ? right - left : 0;
    this.height = right > 0 ? bottom - top : 0;
    this.#stride = ((this.width + 31) >>> 5) + 1;
    this.#words = new Uint32Array(this.#stride * this.height);
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        if (solid(left + x, top + y)) this.#words[y * this.#stride + (x >>> 5)] |= 1 << (x & 31);
      }
    }
  }

  static from(pixels: Pixels, threshold = 127): Bitmask {
    return new Bitmask(pixels.width, pixels.height, (x, y) => pixels.data[4 * (y * pixels.width + x) + 3] > threshold);
  }

  /** Whether a pixel is solid in both images, if the other image stands at (dx, dy). */
  overlaps(other: Bitmask, dx: number, dy: number): boolean {
    return this.overlapsTight(other, dx + other.left - this.left, dy + other.top - this.top);
  }

  /** Like `overlaps`, with the offset between the tight rectangles. */
  overlapsTight(other: Bitmask, dx: number, dy: number): boolean {
    return dx >= 0 ? this.#overlapsRight(other, dx, dy) : other.#overlapsRight(this, -dx, -dy);
  }

  /** The other mask does not begin left of this mask: its word j lies over two words of this mask, from `word + j` on. */
  #overlapsRight(other: Bitmask, dx: number, dy: number): boolean {
    if (dx >= this.width) return false;
    const mine = this.#words;
    const theirs = other.#words;
    const stride = this.#stride;
    const otherStride = other.#stride;
    const top = dy > 0 ? dy : 0;
    const bottom = Math.min(this.height, dy + other.height);
    const word = dx >>> 5;
    const shift = dx & 31;
    const count = Math.min(stride - 1 - word, otherStride - 1);
    let i = top * stride + word;
    let j = (top - dy) * otherStride;
    if (count === 1) {
      // A shift by 32 is a shift by 0 in JavaScript, so the upper word goes in two steps.
      for (let y = top; y < bottom; y++, i += stride, j += otherStride) {
        if (((mine[i] >>> shift) | ((mine[i + 1] << 1) << (31 - shift))) & theirs[j]) return true;
      }
      return false;
    }
    for (let y = top; y < bottom; y++, i += stride, j += otherStride) {
      let low = mine[i];
      for (let k = 0; k < count; k++) {
        const high = mine[i + k + 1];
        if (((low >>> shift) | ((high << 1) << (31 - shift))) & theirs[j + k]) return true;
        low = high;
      }
    }
    return false;
  }
}
