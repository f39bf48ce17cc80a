//! The files that are written and never edited: each comes from a source that knows it best.

mod api;
pub(crate) mod classes;
mod from_tests;
pub(crate) mod notices;
pub(crate) mod stubs;

use crate::tools::{Result, failed, usage, write};
use std::path::{Path, PathBuf};

/// A file that was made: its path from the root, and its content.
pub(crate) struct Made {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

/// What became of a generator.
pub(crate) enum Outcome {
    Made(Vec<Made>),
    /// This machine cannot make the files: what is missing, and how to get it.
    NotRun(String),
}

/// Makes some files of the repository. `is_named` says that the user has asked for them by name, which allows the
/// generator to install what it needs.
struct Generator {
    name: &'static str,
    about: &'static str,
    make: fn(root: &Path, is_named: bool) -> Result<Outcome>,
}

/// In an order in which each finds what it needs.
const GENERATORS: [Generator; 9] = [
    Generator {
        name: "calls",
        about: "the answers of tests/calls, which every language plays",
        make: from_tests::calls,
    },
    Generator {
        name: "seeds",
        about: "the saved worlds of fuzz/seeds, in the format of today",
        make: from_tests::seeds,
    },
    Generator { name: "header", about: "the header of C, and what C# and Lua read of it", make: from_tests::header },
    Generator {
        name: "notices",
        about: "THIRD-PARTY.txt of C and Python: the licenses of crates",
        make: notices::make,
    },
    Generator { name: "classes", about: "the page of Godot's classes, from their docs", make: classes::make },
    Generator { name: "stubs", about: "the type stubs of Python, from the built package", make: stubs::make },
    Generator {
        name: "published",
        about: "the ways to install on pages, by docs/published",
        make: from_tests::published,
    },
    Generator { name: "figures", about: "tables and charts of pages, from docs/figures", make: from_tests::figures },
    Generator { name: "api", about: "the lists of the public API in docs/api (nightly)", make: api::make },
];

pub(crate) const HELP: &str = "\
cargo xtask generate [NAME...]            brings what is written up to date: everything, or some
cargo xtask generate --check [NAME...]    changes nothing, says what is not up to date, and fails if anything is not
cargo xtask generate --list               prints the names

What this machine cannot make is NOT RUN. That is a failure only of `--check` with the name; `--if-possible` makes it none.";

/// `cargo xtask generate`.
pub(crate) fn command(root: &Path, arguments: &[String]) -> Result<()> {
    let (mut is_check, mut is_optional, mut names) = (false, false, Vec::new());
    for argument in arguments {
        match argument.as_str() {
            "--check" => is_check = true,
            "--if-possible" => is_optional = true,
            "--list" => {
                GENERATORS.iter().for_each(|generator| println!("{:<10} {}", generator.name, generator.about));
                return Ok(());
            }
            name if GENERATORS.iter().any(|generator| generator.name == name) => names.push(name),
            _ => {
                let known: Vec<&str> = GENERATORS.iter().map(|generator| generator.name).collect();
                return Err(usage(format!("generate: there is no '{argument}'; the names are: {}", known.join(" "))));
            }
        }
    }
    let is_named = !names.is_empty();
    let (mut old, mut not_run) = (0, 0);
    for generator in GENERATORS.iter().filter(|generator| !is_named || names.contains(&generator.name)) {
        match (generator.make)(root, is_named)? {
            Outcome::NotRun(why) => {
                println!("NOT RUN: {}: {why}", generator.name);
                not_run += 1;
            }
            Outcome::Made(files) => old += update(root, generator.name, &files, is_check)?,
        }
    }
    if is_check && old > 0 {
        return Err(failed(format!("{old} files are not up to date")));
    }
    if is_check && is_named && !is_optional && not_run > 0 {
        return Err(failed("what NOT RUN names above was not checked"));
    }
    Ok(())
}

/// Writes the files that differ, or says that they do, and returns how many do.
fn update(root: &Path, name: &str, files: &[Made], is_check: bool) -> Result<usize> {
    let is_old = |made: &&Made| std::fs::read(root.join(&made.path)).ok().as_ref() != Some(&made.bytes);
    let old: Vec<&Made> = files.iter().filter(is_old).collect();
    for made in &old {
        let path = made.path.display();
        if is_check {
            println!("{path} is not up to date: run: cargo xtask generate {name}");
        } else {
            write(root.join(&made.path), &made.bytes)?;
            println!("{path} is written");
        }
    }
    println!("{name}: {} of {} files {}", old.len(), files.len(), if is_check { "differ" } else { "have changed" });
    Ok(old.len())
}

/// Fails if files of one generator are not up to date, for the tests of a package.
fn check(root: &Path, name: &str, files: &[Made]) -> Result<()> {
    match update(root, name, files, true)? {
        0 => Ok(()),
        old => Err(failed(format!("{old} files are not up to date"))),
    }
}
