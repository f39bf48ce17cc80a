//! Edits of a mask, made on bits and on a plain grid.

use crate::naive::Grid;
use crate::rng::Rng;
use crate::shape;
use mask::{Mask, Rect};

/// An edit.
#[derive(Debug, Clone)]
pub enum Edit {
    /// One pixel made solid, or air.
    Pixel([u32; 2], bool),
    /// All pixels of a rectangle that are the mask's.
    Rect(Rect, bool),
    /// What is solid made air, and the other way round.
    Invert,
    /// Nothing left solid.
    Clear,
    /// Another mask in its place, of another size.
    Replace(Grid),
}

impl Edit {
    /// Any edit of a mask of this size.
    pub fn random(rng: &mut Rng, [width, height]: [u32; 2], other: impl FnOnce(&mut Rng) -> Grid) -> Edit {
        match rng.below(8) {
            0..=2 if width > 0 && height > 0 => Edit::Pixel([rng.below(width), rng.below(height)], rng.below(2) == 1),
            3 | 4 => {
                let [left, top] = [rng.within(-5..20), rng.within(-5..20)];
                let (width, height) = (rng.below(20), rng.below(20));
                Edit::Rect(Rect { left, top, width, height }, rng.below(2) == 1)
            }
            5 => Edit::Clear,
            6 => Edit::Replace(other(rng)),
            _ => Edit::Invert,
        }
    }

    /// Edits bits.
    pub fn bits(&self, mask: &mut Mask) {
        match self {
            Edit::Pixel([x, y], solid) => mask.set([*x as i32, *y as i32], *solid),
            Edit::Rect(rect, solid) => mask.fill_rect(*rect, *solid),
            Edit::Invert => mask.invert(),
            Edit::Clear => mask.clear(),
            Edit::Replace(grid) => *mask = shape::mask(grid),
        }
    }

    /// Edits pixels.
    pub fn pixels(&self, grid: &mut Grid) {
        if let Edit::Replace(other) = self {
            *grid = other.clone();
        }
        let before = grid.clone();
        *grid = shape::grid(before.width, before.height, |x, y| {
            let was = before.solid[(y * before.width + x) as usize];
            match self {
                Edit::Pixel(at, solid) if *at == [x, y] => *solid,
                Edit::Rect(rect, solid) if rect.contains([x as i32, y as i32]) => *solid,
                Edit::Invert => !was,
                Edit::Clear => false,
                _ => was,
            }
        });
    }
}
