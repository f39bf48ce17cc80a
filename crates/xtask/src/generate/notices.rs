//! The notices of the crates that a package links. They go into each wheel, and beside each C library.

use super::{Made, Outcome};
use crate::tools::{Result, failed, list, need, read, run, usage, write};
use serde_json::Value;
use std::collections::HashSet;
use std::env;
use std::path::{Path, PathBuf};

const HEAD: &str =
    "The native part of hitmask links these crates. Each text below names the crates that it belongs to.\n";
const FILE: &str = "THIRD-PARTY.txt";

pub(crate) const HELP: &str = "\
cargo xtask notices FOLDER [--check | --out FILE]

Writes the licenses of the crates that the package in FOLDER links into its THIRD-PARTY.txt, or into FILE; or checks that the file is
up to date.";

/// The packages whose notices are in the repository. Others get theirs when they are built.
const PACKAGES: [&str; 2] = ["integrations/c", "integrations/python"];

pub(super) fn make(root: &Path, _: bool) -> Result<Outcome> {
    let files = PACKAGES.iter().map(|package| {
        let bytes = notices(&root.join(package))?.into_bytes();
        Ok(Made { path: Path::new(package).join(FILE), bytes })
    });
    files.collect::<Result<Vec<_>>>().map(Outcome::Made)
}

/// Fails if the notices of a package are not up to date.
pub(crate) fn check(package: &Path) -> Result<()> {
    let file = package.join(FILE);
    if read(&file)? == notices(package)? {
        return Ok(());
    }
    Err(failed(format!("{} is not up to date: run: cargo xtask generate notices", file.display())))
}

/// `cargo xtask notices`.
pub(crate) fn command(arguments: &[String]) -> Result<()> {
    let here = env::current_dir().unwrap_or_default();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match *words.as_slice() {
        [package] => write(here.join(package).join(FILE), notices(&here.join(package))?),
        [package, "--check"] => check(&here.join(package)),
        [package, "--out", file] => write(here.join(file), notices(&here.join(package))?),
        _ => Err(usage(format!("notices: expected FOLDER [--check | --out FILE], got '{}'", words.join(" ")))),
    }
}

/// A crate of the registry.
struct Crate {
    name: String,
    version: String,
    license: String,
    folder: PathBuf,
}

/// Returns the content of the file.
fn notices(package: &Path) -> Result<String> {
    let crates = linked(package)?;
    // Each text, and the crates that have it, in the order of their names.
    let mut texts: Vec<(String, Vec<String>)> = Vec::new();
    for linked in &crates {
        let name = format!("{} {}", linked.name, linked.version);
        for file in files(&linked.folder) {
            let bytes =
                std::fs::read(&file).map_err(|error| failed(format!("cannot read {}: {error}", file.display())))?;
            let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n").replace('\r', "\n");
            let lines = text.trim().split(['\n', '\u{b}', '\u{c}']).map(str::trim_end);
            let text = lines.collect::<Vec<_>>().join("\n");
            match texts.iter_mut().find(|known| known.0 == text) {
                Some((_, names)) if names.contains(&name) => {}
                Some((_, names)) => names.push(name.clone()),
                None => texts.push((text, vec![name.clone()])),
            }
        }
    }
    let licenses = crates.iter().map(|linked| format!("{} {}: {}", linked.name, linked.version, linked.license));
    let mut parts = vec![HEAD.to_owned(), licenses.collect::<Vec<_>>().join("\n")];
    let line = "-".repeat(80);
    parts.extend(texts.iter().map(|(text, names)| format!("{line}\n{}\n{line}\n{text}", names.join(", "))));
    Ok(parts.join("\n\n") + "\n")
}

/// Returns the crates of the registry that a package links, on any system, sorted by name and version.
fn linked(package: &Path) -> Result<Vec<Crate>> {
    need(&["cargo"])?;
    let options = ["metadata", "--format-version", "1", "--locked", "--all-features"];
    let text = run("cargo").args(options).at(package).output()?;
    let metadata: Value =
        serde_json::from_str(&text).map_err(|error| failed(format!("cargo metadata printed no JSON: {error}")))?;
    let all = |value: &'static str| metadata[value].as_array().into_iter().flatten();
    // Macros run in the compiler: neither they nor what they need is linked.
    let is_macro = |package: &&Value| {
        let kinds = package["targets"].as_array().into_iter().flatten();
        kinds.flat_map(|target| target["kind"].as_array().into_iter().flatten()).any(|kind| kind == "proc-macro")
    };
    let macros: HashSet<&str> = all("packages").filter(is_macro).filter_map(|package| package["id"].as_str()).collect();
    let nodes: Vec<&Value> = metadata["resolve"]["nodes"].as_array().into_iter().flatten().collect();
    let mut reached = HashSet::new();
    let mut waiting: Vec<&str> = metadata["resolve"]["root"].as_str().into_iter().collect();
    while let Some(id) = waiting.pop() {
        if macros.contains(id) || !reached.insert(id) {
            continue;
        }
        let Some(node) = nodes.iter().find(|node| node["id"] == id) else { continue };
        let dependencies = node["deps"].as_array().into_iter().flatten();
        let normal = dependencies.filter(|dependency| {
            dependency["dep_kinds"].as_array().into_iter().flatten().any(|kind| kind["kind"].is_null())
        });
        waiting.extend(normal.filter_map(|dependency| dependency["pkg"].as_str()));
    }
    let of_registry = all("packages").filter(|package| {
        package["id"].as_str().is_some_and(|id| reached.contains(id)) && !package["source"].is_null()
    });
    let mut crates: Vec<Crate> = of_registry
        .map(|package| {
            let text = |key: &str| package[key].as_str().unwrap_or("None").to_owned();
            let folder = Path::new(&text("manifest_path")).parent().unwrap_or(Path::new("")).to_owned();
            Crate { name: text("name"), version: text("version"), license: text("license"), folder }
        })
        .collect();
    crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(crates)
}

/// Returns the files with the license and the notices of a crate. Of several licenses to choose from, MIT is chosen.
fn files(folder: &Path) -> Vec<PathBuf> {
    let upper = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
    let starts = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT", "UNLICENSE"];
    let mut found = list(folder, "");
    found.retain(|path| path.is_file() && starts.iter().any(|start| upper(path).starts_with(start)));
    if found.iter().any(|path| upper(path).contains("MIT")) {
        let others = ["APACHE", "ZLIB", "UNLICENSE", "0BSD", "BSL"];
        found.retain(|path| !others.iter().any(|other| upper(path).contains(other)));
    }
    found
}
