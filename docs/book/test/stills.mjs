// Writes the still pictures that stand on pages until the figures are live: node test/stills.mjs, after a build.
import { mkdir, writeFile } from "node:fs/promises";
import { launch, live, open, serve } from "./browser.mjs";

const folder = new URL("../public/figures/", import.meta.url);
await mkdir(folder, { recursive: true });
const site = await serve();
const browser = await launch();
const { page } = await open(browser, `${site.address}playground`, 1400);
for (const name of await page.$$eval("[data-figure]", (figures) => figures.map((figure) => figure.dataset.figure))) {
  const selector = await live(page, name);
  const still = await page.$eval(`${selector} canvas`, (canvas) => canvas.toDataURL("image/webp", 0.85));
  await writeFile(new URL(`${name}.webp`, folder), Buffer.from(still.split(",")[1], "base64"));
  console.log(`public/figures/${name}.webp`);
}
await browser.close();
site.close();
