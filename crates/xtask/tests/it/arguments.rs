//! What users write, and what they read if it is wrong.

use crate::repository::{Repository, Said, root, xtask};
use std::fs;

const PACKAGES: [&str; 8] = ["core", "python", "web", "book", "bevy", "macroquad", "c", "godot"];

fn run(words: &[&str]) -> Said {
    Repository::new(&[]).run(words)
}

#[test]
fn help_lists_the_packages_and_the_commands_of_each() {
    for words in [&["--help"][..], &["help"], &["build", "--help"]] {
        let said = run(words);
        PACKAGES.iter().for_each(|package| said.check(0, &format!("  {package}")));
    }
    for package in PACKAGES {
        for words in [["--help", package], [package, "--help"]] {
            run(&words).check(0, &format!("cargo xtask build {package}"));
            run(&words).check(0, &format!("cargo xtask test {package}"));
        }
        run(&["test", package, "--help"]).check(0, &format!("cargo xtask build {package}"));
    }
    run(&["generate", "--help"]).check(0, "generate --check");
    run(&["notices", "--help"]).check(0, "--out FILE");
}

#[test]
fn a_wrong_call_says_what_was_expected() {
    for (words, text) in [
        (&[][..], "cargo xtask test PACKAGE"),
        (&["build"], "'build' needs a package: core python web book bevy macroquad c godot"),
        (&["build", "ruby"], "there is no package 'ruby'; the packages are: core python"),
        (&["fly", "c"], "c has no command 'fly'; its commands are: build test demo bench"),
        (&["fly", "macroquad"], "macroquad has no command 'fly'; its commands are: build test demo shots"),
        (&["", "book"], "cargo xtask serve book"),
        (&["test", "core", "fast"], "test: expected no arguments, got 'fast'"),
        (&["test", "web", "--game"], "test web: expected --demo or nothing, got '--game'"),
        (&["test", "python", "long"], "test python: expected seconds, got 'long'"),
        (&["bench", "python", "maps"], "bench python: expected rows, games, pygame, world or segmentation, got maps"),
        (&["stage", "c", "deb", "to"], "stage c: expected nuget, lua or rocks, got 'deb'"),
        (&["build", "c", "--into", "to"], "build c: expected --prefix DIR, got --into to"),
        (&["programs", "book", "cobol"], "cobol is no language of the book"),
        (&["programs", "book"], "programs: expected languages: rust python javascript"),
        (&["demo", "macroquad", "chess"], "demo macroquad: expected rocks, platformer or bullets"),
        (&["generate", "--check", "music"], "generate: there is no 'music'; the names are: calls seeds header"),
        (&["notices"], "notices: expected FOLDER [--check | --out FILE], got ''"),
    ] {
        run(words).check(2, text);
    }
}

/// Pages name the scripts, so each stays, and calls the package that it stands beside.
#[test]
fn the_scripts_run_call_xtask() {
    for (script, package) in [
        ("integrations/python/run", "python"),
        ("integrations/c/run", "c"),
        ("integrations/godot/run", "godot"),
        ("docs/book/run", "book"),
    ] {
        let text = fs::read_to_string(root().join(script)).expect(script);
        let call = format!("exec cargo xtask \"${{1:-}}\" {package} \"${{@:2}}\"");
        assert!(text.lines().count() < 10 && text.contains(&call), "{script} does not say {call}");
    }
}

#[test]
fn a_program_that_is_missing_is_named_with_the_way_to_get_it() {
    let repository = Repository::new(&[]);
    let run = |words: &[&str]| repository.run_with(words, |command| command.env("PATH", ""));
    run(&["build", "core"]).check(1, "cargo is missing: install Rust (https://rustup.rs)");
    run(&["test", "c"]).check(1, "cargo is missing: install Rust (https://rustup.rs)");
    #[cfg(unix)]
    {
        repository.program("bin/cargo", "");
        let bin = repository.path("bin");
        // The home may have a Python.
        let run = |words: &[&str]| repository.run_with(words, |command| command.env("PATH", &bin).env("HOME", &bin));
        run(&["build", "web"]).check(1, "node is missing: install Node 20 or later (https://nodejs.org)");
        run(&["test", "c"]).check(1, "cc is missing: install a C compiler, such as gcc or clang");
        run(&["test", "bevy", "--game"]).check(1, "xvfb-run is missing: install Xvfb");
        repository.program("bin/cc", "");
        run(&["build", "python"]).check(1, "Python 3.11 or later with venv is missing");
    }
}

#[test]
fn the_root_is_found_from_a_folder_in_the_repository() {
    let repository = Repository::new(&[("docs/page.md", "")]);
    let said = xtask().args(["generate", "--list"]).current_dir(repository.path("docs")).output().expect("a list");
    Said::of(&said).check(0, "header");
}
