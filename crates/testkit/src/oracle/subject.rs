//! Grids with their masks.

use crate::{Grid, Rng, shape};
use mask::Mask;
use std::fmt;
use std::fmt::{Display, Formatter};

/// Sides about the boundaries of words.
pub const SIDES: [u32; 10] = [0, 1, 2, 63, 64, 65, 127, 128, 129, 130];

/// All pairs of [`SIDES`].
pub fn sizes() -> impl Iterator<Item = (u32, u32)> {
    SIDES.into_iter().flat_map(|width| SIDES.map(|height| (width, height)))
}

/// A grid with `percent` of the pixels solid, at random.
pub fn noise(width: u32, height: u32, percent: u32, rng: &mut Rng) -> Grid {
    shape::grid(width, height, |_, _| rng.below(100) < percent)
}

/// A grid and its mask.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The pixels that are right.
    pub grid: Grid,
    /// The mask to check.
    pub mask: Mask,
}

impl Subject {
    /// Makes the mask of a grid.
    pub fn new(grid: Grid) -> Subject {
        Subject { mask: shape::mask(&grid), grid }
    }

    /// Makes a grid of the pixels `[x, y]` for which `solid(x, y)` holds, and its mask.
    pub fn from_fn(width: u32, height: u32, solid: impl FnMut(u32, u32) -> bool) -> Subject {
        Subject::new(shape::grid(width, height, solid))
    }

    /// Makes a grid with `percent` of the pixels solid, and its mask.
    pub fn noise(width: u32, height: u32, percent: u32, rng: &mut Rng) -> Subject {
        Subject::new(noise(width, height, percent, rng))
    }

    /// Checks that the mask equals the grid and that the mask's invariants hold.
    #[track_caller]
    pub fn check(&self) {
        assert_equals_grid(&self.mask, &self.grid);
    }
}

/// Writes the size, for messages.
impl Display for Subject {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.grid.width, self.grid.height)
    }
}

/// Checks that a mask equals a grid and that the mask's invariants hold.
#[track_caller]
pub fn assert_equals_grid(mask: &Mask, grid: &Grid) {
    mask.validate();
    assert_eq!(&Grid::from(mask), grid);
    assert_eq!(mask.count(), grid.solid.iter().filter(|&&solid| solid).count() as u64);
    assert_eq!(mask.bounds(), grid.bounds(grid, [0, 0]));
}
