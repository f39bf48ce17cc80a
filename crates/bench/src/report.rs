//! The report: a table for each family of cases, or a line of JSON for each row.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::io::{IsTerminal, Write};
use suites::case::{Effort, Role, usual_level};
use suites::suite::{Family, Spec};

/// A row of a case that was checked and timed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Line {
    pub(crate) suite: String,
    pub(crate) case: String,
    pub(crate) n: usize,
    pub(crate) who: String,
    /// The nanoseconds of one question.
    pub(crate) ns: f64,
    /// The nanoseconds of the call alone, for contenders called from another language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    call: Option<f64>,
    /// The sum of the answers: hits, pixels or pairs.
    #[serde(default)]
    pub(crate) answer: u64,
    /// The mean of the answers.
    #[serde(skip)]
    mean: f64,
    /// The share of wrong answers, for approximate rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wrong: Option<f64>,
    /// Whether the row does other work than the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) aside: bool,
}

/// The format of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Tables.
    Table,
    /// One object a line.
    Json,
}

/// Builds, checks and times the cases, one after the other, and writes them as they finish. Returns all rows.
///
/// # Errors
/// If a case cannot be built, its rows disagree, or `out` cannot be written.
pub fn run(families: &[Family], effort: &Effort, format: Format, out: &mut impl Write) -> Result<Vec<Line>> {
    let (mut suite, mut all) = ("", Vec::new());
    for family in families {
        if format == Format::Table && suite != family.suite {
            suite = family.suite;
            writeln!(out, "\n{}", heading(suite))?;
        }
        let mut cases = Vec::new();
        for spec in &family.specs {
            note(&spec.name);
            let lines = measure(family.suite, spec, effort)?;
            if format == Format::Json {
                for line in &lines {
                    writeln!(out, "{}", serde_json::to_string(line)?)?;
                }
                out.flush()?;
            }
            cases.push(lines);
        }
        note("");
        if format == Format::Table {
            write!(out, "\n{}", table(family, &cases))?;
            out.flush()?;
        }
        all.extend(cases.into_iter().flatten());
    }
    Ok(all)
}

/// Shows the current case on a terminal; the next note overwrites it.
fn note(what: &str) {
    let mut terminal = std::io::stderr();
    if terminal.is_terminal() {
        // The report does not depend on the note.
        let _ = write!(terminal, "\r\x1b[K{what}");
    }
}

/// A case, checked and timed.
fn measure(suite: &'static str, spec: &Spec, effort: &Effort) -> Result<Vec<Line>> {
    let mut case = (spec.build)().with_context(|| spec.name.clone())?;
    let checked = case.check().with_context(|| spec.name.clone())?;
    let times = case.time(effort);
    let lines = case.rows.iter().zip(checked).zip(times).map(|((row, checked), ns)| Line {
        suite: suite.to_owned(),
        case: spec.name.clone(),
        n: spec.n,
        who: row.who.to_owned(),
        ns: hundredths(ns),
        call: row.call.map(hundredths),
        answer: checked.answer,
        mean: checked.mean,
        wrong: (row.role == Role::Approximate).then_some(checked.wrong),
        aside: row.role == Role::Aside,
    });
    Ok(lines.collect())
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Explains the numbers of a suite.
fn heading(suite: &str) -> String {
    let times = match suite {
        "mask" => "one pair of masks. Times are those of one test",
        _ => "many sprites. Times are those of one step (move, update, list the pairs) or of what the case asks",
    };
    let title = format!("Suite {suite}: {times}");
    let title = if suite == "mask" { format!("{title}; hitmask's kernels at level {}", usual_level()) } else { title };
    let ratios = "A ratio of 7.5x means 7.5 times the time of hitmask on one thread. Hits, pixels and pairs are means.";
    format!("{title}\n{}\n{ratios}", "=".repeat(title.chars().count()))
}

/// The table of a family: a line for each case, a column for each contender.
fn table(family: &Family, cases: &[Vec<Line>]) -> String {
    let mut who: Vec<&str> = Vec::new();
    for line in cases.iter().flatten() {
        if !who.contains(&line.who.as_str()) {
            who.push(&line.who);
        }
    }
    let mut rows = vec![vec![family.unit.to_owned(), family.answer.to_owned()]];
    rows[0].extend(who.iter().map(|&who| who.to_owned()));
    for lines in cases {
        let Some(ours) = lines.first() else { continue };
        let mut row = vec![grouped(ours.n as u64), mean(ours.mean)];
        row.extend(who.iter().map(|who| {
            let line = lines.iter().find(|line| line.who == **who);
            line.map_or("-".to_owned(), |line| cell(line, ours))
        }));
        rows.push(row);
    }
    format!("{}: {}\n{}", family.name, family.title, aligned(&rows))
}

/// Rows of cells as lines of text, every column aligned to the right.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        for (cell, width) in row.iter().zip(&widths) {
            text.push_str(&format!("  {cell:>width$}"));
        }
        text.push('\n');
    }
    text
}

/// A time, its ratio to ours, the share of wrong answers, the time of the call alone, and a mark for other work.
fn cell(line: &Line, ours: &Line) -> String {
    let ratio =
        if line.who == ours.who { String::new() } else { format!(" {:>7}", format!("{}x", digits(line.ns / ours.ns))) };
    let wrong = line.wrong.map_or(String::new(), |wrong| format!(" ({:.1} % wrong)", 100.0 * wrong));
    let call = line.call.map_or(String::new(), |call| format!(" (call {})", time(call).trim_end()));
    let aside = if line.aside { " (other work)" } else { "" };
    format!("{}{ratio}{wrong}{call}{aside}", time(line.ns))
}

/// A time with a unit.
pub(crate) fn time(ns: f64) -> String {
    let units = [(1e9, "s "), (1e6, "ms"), (1e3, "us")];
    let (unit, name) = units.into_iter().find(|&(unit, _)| ns >= 0.9995 * unit).unwrap_or((1.0, "ns"));
    format!("{} {name}", digits(ns / unit))
}

/// A number with three significant digits.
pub(crate) fn digits(number: f64) -> String {
    let decimals = match number {
        n if n >= 99.95 => 0,
        n if n >= 9.995 => 1,
        _ => 2,
    };
    format!("{number:.decimals$}")
}

/// A mean of answers: a share or a number.
fn mean(mean: f64) -> String {
    if mean < 99.95 { digits(mean) } else { grouped(mean.round() as u64) }
}

/// A number with commas between the thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
