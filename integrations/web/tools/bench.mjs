// Prints the tables of docs/speed.md: npm run bench. With --quick, runs each case briefly and prints no ratios to trust.
//
// Each case runs in a page of its own in Chromium. All contenders of a case work on equal positions in turn, and their
// answers are checked for equality.
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { launch } from "./browser.mjs";
import { buildModule } from "./build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const quick = process.argv.includes("--quick");

// The clock of a page is coarse unless the page is isolated from other origins.
const headers = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const browser = await launch();
const server = await createServer({ configFile: `${root}vite.config.mjs`, server: { headers } });
await server.listen();

/** Runs a function of bench/index.html in a new page, and returns the median time of each contender. */
async function measure(name, args, module) {
  const page = await browser.newPage();
  await page.goto(`${server.resolvedUrls.local[0]}bench/index.html${module ? `?module=${module}` : ""}`);
  await page.waitForFunction("window.bench");
  const times = await page.evaluate(([name, args]) => window.bench[name](...args), [name, args]);
  await page.close();
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  return Object.fromEntries(Object.entries(times).map(([who, list]) => [who, median(list)]));
}

const format = (number, digits = 3) => Number(number.toPrecision(digits)).toLocaleString("en-US");

function print(title, unit, rows) {
  console.log(`\n${title}, ${unit} (in brackets: times as long as hitmask)`);
  for (const [label, times] of rows) {
    const cells = Object.entries(times).map(([who, time]) =>
      who === "hitmask" ? `${who} ${format(time)}` : `${who} ${format(time)} (${format(time / times.hitmask)})`,
    );
    console.log(`  ${label.padEnd(24)} ${cells.join("   ")}`);
  }
}

console.log(`${cpus()[0].model}, Chromium ${browser.version()}${quick ? ", quick" : ""}`);

const rounds = (count) => (quick ? 5 : count);
const sizes = quick ? [1000, 10_000] : [1000, 10_000, 100_000];
const steps = [];
for (const count of sizes) {
  steps.push([`${format(count)} sprites`, await measure("steps", [count, 32, rounds(3_000_000 / count), true])]);
}
print("A step of sprites of 32 px that move", "ms", steps);

const cases = [["rocks", 256], ["rocks", 32], ["checkerboards", 256], ["checkerboards", 32]];
const rows = [];
for (const [kind, size] of cases) {
  rows.push([`${kind} of ${size} px`, await measure("pairs", [kind, size, rounds(25)])]);
}
print("A pair", "ns", rows);

buildModule("build/no-simd", { simd: false });
const simd = [];
for (const count of [10_000]) {
  const plain = await measure("steps", [count, 32, rounds(200), false], "/build/no-simd/hitmask_bg.wasm");
  const { hitmask } = await measure("steps", [count, 32, rounds(200), false]);
  simd.push([`${format(count)} sprites`, { hitmask, "without SIMD": plain.hitmask }]);
}
print("A step with and without SIMD", "ms", simd);

await browser.close();
await server.close();
