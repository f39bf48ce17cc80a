//! Tests of the public API: masks and worlds against the per-pixel oracle of the bench.

mod affine;
mod alone;
mod colliding_offsets;
mod components;
mod contours;
mod determinism;
mod edits;
mod extremes;
mod formats;
mod grown;
mod levels;
mod limits;
mod measure;
mod placements;
mod properties;
mod public_api;
mod pygame;
mod queries;
mod rays;
mod rect;
mod shapes;
mod sweep;
mod words;
mod world;
