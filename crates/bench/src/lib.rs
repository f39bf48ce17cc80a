//! What keeps `mask` and `world` honest: seeded scenes, the naive oracle, other ways of doing the same,
//! and the report that compares them.
//!
//! [`naive`] is right by being simple; [`articles`], [`columns`], [`pygame`] and [`peers`] are how others
//! do it, and [`recomputed`] is what an edit costs without care. [`shape`] and
//! [`scene`] are what they are asked about. [`case`] asks them all the same questions, checks that they
//! agree, and times them; [`suite`] lists the cases; [`report`] prints them; [`steps`] follows one run step by
//! step; [`soak`] changes a world for hours and compares it with a plain [`model`]. The tests, the criterion
//! suites and the examples draw from the same scenes.

pub mod articles;
pub mod boxes;
pub mod case;
pub mod columns;
mod contender;
pub mod edit;
pub mod model;
mod movers;
pub mod naive;
pub mod peers;
pub mod pygame;
pub mod recomputed;
pub mod report;
pub mod rng;
pub mod scene;
pub mod shape;
pub mod soak;
pub mod steps;
pub mod suite;
