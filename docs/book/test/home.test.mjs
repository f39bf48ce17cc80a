// The first page: its figure moves at once, is played with by pointer, finger and keys, and says in words what it lacks.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism, loadavg } from "node:os";
import { after, test } from "node:test";
import puppeteer from "puppeteer-core";
import init, { World } from "../../../integrations/web/dist/node.js";
import { advice, program } from "../../../integrations/web/tools/needs.mjs";
import { drawn, launch, live, open, pause, serve } from "./browser.mjs";

await init();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await launch();
const site = await serve();
after(async () => {
  await browser.close();
  site.close();
});
const FIGURE = '[data-figure="home"]';
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844, isMobile: true, hasTouch: true } };

/** Opens the page. `prepare` gets it before it loads. */
async function visit({ size = "desktop", scheme = "light", motion = "no-preference", javaScript = true, prepare } = {}) {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && faults.push(message.text()));
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: motion }]);
  await page.setViewport(SIZES[size]);
  await page.setJavaScriptEnabled(javaScript);
  await prepare?.(page);
  await page.goto(site.address, { waitUntil: "load" });
  return { page, faults };
}
const state = (page) => page.$eval(FIGURE, (figure) => figure.scene.state().world.join());
const text = (page, selector) => page.$eval(`${FIGURE} ${selector}`, (element) => element.textContent.trim());
const world = async (page) => World.fromBytes(Uint8Array.from((await state(page)).split(",")));
/** The ship is the last sprite. Its place is the middle of its picture, here in shares of the stage. */
async function shipPlace(page) {
  const found = await world(page);
  const { x, y } = found.get(found.size - 1).position;
  const zoom = Math.sqrt((found.size - 1) / 650); // as in FigureHome.vue
  return { x: x / zoom / 640, y: y / zoom / 460 };
}
const near = (a, b) => Math.abs(a - b) < 0.03;

for (const size of Object.keys(SIZES)) {
  for (const scheme of ["light", "dark"]) {
    test(`${size}, ${scheme}: it moves within two seconds, and axe finds nothing`, async () => {
      const { page, faults } = await visit({ size, scheme });
      assert.equal(await page.$eval("html", (html) => html.classList.contains("dark")), scheme === "dark");
      // Two pictures of the canvas that differ.
      const took = await page.evaluate(async (selector) => {
        const loaded = performance.timing.loadEventEnd || performance.now();
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const canvas = document.querySelector(`${selector} canvas`);
        while (!("ready" in document.querySelector(selector).dataset)) await frame();
        await frame();
        const first = canvas.toDataURL();
        while (canvas.toDataURL() === first) await frame();
        return performance.timeOrigin + performance.now() - loaded;
      }, FIGURE);
      // Of a machine on which more programs run than it has processors, the browser gets a part.
      const share = Math.max(1, loadavg()[0] / availableParallelism());
      assert.ok(took < 2000 * share, `it moved ${took} ms after the page had loaded, on a machine ${share} times as busy as it can be`);
      assert.match(await text(page, ".told"), /^3,000 sprites, \d+\.\d+ ms a step, in this browser$/);
      const { top, bottom } = await page.$eval(`${FIGURE} .stage`, (stage) => stage.getBoundingClientRect().toJSON());
      assert.ok(top > 0 && bottom <= SIZES[size].height, `the stage is not in the first screen: ${top} to ${bottom}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${over} px too wide`);
      await pause(page, FIGURE);
      await page.evaluate(axe);
      const { violations, passes } = await page.evaluate(() => window.axe.run(document));
      assert.ok(passes.length > 20, `axe tried only ${passes.length} rules`);
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join("; ")}`), []);
      assert.deepEqual(faults, []);
      await page.close();
    });
  }
}

test("the ship follows the pointer, and the pairs are those of the library", async () => {
  const { page, faults } = await visit();
  await live(page, "home");
  const { x, y, width, height } = await (await page.$(`${FIGURE} .stage`)).boundingBox();
  for (const [right, down] of [[0.2, 0.25], [0.8, 0.7]]) {
    await page.mouse.move(x + right * width, y + down * height, { steps: 5 });
    for (let tries = 0; tries < 60; tries++) {
      const ship = await shipPlace(page);
      if (near(ship.x, right) && near(ship.y, down)) break;
      assert.ok(tries < 59, `the ship is at ${ship.x}, ${ship.y}, not at ${right}, ${down}`);
      await page.mouse.move(x + right * width + (tries % 2), y + down * height); // a hand is never still
      await drawn(page);
    }
  }
  await pause(page, FIGURE);
  const { sprites, pairs } = JSON.parse(await page.$eval(FIGURE, (figure) => figure.dataset.numbers));
  const found = await world(page);
  assert.equal(found.size, sprites);
  assert.ok(pairs > 0);
  assert.equal(found.collisions().length / 2, pairs);
  assert.deepEqual(faults, []);
  await page.close();
});

test("the keyboard reaches the ship, the button and the slider", async () => {
  const { page, faults } = await visit();
  await live(page, "home");
  const reached = new Set();
  for (let presses = 0; presses < 60 && !reached.has("range"); presses++) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.type === "range" ? "range" : document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()));
  }
  for (const name of ["Ship: drag it, or use the arrow keys", "Pause", "range"]) assert.ok(reached.has(name), `${name} is not among ${[...reached]}`);
  for (const [key, count] of [["ArrowRight", "10,000"], ["ArrowLeft", "3,000"], ["Home", "300"], ["End", "100,000"]]) {
    await page.keyboard.press(key);
    await drawn(page);
    assert.match(await text(page, ".told"), new RegExp(`^${count} sprites, \\d+\\.\\d+ ms a step, in this browser$`));
    assert.equal(await page.$eval(`${FIGURE} input`, (slider) => slider.ariaValueText), `${count} sprites`);
  }
  assert.equal((await world(page)).size, 100_000);
  // The page stays awake: other tasks get a turn between the frames.
  const turns = await page.evaluate(async () => {
    let turns = 0;
    for (const end = performance.now() + 2000; performance.now() < end; turns++) await new Promise((done) => setTimeout(done));
    return turns;
  });
  assert.ok(turns > 20, `only ${turns} tasks got a turn in two seconds`);
  assert.deepEqual(faults, []);
  await page.close();
});

test("with reduced motion, it moves only with you", async () => {
  const { page, faults } = await visit({ motion: "reduce" });
  await live(page, "home");
  assert.equal(await text(page, ".play"), "Play");
  const before = await state(page);
  for (let frame = 0; frame < 10; frame++) await drawn(page);
  assert.equal(await state(page), before);
  await page.focus(`${FIGURE} .handle`);
  const place = await shipPlace(page);
  await page.keyboard.press("ArrowRight");
  await drawn(page);
  assert.ok((await shipPlace(page)).x > place.x + 0.03, "the arrow keys do not move the ship");
  await page.click(`${FIGURE} .play`);
  const still = await state(page);
  await page.waitForFunction((selector, still) => document.querySelector(selector).scene.state().world.join() !== still, {}, FIGURE, still);
  assert.deepEqual(faults, []);
  await page.close();
});

test("out of view, it rests", async () => {
  const { page } = await visit();
  await live(page, "home");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await drawn(page);
  await drawn(page);
  const before = await state(page);
  for (let frame = 0; frame < 10; frame++) await drawn(page);
  assert.equal(await state(page), before);
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction((selector, before) => document.querySelector(selector).scene.state().world.join() !== before, {}, FIGURE, before);
  await page.close();
});

test("a finger steers the ship to the left and right, and its ways up and down belong to the page", async () => {
  const { page } = await visit({ size: "phone" });
  await live(page, "home");
  const { x, y, width, height } = await (await page.$(`${FIGURE} .stage`)).boundingBox();
  const finger = await page.touchscreen.touchStart(x + 0.2 * width, y + 0.5 * height);
  for (let right = 0.2; right <= 0.8; right += 0.1) await finger.move(x + right * width, y + 0.5 * height);
  for (let tries = 0; !near((await shipPlace(page)).x, 0.8); tries++) {
    assert.ok(tries < 60, `the ship is at ${(await shipPlace(page)).x}`);
    await drawn(page);
  }
  await finger.end();
  assert.equal(await page.$eval(`${FIGURE} canvas`, (canvas) => getComputedStyle(canvas).touchAction), "pan-y");
  await page.close();
});

/** The still picture is shown, with words. */
async function isStill(page, words) {
  const seen = await page.$eval(FIGURE, (figure) => {
    const image = figure.querySelector(".stage img");
    return { text: figure.innerText, isLoaded: image.complete && image.naturalWidth > 0, isShown: image.checkVisibility() && image.getBoundingClientRect().width > 300 };
  });
  assert.ok(seen.isLoaded && seen.isShown, "there is no still picture");
  assert.match(seen.text, words);
}
const fault = (page) => page.waitForSelector(`${FIGURE} .fault`, { timeout: 10_000 });

test("without WebAssembly, it says so", async () => {
  const { page, faults } = await visit({ prepare: (page) => page.evaluateOnNewDocument(() => delete window.WebAssembly) });
  await fault(page);
  await isStill(page, /This picture stands still: hitmask needs WebAssembly/);
  const ground = await page.$eval(`${FIGURE} .fault`, (element) => getComputedStyle(element).backgroundColor);
  assert.match(ground, /^rgb\(/, "the picture shines through the words");
  assert.deepEqual(faults, []);
  await page.close();
});

for (const [what, response, words] of [
  ["missing", { status: 404 }, /This picture stands still: hitmask cannot load its module/],
  ["broken", { status: 200, contentType: "application/wasm", body: "not a module" }, /This picture stands still: the module given to init is not/],
]) {
  test(`with a ${what} module, it says so`, async () => {
    const { page } = await visit({
      async prepare(page) {
        await page.setRequestInterception(true);
        page.on("request", (request) => (request.url().endsWith(".wasm") ? request.respond(response) : request.continue()));
      },
    });
    await fault(page);
    await isStill(page, words);
    await page.close();
  });
}

test("without JavaScript, it says so, and all languages can be read", async () => {
  const { page } = await visit({ javaScript: false });
  await page.waitForFunction((selector) => document.querySelector(`${selector} img`).complete, {}, FIGURE);
  await isStill(page, /stands still without JavaScript/);
  const shown = await page.$$eval(".tab-panel", (panels) => panels.filter((panel) => panel.checkVisibility()).map((panel) => panel.dataset.label));
  assert.equal(shown.length, 14, `${shown}`);
  await page.close();
});

for (const size of Object.keys(SIZES)) {
  test(`${size}: the command follows the language, and no command is broken into lines`, async () => {
    const { page } = await visit({ size });
    await live(page, "home");
    const command = () => page.$$eval(".install pre", (blocks) => blocks.filter((block) => block.checkVisibility()).map((block) => block.textContent.trim()));
    const seen = [];
    for (const tab of await page.$$('.beside [role="tab"]')) {
      if (!(await tab.isVisible())) continue;
      await tab.click();
      await drawn(page);
      const [shown, ...more] = await command();
      assert.deepEqual(more, []);
      seen.push(shown);
    }
    assert.equal(seen.length, 7);
    assert.ok(seen.some((line) => line.startsWith("pip install")) && seen.some((line) => line.startsWith("cargo add")), `${seen}`);
    const heights = await page.$$eval(".vp-doc pre code", (codes) => codes.filter((code) => code.checkVisibility())
      .map((code) => code.getBoundingClientRect().height / (code.textContent.trimEnd().split("\n").length * parseFloat(getComputedStyle(code).lineHeight))));
    assert.ok(heights.length >= 2 && heights.every((height) => height < 1.1), `lines are broken: ${heights}`);
    await page.close();
  });
}

test("Firefox: it moves, and is steered", async (context) => {
  const executablePath = program("FIREFOX");
  if (!executablePath) return context.skip(advice("FIREFOX"));
  const firefox = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  try {
    const { page, faults } = await open(firefox, site.address, 1280);
    await live(page, "home");
    const before = await state(page);
    await page.waitForFunction((selector, before) => document.querySelector(selector).scene.state().world.join() !== before, {}, FIGURE, before);
    await page.focus(`${FIGURE} input[type=range]`);
    await page.keyboard.press("ArrowRight");
    await drawn(page);
    assert.match(await text(page, ".told"), /^10,000 sprites, \d+\.\d+ ms a step, in this browser$/);
    assert.deepEqual(faults, []);
  } finally {
    await firefox.close();
  }
});
