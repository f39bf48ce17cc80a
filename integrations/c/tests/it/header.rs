//! The header, and what LuaJIT reads of it, are made from the sources, and are the same in the repository.

use std::{env, fs, path::Path};

#[test]
fn the_header_is_that_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_root_or_default(root);
    let bindings = cbindgen::Builder::new().with_crate(root).with_config(config).generate().unwrap();
    let mut made = Vec::new();
    bindings.write(&mut made);
    let made = String::from_utf8(made).unwrap();
    for (path, made) in [("include/hitmask.h", made.clone()), ("lua/hitmask_ffi.lua", lua(&made))] {
        let path = root.join(path);
        if env::var_os("HITMASK_WRITE_HEADER").is_some() {
            fs::write(&path, &made).unwrap();
        }
        let known = fs::read_to_string(&path).unwrap_or_default();
        assert!(known == made, "{} is old: HITMASK_WRITE_HEADER=1 cargo test writes it", path.display());
    }
}

/// The declarations of the header for `ffi.cdef` of LuaJIT: without comments, and without what is for C++ and the preprocessor.
fn lua(header: &str) -> String {
    let mut is_for_cpp = false;
    let lines = header.lines().filter(|line| {
        if line.starts_with("#ifdef __cplusplus") {
            is_for_cpp = true;
        }
        let is_kept = !is_for_cpp && !line.starts_with('#') && !line.trim_start().starts_with("//") && !line.is_empty();
        if line.starts_with("#endif") {
            is_for_cpp = false;
        }
        is_kept
    });
    let lines: Vec<&str> = lines.collect();
    format!(
        "-- What hitmask.h declares, for LuaJIT. Made by `cargo test` from the sources of integrations/c. Do not edit it.\nreturn [[\n{}\n]]\n",
        lines.join("\n")
    )
}
