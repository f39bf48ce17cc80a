/** Steps of many sprites: hitmask and the peers on equal positions. */

import { Mask, World } from "hitmask";
import { Bitmask } from "../peers/bitmask.ts";
import { FlatbushBitmask } from "../peers/flatbush.ts";
import { GridBitmask } from "../peers/grid.ts";
import { Field, rocks, type Shape } from "./scene.ts";

/** The times of each contender, in milliseconds for each step or nanoseconds for each pair, and what all of them answered. */
export interface Measured {
  readonly times: Record<string, number[]>;
  readonly answer: number;
}

const MASKS = 12;

export function maskOf({ size, solid }: Shape): Mask {
  const mask = new Mask(size, size);
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (solid(x, y)) mask.set(x, y);
  return mask;
}

/** Runs steps of a field of sprites with each contender, and checks that all count equal pairs. */
export function steps(count: number, size: number, rounds: number, peers: boolean): Measured {
  const shapes = rocks(size, MASKS);
  const field = new Field(count, shapes);
  const world = new World();
  const ids = shapes.map((shape) => world.addMask(maskOf(shape)));
  for (let i = 0; i < count; i++) world.spawn(ids[field.shapes[i]], field.positions[2 * i], field.positions[2 * i + 1]);
  const sprites = { masks: shapes.map(({ size, solid }) => new Bitmask(size, size, solid)), shapes: field.shapes };
  const contenders: [string, () => number][] = [
    [
      "hitmask",
      () => {
        world.setPositions(field.positions);
        return world.step().pairs.length / 2;
      },
    ],
  ];
  if (peers) {
    const grid = new GridBitmask(sprites);
    const flatbush = new FlatbushBitmask(sprites);
    contenders.push(["grid", () => grid.step(field.positions)], ["flatbush", () => flatbush.step(field.positions)]);
  }
  const times: Measured["times"] = {};
  let answer = 0;
  const warmup = Math.max(20, rounds / 2);
  for (let round = -warmup; round < rounds; round++) {
    field.move();
    let expected: number | undefined;
    for (const [name, step] of contenders) {
      const start = performance.now();
      const pairs = step();
      const time = performance.now() - start;
      if (pairs !== (expected ??= pairs)) throw new Error(`${name} found ${pairs} pairs, hitmask ${expected}`);
      if (round >= 0) (times[name] ??= []).push(time);
    }
    answer = expected!;
  }
  world.free();
  return { times, answer };
}
