/** The scene of the bench: sprites of twelve shapes that drift over a field, dense enough for about one box pair each. */

import { random } from "../peers/random.ts";

export interface Shape {
  readonly size: number;
  readonly solid: (x: number, y: number) => boolean;
}

/** Returns rocks with bumpy rims and holes, of a size in pixels. */
export function rocks(size: number, count: number): Shape[] {
  const next = random(7);
  return Array.from({ length: count }, () => {
    const [phase, bumps, depth, hole] = [6.3 * next(), 3 + Math.floor(4 * next()), 0.1 + 0.25 * next(), 0.3 * next()];
    const middle = (size - 1) / 2;
    const solid = (x: number, y: number) => {
      const [dx, dy] = [(x - middle) / middle, (y - middle) / middle];
      const radius = Math.hypot(dx, dy);
      return radius > hole && radius < 1 - depth * (1 + Math.sin(phase + bumps * Math.atan2(dy, dx))) * 0.5;
    };
    return { size, solid };
  });
}

/** Sprites that drift and turn back at the rim. */
export class Field {
  readonly positions: Int32Array;
  readonly shapes: Uint32Array;
  readonly #speeds: Int8Array;
  readonly #side: number;

  constructor(count: number, shapes: readonly Shape[]) {
    const next = random(count);
    const size = shapes[0].size;
    this.#side = Math.ceil(Math.sqrt(count * size * size * 2.2));
    this.positions = Int32Array.from({ length: 2 * count }, () => Math.floor(this.#side * next()));
    this.shapes = Uint32Array.from({ length: count }, () => Math.floor(shapes.length * next()));
    this.#speeds = Int8Array.from({ length: 2 * count }, () => Math.floor(7 * next()) - 3);
  }

  move(): void {
    const { positions } = this;
    for (let i = 0; i < positions.length; i++) {
      positions[i] += this.#speeds[i];
      if (positions[i] < 0 || positions[i] > this.#side) this.#speeds[i] = -this.#speeds[i];
    }
  }
}
