// Each figure shows what the library says: the tests ask it again in Node, from the state of the figure.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import init, { Mask, World } from "../../../integrations/web/dist/node.js";
import { launch, live, open, serve } from "./browser.mjs";

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
};

for (const [name, answer] of Object.entries(answers)) {
  test(`figure ${name}`, async () => {
    const { page, faults } = await open(browser, `${site.address}playground`);
    const figure = await live(page, name);
    const numbers = () => page.$eval(figure, (element) => JSON.parse(element.dataset.numbers));
    const check = async () => {
      const state = await page.$eval(figure, (element) => element.scene.state());
      const found = await numbers();
      assert.deepEqual(found, plain(await answer(state, page)));
      return found;
    };
    const first = await check();

    // The arrow keys and the pointer move the handle, and the numbers follow.
    const seen = new Set([JSON.stringify(first)]);
    const handle = `${figure} .handle`;
    await page.focus(handle);
    for (const key of ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight"]) {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      seen.add(JSON.stringify(await check()));
    }
    const box = await (await page.$(handle)).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const step of [40, 90, 140, 190]) {
      await page.mouse.move(x + step, y + step / 5);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      seen.add(JSON.stringify(await check()));
    }
    await page.mouse.up();
    assert.ok(seen.size > 2, `the numbers of ${name} hardly change: ${[...seen]}`);
    assert.deepEqual(faults, []);
    await page.close();
  });
}
