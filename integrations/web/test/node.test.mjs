// Tests the entry for Node, and the packed package in a strict TypeScript project and in a Vite build.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import { launch } from "../tools/browser.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hitmask-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const run = (program, args, cwd = folder) =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

test("the packed package", async (t) => {
  const [{ filename }] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder, join(root, "dist")]));
  cpSync(join(root, "test/project"), folder, { recursive: true });
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", "--offline", join(folder, filename)]);

  await t.test("has no dependencies and no sources of the tests", () => {
    const manifest = JSON.parse(readFileSync(join(folder, "node_modules/hitmask/package.json"), "utf8"));
    assert.equal(manifest.dependencies, undefined);
    assert.deepEqual(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")), ["hitmask"]);
  });

  await t.test("runs in Node without a DOM", () => {
    assert.equal(run("node", ["main.mjs"]).trim(), "1 pair, first at 4, 4");
  });

  await t.test("can be imported by a program that never calls init", () => {
    writeFileSync(join(folder, "lazy.mjs"), 'import { Mask } from "hitmask"; console.log(typeof Mask);');
    assert.equal(run("node", ["lazy.mjs"]).trim(), "function");
  });

  await t.test("runs the JavaScript of the README", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    const blocks = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
    assert.ok(blocks.length >= 2);
    const given = `
      const picture = (side) => ({ data: new Uint8Array(4 * side * side).fill(255), width: side, height: side });
      Object.assign(globalThis, { shipImage: picture(32), rockImage: picture(16), sheet: picture(128) });
      let frames = 0;
      globalThis.requestAnimationFrame = (frame) => ++frames < 3 && frame();
      console.log = () => {};
      `;
    blocks.forEach((code, index) => {
      const imports = code.match(/^import .*$/m)[0];
      writeFileSync(join(folder, `readme${index}.mjs`), `${imports}\n${given}\n${code.replace(imports, "")}`);
      run("node", [`readme${index}.mjs`]);
    });
  });

  await t.test("passes the strictest settings of TypeScript", () => {
    run("node", [join(root, "node_modules/typescript/bin/tsc"), "--project", folder]);
  });

  await t.test("works in a Vite build", async () => {
    await build({ root: folder, base: "./", logLevel: "warn", configFile: false });
    const server = await preview({ root: folder, configFile: false, preview: { host: "127.0.0.1" } });
    const browser = await launch();
    const page = await browser.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(server.resolvedUrls.local[0]);
    await page.waitForFunction("document.title !== ''", undefined, { timeout: 20_000 }).catch(() => {});
    assert.deepEqual(faults, []);
    assert.equal(await page.title(), "1 pair, first at 4, 4");
    await browser.close();
    await server.close();
  });
});
