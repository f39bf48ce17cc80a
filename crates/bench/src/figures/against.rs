//! Compares this build of the report with that of another commit, in turns on one machine.
//!
//! A time depends on what else the machine does, so the two programs take turns, and the median of the runs counts.

use super::file::{Row, short, time};
use super::gather;
use super::gather::run_of;
use crate::report::aligned;
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use suites::case::median;

/// The program of the report.
const PROGRAM: &str = "bench";

/// Builds the report of a commit as it was, unless that was done before, and returns its program. Sources and builds
/// are in `target/against`.
///
/// # Errors
/// If there is no such commit, or it cannot be built. It needs git and tar.
pub fn program_of(commit: &str) -> Result<PathBuf> {
    let root = PathBuf::from(output("git", &["rev-parse", "--show-toplevel"])?);
    let commit = output("git", &["rev-parse", "--verify", "--end-of-options", &format!("{commit}^{{commit}}")])?;
    let folder = root.join("target/against");
    let program = folder.join(format!("{PROGRAM}-{commit}"));
    if program.exists() {
        return Ok(program);
    }
    let (sources, archive) = (folder.join("sources"), folder.join("sources.tar"));
    if sources.exists() {
        std::fs::remove_dir_all(&sources)?; // of a build that was interrupted
    }
    std::fs::create_dir_all(&sources)?;
    let (text, into) = (archive.display().to_string(), sources.display().to_string());
    output("git", &["-C", &root.display().to_string(), "archive", "--output", &text, &commit])?;
    output("tar", &["-xf", &text, "-C", &into])?;
    std::fs::remove_file(&archive)?;
    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args(["build", "--release", "--locked", "--package", PROGRAM, "--bin", PROGRAM]).current_dir(&sources);
    // One folder for all commits, so that only our own crates are built again.
    let target = folder.join("build");
    let status = build.env("CARGO_TARGET_DIR", &target).status().context("cannot start cargo")?;
    ensure!(status.success(), "the report of {commit} cannot be built");
    std::fs::copy(target.join("release").join(PROGRAM), &program)?;
    std::fs::remove_dir_all(&sources)?;
    Ok(program)
}

/// Runs two programs in turns, each with the same arguments and `--json`. Returns the rows of both.
///
/// # Errors
/// If a program fails, prints no row, or answers differently in two runs.
pub fn turns(programs: [&Path; 2], args: &[&str], runs: usize, mut note: impl FnMut(usize)) -> Result<[Vec<Row>; 2]> {
    let commands = programs.map(|program| {
        let words = [program.display().to_string()].into_iter().chain(args.iter().map(|arg| (*arg).to_owned()));
        words.chain(["--json".to_owned()]).collect::<Vec<_>>()
    });
    let mut lines = [Vec::new(), Vec::new()];
    for run in 0..runs {
        note(run);
        for turn in 0..2 {
            let which = (run + turn) % 2; // each is first in every second run
            lines[which].push(run_of(&commands[which])?);
        }
    }
    Ok([gather(&lines[0])?, gather(&lines[1])?])
}

/// Lists the rows of hitmask that both have, the slowest against the other first: its time then and now, and the
/// factor. The factors of the peers, whose code is the same, tell how much the machine alone changes a row.
///
/// # Errors
/// If two answers of a row differ, or no row is in both.
pub fn factors(then: &[Row], now: &[Row]) -> Result<String> {
    let mut ours = Vec::new();
    let mut peers = Vec::new();
    let mut wrong = Vec::new();
    for row in now {
        let Some(before) = then.iter().find(|before| before.case == row.case && before.who == row.who) else {
            continue;
        };
        if before.answer != row.answer {
            wrong.push(format!("{} of {}: {}, then {}", row.who, row.case, before.answer, row.answer));
        }
        let factor = row.median() / before.median();
        if row.who.starts_with("hitmask") { ours.push((factor, before, row)) } else { peers.push(factor) }
    }
    if !wrong.is_empty() {
        bail!("{} answers differ:\n{}", wrong.len(), wrong.join("\n"));
    }
    ensure!(!ours.is_empty(), "the two have no row of hitmask in common");
    ours.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut rows = vec![["case", "who", "then", "now", "factor", "runs"].map(str::to_owned).to_vec()];
    for (factor, before, row) in &ours {
        let (least, most) = row.factors_over(before);
        let range = format!("{least:.2} to {most:.2}");
        let cells = [time(before.median()), time(row.median()), format!("{factor:.2}"), range];
        rows.push([row.case.clone(), row.who.clone()].into_iter().chain(cells).collect());
    }
    let mut text = aligned(&rows);
    if !peers.is_empty() {
        let (count, middle) = (peers.len(), median(&mut peers));
        let (least, most) = (peers[0], peers[count - 1]); // `median` sorts
        text += &format!("\n{count} rows of peers: {}, from {least:.2} to {most:.2}\n", short(middle));
    }
    Ok(text)
}

/// Returns the output of a command, trimmed.
fn output(program: &str, args: &[&str]) -> Result<String> {
    let output = Command::new(program).args(args).output().with_context(|| format!("cannot start {program}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program} {}: {}", args.join(" "), said.trim());
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
