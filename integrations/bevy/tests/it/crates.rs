//! The number of crates that the plugin brings along.

use std::collections::BTreeSet;
use std::process::Command;

/// The maximum number of crates without the renderer.
const LIMIT: usize = 190;

#[test]
fn the_plugin_has_at_most_190_crates() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "--edges", "normal,build", "--prefix", "none", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let lines = String::from_utf8(tree.stdout).unwrap();
    // A name and a version; `(*)` marks a crate that was listed before.
    let crates: BTreeSet<[&str; 2]> =
        lines.lines().filter_map(|line| line.split(' ').collect::<Vec<_>>().first_chunk().copied()).collect();
    println!("{} crates", crates.len());
    assert!(crates.len() > 100 && crates.len() <= LIMIT, "{} crates", crates.len());
}
