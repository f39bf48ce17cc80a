// Writes the still pictures that stand on pages until the figures are live and the programs run, after a build:
//
//     node test/stills.mjs [NAME...]        all, or those of these names
import { mkdir, writeFile } from "node:fs/promises";
import { launch, live, open, serve } from "./browser.mjs";
import { look, play, press, ready } from "./try.mjs";

const wanted = process.argv.slice(2);
/** How long some programs run for their picture, while nobody plays. */
const FRAMES = { "flappy-bird": 50, "word-cloud": 240, worms: 420, lander: 60, turret: 60, "bullet-hell": 60 };
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
const site = await serve();
const browser = await launch();

async function save(folder, name, address) {
  const at = new URL(`../public/${folder}/`, import.meta.url);
  await mkdir(at, { recursive: true });
  await writeFile(new URL(`${name}.webp`, at), Buffer.from(address.split(",")[1], "base64"));
  console.log(`public/${folder}/${name}.webp`);
}

for (const path of ["playground", ""]) {
  const { page } = await open(browser, `${site.address}${path}`, path ? 1400 : 480);
  const names = await page.$$eval("[data-figure]", (figures) => figures.map((figure) => figure.dataset.figure));
  for (const name of names.filter(isWanted)) {
    const selector = await live(page, name);
    if (name === "home") await new Promise((done) => setTimeout(done, 3000)); // the ship has to fly a bit
    const quality = name === "home" ? 0.5 : 0.85;
    await save("figures", name, await page.$eval(`${selector} canvas`, (canvas, quality) => canvas.toDataURL("image/webp", quality), quality));
  }
}
{
  const { page } = await open(browser, `${site.address}try`, 1400);
  await ready(page);
  const names = await page.$$eval(".try option", (options) => options.map(({ value }) => value));
  for (const name of names.filter(isWanted)) {
    await page.select(".try select", name);
    await press(page, "Run");
    if (name === "turret") { // it fires
      const { x, y } = await (await page.waitForSelector(".try iframe")).boundingBox();
      await page.mouse.move(x + 230, y + 90);
      await page.mouse.down();
    }
    await play(page, FRAMES[name] ?? 150, name in FRAMES);
    if (name === "turret") await page.mouse.up();
    await save("programs", name, (await look(page)).picture);
  }
}
await browser.close();
site.close();
