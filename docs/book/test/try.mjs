// What the tests and the pictures of the page Try share: they start a program, play with it and look at its canvas.
import puppeteer from "puppeteer-core";
import { advice, program } from "../../../integrations/web/tools/needs.mjs";

/** Returns a running Firefox, or `null` with a line that says so. */
export async function launchFirefox() {
  const executablePath = program("FIREFOX");
  if (!executablePath) console.log(`NOT RUN: the programs in Firefox. ${advice("FIREFOX")}`);
  return executablePath && puppeteer.launch({ browser: "firefox", executablePath });
}

export const text = (page, selector) => page.$eval(`.try ${selector}`, (element) => element.textContent.trim());
export const state = (page) => page.$eval(".try", (element) => element.dataset.state);

/** Presses a button, which must not be below the bar of the page. */
export async function press(page, name) {
  const button = await page.evaluateHandle((name) => [...document.querySelectorAll(".try button")].find((button) => button.textContent === name), name);
  await button.evaluate((button) => button.scrollIntoView({ block: "center" }));
  await button.click();
}

export async function waitForState(page, wanted, timeout = 20_000) {
  await page.waitForFunction((wanted) => document.querySelector(".try").dataset.state === wanted, { timeout }, wanted).catch(async () => {
    throw new Error(`the program is not ${wanted}: ${await state(page)}, ${await text(page, ".problem")}`);
  });
}

/** Waits until the editor is there. */
export async function ready(page) {
  await page.waitForSelector(".try");
  await page.$eval(".try .sides", (element) => element.scrollIntoView({ block: "center" }));
  await page.waitForSelector(".try .cm-content", { timeout: 20_000 });
}

/** Returns the code in the editor. What is out of sight is not in the document. */
export const codeOf = (page) => page.$eval(".try .code", (element) => element.editor.get());

/** Puts a code in the place of the one in the editor. */
export const write = (page, code) => page.$eval(".try .code", (element, code) => element.editor.set(code), code);

/** Waits until the program has drawn a number of frames, while the pointer and the keys are used, unless the reader only watches. */
export async function play(page, frames, watches = false) {
  const { x, y, width, height } = await (await page.$(".try .stage")).boundingBox();
  const drawn = () => page.$eval(".try", (element) => Number(element.dataset.frames));
  const deadline = Date.now() + 30_000;
  for (let i = 0; (await drawn()) < frames; i++) {
    if (Date.now() > deadline) throw new Error(`only ${await drawn()} frames: ${await text(page, ".problem")}`);
    if ((await state(page)) === "failed") throw new Error(await text(page, ".problem"));
    if (watches) {
      await new Promise((done) => setTimeout(done, 50));
      continue;
    }
    await page.mouse.move(x + width * (0.2 + 0.6 * ((i * 0.37) % 1)), y + height * (0.2 + 0.6 * ((i * 0.61) % 1)), { steps: 4 });
    if (i % 3 === 1) await page.mouse.click(x + width / 2, y + height / 2);
    await page.keyboard.press(i % 2 ? "ArrowRight" : "ArrowUp");
  }
}

/** The frame of the running program. */
export async function frameOf(page) {
  return (await page.waitForSelector(".try iframe")).contentFrame();
}

/** Returns how many colors the canvas has, and its picture as an address of data. */
export async function look(page) {
  return (await frameOf(page)).evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [400, 300];
    const context = canvas.getContext("2d");
    context.drawImage(document.querySelector("canvas"), 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, 400, 300).data.buffer);
    return { colors: new Set(pixels).size, picture: canvas.toDataURL("image/webp", 0.85) };
  });
}
