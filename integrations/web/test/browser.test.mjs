// Runs the tests of test/browser in a real browser: a page for each file.
import { readdir } from "node:fs/promises";
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { createServer } from "vite";
import { launch } from "../tools/browser.mjs";

const folder = new URL("browser/", import.meta.url);
const only = process.env.ONLY; // part of a file name
const files = (await readdir(folder)).filter((name) => name.endsWith(".test.ts") && (!only || name.includes(only)));

const server = await createServer({ configFile: new URL("../vite.config.mjs", import.meta.url).pathname });
await server.listen();
const address = server.resolvedUrls.local[0];
const browser = await launch();

test("in the browser", async (t) => {
  for (const file of files.sort()) {
    await t.test(file, async (t) => {
      const page = await browser.newPage();
      const faults = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      await page.goto(`${address}test/browser/index.html?file=${file}`);
      await page.waitForFunction("window.names", undefined, { timeout: 60_000 });
      const names = await page.evaluate("window.names");
      assert.ok(names.length > 0, `${file} has no tests`);
      for (const name of names) {
        await t.test(name, async () => assert.equal(await page.evaluate((name) => window.run(name), name), null));
      }
      assert.deepEqual(faults, []);
      await page.close();
    });
  }
});

after(async () => {
  await browser.close();
  await server.close();
});
