//! The programs on pages. A comment names a program that tests run and a region of it, and the block of code below is cut
//! out of it:
//!
//! ```text
//! <!-- code: examples/guide/pair.rs#ask -->
//! ```
//!
//! With a label, the block is one language of a group: a `<details>`, of which the first is open. The site shows such a
//! group as tabs.
//!
//! ```text
//! <!-- code Rust: examples/guide/pair.rs#ask -->
//! <!-- code Python: docs/book/programs/python/pair.py#ask -->
//! ```
//!
//! A language that has no program of it has a sentence, written by hand, so that no language is missing in silence:
//!
//! ```text
//! <!-- code Bevy: none -->
//! <details><summary>Bevy</summary>
//!
//! Bevy reads the pictures of your sprites by itself.
//! </details>
//! ```

use super::made::{Made, Outcome};
use crate::tools::{Result, failed, list, read};
use regex_lite::Regex;
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::str::Lines;

/// The languages of programs, by the endings of their names: as GitHub and the site call them.
const LANGUAGES: [(&str, &str); 10] = [
    ("rs", "rust"),
    ("py", "python"),
    ("js", "js"),
    ("mjs", "js"),
    ("ts", "ts"),
    ("gd", "gdscript"),
    ("cs", "csharp"),
    ("lua", "lua"),
    ("c", "c"),
    ("cpp", "cpp"),
];

/// `// #region name`, `# region name`, `-- #region name`, `/* #region name */`, `#pragma region name`, and their ends.
const MARK: &str = r"^\s*(?://|/\*|--|#pragma|<!--|#)?\s*#?(end)?region\s+([\w-]+)\s*(?:\*/|-->)?\s*$";

/// The comment above a block: its label, if it has one, and its program, or [`NONE`].
const COMMENT: &str = r"^<!-- code(?: ([^:]+))?: (\S+) -->$";

/// Stands for the program of a language that has a sentence instead.
const NONE: &str = "none";

pub(super) fn make(root: &Path, _: bool) -> Result<Outcome> {
    let writer = Writer { root, mark: pattern(MARK), comment: pattern(COMMENT) };
    let mut files = Vec::new();
    for path in pages(root) {
        let text = read(root.join(&path))?;
        let written = writer.page(&text).map_err(|(line, why)| failed(format!("{}:{line}: {why}", path.display())))?;
        for program in &written.changed {
            println!("{}: the code differs from {program}", path.display());
        }
        if written.blocks > 0 {
            // A clone on Windows may have its own ends of lines.
            let ends = if text.contains("\r\n") { "\r\n" } else { "\n" };
            files.push(Made { path, bytes: written.text.replace('\n', ends).into_bytes() });
        }
    }
    Ok(Outcome::Made(files))
}

/// The pages for users: the book, the READMEs, and the pages of the packages.
fn pages(root: &Path) -> Vec<PathBuf> {
    let alone = ["integrations/c/csharp", "integrations/c/lua"]; // packages of their own
    let mut folders: Vec<PathBuf> =
        ["", "docs", "docs/book"].iter().chain(&alone).map(|folder| root.join(folder)).collect();
    for parent in ["docs/book", "crates", "integrations"] {
        let inside = list(root.join(parent), "");
        folders.extend(inside.iter().flat_map(|folder| [folder.clone(), folder.join("docs")]));
    }
    let all = folders.into_iter().flat_map(|folder| list(folder, ".md"));
    let mut pages: Vec<PathBuf> = all.map(|page| page.strip_prefix(root).unwrap_or(&page).to_owned()).collect();
    pages.sort();
    pages
}

struct Writer<'a> {
    root: &'a Path,
    mark: Regex,
    comment: Regex,
}

/// A page with its programs.
#[derive(Default)]
struct Written {
    text: String,
    blocks: usize,
    /// The programs whose blocks have changed.
    changed: Vec<String>,
}

/// What is wrong with a page, without its line.
type Why = String;

impl Writer<'_> {
    /// Writes the programs into a page, or returns the number of a line and what is wrong there.
    fn page(&self, page: &str) -> std::result::Result<Written, (usize, Why)> {
        let (mut written, mut is_in_group) = (Written::default(), false);
        let mut lines = page.lines().peekable();
        while let Some(line) = lines.next() {
            let after = lines.clone();
            let wrong = |why: Why| (page.lines().count() - after.clone().count(), why);
            written.text += &format!("{line}\n");
            if let Some(note) = self.note(line).map_err(wrong)? {
                let old = old_block(&mut lines).ok_or_else(|| wrong("the block below has no end".to_owned()))?;
                let block = self.block(&note, &old, is_in_group).map_err(wrong)?;
                if old != block && note.program != NONE {
                    written.changed.push(note.program.to_owned());
                }
                written.blocks += 1;
                written.text += &block;
                // Without an empty line, what follows would belong to the HTML.
                if lines.peek().is_some_and(|next| !next.is_empty()) {
                    written.text += "\n";
                }
                is_in_group = note.label.is_some();
            } else if fence(line) > 0 {
                written.text += &fenced(line, &mut lines).ok_or_else(|| wrong("this block has no end".to_owned()))?;
                is_in_group = false;
            } else if is_in_group && line.starts_with("<details") {
                return Err(wrong("the languages of a group come from programs: no comment names this one".to_owned()));
            } else {
                is_in_group &= line.is_empty();
            }
        }
        Ok(written)
    }

    /// Reads a line, if it is a comment that names a program.
    fn note<'p>(&self, line: &'p str) -> std::result::Result<Option<Note<'p>>, Why> {
        let Some(found) = self.comment.captures(line) else {
            return match line.trim_start() {
                line if line.starts_with("<!-- code") => {
                    Err("expected <!-- code: PROGRAM#REGION --> or <!-- code LANGUAGE: PROGRAM#REGION -->".to_owned())
                }
                line if line.starts_with("<<<") || line.starts_with(":::tabs") => {
                    Err(format!("only the site reads '{line}': write <!-- code: PROGRAM#REGION -->"))
                }
                _ => Ok(None),
            };
        };
        let text = |number| found.get(number).map(|found| found.as_str());
        Ok(Some(Note { label: text(1), program: text(2).unwrap_or_default() }))
    }

    /// Returns the block below a comment. The old block counts only for a language without a program.
    fn block(&self, note: &Note, old: &str, is_in_group: bool) -> std::result::Result<String, Why> {
        let inside = match note {
            Note { program: NONE, label: Some(label) } => sentence(old, label)?.to_owned(),
            _ => self.code(note.program)?,
        };
        let open = if is_in_group { "" } else { " open" };
        Ok(match note.label {
            Some(label) => format!("<details{open}><summary>{label}</summary>\n\n{inside}</details>\n"),
            None => inside,
        })
    }

    /// Returns the region of a program as a block of code.
    fn code(&self, program: &str) -> std::result::Result<String, Why> {
        let (file, region) = program.split_once('#').unwrap_or((program, ""));
        let ending = file.rsplit('.').next().unwrap_or_default();
        let language = LANGUAGES.iter().find(|language| language.0 == ending);
        let language = language.ok_or_else(|| format!("{file}: no language has files that end with '{ending}'"))?.1;
        let text = read(self.root.join(file)).map_err(|failure| failure.to_string())?;
        let code = self.cut(&text, region).ok_or_else(|| format!("{file} has no region '{region}' with an end"))?;
        let ticks = if code.contains("```") { "````" } else { "```" };
        Ok(format!("{ticks}{language}\n{code}\n{ticks}\n"))
    }

    /// Cuts a region out of a program, or takes all of it if the region has no name. Marks and indents are removed.
    fn cut(&self, program: &str, region: &str) -> Option<String> {
        let (mut lines, mut is_inside, mut is_complete) = (Vec::new(), region.is_empty(), region.is_empty());
        for line in program.lines() {
            match self.mark.captures(line) {
                Some(mark) if &mark[2] == region => {
                    is_complete = mark.get(1).is_some();
                    if is_complete {
                        break;
                    }
                    is_inside = true;
                }
                None if is_inside => lines.push(line),
                _ => {}
            }
        }
        let indents =
            lines.iter().filter(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len());
        let indent = indents.min().unwrap_or(0);
        let code: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or("")).collect();
        (is_complete && is_inside).then(|| code.join("\n").trim_matches('\n').to_owned())
    }
}

/// A comment above a block.
struct Note<'p> {
    label: Option<&'p str>,
    program: &'p str,
}

/// Takes the sentence out of the block of a language without a program.
fn sentence<'b>(block: &'b str, label: &str) -> std::result::Result<&'b str, Why> {
    let inside = block.split_once("</summary>\n\n").and_then(|(_, inside)| inside.strip_suffix("</details>\n"));
    let written = inside.filter(|inside| {
        let is_named = block.lines().next().is_some_and(|line| line.ends_with(&format!("<summary>{label}</summary>")));
        is_named && !inside.trim().is_empty() && inside.lines().all(|line| fence(line) == 0)
    });
    written.ok_or_else(|| {
        format!("expected <details><summary>{label}</summary>, an empty line and a sentence without code")
    })
}

/// The number of backticks with which a line begins, if a block of code begins or ends there.
fn fence(line: &str) -> usize {
    let code = line.trim_start();
    let ticks = code.len() - code.trim_start_matches('`').len();
    if ticks >= 3 { ticks } else { 0 }
}

/// Takes the rest of a block of code, whose first line is known.
fn fenced(first: &str, lines: &mut Peekable<Lines>) -> Option<String> {
    let mut text = String::new();
    loop {
        let line = lines.next()?;
        text += &format!("{line}\n");
        if fence(line) >= fence(first) && line.trim().trim_matches('`').is_empty() {
            return Some(text);
        }
    }
}

/// Takes the block that was written below a comment, if there is one: code, or `<details>` around code. Returns `None` if
/// the block has no end.
fn old_block(lines: &mut Peekable<Lines>) -> Option<String> {
    let (mut text, mut is_details) = (String::new(), false);
    while let Some(line) = lines.next_if(|line| is_details || fence(line) > 0 || line.starts_with("<details")) {
        is_details |= line.starts_with("<details");
        text += &format!("{line}\n");
        if fence(line) > 0 {
            text += &fenced(line, lines)?;
        }
        if !is_details || line == "</details>" {
            return Some(text);
        }
    }
    (!is_details).then_some(text)
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a regular expression")
}
