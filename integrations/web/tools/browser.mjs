// Starts a headless Chromium, for the tests, the bench and the screenshots.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Returns a running Chromium. The variable CHROMIUM names another program than the one that is found. */
export async function launch(args = []) {
  const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (!executablePath) {
    throw new Error("Chromium is missing: install it, or name the program in the variable CHROMIUM");
  }
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });
}
