// The games of the book's first pages in a real browser: each must print what its comments `prints "..."` say, without an error. The
// right key is held, the space bar is pressed now and then, and the pointer moves.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { launch } from "../tools/browser.mjs";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = file("../../../docs/book/programs/browser");
const browser = await launch();
const server = await createServer({
  configFile: file("../vite.config.mjs"),
  root,
  publicDir: file("../../../docs/book/public/art"),
  server: { fs: { strict: false } },
  cacheDir: file("../target/vite-book"),
  resolve: { alias: ["phaser", "pixi.js"].map((name) => ({ find: name, replacement: file(`../node_modules/${name}`) })) },
  plugins: [
    {
      name: "pages",
      configureServer({ middlewares }) {
        middlewares.use("/run", ({ url }, answer) => {
          answer.setHeader("content-type", "text/html");
          const canvas = url.endsWith(".js") ? '<canvas width="640" height="420"></canvas>' : "";
          answer.end(`<!doctype html><base href="/"><body>${canvas}<script type="module" src="${url}"></script>`);
        });
      },
    },
  ],
});
await server.listen();

// The folder `try` has programs of the site, which docs/book/test runs.
for (const name of readdirSync(root).filter((name) => /\.[jt]s$/.test(name))) {
  test(`${name} of the book runs`, async () => {
    const wanted = [...readFileSync(`${root}/${name}`, "utf8").matchAll(/prints "([^"]*)"/g)].map(([, text]) => text);
    const page = await browser.newPage({ viewport: { width: 660, height: 440 } });
    const [faults, printed] = [[], []];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => printed.push(message.text()));
    await page.goto(`${server.resolvedUrls.local[0]}run/${name}`);
    await page.waitForSelector("canvas");
    const isMissing = () => wanted.filter((text) => !printed.some((line) => line.includes(text)));
    for (let i = 0; i < 100 && isMissing().length > 0; i++) {
      await page.mouse.move(40 + ((97 * i) % 560), 40 + ((61 * i) % 340));
      await page.keyboard.down("ArrowRight");
      await page.keyboard.down(" ");
      await page.waitForTimeout(60);
      await page.keyboard.up(" ");
      await page.waitForTimeout(140);
    }
    assert.ok(wanted.length > 0, "the game prints nothing");
    assert.deepEqual(faults, []);
    assert.deepEqual(isMissing(), [], `printed: ${printed.join(", ")}`);
    if (process.env.BOOK_PICTURES) {
      const clip = { x: 8, y: 8, width: 640, height: 360 };
      await page.screenshot({ path: `${process.env.BOOK_PICTURES}/${name}.png`, clip });
    }
    await page.close();
  });
}

test("the programs of the guide run in Node", () => {
  const { status, stdout, stderr } = spawnSync(file("../../../docs/book/programs/run"), ["javascript"], { encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
});

after(async () => {
  await browser.close();
  await server.close();
});
