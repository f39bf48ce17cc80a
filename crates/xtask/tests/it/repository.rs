//! A small repository in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};
use tempfile::TempDir;

pub(crate) struct Repository {
    folder: TempDir,
}

impl Repository {
    /// A repository with some files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Repository {
        let repository = Repository { folder: tempfile::tempdir().expect("a folder") };
        repository.write("crates/xtask/Cargo.toml", "");
        files.iter().for_each(|(path, text)| repository.write(path, text));
        repository
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Writes a program for the shell.
    #[cfg(unix)]
    pub(crate) fn program(&self, path: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt;
        self.write(path, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(self.path(path), fs::Permissions::from_mode(0o755)).expect("a program");
    }

    /// Runs xtask with the programs in the folder `bin` and those of the system.
    pub(crate) fn run(&self, words: &[&str]) -> Said {
        let path = env::var_os("PATH").unwrap_or_default();
        let all = [self.path("bin")].into_iter().chain(env::split_paths(&path));
        self.run_with(words, |command| command.env("PATH", env::join_paths(all).expect("a path")))
    }

    /// Runs xtask with an environment.
    pub(crate) fn run_with(&self, words: &[&str], with: impl FnOnce(&mut Command) -> &mut Command) -> Said {
        let mut command = xtask();
        command.args(words).current_dir(self.folder.path());
        Said::of(&with(&mut command).output().expect("xtask runs"))
    }
}

pub(crate) fn xtask() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.env_remove("CARGO_TARGET_DIR");
    command
}

/// How xtask has ended, and what it has said.
pub(crate) struct Said {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) errors: String,
}

impl Said {
    pub(crate) fn of(output: &Output) -> Said {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Said { status: output.status.code(), out: text(&output.stdout), errors: text(&output.stderr) }
    }

    /// Checks the status and a text in the output or in the errors.
    pub(crate) fn check(&self, status: i32, text: &str) {
        let Said { out, errors, .. } = self;
        assert!(
            self.status == Some(status) && (out.contains(text) || errors.contains(text)),
            "expected status {status} and '{text}', got {:?}:\n{out}\n{errors}",
            self.status
        );
    }
}

/// The root of this repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
