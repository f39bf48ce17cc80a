//! The book: its site, and the programs that its pages show.

use super::package::{Package, no_arguments, target, unknown};
use crate::generate::reference;
use crate::packages::{programs, web};
use crate::tools::{Result, changed, copy, list, need, run, write};
use std::path::Path;

pub(crate) const PACKAGE: Package = Package {
    name: "book",
    about: "the book: its site, and the programs of its pages",
    help: "\
build                     builds the site into docs/book/.vitepress/dist, and checks its links
reference                 the same, with the pages of rustdoc
serve                     builds and serves it at an address that it prints
test                      tries the figures in Chromium, and the programs of the Try page in Firefox too
pages [NAME...]           takes pictures of each page, or of some, at three widths
sweep [NAME...]           opens each page in Chromium and Firefox, wide and narrow, light and dark, and lists what is wrong
slow                      prints how long a slow phone takes
programs [LANGUAGE...]    runs the programs of the pages: rust, python, javascript, lua, csharp, godot, c

It needs Node 20 or later. If the web package is missing or older than its sources, it builds it, which needs Rust.

A program of the guide prints the same numbers in every language: those in the file docs/book/programs/answers. Programs of the other
pages check themselves. The packages must be built. HITMASK_PYTHON (an interpreter), HITMASK_WEB (the folder dist of the web package),
HITMASK_C (that of the C library) and HITMASK_GODOT (the folder integrations/godot) name others than those of this repository.",
    run: command,
};

fn command(root: &Path, command: &str, arguments: &[String]) -> Result<()> {
    if !matches!(command, "pages" | "sweep" | "programs") {
        no_arguments(command, arguments)?;
    }
    let book = root.join("docs/book");
    let node = |script: &str| run("node").arg(script).at(&book);
    match command {
        "build" => build(root, false),
        "reference" => build(root, true),
        "serve" => {
            build(root, false)?;
            run("npx").args(["vitepress", "preview"]).at(&book).go()
        }
        "test" => {
            build(root, false)?;
            reference::check(root)?;
            let options = ["--test", "--test-concurrency=1", "--test-reporter=spec"];
            run("node").args(options).args(list(book.join("test"), ".test.mjs")).at(&book).go()
        }
        "pages" => {
            build(root, false)?;
            node("test/pages.mjs").args(arguments).go()
        }
        "sweep" => {
            build(root, false)?;
            node("test/sweep.mjs").args(arguments).go()
        }
        "slow" => {
            build(root, false)?;
            node("test/slow.mjs").go()
        }
        "programs" => {
            let languages: Vec<&str> = arguments.iter().map(String::as_str).collect();
            programs::test(root, &languages)
        }
        _ => Err(unknown(&PACKAGE, command)),
    }
}

/// Builds the site, with the pages of rustdoc if they are wanted, and checks its links.
fn build(root: &Path, has_reference: bool) -> Result<()> {
    prepare(root)?;
    let book = root.join("docs/book");
    run("npx").args(["vitepress", "build"]).at(&book).go()?;
    if has_reference {
        rustdoc(root)?;
    }
    run("node").arg(".vitepress/tools/links.mjs").at(&book).go()
}

/// Installs what the site is made with, and the web package.
fn prepare(root: &Path) -> Result<()> {
    need(&["node", "npm", "npx"])?;
    let book = root.join("docs/book");
    if reference::web_is_old(root) {
        web::build(root)?;
    }
    let modules = book.join("node_modules");
    let installed = modules.join(".installed");
    if changed(&installed).is_none() || changed(&book.join("package-lock.json")) > changed(&installed) {
        run("npm").args(["ci", "--silent", "--no-audit", "--no-fund"]).at(&book).go()?;
        write(installed, "")?;
    }
    Ok(())
}

/// Adds the pages of rustdoc, from a folder of their own: the usual one has the pages of other crates too.
fn rustdoc(root: &Path) -> Result<()> {
    let target = target(root).join("book");
    let cargo = |packages: &[&str], at: &str| {
        let doc = run("cargo").args(["doc", "--no-deps", "--all-features", "--locked", "--target-dir"]).arg(&target);
        doc.args(packages.iter().flat_map(|package| ["-p", package])).at(root.join(at)).go()
    };
    cargo(&["hitmask", "hitmask-mask", "hitmask-world", "hitmask-sheets", "hitmask-tiles"], "")?;
    cargo(&["hitmask-bevy"], "integrations/bevy")?;
    copy(&target.join("doc"), &root.join("docs/book/.vitepress/dist/rustdoc"))
}
