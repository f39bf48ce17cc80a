// Without a browser, each command ends, and says what to install.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs a command without browsers. A command that does not end in time is killed, and has no status. */
function run(command, env = {}, seconds = 90) {
  const [program, ...args] = command.split(" ");
  const without = { ...process.env, CHROMIUM: "", FIREFOX: "", NODE_TEST_CONTEXT: undefined, ...env };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, env: without, encoding: "utf8", timeout: 1000 * seconds });
  return { status, output: `${stdout}${stderr}` };
}

const advice = /Chromium is missing: install Chromium \(on Debian: apt-get install chromium\), or name its program in the variable CHROMIUM/;

for (const command of ["npm test", "npm run bench", "node tools/bench.mjs", "node tools/screenshots.mjs"]) {
  test(`without Chromium, ${command} says so before it does anything`, () => {
    const { status, output } = run(command, {}, 20);
    assert.match(output, advice);
    assert.equal(status, 1);
    assert.doesNotMatch(output, /tools\/build|node --test/);
  });
}

for (const name of ["browser", "examples", "demo", "node"]) {
  test(`without Chromium, test/${name}.test.mjs fails and ends`, () => {
    const { status, output } = run(`node --test test/${name}.test.mjs`, { ONLY: "load" });
    assert.match(output, advice);
    assert.equal(status, 1);
  });
}

test("without Firefox, its tests are not run, and say so", () => {
  const { status, output } = run("node --test --test-reporter=spec test/browser.test.mjs", { BROWSER: "Firefox" });
  assert.match(output, /NOT RUN: Firefox is missing: install Firefox \(on Debian: apt-get install firefox-esr xvfb\), or name/);
  assert.equal(status, 0);
});

test("a variable that names no program is named", () => {
  const { status, output } = run("npm test", { CHROMIUM: "/no/such/program" }, 20);
  assert.match(output, /CHROMIUM names \/no\/such\/program, which does not exist/);
  assert.equal(status, 1);
});

test("without Rust, npm run demo and npm run build say so", () => {
  const { status, output } = run(`${process.execPath} tools/needs.mjs`, { PATH: "/no/such/folder" }, 20);
  assert.match(output, /Rust is missing: install it with rustup/);
  assert.equal(status, 1);
});
