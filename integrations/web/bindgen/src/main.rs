//! Generates the JavaScript bindings of a WebAssembly module that uses `wasm-bindgen`:
//!
//! ```text
//! bindgen MODULE.wasm FOLDER
//! ```
//!
//! It stands in for `wasm-bindgen-cli`, which takes ten times as long to build.

use anyhow::{Context, Result, bail};
use std::env;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let [_, module, folder] = &env::args().collect::<Vec<_>>()[..] else {
        bail!("usage: bindgen MODULE.wasm FOLDER");
    };
    Bindgen::new()
        .input_path(module)
        .out_name("hitmask")
        .web(true)?
        .omit_default_module_path(true)
        .typescript(true)
        .generate(folder)
        .with_context(|| format!("cannot generate bindings of {module}"))
}
