// Builds the npm package in the folder dist: npm run build.
//
// The steps: cargo compiles the module, bindgen writes its JavaScript bindings, wasm-opt makes the module smaller (-O1: higher
// levels gain neither size nor speed), and tsc compiles the TypeScript files.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

function run(program, args, env = {}) {
  execFileSync(program, args, { stdio: "inherit", env: { ...process.env, ...env } });
}

// The features that the module may use. `--all-features` would also let wasm-opt use some that browsers refuse.
const FEATURES = [
  ...["simd", "bulk-memory", "bulk-memory-opt", "sign-ext", "mutable-globals"],
  ...["nontrapping-float-to-int", "multivalue", "reference-types"],
].map((feature) => `--enable-${feature}`);

/** Builds the module and its bindings in a folder. */
export function buildModule(folder, { simd = true } = {}) {
  const target = "wasm32-unknown-unknown";
  const targetFolder = process.env.CARGO_TARGET_DIR ?? "target";
  run("rustup", ["target", "add", target]);
  run("cargo", ["build", "--release", "--locked", "--package", "bindgen"]);
  run("cargo", ["build", "--release", "--locked", "--target", target], {
    RUSTFLAGS: `-C target-feature=${simd ? "+" : "-"}simd128`,
  });
  mkdirSync(folder, { recursive: true });
  run(`${targetFolder}/release/bindgen`, [`${targetFolder}/${target}/release/hitmask_web.wasm`, folder]);
  const module = `${folder}/hitmask_bg.wasm`;
  run("node", ["node_modules/binaryen/bin/wasm-opt", ...FEATURES, "-O1", module, "-o", `${module}.new`]);
  renameSync(`${module}.new`, module);
}

function build() {
  rmSync("dist", { recursive: true, force: true });
  buildModule("ts/wasm");
  run("node", ["node_modules/typescript/bin/tsc"]);
  mkdirSync("dist/wasm", { recursive: true });
  for (const file of ["hitmask.js", "hitmask_bg.wasm"]) copyFileSync(`ts/wasm/${file}`, `dist/wasm/${file}`);
  for (const file of ["README.md", "LICENSE-APACHE", "LICENSE-MIT"]) cpSync(file, `dist/${file}`);
  const version = /^version = "(.*)"/m.exec(readFileSync("Cargo.toml", "utf8"))[1];
  const manifest = { ...JSON.parse(readFileSync("package.dist.json", "utf8")), version };
  writeFileSync("dist/package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  const module = readFileSync("dist/wasm/hitmask_bg.wasm");
  const kilobytes = (bytes) => `${(bytes.length / 1000).toFixed(0)} KB`;
  console.log(
    `The package is in dist. Its module has ${kilobytes(module)}, ` +
      `${kilobytes(gzipSync(module, { level: 9 }))} with gzip, ${kilobytes(brotliCompressSync(module))} with brotli.`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
