//! The script `screenshots` says at once what to install. What the games need is tested with them, in `crates/xtask`.

#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn which(program: &str) -> PathBuf {
    let path = env::var_os("PATH").unwrap();
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| Path::is_file(file)).unwrap()
}

#[test]
fn a_missing_cargo_is_named_at_once() {
    let folder = env::temp_dir().join(format!("hitmask-screenshots-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    ["bash", "dirname"].iter().for_each(|name| symlink(which(name), folder.join(name)).unwrap());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots");
    let mut bash = Command::new(which("bash"));
    let ran = bash.args([script.as_os_str(), "bullets".as_ref()]).env("PATH", &folder).output().unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(!ran.status.success() && errors.contains("cargo is missing: install Rust"), "{errors}");
}
