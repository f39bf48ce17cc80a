//! A table of a page: its description stands in a comment of the page, its cells come from figures.
//!
//! ```text
//! <!-- figures NAME FILTER
//! | sprites | hitmask | two threads = hitmask-2t | broccoli |
//! | {n} of 32 px | exact-uniform-* |
//! -->
//! ```
//!
//! The first line names the columns: the labels of the rows, then a contender each, with `label = contender` if the
//! page calls it something else. Each further line is a row: a label and a case, or a row for each case whose name
//! goes on after the text before `*`. The first contender's cells are times, the others' are factors over it.
//!
//! `--compare` compares a new run with published figures.

use super::file::{Figures, Row, short, time};
use crate::report::{Line, aligned, digits, grouped};
use anyhow::{Context, Result, ensure};

/// The text of a table.
///
/// # Errors
/// If the description is malformed, labels two rows alike, or names a case or a contender that the figures lack.
pub(super) fn render(description: &str, figures: &Figures) -> Result<String> {
    let mut lines = description.lines().map(str::trim).filter(|line| !line.is_empty());
    let header = cells(lines.next().context("a table needs a line with its columns")?)?;
    let (corner, columns) = header.split_first().context("a table needs columns")?;
    let columns: Vec<(&str, &str)> =
        columns.iter().map(|cell| cell.split_once(" = ").unwrap_or((cell, cell))).collect();
    let mut used = vec![false; columns.len()];
    let names = std::iter::once(*corner).chain(columns.iter().map(|column| column.0));
    let mut table = vec![row_of(names), row_of(std::iter::repeat_n("---", header.len()))];
    let mut labels = Vec::new();
    for line in lines {
        let (label, pattern) = match cells(line)?[..] {
            [label, pattern] => (label, pattern),
            _ => anyhow::bail!("a row must be '| label | case |', got '{line}'"),
        };
        let cases = cases(pattern, figures);
        ensure!(!cases.is_empty(), "no case '{pattern}'");
        for (case, n) in cases {
            let base = figures.row(case, columns[0].1).with_context(|| format!("{case} lacks {}", columns[0].1))?;
            let mut row = vec![label.replace("{n}", &grouped(n as u64))];
            ensure!(!labels.contains(&row[0]), "two rows have the same label '{}'", row[0]);
            labels.push(row[0].clone());
            for (i, (_, who)) in columns.iter().enumerate() {
                let peer = figures.row(case, who);
                used[i] |= peer.is_some();
                row.push(match peer {
                    Some(_) if i == 0 => time(base.median()),
                    Some(peer) => factor(peer, base),
                    None => String::new(),
                });
            }
            table.push(row_of(row.iter().map(String::as_str)));
        }
    }
    let unused = used.iter().position(|used| !used);
    ensure!(unused.is_none(), "no case has a row of '{}'", columns[unused.unwrap_or_default()].1);
    Ok(table.join("\n"))
}

fn cells(line: &str) -> Result<Vec<&str>> {
    let inner = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    let inner = inner.with_context(|| format!("a line of a table must begin and end with '|', got '{line}'"))?;
    Ok(inner.split('|').map(str::trim).collect())
}

fn row_of<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = "|".to_owned();
    for cell in cells {
        text.push_str(&if cell.is_empty() { " |".to_owned() } else { format!(" {cell} |") });
    }
    text
}

/// The cases of a pattern with their sizes, each once.
fn cases<'a>(pattern: &str, figures: &'a Figures) -> Vec<(&'a str, usize)> {
    let fits = |case: &str| match pattern.strip_suffix('*') {
        // A size follows the name of a family. Otherwise the case belongs to another family.
        Some(start) => case.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())),
        None => case == pattern,
    };
    let mut cases: Vec<(&str, usize)> = Vec::new();
    for row in figures.rows.iter().filter(|row| fits(&row.case)) {
        if cases.iter().all(|case| case.0 != row.case) {
            cases.push((&row.case, row.n));
        }
    }
    cases
}

/// The range of a peer's factor over ours, or one number if the range is one after rounding.
fn factor(peer: &Row, base: &Row) -> String {
    let (least, most) = peer.factors_over(base);
    let (least, most) = (short(least), short(most));
    if least == most { least } else { format!("{least}–{most}") }
}

/// A factor that moved by more than this share counts.
const TOLERANCE: f64 = 0.2;

/// Lists the factors over hitmask that are more than a fifth away from the published range, as lines of a table, and
/// says how many factors both have. A time depends on the machine, a factor less so.
#[must_use]
pub fn moved(published: &Figures, now: &[Line]) -> String {
    let ours = |line: &Line| now.iter().find(|ours| ours.case == line.case).filter(|ours| ours.who != line.who);
    let both = now.iter().filter_map(|line| {
        let base = ours(line)?;
        let row = |who: &str| -> Option<&Row> { published.row(&line.case, who) };
        Some((line, line.ns / base.ns, row(&line.who)?.factors_over(row(&base.who)?)))
    });
    let mut rows = vec![["case", "who", "published", "now"].map(str::to_owned).to_vec()];
    let mut count = 0;
    for (line, factor, (least, most)) in both {
        count += 1;
        if factor < least * (1.0 - TOLERANCE) || factor > most * (1.0 + TOLERANCE) {
            let range = format!("{} to {}", digits(least), digits(most));
            rows.push(vec![line.case.clone(), line.who.clone(), range, digits(factor)]);
        }
    }
    let moved = rows.len() - 1;
    let head = format!("{moved} of {count} published factors over hitmask moved by more than a fifth");
    if moved == 0 { format!("{head}.\n") } else { format!("{head}:\n{}", aligned(&rows)) }
}
