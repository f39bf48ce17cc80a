//! Writes the tables and the charts of pages from figures.

use super::file::{FOLDER, Figures, REPORT};
use super::table;
use crate::figures::charts;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The beginning of a table's description.
const BEGIN: &str = "<!-- figures ";
/// The end of a table that was written.
const END: &str = "<!-- end of figures -->";
/// Where the charts are.
const PICTURES: &str = "docs/pictures";

/// A file whose text was written from figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The file, from the root of the repository.
    pub file: PathBuf,
    /// Its text.
    pub text: String,
}

/// Writes every page and every chart of a repository from its figures. Nothing is stored: the caller writes the files,
/// or compares them.
///
/// # Errors
/// If a page or the figures cannot be read, or a page asks for what the figures lack.
pub fn write_all(root: &Path) -> Result<Vec<Page>> {
    let mut figures = BTreeMap::new();
    let mut written = Vec::new();
    for file in pages(root)? {
        let text = std::fs::read_to_string(root.join(&file))?;
        if text.contains(BEGIN) {
            let text = splice(&text, |name| {
                if !figures.contains_key(name) {
                    figures.insert(name.to_owned(), Figures::read(&root.join(FOLDER), name)?);
                }
                Ok(figures[name].clone())
            });
            written.push(Page { text: text.with_context(|| file.display().to_string())?, file });
        }
    }
    let report = Figures::read(&root.join(FOLDER), REPORT)?;
    let charts = charts::draw(&report.rows)?;
    written.extend(charts.into_iter().map(|(name, text)| Page { file: Path::new(PICTURES).join(name), text }));
    Ok(written)
}

/// The Markdown files for users: the README, the pages in `docs`, and those of the crates and packages.
///
/// # Errors
/// If a folder of the repository cannot be read.
pub fn pages(root: &Path) -> Result<Vec<PathBuf>> {
    let book = ["", "start", "guide", "cookbook", "moving", "how"].map(|part| Path::new("docs/book").join(part));
    let mut folders = vec![PathBuf::new(), PathBuf::from("docs")];
    folders.extend(book);
    for group in ["crates", "integrations"] {
        for entry in std::fs::read_dir(root.join(group))? {
            let folder = Path::new(group).join(entry?.file_name());
            folders.push(folder.join("docs"));
            folders.push(folder);
        }
    }
    let mut files = Vec::new();
    for folder in folders {
        let Ok(entries) = std::fs::read_dir(root.join(&folder)) else { continue };
        for entry in entries {
            let file = folder.join(entry?.file_name());
            if file.extension().is_some_and(|extension| extension == "md") {
                files.push(file);
            }
        }
    }
    // A list of what changed between versions is dated.
    files.retain(|file| file != Path::new("CHANGELOG.md"));
    files.sort();
    Ok(files)
}

/// Writes the tables of a page. `figures` finds figures by their name.
///
/// # Errors
/// If a description has no end or is malformed, or the figures lack what it names.
pub fn splice(page: &str, mut figures: impl FnMut(&str) -> Result<Figures>) -> Result<String> {
    let (mut text, mut rest, mut named) = (String::new(), page, Vec::new());
    while let Some(start) = rest.find(BEGIN) {
        let comment = &rest[start..];
        let head = comment.lines().next().unwrap_or_default();
        let end = comment.find("-->").with_context(|| format!("'{head}' has no '-->'"))? + "-->".len();
        let (first, description) = comment[BEGIN.len()..end - "-->".len()].split_once('\n').unwrap_or_default();
        let (name, filter) = first.trim().split_once(' ').unwrap_or((first.trim(), ""));
        let figures = figures(name)?;
        let table = table::render(description, &figures).with_context(|| format!("'{head}'"))?;
        let caption = caption(&figures, filter, !named.contains(&name.to_owned()));
        named.push(name.to_owned());
        text.push_str(&rest[..start + end]);
        text.push_str(&format!("\n\n{table}\n\n{caption}\n\n{END}"));
        let written = comment[end..].find(END).with_context(|| format!("'{head}' has no '{END}'"))?;
        rest = &comment[end + written + END.len()..];
    }
    Ok(text + rest)
}

/// The command that repeats a table, after the machine if the page has not named it before.
fn caption(figures: &Figures, filter: &str, names_machine: bool) -> String {
    let command = format!("{} {filter}", figures.command);
    // Nothing follows the separator of cargo's arguments.
    let command = command.trim();
    let command = command.strip_suffix(" --").unwrap_or(command);
    let machine = if names_machine {
        let runs = figures.rows.first().map_or(0, |row| row.ns.len());
        format!("{}, {}, {runs} runs. ", figures.machine.processor(), figures.machine.date)
    } else {
        String::new()
    };
    format!("{machine}Repeat: `{command}`")
}
