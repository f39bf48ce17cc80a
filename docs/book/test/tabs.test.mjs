// Examples in several languages: the site shows all that the pages have, one at a time, and remembers which.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { LANGUAGES } from "../.vitepress/tools/languages.mjs";
import { launch, serve } from "./browser.mjs";

const book = fileURLToPath(new URL("../", import.meta.url));
const browser = await launch();
const site = await serve();
after(async () => {
  await browser.close();
  site.close();
});

/** Opens a page and returns it with a function that lists the languages that its examples show. */
async function visit(path, { javaScript = true } = {}) {
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(javaScript);
  await page.goto(`${site.address}${path}`, { waitUntil: "networkidle0" });
  const shown = () => page.$$eval(".tabs", (groups) => groups.map((group) =>
    [...group.querySelectorAll(".tab-panel")].filter((panel) => getComputedStyle(panel).display !== "none").map((panel) => panel.dataset.label).join()));
  return { page, shown };
}

test("each language of a page is a panel of the site", () => {
  let count = 0;
  for (const folder of ["guide", "start", "cookbook", "moving", "how"]) {
    for (const name of readdirSync(book + folder).filter((name) => name.endsWith(".md"))) {
      const built = `${book}.vitepress/dist/${folder}/${name.slice(0, -3)}.html`;
      assert.ok(existsSync(built), `${built}: build the site first`);
      const labels = (text, pattern) => [...text.matchAll(pattern)].map(([, label]) => label);
      const written = labels(readFileSync(`${book}${folder}/${name}`, "utf8"), /^<details(?: open)?><summary>(.*)<\/summary>$/gm);
      assert.deepEqual(labels(readFileSync(built, "utf8"), /class="tab-panel"[^>]* data-label="([^"]*)"/g), written, `${folder}/${name}`);
      count += written.length;
    }
  }
  assert.ok(count >= 100, `only ${count} languages were found`);
});

test("an example shows the language that was chosen last, or its first one", async () => {
  const { page, shown } = await visit("guide/saving");
  assert.deepEqual(await shown(), ["Rust", "Rust"]);
  await page.click('.tabs [role="tab"]:nth-child(2)');
  assert.deepEqual(await shown(), ["Python", "Python"]);
  assert.equal(await page.$eval('[role="tab"][aria-selected="true"]', (tab) => tab.textContent), "Python");
  await page.evaluate(() => localStorage.setItem("hitmask-language", "Basic"));
  await page.goto(`${site.address}guide/saving`, { waitUntil: "networkidle0" });
  assert.deepEqual(await shown(), ["Rust", "Rust"], "no example has Basic");
  await page.goto(`${site.address}start/c`, { waitUntil: "networkidle0" });
  assert.deepEqual(await shown(), ["C", "C"], "a page of Start chooses its language");
  await page.close();
});

test("an address chooses the language before what the browser stored, also inside the site", async () => {
  const { page, shown } = await visit("guide/saving");
  await page.evaluate(() => localStorage.setItem("hitmask-language", "Python"));
  const open = (path) => page.goto(`${site.address}${path}`, { waitUntil: "networkidle0" });
  for (const [name, label] of Object.entries(LANGUAGES)) {
    await open(`guide/saving?language=${name}`);
    assert.deepEqual(await shown(), [label, label]);
  }
  await open("start/c?language=cpp");
  assert.deepEqual(await shown(), ["C++", "C++"], "a page of Start too");
  for (const name of ["basic", "Rust", "constructor", ""]) {
    await open("guide/saving"); // forgets the language of the address
    await open(`guide/saving?language=${name}`);
    assert.deepEqual(await shown(), ["Python", "Python"], `${name} is no name of a language`);
  }
  // A link from one page to another, as somebody may write it.
  await page.$eval(".vp-doc a[href]", (link) => (link.href = "/guide/rays?language=lua"));
  await page.$eval(".vp-doc a[href]", (link) => link.click());
  await page.waitForFunction(() => location.pathname === "/guide/rays" && document.querySelector(".tab-panel:not([hidden])")?.dataset.label === "Lua");
  await page.$eval(".vp-doc a[href]", (link) => (link.href = "/guide/rays?language=csharp"));
  await page.$eval(".vp-doc a[href]", (link) => link.click());
  await page.waitForFunction(() => document.querySelector(".tab-panel:not([hidden])").dataset.label === "C#");
  assert.equal(await page.evaluate(() => localStorage.getItem("hitmask-language")), "Python", "the reader's own choice stays");
  await page.close();
});

test("choosing a tab says so in the address, which keeps all else, and so do the next pages", async () => {
  const { page, shown } = await visit("guide/saving?from=mail#go-back");
  const pages = await page.evaluate(() => history.length);
  const address = () => page.evaluate(() => location.href.slice(location.origin.length));
  const choose = (label) => page.$$eval('.tabs [role="tab"]', (tabs, label) => tabs.find((tab) => tab.textContent === label).click(), label);
  await choose("C++");
  assert.equal(await address(), "/guide/saving?from=mail&language=cpp#go-back");
  await choose("C#");
  assert.equal(await address(), "/guide/saving?from=mail&language=csharp#go-back");
  assert.equal(await page.evaluate(() => history.length), pages, "the button Back leads to the page before");
  await page.click(".pager-link.next");
  await page.waitForFunction(() => location.search === "?language=csharp");
  assert.notEqual((await address()).split("?")[0], "/guide/saving");
  await page.goBack();
  await page.waitForFunction(() => location.pathname === "/guide/saving");
  assert.deepEqual(await shown(), ["C#", "C#"]);
  await page.goto(`${site.address}guide/rays`, { waitUntil: "networkidle0" });
  assert.equal(await address(), "/guide/rays", "what the browser stored is nobody's address");
  await page.close();
});

test("a language without a program shows its sentence", async () => {
  const { page, shown } = await visit("guide/saving");
  await page.click('.tabs [role="tab"]:nth-child(4)');
  assert.deepEqual(await shown(), ["Godot", "Godot"]);
  const panels = await page.$$eval(".tab-panel:not([hidden])", (all) => all.map((panel) => [panel.querySelectorAll("pre").length, panel.querySelectorAll("p").length]));
  assert.deepEqual(panels, [[1, 0], [0, 1]]);
  await page.close();
});

test("on a narrow screen, the chosen tab is in sight", async () => {
  const { page, shown } = await visit("guide/many");
  await page.setViewport({ width: 390, height: 800 });
  await page.evaluate(() => localStorage.setItem("hitmask-language", "C++"));
  await page.goto(`${site.address}guide/many`, { waitUntil: "networkidle0" });
  assert.deepEqual(await shown(), ["C++"]);
  const [tab, list] = await page.$eval('[role="tab"][aria-selected="true"]', (tab) => [tab, tab.parentElement].map((element) => {
    const { left, right } = element.getBoundingClientRect();
    return { left, right };
  }));
  assert.ok(tab.left >= list.left && tab.right <= list.right + 1, JSON.stringify({ tab, list }));
  await page.close();
});

test("without JavaScript, an example shows all its languages", async () => {
  const { page, shown } = await visit("start/c", { javaScript: false });
  assert.deepEqual(await shown(), ["C++,C", "C++,C"]);
  await page.close();
});
