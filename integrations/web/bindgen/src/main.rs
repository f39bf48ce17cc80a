//! Generates the JavaScript bindings of a WebAssembly module that uses `wasm-bindgen`, and the TypeScript file of the fields of a sprite:
//!
//! ```text
//! bindgen MODULE.wasm FOLDER
//! bindgen --fields FILE.ts
//! ```
//!
//! It stands in for `wasm-bindgen-cli`, which takes ten times as long to build.

mod fields;

use anyhow::{Context, Result, bail};
use std::{env, fs};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let [_, first, second] = &env::args().collect::<Vec<_>>()[..] else {
        bail!("usage: bindgen MODULE.wasm FOLDER, or bindgen --fields FILE.ts");
    };
    if first == "--fields" {
        return fs::write(second, fields::typescript()).with_context(|| format!("cannot write {second}"));
    }
    Bindgen::new()
        .input_path(first)
        .out_name("hitmask")
        .web(true)?
        .omit_default_module_path(true)
        .typescript(true)
        .generate(second)
        .with_context(|| format!("cannot generate bindings of {first}"))
}
