//! Edits in place: drawing, erasing and toggling of pixels, rectangles, other masks and shapes.

mod pixels;
mod shape;
