//! The script `screenshots` names a program that is missing at once, before it builds a game.

#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn which(program: &str) -> PathBuf {
    let path = env::var_os("PATH").unwrap();
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| Path::is_file(file)).unwrap()
}

#[test]
fn a_missing_program_is_named_at_once() {
    let folder = env::temp_dir().join(format!("hitmask-screenshots-{}", std::process::id()));
    for missing in ["cargo", "xvfb-run", "timeout"] {
        fs::create_dir_all(&folder).unwrap();
        ["bash", "dirname", "env"].iter().for_each(|name| symlink(which(name), folder.join(name)).unwrap());
        for name in ["cargo", "xvfb-run", "timeout"].iter().filter(|name| **name != missing) {
            fs::write(folder.join(name), "#!/bin/sh\nexit 0\n").unwrap();
            fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots");
        let ran = Command::new(which("bash"))
            .args([script.as_os_str(), "bullets".as_ref()])
            .env("PATH", &folder)
            .output()
            .unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert!(
            !ran.status.success() && errors.contains(&format!("{missing} is missing: install it")),
            "{missing}: {errors}"
        );
    }
}
