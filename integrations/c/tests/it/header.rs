//! The header is made from the sources, and is the same in the repository.

use std::{env, fs, path::Path};

#[test]
fn the_header_is_that_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_root_or_default(root);
    let bindings = cbindgen::Builder::new().with_crate(root).with_config(config).generate().unwrap();
    let mut made = Vec::new();
    bindings.write(&mut made);
    let made = String::from_utf8(made).unwrap();
    let path = root.join("include/hitmask.h");
    if env::var_os("HITMASK_WRITE_HEADER").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    assert!(known == made, "the header is old: HITMASK_WRITE_HEADER=1 cargo test writes it");
}
