//! A person waits for xtask before anything else begins.

use crate::repository::root;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

#[test]
fn xtask_needs_ten_crates_at_most() {
    let words = ["tree", "--offline", "--locked", "--package", "xtask", "--edges", "normal", "--prefix", "none"];
    let tree = Command::new(env!("CARGO")).args(words).current_dir(root()).output().expect("cargo runs");
    let text = String::from_utf8_lossy(&tree.stdout).into_owned();
    let crates: BTreeSet<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(tree.status.success() && crates.contains("xtask"), "{text}");
    assert!(crates.len() <= 10, "{crates:?}");
}

#[test]
fn nobody_depends_on_xtask() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    assert!(!manifest.contains("xtask"), "the workspace names xtask, as a dependency or a default member");
    for entry in fs::read_dir(root().join("crates")).expect("crates").flatten() {
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).unwrap_or_default();
        let is_its_own = entry.file_name() == "xtask";
        assert!(is_its_own || !manifest.contains("xtask"), "{} depends on xtask", entry.path().display());
    }
}
