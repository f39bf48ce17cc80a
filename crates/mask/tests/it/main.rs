//! Tests of the public API of `mask` against the per-pixel oracle.

mod affine;
mod colliding_offsets;
mod components;
mod contours;
mod edits;
mod extremes;
mod grown;
mod levels;
mod limits;
mod measure;
mod placements;
mod properties;
mod pygame;
mod rays;
mod rect;
mod shapes;
mod sweep;
mod words;
