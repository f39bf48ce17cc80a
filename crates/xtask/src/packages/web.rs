//! The package for browsers and Node.

use super::{Package, no_arguments, option, target, unknown};
use crate::tools::{Result, failed, need, run};
use std::path::Path;

pub(crate) const PACKAGE: Package = Package {
    name: "web",
    about: "the package for browsers and Node",
    help: "\
build            installs the tools with npm, and builds the package into integrations/web/dist
test [--demo]    passes the tests in Chromium and Node, and those of `mask` and `world` on WebAssembly; with --demo,
                 the demo, the examples and the programs of the book in Chromium
demo             builds the demo and serves it at an address that it prints
bench [ARG...]   measures in Chromium: the arguments are those of tools/bench.mjs

It needs Node 20 or later, Rust with the target wasm32-unknown-unknown, and Chromium. Without Firefox, its tests do not run.",
    run: command,
};

fn command(root: &Path, command: &str, arguments: &[String]) -> Result<()> {
    let folder = root.join("integrations/web");
    let node = |words: &[&str]| run("node").args(words).at(&folder);
    match command {
        "build" => {
            no_arguments(command, arguments)?;
            build(root)
        }
        "test" => {
            let is_demo = option("test web", arguments, "--demo")?;
            build(root)?;
            node(&["tools/needs.mjs", "CHROMIUM"]).go()?;
            if !is_demo {
                units(root)?;
                return tests(&folder, &["calls", "browser", "node", "missing"]);
            }
            tests(&folder, &["demo", "examples", "book"])?;
            node(&["node_modules/typescript/bin/tsc", "--noEmit", "-p", "demo"]).go()?;
            node(&["tools/bench.mjs", "--quick"]).go()
        }
        "demo" => {
            no_arguments(command, arguments)?;
            build(root)?;
            node(&["node_modules/vite/bin/vite.js", "build", "demo"]).go()?;
            node(&["node_modules/vite/bin/vite.js", "preview", "demo", "--logLevel", "info"]).go()
        }
        "bench" => {
            build(root)?;
            node(&["tools/needs.mjs", "CHROMIUM"]).go()?;
            run("node").arg("tools/bench.mjs").args(arguments).at(&folder).go()
        }
        _ => Err(unknown(&PACKAGE, command)),
    }
}

/// Builds the package.
pub(super) fn build(root: &Path) -> Result<()> {
    need(&["cargo", "node", "npm"])?;
    let folder = root.join("integrations/web");
    run("npm").args(["ci", "--silent", "--no-audit", "--no-fund"]).at(&folder).aside()?;
    run("npm").args(["run", "build"]).at(&folder).aside()
}

fn tests(folder: &Path, names: &[&str]) -> Result<()> {
    let files = names.iter().map(|name| format!("test/{name}.test.mjs"));
    run("node").args(["--test", "--test-reporter=spec"]).args(files).at(folder).go()
}

/// The unit tests of `mask` and `world`, with the features and the vectors of the package.
fn units(root: &Path) -> Result<()> {
    let (sysroot, version) = (run("rustc").args(["--print", "sysroot"]).output()?, run("rustc").arg("-vV").output()?);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or_else(|| failed("rustc -vV names no host"))?;
    let libraries = Path::new(sysroot.trim()).join("lib/rustlib");
    if !libraries.join("wasm32-wasip1").is_dir() {
        println!("NOT RUN: unit tests on WebAssembly: the target is missing: rustup target add wasm32-wasip1");
        return Ok(());
    }
    let linker = libraries.join(host).join("bin").join(format!("rust-lld{}", std::env::consts::EXE_SUFFIX));
    let runner = format!("node --no-warnings {}", root.join(".ci/wasi.mjs").display());
    let tests = ["test", "--quiet", "--locked", "--target", "wasm32-wasip1", "--lib", "-p", "hitmask-mask"];
    let features = ["-p", "hitmask-world", "--no-default-features", "--features", "hitmask-mask/std"];
    let cargo = run("cargo").args(tests).args(features).at(root).env("CARGO_TARGET_DIR", target(root));
    let cargo = cargo.env("CARGO_TARGET_WASM32_WASIP1_LINKER", linker).env("CARGO_PROFILE_DEV_DEBUG", "0");
    let cargo = cargo.env("CARGO_TARGET_WASM32_WASIP1_RUNNER", runner);
    cargo.env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", "-C target-feature=+simd128").go()
}
