// Takes pictures of each page at three widths, into target/pages, and fails if a page scrolls sideways or reports an error:
//
//     node test/pages.mjs [PART OF A NAME...]        after a build
import { mkdir, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launch, open, overflow, serve, wake } from "./browser.mjs";

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
    faults.push(...await wake(page), ...await overflow(page));
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
