//! The tests of packages on systems without some programs, and what they make of wrong output.

use crate::repository::{Repository, Said, root};
use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Without one of these, `test c` says at once what to install.
const NEEDED: [&str; 2] = ["cargo", "cc"];
const OPTIONAL: [&str; 11] =
    ["c++", "valgrind", "pkg-config", "cmake", "xvfb-run", "luajit", "love", "mcs", "mono", "setpriv", "prlimit"];
/// Programs that the stubs and every system with a shell have.
const SYSTEM: [&str; 12] = ["cat", "chmod", "cp", "env", "id", "kill", "mkdir", "rm", "sh", "sleep", "test", "touch"];

/// A program that does nothing, and says what the tests look for.
const STUB: &str = r#"
case ${0##*/} in
cargo)
    if [ "$1" = metadata ]; then
        echo '{"packages": [], "resolve": {"root": "c", "nodes": [{"id": "c", "deps": []}]}}'
        exit
    fi
    mkdir -p "$CARGO_TARGET_DIR/release" && touch "$CARGO_TARGET_DIR/release/libhitmask.so" "$CARGO_TARGET_DIR/release/libhitmask.a"
    ;;
cmake)
    for word in "$@"; do
        case $before in
        -B) mkdir -p "$word" && cp "$0" "$word/hello" && cp "$0" "$word/hello-static" ;;
        cf) touch "$word" ;;
        esac
        before=$word
    done
    ;;
esac
before=
for word in "$@"; do
    case $word in -out:*) cp "$0" "${word#-out:}" ;; esac
    [ "$before" != -o ] || cp "$0" "$word"
    before=$word
done
echo "frame 40, 758 shared pixels"
echo "170 frames, 12 craters, 15 frames in a rock"
"#;

/// What the programs of pages print, as their comments `prints "..."` say.
fn printed() -> String {
    let folder = root().join("integrations/c");
    let mut pages = vec![folder.join("README.md")];
    pages.extend(fs::read_dir(folder.join("docs")).expect("pages").map(|page| page.expect("a page").path()));
    let mut said = BTreeSet::new(); // no line twice, as `cmake -E tar tf` lists files
    for page in pages {
        let text = fs::read_to_string(page).expect("a page");
        for part in text.split("prints \"").skip(1) {
            let (printed, _) = part.split_once('"').expect("an end");
            said.insert(format!("echo \"{printed}\"\n"));
        }
    }
    assert!(said.len() > 4, "{said:?}");
    said.into_iter().collect()
}

/// A repository with a copy of the C library alone.
fn with_c() -> Repository {
    let repository = Repository::new(&[]);
    let package = repository.path("integrations/c");
    fs::create_dir_all(&package).expect("a folder");
    for entry in fs::read_dir(root().join("integrations/c")).expect("the package") {
        let path = entry.expect("an entry").path();
        if !["target", "dist", "runtimes", "fuzz"].iter().any(|name| path.ends_with(name)) {
            let copied = Command::new("cp").arg("-RL").arg(&path).arg(&package).status().expect("cp runs");
            assert!(copied.success(), "{}", path.display());
        }
    }
    let notices =
        "The native part of hitmask links these crates. Each text below names the crates that it belongs to.\n";
    repository.write("integrations/c/THIRD-PARTY.txt", &format!("{notices}\n\n\n"));
    repository.program("stub", &format!("{STUB}{}", printed()));
    repository
}

fn which(program: &str) -> PathBuf {
    let path = env::var_os("PATH").expect("a path");
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| Path::is_file(file)).expect(program)
}

/// Runs `test c` on a system without some programs.
fn test_c(repository: &Repository, without: &[&str]) -> Said {
    let programs = repository.path("programs");
    let _ = fs::remove_dir_all(&programs);
    fs::create_dir(&programs).expect("a folder");
    for name in SYSTEM {
        symlink(which(name), programs.join(name)).expect("a link");
    }
    for name in NEEDED.iter().chain(&OPTIONAL).filter(|name| !without.contains(name)) {
        fs::copy(repository.path("stub"), programs.join(name)).expect("a stub");
    }
    let target = repository.path("target");
    repository
        .run_with(&["test", "c"], |command| command.env_clear().env("PATH", &programs).env("CARGO_TARGET_DIR", target))
}

#[test]
fn the_tests_of_c_end_without_any_of_their_programs() {
    let repository = with_c();
    let mut cases: Vec<Vec<&str>> = OPTIONAL.iter().map(|&name| vec![name]).collect();
    cases.extend([vec![], OPTIONAL.to_vec()]);
    for without in cases {
        let Said { status, out, errors } = test_c(&repository, &without);
        let context = format!("without {without:?}, {status:?}:\n{out}\n{errors}");
        assert!(status == Some(0) && out.contains("C: all tests passed"), "{context}");
        assert!(!errors.contains("not found") && !errors.contains("No such file"), "{context}");
        for name in OPTIONAL {
            let is_root_only = ["setpriv", "prlimit"].contains(&name);
            let missing = format!(": {name} is missing");
            let listed = out.lines().any(|line| line.starts_with("NOT RUN: ") && line.ends_with(&missing));
            // If several programs of one test are missing, the first one is named.
            let expected = without.contains(&name) && (without.len() == 1 || ["c++", "luajit"].contains(&name));
            assert!(listed == expected || is_root_only || without.len() > 1 && listed, "{name}: {context}");
        }
    }
    for name in NEEDED {
        test_c(&repository, &[name]).check(1, &format!("xtask: {name} is missing: install "));
    }
}

#[test]
fn code_that_comes_from_tested_programs_is_not_tested_again() {
    let repository = with_c();
    test_c(&repository, &[]).check(0, "C: all tests passed");
    let is_tested = |program: &str| repository.path("target/c").join(program).is_file();
    assert!(is_tested("page_drawing_1.c") && is_tested("page_drawing_1.cpp"));
    assert!(!is_tested("page_README_1.c") && !is_tested("page_README_1.cpp"));
}

#[test]
fn a_program_of_a_page_must_print_what_the_page_says() {
    let repository = with_c();
    repository.program("stub", STUB);
    test_c(&repository, &[]).check(1, ".c does not print: ");
}

/// Libraries that another command has built for a system are installed under the names of the system.
#[test]
fn the_c_library_is_installed_for_each_system() {
    let repository = with_c();
    let made = [
        "libhitmask.so",
        "libhitmask.a",
        "libhitmask.dylib",
        "hitmask.dll",
        "libhitmask.dll.a",
        "hitmask.dll.lib",
        "hitmask.lib",
    ];
    made.iter().for_each(|name| repository.write(&format!("built/{name}"), name));
    let version = env!("CARGO_PKG_VERSION");
    let shared = format!("lib/libhitmask.so.{version}");
    for (system, files) in [
        ("x86_64-unknown-linux-gnu", &[(shared.as_str(), "libhitmask.so"), ("lib/libhitmask.so", "libhitmask.so")][..]),
        ("aarch64-apple-darwin", &[("lib/libhitmask.dylib", "libhitmask.dylib")]),
        ("x86_64-pc-windows-gnu", &[("bin/hitmask.dll", "hitmask.dll"), ("lib/libhitmask.dll.a", "libhitmask.dll.a")]),
        (
            "x86_64-pc-windows-msvc",
            &[("lib/hitmask.lib", "hitmask.dll.lib"), ("lib/hitmask_static.lib", "hitmask.lib")],
        ),
    ] {
        let prefix = format!("out/{system}");
        let words = ["build", "c", "--prefix", &prefix, "--built", "built", "--system", system];
        repository.run(&words).check(0, &format!("installed hitmask {version} in "));
        for (path, text) in files {
            assert_eq!(&repository.read(&format!("{prefix}/{path}")), text, "{system}");
        }
        let config = repository.read(&format!("{prefix}/lib/pkgconfig/hitmask.pc"));
        assert!(config.contains(version) && !config.contains('@'), "{config}");
    }
}

/// A repository with the add-on, and a Godot that prints some lines.
fn with_godot(lines: &str) -> Repository {
    let repository = Repository::new(&[
        ("integrations/godot/src/mask.rs", ""),
        ("integrations/godot/project/addons/hitmask/bin/libhitmask_godot.so", ""),
        ("docs/book/programs/answers", ""),
    ]);
    repository.program(
        "godot",
        &format!("case \"$*\" in --version) echo 4.4.1 ;; *run.gd*)\ncat <<'END'\n{lines}\nEND\nesac"),
    );
    repository.run(&["generate", "classes"]).check(0, "classes.md is written");
    repository
}

fn test_godot(repository: &Repository) -> Said {
    repository.run_with(&["test", "godot"], |command| command.env("GODOT", repository.path("godot")))
}

#[test]
fn errors_of_godot_must_be_expected_and_expected_errors_must_come() {
    let passed = "12 passed, 0 failed";
    let expected = "EXPECT: no mask\nERROR: there is no mask\n   at: here (a.rs:1)\n   [0] run\nEXPECTED";
    for (lines, status, text) in [
        (format!("{expected}\n{passed}"), 0, passed),
        (format!("ERROR: there is no mask\n{passed}"), 1, "FAILED: an error that was not expected:"),
        (format!("USER WARNING: PixelMask is old\n{passed}"), 1, "FAILED: an error that was not expected:"),
        (format!("WARNING: the driver is old\n{passed}"), 0, "the driver is old"),
        (format!("EXPECT: no mask\nEXPECTED\n{passed}"), 1, "FAILED: no error contains: no mask"),
        (format!("EXPECT LINE: hit\nhit 1\nhit 2\nEXPECTED\n{passed}"), 0, "hit 1"),
        (format!("EXPECT LINE: hit\nEXPECTED\n{passed}"), 1, "FAILED: no output begins with: hit"),
        ("11 passed, 1 failed".to_owned(), 1, "the tests of the Godot add-on failed"),
        ("nothing".to_owned(), 1, "FAILED: the tests did not end"),
    ] {
        let said = test_godot(&with_godot(&lines));
        said.check(status, text);
        let is_quiet = !said.out.contains("at: here") && !said.out.contains("[0] run") && !said.out.contains("hit 2");
        assert!(is_quiet && !said.out.contains("EXPECT"), "{}", said.out);
    }
}

#[test]
fn the_page_of_classes_is_checked_with_the_add_on() {
    let repository = with_godot("1 passed, 0 failed");
    repository.write("integrations/godot/docs/classes.md", "old");
    test_godot(&repository).check(1, "run: cargo xtask generate classes");
}

#[test]
fn programs_of_the_guide_print_the_same_numbers_in_every_language() {
    let answers = "pair: 43 -4 0.5\n";
    let repository = Repository::new(&[("docs/book/programs/answers", answers)]);
    repository.program("bin/cargo", "echo '43 pixels at (-4, 0.50)'");
    repository.run(&["programs", "book", "rust"]).check(0, "6 programs"); // with five articles
    repository.program("bin/cargo", "echo '43 pixels at (4, 0.50)'");
    let wrong = "pair: prints the numbers 43 4 0.5; the other languages print 43 -4 0.5";
    repository.run(&["programs", "book", "rust"]).check(1, wrong);
    repository.program("bin/cargo", "echo said; exit 3");
    repository.run(&["programs", "book", "rust"]).check(1, "said\npair: cargo run");
}

/// `cargo run` describes this package in variables, which a cargo inside must not see. Its tool chain stays, unless the
/// folder names another one.
#[test]
fn a_program_gets_the_environment_of_the_user() {
    let repository = Repository::new(&[]);
    repository.program("bin/cargo", "echo \"[$CARGO_MANIFEST_DIR][$CARGO][$RUSTUP_TOOLCHAIN]\"");
    let run = |words: &[&str]| {
        repository.run_with(words, |command| {
            let path = format!("{}:/usr/bin:/bin", repository.path("bin").display());
            let command = command.env("PATH", path).env("CARGO_MANIFEST_DIR", "x").env("CARGO", "y");
            command.env("RUSTUP_TOOLCHAIN", "1.90")
        })
    };
    run(&["test", "core"]).check(0, "[][][1.90]");
    repository.write("integrations/bevy/examples/rocks/rust-toolchain.toml", "");
    run(&["demo", "bevy"]).check(0, "[][][]");
}
