//! The lists of the public API, so that no change of it goes unseen.

use super::made::{Made, Outcome};
use crate::tools::{Result, find, need, run};
use regex_lite::Regex;
use std::path::Path;

const LIBRARIES: [&str; 4] = ["mask", "world", "sheets", "tiles"];
/// Both versions are fixed, because another one may write the same API in another way.
const NIGHTLY: &str = "nightly-2026-10-30";
const VERSION: &str = "0.52.0";

/// If the user has named the lists, the nightly and the tool are installed.
pub(super) fn make(root: &Path, is_named: bool) -> Result<Outcome> {
    need(&["cargo"])?;
    let has_nightly = || {
        let rustc = run("rustup").args(["run", NIGHTLY, "rustc", "--version"]).quiet();
        find("rustup").is_some() && rustc.go().is_ok()
    };
    let install_nightly = ["toolchain", "install", NIGHTLY, "--profile", "minimal"];
    let install_tool = ["install", "--locked", "cargo-public-api", "--version", VERSION];
    let missing = |what: &str, program: &str, how: &[&str]| {
        Ok(Outcome::NotRun(format!("{what} is missing: {program} {}", how.join(" "))))
    };
    if !(has_nightly() || is_named && find("rustup").is_some() && run("rustup").args(install_nightly).aside().is_ok()) {
        return missing(NIGHTLY, "rustup", &install_nightly);
    }
    let has_tool = || {
        let version = run("cargo").args(["public-api", "--version"]).quiet().output();
        version.is_ok_and(|text| text.trim().ends_with(&format!(" {VERSION}")))
    };
    if !(has_tool() || is_named && run("cargo").args(install_tool).aside().is_ok()) {
        return missing(&format!("cargo-public-api {VERSION}"), "cargo", &install_tool);
    }
    let path = Regex::new(r"\b(?:core|alloc|std)::(?:[a-z_0-9]+::)*([A-Z])").expect("a regular expression");
    let list = |library: &&str| {
        // Three times -s: no impls that each type has, none of auto traits, none that are derived.
        let words = [&format!("+{NIGHTLY}"), "public-api", "--package", &format!("hitmask-{library}")];
        let text = run("cargo").args(words).args(["--all-features", "-sss"]).at(root).output()?;
        // Types of the standard library without their modules, and sorted, so that a method that moves to another block
        // changes nothing.
        let mut lines: Vec<String> =
            text.lines().map(|line| path.replace_all(line, "$1") + "\n").map(String::from).collect();
        lines.sort_unstable();
        lines.dedup();
        Ok(Made { path: format!("docs/api/{library}.txt").into(), bytes: lines.concat().into_bytes() })
    };
    LIBRARIES.iter().map(list).collect::<Result<Vec<_>>>().map(Outcome::Made)
}
