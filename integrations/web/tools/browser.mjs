// Starts headless browsers, for the tests, the bench and the screenshots.
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";
import { advice, program } from "./needs.mjs";

/** Returns a running Chromium. Call it before you start a server, which would stay open if there is no Chromium. */
export async function launch(args = []) {
  const executablePath = program("CHROMIUM");
  if (!executablePath) throw new Error(advice("CHROMIUM"));
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });
}

/** Returns a running Firefox, which is driven by WebDriver BiDi, or `null` if there is none. Its pages are those of puppeteer. */
export async function launchFirefox() {
  const executablePath = program("FIREFOX");
  if (!executablePath) return null;
  const { default: puppeteer } = await import("puppeteer-core");
  const display = await startDisplay();
  const env = display ? { ...process.env, DISPLAY: display.name } : process.env;
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, env });
  const close = browser.close.bind(browser);
  browser.close = () => close().finally(() => display?.end());
  return browser;
}

/** Starts a display, without which Firefox draws nothing with WebGL, or returns `null` if there is one or none can be had. */
async function startDisplay() {
  if (process.env.DISPLAY) return null;
  const server = spawn("Xvfb", ["-displayfd", "3", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((done) => {
    server.once("error", () => done(null));
    server.once("exit", () => done(null));
    server.stdio[3].once("data", (data) => done(String(data).trim()));
  });
  return number === null ? null : { name: `:${number}`, end: () => server.kill() };
}
