//! A table of the report before it is measured.

use crate::case::Case;
use anyhow::Result;

/// The seed of the scenes.
pub const SEED: u64 = 1;

/// Cases that differ only in size.
pub struct Family {
    /// `mask`, `world`, `churn`, `queries`, `bullets`, `few`, `copies`, `frames`, `games`, `contacts` or `tiles`.
    pub suite: &'static str,
    /// A short name, with which the names of its cases begin.
    pub name: String,
    /// The question, as a sentence for the heading.
    pub title: String,
    /// The unit of `n`.
    pub unit: &'static str,
    /// The unit of the answers.
    pub answer: &'static str,
    /// The cases, smallest first.
    pub specs: Vec<Spec>,
}

/// A case that is not built yet.
pub struct Spec {
    /// The full name.
    pub name: String,
    /// Pixels along a side of the masks, or sprites of a world, or the number of sprites of which one is hit by churn.
    pub n: usize,
    /// The rows that the criterion suites include.
    pub against: Vec<&'static str>,
    /// Builds the case.
    pub build: Box<dyn Fn() -> Result<Case>>,
}

/// The range of sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Worlds up to 100,000 sprites, without churn and without the worlds that are unlike the scenes.
    Quick,
    /// Worlds up to a million, worlds that are unlike the scenes, worlds under churn, range queries, frames of games,
    /// and the contacts of a step.
    Full,
}
