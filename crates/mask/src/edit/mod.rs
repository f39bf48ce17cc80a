//! Edits in place: pixels, rectangles, other masks and shapes are drawn, erased or toggled.

mod pixels;
mod shape;
