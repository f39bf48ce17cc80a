// Serves the built site and starts Chromium.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";
import puppeteer from "puppeteer-core";
import { advice, program } from "../../../integrations/web/tools/needs.mjs";

const dist = fileURLToPath(new URL("../.vitepress/dist/", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".webp": "image/webp", ".png": "image/png", ".json": "application/json", ".md": "text/markdown; charset=utf-8", ".txt": "text/plain; charset=utf-8" };

/** Returns the address of the site and a function that ends the server. */
export async function serve() {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://book").pathname).slice(1) || "index.html";
    const name = [path, `${path}.html`, `${path}index.html`].find((name) => !name.includes("..") && existsSync(dist + name) && statSync(dist + name).isFile());
    if (!name) return response.writeHead(404).end();
    // Compressed, as every host of pages does.
    response.writeHead(200, { "content-type": types[extname(name)] ?? "application/octet-stream", "content-encoding": "gzip" });
    createReadStream(dist + name).pipe(createGzip()).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

export function launch() {
  const executablePath = program("CHROMIUM");
  if (!executablePath) throw new Error(advice("CHROMIUM"));
  return puppeteer.launch({ executablePath, args: ["--no-sandbox"] });
}

/** Opens a page, `light` or `dark` or as the system has it, and collects what goes wrong on it. */
export async function open(browser, address, width = 1024, { height = 800, scheme = "auto" } = {}) {
  const page = await browser.newPage();
  // As the button of the page does, which works in each browser.
  if (scheme !== "auto") await page.evaluateOnNewDocument((scheme) => localStorage.setItem("vitepress-theme-appearance", scheme), scheme);
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && faults.push(message.text()));
  page.on("requestfailed", (request) => faults.push(`${request.url()} failed`));
  page.on("response", (response) => response.status() >= 400 && faults.push(`${response.url()}: ${response.status()}`));
  await page.setViewport({ width, height });
  await page.goto(address, { waitUntil: "load" });
  return { page, faults };
}

/** Waits until a figure is live. */
export async function live(page, name) {
  const selector = `[data-figure="${name}"]`;
  await page.waitForSelector(selector);
  await page.$eval(selector, (figure) => figure.scrollIntoView({ block: "center" }));
  await page.waitForSelector(`${selector}[data-ready]`, { timeout: 20_000 });
  return selector;
}

/** Shows each figure of a page, because figures start when they come into view. Returns those that do not start. */
export async function wake(page) {
  const asleep = [];
  for (const figure of await page.$$("[data-figure]")) {
    await figure.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const name = await figure.evaluate((element) => element.dataset.figure);
    await page.waitForFunction((element) => "ready" in element.dataset, { timeout: 30_000 }, figure).catch(() => asleep.push(`the figure ${name} does not start`));
  }
  await page.evaluate(() => scrollTo(0, 0));
  return asleep;
}

/** Says so if a page scrolls sideways, and because of what. */
export const overflow = (page) => page.evaluate(() => {
  const [all, seen] = [document.documentElement.scrollWidth, document.documentElement.clientWidth];
  if (all <= seen) return [];
  const widest = [...document.querySelectorAll(".VPContent *")].filter((element) => element.getBoundingClientRect().right > seen + 1).at(-1);
  return [`scrolls sideways: ${all} of ${seen} px, ${widest?.outerHTML.slice(0, 120) ?? "outside the content"}`];
});

/** Waits until the page has drawn what a change has asked for. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Stops a figure that moves by itself. */
export async function pause(page, figure) {
  const label = await page.$eval(figure, (element) => element.querySelector(".controls button")?.textContent);
  if (label === "Pause") await page.click(`${figure} .controls button`);
  await drawn(page);
}
