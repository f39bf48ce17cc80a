//! Edits of a mask, applied to a mask and to a plain grid.

use crate::{Choice, Grid, shape};
use mask::{Mask, Rect};

/// An edit.
#[derive(Debug, Clone)]
pub enum Edit {
    /// Makes one pixel solid or empty.
    Pixel([u32; 2], bool),
    /// Makes all pixels of the mask that are in a rectangle solid or empty.
    Rect(Rect, bool),
    /// Swaps solid and empty pixels.
    Invert,
    /// Makes every pixel empty.
    Clear,
    /// Replaces the mask by one of another size.
    Replace(Grid),
}

impl Edit {
    /// A random edit of a mask of this size.
    pub fn random<C: Choice>(choices: &mut C, size: [u32; 2], other: impl FnOnce(&mut C) -> Grid) -> Edit {
        match choices.below(8) {
            0..=2 if !size.contains(&0) => Edit::Pixel(size.map(|side| choices.below(side)), choices.flip()),
            3 | 4 => {
                let [left, top] = [choices.within(-5..20), choices.within(-5..20)];
                let (width, height) = (choices.below(20), choices.below(20));
                Edit::Rect(Rect { left, top, width, height }, choices.flip())
            }
            5 => Edit::Clear,
            6 => Edit::Replace(other(choices)),
            _ => Edit::Invert,
        }
    }

    /// Applies the edit to a mask.
    pub fn bits(&self, mask: &mut Mask) {
        match self {
            Edit::Pixel([x, y], solid) => mask.set([*x as i32, *y as i32], *solid),
            Edit::Rect(rect, solid) => mask.fill_rect(*rect, *solid),
            Edit::Invert => mask.invert(),
            Edit::Clear => mask.clear(),
            Edit::Replace(grid) => *mask = shape::mask(grid),
        }
    }

    /// Applies the edit to a grid.
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
