// Writes pictures of the demo at three sizes: node tools/screenshots.mjs [WIDTH ...], after npm run build and vite build demo.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { preview } from "vite";
import { launch } from "./browser.mjs";

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const sizes = [[390, 844], [1024, 768], [1920, 1080]];
const limit = 300_000;
const only = process.argv.slice(2).map(Number);

mkdirSync(file("pictures"), { recursive: true });
const browser = await launch(["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]);
const server = await preview({ root: file("demo"), configFile: file("demo/vite.config.mjs"), preview: { port: 0 } });
for (const [width, height] of sizes.filter(([width]) => only.length === 0 || only.includes(width))) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.goto(`${server.resolvedUrls.local[0]}?sharp`);
  // The camera has arrived, and each racer ran some times.
  await page.waitForSelector('#verdict[data-state="equal"]', { timeout: 60_000 });
  await page.waitForTimeout(15_000);
  for (let quality = 88; ; quality -= 4) {
    const picture = await page.screenshot({ type: "jpeg", quality });
    if (picture.length >= limit) continue;
    writeFileSync(file(`pictures/demo-${width}.jpg`), picture);
    console.log(`pictures/demo-${width}.jpg: ${picture.length} bytes`);
    break;
  }
  await page.close();
}
await browser.close();
await server.close();
