import init, { Mask, type Shape } from "hitmask";
import { assert, equal, test, throws } from "./harness.ts";
import { boundsOf, isSolid, maskOf, picture, random, shared, type Picture } from "./oracle.ts";

await init();

/** Masks on both sides of a word boundary, and shapes that meet in single pixels. */
function awkward(): Picture[] {
  const next = random(1);
  const noise = (width: number, height: number, share: number) => picture(width, height, () => next() < share);
  return [
    picture(0, 5, () => true),
    picture(1, 1, () => true),
    picture(7, 3, () => false),
    ...[63, 64, 65].flatMap((width) => [noise(width, 3, 0.02), picture(width, 2, (x) => x === 0 || x === width - 1)]),
    picture(129, 2, (x, y) => (x + y) % 64 === 0),
    picture(32, 9, (x, y) => (x + y) % 2 === 0),
    picture(5, 40, (x, y) => x === y % 5),
  ];
}

test("every offset of awkward masks gives the answers of a loop over pixels", () => {
  const pictures = awkward();
  const masks = pictures.map(maskOf);
  let compared = 0;
  pictures.forEach((a, i) =>
    pictures.forEach((b, j) => {
      for (let dy = -b.height - 1; dy <= a.height + 1; dy++) {
        const offsets: number[] = [];
        const expected: number[] = [];
        for (let dx = -b.width - 1; dx <= a.width + 1; dx++, compared++) {
          const pixels = shared(a, b, dx, dy);
          offsets.push(dx, dy);
          expected.push(Number(pixels.length > 0));
          const [mask, other] = [masks[i], masks[j]];
          if (mask.overlaps(other, dx, dy) !== pixels.length > 0 || mask.overlapArea(other, dx, dy) !== pixels.length) {
            throw new Error(`masks ${i} and ${j} at (${dx}, ${dy}): expected ${pixels.length} shared pixels`);
          }
          const at = { x: dx, y: dy };
          const bounds = pixels.length ? boundsOf(pixels) : null;
          if (dx % 3 === 0) equal(mask.overlapBounds(other, at), bounds, `bounds of ${i} and ${j} at (${dx}, ${dy})`);
          if (dx % 7 === 0) equal(mask.overlapFirst(other, at), pixels.length ? { x: pixels[0][0], y: pixels[0][1] } : null);
        }
        equal(masks[i].overlapsAt(masks[j], Int32Array.from(offsets)), expected, `row ${dy} of ${i} and ${j}`);
      }
    }),
  );
  assert(compared > 100_000, `only ${compared} offsets`);
});

test("extreme offsets share nothing and do not wrap", () => {
  const mask = new Mask(65, 3, true);
  for (const far of [-(2 ** 31), 2 ** 31 - 1, -(2 ** 30), 2 ** 30]) {
    assert(!mask.overlaps(mask, far, 0) && !mask.overlaps(mask, 0, far) && mask.overlapFirst(mask, far, far) === null);
    assert(!mask.contains(far, 0) && !mask.contains(0, far));
  }
});

test("pixels, words, text and pictures describe one mask", () => {
  for (const p of awkward()) {
    const mask = maskOf(p);
    const { width, height } = p;
    equal([mask.width, mask.height, mask.count()], [width, height, p.solid.filter(Boolean).length]);
    for (let y = -1; y <= height; y++) {
      for (let x = -1; x <= width; x++) equal(mask.contains(x, y), Boolean(isSolid(p, x, y)));
    }
    assert(Mask.fromWords(width, height, mask.toWords()).equals(mask), "words");
    if (width > 0) assert(Mask.fromText(mask.toString()).equals(mask), "text");
    if (width > 0) assert(Mask.from(mask.toImageData()).equals(mask), "picture");
    const pixels = p.solid.flatMap((is, i) => (is ? [[i % width, Math.floor(i / width)] as [number, number]] : []));
    equal(mask.bounds(), pixels.length ? boundsOf(pixels) : null);
    equal(mask.isEmpty(), pixels.length === 0);
  }
});

test("bits beyond the width are ignored", () => {
  const mask = Mask.fromWords(33, 1, Uint32Array.of(0, 0xffff_ffff));
  equal([mask.count(), mask.contains(32, 0)], [1, true]);
  equal(mask.toWords(), [0, 1]);
});

test("edits change the pixels of this mask and no clone", () => {
  const mask = new Mask(70, 4);
  const clone = mask.clone();
  mask.set(69, 3);
  mask.fillShape({ left: 0, top: 0, width: 2, height: 2 });
  mask.fillShape({ from: { x: 10, y: 0 }, to: { x: 13, y: 3 } }, 1, 0);
  mask.fillShape({ x: 30, y: 2, radius: 1 });
  equal(mask.count(), 1 + 4 + 4 + 4);
  assert(mask.contains(11, 0) && mask.contains(14, 3) && clone.isEmpty());
  const stamp = new Mask(3, 3, true);
  mask.draw(stamp, 50, 1);
  mask.erase(stamp, 49, 0);
  equal([mask.contains(51, 1), mask.contains(52, 1), mask.contains(51, 3)], [false, true, true]);
  mask.erase(mask, 0, 0);
  assert(mask.isEmpty(), "a mask can erase itself");
  mask.fill();
  mask.invert();
  assert(mask.isEmpty());
  mask.invert();
  mask.clear();
  assert(mask.isEmpty());
});

test("shapes agree with their definitions", () => {
  const mask = new Mask(20, 20, true);
  const inside: [Shape, (x: number, y: number) => boolean][] = [
    [{ left: 3, top: -2, width: 4, height: 9 }, (x, y) => x >= 3 && x < 7 && y < 7],
    [{ x: 9.5, y: 8, radius: 4.25 }, (x, y) => Math.hypot(x + 0.5 - 9.5, y + 0.5 - 8) <= 4.25],
    [{ points: [{ x: 2, y: 2 }, { x: 18, y: 2 }, { x: 2, y: 18 }] }, (x, y) => x >= 2 && y >= 2 && x + y + 1 < 20],
  ];
  for (const [shape, has] of inside) {
    const drawn = new Mask(20, 20);
    drawn.fillShape(shape);
    for (let y = 0; y < 20; y++) for (let x = 0; x < 20; x++) equal(drawn.contains(x, y), has(x, y), `(${x}, ${y})`);
    assert(mask.overlapsShape(shape) && !mask.overlapsShape(shape, 40, 0));
  }
});

test("flips, turns and maps move each pixel where they should", () => {
  const p = picture(65, 3, (x, y) => (x * 7 + y * 3) % 5 === 0);
  const mask = maskOf(p);
  const at: [Mask, (x: number, y: number) => [number, number]][] = [
    [mask.flippedX(), (x, y) => [64 - x, y]],
    [mask.flippedY(), (x, y) => [x, 2 - y]],
    [mask.rotated90(), (x, y) => [2 - y, x]],
    [mask.rotated180(), (x, y) => [64 - x, 2 - y]],
    [mask.rotated270(), (x, y) => [y, 64 - x]],
    [mask.scaled(130, 6), (x, y) => [2 * x + 1, 2 * y]],
  ];
  for (const [turned, to] of at) {
    for (let y = 0; y < 3; y++) for (let x = 0; x < 65; x++) equal(turned.contains(...to(x, y)), isSolid(p, x, y));
  }
  const { mask: moved, at: origin } = mask.transformed(new DOMMatrix([1, 0, 0, 1, 5, -2]));
  equal(origin, { x: 5 + mask.bounds()!.left, y: -2 + mask.bounds()!.top });
  equal(moved.count(), mask.count());
  const cropped = new Mask(9, 9);
  cropped.set(4, 5);
  equal([cropped.cropped().at, cropped.cropped().mask.count()], [{ x: 4, y: 5 }, 1]);
});

test("rays, sweeps and the way out are those of a walk in pixels", () => {
  const wall = Mask.fromText("....#.\n....#.\n....#.");
  const hit = wall.castRay({ x: -3, y: 1 }, { x: 1000, y: 1 })!;
  equal([hit.at, hit.before, hit.step, hit.normal], [{ x: 4, y: 1 }, { x: 3, y: 1 }, 7, { x: -1, y: 0 }]);
  equal(wall.castRay({ x: 4, y: 1 }, { x: 9, y: 1 })!.before, null);
  equal(wall.castRay({ x: -3, y: 9 }, { x: 9, y: 9 }), null);
  const dot = new Mask(1, 1, true);
  const { hit: met, startedInside } = wall.sweep(dot, { x: -5, y: 1 }, { x: 900, y: 1 });
  equal([met!.at, met!.before, met!.step, startedInside], [{ x: 4, y: 1 }, { x: 3, y: 1 }, 9, false]);
  equal(met!.normal, { x: -1, y: 0 }, "the normal points out of the wall");
  equal(wall.sweep(dot, { x: -5, y: 5 }, { x: 900, y: 5 }), { hit: null, startedInside: false });
  assert(wall.sweep(dot, { x: 4, y: 1 }, { x: 9, y: 1 }).startedInside);
  const block = new Mask(10, 10, true);
  equal(block.penetration(dot, 8, 5), { x: -2, y: 0 }, "the block moves");
  equal(block.penetration(dot, 80, 5), null);
  equal(block.penetrationAlong(dot, { x: 8, y: 5 }, { x: 0, y: 1 }), { x: 0, y: 6 });
  const normal = block.overlapNormal(dot, 9, 5);
  assert(normal && normal.x < -0.9, "the block leaves the dot to the left");
});

test("free places are the nearest offsets without a shared pixel", () => {
  const ground = new Mask(100, 40, true);
  const ball = Mask.fromText(".##.\n####\n.##.");
  equal([ground.nearestFree(ball, 50, 1, 8), ground.nearestFree(ball, { x: 50, y: 1 }, 3)], [{ x: 50, y: -3 }, null]);
  equal(ground.nearestFree(ball, { x: 50, y: -9 }, 0), { x: 50, y: -9 });
  const board = new Mask(20, 10);
  const word = new Mask(8, 3, true);
  const within = { left: 0, top: 0, width: 20, height: 10 };
  const places = [];
  for (let at; (at = board.nearestFree(word, 6, 3, 100, { within })); places.push(at)) board.draw(word, at);
  equal(places, [{ x: 6, y: 3 }, { x: 6, y: 0 }, { x: 6, y: 6 }]);
  equal(board.nearestFree(word, { x: 6, y: 3 }, 100, { within: { ...within, left: -9, width: 29 } }), { x: -2, y: 3 });
});

test("components, contours and colliding offsets", () => {
  const mask = Mask.fromText("##..#\n##.#.\n.....\n###..");
  const sizes = (connectivity: 4 | 8) => mask.connectedComponents(connectivity).map(({ at, count }) => [at.x, at.y, count]);
  equal(sizes(8).sort(), [[0, 0, 4], [0, 3, 3], [3, 0, 2]]);
  equal(sizes(4).length, 4);
  const falling = mask.detachedComponents({ left: 0, top: 3, width: 5, height: 1 });
  equal(falling.map(({ count }) => count).sort(), [2, 4]);
  const ring = Mask.fromText("###\n#.#\n###");
  const contours = ring.contours();
  equal(contours.map(({ isHole }) => isHole).sort(), [false, true]);
  assert(contours.every(({ points }) => points.length >= 8 && points.length % 2 === 0));
  assert(ring.simplifiedContours(0).length === 2);
  const slope = Mask.fromText("#...\n##..\n###.\n####");
  equal([...slope.simplifiedContours(0.8)[0]!.points], [0, 0, 4, 4, 0, 4]);
  equal([...slope.simplifiedContours(0.8, { covering: true })[0]!.points], [0, 0, 1, 0, 4, 3, 4, 4, 0, 4]);
  const { mask: offsets, at } = ring.collidingOffsets(new Mask(1, 1, true));
  equal([offsets.toString(), at], [ring.toString(), { x: 0, y: 0 }]);
});

test("a freed mask can be collected, and many masks do not fill the memory", () => {
  for (let i = 0; i < 20_000; i++) new Mask(256, 256, true).free();
  { using mask = new Mask(8, 8, true); equal(mask.count(), 64); }
});

test("a point in a mask is the pixel that it lies in, and an offset has no fraction", async () => {
  const mask = new Mask(3, 3);
  mask.set({ x: 1.9, y: 0.1 });
  mask.set(2.5, 2.5);
  equal(mask.toString(), ".#.\n...\n..#");
  assert(mask.contains(1.2, 0.7) && mask.contains({ x: 2.999, y: 2 }) && !mask.contains(-0.1, 0));
  equal(mask.castRay({ x: -2.5, y: 0.9 }, { x: 9.1, y: 0.2 })!.at, { x: 1, y: 0 });
  await throws(() => mask.overlaps(mask, { x: 0.5, y: 0 }), TypeError, "got 0.5; move by whole pixels, and add the rest");
  await throws(() => mask.sweep(mask, { x: 0, y: 0.5 }, { x: 1, y: 1 }), TypeError, "from.y");
});

test("grown masks, outlines, runs, and bytes", async () => {
  const plus = Mask.fromText(".#.\n###\n.#.");
  const { mask: grown, at } = plus.grown(1);
  equal([grown.width, grown.count(), at], [5, 13, { x: -1, y: -1 }]);
  equal([grown.shrunk(1).mask.toString(), grown.shrunk(1).at], [plus.toString(), { x: 1, y: 1 }]);
  equal(plus.outline(), [1, 0, 2, 1, 1, 2, 0, 1, 1, 0]);
  equal(plus.runs(), [0, 1, 2, 1, 0, 3, 2, 1, 2]);
  const bytes = plus.toBytes();
  assert(Mask.fromBytes(bytes).equals(plus));
  await throws(() => Mask.fromBytes(bytes.subarray(1)), RangeError, "");
  await throws(() => Mask.fromBytes([...bytes] as never), TypeError, "Uint8Array");
  await throws(() => plus.grown(-1), RangeError, "radius");
});

test("a mask that is cloned or posted says what to do instead", async () => {
  const mask = new Mask(3, 3, true);
  await throws(() => structuredClone(mask), TypeError, "toBytes");
  await throws(() => postMessage(mask, "*"), TypeError, "Mask.fromBytes");
  equal(Mask.fromBytes(structuredClone(mask.toBytes())).count(), 9);
});
