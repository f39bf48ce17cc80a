// The articles on JavaScript, in their language: pixel maps and a render map. The items are those of docs/book/moving/classic-articles.md.
// The program compares hitmask with the articles' method: 20,000 random tests, or its argument.
import assert from "node:assert/strict";
import init, { Mask, World } from "hitmask";

await init();

// The articles' map of a picture: a boolean for each pixel, and a list of the solid ones.
function pixelMap({ data, width, height }) {
  const [solid, points] = [[], []];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      solid.push(data[4 * (y * width + x) + 3] > 127);
      if (solid.at(-1)) points.push({ x, y });
    }
  }
  return { width, height, solid, points };
}

// The articles' test of boxes, with "<=", and of pixels: each point of one in the map of the other.
const boxesTouch = (a, b, dx, dy) => dx <= a.width && 0 <= dx + b.width && dy <= a.height && 0 <= dy + b.height;

function article(a, b, dx, dy) {
  const has = (x, y) => x >= 0 && x < b.width && y >= 0 && y < b.height && b.solid[y * b.width + x];
  return boxesTouch(a, b, dx, dy) && a.points.some(({ x, y }) => has(x - dx, y - dy));
}

let state = 6;
const below = (end) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % end;
const picture = (width, height, alpha) => {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; i++) data[4 * i + 3] = alpha(i % width, Math.floor(i / width));
  return { data, width, height };
};

const pictures = Array.from({ length: 30 }, () => picture(1 + below(16), 1 + below(16), () => below(256)));
const maps = pictures.map(pixelMap);
const masks = pictures.map((one) => Mask.from(one));
const tests = Number(process.argv[2] ?? 20000);
let hits = 0;
for (let i = 0; i < tests; i++) {
  const [a, b, x, y] = [below(30), below(30), below(35) - 17, below(35) - 17];
  const hit = article(maps[a], maps[b], x, y);
  assert.equal(masks[a].overlaps(masks[b], x, y), hit, `${a} and ${b} at ${x}, ${y}`);
  hits += hit;
}
console.log(`${tests} random tests as in the articles, ${hits} hits`);

const rockPicture = picture(24, 24, (x, y) => ((2 * x - 23) ** 2 + (2 * y - 23) ** 2 < 530 ? 255 : 0));
const shipPicture = picture(18, 24, (x, y) => (Math.abs(2 * x - 17) * 24 <= 18 * y ? 255 : 0));
const beamPicture = picture(31, 3, (x, y) => (y === 1 || x === 0 ? 255 : 0));

// #region whole
// Once for each picture: ImageData, an image element, a canvas, or { data, width, height }.
const ship = Mask.from(shipPicture);
const rock = Mask.from(rockPicture);

// In each frame.
const hit = (a, b) => a.mask.overlaps(b.mask, b.x - a.x, b.y - a.y);
// #endregion whole
assert.ok(hit({ mask: ship, x: 5, y: 5 }, { mask: rock, x: 20, y: 20 }));

// #region item-26
const map = pixelMap(shipPicture);
assert.equal(ship.count(), map.points.length);
assert.ok(map.points.every(({ x, y }) => ship.contains(x, y)));
// #endregion item-26

// #region item-27
const tile = new Mask(16, 16, true);
assert.ok(boxesTouch(tile, tile, 16, 0)); // with "<=", boxes that touch pass
assert.ok(!tile.overlaps(tile, 16, 0)); // side by side, they share no pixel
// #endregion item-27

// #region item-28
// A world knows what stands where, to the pixel.
const kinds = [rock, ship, Mask.from(beamPicture)];
const sprites = Array.from({ length: 400 }, (_, n) => ({ kind: n % 3, x: (n * n * 31 + n * 57) % 640, y: (n * n * 17 + n * 91) % 480 }));
const world = new World();
const shown = kinds.map((mask) => world.addMask(mask));
for (const sprite of sprites) sprite.id = world.spawn(shown[sprite.kind], sprite.x, sprite.y);
const { pairs } = world.step(); // two ids for each pair
assert.ok(world.find({ x: sprites[0].x + 12, y: sprites[0].y + 12 }).includes(sprites[0].id));
// #endregion item-28

// The articles' grid of what stands where: filled with every solid pixel of a sprite, or with one of each block of its picture.
function renderMap(side, every) {
  const cells = new Map();
  for (const { kind, x, y, id } of sprites) {
    for (const point of pixelMap([rockPicture, shipPicture, beamPicture][kind]).points) {
      if (!every && (point.x % side || point.y % side)) continue;
      const key = `${Math.floor((x + point.x) / side)} ${Math.floor((y + point.y) / side)}`;
      cells.set(key, (cells.get(key) ?? new Set()).add(id));
    }
  }
  const found = new Set();
  for (const ids of cells.values()) for (const a of ids) for (const b of ids) if (a < b) found.add(`${a} ${b}`);
  return found;
}

// #region item-29
const exact = new Set();
for (let i = 0; i < pairs.length; i += 2) exact.add(`${pairs[i]} ${pairs[i + 1]}`);
assert.deepEqual(renderMap(1, true), exact); // one pixel a cell is exact
const count = (found, other) => [...found].filter((pair) => !other.has(pair)).length;
const lines = [`exact: ${exact.size} pairs`];
for (const side of [2, 3, 4, 8]) {
  const [every, one] = [renderMap(side, true), renderMap(side, false)];
  lines.push(`cells of ${side}: ${count(every, exact)} false pairs; one pixel a block: ${count(one, exact)} false, ${count(exact, one)} missed`);
}
console.log(lines.join("\n"));
assert.deepEqual(lines, [
  // #region counts
  "exact: 237 pairs",
  "cells of 2: 28 false pairs; one pixel a block: 0 false, 80 missed",
  "cells of 3: 40 false pairs; one pixel a block: 2 false, 93 missed",
  "cells of 4: 53 false pairs; one pixel a block: 0 false, 113 missed",
  "cells of 8: 135 false pairs; one pixel a block: 3 false, 177 missed",
  // #endregion counts
]);
// #endregion item-29

// #region item-30
// Swapped width and height: other pixels, and no error. `Mask.from` takes the size from the picture.
const swapped = pixelMap({ ...shipPicture, width: 24, height: 18 });
assert.equal(swapped.points.length, map.points.length);
assert.notDeepEqual(swapped.points, map.points);
assert.deepEqual([ship.width, ship.height], [18, 24]);
// #endregion item-30
