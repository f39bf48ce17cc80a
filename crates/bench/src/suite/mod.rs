//! The cases. A family is a table of the report; its specs are the lines, built when their turn comes.

mod boards;
mod contenders;
mod mask;
mod pairs;
mod still;
mod terrain;
mod world;

use crate::case::Case;
use anyhow::Result;

pub use mask::families as mask;
pub use world::families as world;

/// Cases that are alike but for their size.
pub struct Family {
    /// `mask` or `world`.
    pub suite: &'static str,
    /// A short name, with which the names of its cases begin.
    pub name: String,
    /// What is asked, in a sentence for the heading.
    pub title: String,
    /// What `n` counts.
    pub unit: &'static str,
    /// What the answers count.
    pub answer: &'static str,
    /// The cases, smallest first.
    pub specs: Vec<Spec>,
}

/// A case that is not built yet.
pub struct Spec {
    /// The name, which says all.
    pub name: String,
    /// Pixels along a side of the masks, or sprites of a world.
    pub n: usize,
    /// The rows that suites compare with which do not take all.
    pub against: Vec<&'static str>,
    /// Makes the case.
    pub build: Box<dyn Fn() -> Result<Case>>,
}

/// How large the cases get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Worlds up to 100,000 sprites.
    Quick,
    /// Worlds up to a million.
    Full,
}

/// Every family.
#[must_use]
pub fn all(extent: Extent) -> Vec<Family> {
    let mut families = mask();
    families.extend(world(extent));
    families
}
