//! Programs of the system: whether they are there, and how to get them.

use super::run::{Result, failed};
use std::env;
use std::path::{Path, PathBuf};

/// Returns the file of a program that the system would run by a name, or of a path.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    if Path::new(program).components().count() > 1 {
        return is_program(Path::new(program)).then(|| PathBuf::from(program));
    }
    // npm and npx are scripts on Windows.
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ".bat", ""] } else { &[""] };
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .flat_map(|folder| endings.iter().map(move |ending| folder.join(format!("{program}{ending}"))))
        .find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

/// Fails with the way to get the first program that is missing.
pub(crate) fn need(programs: &[&str]) -> Result<()> {
    if let Some(program) = programs.iter().find(|program| find(program).is_none()) {
        let how = match *program {
            "cargo" => "install Rust (https://rustup.rs)",
            "cc" => "install a C compiler, such as gcc or clang",
            "rustup" => "install Rust with rustup (https://rustup.rs)",
            "node" | "npm" | "npx" => "install Node 20 or later (https://nodejs.org)",
            "xvfb-run" => "install Xvfb from your system, for example the package xvfb",
            _ => "install it",
        };
        return Err(failed(format!("{program} is missing: {how}")));
    }
    Ok(())
}

/// What a command has left out, and why. The command prints it at its end.
#[derive(Default)]
pub(crate) struct NotRun(Vec<String>);

impl NotRun {
    /// Tells whether all programs for a test are there, and notes the first one that is missing.
    pub(crate) fn has(&mut self, what: &str, programs: &[&str]) -> bool {
        let missing = programs.iter().find(|program| find(program).is_none());
        if let Some(program) = missing {
            self.note(format!("{what}: {program} is missing"));
        }
        missing.is_none()
    }

    pub(crate) fn note(&mut self, what: impl Into<String>) {
        self.0.push(what.into());
    }

    /// The lines for the user.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|what| format!("NOT RUN: {what}"))
    }
}

/// Tells whether all programs are there, and says which one is missing.
pub(crate) fn has(programs: &[&str]) -> bool {
    let missing = programs.iter().find(|program| find(program).is_none());
    if let Some(program) = missing {
        println!("NOT RUN: {program} is missing");
    }
    missing.is_none()
}
