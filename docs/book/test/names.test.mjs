// Names of calls in sentences: each language has them in its reference, and they follow the language that the reader chooses.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { LANGUAGES, namedCalls, table } from "../.vitepress/tools/calls.mjs";
import { written } from "../.vitepress/theme/names/follow.mjs";
import { launch, open, serve } from "./browser.mjs";

const dist = fileURLToPath(new URL("../.vitepress/dist/", import.meta.url));
const browser = await launch();
const site = await serve();
after(async () => {
  await browser.close();
  site.close();
});

test("each name of the table is a heading of a built page", () => {
  const pages = new Map();
  const anchors = (page) => {
    if (!pages.has(page)) pages.set(page, existsSync(`${dist}${page}.html`) ? new Set([...readFileSync(`${dist}${page}.html`, "utf8").matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)) : undefined);
    return pages.get(page);
  };
  const count = {};
  for (const [key, call] of Object.entries(table().calls)) {
    for (const language of LANGUAGES.filter((one) => one !== "Rust")) {
      const found = written(key, call, language);
      if (!found) continue;
      const [page, anchor] = found.path.split("#");
      assert.ok(anchors(page)?.has(anchor), `${key} in ${language}: ${found.path} is no heading`);
      count[language] = (count[language] ?? 0) + 1;
    }
  }
  assert.deepEqual(Object.keys(count).sort(), LANGUAGES.filter((one) => !["Rust", "Bevy"].includes(one)).sort());
  for (const [language, names] of Object.entries(count)) assert.ok(names > 60, `${language}: only ${names} names`);
});

test("each language writes a name in its way, or not at all", () => {
  const { calls } = table();
  const all = (key) => LANGUAGES.slice(1).map((language) => written(key, calls[key], language)?.text);
  // Python, JavaScript, Godot, Bevy, C#, Lua, C, C++.
  assert.deepEqual(all("move_until"), ["move_until", "moveUntil", "move_until", undefined, "MoveUntil", "move_until", "hitmask_world_move_until", "move_until"]);
  assert.deepEqual(all("Mask.nearest_free"), ["nearest_free", "nearestFree", "nearest_free", undefined, "NearestFree", "nearest_free", "hitmask_mask_nearest_free", "nearest_free"]);
  assert.deepEqual(all("find"), ["find", "find", "find", undefined, "Find…", "find_…", "hitmask_world_find_…", "find_…"]);
  assert.deepEqual(all("overlaps_at"), ["overlaps_at", "overlapsAt", ...Array(6).fill(undefined)]);
  assert.equal(written("Mask.from_bytes", calls["Mask.from_bytes"], "Lua").text, "hitmask.mask_from_bytes");
});

test("the theme has each call that a page names, and no field is one", () => {
  const known = namedCalls();
  let count = 0;
  for (const page of ["guide/characters", "guide/events", "guide/pair", "guide/rays", "guide/saving", "guide/terrain", "first-game/dig", "first-game/land", "rules", "faq"]) {
    const links = [...readFileSync(`${dist}${page}.html`, "utf8").matchAll(/<a data-call="([^"]+)"[^>]*>([^<]*)<\/a>/g)];
    for (const [, key, text] of links) {
      assert.ok(known[key], `${page}: the theme does not know ${key}`);
      assert.ok(!["first", "area", "bounds", "step", "len", "data"].includes(text) || page === "faq", `${page}: ${text} is a plain word`);
    }
    count += links.length;
  }
  assert.ok(count >= 50, `only ${count} links`);
});

const call = (page, key) => page.$eval(`a[data-call="${key}"]`, (link) => ({ text: link.textContent, to: link.getAttribute("href") }));
const tab = (page, name) => page.$$eval('[role="tab"]', (tabs, name) => tabs.find((one) => one.textContent === name).click(), name);

test("a name follows the language that is chosen, on this page and the next ones", async () => {
  const { page, faults } = await open(browser, `${site.address}guide/characters`);
  await page.waitForSelector('[role="tab"]');
  assert.deepEqual(await call(page, "move_until"), { text: "move_until", to: "/reference/python-world#world-move-until" });
  assert.equal(await page.$eval('a[data-call="move_until"]', (link) => link.title), "World.move_until (Python)", "Rust has no page here, so the link says whose it is");
  for (const [language, text, to] of [
    ["Python", "move_until", "/reference/python-world#world-move-until"],
    ["JavaScript", "moveUntil", "/reference/javascript-world#world-moveuntil"],
    ["Godot", "move_until", "/reference/godot#pixelworld-move-until"],
    ["C#", "MoveUntil", "/reference/csharp-world#world-moveuntil"],
    ["Lua", "move_until", "/reference/lua#world-move-until"],
    ["C++", "move_until", "/reference/cpp#world-move-until"],
    ["Bevy", "move_until", null],
    ["Rust", "move_until", null],
    ["C", "hitmask_world_move_until", "/reference/c-world#hitmask-world-move-until"],
  ]) {
    await tab(page, language);
    assert.deepEqual(await call(page, "move_until"), { text, to }, language);
  }
  assert.equal(await page.$eval('code:has(> [data-call="touching"])', (code) => code.textContent), "hitmask_world_touching(hero, [0, 1])");
  // Without another load of a page.
  await page.evaluate(() => (window.isSame = true));
  await page.$$eval('.VPSidebar a[href$="/guide/events"]', ([link]) => link.click());
  await page.waitForFunction(() => location.pathname.endsWith("/guide/events") && document.querySelector('[data-call="contact"]'));
  assert.deepEqual(await call(page, "contact"), { text: "hitmask_world_contact", to: "/reference/c-world#hitmask-world-contact" });
  await tab(page, "Lua");
  assert.equal((await call(page, "contact")).text, "world:contact");
  await page.click('a[data-call="contact"]');
  await page.waitForFunction(() => location.pathname.endsWith("/reference/lua") && location.hash === "#world-contact" && document.getElementById("world-contact"));
  await page.goBack();
  await page.waitForSelector('[data-call="contact"]');
  assert.equal((await call(page, "contact")).text, "world:contact");
  assert.ok(await page.evaluate(() => window.isSame));
  assert.deepEqual(faults, []);
  await page.close();
});

test("a page whose examples lack the language keeps its own", async () => {
  const { page, faults } = await open(browser, `${site.address}first-game/land`);
  await page.evaluate(() => localStorage.setItem("hitmask-language", "C"));
  await page.reload({ waitUntil: "networkidle0" });
  assert.deepEqual(await call(page, "move_until"), { text: "moveUntil", to: "/reference/javascript-world#world-moveuntil" });
  await tab(page, "Python");
  assert.deepEqual(await call(page, "move_until"), { text: "move_until", to: "/reference/python-world#world-move-until" });
  assert.deepEqual(faults, []);
  await page.close();
});

test("names have their language before the page wakes, and Vue does not complain", async () => {
  const { page, faults } = await open(browser, `${site.address}guide/pair`);
  await page.evaluate(() => localStorage.setItem("hitmask-language", "C#"));
  const expected = { text: "OverlapFirst", to: "/reference/csharp-mask#mask-overlapfirst" };
  await page.reload({ waitUntil: "networkidle0" });
  assert.deepEqual(await call(page, "overlap_first"), expected);
  assert.deepEqual(faults, []);
  // The same without the program of the page.
  await page.setRequestInterception(true);
  page.on("request", (request) => (/\.js$/.test(new URL(request.url()).pathname) ? request.abort() : request.continue()));
  await page.reload({ waitUntil: "load" });
  assert.deepEqual(await call(page, "overlap_first"), expected);
  await page.close();
});

test("without JavaScript, a name is that of the page and leads to the first language that has it", async () => {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  await page.goto(`${site.address}guide/pair`);
  assert.deepEqual(await call(page, "overlap_first"), { text: "overlap_first", to: "/reference/python-mask#mask-overlap-first" });
  await page.close();
});

test("a name looks as other code does, and shows that it is a link when it is pointed at", async () => {
  for (const scheme of ["light", "dark"]) {
    const { page } = await open(browser, `${site.address}guide/characters`, 1280, { scheme });
    const look = (selector) => page.$eval(selector, (element) => {
      const { color, fontWeight, fontSize, textDecorationLine } = getComputedStyle(element);
      return { color, fontWeight, fontSize, textDecorationLine };
    });
    await page.waitForSelector('a[data-call="move_until"]');
    const plain = await look(".vp-doc p > code:not(:has(a))");
    assert.deepEqual(await look('a[data-call="move_until"]'), { ...plain, textDecorationLine: "none" });
    await page.hover('a[data-call="move_until"]');
    assert.equal((await look('a[data-call="move_until"]')).textDecorationLine, "underline");
    await page.close();
  }
});
