//! Edits in place: pixels, rectangles, other masks and shapes, put into a mask or cut out of it.

mod pixels;
mod shape;
