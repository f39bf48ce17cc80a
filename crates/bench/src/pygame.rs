//! The peer `pygame-ce`, where `python3` has it: called per pair from Python, as its users do.
//!
//! A Python process gets the masks and the pairs, times its own loop over them, and tells what a question
//! took, what a call takes whose boxes do not meet, and the answers.

use crate::naive::Grid;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// What is run.
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
    /// How many pixels are.
    OverlapArea,
}

/// What the script reads first; the pixels follow, a byte each.
#[derive(Serialize)]
struct Head {
    method: Method,
    /// Widths and heights.
    masks: Vec<[u32; 2]>,
    /// Two masks, and the offset of the second.
    pairs: Vec<(usize, usize, i32, i32)>,
}

/// What it tells.
#[derive(Debug, Deserialize)]
pub struct Told {
    /// The nanoseconds of a question.
    pub ns: f64,
    /// The nanoseconds of one about masks that are far apart.
    pub call: f64,
    /// The answers.
    pub answers: Vec<u64>,
}

/// Asks about pairs of grids, each at an offset.
///
/// # Errors
/// Where Python fails.
pub fn ask<'a>(method: Method, pairs: impl Iterator<Item = (&'a Grid, &'a Grid, [i32; 2])>) -> Result<Told> {
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
    let told = child.wait_with_output()?;
    ensure!(told.status.success(), "python3 ended with {}", told.status);
    serde_json::from_slice(&told.stdout).context("python3 tells something else")
}
