//! The cases. Those of one pair and of whole steps stand in the crate `suites`, which runs them in criterion too.

mod all;
mod bullets;
mod churn;
mod contacts;
mod copies;
mod few;
mod frames;
mod games;
mod inside;
mod kinds;
mod nearest;
mod queries;
mod rays;
mod simulation;
mod tables;
mod tiles;
mod turning;

pub use all::all;
