//! Figures of the benches of packages, each in a tool chain of its own. Several runs of a report become rows with a
//! time for each run.

use super::file::Row;
use crate::report::Line;
use anyhow::{Context, Result, ensure};
use std::process::{Command, Stdio};

/// Joins the runs of a report. Rows have the order of the first run.
///
/// # Errors
/// If a run lacks a row, has another one, or gives another answer than the first run.
pub fn gather(runs: &[Vec<Line>]) -> Result<Vec<Row>> {
    let (first, others) = runs.split_first().context("no run")?;
    let mut rows: Vec<Row> = Vec::with_capacity(first.len());
    for line in first {
        let twice = rows.iter().any(|row| row.case == line.case && row.who == line.who);
        ensure!(!twice, "{} has two rows of {}", line.case, line.who);
        rows.push(Row {
            suite: line.suite.clone(),
            case: line.case.clone(),
            n: line.n,
            who: line.who.clone(),
            ns: vec![line.ns],
            answer: line.answer,
        });
    }
    for run in others {
        ensure!(run.len() == rows.len(), "a run has {} rows, the first one {}", run.len(), rows.len());
        for (row, line) in rows.iter_mut().zip(run) {
            let same = row.case == line.case && row.who == line.who;
            ensure!(same, "{} of {} became {} of {}", row.who, row.case, line.who, line.case);
            let (case, who) = (&row.case, &row.who);
            ensure!(row.answer == line.answer, "{case}: {who} answered {}, then {}", row.answer, line.answer);
            row.ns.push(line.ns);
        }
    }
    Ok(rows)
}

/// Checks the answers of one run: contenders that do equal work in a case have equal answers.
///
/// # Errors
/// If two answers of a case differ.
pub fn agree(run: &[Line]) -> Result<()> {
    for line in run.iter().filter(|line| !line.aside) {
        let first = run.iter().find(|first| !first.aside && first.case == line.case).unwrap_or(line);
        let (case, who, answer) = (&line.case, &line.who, line.answer);
        ensure!(first.answer == answer, "{case}: {} answered {}, {who} {answer}", first.who, first.answer);
    }
    Ok(())
}

/// Runs a command once, which prints a line of JSON for each row: {"suite","case","n","who","ns","answer"}. Other
/// lines are ignored.
///
/// # Errors
/// If the command cannot be started, fails, or prints no such line.
pub fn run_of(command: &[String]) -> Result<Vec<Line>> {
    let (program, args) = command.split_first().context("no command")?;
    let output = Command::new(program).args(args).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {program}"))?;
    ensure!(output.status.success(), "{program} ended with {}", output.status);
    let text = String::from_utf8(output.stdout).with_context(|| format!("{program} does not print text"))?;
    let lines: Vec<Line> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    ensure!(!lines.is_empty(), "{program} printed no row; it must print lines such as {EXAMPLE}");
    Ok(lines)
}

const EXAMPLE: &str = r#"{"suite":"python","case":"step-10000","n":10000,"who":"hitmask","ns":123456,"answer":42}"#;

/// The name of the figures of each package, and the command that prints them, from the root of the repository. With
/// `--json`, it prints a line of JSON for each row.
pub const PACKAGES: [(&str, &str); 5] = [
    ("python", "integrations/python/run bench"),
    ("web", "node integrations/web/tools/bench.mjs"),
    ("godot", "integrations/godot/run bench"),
    ("c", "integrations/c/run bench"),
    ("bevy", "cargo bench --quiet --manifest-path integrations/bevy/Cargo.toml --bench step --"),
];
