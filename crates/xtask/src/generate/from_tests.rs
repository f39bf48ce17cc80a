//! Files that a test knows best: the test compares them, and writes them if this program asks it to.

use super::{Made, Outcome};
use crate::tools::{Result, failed, fresh, need, run, tree};
use std::path::Path;

/// The folder into which a test writes its files, with their paths from the root, instead of comparing them. Only this
/// program sets it.
const FOLDER: &str = "XTASK_GENERATE";

pub(super) fn calls(root: &Path, _: bool) -> Result<Outcome> {
    made_by(root, "", &["-p", "hitmask", "--test", "it", "the_script_of_calls"])
}

pub(super) fn seeds(root: &Path, _: bool) -> Result<Outcome> {
    made_by(root, "", &["-p", "hitmask-world", "--all-features", "--test", "it", "seeds_of_the_fuzzer"])
}

pub(super) fn header(root: &Path, _: bool) -> Result<Outcome> {
    made_by(root, "integrations/c", &["--test", "it", "the_header_is_that_of_the_sources"])
}

pub(super) fn published(root: &Path, _: bool) -> Result<Outcome> {
    made_by(root, "", &["-p", "hitmask", "--test", "it", "pages_show_the_way_to_install"])
}

pub(super) fn figures(root: &Path, _: bool) -> Result<Outcome> {
    made_by(root, "", &["-p", "bench", "--test", "it", "pages_are_written_from_the_figures"])
}

/// Returns what one test of a workspace writes.
fn made_by(root: &Path, workspace: &str, test: &[&str]) -> Result<Outcome> {
    need(&["cargo"])?;
    let folder = root.join("target/xtask/generate").join(test.last().unwrap_or(&""));
    fresh(&folder)?;
    let cargo = run("cargo").args(["test", "--quiet", "--locked"]).args(test).at(root.join(workspace));
    cargo.env(FOLDER, &folder).aside()?;
    let read = |file: std::path::PathBuf| {
        let bytes = std::fs::read(&file).map_err(|error| failed(format!("cannot read {}: {error}", file.display())))?;
        Ok(Made { path: file.strip_prefix(&folder).unwrap_or(&file).to_owned(), bytes })
    };
    let files = tree(&folder).into_iter().map(read).collect::<Result<Vec<Made>>>()?;
    if files.is_empty() {
        return Err(failed(format!("the test {} has written nothing", test.last().unwrap_or(&""))));
    }
    Ok(Outcome::Made(files))
}
