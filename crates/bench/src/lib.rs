//! The checks and measurements of `mask` and `world`: seeded scenes, the naive oracle, other implementations, and the
//! report that compares them.
//!
//! [`naive`] is right because it is simple, and [`oracle`] has the checks of masks that use such code; [`articles`], [`columns`], [`pygame`] and [`peers`] are other
//! implementations, and [`recomputed`] measures an edit without incremental updates. [`shape`] and [`scene`] generate
//! the input. [`case`] asks all contenders equal questions, checks that they agree, and times them; [`suite`] lists the
//! cases; [`report`] prints them; [`steps`] follows one run step by step, and [`stages`] times the stages of a step; [`soak`] changes a world for hours and
//! compares it with a plain [`model`]. [`tiled`] runs a scene on several threads and processes. The tests, the criterion suites and the examples use the scenes too.

pub mod articles;
pub mod boxes;
pub mod case;
pub mod charts;
pub mod churn;
pub mod columns;
mod contender;
pub mod edit;
pub mod model;
mod movers;
pub mod naive;
pub mod oracle;
pub mod peers;
pub mod pygame;
pub mod recomputed;
pub mod report;
pub mod rng;
pub mod scene;
pub mod shape;
pub mod soak;
pub mod stages;
pub mod steps;
pub mod suite;
pub mod tiled;
