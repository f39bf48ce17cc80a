//! Files that a generator has made: written, or compared with those of the repository.

use crate::tools::{Result, failed, write};
use std::path::{Path, PathBuf};

/// A file that was made: its path from the root, and its content.
pub(crate) struct Made {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

/// What became of a generator.
pub(crate) enum Outcome {
    Made(Vec<Made>),
    /// This machine cannot make the files: what is missing, and how to get it.
    NotRun(String),
}

/// Writes the files that differ, or says that they do, and returns how many do.
pub(super) fn update(root: &Path, name: &str, files: &[Made], is_check: bool) -> Result<usize> {
    let is_old = |made: &&Made| std::fs::read(root.join(&made.path)).ok().as_ref() != Some(&made.bytes);
    let old: Vec<&Made> = files.iter().filter(is_old).collect();
    for made in &old {
        let path = made.path.display();
        if is_check {
            println!("{path} is not up to date: run: cargo xtask generate {name}");
        } else {
            write(root.join(&made.path), &made.bytes)?;
            println!("{path} is written");
        }
    }
    println!("{name}: {} of {} files {}", old.len(), files.len(), if is_check { "differ" } else { "have changed" });
    Ok(old.len())
}

/// Fails if files of one generator are not up to date, for the tests of a package.
pub(super) fn check(root: &Path, name: &str, files: &[Made]) -> Result<()> {
    match update(root, name, files, true)? {
        0 => Ok(()),
        old => Err(failed(format!("{old} files are not up to date"))),
    }
}
