//! The plugin for Bevy, and its game.

use super::macroquad::{WINDOWS, play};
use super::package::{Package, no_arguments, option, unknown};
use crate::tools::{Result, Run, failed, need, run};
use std::path::Path;

pub(crate) const PACKAGE: Package = Package {
    name: "bevy",
    about: "the plugin for Bevy",
    help: "\
build            builds the plugin
test [--game]    passes the tests, runs the programs of the book, and checks the plugin for browsers; with --game, plays the
                 game by a script in a window of Xvfb and checks its screenshots
demo             plays the game, which first builds Bevy's renderer

The game needs the Rust that its rust-toolchain.toml names and, on Linux, the packages that Bevy names.",
    run: command,
};

/// The programs of the book, and what each prints.
const PROGRAMS: [&str; 6] = ["start", "walls", "events", "bullets", "dig", "guide"];
const PRINTED: [&str; 4] = ["hit at", "a coin", "a crater", "the ray hits"];

fn command(root: &Path, command: &str, arguments: &[String]) -> Result<()> {
    need(&["cargo"])?;
    let folder = root.join("integrations/bevy");
    match command {
        "build" => {
            no_arguments(command, arguments)?;
            cargo(&folder, &["build", "--all-features"]).go()
        }
        "test" if option("test bevy", arguments, "--game")? => {
            need(&WINDOWS)?;
            // Clippy would compile the renderer a second time.
            cargo(&folder.join("examples/rocks"), &["build"]).go()?;
            play(root, "bevy")
        }
        "test" => test(&folder),
        "demo" => {
            no_arguments(command, arguments)?;
            cargo(&folder.join("examples/rocks"), &["run", "--release"]).go()
        }
        _ => Err(unknown(&PACKAGE, command)),
    }
}

fn cargo(folder: &Path, words: &[&str]) -> Run {
    run("cargo").args(words).arg("--locked").at(folder)
}

fn test(folder: &Path) -> Result<()> {
    cargo(folder, &["test", "--all-features"]).go()?;
    for program in PROGRAMS {
        let said = cargo(folder, &["run", "--quiet", "--all-features", "--example", program]).output()?;
        let line = said.lines().find(|line| PRINTED.iter().any(|text| line.contains(text)));
        println!("{}", line.ok_or_else(|| failed(format!("the example {program} prints no hit:\n{said}")))?);
    }
    let target = "wasm32-unknown-unknown";
    let installed = run("rustc").args(["--print", "target-libdir", "--target", target]).output()?;
    if Path::new(installed.trim()).is_dir() {
        cargo(folder, &["check", "--target", target]).go() // for games in the browser
    } else {
        println!("NOT RUN: the plugin for browsers: the target is missing: rustup target add {target}");
        Ok(())
    }
}
