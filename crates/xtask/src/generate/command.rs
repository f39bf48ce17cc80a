//! `cargo xtask generate`: all generators, and what users say about them.

use super::made::{Outcome, update};
use super::{api, classes, from_tests, notices, pages, reference};
use crate::generate::stubs;
use crate::tools::{Result, failed, usage};
use std::path::Path;

/// Makes some files of the repository. `is_named` says that the user has asked for them by name, which allows the
/// generator to install what it needs.
struct Generator {
    name: &'static str,
    about: &'static str,
    make: fn(root: &Path, is_named: bool) -> Result<Outcome>,
}

/// In an order in which each finds what it needs.
const GENERATORS: [Generator; 11] = [
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
        name: "reference",
        about: "the book's pages of calls, from the doc comments of each language",
        make: reference::make,
    },
    Generator {
        name: "published",
        about: "the ways to install on pages, by docs/published",
        make: from_tests::published,
    },
    Generator { name: "pages", about: "the code on pages, from programs that tests run", make: pages::make },
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
                let line = |generator: &Generator| format!("{:<10} {}\n", generator.name, generator.about);
                print!("{}", GENERATORS.iter().map(line).collect::<String>()); // at once: a reader may close the pipe
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
