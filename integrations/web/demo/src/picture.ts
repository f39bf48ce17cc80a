/** Fills a frame with what the camera sees of a scene. */
import type { Atlas } from "./atlas.ts";
import type { View } from "./camera.ts";
import type { Color, Frame } from "./frame.ts";
import type { Scene } from "./scene.ts";

const glow: Color = [1, 0.62, 0.22];
const wrong: Color = [1, 0.24, 0.44];
const right: Color = [1, 0.74, 0.36];
const starColors: readonly Color[] = [[0.75, 0.84, 1], [1, 0.93, 0.82], [0.72, 0.7, 1]];
/** Below this zoom a box is too small to be drawn. */
const farZoom = 0.3;

export class Picture {
  /** How many pairs get exact contacts in a frame. */
  contactLimit = 1500;
  #visible = new Uint32Array(4096);
  readonly #stars: { x: number; y: number; depth: number; radius: number; color: Color }[] = [];

  constructor(readonly atlas: Atlas) {
    let seed = 5;
    const next = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    for (let i = 0; i < 240; i++) {
      const depth = 0.02 + 0.1 * next() ** 2;
      this.#stars.push({ x: next(), y: next(), depth, radius: 0.9 + 15 * depth, color: starColors[i % 3] });
    }
  }

  sprites(frame: Frame, scene: Scene): void {
    const view = frame.camera.view();
    const { variants } = this.atlas;
    const positions = scene.positions;
    const list = frame.sprites;
    for (let id = scene.count - 1; id >= 0; id--) {
      const [x, y] = [positions[2 * id], positions[2 * id + 1]];
      const { width, height } = variants[scene.variant[id]];
      if (x >= view.right || y >= view.bottom || x + width <= view.left || y + height <= view.top) continue;
      const at = list.next();
      list.data[at] = x;
      list.data[at + 1] = y;
      list.data[at + 2] = scene.variant[id];
      list.data[at + 3] = scene.heat[id];
    }
  }

  stars(frame: Frame): void {
    const { camera } = frame;
    const { width, height, zoom } = camera;
    const margin = 12;
    for (const { x, y, depth, radius, color } of this.#stars) {
      const across = width + 2 * margin;
      const down = height + 2 * margin;
      const sx = wrap(x * across - camera.x * depth * 0.6, across) - margin;
      const sy = wrap(y * down - camera.y * depth * 0.6, down) - margin;
      const place = camera.toWorld(sx, sy);
      frame.light(place.x, place.y, (1.6 * radius) / zoom, color, 0.5 + 5 * depth, frame.sky);
    }
  }

  /** Shows the shared pixels of the pairs in view. */
  shared(frame: Frame, scene: Scene): void {
    const visible = this.#inView(frame.camera.view(), scene, scene.pairs);
    const { variant } = scene;
    const positions = scene.positions;
    const list = frame.shared;
    for (let i = 0; i < visible.length; i += 2) {
      const [a, b] = [visible[i], visible[i + 1]];
      const at = list.next();
      list.data[at] = positions[2 * a];
      list.data[at + 1] = positions[2 * a + 1];
      list.data[at + 2] = variant[a];
      list.data[at + 3] = positions[2 * b];
      list.data[at + 4] = positions[2 * b + 1];
      list.data[at + 5] = variant[b];
    }
    const { zoom } = frame.camera;
    const smallest = 5 / zoom;
    const strength = 0.26 + 0.42 * Math.min(1, zoom);
    const near = visible.subarray(0, 2 * this.contactLimit);
    const { area, bounds } = scene.world.contacts(near, { waysOut: false });
    for (let i = 0; i < area.length; i++) {
      const [width, height] = [bounds[4 * i + 2], bounds[4 * i + 3]];
      const radius = Math.max(smallest, Math.min(72, 21 + Math.sqrt(area[i]) + 0.4 * Math.max(width, height)));
      frame.light(bounds[4 * i] + width / 2, bounds[4 * i + 1] + height / 2, radius, glow, strength);
    }
    for (let i = near.length; i < visible.length; i += 2) {
      const { x, y } = scene.middle(visible[i]);
      frame.light(x, y, smallest, glow, strength);
    }
  }

  /** Shows what a test of boxes calls a hit: the box of each sprite, and each rectangle that two boxes share. */
  boxes(frame: Frame, scene: Scene, candidates: Uint32Array): void {
    const { camera } = frame;
    const visible = this.#inView(camera.view(), scene, candidates);
    const positions = scene.positions;
    const seen = new Set<number>();
    for (let i = 0; i < visible.length; i += 2) {
      const [a, b] = [visible[i], visible[i + 1]];
      const [p, q] = [scene.tight[scene.variant[a]], scene.tight[scene.variant[b]]];
      const [ax, ay] = [positions[2 * a] + p.left, positions[2 * a + 1] + p.top];
      const [bx, by] = [positions[2 * b] + q.left, positions[2 * b + 1] + q.top];
      const [left, top] = [Math.max(ax, bx), Math.max(ay, by)];
      const width = Math.min(ax + p.width, bx + q.width) - left;
      const height = Math.min(ay + p.height, by + q.height) - top;
      const color = hasPair(scene.pairs, Math.min(a, b), Math.max(a, b)) ? right : wrong;
      if (camera.zoom < farZoom) {
        frame.light(left + width / 2, top + height / 2, 5 / camera.zoom, color, 0.45);
        continue;
      }
      frame.box(left, top, width, height, color, color === wrong ? 0.42 : 0.3);
      if (!seen.has(a)) frame.box(ax, ay, p.width, p.height, [0.42, 0.47, 0.66], 0);
      if (!seen.has(b)) frame.box(bx, by, q.width, q.height, [0.42, 0.47, 0.66], 0);
      seen.add(a).add(b);
    }
  }

  /** The pairs of which the first sprite or its partner can be seen. The next call overwrites the array. */
  #inView(view: View, scene: Scene, pairs: Uint32Array): Uint32Array {
    if (this.#visible.length < pairs.length) this.#visible = new Uint32Array(2 * pairs.length);
    const visible = this.#visible;
    const { variants } = this.atlas;
    const positions = scene.positions;
    let length = 0;
    for (let i = 0; i < pairs.length; i += 2) {
      const id = pairs[i];
      const [x, y] = [positions[2 * id], positions[2 * id + 1]];
      const { width, height } = variants[scene.variant[id]];
      if (x >= view.right || y >= view.bottom || x + width <= view.left || y + height <= view.top) continue;
      visible[length++] = id;
      visible[length++] = pairs[i + 1];
    }
    return visible.subarray(0, length);
  }
}

function wrap(value: number, size: number): number {
  return ((value % size) + size) % size;
}

/** Whether the pair a, b is in a list of pairs that is sorted. */
export function hasPair(pairs: Uint32Array, a: number, b: number): boolean {
  let low = 0;
  let high = pairs.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const first = pairs[2 * middle];
    if (first < a || (first === a && pairs[2 * middle + 1] < b)) low = middle + 1;
    else high = middle;
  }
  return pairs[2 * low] === a && pairs[2 * low + 1] === b;
}
