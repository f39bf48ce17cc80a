// Takes pictures of each page at three widths, into target/pages, and fails if a page scrolls sideways or reports an error:
//
//     node test/pages.mjs [PART OF A NAME...]        after a build
import { mkdir, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launch, open, serve } from "./browser.mjs";

const dist = fileURLToPath(new URL("../.vitepress/dist/", import.meta.url));
const folder = fileURLToPath(new URL("../target/pages/", import.meta.url));
const parts = process.argv.slice(2);
const pages = (await readdir(dist, { recursive: true }))
  .filter((name) => name.endsWith(".html") && name !== "404.html")
  .map((name) => name.slice(0, -5))
  .filter((name) => !parts.length || parts.some((part) => name.includes(part)))
  .sort();
if (!pages.length) throw new Error(`no page of ${dist} has one of these in its name: ${parts.join(", ")}`);

await mkdir(folder, { recursive: true });
const [site, browser] = [await serve(), await launch()];
let wrong = 0;
for (const name of pages) {
  for (const width of [390, 1024, 1920]) {
    const { page, faults } = await open(browser, `${site.address}${name}`, width);
    // Figures start when they come into view, so the picture has them alive.
    for (const figure of await page.$$("[data-figure]")) {
      await figure.evaluate((element) => element.scrollIntoView({ block: "center" }));
      const id = await figure.evaluate((element) => element.dataset.figure);
      await page.waitForFunction((element) => "ready" in element.dataset, { timeout: 30_000 }, figure).catch(() => faults.push(`the figure ${id} does not start`));
    }
    await page.evaluate(() => scrollTo(0, 0));
    const over = await page.evaluate(() => {
      const [all, seen] = [document.documentElement.scrollWidth, document.documentElement.clientWidth];
      if (all <= seen) return "";
      const widest = [...document.querySelectorAll(".VPContent *")].filter((element) => element.getBoundingClientRect().right > seen + 1).at(-1);
      return `scrolls sideways: ${all} of ${seen} px, ${widest?.outerHTML.slice(0, 120) ?? "outside the content"}`;
    });
    if (over) faults.push(over);
    await page.screenshot({ path: `${folder}${name.replaceAll("/", "-")}-${width}.png`, fullPage: true });
    for (const fault of faults) console.error(`${name} at ${width}: ${fault}`);
    wrong += faults.length;
    await page.close();
  }
}
await browser.close();
site.close();
console.log(`${pages.length} pages at three widths in target/pages: ${wrong} wrong`);
process.exitCode = wrong ? 1 : 0;
