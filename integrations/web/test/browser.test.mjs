// Runs the tests of test/browser in real browsers: a page for each file.
import { readdir } from "node:fs/promises";
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { createServer } from "vite";
import { launch, launchFirefox } from "../tools/browser.mjs";
import { advice } from "../tools/needs.mjs";

const folder = new URL("browser/", import.meta.url);
const only = process.env.ONLY; // part of a file name
const some = process.env.NAME ?? ""; // part of the name of a test
const files = (await readdir(folder)).filter((name) => name.endsWith(".test.ts") && (!only || name.includes(only)));

// The oldest Phaser 3 that the README names, and the newest. The other tests run once.
const pages = files.sort().flatMap((file) => [{ file }, ...(file === "phaser.test.ts" ? ["3.60", "3.90"] : []).map((version) => ({ file, version }))]);

const server = await createServer({ configFile: new URL("../vite.config.mjs", import.meta.url).pathname });
await server.listen();
const address = server.resolvedUrls.local[0];

for (const [name, start] of [["Chromium", launch], ["Firefox", launchFirefox]]) {
  if (process.env.BROWSER && process.env.BROWSER !== name) continue;
  test(`in ${name}`, async (t) => {
    const browser = await start();
    if (!browser) return t.skip(`NOT RUN: ${advice(name.toUpperCase())}`);
    t.after(() => browser.close());
    for (const { file, version } of pages) {
      if (version && name !== "Chromium") continue;
      await t.test(version ? `${file} with ${version}` : file, async (t) => {
        const page = await browser.newPage();
        const faults = [];
        page.on("pageerror", (error) => faults.push(String(error)));
        await page.goto(`${address}test/browser/index.html?${new URLSearchParams({ file, ...(version && { version }) })}`);
        if (/^(phaser|pixi)/.test(file) && !(await page.evaluate(() => !!document.createElement("canvas").getContext("webgl")))) {
          return t.skip(`${name} has no WebGL here: install Xvfb and the drivers of Mesa`);
        }
        await page.waitForFunction("window.names");
        const names = await page.evaluate("window.names");
        assert.ok(names.length > 0, `${file} has no tests`);
        for (const name of names.filter((name) => name.includes(some))) {
          await t.test(name, async () => assert.equal(await page.evaluate((name) => window.run(name), name), null));
        }
        assert.deepEqual(faults, []);
        await page.close();
      });
    }
  });
}

after(() => server.close());
