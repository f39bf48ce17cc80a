/**
 * One large picture with each sprite in each of its directions. The page draws from it, and the masks are made from its
 * alpha, so that what is tested is what is seen.
 */
import { kinds, shipKind, type FrameName, type Kind, type Ring } from "./kinds.ts";
import sheet from "./sprites.json";

/** A rectangle of the atlas. */
export interface Variant {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A kind and the numbers of its variants, one for each direction. */
export interface Look {
  readonly kind: Kind;
  readonly variants: readonly number[];
}

export interface Atlas {
  readonly canvas: HTMLCanvasElement;
  readonly variants: Variant[];
  readonly looks: readonly Look[];
  readonly ship: Look;
  /** The pixels of a variant. */
  pixels(variant: number): ImageData;
  /** Adds a picture, and returns the number of its variant, or `null` if the atlas is full. */
  add(picture: CanvasImageSource, width: number, height: number): number | null;
}

export const atlasSize = 2048;
/** Empty pixels between sprites, so that smaller levels of the texture do not mix neighbors. */
const padding = 8;

/** Places rectangles in rows, from the top of the atlas down. */
class Shelves {
  #x = padding;
  #y = padding;
  #height = 0;

  place(width: number, height: number): Variant | null {
    if (this.#x + width + padding > atlasSize) {
      this.#x = padding;
      this.#y += this.#height + padding;
      this.#height = 0;
    }
    if (this.#x + width + padding > atlasSize || this.#y + height + padding > atlasSize) return null;
    const variant = { left: this.#x, top: this.#y, width, height };
    this.#x += width + padding;
    this.#height = Math.max(this.#height, height);
    return variant;
  }
}

export async function loadAtlas(): Promise<Atlas> {
  const image = new Image();
  image.src = new URL(sheet.image, document.baseURI).href;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = atlasSize;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("The browser gives no 2D canvas.");
  const shelves = new Shelves();
  const variants: Variant[] = [];
  const looks: Look[] = [];

  // Large pictures first: rows of similar height waste little.
  const order = [...kinds, shipKind].map((kind) => ({ kind, size: sizeOf(kind) }));
  order.sort((a, b) => Math.max(...b.size) - Math.max(...a.size));
  for (const { kind, size } of order) {
    const list: number[] = [];
    for (let turn = 0; turn < kind.turns; turn++) {
      const angle = (2 * Math.PI * turn) / kind.turns;
      const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
      const width = Math.ceil(size[0] * cos + size[1] * sin) + 2;
      const height = Math.ceil(size[0] * sin + size[1] * cos) + 2;
      const variant = shelves.place(width, height);
      if (!variant) throw new Error(`The atlas has no room for ${kind.name}.`);
      context.save();
      context.translate(variant.left + width / 2, variant.top + height / 2);
      context.rotate(angle);
      paint(context, image, kind);
      context.restore();
      list.push(variants.push(variant) - 1);
    }
    looks.push({ kind, variants: list });
  }
  const find = (kind: Kind) => looks.find((look) => look.kind === kind)!;
  return {
    canvas,
    variants,
    looks: kinds.map(find),
    ship: find(shipKind),
    pixels(variant) {
      const { left, top, width, height } = variants[variant];
      return context.getImageData(left, top, width, height);
    },
    add(picture, width, height) {
      const variant = shelves.place(width, height);
      if (!variant) return null;
      context.drawImage(picture, variant.left, variant.top, width, height);
      return variants.push(variant) - 1;
    },
  };
}

function isRing(art: Kind["art"]): art is Ring {
  return typeof art === "object";
}

function sizeOf({ art, scale }: Kind): [number, number] {
  if (isRing(art)) return [2 * art.radius + 130, 2 * art.radius + 130];
  const [, , width, height] = sheet.frames[art];
  return [width * scale, height * scale];
}

/** Paints a kind around the origin. */
function paint(context: CanvasRenderingContext2D, image: HTMLImageElement, kind: Kind): void {
  if (!isRing(kind.art)) {
    paintFrame(context, image, kind.art, kind.scale, kind.tint);
    return;
  }
  const { radius, rocks, gaps, seed } = kind.art;
  const shapes: FrameName[] = ["meteorGrey_big1", "meteorGrey_med1", "meteorGrey_big3", "meteorGrey_big4", "meteorGrey_med2"];
  for (let i = 0; i < rocks; i++) {
    const turn = i / rocks;
    if (gaps.some(([from, to]) => turn >= from && turn < to)) continue;
    const pick = (i * 7 + seed) % shapes.length;
    context.save();
    context.rotate(2 * Math.PI * turn);
    context.translate(radius + ((i * 13 + seed) % 9) - 4, 0);
    context.rotate(i * 1.9 + seed);
    paintFrame(context, image, shapes[pick], shapes[pick].includes("med") ? 1.3 : 0.78, kind.tint);
    context.restore();
  }
}

const scratch = document.createElement("canvas");

function paintFrame(context: CanvasRenderingContext2D, image: HTMLImageElement, name: FrameName, scale: number, tint?: string): void {
  const [x, y, width, height] = sheet.frames[name];
  const [w, h] = [width * scale, height * scale];
  if (!tint) {
    context.drawImage(image, x, y, width, height, -w / 2, -h / 2, w, h);
    return;
  }
  scratch.width = width;
  scratch.height = height;
  const layer = scratch.getContext("2d")!;
  layer.drawImage(image, x, y, width, height, 0, 0, width, height);
  layer.globalCompositeOperation = "multiply";
  layer.fillStyle = tint;
  layer.fillRect(0, 0, width, height);
  // The fill covered the empty pixels too: the frame itself cuts its shape out again.
  layer.globalCompositeOperation = "destination-in";
  layer.drawImage(image, x, y, width, height, 0, 0, width, height);
  context.drawImage(scratch, -w / 2, -h / 2, w, h);
}

