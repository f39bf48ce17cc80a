//! Edits of a mask, made on bits and on a plain grid.

use bench::naive::Grid;
use bench::rng::Rng;
use bench::shape;
use hitmask::{Mask, Rect};

/// An edit.
pub(crate) enum Edit {
    Pixel([u32; 2], bool),
    Rect(Rect, bool),
    Invert,
    Clear,
    /// Another mask in its place, of another size.
    Replace(Grid),
}

impl Edit {
    /// Any edit of a mask of this size.
    pub(crate) fn random(rng: &mut Rng, [width, height]: [u32; 2], other: impl FnOnce(&mut Rng) -> Grid) -> Edit {
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
    pub(crate) fn bits(&self, mask: &mut Mask) {
        match self {
            Edit::Pixel([x, y], solid) => mask.set([*x as i32, *y as i32], *solid),
            Edit::Rect(rect, solid) => mask.fill_rect(*rect, *solid),
            Edit::Invert => mask.invert(),
            Edit::Clear => mask.clear(),
            Edit::Replace(grid) => *mask = shape::mask(grid),
        }
    }

    /// Edits pixels.
    pub(crate) fn pixels(&self, grid: &mut Grid) {
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
