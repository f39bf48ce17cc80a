// Opens each page in Chromium and Firefox, wide and narrow, light and dark. It fails if a page reports an error, if a request fails, if a
// figure does not start, if a canvas stays blank, if the page scrolls sideways or, in Chromium, if axe finds something serious:
//
//     node test/sweep.mjs [PART OF A NAME...]        after a build
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { launch, open, overflow, serve, wake } from "./browser.mjs";
import { launchFirefox } from "./try.mjs";

const dist = fileURLToPath(new URL("../.vitepress/dist/", import.meta.url));
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const parts = process.argv.slice(2);
const pages = (await readdir(dist, { recursive: true }))
  .filter((name) => name.endsWith(".html") && !/^(404|rustdoc\/.*)\.html$/.test(name))
  .map((name) => name.slice(0, -5))
  .filter((name) => !parts.length || parts.some((part) => name.includes(part)))
  .sort();
if (!pages.length) throw new Error(`no page of ${dist} has one of these in its name: ${parts.join(", ")}`);

/** Canvases that are in view and have one color only. */
const blank = (page) => page.evaluate(() => {
  const isBlank = (canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
    copy.drawImage(canvas, 0, 0);
    const pixels = new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return pixels.every((pixel) => pixel === pixels[0]);
  };
  const seen = [...document.querySelectorAll("canvas")].filter(({ width, height, offsetParent }) => width && height && offsetParent);
  return seen.filter(isBlank).map((canvas) => `a blank canvas: ${canvas.outerHTML.slice(0, 120)}`);
});

/** What axe finds that is serious. */
async function inaccessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `axe, ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join("; ")}`);
}

const site = await serve();
const browsers = { Chromium: await launch(), Firefox: await launchFirefox() };
let [wrong, count] = [0, 0];
for (const [name, browser] of Object.entries(browsers)) {
  if (!browser) continue;
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    for (const scheme of ["light", "dark"]) {
      for (const path of pages) {
        const { page, faults } = await open(browser, `${site.address}${path}`, width, { height, scheme });
        faults.push(...await wake(page), ...await blank(page), ...await overflow(page));
        if (name === "Chromium") faults.push(...await inaccessible(page));
        if (await page.$eval("html", (html) => html.classList.contains("dark")) !== (scheme === "dark")) faults.push(`it is not ${scheme}`);
        for (const fault of faults) console.error(`${path}, ${name}, ${width} x ${height}, ${scheme}: ${fault}`);
        wrong += faults.length;
        count++;
        await page.close();
      }
    }
  }
  await browser.close();
}
site.close();
console.log(`${pages.length} pages, opened ${count} times: ${wrong} wrong`);
process.exitCode = wrong ? 1 : 0;
