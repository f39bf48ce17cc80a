//! The file of figures: the times of each run, and where they were measured. Numbers as pages show them: with two
//! significant digits.

use super::machine::Machine;
use crate::report::{digits, grouped};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;
use suites::case::median;

/// Where the figures are, from the root of the repository.
pub const FOLDER: &str = "docs/figures";
/// The name of the figures that come from the report of this crate.
pub const REPORT: &str = "report";
/// How often a report runs for its figures.
pub const RUNS: usize = 5;

/// The numbers of a report that ran several times on one machine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Figures {
    /// The machine and the build.
    pub machine: Machine,
    /// The command that prints the numbers of one run.
    pub command: String,
    /// The rows, in the order of the report.
    pub rows: Vec<Row>,
}

/// A row of the report, timed in each run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The suite of the case.
    pub suite: String,
    /// The name of the case.
    pub case: String,
    /// The size of the case.
    pub n: usize,
    /// The contender.
    pub who: String,
    /// The nanoseconds of a question in each run.
    pub ns: Vec<f64>,
    /// The sum of the answers, equal in all runs.
    pub answer: u64,
}

impl Row {
    /// The median of the runs.
    #[must_use]
    pub fn median(&self) -> f64 {
        median(&mut self.ns.clone())
    }

    /// The least and the greatest factor of this row over another one, run by run.
    #[must_use]
    pub fn factors_over(&self, base: &Row) -> (f64, f64) {
        let factors = self.ns.iter().zip(&base.ns).map(|(ns, base)| ns / base);
        factors.fold((f64::MAX, f64::MIN), |(least, most), factor| (least.min(factor), most.max(factor)))
    }
}

impl Figures {
    /// Reads the file of a name.
    ///
    /// # Errors
    /// If there is no such file, or it does not hold figures.
    pub fn read(folder: &Path, name: &str) -> Result<Figures> {
        let file = folder.join(format!("{name}.json"));
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} does not hold figures", file.display()))
    }

    /// Writes the file of a name, a row a line.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, folder: &Path, name: &str) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        let (machine, command) = (serde_json::to_string(&self.machine)?, serde_json::to_string(&self.command)?);
        let mut text = format!("{{\"machine\": {machine},\n\"command\": {command},\n\"rows\": [\n");
        for (i, row) in self.rows.iter().enumerate() {
            let comma = if i + 1 < self.rows.len() { "," } else { "" };
            writeln!(text, "{}{comma}", serde_json::to_string(row)?)?;
        }
        text.push_str("]}\n");
        let file = folder.join(format!("{name}.json"));
        std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
    }

    /// The row of a contender in a case.
    #[must_use]
    pub fn row(&self, case: &str, who: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.case == case && row.who == who)
    }
}

/// A time with two significant digits.
pub(crate) fn time(ns: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "us")];
    let (unit, name) = units.into_iter().find(|&(unit, _)| ns >= 0.995 * unit).unwrap_or((1.0, "ns"));
    format!("{} {name}", short(ns / unit))
}

/// A number with two significant digits.
pub(crate) fn short(number: f64) -> String {
    let number = significant(number);
    match number {
        n if n >= 10.0 => grouped(n.round() as u64),
        n if n >= 0.995 => format!("{n:.1}"),
        n => digits(n),
    }
}

fn significant(number: f64) -> f64 {
    if number <= 0.0 {
        return number;
    }
    let unit = 10f64.powi(number.log10().floor() as i32 - 1);
    (number / unit).round() * unit
}
