// What holds on all pages with figures: for readers with a screen reader, in the dark, without JavaScript, on a phone, and without motion.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { drawn, launch, live, open, pause, serve } from "./browser.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await launch();
const site = await serve();
after(async () => {
  await browser.close();
  site.close();
});
const PAGES = ["playground", "guide/rays", "guide/pair", "how/world", "try", "cookbook/maze", "first-game/dig", "reference/python", "packages/all/changelog"];

/** Opens a page with media features such as `prefers-color-scheme`. Code of `before` runs before that of the page. */
async function visit(path, { width = 1024, media = {}, before, javaScript = true } = {}) {
  const page = await browser.newPage();
  await page.emulateMediaFeatures(Object.entries(media).map(([name, value]) => ({ name, value })));
  await page.setViewport({ width, height: 800, hasTouch: width < 500 });
  await page.setJavaScriptEnabled(javaScript);
  if (before) await page.evaluateOnNewDocument(before);
  await page.goto(`${site.address}${path}`, { waitUntil: "load" });
  return page;
}
const names = (page) => page.$$eval("[data-figure]", (figures) => figures.map((figure) => figure.dataset.figure));
const numbers = (page, figure) => page.$eval(figure, (element) => element.dataset.numbers);
const button = (page, figure) => page.$eval(`${figure} .controls button`, (element) => element.textContent.trim());

for (const scheme of ["light", "dark"]) {
  for (const path of PAGES) {
    test(`${path}, ${scheme}: nothing serious that axe finds`, async () => {
      const page = await visit(path, { media: { "prefers-color-scheme": scheme } });
      assert.equal(await page.$eval("html", (html) => html.classList.contains("dark")), scheme === "dark");
      for (const name of await names(page)) await pause(page, await live(page, name));
      await page.evaluate(axe);
      const { violations, passes } = await page.evaluate(() => window.axe.run(document));
      assert.ok(passes.length > 20, `axe tried only ${passes.length} rules`);
      const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join("; ")}`), []);
      await page.close();
    });
  }
}

test("the ground of figures is dark in the dark, and their texts are light", async () => {
  const looks = async (scheme) => {
    const page = await visit("playground", { media: { "prefers-color-scheme": scheme } });
    const figure = await live(page, "sweep");
    const found = await page.$eval(figure, (element) => {
      const brightness = (color) => color.match(/[\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
      return [brightness(getComputedStyle(element.querySelector(".stage")).backgroundColor), brightness(getComputedStyle(element.querySelector("dd")).color)];
    });
    await page.close();
    return found;
  };
  const [[lightGround, darkText], [darkGround, lightText]] = [await looks("light"), await looks("dark")];
  assert.ok(lightGround > 230 && darkText < 90, `light: ground ${lightGround}, text ${darkText}`);
  assert.ok(darkGround < 60 && lightText > 200, `dark: ground ${darkGround}, text ${lightText}`);
});

test("code has the colors of its theme, in the light and in the dark", async () => {
  for (const [scheme, usual, keyword] of [["light", "rgb(36, 41, 46)", "rgb(215, 58, 73)"], ["dark", "rgb(225, 228, 232)", "rgb(249, 117, 131)"]]) {
    const page = await visit("guide/pair", { media: { "prefers-color-scheme": scheme } });
    const found = await page.$eval(".tab-panel:not([hidden]) pre", (pre) => {
      const looks = (element) => [element.textContent, ...["color", "fontStyle", "fontWeight"].map((name) => getComputedStyle(element)[name])];
      return { code: looks(pre.firstChild).slice(1), words: [...pre.querySelectorAll("b, i")].map(looks) };
    });
    assert.deepEqual(found.code, [usual, "normal", "400"], scheme);
    assert.deepEqual(found.words[0], ["use", keyword, "normal", "400"], scheme);
    assert.ok(found.words.every(([, , style, weight]) => style === "normal" && weight === "400"), `${scheme}: bold or italic words`);
    assert.ok(new Set(found.words.map(([, color]) => color)).size >= 4, `${scheme}: ${found.words}`);
    await page.close();
  }
});

test("without JavaScript, still pictures stand in for figures", async () => {
  const [page, withScript] = [await visit("playground", { javaScript: false }), await visit("playground")];
  const stills = await page.$$eval("[data-figure]", (figures) => figures.map((figure) => {
    const image = figure.querySelector("img");
    const { width, height } = image.getBoundingClientRect();
    const [x, y] = [figure.getBoundingClientRect().width, getComputedStyle(image).display];
    return { name: figure.dataset.figure, loaded: image.complete && image.naturalWidth > 0, wide: width >= x - 2 && height > 100, shown: y !== "none", text: image.alt.length > 40 };
  }));
  assert.deepEqual(stills, (await names(withScript)).map((name) => ({ name, loaded: true, wide: true, shown: true, text: true })));
  assert.ok(stills.length >= 6, `only ${stills.length} figures`);
  await page.close();
  await withScript.close();
});

for (const width of [390, 1024, 1920]) {
  test(`nothing shifts while figures become live, at ${width} px`, async (context) => {
    const before = () => {
      window.shifts = [];
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) window.shifts.push({ value, nodes: sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? String(node?.nodeName)) });
      }).observe({ type: "layout-shift", buffered: true });
    };
    for (const path of ["index", ...PAGES]) {
      const page = await visit(path, { width, before });
      for (const name of await names(page)) {
        await live(page, name);
        await drawn(page);
      }
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((sum, { value }) => sum + value, 0);
      context.diagnostic(`${path}: layout shift ${sum.toFixed(4)}`);
      assert.ok(sum < 0.01, `${path}: layout shift ${sum}: ${JSON.stringify(shifts)}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${path} is ${over} px too wide`);
      await page.close();
    }
  });
}

test("figures move by themselves, and stop when asked", async () => {
  const { page, faults } = await open(browser, `${site.address}playground`);
  const figure = await live(page, "tree");
  const positions = () => page.$eval(figure, (element) => element.scene.state().world.join());
  const first = await positions();
  assert.equal(await button(page, figure), "Pause");
  await page.waitForFunction((figure, first) => document.querySelector(figure).scene.state().world.join() !== first, {}, figure, first);
  await pause(page, figure);
  assert.equal(await button(page, figure), "Play");
  const still = await positions();
  for (let frames = 0; frames < 10; frames++) await drawn(page);
  assert.equal(await positions(), still);
  assert.deepEqual(faults, []);
  await page.close();
});

test("with reduced motion, figures wait to be asked", async () => {
  const page = await visit("playground", { media: { "prefers-reduced-motion": "reduce" } });
  const figure = await live(page, "tree");
  assert.equal(await button(page, figure), "Play");
  const positions = () => page.$eval(figure, (element) => element.scene.state().world.join());
  const first = await positions();
  for (let frames = 0; frames < 10; frames++) await drawn(page);
  assert.equal(await positions(), first);
  await page.click(`${figure} .controls button`);
  assert.equal(await button(page, figure), "Pause");
  await page.waitForFunction((figure, first) => document.querySelector(figure).scene.state().world.join() !== first, {}, figure, first);
  await page.close();
});

test("a finger drags a handle, and the page stays where it is", async () => {
  const page = await visit("playground", { width: 390 });
  for (const name of ["pair", "sweep", "ray", "table"]) {
    const figure = await live(page, name);
    const before = await numbers(page, figure);
    const scroll = await page.evaluate(() => window.scrollY);
    const { x, y, width, height } = await (await page.$(`${figure} .handle`)).boundingBox();
    const [left, top] = [x + width / 2, y + height / 2];
    const finger = await page.touchscreen.touchStart(left, top);
    for (const step of [8, 16, 24, 32]) await finger.move(left - step / 2, top - step);
    await finger.end();
    await drawn(page);
    assert.notEqual(await numbers(page, figure), before, `${name} does not follow a finger`);
    assert.equal(await page.evaluate(() => window.scrollY), scroll, `${name} lets the page scroll`);
  }
  await page.close();
});

test("each group of the sidebar can be opened, and links without JavaScript", async () => {
  const page = await visit("guide/rays", { width: 1280 });
  const group = async (title) => {
    const groups = await page.$$(".VPSidebar .VPSidebarItem.level-0");
    for (const group of groups) if ((await group.$eval(".text", (text) => text.textContent)) === title) return group;
    throw new Error(`no group ${title}`);
  };
  const links = (of) => of.$$eval(".items a", (all) => all.filter((link) => link.getClientRects().length).map((link) => link.pathname));
  await page.waitForSelector(".VPSidebar .VPSidebarItem.level-0.collapsed .items a");
  const guide = await links(await group("Guide"));
  assert.ok(guide.indexOf("/guide/events") + 1 === guide.indexOf("/guide/characters") && guide.includes("/guide/rays"), guide.join());
  for (const [title, link] of [["Cookbook", "/cookbook/flappy-bird"], ["How it works", "/how/kernel"], ["Reference", "/glossary"]]) {
    assert.deepEqual(await links(await group(title)), [], `${title} is closed`);
    await (await (await group(title)).$(".caret")).click();
    assert.ok((await links(await group(title))).includes(link), `${title} opens`);
  }
  assert.equal(await (await group("Troubleshooting")).$eval("a", (link) => link.pathname), "/faq");
  await page.close();
  const still = await visit("guide/rays", { width: 1280, javaScript: false });
  const first = await still.$$eval(".VPSidebar .VPSidebarItem.level-0 > .item a", (all) => all.map((link) => link.pathname));
  assert.ok(first.includes("/cookbook/") && first.includes("/faq"), first.join());
  await still.close();
});

test("pictures of the cookbook are whole, also on a phone", async () => {
  for (const width of [390, 1280]) {
    const page = await visit("cookbook/", { width });
    const pictures = await page.$$eval(".recipes img", async (images) => {
      await Promise.all(images.map((image) => ((image.loading = "eager"), image.decode())));
      return images.map((image) => {
        const [box, fit] = [image.getBoundingClientRect(), getComputedStyle(image).objectFit];
        return fit === "contain" || Math.abs(box.width / box.height - image.naturalWidth / image.naturalHeight) < 0.02;
      });
    });
    assert.ok(pictures.length >= 19 && pictures.every(Boolean), `${width}: ${pictures}`);
    await page.close();
  }
});

test("the bar on top shows the version of Cargo.toml, which leads to the changelog", async () => {
  const version = /^version = "(.+)"$/m.exec(await readFile(new URL("../../../Cargo.toml", import.meta.url), "utf8"))[1];
  const page = await visit("", { width: 1280 });
  await Promise.all([
    page.waitForFunction(() => location.pathname === "/packages/all/changelog"),
    page.$$eval(".VPNavBarMenuLink", (links, version) => links.find((link) => link.textContent.trim() === version).click(), version),
  ]);
  await page.waitForFunction((version) => [...document.querySelectorAll(".vp-doc h2")].some((heading) => heading.id === version.replaceAll(".", "-") || heading.textContent.startsWith(version)), {}, version);
  await page.close();
});
