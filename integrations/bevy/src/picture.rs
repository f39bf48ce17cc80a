//! Masks from images.
