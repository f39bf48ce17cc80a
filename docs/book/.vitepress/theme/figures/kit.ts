// What all figures share: the package, loaded once and only when a figure comes into view; pictures; a pen in pixels of the figure.
import { withBase } from "vitepress";
import type * as Hitmask from "hitmask";
import type { Mask, Point, Rect } from "hitmask";

export type { Mask, Point, Rect };
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** Colors that can be told apart on light and on dark. */
export const colors = {
  blue: [59, 130, 246, 255], orange: [245, 158, 11, 255], red: [239, 68, 68, 255], green: [16, 185, 129, 255],
  gray: [120, 132, 150, 255], violet: [139, 92, 246, 255], ghost: [59, 130, 246, 90],
} as const satisfies Record<string, Color>;

export const css = ([r, g, b, a]: Color) => `rgba(${r}, ${g}, ${b}, ${a / 255})`;

export interface Picture { readonly image: CanvasImageSource; readonly data: ImageData; readonly width: number; readonly height: number; readonly shrunk?: boolean }

export interface Kit {
  readonly hm: typeof Hitmask;
  /** Returns a picture of `public/sprites`. */
  picture(name: string): Promise<Picture>;
}

/** Something of a figure that you drag, or move with the arrow keys: a point, or a box of a size. */
export interface Handle { label: string; x: number; y: number; width?: number; height?: number; /** Pixels for each arrow key; 1 if not given. */ step?: number; moved?(): void }

export interface Scene {
  readonly handles?: Handle[];
  /** Whether the first handle comes to where you press, or to where the pointer is. */
  readonly follows?: "press" | "pointer";
  /** What the numbers follow from. The tests compute them again from it. */
  state(): unknown;
  /** What the library says. */
  numbers(): Record<string, unknown>;
  draw(pen: Pen): void;
  /** Goes on by a part of a second. */
  tick?(seconds: number): void;
  free?(): void;
}

let loading: Promise<Kit> | undefined;

export function load(): Promise<Kit> {
  loading ??= import("hitmask").then(async (hm) => {
    await hm.default();
    return { hm, picture };
  });
  return loading;
}

const pictures = new Map<string, Promise<Picture>>();

/** Returns a picture of `public/sprites`. */
export function picture(name: string): Promise<Picture> {
  if (!pictures.has(name)) pictures.set(name, readPicture(withBase(`/sprites/${name}.png`)));
  return pictures.get(name)!;
}

/** Reads a picture. If a side is longer than `largest` pixels, the picture is scaled down. */
export async function readPicture(address: string, largest = Infinity): Promise<Picture> {
  const image = new Image();
  image.src = address;
  await image.decode();
  // A vector picture may have no size of its own.
  const [fullWidth, fullHeight] = [image.naturalWidth || 256, image.naturalHeight || 256];
  const scale = Math.min(1, largest / Math.max(fullWidth, fullHeight));
  const [width, height] = [Math.max(1, Math.round(fullWidth * scale)), Math.max(1, Math.round(fullHeight * scale))];
  const context = canvas(width, height);
  context.drawImage(image, 0, 0, width, height);
  return { image: context.canvas, data: context.getImageData(0, 0, width, height), width, height, shrunk: scale < 1 };
}

function canvas(width: number, height: number): CanvasRenderingContext2D {
  const element = document.createElement("canvas");
  [element.width, element.height] = [Math.max(width, 1), Math.max(height, 1)];
  return element.getContext("2d", { willReadFrequently: true })!;
}

const painted = new WeakMap<Mask, Map<string, HTMLCanvasElement>>();

/** Draws in pixels of the figure, whose origin is at the top left. */
export class Pen {
  constructor(readonly context: CanvasRenderingContext2D, readonly width: number, readonly height: number, readonly scale: number) {}

  /** Draws a mask. Call `repaint` after an edit. */
  mask(mask: Mask, x: number, y: number, color: Color) {
    if (mask.width === 0 || mask.height === 0) return;
    let copies = painted.get(mask);
    if (!copies) painted.set(mask, (copies = new Map()));
    let copy = copies.get(color.join());
    if (!copy) {
      const context = canvas(mask.width, mask.height);
      context.putImageData(mask.toImageData(color), 0, 0);
      copies.set(color.join(), (copy = context.canvas));
    }
    this.context.drawImage(copy, x, y);
  }
  picture(image: CanvasImageSource, x: number, y: number, alpha = 1) {
    this.context.globalAlpha = alpha;
    this.context.drawImage(image, x, y);
    this.context.globalAlpha = 1;
  }
  /** Fills pixels. */
  fill({ left, top, width, height }: Rect, color: Color) {
    this.context.fillStyle = css(color);
    this.context.fillRect(left, top, width, height);
  }
  /** Draws the edge of a rectangle, `weight` points wide on the screen. */
  frame({ left, top, width, height }: Rect, color: Color, weight = 1.5, dash: number[] = []) {
    this.stroke(color, weight, dash);
    this.context.strokeRect(left, top, width, height);
    this.context.setLineDash([]);
  }
  line(from: Point, to: Point, color: Color, weight = 2, dash: number[] = []) {
    this.stroke(color, weight, dash);
    this.context.beginPath();
    this.context.moveTo(from.x, from.y);
    this.context.lineTo(to.x, to.y);
    this.context.stroke();
    this.context.setLineDash([]);
  }
  arrow(from: Point, to: Point, color: Color, weight = 2.5) {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length === 0) return;
    const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const tip = Math.min(length, 9 / this.points);
    this.line(from, { x: to.x - x * tip, y: to.y - y * tip }, color, weight);
    this.context.fillStyle = css(color);
    this.context.beginPath();
    this.context.moveTo(to.x, to.y);
    for (const side of [0.55, -0.55]) this.context.lineTo(to.x - tip * (x - side * y), to.y - tip * (y + side * x));
    this.context.fill();
  }
  /** Draws a ring about a pixel. */
  mark({ x, y }: Point, color: Color, radius = 5) {
    this.stroke(color, 2.5);
    this.context.beginPath();
    this.context.arc(x + 0.5, y + 0.5, radius / this.points, 0, 2 * Math.PI);
    this.context.stroke();
  }
  /** Points of the screen for each pixel of the figure. */
  get points() { return this.scale / (window.devicePixelRatio || 1); }
  private stroke(color: Color, weight: number, dash: number[] = []) {
    this.context.strokeStyle = css(color);
    this.context.lineWidth = weight / this.points;
    this.context.setLineDash(dash.map((part) => part / this.points));
  }
}

/** Forgets how a mask looks, after an edit. */
export function repaint(mask: Mask) {
  painted.delete(mask);
}

/** Returns a value as the figures show it. */
export function format(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return Number.isInteger(value) ? value.toLocaleString("en-US") : value.toFixed(2);
  if (Array.isArray(value)) return value.length ? value.map(format).join(", ") : "none";
  if (typeof value === "object" && "x" in value && "y" in value) return `(${format(value.x)}, ${format(value.y)})`;
  if (typeof value === "object" && "left" in value) {
    const { left, top, width, height } = value as Rect;
    return `${width} × ${height} at (${left}, ${top})`;
  }
  return String(value);
}

/** Numbers between 0 and 1 that look random and are the same each time. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
