// The page Try: its programs run in two browsers, readers change them, and a program can do nothing to the page.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { launch, open, serve } from "./browser.mjs";
import { codeOf, frameOf, launchFirefox, look, play, press, ready, state, text, waitForState, write } from "./try.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = new URL("../programs/browser/try/", import.meta.url);
const names = (await readdir(folder)).map((name) => name.replace(/\.js$/, ""));
const site = await serve();
const browsers = { Chromium: await launch(), Firefox: await launchFirefox() };
const chromium = browsers.Chromium;
after(async () => {
  for (const browser of Object.values(browsers)) await browser?.close();
  site.close();
});

/** Opens the page Try with its editor. */
async function visit(browser, path = "try", width = 1280) {
  const opened = await open(browser, `${site.address}${path}`, width);
  await ready(opened.page);
  return opened;
}

test("the page lists each program once, and a program fits the editor", async () => {
  const { page } = await visit(chromium);
  const listed = await page.$$eval(".try option", (options) => options.map(({ value }) => value));
  assert.deepEqual([...listed].sort(), [...names].sort());
  assert.equal(listed.length, 15);
  for (const name of names) {
    await page.select(".try select", name);
    const lines = (await codeOf(page)).trimEnd().split("\n");
    const wide = lines.filter((line) => line.length > 66);
    assert.deepEqual(lines.filter((line) => line.includes("region")), []);
    const most = name.startsWith("game") ? 210 : 64; // the first game grows from step to step
    assert.ok(lines.length >= 30 && lines.length <= most && wide.length === 0, `${name}: ${lines.length} lines, too wide: ${wide}`);
  }
  await page.close();
});

for (const [name, browser] of Object.entries(browsers)) {
  for (const program of names) {
    test(`${program} runs in ${name}`, { skip: !browser }, async () => {
      const { page, faults } = await visit(browser);
      await page.select(".try select", program);
      await press(page, "Run");
      await play(page, 60);
      // Firefox shows what a worker has drawn a little later.
      let colors = 0;
      for (let i = 0; i < 50 && colors < 3; i++) ({ colors } = await look(page));
      assert.ok(colors >= 3, `the canvas has ${colors} colors`);
      assert.equal(await state(page), "running");
      assert.deepEqual(faults, []);
      await press(page, "Stop");
      assert.equal(await page.$(".try iframe"), null);
      await page.close();
    });
  }

  test(`${name}: an edit changes what runs, and Reset takes it back`, { skip: !browser }, async () => {
    const { page } = await visit(browser);
    const original = await codeOf(page);
    await write(page, 'import init, { Mask } from "hitmask";\nawait init();\nconst mask = new Mask(3, 2, true);\nconsole.log("count", mask.count(), [1.23456, { a: 1 }]);\nframe(() => context.fillRect(0, 0, 9, 9));');
    await press(page, "Run");
    await waitForState(page, "running");
    await page.waitForFunction(() => document.querySelector(".try .printed").textContent.includes("count"));
    assert.equal(await text(page, ".printed"), "count 6 [1.235, {a: 1}]");
    await page.click(".try .cm-line");
    await page.keyboard.press("Home");
    await page.keyboard.type("console.log('typed'); ");
    await press(page, "Run");
    await page.waitForFunction(() => document.querySelector(".try .printed").textContent.startsWith("typed"));
    await press(page, "Reset");
    assert.equal(await codeOf(page), original);
    assert.equal(await page.$(".try iframe"), null);
    await page.close();
  });

  const faulty = [
    ["syntax", 'import { Mask } from "hitmask";\nconst mask = new Mask(2, 2);\nlet a = ;\n', /^Line 3: SyntaxError: /],
    ["a bracket that is missing", 'import { Mask } from "hitmask";\nframe(() => {\n  context.fillRect(0, 0, 1, 1);\n', /^Line [34]: SyntaxError: /],
    ["an exception", 'const a = 1;\n\nnull.x;\n', /^Line 3: TypeError: .*null/],
    ["an exception in a frame", 'let a = 1;\nframe((step) => {\n  context.fillRect(0, 0, 9, 9);\n  if (step === 3) missing();\n});', /^Line 4: ReferenceError: missing is not defined/],
    ["a rejected promise", '\nconst later = async () => {\n  throw new RangeError("too far");\n};\nlater();\n', /^Line 3: RangeError: too far/],
    ["an error of hitmask", 'import { World } from "hitmask";\nconst world = new World();\n\nworld.moveTo(7, 0, 0);\n', /^Line 4: \w*Error: .*7/],
    ["an unknown option", 'import { Mask, World } from "hitmask";\nconst world = new World();\nworld.spawn(world.addMask(new Mask(1, 1)), 0, 0, {\n  layer: 2 });\n', /^Line 3: TypeError: unknown option "layer"/],
    ["a name that hitmask lacks", 'import {\n  Mask, Masque,\n} from "hitmask";\n', /^Line 2: Error: hitmask has no export with the name Masque/],
    ["another package", '\nimport Phaser from "phaser";\n', /^Line 2: Error: here a program can import "hitmask" only, got "phaser"/],
    ["a picture that is missing", '\nconst a = 2;\nawait picture("nothing.png");\n', /^Line 3: Error: there is no picture "nothing.png"/],
    ["the network", '\nawait fetch("https://example.com/");\n', /^(Line 2: )?TypeError: /],
  ];
  test(`${name}: an error is told with its line`, { skip: !browser }, async () => {
    const { page } = await open(browser, `${site.address}try`, 1280);
    await ready(page);
    for (const [kind, code, expected] of faulty) {
      await write(page, code);
      await press(page, "Run");
      await waitForState(page, "failed");
      const told = await text(page, ".problem");
      assert.match(told, expected, kind);
      const line = /^Line (\d+)/.exec(told)?.[1];
      const marked = await page.$$eval(".try .cm-fault", (lines) => lines.map((line) => [...line.parentNode.children].indexOf(line) + 1));
      assert.deepEqual(marked, line ? [Number(line)] : [], `${kind}: ${told}`);
    }
    assert.equal(await page.$eval(".try .problem", (element) => element.getAttribute("role")), "alert");
    await page.close();
  });

  for (const code of ["console.log('loops');\nfor (;;);", "console.log('loops');\nfor (let i = 0; ; i++) console.log(i);", "frame((step) => {\n  context.fillRect(step, 0, 9, 9);\n  while (step > 5);\n});"]) {
    test(`${name}: the page is alive in an endless loop: ${code.split("\n")[1]}`, { skip: !browser }, async () => {
      const { page } = await visit(browser);
      const original = await codeOf(page);
      await write(page, code);
      await press(page, "Run");
      await waitForState(page, "running");
      await page.waitForFunction(() => document.querySelector(".try .state").textContent.includes("does not answer") || document.querySelector(".try .printed").children.length > 150, { timeout: 20_000 });
      const start = Date.now();
      await press(page, "Reset");
      assert.equal(await page.$(".try iframe"), null);
      assert.equal(await codeOf(page), original);
      const took = Date.now() - start;
      assert.ok(took < 2000, `Reset took ${took} ms`);
      // And a program runs again.
      await press(page, "Run");
      await play(page, 10);
      await page.close();
    });
  }

  test(`${name}: a shared address shows the code, and runs it after a press`, { skip: !browser }, async () => {
    const { page } = await visit(browser, "cookbook/maze");
    const code = "// Größe ✓\nconsole.log('shared');\nframe(() => context.fillRect(0, 0, 50, 50));\n";
    await write(page, code);
    await press(page, "Share");
    await page.waitForSelector(".try .address input");
    const address = await page.$eval(".try .address input", (input) => input.value);
    assert.match(address, /\/try#code=[\w-]+$/);
    await page.close();
    const { page: other, faults } = await visit(browser, address.slice(site.address.length));
    await other.waitForFunction(() => document.querySelector(".try .cm-content").textContent.includes("shared"));
    assert.equal(await codeOf(other), code);
    assert.equal(await state(other), "idle");
    assert.equal(await other.$(".try iframe"), null);
    assert.match(await text(other, ".hint"), /comes from a link/);
    await press(other, "Run");
    await play(other, 5);
    assert.equal(await text(other, ".printed"), "shared");
    assert.deepEqual(faults, []);
    await other.close();
  });

  test(`${name}: a program has no network, no page and no storage`, { skip: !browser }, async () => {
    const { page } = await visit(browser);
    const tried = ["parent.document", "top.location", "document.cookie", "localStorage.length", "self.postMessage(1)", "opener.location"];
    const asked = ["fetch('/index.html')", `fetch('${site.address}')`, "import('https://example.com/x.js')", "new Promise((done, fail) => { const all = indexedDB.open('x'); all.onsuccess = done; all.onerror = () => fail(all.error); })", "caches.keys()"];
    await write(page, `${tried.map((what) => `try { ${what}; console.log("reached", ${JSON.stringify(what)}); } catch {}`).join("\n")}
${asked.map((what) => `await (async () => ${what})().then(() => console.log("reached", ${JSON.stringify(what)}), () => {});`).join("\n")}
try { importScripts("${site.address}index.html"); console.log("reached importScripts"); } catch {}
console.log("origin", self.origin);
frame(() => context.fillRect(0, 0, 9, 9));`);
    await press(page, "Run");
    await play(page, 2);
    await page.waitForFunction(() => document.querySelector(".try .printed").textContent.includes("origin"));
    assert.equal(await text(page, ".printed"), "origin null");
    assert.equal(await page.$eval(".try iframe", (frame) => frame.getAttribute("sandbox")), "allow-scripts");
    // Nor has the frame.
    const frame = await frameOf(page);
    const reached = await frame.evaluate(async () => {
      const found = [];
      for (const [name, reach] of Object.entries({
        page: () => parent.document.title, cookie: () => document.cookie, storage: () => localStorage.length, session: () => sessionStorage.length,
      })) {
        try {
          found.push(`${name}: ${reach()}`);
        } catch (error) {
          if (error.name !== "SecurityError") found.push(`${name}: ${error}`);
        }
      }
      await fetch("/index.html").then(() => found.push("fetch"), () => {});
      return found;
    });
    assert.deepEqual(reached, []);
    await page.close();
  });
}

test("a run asks for the module and the pictures of the program, once, and for nothing else", async () => {
  const { page } = await visit(chromium);
  const asked = [];
  page.on("request", (request) => request.url().startsWith("http") && asked.push(new URL(request.url()).pathname));
  await press(page, "Run");
  await play(page, 10);
  const first = asked.splice(0).map((path) => path.replace(/\.[\w-]{8}\./, "."));
  assert.deepEqual(first.sort(), ["/art/rock.png", "/art/ship.png", "/assets/chunks/frame.js", "/assets/chunks/worker.js", "/assets/hitmask_bg.wasm"].sort());
  await press(page, "Run");
  await play(page, 10);
  assert.deepEqual(asked.filter((path) => !path.startsWith("/art/")), []);
  await page.close();
});

test("pages without a program load neither the editor nor the programs", async () => {
  const page = await chromium.newPage();
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const path of ["", "guide/pair", "cookbook/towers"]) await page.goto(`${site.address}${path}`, { waitUntil: "networkidle0" });
  assert.ok(asked.length > 10);
  assert.deepEqual(asked.filter((url) => /editor|\/Try\.|worker|frame\./.test(url) && !url.includes("framework")), []);
  await page.close();
});

test("with the keyboard alone: run, play, come back, edit, leave the editor, stop", async () => {
  const { page } = await visit(chromium);
  const focused = () => page.evaluate(() => document.activeElement.closest(".cm-content") ? "editor" : document.activeElement.tagName === "IFRAME" ? "picture" : document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);
  await page.focus(".try select");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "Run");
  await page.keyboard.press("Enter");
  await waitForState(page, "running");
  assert.equal(await focused(), "picture");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement.textContent === "Run");
  const order = [];
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("Tab");
    order.push(await focused());
  }
  assert.deepEqual(order, ["Stop", "Reset", "Share", "editor"]);
  await page.keyboard.down("Control");
  await page.keyboard.press("Home");
  await page.keyboard.up("Control");
  await page.keyboard.press("Tab"); // indents
  assert.equal(await focused(), "editor");
  assert.match(await page.$eval(".try .cm-line", (line) => line.textContent), /^\s+import/);
  await page.keyboard.type("console.log('typed'); ");
  await page.keyboard.down("Control");
  await page.keyboard.press("Enter");
  await page.keyboard.up("Control");
  await page.waitForFunction(() => document.querySelector(".try .printed").textContent.includes("typed"));
  await page.focus(".try .cm-content");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "picture");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "What the program prints");
  await page.focus(".try .run");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  assert.equal(await state(page), "stopped");
  assert.equal(await focused(), "Stop");
  await page.close();
});

for (const scheme of ["light", "dark"]) {
  for (const [path, width] of [["try", 1280], ["try", 390], ["cookbook/maze", 1280], ["cookbook/maze", 390]]) {
    test(`${path}, ${scheme}, ${width} px: axe finds nothing, and nothing is too wide`, async () => {
      const page = await chromium.newPage();
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.setViewport({ width, height: 844 });
      await page.goto(`${site.address}${path}`, { waitUntil: "load" });
      await ready(page);
      await write(page, "console.log(1);\nnull.x;");
      await press(page, "Run");
      await waitForState(page, "failed");
      await press(page, "Share");
      await page.waitForSelector(".try .address input");
      await page.evaluate(axe);
      const { violations, passes } = await page.evaluate(() => window.axe.run(document.querySelector(".try")));
      assert.ok(passes.length > 10, `axe tried only ${passes.length} rules`);
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join("; ")}`), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
      const [code, stage] = await page.evaluate(() => [".code", ".stage"].map((name) => document.querySelector(`.try ${name}`).getBoundingClientRect().toJSON()));
      if (width > 1000) assert.ok(stage.left >= code.right && Math.abs(stage.top - code.top) < 2, "the picture is not beside the code");
      else assert.ok(stage.top >= code.bottom, "the picture is not below the code");
      await page.close();
    });
  }
}

test("without WebAssembly, or with a broken module, words and a picture stand in", async () => {
  const wrong = [
    ["a browser without WebAssembly", (page) => page.evaluateOnNewDocument(() => delete window.WebAssembly), /needs WebAssembly/],
    ["a module that is missing", (page) => intercept(page, { status: 404, body: "" }), /module cannot be loaded: 404/],
    ["a module that is a page", (page) => intercept(page, { status: 200, body: "<html>" }), /got a page \(HTML\) instead of its module/],
    ["a module that is broken", (page) => intercept(page, { status: 200, body: "\0asm" }), /the module given to init is not the one of this version/],
  ];
  async function intercept(page, answer) {
    await page.setRequestInterception(true);
    page.on("request", (request) => (request.url().includes(".wasm") ? request.respond(answer) : request.continue()));
  }
  for (const [what, prepare, expected] of wrong) {
    const page = await chromium.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await prepare(page);
    await page.goto(`${site.address}try`, { waitUntil: "load" });
    await ready(page);
    await press(page, "Run");
    await waitForState(page, "failed");
    assert.match(await text(page, ".problem"), expected, what);
    const image = await page.$eval(".try .stage img", (image) => ({ width: image.naturalWidth, display: getComputedStyle(image).display }));
    assert.equal(image.width, 400, what);
    assert.notEqual(image.display, "none", what);
    await page.close();
  }
});

test("without JavaScript, the code and a picture can be read", async () => {
  const page = await chromium.newPage();
  await page.setJavaScriptEnabled(false);
  for (const path of ["try", "cookbook/maze"]) {
    await page.goto(`${site.address}${path}`, { waitUntil: "load" });
    assert.match(await text(page, ".code"), /^import \{ Mask, World \} from "hitmask"/);
    assert.ok(await page.$(".try .stage img"));
  }
  await page.close();
});
