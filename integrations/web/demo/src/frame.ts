/** What one picture shows: lists of sprites, shared pixels, boxes and lights, as the renderers want them. */
import type { Camera } from "./camera.ts";

/** A list of equal records of numbers that keeps its memory from frame to frame. */
export class Records {
  data: Float32Array<ArrayBuffer>;
  count = 0;

  constructor(readonly fields: number) {
    this.data = new Float32Array(1024 * fields);
  }

  clear(): void {
    this.count = 0;
  }

  /** Makes room for one more record, and returns the index of its first number. */
  next(): number {
    const at = this.count * this.fields;
    if (at === this.data.length) {
      const larger = new Float32Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    this.count++;
    return at;
  }

  get view(): Float32Array<ArrayBuffer> {
    return this.data.subarray(0, this.count * this.fields);
  }
}

export type Color = readonly [red: number, green: number, blue: number];

export class Frame {
  /** x, y, variant, heat */
  readonly sprites = new Records(4);
  /** x, y, variant of one sprite; x, y, variant of the other. The renderer finds the pixels that both share. */
  readonly shared = new Records(6);
  /** left, top, width, height, red, green, blue, share of the color that fills the box */
  readonly boxes = new Records(8);
  /** x, y, radius, red, green, blue. Lights add up. Some are behind the sprites. */
  readonly lights = new Records(6);
  readonly sky = new Records(6);

  constructor(readonly camera: Camera) {}

  clear(): void {
    for (const list of [this.sprites, this.shared, this.boxes, this.lights, this.sky]) list.clear();
  }

  light(x: number, y: number, radius: number, [red, green, blue]: Color, strength: number, list = this.lights): void {
    const at = list.next();
    const data = list.data;
    data[at] = x;
    data[at + 1] = y;
    data[at + 2] = radius;
    data[at + 3] = red * strength;
    data[at + 4] = green * strength;
    data[at + 5] = blue * strength;
  }

  box(left: number, top: number, width: number, height: number, [red, green, blue]: Color, fill: number): void {
    const at = this.boxes.next();
    this.boxes.data.set([left, top, width, height, red, green, blue, fill], at);
  }
}

export interface Renderer {
  /** The name of what draws, for the page. */
  readonly name: string;
  /** Size in device pixels. */
  resize(width: number, height: number): void;
  /** Takes the atlas again after a picture was added. */
  updateAtlas(): void;
  draw(frame: Frame, pixelRatio: number): void;
}
