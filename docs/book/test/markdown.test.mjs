// The Markdown beside the pages, `llms.txt`, the guide whole in one language, and the button that copies a page.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { posix } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { LANGUAGES } from "../.vitepress/tools/languages.mjs";
import { only } from "../.vitepress/tools/markdown.mjs";
import { launch, serve } from "./browser.mjs";

const book = fileURLToPath(new URL("../", import.meta.url));
const dist = `${book}.vitepress/dist/`;
const names = readdirSync(dist, { recursive: true }).filter((name) => !name.startsWith("rustdoc/"));
const pages = names.filter((name) => name.endsWith(".html") && name !== "404.html").map((name) => name.slice(0, -5));
const files = names.filter((name) => name.endsWith(".md") || /^llms.*\.txt$/.test(name));
const read = (name) => readFileSync(dist + name, "utf8");
const guide = ["rules", ...readdirSync(`${book}guide`).map((name) => `guide/${name.slice(0, -3)}`)];

const browser = await launch();
const site = await serve();
after(async () => {
  await browser.close();
  site.close();
});

/** The text outside code. */
const prose = (text) => text.replace(/^ *(```+)[^\n]*\n[\s\S]*?^ *\1 *$/gm, "").replace(/(`+)[^`\n]+?\1/g, "");
const blocks = (text) => [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((found) => found[2]);

test("each page has its Markdown beside it, without comments, components and front matter", () => {
  assert.ok(pages.length >= 100, `${pages.length} pages`);
  for (const page of pages) {
    assert.ok(existsSync(`${dist}${page}.md`), `${page}.md`);
    const text = read(`${page}.md`);
    assert.match(text, /^# \S/, page);
    assert.deepEqual(prose(text).match(/<!--|@include|<\/?[A-Z]\w+|\{target|\]\(repo:|\]\(rustdoc:|\0/g), null, page);
    assert.equal(read(`${page}.html`).includes(`href="/${page}.md"`), true, `${page}.html names its Markdown`);
  }
  assert.match(read("start/index.md"), /\| \[Rust\]\(rust\.md\), macroquad \|/, "an included table");
  assert.match(read("which-tool.md"), /\| .* \|\n/, "an included part of a page");
});

test("the code of a page is whole in its Markdown", () => {
  let count = 0;
  for (const page of [...guide, "start/c", "cookbook/maze", "faq"]) {
    const source = readFileSync(`${book}${page}.md`, "utf8").replace(/<!--[^-][\s\S]*?-->/g, "");
    assert.deepEqual(blocks(read(`${page}.md`)), blocks(source), page);
    count += blocks(source).length;
  }
  assert.ok(count > 150, `${count} blocks`);
});

test("links of the Markdown lead to files of the site", () => {
  let count = 0;
  for (const name of files) {
    for (const [, target] of prose(read(name)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:|#)/.test(target)) continue;
      const file = posix.join(posix.dirname(name), decodeURIComponent(target.split("#")[0]));
      assert.ok(existsSync(dist + file) && statSync(dist + file).isFile(), `${name}: ${target}`);
      count += 1;
    }
  }
  assert.ok(count > 1000, `${count} links`);
});

test("llms.txt lists each page of the contents with its purpose", () => {
  const text = read("llms.txt");
  assert.match(text, /^# hitmask\n\n> Collisions that match the art\. .+\n/);
  const items = [...readFileSync(`${book}README.md`, "utf8").matchAll(/^- \[(.+?)\]\((.+?)\): (.+)$/gm)];
  for (const [, title, path, purpose] of items) {
    assert.ok(text.includes(purpose) && text.includes(title), title);
    if (!path.startsWith("..")) assert.ok(text.includes(`- [${title}](${path}): ${purpose}`), path);
  }
  assert.ok(items.length > 100, `${items.length} pages`);
  for (const name of Object.keys(LANGUAGES)) assert.ok(text.includes(`](llms-${name}.txt)`), name);
});

test("llms-python.txt and its kin have the whole guide in one language", () => {
  for (const [name, label] of Object.entries(LANGUAGES)) {
    const text = read(`llms-${name}.txt`);
    assert.ok(!/^<\/?details|<summary>/m.test(prose(text)), `${label}: a choice of languages is left`);
    const has = new Set(blocks(text));
    for (const page of guide) {
      const source = read(`${page}.md`);
      assert.ok(text.includes(`\n${/^# .+$/m.exec(source)[0]}\n`), `${label}: ${page}`);
      const of = (own) => [...source.matchAll(new RegExp(`<summary>${own.replaceAll("+", "\\+")}</summary>\\n([\\s\\S]*?)^</details>`, "gm"))].flatMap((found) => blocks(found[1]));
      for (const code of of(label)) assert.ok(has.has(code), `${label}: ${page}: ${code.slice(0, 60)}`);
      for (const other of Object.values(LANGUAGES).filter((other) => other !== label)) {
        for (const code of of(other)) assert.ok(!has.has(code) || of(label).includes(code), `${label}: ${page} has code in ${other}`);
      }
    }
  }
  for (const [name, start] of [["python", "Start with Python: pygame and NumPy"], ["cpp", "Start with C and C++"], ["javascript", "Start with JavaScript"]]) {
    assert.ok(read(`llms-${name}.txt`).includes(`\n# ${start}`), `${name}: ${start}`);
  }
});

test("an example keeps one language, the first one if it lacks the language; what is no example stays", () => {
  const panel = (label, open = "") => `<details${open}><summary>${label}</summary>\n\n${label}!\n</details>\n`;
  const alone = "<details><summary>More</summary>\n\nWords.\n</details>\n";
  const text = `a\n\n${panel("C", " open")}\n${panel("C++")}\nb\n\n${alone}\nc\n\n${panel("Rust", " open")}\n${panel("C++")}\n${panel("Rust", " open")}\n${panel("C")}d\n`;
  assert.equal(only(text, "C++"), `a\n\nC++!\n\nb\n\n${alone}\nc\n\nC++!\n\nRust!\nd\n`);
});

/** Opens a page in a browser of its own, with or without the right to copy, and returns it with the button's state. */
async function visit(path, { may = true } = {}) {
  const context = await browser.createBrowserContext();
  if (may) await context.overridePermissions(site.address.slice(0, -1), ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
  const page = await context.newPage();
  if (!may) await page.evaluateOnNewDocument(() => (navigator.clipboard.write = () => Promise.reject(new DOMException("no", "NotAllowedError"))));
  await page.goto(`${site.address}${path}`, { waitUntil: "networkidle0" });
  return { page, close: () => context.close() };
}

/** Goes to the button with the key Tab, and presses Enter. */
async function press(page) {
  for (let keys = 0; keys < 200; keys++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.matches(".copy-page"))) return page.keyboard.press("Enter");
  }
  throw new Error("no key leads to the button");
}

test("Copy page copies the Markdown and says so, from the keyboard", async () => {
  const { page, close } = await visit("guide/pair");
  const copied = async (label) => {
    await page.bringToFront();
    await press(page);
    await page.waitForFunction((label) => document.querySelector(".copy-page").textContent.trim() === label, { timeout: 5000 }, label);
    assert.equal(await page.$eval('.page-head [role="status"]', (status) => status.textContent), label, "readers who do not see it hear it");
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("Copied"), read("guide/pair.md"));
  await page.waitForFunction(() => document.querySelector(".copy-page").textContent.trim() === "Copy page", { timeout: 8000 });
  await page.$$eval('.tabs [role="tab"]', (tabs) => tabs.find((tab) => tab.textContent === "C#").click());
  const text = await copied("Copied in C#");
  assert.equal(text, only(read("guide/pair.md"), "C#"));
  assert.ok(text.includes("ship.OverlapFirst(") && !text.includes("overlap_first(") && !text.includes("<details"), "only C#");
  await close();
});

test("where the browser refuses to copy, the Markdown opens", async () => {
  const { page, close } = await visit("faq", { may: false });
  await Promise.all([page.waitForNavigation(), press(page)]);
  assert.equal(page.url(), `${site.address}faq.md`);
  await close();
});

test("the group of a page stands above its title, and leads to the group's first page", async () => {
  const { page, close } = await visit("guide/pair");
  const crumbs = () => page.$$eval(".page-head nav :is(a, span:not([aria-hidden]))", (all) => all.map((crumb) => [crumb.textContent, crumb.getAttribute("href")]));
  const expected = {
    "guide/pair": [["Guide", "/guide/"]],
    "guide/": [["Guide", null]],
    "rules": [["Guide", "/guide/"]],
    "reference/python-world": [["Reference", "/reference"], ["Python", "/reference/python"]],
    "packages/web/loading": [["Your language", "/packages/python/arrays"], ["JavaScript", null]],
    "packages/all/changelog": [["Reference", "/reference"], ["All languages", "/packages/all/api"]],
    "faq": [],
  };
  for (const [path, list] of Object.entries(expected)) {
    await page.goto(`${site.address}${path}`, { waitUntil: "networkidle0" });
    const found = await crumbs();
    assert.deepEqual(found.map(([text]) => text), list.map(([text]) => text), path);
    if (!path.startsWith("packages/web")) assert.deepEqual(found, list, path);
    assert.ok(await page.$eval(".page-head", (head) => head.compareDocumentPosition(document.querySelector(".vp-doc h1")) & Node.DOCUMENT_POSITION_FOLLOWING), path);
  }
  await page.goto(site.address, { waitUntil: "networkidle0" });
  assert.equal(await page.$(".page-head"), null, "the home page has none");
  await close();
});
