// Writes the still pictures that stand on pages until the figures are live: node test/stills.mjs [NAME...], after a build.
import { mkdir, writeFile } from "node:fs/promises";
import { launch, live, open, serve } from "./browser.mjs";

const folder = new URL("../public/figures/", import.meta.url);
const wanted = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const site = await serve();
const browser = await launch();
for (const path of ["playground", ""]) {
  const { page } = await open(browser, `${site.address}${path}`, path ? 1400 : 480);
  for (const name of await page.$$eval("[data-figure]", (figures) => figures.map((figure) => figure.dataset.figure))) {
    if (wanted.length && !wanted.includes(name)) continue;
    const selector = await live(page, name);
    if (name === "home") await new Promise((done) => setTimeout(done, 3000)); // the ship has to fly a bit
    const still = await page.$eval(`${selector} canvas`, (canvas) => canvas.toDataURL("image/webp", name === "home" ? 0.5 : 0.85));
    await writeFile(new URL(`${name}.webp`, folder), Buffer.from(still.split(",")[1], "base64"));
    console.log(`public/figures/${name}.webp`);
  }
}
await browser.close();
site.close();
