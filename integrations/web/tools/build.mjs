// Builds the npm package in the folder dist: npm run build.
//
// The steps: cargo compiles each module, bindgen writes its JavaScript bindings and the fields of sprites, wasm-opt makes it smaller, tsc compiles the
// TypeScript files, and Vite puts all that a page with Phaser needs into one script.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build as bundle, minifySync } from "vite";
import { named } from "./order.mjs";

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

const targetFolder = process.env.CARGO_TARGET_DIR ?? "target";
const bindgen = (...args) => run(`${targetFolder}/release/bindgen`, args);

/** Builds a module and its bindings in a folder. */
export function buildModule(folder, { simd = true, features = ["world"] } = {}) {
  const target = "wasm32-unknown-unknown";
  run("rustup", ["target", "add", target]);
  run("cargo", ["build", "--release", "--locked", "--package", "bindgen"]);
  const only = ["--no-default-features", "--features", features.join()];
  run("cargo", ["build", "--release", "--locked", "--target", target, ...only], {
    RUSTFLAGS: [`-C target-feature=${simd ? "+" : "-"}simd128`, ...SMALL].join(" "),
  });
  mkdirSync(folder, { recursive: true });
  bindgen(`${targetFolder}/${target}/release/hitmask_web.wasm`, folder);
  const module = `${folder}/hitmask_bg.wasm`;
  const inline = features.includes("sheets") ? [] : INLINE_TINY; // Reading files takes few calls, but 8 KB more.
  optimize(module, ...inline, "-O1", "--merge-similar-functions", "--rse", "--vacuum", "--merge-blocks");
  writeFileSync(module, named(readFileSync(module)));
  optimize(module, "-g", "--reorder-functions-by-name");
  optimize(module, "--strip-debug");
}

// wasm-bindgen borrows and releases each object of a call in tiny functions. Inlined, they make a pair of small masks a fifth
// faster, and the module 0.7 % larger with gzip. Other functions are not inlined again.
const INLINE_TINY = ["--inlining-optimizing", "-aimfs", "16", "-fimfs", "0", "-ocimfs", "0"];

function optimize(module, ...passes) {
  run("node", ["node_modules/binaryen/bin/wasm-opt", ...FEATURES, ...passes, module, "-o", `${module}.new`]);
  renameSync(`${module}.new`, module);
}

// Inlining and copies of loops make the module a tenth larger, and a step no faster (a test of large masks is even faster). What is hot is marked in the libraries. The
// paths of this machine would be in the messages of panics.
const SMALL = [
  ...["-C llvm-args=-inline-threshold=10", "-C no-vectorize-loops", "-C no-vectorize-slp"],
  ...[`--remap-path-prefix=${fileURLToPath(new URL("../../..", import.meta.url))}=`, `--remap-path-prefix=${homedir()}=`],
];

/** The files of a module in `dist`. */
const WASM = ["hitmask.js", "hitmask_bg.wasm"];

function copyWasm(from, to) {
  mkdirSync(to, { recursive: true });
  for (const file of WASM) copyFileSync(`${from}/${file}`, `${to}/${file}`);
}

/** Returns the compiled files that files import, and themselves. */
function closure(files) {
  const found = new Set(files);
  for (const file of found) {
    for (const [, name] of readFileSync(`dist/${file}.js`, "utf8").matchAll(/from "\.\/([^"]+)\.js"/g)) {
      if (!name.startsWith("wasm/")) found.add(name);
    }
    for (const [, name] of readFileSync(`dist/${file}.d.ts`, "utf8").matchAll(/from "\.\/([^"]+)\.js"/g)) {
      if (!name.startsWith("wasm/")) found.add(name);
    }
  }
  return found;
}

/** Makes `hitmask/mask`: the files of masks once more, with a module that has no worlds. */
function buildMaskEntry() {
  mkdirSync("dist/mask");
  const files = [...closure(["mask-api", "instance"]), "index", "node"];
  for (const file of files) {
    const name = file === "mask-api" ? "api" : file;
    for (const ending of ["js", "d.ts"]) copyFileSync(`dist/${file}.${ending}`, `dist/mask/${name}.${ending}`);
  }
  for (const ending of ["js", "d.ts"]) rmSync(`dist/mask-api.${ending}`);
  copyWasm("build/mask", "dist/mask/wasm");
}

/** Makes the script for pages without modules. */
async function buildScript() {
  await bundle({
    configFile: false,
    logLevel: "warn",
    build: {
      lib: { entry: "dist/script-phaser.js", formats: ["iife"], name: "hitmask", fileName: () => "hitmask-phaser.js" },
      outDir: "dist/script",
      target: "es2022",
    },
  });
  for (const ending of ["js", "d.ts"]) rmSync(`dist/script-phaser.${ending}`);
}

/** Drops comments and blanks from the scripts, which makes the download a tenth smaller. The types keep their comments; names stay, because errors show them. */
function minifyScripts() {
  for (const file of readdirSync("dist", { recursive: true })) {
    if (!file.endsWith(".js") || file.startsWith("script")) continue;
    const names = { function: true, class: true };
    const options = { module: true, compress: { target: "es2022", keepNames: names }, mangle: { toplevel: false, keepNames: names } };
    const { code, errors } = minifySync(file, readFileSync(`dist/${file}`, "utf8"), options);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
    writeFileSync(`dist/${file}`, code);
  }
}

/** Returns the addresses of the project. The workspace of the repository has them once, for all packages. */
function addresses() {
  const workspace = readFileSync("../../Cargo.toml", "utf8");
  const [, url] = /^repository = "(.*)"/m.exec(workspace) ?? [];
  const [, homepage] = /^homepage = "(.*)"/m.exec(workspace) ?? [];
  const repository = { type: "git", url, directory: "integrations/web" };
  return { ...(url && { repository, bugs: `${url}/issues` }), ...(homepage && { homepage }) };
}

async function build() {
  rmSync("dist", { recursive: true, force: true });
  buildModule("build/mask", { features: ["masks"] });
  buildModule("ts/sheets/wasm", { features: ["sheets"] });
  buildModule("ts/wasm");
  bindgen("--fields", "ts/wasm/fields.ts");
  // The module of sheets is an instance of its own.
  for (const file of ["instance", "stack"]) copyFileSync(`ts/${file}.ts`, `ts/sheets/${file}.ts`);
  run("node", ["node_modules/typescript/bin/tsc"]);
  copyWasm("ts/wasm", "dist/wasm");
  copyWasm("ts/sheets/wasm", "dist/sheets/wasm");
  buildMaskEntry();
  await buildScript();
  minifyScripts();
  for (const file of ["README.md", "LICENSE-APACHE", "LICENSE-MIT", "docs"]) cpSync(file, `dist/${file}`, { recursive: true });
  const version = /^version = "(.*)"/m.exec(readFileSync("Cargo.toml", "utf8"))[1];
  const manifest = { ...JSON.parse(readFileSync("package.dist.json", "utf8")), version, ...addresses() };
  writeFileSync("dist/package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  console.log("The package is in dist.");
  for (const [what, folder] of [["hitmask", "dist/wasm"], ["hitmask/mask", "dist/mask/wasm"], ["hitmask/sheets", "dist/sheets/wasm"]]) {
    const module = readFileSync(`${folder}/hitmask_bg.wasm`);
    const kilobytes = (bytes) => `${(bytes.length / 1000).toFixed(0)} KB`;
    const [gzip, brotli] = [gzipSync(module, { level: 9, memLevel: 9 }), brotliCompressSync(module)].map(kilobytes);
    console.log(`  The module of ${what} has ${kilobytes(module)}, ${gzip} with gzip, ${brotli} with brotli.`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
