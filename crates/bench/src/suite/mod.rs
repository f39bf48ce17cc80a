//! The cases. A family is a table of the report; its specs are the lines, which are built when their turn comes.

mod boards;
mod bullets;
mod churn;
mod contacts;
mod contenders;
mod frames;
mod games;
mod mask;
mod nearest;
mod pairs;
mod queries;
mod rays;
mod still;
mod tables;
mod terrain;
mod tiles;
mod world;

use crate::case::Case;
use anyhow::Result;

pub use mask::families as mask;
pub use world::families as world;

/// Cases that differ only in size.
pub struct Family {
    /// `mask`, `world`, `churn`, `queries`, `bullets`, `frames`, `games`, `contacts` or `tiles`.
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
    /// Worlds up to a million, worlds that are unlike the scenes, worlds under churn, range queries, frames of games, and
    /// the contacts of a step.
    Full,
}

/// Every family.
#[must_use]
pub fn all(extent: Extent) -> Vec<Family> {
    let mut families = mask();
    families.extend(world(extent));
    if extent == Extent::Full {
        families.extend(tables::families());
        families.extend(churn::families());
        families.extend(queries::families());
        families.extend(nearest::families());
        families.extend(bullets::families());
        families.extend(frames::families());
        families.extend(games::families());
        families.extend(contacts::families());
        families.extend(rays::families());
        families.extend(tiles::families());
    }
    families
}
