// Opens the examples in a real browser: the ship must hit rocks, without an error.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createServer } from "vite";
import { launch } from "../tools/browser.mjs";

const browser = await launch();
const server = await createServer({ configFile: new URL("../vite.config.mjs", import.meta.url).pathname });
await server.listen();

for (const name of ["phaser", "pixi"]) {
  test(`the example for ${name} runs`, async () => {
    const page = await browser.newPage({ viewport: { width: 600, height: 400 } });
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(`${server.resolvedUrls.local[0]}examples/${name}.html`);
    await page.waitForSelector("canvas");
    // The color of rocks that are hit, somewhere on the way of the ship.
    const isHit = (shot) =>
      page.evaluate(async (base64) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        let red = 0;
        for (let i = 0; i < data.length; i += 4) red += Number(data[i] > 90 && data[i] > 2.2 * data[i + 1]);
        return red > 200;
      }, shot.toString("base64"));
    let hits = 0;
    for (let i = 0; i < 40 && hits === 0; i++) {
      await page.mouse.move(20 + 14 * i, 40 + ((i * 97) % 320));
      await page.waitForTimeout(50);
      hits += Number(await isHit(await page.screenshot()));
    }
    assert.ok(hits > 0, "the ship hits no rock");
    assert.deepEqual(faults, []);
    await page.close();
  });
}

after(async () => {
  await browser.close();
  await server.close();
});
