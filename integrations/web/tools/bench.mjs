// Measures what docs/speed.md shows: npm run bench. With --quick, runs each case briefly and prints no ratios to trust. With --json, prints
// one object a line: {"suite","case","n","who","ns","answer"}. With --simd, also builds a module without SIMD and compares it.
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
const json = process.argv.includes("--json");

// The clock of a page is coarse unless the page is isolated from other origins.
const headers = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const browser = await launch();
const server = await createServer({ configFile: `${root}vite.config.mjs`, server: { headers } });
await server.listen();

/** Runs a function of bench/index.html in a new page, and returns the median time of each contender and the answer of all. */
async function measure(name, args, module) {
  const page = await browser.newPage();
  await page.goto(`${server.resolvedUrls.local[0]}bench/index.html${module ? `?module=${module}` : ""}`);
  await page.waitForFunction("window.bench");
  const { times, answer } = await page.evaluate(([name, args]) => window.bench[name](...args), [name, args]);
  await page.close();
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  return { times: Object.fromEntries(Object.entries(times).map(([who, list]) => [who, median(list)])), answer };
}

const format = (number, digits = 3) => Number(number.toPrecision(digits)).toLocaleString("en-US");

/** Prints rows, whose times have a unit, as a table or as objects. */
function print(title, unit, rows) {
  if (json) {
    const scale = unit === "ms" ? 1e6 : 1;
    for (const { name, n, times, answer } of rows) {
      for (const [who, time] of Object.entries(times)) {
        console.log(JSON.stringify({ suite: "web", case: name, n, who, ns: Number((scale * time).toPrecision(6)), answer }));
      }
    }
    return;
  }
  console.log(`\n${title}, ${unit} (in brackets: times as long as hitmask)`);
  for (const { label, times } of rows) {
    const cells = Object.entries(times).map(([who, time]) =>
      who === "hitmask" ? `${who} ${format(time)}` : `${who} ${format(time)} (${format(time / times.hitmask)})`,
    );
    console.log(`  ${label.padEnd(24)} ${cells.join("   ")}`);
  }
}

if (!json) console.log(`${cpus()[0].model}, Chromium ${browser.version()}${quick ? ", quick" : ""}`);

const rounds = (count) => (quick ? 5 : count);
const sizes = quick ? [1000, 10_000] : [1000, 10_000, 100_000];
const steps = [];
for (const count of sizes) {
  const measured = await measure("steps", [count, 32, rounds(3_000_000 / count), true]);
  steps.push({ name: `step-${count}`, label: `${format(count)} sprites`, n: count, ...measured });
}
print("A step of sprites of 32 px that move", "ms", steps);

const cases = [["rocks", 256], ["rocks", 32], ["checkerboards", 256], ["checkerboards", 32]];
const rows = [];
for (const [kind, size] of cases) {
  const measured = await measure("pairs", [kind, size, rounds(25)]);
  rows.push({ name: `pair-${kind}-${size}`, label: `${kind} of ${size} px`, n: size, ...measured });
}
print("A pair", "ns", rows);

if (process.argv.includes("--simd")) {
  buildModule("build/no-simd", { simd: false });
  const plain = await measure("steps", [10_000, 32, rounds(200), false], "/build/no-simd/hitmask_bg.wasm");
  const { times, answer } = await measure("steps", [10_000, 32, rounds(200), false]);
  if (plain.answer !== answer) throw new Error(`without SIMD ${plain.answer} pairs, with it ${answer}`);
  const both = { hitmask: times.hitmask, "no-simd": plain.times.hitmask };
  const row = { name: "simd-10000", label: "10,000 sprites", n: 10_000, times: both, answer };
  print("A step with and without SIMD", "ms", [row]);
}

await browser.close();
await server.close();
