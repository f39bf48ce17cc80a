//! `run test` on a system without one of the programs that it takes: it ends, and lists what did not run.
//!
//! Each program is a stub that does nothing, and says what the tests look for.

use std::collections::BTreeSet;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

/// Without one of these, `run test` says at once what to install.
const NEEDED: [&str; 2] = ["cargo", "cc"];
const OPTIONAL: [&str; 12] = [
    "python3",
    "c++",
    "valgrind",
    "pkg-config",
    "cmake",
    "xvfb-run",
    "luajit",
    "love",
    "mcs",
    "mono",
    "setpriv",
    "prlimit",
];
/// Programs that every system with a bash has.
const SYSTEM: [&str; 30] = [
    "awk", "bash", "basename", "cat", "chmod", "cmp", "cp", "cut", "diff", "dirname", "env", "find", "grep", "head",
    "id", "ln", "ls", "mkdir", "mv", "rm", "sed", "sh", "sort", "tail", "tee", "test", "timeout", "touch", "uname",
    "uniq",
];

const STUB: &str = r#"#!/bin/sh
case ${0##*/} in
cargo) mkdir -p "$CARGO_TARGET_DIR/release" && touch "$CARGO_TARGET_DIR/release/libhitmask.so" "$CARGO_TARGET_DIR/release/libhitmask.a" ;;
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
echo "170 frames, 12 craters, 18 frames in a rock"
echo "the ball has slid to 382, 438"
"#;

/// What the programs of pages print, as their comments `prints "..."` say.
fn printed() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![folder.join("README.md")];
    pages.extend(fs::read_dir(folder.join("docs")).unwrap().map(|page| page.unwrap().path()));
    let mut said = BTreeSet::new(); // no line twice, as `cmake -E tar tf` lists files
    for page in pages {
        let text = fs::read_to_string(page).unwrap();
        for part in text.split("prints \"").skip(1) {
            let (printed, _) = part.split_once('"').unwrap();
            said.insert(format!("echo \"{printed}\"\n"));
        }
    }
    assert!(said.len() > 5, "{said:?}");
    said.into_iter().collect()
}

/// A copy of the package in a folder of its own, which the script may fill.
struct Copy {
    folder: PathBuf,
}

impl Copy {
    fn new() -> Copy {
        let folder = env::temp_dir().join(format!("hitmask-programs-{}", std::process::id()));
        let package = folder.join("integrations/c");
        fs::create_dir_all(&package).unwrap();
        for entry in fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap() {
            let path = entry.unwrap().path();
            if !["target", "dist", "runtimes"].iter().any(|name| path.ends_with(name)) {
                let copied = Command::new("cp").arg("-RL").arg(&path).arg(&package).status().unwrap();
                assert!(copied.success(), "{}", path.display());
            }
        }
        fs::write(folder.join("stub"), format!("{STUB}{}", printed())).unwrap();
        fs::set_permissions(folder.join("stub"), fs::Permissions::from_mode(0o755)).unwrap();
        Copy { folder }
    }

    /// Runs `run test` on a system without some programs.
    fn test(&self, without: &[&str]) -> Output {
        let programs = self.folder.join("bin");
        let _ = fs::remove_dir_all(&programs);
        fs::create_dir(&programs).unwrap();
        for name in SYSTEM.iter().filter(|name| !without.contains(name)) {
            symlink(which(name), programs.join(name)).unwrap();
        }
        for name in NEEDED.iter().chain(&OPTIONAL).filter(|name| !without.contains(name)) {
            fs::copy(self.folder.join("stub"), programs.join(name)).unwrap();
        }
        let mut command = Command::new(programs.join("bash"));
        command.arg(self.folder.join("integrations/c/run")).arg("test").env_clear();
        command.env("PATH", &programs).env("CARGO_TARGET_DIR", self.folder.join("target")).output().unwrap()
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn which(program: &str) -> PathBuf {
    let path = env::var_os("PATH").unwrap();
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| Path::is_file(file)).unwrap()
}

#[test]
fn run_test_ends_without_any_of_its_programs() {
    let copy = Copy::new();
    let mut cases: Vec<Vec<&str>> = OPTIONAL.iter().map(|&name| vec![name]).collect();
    cases.extend([vec![], OPTIONAL.to_vec()]);
    for without in cases {
        let output = copy.test(&without);
        let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let context = format!("without {without:?}, {}:\n{said}\n{errors}", output.status);
        assert!(output.status.success() && said.contains("C: all tests passed"), "{context}");
        assert!(!errors.contains("not found") && !errors.contains("No such file"), "{context}");
        for name in OPTIONAL {
            let is_root_only = ["setpriv", "prlimit"].contains(&name);
            let listed = said
                .lines()
                .any(|line| line.starts_with("NOT RUN: ") && line.ends_with(&format!(": {name} is missing")));
            // If several programs of one test are missing, the first one is named.
            let expected =
                without.contains(&name) && (without.len() == 1 || ["python3", "c++", "luajit"].contains(&name));
            assert!(listed == expected || is_root_only || without.len() > 1 && listed, "{name}: {context}");
        }
    }
    for name in NEEDED {
        let output = copy.test(&[name]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && errors.starts_with(&format!("run: {name} is missing: install ")),
            "{errors}"
        );
    }
}
