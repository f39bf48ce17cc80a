//! Published numbers: a report that ran several times becomes a file of JSON, and pages are written from such files.
//!
//! ```text
//! gather   runs of a report -> Figures        docs/figures/NAME.json
//! pages    Figures -> tables and charts       between the markers of a page, docs/pictures
//! compare  Figures, a new run -> ratios that moved
//! against  runs of two commits in turns -> factors
//! ```

mod against;
pub mod charts;
mod file;
mod gather;
mod machine;
mod pages;
mod table;

pub use against::{factors, program_of, turns};
pub use file::{FOLDER, Figures, REPORT, RUNS, Row};
pub use gather::{PACKAGES, agree, gather, run_of};
pub use machine::Machine;
pub use pages::{Page, pages, splice, write_all};
pub use table::moved;
