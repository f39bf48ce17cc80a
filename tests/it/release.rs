//! `release/run build` on a system that has none of the programs which it needs.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// What every Debian with a clone has.
const BASE: [&str; 10] = ["bash", "chroot", "dirname", "git", "grep", "paste", "sed", "sort", "tail", "unshare"];

/// Returns the words behind each `start` that begins a line.
fn words_after<'t>(text: &'t str, start: &str) -> BTreeSet<&'t str> {
    text.lines().filter_map(|line| line.strip_prefix(start)).flat_map(str::split_whitespace).collect()
}

/// The build takes a quarter of an hour, and its last parts need most of the programs.
#[test]
fn a_release_build_lists_at_once_all_that_its_readme_names() {
    let Some(path) = std::env::var_os("PATH").filter(|_| Path::new("/bin/sh").exists()) else {
        println!("NOT RUN: release: there is no shell");
        return;
    };
    let place = tempfile::tempdir().unwrap();
    let programs = place.path().join("programs");
    fs::create_dir(&programs).unwrap();
    for name in BASE {
        let found = std::env::split_paths(&path)
            .chain(["/usr/sbin".into()])
            .map(|folder| folder.join(name))
            .find(|at| at.exists());
        let Some(found) = found else {
            println!("NOT RUN: release: there is no {name}");
            return;
        };
        symlink(found, programs.join(name)).unwrap();
    }
    // A disk that is full, whatever this one is.
    fs::write(programs.join("df"), "#!/bin/sh\necho Avail\necho 1\n").unwrap();
    fs::set_permissions(programs.join("df"), fs::Permissions::from_mode(0o755)).unwrap();
    assert!(
        Command::new("cp").arg("-R").arg(Path::new(ROOT).join("release")).arg(place.path()).status().unwrap().success()
    );
    fs::copy(Path::new(ROOT).join("Cargo.toml"), place.path().join("Cargo.toml")).unwrap();

    let build = |parts: &[&str]| {
        let mut command = Command::new(programs.join("bash"));
        command.arg(place.path().join("release/run")).arg("build").args(parts);
        command
            .env("PATH", &programs)
            .env("SOURCE_DATE_EPOCH", "0")
            .env_remove("CHROMIUM")
            .env_remove("GODOT_LIBRARIES");
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(!place.path().join("target").exists(), "the build has begun: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let (all, readme) = (build(&[]), fs::read_to_string(Path::new(ROOT).join("release/README.md")).unwrap());
    for start in ["sudo apt-get install ", "rustup target add "] {
        let expected = words_after(&readme, start);
        assert!(expected.len() > 2, "README.md names too little after {start:?}");
        assert_eq!(words_after(&all, start), expected, "{all}");
    }
    for name in ["15 GB of disk", "rustup", "Python 3.11", "Node 20", "npm"] {
        assert!(readme.contains(name) && all.contains(name), "{name}: {all}");
    }
    // A part needs only its own programs.
    let npm = build(&["npm"]);
    assert!(
        npm.contains("Node 20") && npm.contains("wasm32") && !npm.contains("mingw") && !npm.contains("debootstrap"),
        "{npm}"
    );
    assert!(build(&["nmp"]).contains("there is no part 'nmp'"));
}
