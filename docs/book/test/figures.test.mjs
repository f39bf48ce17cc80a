// Each figure shows what the library says: the tests ask it again in Node, from the state of the figure.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import init, { Mask, World } from "../../../integrations/web/dist/node.js";
import { drawn, launch, live, open, pause, serve } from "./browser.mjs";

await init();
const browser = await launch();
const site = await serve();
after(async () => {
  await browser.close();
  site.close();
});
const plain = (value) => JSON.parse(JSON.stringify(value));

async function pictureMask(page, name) {
  const { data, width, height } = await page.evaluate(async (name) => {
    const bitmap = await createImageBitmap(await (await fetch(`/sprites/${name}.png`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    return { data: [...context.getImageData(0, 0, bitmap.width, bitmap.height).data], width: bitmap.width, height: bitmap.height };
  }, name);
  return Mask.from({ data: new Uint8ClampedArray(data), width, height });
}

/** The boxes [left, top, right, bottom] of leaves of eight along a Hilbert curve of 2^12 cells a side: the turning way, without a table. */
function leafBoxes(rects) {
  const boxes = rects.map(({ left, top, width, height }) => [left, top, left + width - 1, top + height - 1]);
  const around = (some) => some.reduce(([a, b, c, d], [e, f, g, h]) => [Math.min(a, e), Math.min(b, f), Math.max(c, g), Math.max(d, h)]);
  const all = around(boxes);
  let cell = 1;
  while (2 * Math.max(all[2] - all[0], all[3] - all[1], 1) >= cell * 4096) cell *= 2;
  const number = (box) => {
    let [x, y] = [0, 1].map((axis) => Math.floor((box[axis] + box[axis + 2] - 2 * all[axis]) / cell));
    let sum = 0;
    for (let side = 2048; side >= 1; side /= 2) {
      const [right, low] = [x >= side, y >= side];
      sum += side * side * (right ? (low ? 2 : 3) : low ? 1 : 0);
      [x, y] = [x % side, y % side];
      if (!low) [x, y] = right ? [side - 1 - y, side - 1 - x] : [y, x];
    }
    return sum;
  };
  const sorted = boxes.map((box, i) => [number(box), i, box]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , box]) => box);
  return Array.from({ length: Math.ceil(sorted.length / 8) }, (_, leaf) => around(sorted.slice(8 * leaf, 8 * leaf + 8)));
}

/** The numbers of each figure, from its state. */
const answers = {
  async pair({ ship, rock, at }, page) {
    const [a, b] = [await pictureMask(page, ship), await pictureMask(page, rock)];
    return {
      overlaps: a.overlaps(b, at), area: a.overlapArea(b, at), first: a.overlapFirst(b, at),
      normal: a.overlapNormal(b, at), penetration: a.penetration(b, at),
    };
  },
  async boxes({ world: bytes, hero }) {
    const world = World.fromBytes(Uint8Array.from(bytes));
    const has = (pairs) => [...pairs].filter((_, i) => pairs[i ^ 1] === hero);
    const pixels = has(world.collisions());
    const shared = pixels.reduce((sum, id) => sum + world.contact(id, hero).area, 0);
    return { boxes: has(world.candidates()).length, pixels: pixels.length, shared };
  },
  async sweep({ world: bytes, mover, to }) {
    const world = World.fromBytes(Uint8Array.from(bytes));
    const { at: stop, hit } = world.sweep(mover, to);
    const slide = world.moveUntil(mover, to, { motion: "slide" }).at;
    return { stop, steps: hit?.step ?? null, first: hit?.first ?? null, normal: hit?.normal ?? null, slide };
  },
  async ray({ world: bytes, ends }) {
    const world = World.fromBytes(Uint8Array.from(bytes));
    const { at = null, before = null, normal = null, step = null } = world.castRay(...ends) ?? {};
    return { at, before, normal, step, all: world.castRayAll(...ends).length };
  },
  async table({ hook: hookText, star: starText, at }) {
    const [hook, star] = [Mask.fromText(hookText), Mask.fromText(starText)];
    // The table has the offsets at which the boxes around the solid pixels overlap.
    const [a, b] = [hook.bounds(), star.bounds()];
    const [width, height] = [a.width + b.width - 1, a.height + b.height - 1];
    const [left, top] = [a.left - b.left - b.width + 1, a.top - b.top - b.height + 1];
    const offsets = Array.from({ length: width * height }, (_, i) => [left + (i % width), top + Math.floor(i / width)]);
    const colliding = hook.overlapsAt(star, Int32Array.from(offsets.flat())).reduce((sum, bit) => sum + bit, 0);
    const overlaps = hook.overlapArea(star, at) > 0;
    return { offset: at, overlaps, bit: overlaps, colliding, offsets: width * height };
  },
  async tree({ world: bytes, kinds, meets }) {
    const world = World.fromBytes(Uint8Array.from(bytes));
    const trees = kinds.map((layers) => leafBoxes([...world.ids()].filter((id) => world.get(id).layers === layers).map((id) => world.bounds(id))));
    const sharePixel = (a, b) => [0, 1].every((axis) => a[axis] <= b[axis + 2] && b[axis] <= a[axis + 2]);
    let leafPairs = 0;
    for (const [a, b] of meets) for (const [i, one] of trees[a].entries()) for (const [j, other] of trees[b].entries()) leafPairs += !(a === b && j < i) && sharePixel(one, other);
    const all = (world.size * (world.size - 1)) / 2;
    return { all, leaves: trees.flat().length, leafPairs, boxes: world.candidates().length / 2, pixels: world.collisions().length / 2 };
  },
};

for (const [name, answer] of Object.entries(answers)) {
  test(`figure ${name}`, async () => {
    const { page, faults } = await open(browser, `${site.address}playground`);
    const figure = await live(page, name);
    const numbers = () => page.$eval(figure, (element) => JSON.parse(element.dataset.numbers));
    await pause(page, figure);
    const check = async () => {
      const state = await page.$eval(figure, (element) => element.scene.state());
      const found = await numbers();
      assert.deepEqual(found, plain(await answer(state, page)));
      return found;
    };
    const first = await check();

    // The arrow keys move each handle, the pointer the first, and the numbers follow.
    const seen = new Set([JSON.stringify(first)]);
    const handles = await page.$$(`${figure} .handle`);
    for (const handle of handles) {
      await handle.focus();
      const state = await page.$eval(figure, (element) => JSON.stringify(element.scene.state()));
      for (const key of ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight"]) {
        await page.keyboard.press(key);
        await drawn(page);
        seen.add(JSON.stringify(await check()));
      }
      assert.notEqual(await page.$eval(figure, (element) => JSON.stringify(element.scene.state())), state, "the arrow keys move nothing");
    }
    const box = await handles[0].boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const step of [40, 90, 140, 190]) {
      await page.mouse.move(x + step, y + step / 5);
      await drawn(page);
      seen.add(JSON.stringify(await check()));
    }
    await page.mouse.up();
    assert.ok(seen.size > 2, `the numbers of ${name} hardly change: ${[...seen]}`);
    assert.deepEqual(faults, []);
    await page.close();
  });
}
