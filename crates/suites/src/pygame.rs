//! The peer `pygame-ce`, if `python3` has it: called once per pair from Python, as its users do.
//!
//! A Python process reads the masks and the pairs, times a loop over the pairs, and prints the time of a question, the
//! time of a call whose boxes do not overlap, and the answers.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use testkit::Grid;

/// The script that Python runs.
const SCRIPT: &str = include_str!("pygame.py");

/// Whether `python3` has pygame-ce.
#[must_use]
pub fn is_there() -> bool {
    static THERE: OnceLock<bool> = OnceLock::new();
    let look = || python("import pygame; assert pygame.IS_CE").stderr(Stdio::null()).output();
    *THERE.get_or_init(|| look().is_ok_and(|tried| tried.status.success()))
}

/// A Python that runs a script.
fn python(script: &str) -> Command {
    let mut command = Command::new("python3");
    command.args(["-c", script]).env("PYGAME_HIDE_SUPPORT_PROMPT", "1").stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// A question about a pair.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Whether a pixel is shared: 0 or 1.
    Overlap,
    /// The number of shared pixels.
    OverlapArea,
}

/// The first line that the script reads; the pixels follow, a byte each.
#[derive(Serialize)]
struct Head {
    method: Method,
    /// Widths and heights.
    masks: Vec<[u32; 2]>,
    /// Two masks, and the offset of the second.
    pairs: Vec<(usize, usize, i32, i32)>,
}

/// The script's output.
#[derive(Debug, Deserialize)]
pub struct Timing {
    /// The nanoseconds of a question.
    pub ns: f64,
    /// The nanoseconds of a call for masks that are far apart.
    pub call: f64,
    /// The answers.
    pub answers: Vec<u64>,
}

/// Asks about pairs of grids, each at an offset.
///
/// # Errors
/// If Python fails.
pub fn ask<'a>(method: Method, pairs: impl Iterator<Item = (&'a Grid, &'a Grid, [i32; 2])>) -> Result<Timing> {
    let mut grids: Vec<&Grid> = Vec::new();
    let mut number = |grid: &'a Grid| {
        let known = grids.iter().position(|known| std::ptr::eq(*known, grid));
        known.unwrap_or_else(|| {
            grids.push(grid);
            grids.len() - 1
        })
    };
    let pairs = pairs.map(|(a, b, [dx, dy])| (number(a), number(b), dx, dy)).collect();
    let masks = grids.iter().map(|grid| [grid.width, grid.height]).collect();
    let mut child = python(SCRIPT).stdin(Stdio::piped()).spawn().context("python3 does not start")?;
    let mut input = child.stdin.take().context("python3 has no standard input")?;
    writeln!(input, "{}", serde_json::to_string(&Head { method, masks, pairs })?)?;
    for grid in grids {
        let pixels: Vec<u8> = grid.solid.iter().map(|&solid| solid.into()).collect();
        input.write_all(&pixels)?;
    }
    drop(input);
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "python3 ended with {}", output.status);
    serde_json::from_slice(&output.stdout).context("the output of python3 is not what the script prints")
}
