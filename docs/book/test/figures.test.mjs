// Each figure shows what the library says: the tests ask it again in Node, from the state of the figure.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
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
  walk({ world: bytes, hero, names }) {
    const world = World.fromBytes(Uint8Array.from(bytes));
    const below = [...new Set([...world.touching(hero, 0, 1)].map((id) => names[world.data(id)]))];
    const walls = [["left", -1, 0], ["right", 1, 0], ["up", 0, -1]].filter(([, x, y]) => world.touching(hero, x, y).length).map(([side]) => side);
    return { at: world.get(hero).position, stands: below, walls, rides: below.includes("lift") };
  },
  dig({ world: bytes, layer, full }) {
    const world = World.fromBytes(Uint8Array.from(bytes));
    const ids = [...world.ids()].filter((id) => world.get(id).layers === layer);
    const ground = ids.reduce((sum, id) => sum + world.shape(id).mask.count(), 0);
    return { ground, pieces: ids.length, falling: ids.filter((id) => !world.touching(id, 0, 1).length).length, lost: full - ground };
  },
  pack({ width, height, margin, middle, words }) {
    // Packs the same words again, in the same order: each place must be the nearest free one.
    const board = new Mask(width, height, true);
    board.fillShape({ points: Array.from({ length: 120 }, (_, i) => ({ x: (width / 2) * (1 + Math.cos((i * Math.PI) / 60)), y: (height / 2) * (1 + Math.sin((i * Math.PI) / 60)) })) }, 0, 0, false);
    const [taken, numbers] = [new Mask(width, height), { words: words.length, covered: 0, shared: 0, last: null, distance: null }];
    for (const { mask: bytes, at } of words) {
      const mask = Mask.fromBytes(Uint8Array.from(bytes));
      const { mask: grown, at: shift } = mask.grown(margin);
      const start = { x: middle.x - (grown.width >> 1), y: middle.y - (grown.height >> 1) };
      const place = board.nearestFree(grown, start, width, { within: { left: 0, top: 0, width, height } });
      assert.deepEqual({ x: place.x - shift.x, y: place.y - shift.y }, at);
      board.draw(mask, at);
      numbers.covered += mask.count();
      numbers.shared += taken.overlapArea(mask, at);
      taken.draw(mask, at);
      [numbers.last, numbers.distance] = [at, Math.hypot(place.x - start.x, place.y - start.y)];
    }
    assert.equal(taken.count(), numbers.covered, "two words share a pixel");
    return numbers;
  },
  swarm({ world: bytes }, _page, { ms }) {
    const world = World.fromBytes(Uint8Array.from(bytes));
    assert.ok(ms > 0 && ms < 1000, `a step took ${ms} ms`);
    return { sprites: world.size, boxes: world.candidates().length / 2, pairs: world.collisions().length / 2, ms };
  },
  playground({ at, alphaAbove, pictures }) {
    const [a, b] = pictures.map(({ data, width, height }) => Mask.from({ data: new Uint8ClampedArray(data), width, height }, { alphaAbove }));
    const world = new World();
    [a, b].forEach((mask, i) => world.spawn(world.addMask(mask), i ? at : { x: 0, y: 0 }));
    return {
      overlaps: a.overlaps(b, at), boxes: world.candidates().length > 0, area: a.overlapArea(b, at), first: a.overlapFirst(b, at), bounds: a.overlapBounds(b, at),
      normal: a.overlapNormal(b, at), penetration: a.penetration(b, at), solidA: a.count(), solidB: b.count(),
    };
  },
};

/** Moves each handle by the arrow keys, and the first by the pointer. */
async function dragHandle({ page, figure, look }) {
  const state = () => page.$eval(figure, (element) => JSON.stringify(element.scene.state()));
  const handles = await page.$$(`${figure} .handle`);
  for (const handle of handles) {
    await handle.focus();
    const before = await state();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight"]) {
      await page.keyboard.press(key);
      await look();
    }
    assert.notEqual(await state(), before, "the arrow keys move nothing");
  }
  const box = await handles[0].boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const step of [40, 90, 140, 190]) {
    await page.mouse.move(x + step, y + step / 5);
    await look();
  }
  await page.mouse.up();
}

/** Lets a figure go on until a condition on its numbers holds, then pauses it. */
async function until(page, figure, condition) {
  await page.evaluate(
    (figure, condition) => new Promise((done, fail) => {
      const [element, holds] = [document.querySelector(figure), new Function("numbers", `return ${condition}`)];
      const button = element.querySelector(".controls button");
      const deadline = performance.now() + 30_000;
      if (button.textContent === "Play") button.click();
      const ask = () => {
        if (holds(element.scene.numbers())) return button.click(), done();
        if (performance.now() > deadline) return fail(new Error(`not in 30 s: ${condition}, but ${element.dataset.numbers}`));
        requestAnimationFrame(ask);
      };
      requestAnimationFrame(ask);
    }),
    figure, condition,
  );
}

/** What a reader does with a figure that is more than to move a handle. */
const uses = {
  async walk({ page, figure, look }) {
    await page.focus(`${figure} .stage`);
    await page.keyboard.down("ArrowRight");
    await until(page, figure, "numbers.at.x > 60");
    await look();
    await page.keyboard.up("ArrowRight");
    await until(page, figure, "numbers.stands.includes('ground')");
    await page.focus(`${figure} .stage`);
    await page.keyboard.down("ArrowUp");
    await until(page, figure, "numbers.stands.length === 0");
    await page.keyboard.up("ArrowUp");
    assert.deepEqual((await look()).stands, []);
    await until(page, figure, "numbers.stands.length > 0");
    // The buttons are for fingers: along the floor, onto the lift, and up.
    const right = await page.$(`${figure} button[aria-label="Right"]`);
    const { x, y } = await right.boundingBox();
    await page.mouse.move(x + 10, y + 10);
    await page.mouse.down();
    await until(page, figure, "numbers.at.x > 240");
    await page.mouse.up();
    await until(page, figure, "numbers.rides && numbers.at.y < 100");
    assert.equal((await look()).rides, true);
  },
  async dig({ page, figure, look }) {
    const box = await (await page.$(`${figure} .stage`)).boundingBox();
    const point = (x, y) => [box.x + (x / 360) * box.width, box.y + (y / 200) * box.height];
    await page.mouse.move(...point(100, 40));
    await page.mouse.down();
    for (let y = 50; y < 190; y += 4) await page.mouse.move(...point(100, y));
    await page.mouse.up();
    const { lost, ground } = await look();
    assert.ok(lost > 1500 && ground > 20_000, `${lost} pixels were dug`);
    // The roof of the cave comes off, and fills it.
    const inCave = async () => {
      const { world } = await page.$eval(figure, (element) => element.scene.state());
      return World.fromBytes(Uint8Array.from(world)).find({ x: 278, y: 136 }).length;
    };
    assert.equal(await inCave(), 0);
    for (const x of [226, 330]) {
      await page.mouse.move(...point(x, 50));
      await page.mouse.down();
      for (let y = 54; y < 132; y += 4) await page.mouse.move(...point(x, y));
      await page.mouse.up();
    }
    assert.ok((await look()).pieces > 1, "nothing was cut off");
    await until(page, figure, "numbers.falling === 0");
    await look();
    assert.equal(await inCave(), 1, "the roof has not fallen");
    await dragHandle({ page, figure, look });
  },
  async pack({ page, figure, look }) {
    await dragHandle({ page, figure, look });
    await page.type(`${figure} input[type=text]`, "Zephyr");
    const before = (await look()).words;
    await page.keyboard.press("Enter");
    const { words } = await look();
    const told = await page.$eval(`${figure} [role=status]`, (element) => element.textContent);
    assert.ok(words === before + 1 || told.includes("Zephyr"), "the word is neither added nor refused");
  },
  async swarm({ page, figure, look }) {
    const slider = `${figure} input[type=range]`;
    await page.focus(slider);
    for (const [key, sprites] of [["ArrowRight", 3000], ["ArrowLeft", 1000], ["ArrowLeft", 300]]) {
      await page.keyboard.press(key);
      assert.equal((await look()).sprites, sprites);
    }
    await until(page, figure, "true");
    await look();
  },
  async playground({ page, figure, look }) {
    await dragHandle({ page, figure, look });
    await page.select(`${figure} select`, "saw");
    await page.waitForFunction((figure) => document.querySelector(figure).scene.state().pictures[0].width === 128, {}, figure);
    const { solidA } = await look();
    await page.focus(`${figure} input[type=range]`);
    await page.keyboard.press("Home");
    assert.ok((await look()).solidA > solidA, "a lower threshold has more solid pixels");
    // A file of the reader.
    const input = (await page.$$(`${figure} input[type=file]`))[1];
    await input.uploadFile(fileURLToPath(new URL("../public/art/island.png", import.meta.url)));
    await page.waitForFunction((figure) => document.querySelector(figure).scene.state().pictures[1].width === 280, {}, figure);
    await look();
    await input.uploadFile(fileURLToPath(import.meta.url));
    await page.waitForFunction((figure) => document.querySelector(`${figure} [role=status]`).textContent.includes("not a picture"), {}, figure);
    await look();
  },
};

for (const [name, answer] of Object.entries(answers)) {
  test(`figure ${name}`, async () => {
    const { page, faults } = await open(browser, `${site.address}playground`);
    const figure = await live(page, name);
    const seen = new Set();
    const look = async () => {
      await pause(page, figure); // what moves by itself
      await drawn(page);
      const [state, found] = await page.$eval(figure, (element) => [element.scene.state(), JSON.parse(element.dataset.numbers)]);
      assert.deepEqual(found, plain(await answer(state, page, found)));
      seen.add(JSON.stringify(found));
      return found;
    };
    await look();
    await (uses[name] ?? dragHandle)({ page, figure, look });
    assert.ok(seen.size > 2, `the numbers of ${name} hardly change: ${[...seen]}`);
    assert.deepEqual(faults, []);
    await page.close();
  });
}

test("figures wait for the reader who wants less motion", async () => {
  const { page, faults } = await open(browser, "about:blank");
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await page.goto(`${site.address}playground`, { waitUntil: "load" });
  for (const name of ["walk", "dig", "pack", "swarm"]) {
    const figure = await live(page, name);
    const button = `${figure} .controls button`;
    assert.equal(await page.$eval(button, (element) => element.textContent), "Play", name);
    const state = () => page.$eval(figure, (element) => JSON.stringify(element.scene.state()));
    const before = await state();
    for (let frame = 0; frame < 10; frame++) await drawn(page);
    assert.equal(await state(), before, `${name} moves`);
    await page.click(button);
    assert.equal(await page.$eval(button, (element) => element.textContent), "Pause", name);
  }
  assert.deepEqual(faults, []);
  await page.close();
});
