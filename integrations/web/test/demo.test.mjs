// Opens the built demo in a browser: three sizes, the race, both rules, keys, pictures, reduced motion, 100,000 sprites.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import { launch } from "../tools/browser.mjs";

const demo = fileURLToPath(new URL("../demo/", import.meta.url));
let browser, server, address;

before(async () => {
  browser = await launch(["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]);
  const config = { root: demo, configFile: `${demo}vite.config.mjs` };
  await build(config);
  // The address of a folder deep in a site: a link to "/" would fail.
  server = await preview({ ...config, base: "/some/where/demo/", preview: { port: 0 } });
  address = server.resolvedUrls.local[0];
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens the demo until the end of a test, and collects what must not happen. */
async function open(t, { query = "", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults = [];
  page.on("console", (message) => {
    // The software renderer of the tests reports its own slowness.
    const ours = !message.text().includes("GL Driver Message");
    if (ours && ["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("response", (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`));
  page.on("request", (request) => {
    const inside = request.url().startsWith(address) || /^(blob|data):/.test(request.url());
    if (!inside) faults.push(`a request to ${request.url()}`);
  });
  await page.goto(address + query);
  await page.waitForFunction(() => /[1-9]/.test(document.getElementById("hits").textContent));
  return { page, faults };
}

const number = async (page, id) => Number((await page.textContent(`#${id}`)).replaceAll(",", ""));
const raced = (page) => page.waitForSelector('#verdict:not([data-state="waiting"])', { timeout: 90_000 });

async function checkRace(page) {
  await raced(page);
  const { state, counts } = await page.$eval("#verdict", ({ dataset }) => ({ ...dataset }));
  assert.equal(state, "equal");
  const [hitmask, ...others] = counts.split(" ").filter(Boolean).map(Number);
  assert.ok(hitmask > 0);
  assert.ok(others.length >= 2, "the bitmasks over a grid and over flatbush race too");
  for (const other of others) assert.equal(other, hitmask);
}

/** The number of different colors in the part of the stage that no panel covers. */
async function colors(page) {
  const stage = await page.locator("#scene").boundingBox();
  const clip = { x: stage.x, y: stage.y + 0.35 * stage.height, width: 0.6 * stage.width, height: 0.3 * stage.height };
  const picture = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)).size;
  }, picture);
}

/** Names of panels that lie over each other, also while the note of slow machines is shown. */
function collisions(page) {
  return page.evaluate(() => {
    document.querySelector("#quality").textContent = "Drawn at 50% of the resolution to keep up.";
    const names = [".race", ".frames", ".map", ".dock", ".foot", "h1", ".ship"];
    const boxes = names.map((name) => [name, document.querySelector(name).getBoundingClientRect()]);
    const found = [];
    for (const [a, p] of boxes) {
      for (const [b, q] of boxes) {
        const both = p.width > 0 && q.width > 0;
        const meet = p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom;
        if (a < b && both && meet) found.push(`${a} ${b}`);
      }
    }
    return found;
  });
}

for (const [width, height] of [[390, 844], [1024, 768], [1440, 900], [1920, 1080]]) {
  test(`${width} x ${height}: a picture, equal counts, no panel over another`, async (t) => {
    const { page, faults } = await open(t, { viewport: { width, height } });
    await checkRace(page);
    const many = await colors(page);
    assert.ok(many > 300, `the canvas shows ${many} colors`);
    assert.deepEqual(await collisions(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
    assert.deepEqual(faults, []);
    });
}

test("boxes and pixels count differently", async (t) => {
  const { page, faults } = await open(t, { query: "?sprites=2000" });
  await page.keyboard.press("Space"); // pause
  const pixels = await number(page, "hits");
  const wrong = await number(page, "false-hits");
  await page.click("label:has([value=boxes])");
  assert.equal(await number(page, "hits"), pixels + wrong);
  assert.ok(wrong > 0);
  assert.match(await page.textContent("#hits-label"), /boxes/);
  await page.click("label:has([value=pixels])");
  assert.equal(await number(page, "hits"), pixels);
  assert.deepEqual(faults, []);
});

test("keys: order of focus, shortcuts, arrows", async (t) => {
  const { page, faults } = await open(t, { query: "?sprites=1000" });
  const order = [];
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press("Tab");
    order.push(await page.evaluate(() => document.activeElement.id || document.activeElement.value));
  }
  assert.deepEqual(order, ["scene", "pixels", "amount", "play", "whole", "file"]);
  const outline = await page.$eval("label.button", (label) => getComputedStyle(label).outlineStyle);
  assert.equal(outline, "solid", "the focus is visible");
  await page.focus("#scene");
  await page.keyboard.press("b");
  assert.ok(await page.isChecked("[value=boxes]"));
  await page.keyboard.press("z");
  assert.equal(await page.getAttribute("#whole", "aria-pressed"), "true");
  await page.keyboard.press("Space");
  assert.equal(await page.getAttribute("#play", "aria-label"), "Play");
  await page.keyboard.press("]");
  await page.waitForFunction(() => document.getElementById("headline").textContent === "1,300");
  await page.keyboard.down("ArrowRight");
  await page.waitForTimeout(300);
  await page.keyboard.up("ArrowRight");
  await page.focus("#amount");
  await page.keyboard.press("ArrowLeft");
  assert.notEqual(await page.textContent("#amount-value"), "1,300", "arrows move the slider if it has the focus");
  assert.deepEqual(faults, []);
});

test("every control has a name", async (t) => {
  const { page } = await open(t, { query: "?sprites=500" });
  const tree = await page.locator("main").ariaSnapshot();
  for (const name of ['radio "Pixels"', 'radio "Boxes"', 'slider "Sprites"', 'button "Pause"', 'button "Whole swarm"']) {
    assert.ok(tree.includes(name), `${name} in ${tree}`);
  }
  assert.doesNotMatch(tree, /- (button|slider|radio)( \[|:|$)/m);
});

/** A picture of a disc, as a file. */
function disc(page, type, alpha = 1) {
  return page.evaluate(
    async ([type, alpha]) => {
      const canvas = new OffscreenCanvas(90, 60);
      const context = canvas.getContext("2d");
      context.fillStyle = `rgb(255 80 200 / ${alpha})`;
      context.arc(45, 30, 28, 0, 7);
      context.fill();
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer());
      return btoa(String.fromCharCode(...bytes));
    },
    [type, alpha],
  );
}

test("pictures: dropped, chosen, empty, and files that are none", async (t) => {
  const { page, faults } = await open(t, { query: "?sprites=1000" });
  await page.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "disc.png", { type: "image/png" }));
    document.getElementById("scene").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
  }, await disc(page, "image/png"));
  await page.waitForFunction(() => document.getElementById("headline").textContent === "1,040");
  assert.match(await page.textContent("#toast"), /disc\.png: 90 × 60 pixels, 2,4\d\d of them solid/);
  const file = async (name, picture) => ({ name, mimeType: "image/png", buffer: Buffer.from(picture, "base64") });
  await page.setInputFiles("#file", await file("chosen.png", await disc(page, "image/webp")));
  await page.waitForFunction(() => document.getElementById("headline").textContent === "1,080");
  await page.setInputFiles("#file", await file("faint.png", await disc(page, "image/png", 0.4)));
  await page.waitForFunction(() => document.getElementById("toast").textContent.includes("no solid pixel"));
  await page.setInputFiles("#file", await file("text.png", Buffer.from("no picture").toString("base64")));
  await page.waitForFunction(() => document.getElementById("toast").textContent.includes("not a picture"));
  assert.equal(await number(page, "headline"), 1080);
  await page.$eval("#verdict", (verdict) => (verdict.dataset.state = "waiting"));
  await checkRace(page);
  assert.deepEqual(faults, []);
});

test("reduced motion: it begins paused, and plays if asked", async (t) => {
  const { page, faults } = await open(t, { query: "?sprites=2000", reducedMotion: "reduce" });
  assert.equal(await page.getAttribute("#play", "aria-label"), "Play");
  const hits = await number(page, "hits");
  await page.waitForTimeout(1200);
  assert.equal(await number(page, "hits"), hits);
  await page.click("#play");
  await checkRace(page);
  assert.deepEqual(faults, []);
});

test("100,000 sprites, and back to 100", async (t) => {
  const { page, faults } = await open(t, { query: "?sprites=1000" });
  await page.focus("#amount");
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.getElementById("headline").textContent === "100,000", undefined, { timeout: 60_000 });
  await checkRace(page);
  assert.ok((await number(page, "hits")) > 1000);
  await page.focus("#amount");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.getElementById("headline").textContent === "100", undefined, { timeout: 60_000 });
  await raced(page);
  assert.deepEqual(faults, []);
});

test("without WebGL it draws with a 2D canvas", async (t) => {
  const { page, faults } = await open(t, { query: "?canvas&sprites=3000" });
  await checkRace(page);
  const many = await colors(page);
  assert.ok(many > 300, `the canvas shows ${many} colors`);
  assert.deepEqual(faults, []);
});

test("the server stays in its folder", async () => {
  const status = async (path) => (await fetch(new URL(path, address))).status;
  assert.equal(await status(""), 200);
  assert.equal(await status("../../../package.json"), 404);
  assert.equal(await status("..%2f..%2fpackage.json"), 404);
  assert.equal(await status("%2e%2e/vite.config.mjs"), 404);
  assert.equal(await status("assets/"), 404);
  assert.equal(await status("%00"), 404);
  const files = await fetch(address).then((response) => response.text());
  const script = files.match(/src="(\.\/assets\/[^"]+\.js)"/)[1];
  assert.equal((await fetch(new URL(script, address))).headers.get("content-type"), "text/javascript");
  assert.equal((await fetch(address, { method: "POST" })).status, 404);
});
