// Prints how long a slow phone takes: until text is painted, and until a figure is live. Medians of five loads without a cache.
// The phone: 1.6 megabits a second, 150 ms a request, a quarter of this processor.
import { launch, serve } from "./browser.mjs";

const [site, browser] = [await serve(), await launch()];
const median = (numbers) => (numbers.sort((a, b) => a - b)[numbers.length >> 1] / 1000).toFixed(1);
for (const path of ["", "guide/pair", "start/pygame"]) {
  const [painted, live] = [[], []];
  for (let load = 0; load < 5; load++) {
    const page = await browser.newPage();
    await page.setViewport({ width: 390, height: 800, isMobile: true });
    await page.setCacheEnabled(false);
    const session = await page.createCDPSession();
    await session.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 });
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const start = Date.now();
    await page.goto(site.address + path, { waitUntil: "domcontentloaded" });
    painted.push(
      await page.evaluate(
        () => new Promise((done) => new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").forEach((entry) => done(entry.startTime))).observe({ type: "paint", buffered: true })),
      ),
    );
    if (await page.$("[data-figure]")) {
      await page.waitForSelector("[data-numbers]", { timeout: 30_000 });
      live.push(Date.now() - start);
    }
    await page.close();
  }
  console.log(`${path || "home"}: text after ${median(painted)} s${live.length ? `, figure after ${median(live)} s` : ""}`);
}
await browser.close();
site.close();
