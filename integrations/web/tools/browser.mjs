// Starts headless browsers, for the tests, the bench and the screenshots.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const places = {
  CHROMIUM: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  FIREFOX: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
};

/** Returns the program of a browser. A variable of the environment names another than the one that is found. */
function program(variable) {
  return process.env[variable] ?? places[variable].find((place) => existsSync(place));
}

/** Returns a running Chromium. */
export async function launch(args = []) {
  const executablePath = program("CHROMIUM");
  if (!executablePath) {
    throw new Error("Chromium is missing: install it, or name the program in the variable CHROMIUM");
  }
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
