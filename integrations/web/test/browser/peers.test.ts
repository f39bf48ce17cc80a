import { Bitmask } from "../../peers/bitmask.ts";
import { FlatbushBitmask, FlatbushBoxes, FlatbushCanvas, FlatbushPixels } from "../../peers/flatbush.ts";
import { GridBitmask } from "../../peers/grid.ts";
import type { Peer } from "../../peers/peer.ts";
import { canvasesOverlap, pixelsOverlap } from "../../peers/pixels.ts";
import { equal, test } from "./harness.ts";

function random(seed: number): () => number {
  return () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** An image with random solid pixels inside a rim of empty pixels. Alpha 127 is empty, 128 is solid. */
function image(width: number, height: number, share: number, rim: number, seed: number): ImageData {
  const next = random(seed);
  const pixels = new ImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inside = x >= rim && y >= rim && x < width - rim && y < height - rim;
      pixels.data[4 * (y * width + x) + 3] = inside && next() < share ? 128 : 127;
    }
  }
  return pixels;
}

const images = [
  image(1, 1, 1, 0, 1),
  image(9, 5, 0.1, 2, 2),
  image(31, 31, 0.3, 0, 3),
  image(32, 7, 1, 1, 4),
  image(33, 20, 0.05, 3, 5),
  image(64, 64, 0.01, 0, 6),
  image(97, 40, 0.02, 1, 7),
  image(16, 16, 0, 0, 8), // nothing is solid
];

function context(pixels: ImageData): OffscreenCanvasRenderingContext2D {
  const made = new OffscreenCanvas(pixels.width, pixels.height).getContext("2d", { willReadFrequently: true })!;
  made.putImageData(pixels, 0, 0);
  return made;
}

const contexts = images.map(context);
const masks = images.map((pixels) => Bitmask.from(pixels));

function solid(pixels: ImageData, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= pixels.width || y >= pixels.height) return false;
  return pixels.data[4 * (y * pixels.width + x) + 3] > 127;
}

/** The oracle: looks at each pixel of `a`. */
function overlap(a: ImageData, b: ImageData, dx: number, dy: number): boolean {
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      if (solid(a, x, y) && solid(b, x - dx, y - dy)) return true;
    }
  }
  return false;
}

test("a pair of masks at each offset", () => {
  for (const [i, a] of images.entries()) {
    for (const [j, b] of images.entries()) {
      const step = a.width * b.width > 1000 ? 3 : 1;
      for (let dy = -b.height - 1; dy <= a.height + 1; dy += step) {
        for (let dx = -b.width - 1; dx <= a.width + 1; dx += step) {
          const expected = overlap(a, b, dx, dy);
          const what = `images ${i} and ${j} at ${dx}, ${dy}`;
          if (masks[i].overlaps(masks[j], dx, dy) !== expected) throw new Error(`bitmask: ${what}`);
          if (pixelsOverlap(a, b, dx, dy) !== expected) throw new Error(`pixels: ${what}`);
        }
      }
    }
  }
});

test("canvases that are read for each pair", () => {
  const next = random(20);
  for (let i = 0; i < 2000; i++) {
    const [a, b] = [Math.floor(8 * next()), Math.floor(8 * next())];
    const [dx, dy] = [Math.floor(140 * next() - 70), Math.floor(100 * next() - 50)];
    equal(canvasesOverlap(contexts[a], contexts[b], dx, dy), overlap(images[a], images[b], dx, dy), `${a} ${b} ${dx} ${dy}`);
  }
});

function sorted(pairs: Uint32Array): string[] {
  const list = [];
  for (let i = 0; i < pairs.length; i += 2) {
    list.push(`${Math.min(pairs[i], pairs[i + 1])} ${Math.max(pairs[i], pairs[i + 1])}`);
  }
  return list.sort();
}

function checkWorlds(count: number, size: number, far: number, seed: number): void {
  const next = random(seed);
  const shapes = Uint8Array.from({ length: count }, () => Math.floor(images.length * next()));
  const positions = new Int32Array(2 * count);
  const peers: [string, Peer][] = [
    ["bitmask over flatbush", new FlatbushBitmask({ masks, shapes })],
    ["pixels over flatbush", new FlatbushPixels({ masks: images, shapes })],
    ["canvases over flatbush", new FlatbushCanvas({ masks: contexts, shapes })],
    ["grid", new GridBitmask({ masks, shapes })],
  ];
  const boxes = new FlatbushBoxes({ masks, shapes });
  for (let step = 0; step < 4; step++) {
    for (let i = 0; i < 2 * count; i++) positions[i] = Math.floor((next() - 0.5) * size) + (i % 7 === 0 ? far : 0);
    const expected = [];
    const touching = [];
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        const [dx, dy] = [positions[2 * b] - positions[2 * a], positions[2 * b + 1] - positions[2 * a + 1]];
        if (overlap(images[shapes[a]], images[shapes[b]], dx, dy)) expected.push(`${a} ${b}`);
        const [m, o] = [masks[shapes[a]], masks[shapes[b]]];
        const [x, y] = [dx + o.left - m.left, dy + o.top - m.top];
        const shared = x < m.width && y < m.height && x + o.width > 0 && y + o.height > 0;
        if (shared && m.width > 0 && o.width > 0) touching.push(`${a} ${b}`);
      }
    }
    for (const [name, peer] of peers) {
      equal(peer.step(positions), expected.length, `the count of ${name}`);
      equal(sorted(peer.pairs), expected.sort(), `the pairs of ${name}`);
    }
    boxes.step(positions);
    equal(sorted(boxes.pairs), touching.sort(), "the pairs of boxes");
  }
}

test("worlds: none, one and two sprites", () => {
  for (const count of [0, 1, 2]) checkWorlds(count, 40, 0, 30 + count);
});

test("worlds: many sprites", () => {
  checkWorlds(150, 500, 0, 40);
  checkWorlds(60, 100, 0, 41);
});

test("worlds: sprites that are far apart", () => checkWorlds(100, 200, 1_000_000_000, 50));
