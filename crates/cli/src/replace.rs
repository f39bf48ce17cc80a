//! Moves all outputs of a command to their targets, or none of them.

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io, process};

/// An output that is complete and on the disk, under a temporary name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Complete {
    /// The output for messages.
    pub(crate) name: String,
    #[serde(with = "any_path")]
    pub(crate) path: PathBuf,
    #[serde(with = "any_path")]
    pub(crate) target: PathBuf,
}

/// Paths as the system has them. Serde's own format of paths refuses names that are not UTF-8.
mod any_path {
    use super::*;
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(path: &Path, out: S) -> Result<S::Ok, S::Error> {
        path.as_os_str().serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<PathBuf, D::Error> {
        OsString::deserialize(input).map(PathBuf::from)
    }
}

/// Returns an error of `tempfile` without the name of its file, which the user has not chosen.
pub(crate) fn without_temporary_name(error: io::Error) -> io::Error {
    // The text is `{reason} at path {path}`, and the reason is private.
    match error.to_string().split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
}

/// A target that has its new content, and where its old content is, if it had one.
struct Replaced<'c> {
    name: &'c str,
    target: &'c Path,
    old: Option<PathBuf>,
}

/// Moves all outputs to their targets. If one of them cannot be moved, the targets before it get their old content back.
///
/// # Errors
/// Returns the error of the first output that cannot be moved. Every temporary file is removed, except for the old content of
/// a target that cannot get it back: the error names its file.
pub(crate) fn replace_all(outputs: &[Complete]) -> Result<()> {
    let mut replaced: Vec<Replaced> = Vec::new();
    for (index, Complete { name, path, target }) in outputs.iter().enumerate() {
        // Nothing is moved after the last output, so nobody needs its old content.
        let is_last = index + 1 == outputs.len();
        let old = if is_last { Ok(None) } else { keep_old(target) };
        let moved = old.and_then(|old| {
            fs::rename(path, target).inspect_err(|_| give_up(old.as_deref(), target))?;
            Ok(old)
        });
        match moved {
            Ok(old) => replaced.push(Replaced { name, target, old }),
            Err(error) => {
                outputs[index..].iter().for_each(|output| _ = fs::remove_file(&output.path));
                let error = anyhow::Error::from(error).context(name.clone());
                return Err(replaced
                    .iter()
                    .rev()
                    .filter_map(restore)
                    .fold(error, |error, also| anyhow!("{error:#}; {also:#}")));
            }
        }
    }
    // An old file that cannot be removed stays: the outputs are at their targets.
    replaced.iter().filter_map(|done| done.old.as_ref()).for_each(|old| _ = fs::remove_file(old));
    Ok(())
}

/// Gives the content of a target a second name. Returns `None` if the target does not exist.
fn keep_old(target: &Path) -> io::Result<Option<PathBuf>> {
    // If something else has taken its place meanwhile, the output cannot be moved there.
    if !fs::symlink_metadata(target).is_ok_and(|found| found.is_file()) {
        return Ok(None);
    }
    let link = |old: &Path| match fs::hard_link(target, old) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            // Some file systems have no hard links, and some users may not link to the file of another user.
            fs::rename(target, old)
        }
        linked => linked,
    };
    let prefix = format!(".hitmask-old-{}-", process::id());
    let folder = target.parent().unwrap_or(Path::new("/"));
    let old = tempfile::Builder::new().prefix(&prefix).make_in(folder, link).map_err(without_temporary_name)?;
    Ok(Some(old.into_temp_path().keep()?))
}

/// Removes the second name of a target that was not replaced.
fn give_up(old: Option<&Path>, target: &Path) {
    if let Some(old) = old {
        // The rename does nothing if both are names of one file, and both names stay.
        let _ = fs::rename(old, target).and_then(|()| fs::remove_file(old));
    }
}

/// Gives a target its old content back. Returns an error if that fails.
fn restore(Replaced { name, target, old }: &Replaced) -> Option<anyhow::Error> {
    let Some(old) = old else {
        let removed = fs::remove_file(target);
        return removed.with_context(|| format!("{name} is new, and cannot be removed")).err();
    };
    let failed = || format!("{name} has its new content, and the old one is in {}", old.display());
    fs::rename(old, target).with_context(failed).err()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// Creates a folder with old outputs of these names, and the new ones, complete.
    fn outputs(names: &[&str], exists: impl Fn(&str) -> bool) -> (TempDir, Vec<Complete>) {
        let folder = TempDir::new().unwrap();
        let output = |name: &&str| {
            let [path, target] = [format!(".new-{name}"), (*name).to_owned()].map(|name| folder.path().join(name));
            fs::write(&path, "new").unwrap();
            if exists(name) {
                fs::write(&target, "old").unwrap();
            }
            Complete { name: (*name).to_owned(), path, target }
        };
        let outputs = names.iter().map(output).collect();
        (folder, outputs)
    }

    fn contents(folder: &TempDir) -> Vec<(String, String)> {
        let read = |entry: io::Result<fs::DirEntry>| {
            let entry = entry.unwrap();
            let content = fs::read_to_string(entry.path()).unwrap_or("a folder".into());
            (entry.file_name().into_string().unwrap(), content)
        };
        let mut found: Vec<_> = fs::read_dir(folder.path()).unwrap().map(read).collect();
        found.sort();
        found
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|&(name, content)| (name.to_owned(), content.to_owned())).collect()
    }

    #[test]
    fn all_outputs_are_moved() {
        let (folder, outputs) = outputs(&["a", "b", "c"], |name| name != "b");
        replace_all(&outputs).unwrap();
        assert_eq!(contents(&folder), pairs(&[("a", "new"), ("b", "new"), ("c", "new")]));
    }

    /// A folder with a file in it cannot be replaced by a file.
    #[test]
    fn an_output_that_cannot_be_moved_gives_the_others_back() {
        for (failing, old) in [("b", "ac"), ("c", "ab"), ("b", "c"), ("c", ""), ("a", "bc"), ("c", "b")] {
            let (folder, outputs) = outputs(&["a", "b", "c"], |name| name != failing && old.contains(name));
            fs::create_dir(folder.path().join(failing)).unwrap();
            fs::write(folder.path().join(failing).join("file"), "old").unwrap();
            let before: Vec<_> = contents(&folder).into_iter().filter(|(name, _)| !name.starts_with('.')).collect();
            let error = format!("{:#}", replace_all(&outputs).unwrap_err());
            assert!(error.starts_with(&format!("{failing}: ")) && !error.contains(".hitmask"), "{error}");
            assert_eq!(contents(&folder), before, "{failing}, {old:?}");
        }
    }
}
