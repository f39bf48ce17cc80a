/** Pixels of pictures: of `ImageData`, and of everything that a canvas can draw. */

import { object, rect, shown, whole } from "./check.js";
import type { Rect } from "./types.js";

/** Pixels in memory: RGBA, four bytes for each pixel, row by row. Every `ImageData` is one. */
export interface PixelData {
  readonly data: Uint8ClampedArray | Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * A picture: `ImageData` or other pixels in memory, an image element, a canvas, an `OffscreenCanvas`, an `ImageBitmap`,
 * a video element or a `VideoFrame`. In Firefox, the alpha of a pixel of a `VideoFrame` may be one off.
 */
export type MaskSource = PixelData | CanvasImageSource;

/** Returns the pixels of a frame of a picture. Without a frame, returns those of the whole picture. */
export function pixelsOf(source: MaskSource, frame: Rect | undefined): PixelData {
  if (typeof source !== "object" || source === null) throw noPicture(source);
  return "data" in source ? cut(checked(source, "source"), frame) : drawn(source, frame);
}

/** Checks that pixels have the length that their size asks for. */
function checked(pixels: PixelData, name: string): PixelData {
  const { data, width, height } = pixels;
  whole(width, `${name}.width`, 0, 2 ** 31 - 1);
  whole(height, `${name}.height`, 0, 2 ** 31 - 1);
  if (!(data instanceof Uint8ClampedArray) && !(data instanceof Uint8Array)) {
    throw new TypeError(`${name}.data must be a Uint8ClampedArray or a Uint8Array, got ${shown(data)}`);
  }
  if (data.length !== 4 * width * height) {
    const expected = 4 * width * height;
    throw new RangeError(`${name}.data must have ${expected} bytes for ${width} x ${height} pixels, got ${data.length}`);
  }
  return pixels;
}

/** Returns the bytes of pixels in memory, which have the given size. */
export function bytesOf(pixels: PixelData, size: readonly [width: number, height: number], name: string): Uint8Array {
  object(pixels, name, "ImageData or { data, width, height }");
  const { data, width, height } = checked(pixels, name);
  if (width !== size[0] || height !== size[1]) {
    throw new RangeError(`${name} must have the ${size.join(" x ")} pixels of the mask, got ${width} x ${height}`);
  }
  return new Uint8Array(data.buffer, data.byteOffset, data.length);
}

/** Returns the frame of a picture of a size, or the whole picture. */
function within(frame: Rect | undefined, width: number, height: number): Rect {
  if (frame === undefined) return { left: 0, top: 0, width, height };
  const [left, top, frameWidth, frameHeight] = rect(frame, "frame");
  if (left < 0 || top < 0 || left + frameWidth > width || top + frameHeight > height) {
    throw new RangeError(
      `frame must lie inside the picture of ${width} x ${height} pixels, ` +
        `got left ${left}, top ${top}, width ${frameWidth}, height ${frameHeight}`,
    );
  }
  return frame;
}

/** Returns the pixels of a frame of pixels. */
function cut(pixels: PixelData, frame: Rect | undefined): PixelData {
  if (frame === undefined) return pixels;
  const { left, top, width, height } = within(frame, pixels.width, pixels.height);
  const data = new Uint8ClampedArray(4 * width * height);
  if (data.length === 0) return { data, width, height };
  for (let y = 0; y < height; y++) {
    const start = 4 * ((top + y) * pixels.width + left);
    data.set(pixels.data.subarray(start, start + 4 * width), 4 * y * width);
  }
  return { data, width, height };
}

/** Returns the pixels of a frame of a picture that a canvas can draw. */
function drawn(source: CanvasImageSource, frame: Rect | undefined): PixelData {
  const [fullWidth, fullHeight] = sizeOf(source);
  const { left, top, width, height } = within(frame, fullWidth, fullHeight);
  if (width === 0 || height === 0) return { data: new Uint8ClampedArray(0), width, height };
  const context = scratch(width, height);
  context.drawImage(source, left, top, width, height, 0, 0, width, height);
  try {
    return context.getImageData(0, 0, width, height);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "SecurityError") throw error;
    throw new Error(
      `the pixels of the picture cannot be read: it comes from another origin${address(source)}; ` +
        'set img.crossOrigin = "anonymous" before img.src, and let the server send Access-Control-Allow-Origin',
      { cause: error },
    );
  }
}

function address(source: CanvasImageSource): string {
  const src = (source as { src?: unknown }).src;
  return typeof src === "string" && !src.startsWith("data:") ? ` (${src})` : "";
}

/** Returns the size of a picture in its own pixels. */
function sizeOf(source: CanvasImageSource): [number, number] {
  const sizes = source as unknown as Record<string, unknown>;
  if (sizes.complete === false) {
    throw new Error("the image has not loaded: `await image.decode()` before Mask.from");
  }
  for (const [width, height] of [
    ["displayWidth", "displayHeight"], // VideoFrame
    ["videoWidth", "videoHeight"],
    ["naturalWidth", "naturalHeight"],
    ["width", "height"],
  ] as const) {
    if (typeof sizes[width] === "number" && typeof sizes[height] === "number") {
      if (width === "naturalWidth" && sizes[width] === 0) throw new Error("the image is broken or has no size of its own");
      if (width === "videoWidth" && sizes[width] === 0) {
        throw new Error('the video has no frame yet: wait for its event "loadeddata"');
      }
      if (typeof ImageBitmap === "function" && source instanceof ImageBitmap && sizes[width] === 0) {
        throw new Error("the ImageBitmap is closed");
      }
      if (width === "displayWidth" && sizes[width] === 0) throw new Error("the VideoFrame is closed");
      return [sizes[width], sizes[height]];
    }
  }
  const animated = (sizes.width as { baseVal?: { value?: unknown } } | undefined)?.baseVal?.value;
  if (typeof animated === "number") {
    throw new TypeError("an SVGImageElement has no pixels of its own: draw it on a canvas first");
  }
  throw noPicture(source);
}

function noPicture(source: unknown): TypeError {
  return new TypeError(
    "source must be ImageData, an image, a canvas, an ImageBitmap, a video, a VideoFrame or { data, width, height }, " +
      `got ${shown(source)}: load the picture first; in Node, decode the PNG, for example with pngjs`,
  );
}

/** Returns a canvas without visible element, for one picture. */
function scratch(width: number, height: number): CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D {
  let canvas: OffscreenCanvas | HTMLCanvasElement;
  if (typeof OffscreenCanvas === "function") {
    canvas = new OffscreenCanvas(width, height);
  } else if (typeof document === "object") {
    canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
  } else {
    throw new Error("there is no canvas here to read the picture with: give Mask.from pixels, { data, width, height }");
  }
  const context = canvas.getContext("2d", { willReadFrequently: true }) as
    | CanvasRenderingContext2D
    | OffscreenCanvasRenderingContext2D
    | null;
  if (context === null) throw new Error(`the browser refused a canvas of ${width} x ${height} pixels`);
  return context;
}
