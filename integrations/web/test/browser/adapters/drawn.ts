/** Pictures for the tests of the adapters: random art, an atlas, and comparisons with what an engine draws. */

/** A source of random numbers that are the same in each run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a whole number from 0 to `limit - 1`. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  chance(share: number): boolean {
    return this.below(1000) < share * 1000;
  }
}

/** A picture with bits that stick out, holes, and pixels on both sides of the threshold. Its border is in use. */
export function art(width: number, height: number, seed: number): ImageData {
  const random = new Random(seed);
  const image = new ImageData(width, height);
  const holes = Array.from({ length: 3 }, () => [random.below(width), random.below(height), 1 + random.below(5)]);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [(2 * x + 1) / width - 1, (2 * y + 1) / height - 1];
      const inside = dx * dx + dy * dy < 0.9 + 0.5 * Math.sin(5 * Math.atan2(dy, dx) + seed);
      const isHole = holes.some(([hx, hy, r]) => Math.hypot(x - hx, y - hy) < r);
      const border = (x === 0 && y % 3 === 0) || (y === 0 && x < width / 3) || (x === width - 1 && y < height / 4);
      const alpha = border || (inside && !isHole) ? random.of([255, 255, 255, 128]) : random.of([0, 0, 0, 127]);
      image.data.set([80 + random.below(150), 200, 120, alpha], 4 * (y * width + x));
    }
  }
  return image;
}

export function canvasOf(image: ImageData): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d")!.putImageData(image, 0, 0);
  return canvas;
}

/** Returns the image, turned clockwise by 90 degrees. */
export function turnedImage(image: ImageData): ImageData {
  const { width, height } = image;
  const turned = new ImageData(height, width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      turned.data.set(
        image.data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
        4 * (x * height + height - 1 - y),
      );
    }
  }
  return turned;
}

/** A frame of the atlas. If it is trimmed, `trim` is where its pixels lie in the full frame. */
export interface AtlasFrame {
  readonly name: string;
  readonly image: ImageData;
  readonly trim?: { x: number; y: number; fullWidth: number; fullHeight: number };
}

export const frames: readonly AtlasFrame[] = [
  { name: "even", image: art(32, 24, 1) },
  { name: "odd", image: art(27, 33, 2) },
  { name: "tiny", image: art(5, 4, 3) },
  { name: "wide", image: art(64, 10, 4) },
  { name: "trimmed", image: art(20, 18, 5), trim: { x: 5, y: 7, fullWidth: 32, fullHeight: 32 } },
  { name: "trimmed odd", image: art(13, 22, 6), trim: { x: 1, y: 0, fullWidth: 25, fullHeight: 31 } },
];

/** Packs images in a row, with a transparent pixel between them. */
export function pack(images: readonly ImageData[]): { canvas: HTMLCanvasElement; left: number[] } {
  const canvas = document.createElement("canvas");
  canvas.width = images.reduce((sum, { width }) => sum + width + 1, 1);
  canvas.height = Math.max(...images.map(({ height }) => height)) + 2;
  let x = 1;
  const left = images.map((image) => {
    canvas.getContext("2d")!.putImageData(image, x, 1);
    x += image.width + 1;
    return x - image.width - 1;
  });
  return { canvas, left };
}

/** The solid pixels of a view of the world, a byte each. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly solid: Uint8Array;
}

/** Returns the solid pixels of what WebGL has drawn. */
export function readGrid(gl: WebGLRenderingContext | WebGL2RenderingContext, alphaAbove = 127): Grid {
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  const bytes = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  const solid = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // The rows of WebGL go up.
      solid[y * width + x] = Number(bytes[4 * ((height - 1 - y) * width + x) + 3] > alphaAbove);
    }
  }
  return { width, height, solid };
}

/** Returns the solid pixels of a mask at a position, in a view. */
export function gridOf(
  mask: { toString(): string },
  at: { x: number; y: number },
  width: number,
  height: number,
): Grid {
  const solid = new Uint8Array(width * height);
  const rows = String(mask).split("\n");
  rows.forEach((row, y) => {
    for (let x = row.indexOf("#"); x >= 0; x = row.indexOf("#", x + 1)) {
      const [left, top] = [at.x + x, at.y + y];
      if (left >= 0 && left < width && top >= 0 && top < height) solid[top * width + left] = 1;
    }
  });
  return { width, height, solid };
}

/** Returns the number of pixels in which two grids differ. */
export function difference(a: Grid, b: Grid): number {
  return a.solid.reduce((sum, bit, i) => sum + Number(bit !== b.solid[i]), 0);
}

/** Returns the number of pixels that two grids share. */
export function shared(a: Grid, b: Grid): number {
  return a.solid.reduce((sum, bit, i) => sum + (bit & b.solid[i]), 0);
}

export function count({ solid }: Grid): number {
  return solid.reduce((sum, bit) => sum + bit, 0);
}

/** Draws a grid as text, for messages. */
export function show(a: Grid, b: Grid): string {
  const lines: string[] = [];
  for (let y = 0; y < a.height; y++) {
    const row = Array.from(
      { length: a.width },
      (_, x) => ".ab#"[a.solid[y * a.width + x] + 2 * b.solid[y * a.width + x]],
    );
    if (row.some((c) => c !== ".")) lines.push(row.join("").replace(/\.+$/, ""));
  }
  return lines.join("\n");
}
