/// <reference lib="esnext.disposable" preserve="true" />
import { type At, bool, count, displacement, floored, known, number, object, offset, pixel, shown, split, whole, withinOf } from "./check.js";
import { check, disposable, guard, NO_CLONE, noted, release } from "./instance.js";
import { bytesOf, pixelsOf, type MaskSource, type PixelData } from "./pixels.js";
import { optional, point, rayHit, rect, sweepHit } from "./results.js";
import { shape } from "./shape.js";
import type { Component, Connectivity, Contour, Placed, Point, RayHit, Rect, Shape, Sweep } from "./types.js";
import { RawMask, SolidKind, type Component as RawComponent, type PlacedMask as RawPlaced } from "./wasm/hitmask.js";

/** Which pixels of a picture are solid. At most one of the three may be given. The default is `alphaAbove: 127`. */
export interface Solid {
  /** Pixels with an alpha value greater than this threshold, 0 to 255, are solid. */
  readonly alphaAbove?: number | undefined;
  /**
   * Pixels of any other color than this one, `[red, green, blue]`, are solid. Alpha is ignored. A canvas does not keep the
   * color of transparent pixels, so use opaque pictures, or `ImageData` that comes from no canvas.
   */
  readonly colorKey?: readonly [number, number, number] | undefined;
  /** Pixels with a luma (BT.709) greater than this threshold, 0 to 255, are solid. Alpha is ignored. */
  readonly lumaAbove?: number | undefined;
}

/** The options of {@link Mask.from}. */
export interface FromOptions extends Solid {
  /** The part of the picture that becomes the mask, such as a frame of a sheet. The default is the whole picture. */
  readonly frame?: Rect | undefined;
}

/** The options of {@link Mask.nearestFree}. */
export interface FreeOptions {
  /** If given, the solid pixels of the other mask have to lie in this rectangle, in the frame of this mask. */
  readonly within?: Rect | undefined;
}

/** The options of {@link Mask.simplifiedContours}. */
export interface SimplifyOptions {
  /** Whether the contours cover all solid pixels: they lie outside of the exact lines or on them. The default is `false`. */
  readonly covering?: boolean | undefined;
}

/** A matrix such as `DOMMatrix`: `x' = a*x + c*y + e` and `y' = b*x + d*y + f`. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Returns the raw mask of an argument. @internal */
export function rawOf(mask: Mask, name: string): RawMask {
  if (mask instanceof Mask) return mask._raw ?? freed();
  const isForeign = typeof mask === "object" && mask !== null && "_raw" in mask;
  const fix = " of another copy of hitmask, such as hitmask/mask: give Mask.fromBytes(mask.toBytes())";
  throw new TypeError(`${name} must be a Mask, got ${isForeign ? `a Mask${fix}` : shown(mask)}`);
}

function freed(): never {
  throw new Error("this Mask was freed: make a new one, or call free() later");
}

/** Returns the kind of a rule, and its threshold or color. @internal */
export function solidOf(solid: Solid): [SolidKind, number] {
  const { alphaAbove, colorKey, lumaAbove } = solid;
  if (Number(alphaAbove !== undefined) + Number(colorKey !== undefined) + Number(lumaAbove !== undefined) > 1) {
    throw new TypeError("only one of alphaAbove, colorKey and lumaAbove may be given");
  }
  if (colorKey !== undefined) {
    if (!Array.isArray(colorKey) || colorKey.length !== 3) {
      throw new TypeError(`colorKey must be [red, green, blue], got ${shown(colorKey)}`);
    }
    const [red, green, blue] = Array.from(colorKey, (part: number, index) => whole(part, `colorKey[${index}]`, 0, 255));
    return [SolidKind.ColorKey, (red! << 16) | (green! << 8) | blue!];
  }
  if (lumaAbove !== undefined) return [SolidKind.LumaAbove, whole(lumaAbove, "lumaAbove", 0, 255)];
  return [SolidKind.AlphaAbove, whole(alphaAbove ?? 127, "alphaAbove", 0, 255)];
}

function withCorners(connectivity: Connectivity): boolean {
  if (connectivity !== 4 && connectivity !== 8) {
    throw new RangeError(`connectivity must be 4 or 8, got ${shown(connectivity)}`);
  }
  return connectivity === 8;
}

/** Returns the contours of a flat list: the length and the kind of each, and its points. */
function contoursOf(flat: Int32Array): Contour[] {
  const contours: Contour[] = [];
  for (let index = 0; index < flat.length; ) {
    const end = index + 2 + 2 * flat[index]!;
    contours.push({ points: flat.slice(index + 2, end), isHole: flat[index + 1] === 1 });
    index = end;
  }
  return contours;
}

/**
 * The solid pixels of a sprite, one bit for each pixel.
 *
 * Offsets are those of the top-left pixel of the other mask in the frame of this mask: `x, y` or `{ x, y }`. Every whole
 * number of 32 bits is a valid offset; a fraction is an error. A point may have fractions: it is the pixel that it lies in.
 * Masks without solid pixels, also those of zero width or height, collide with nothing.
 *
 * The memory is freed when the mask is garbage, or at once by {@link Mask.free} or `using`. To post a mask to a worker, post
 * {@link Mask.toBytes}.
 */
export class Mask {
  /** @internal */
  _raw: RawMask | null;
  /** @internal */
  readonly _noClone = NO_CLONE;

  /**
   * Makes a mask of a size in pixels. If `fill` is true, all pixels are solid.
   *
   * @throws RangeError if the mask would have more than 2^26 words of 64 pixels.
   */
  constructor(width: number, height: number, fill = false) {
    count(width, "width");
    count(height, "height");
    bool(fill, "fill");
    this._raw = guard(() => new RawMask(width, height, fill));
  }

  /** @internal */
  static _of(raw: RawMask): Mask {
    return Object.assign(Object.create(Mask.prototype) as Mask, { _raw: raw, _noClone: NO_CLONE });
  }

  /** @internal */
  static _placed(placed: RawPlaced): Placed<Mask> {
    const { x, y } = placed;
    const mask = Mask._of(placed.take()!);
    placed.free();
    return { mask, at: { x, y } };
  }

  /** Frees the memory. Every later call with this mask throws, except `free`. Worlds keep their masks. */
  free(): void {
    const raw = this._raw;
    this._raw = null;
    release(raw);
  }

  /** Frees the memory at the end of a `using` block, in engines that have `Symbol.dispose`. */
  declare readonly [Symbol.dispose]: () => void;

  // Masks from other things, and back.

  /**
   * Makes a mask of a picture: `ImageData`, an image element, a canvas, an `OffscreenCanvas`, an `ImageBitmap`, a video
   * element, a `VideoFrame` or `{ data, width, height }`. A pixel is solid if its alpha is above 127, or as the options say.
   *
   * @throws Error if the picture has not loaded, or if it comes from another origin that does not allow reading.
   */
  static from(source: MaskSource, options: FromOptions = {}): Mask {
    check();
    known(options, ["frame", "alphaAbove", "colorKey", "lumaAbove"]);
    const [kind, value] = solidOf(options);
    const { data, width, height } = pixelsOf(source, options.frame);
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
    return Mask._of(guard(() => RawMask.from_rgba(width, height, bytes, kind, value)));
  }

  /**
   * Makes the pixels of a picture transparent where this mask is not solid, as after a game has dug into the mask of a terrain. The
   * picture is `ImageData` of the size of the mask, or other pixels in memory. Alpha becomes 0; the colors, and all pixels where the
   * mask is solid, stay as they are. Show the picture with `putImageData`.
   */
  clearAlpha(picture: PixelData): void {
    const bytes = bytesOf(picture, [this.width, this.height], "picture");
    call(this, (raw) => raw.clear_alpha(bytes));
  }

  /**
   * Makes a mask of text: a line for each row, `#` for a solid pixel and `.` for another.
   *
   * @throws RangeError if the lines have different lengths or other characters.
   */
  static fromText(text: string): Mask {
    if (typeof text !== "string") throw new TypeError(`text must be a string, got ${shown(text)}`);
    return Mask._of(guard(() => RawMask.from_text(text)));
  }

  /**
   * Makes a mask of words of 32 pixels, row by row. The leftmost pixel of a word is its lowest bit. A row has
   * `2 * Math.ceil(width / 64)` words. Bits beyond the width are ignored.
   */
  static fromWords(width: number, height: number, words: Uint32Array): Mask {
    count(width, "width");
    count(height, "height");
    if (!(words instanceof Uint32Array)) throw new TypeError(`words must be a Uint32Array, got ${shown(words)}`);
    const expected = 2 * Math.ceil(width / 64) * height;
    if (words.length !== expected) {
      throw new RangeError(`words must have the length ${expected} for ${width} x ${height} pixels, got ${words.length}`);
    }
    return Mask._of(guard(() => RawMask.from_words(width, height, words)));
  }

  /** Returns the pixels as words, in the layout of {@link Mask.fromWords}. Bits beyond the width are 0. */
  toWords(): Uint32Array {
    return call(this, (raw) => raw.to_words());
  }

  /**
   * Makes a mask of the bytes of {@link Mask.toBytes}, also of those that another language has written.
   *
   * @throws RangeError if the bytes are not those of a mask.
   */
  static fromBytes(bytes: Uint8Array): Mask {
    if (!(bytes instanceof Uint8Array)) throw new TypeError(`bytes must be a Uint8Array, got ${shown(bytes)}`);
    return Mask._of(guard(() => RawMask.from_bytes(bytes)));
  }

  /** Returns the mask as bytes, to save it or to post it to a worker. They are alike in all languages of hitmask. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return call(this, (raw) => raw.to_bytes()) as Uint8Array<ArrayBuffer>;
  }

  /** Returns the pixels as text: `#` for solid pixels, `.` for others. */
  toString(): string {
    return call(this, (raw) => raw.to_text());
  }

  /** Returns a picture with a color `[red, green, blue, alpha]` for solid pixels. All other pixels are transparent. */
  toImageData(color: readonly [number, number, number, number] = [255, 255, 255, 255]): ImageData {
    const [width, height, words] = [this.width, this.height, this.toWords()];
    const picture = new ImageData(width, height);
    const pixels = new Uint32Array(picture.data.buffer);
    const solid = new Uint32Array(Uint8Array.from(color).buffer)[0]!;
    const stride = 2 * Math.ceil(width / 64);
    for (let y = 0, index = 0; y < height; y++) {
      for (let x = 0; x < width; x++, index++) {
        if ((words[y * stride + (x >>> 5)]! >>> (x & 31)) & 1) pixels[index] = solid;
      }
    }
    return picture;
  }

  /** Returns a copy. The copies share their pixels until one of them is edited. */
  clone(): Mask {
    return Mask._of(call(this, (raw) => raw.share()));
  }

  // Questions about the mask.

  /** The width in pixels. */
  get width(): number {
    return call(this, (raw) => raw.width);
  }

  /** The height in pixels. */
  get height(): number {
    return call(this, (raw) => raw.height);
  }

  /** Returns whether the pixel is solid. Pixels outside the mask are not. */
  contains(...at: At): boolean {
    const [x, y] = split(at);
    const [column, row] = [floored(x, "x"), floored(y, "y")];
    return call(this, (raw) => raw.contains(column, row));
  }

  /** Returns whether both masks have the same size and the same pixels. */
  equals(other: Mask): boolean {
    return callWith(this, other, (raw, other) => raw.equals(other));
  }

  /** Returns the number of solid pixels. */
  count(): number {
    return call(this, (raw) => raw.count());
  }

  /** Returns whether no pixel is solid. */
  isEmpty(): boolean {
    return call(this, (raw) => raw.is_empty());
  }

  /** Returns the smallest rectangle around the solid pixels, or `null`. */
  bounds(): Rect | null {
    return optional(call(this, (raw) => raw.bounds()), rect);
  }

  /** Returns the mean position of the solid pixels, or `null`. */
  centroid(): Point | null {
    return optional(call(this, (raw) => raw.centroid()), point);
  }

  /**
   * Returns the outer line of pixels of the topmost, then leftmost component, as a walk around it: x and y of each pixel in
   * turn. It begins and ends with the same pixel, unless there is only one. Holes are ignored: {@link Mask.contours} has them.
   */
  outline(): Int32Array {
    return call(this, (raw) => raw.outline());
  }

  /** Returns the solid pixels as runs, row by row: `y`, the first x, and the x after the last one, of each run in turn. */
  runs(): Int32Array {
    return call(this, (raw) => raw.runs());
  }

  /** Returns the connected components, from top to bottom. Pixels that share only a corner are connected with 8. */
  connectedComponents(connectivity: Connectivity = 8): Component<Mask>[] {
    const corners = withCorners(connectivity);
    return call(this, (raw) => raw.connected_components(corners).map(componentOf));
  }

  /** Returns the connected components without a pixel in the anchor: what falls if the anchor holds the rest. */
  detachedComponents(anchor: Shape, connectivity: Connectivity = 8): Component<Mask>[] {
    const corners = withCorners(connectivity);
    const [kind, numbers] = shape(anchor, "anchor", false);
    return call(this, (raw) => raw.detached_components(kind, numbers, corners).map(componentOf));
  }

  /** Returns the closed lines around the solid pixels and around their holes. Corners are those of pixels. */
  contours(): Contour[] {
    return contoursOf(call(this, (raw) => raw.contours()));
  }

  /**
   * Returns contours with fewer corners, at most `tolerance` pixels away from the exact lines. With `{ covering: true }`, no solid
   * pixel is cut, not even in part.
   */
  simplifiedContours(tolerance: number, options: SimplifyOptions = {}): Contour[] {
    number(tolerance, "tolerance");
    known(options, ["covering"]);
    const covering = bool(options.covering ?? false, "covering");
    return contoursOf(call(this, (raw) => raw.simplified_contours(tolerance, covering)));
  }

  // Questions about two masks, or a mask and a shape.

  /** Returns whether the masks share a solid pixel, with the top-left pixel of `other` at (x, y) of this mask. */
  overlaps(other: Mask, ...at: At): boolean;
  overlaps(other: Mask, x: number | Point, y?: number): boolean {
    // Written out for speed: this is the call that games make most often.
    if (typeof x === "object" && x !== null) ({ x, y } = x);
    displacement(x, "x");
    displacement(y!, "y");
    check();
    const [raw, otherRaw] = [this._raw ?? freed(), rawOf(other, "other")];
    try {
      return raw.overlaps(otherRaw, x, y!);
    } catch (error) {
      throw noted(error);
    }
  }

  /**
   * Tests another mask at many offsets in one call: `offsets` has x and y of each in turn. The result has 1 for each
   * offset at which the masks overlap, and 0 for the others.
   */
  overlapsAt(other: Mask, offsets: Int32Array): Uint8Array {
    if (!(offsets instanceof Int32Array)) throw new TypeError(`offsets must be an Int32Array, got ${shown(offsets)}`);
    if (offsets.length % 2) throw new RangeError(`offsets must have an even length, got ${offsets.length}`);
    return callWith(this, other, (raw, other) => raw.overlaps_at(other, offsets));
  }

  /** Returns the topmost, then leftmost shared pixel, or `null`. */
  overlapFirst(other: Mask, ...at: At): Point | null {
    return optional(callAt(this, other, at, (raw, other, x, y) => raw.overlap_first(other, x, y)), point);
  }

  /** Returns the number of shared pixels. */
  overlapArea(other: Mask, ...at: At): number {
    return callAt(this, other, at, (raw, other, x, y) => raw.overlap_area(other, x, y));
  }

  /** Returns the smallest rectangle around the shared pixels, or `null`. */
  overlapBounds(other: Mask, ...at: At): Rect | null {
    return optional(callAt(this, other, at, (raw, other, x, y) => raw.overlap_bounds(other, x, y)), rect);
  }

  /** Returns a mask of the size of this one. Its solid pixels are the shared pixels. */
  overlapMask(other: Mask, ...at: At): Mask {
    return Mask._of(callAt(this, other, at, (raw, other, x, y) => raw.overlap_mask(other, x, y)));
  }

  /**
   * Returns the unit normal of the contact, or `null` if the masks do not overlap. It is the direction in which this mask
   * leaves `other`, and in which the number of shared pixels falls fastest.
   */
  overlapNormal(other: Mask, ...at: At): Point | null {
    return optional(callAt(this, other, at, (raw, other, x, y) => raw.overlap_normal(other, x, y)), point);
  }

  /** Returns whether a solid pixel is in a shape, whose origin is at (x, y) of this mask, by default at (0, 0). */
  overlapsShape(what: Shape, ...at: At | []): boolean {
    const [kind, numbers] = shape(what, "shape", false);
    const [x, y] = origin(at);
    return call(this, (raw) => raw.overlaps_shape(kind, numbers, x, y));
  }

  // Motion.

  /** Returns the first solid pixel on the line from one pixel to another, or `null`. */
  castRay(from: Point, to: Point): RayHit | null {
    const [[fromX, fromY], [toX, toY]] = [pixel(from, "from"), pixel(to, "to")];
    return optional(call(this, (raw) => raw.cast_ray(fromX, fromY, toX, toY)), rayHit);
  }

  /**
   * Moves `other` on a straight line from one offset to another, and returns the first contact. Every pixel step is tested:
   * a fast mask never passes through a thin one.
   */
  sweep(other: Mask, from: Point, to: Point): Sweep {
    const [[fromX, fromY], [toX, toY]] = [offset(from, "from"), offset(to, "to")];
    const numbers = callWith(this, other, (raw, other) => raw.sweep(other, fromX, fromY, toX, toY));
    return { hit: numbers.length > 1 ? sweepHit(numbers, 1) : null, startedInside: numbers[0] === 1 };
  }

  /** Returns the shortest move of this mask after which the masks do not overlap, or `null` if they do not overlap. */
  penetration(other: Mask, ...at: At): Point | null {
    return optional(callAt(this, other, at, (raw, other, x, y) => raw.penetration(other, x, y)), point);
  }

  /**
   * Returns the shortest move of this mask along a direction after which the masks do not overlap, or `null` if they do not
   * overlap or if the direction is (0, 0).
   */
  penetrationAlong(other: Mask, at: Point, direction: Point): Point | null {
    const [alongX, alongY] = offset(direction, "direction");
    const along = callAt(this, other, [at], (raw, other, x, y) => raw.penetration_along(other, x, y, alongX, alongY));
    return optional(along, point);
  }

  /**
   * Returns the Euclidean distance in pixels between the nearest solid pixels of the masks, or `null` if a mask has none. It is 0 if they
   * share a pixel, and 1 if they touch side by side.
   */
  distance(other: Mask, ...at: At): number | null {
    return callAt(this, other, at, (raw, other, x, y) => raw.distance(other, x, y)) ?? null;
  }

  /**
   * Returns the offset nearest to a given one at which `other` shares no pixel with this mask: `nearestFree(other, x, y, limit)` or
   * `nearestFree(other, { x, y }, limit)`. It is `null` if no offset up to `limit` pixels away is free. The distance is Euclidean. Of
   * equally near offsets, the result is the topmost, and of equally high ones the leftmost. `{ within }` packs sprites or words into a
   * picture: find an offset, draw the mask there, go on with the next.
   */
  nearestFree(other: Mask, ...args: At<[limit: number, options?: FreeOptions]>): Point | null {
    const [, , limit, options = {}] = split(args);
    count(limit, "limit");
    known(options, ["within"]);
    const within = withinOf(options);
    return optional(callAt(this, other, args, (raw, other, x, y) => raw.nearest_free(other, x, y, limit, within)), point);
  }

  // Changes.

  /** Makes a pixel solid or not. Pixels outside the mask are ignored. */
  set(...args: At<[solid?: boolean]>): void {
    const [x, y, solid = true] = split(args);
    const at = [floored(x, "x"), floored(y, "y")] as const;
    bool(solid, "solid");
    call(this, (raw) => raw.set(...at, solid));
  }

  /** Makes all pixels solid. {@link Mask.fillShape} makes those of a shape solid. */
  fill(...none: never[]): void {
    if (none.length > 0) throw new TypeError(`fill takes no arguments, got ${shown(none[0])}; fillShape takes a shape`);
    call(this, (raw) => raw.fill());
  }

  /** Makes no pixel solid. */
  clear(): void {
    call(this, (raw) => raw.clear());
  }

  /** Makes the solid pixels not solid, and the others solid. */
  invert(): void {
    call(this, (raw) => raw.invert());
  }

  /** Makes the pixels of a shape solid or not. The origin of the shape is at (x, y) of this mask, by default at (0, 0). */
  fillShape(what: Shape, ...args: At<[solid?: boolean]> | []): void {
    const [kind, numbers] = shape(what, "shape", false);
    const [x, y] = origin(args);
    const solid = args.length === 0 ? true : bool(split(args)[2] ?? true, "solid");
    call(this, (raw) => raw.fill_shape(kind, numbers, x, y, solid));
  }

  /** Makes the pixels solid that are solid in `other` at the offset. */
  draw(other: Mask, ...at: At): void {
    edit(this, other, at, (raw, other, x, y) => raw.draw(other, x, y));
  }

  /** Makes the pixels not solid that are solid in `other` at the offset, as an explosion does with terrain. */
  erase(other: Mask, ...at: At): void {
    edit(this, other, at, (raw, other, x, y) => raw.erase(other, x, y));
  }

  // Transformed masks.

  /**
   * Returns the mask with all pixels that are at most `radius` pixels from a solid one, and its position. The radius may
   * have a fraction. It is measured between the centers of pixels.
   */
  grown(radius: number): Placed<Mask> {
    number(radius, "radius");
    return call(this, (raw) => Mask._placed(raw.grown(radius)));
  }

  /** Returns the mask without the pixels that are at most `radius` pixels from one that is not solid, and its position. */
  shrunk(radius: number): Placed<Mask> {
    number(radius, "radius");
    return call(this, (raw) => Mask._placed(raw.shrunk(radius)));
  }

  /** Returns the mask mirrored left to right. */
  flippedX(): Mask {
    return Mask._of(call(this, (raw) => raw.flipped_x()));
  }

  /** Returns the mask mirrored top to bottom. */
  flippedY(): Mask {
    return Mask._of(call(this, (raw) => raw.flipped_y()));
  }

  /** Returns the mask after a quarter turn clockwise. */
  rotated90(): Mask {
    return Mask._of(call(this, (raw) => raw.rotated_90()));
  }

  /** Returns the mask after a half turn. */
  rotated180(): Mask {
    return Mask._of(call(this, (raw) => raw.rotated_180()));
  }

  /** Returns the mask after three quarter turns clockwise. */
  rotated270(): Mask {
    return Mask._of(call(this, (raw) => raw.rotated_270()));
  }

  /** Returns the mask scaled to a size. Each pixel is the pixel of this mask below its center. */
  scaled(width: number, height: number): Mask {
    count(width, "width");
    count(height, "height");
    return Mask._of(call(this, (raw) => raw.scaled(width, height)));
  }

  /** Returns the part within {@link Mask.bounds}, and its position. */
  cropped(): Placed<Mask> {
    return call(this, (raw) => Mask._placed(raw.cropped()));
  }

  /** Returns the mask under an affine map such as a `DOMMatrix`, and its position. */
  transformed(matrix: Matrix): Placed<Mask> {
    object(matrix, "matrix", "an object { a, b, c, d, e, f }");
    const { a, b, c, d, e, f } = matrix;
    for (const [name, value] of Object.entries({ a, b, c, d, e, f })) number(value, `matrix.${name}`);
    return call(this, (raw) => Mask._placed(raw.transformed(a, b, c, d, e, f)));
  }

  /** Returns a mask of all offsets at which the masks collide, and the offset of its top-left pixel. */
  collidingOffsets(other: Mask): Placed<Mask> {
    return callWith(this, other, (raw, other) => Mask._placed(raw.colliding_offsets(other)));
  }
}

// Functions instead of private methods: a mask that `_of` makes has not been constructed.

function call<T>(mask: Mask, body: (raw: RawMask) => T): T {
  const raw = mask._raw ?? freed();
  return guard(() => body(raw));
}

function callWith<T>(mask: Mask, other: Mask, body: (raw: RawMask, other: RawMask) => T): T {
  const otherRaw = rawOf(other, "other");
  return call(mask, (raw) => body(raw, otherRaw));
}

type Ask<T> = (raw: RawMask, other: RawMask, x: number, y: number) => T;

function callAt<T>(mask: Mask, other: Mask, at: At<unknown[]>, body: Ask<T>): T {
  const [x, y] = origin(at);
  return callWith(mask, other, (raw, other) => body(raw, other, x, y));
}

/** Edits a mask by another. A mask that edits itself is read from a copy. */
function edit(mask: Mask, other: Mask, at: At, body: Ask<void>): void {
  if (other !== mask) return callAt(mask, other, at, body);
  const copy = mask.clone();
  callAt(mask, copy, at, body);
  copy.free();
}

/** Returns the offset that the arguments of a call begin with. Without arguments, returns (0, 0). */
function origin(args: At<unknown[]> | []): [x: number, y: number] {
  if (args.length === 0) return [0, 0];
  const [x, y] = split(args as At<unknown[]>);
  return [displacement(x, "x"), displacement(y, "y")];
}

function componentOf(component: RawComponent): Component<Mask> {
  const { count } = component;
  const { mask, at } = Mask._placed(component.take());
  component.free();
  return { mask, at, count };
}

disposable(Mask.prototype);

export type { MaskSource, PixelData };
