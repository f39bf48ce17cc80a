//! Edits, made on a mask and repeated on its grid.

use super::subject::{Subject, assert_equals_grid};
use crate::{Grid, shape};
use mask::{Mask, Rect};

/// How the pixels of another mask change those under them.
#[derive(Debug, Clone, Copy)]
pub enum Combine {
    /// They make pixels solid.
    Draw,
    /// They make pixels empty.
    Erase,
    /// They swap solid and empty.
    Toggle,
    /// Only pixels under them stay solid.
    Intersect,
}

impl Combine {
    /// Every way.
    pub const ALL: [Combine; 4] = [Combine::Draw, Combine::Erase, Combine::Toggle, Combine::Intersect];

    /// Calls the method of the mask.
    pub fn apply(self, mask: &mut Mask, over: &Mask, at: [i32; 2]) {
        match self {
            Combine::Draw => mask.draw(over, at),
            Combine::Erase => mask.erase(over, at),
            Combine::Toggle => mask.toggle(over, at),
            Combine::Intersect => mask.intersect(over, at),
        }
    }

    /// Returns the grid with the other grid over it.
    pub fn combined(self, grid: &Grid, over: &Grid, at: [i32; 2]) -> Grid {
        shape::grid(grid.width, grid.height, |x, y| {
            let place = [i64::from(x), i64::from(y)];
            let (mine, covered) =
                (grid.contains(place), over.contains([0, 1].map(|axis| place[axis] - i64::from(at[axis]))));
            match self {
                Combine::Draw => mine | covered,
                Combine::Erase => mine & !covered,
                Combine::Toggle => mine ^ covered,
                Combine::Intersect => mine & covered,
            }
        })
    }
}

/// An edit of a mask.
#[derive(Debug, Clone, Copy)]
pub enum Edit<'a> {
    /// Another mask at an offset.
    Mask(Combine, &'a Subject, [i32; 2]),
    /// A rectangle made solid or empty.
    Rect(Rect, bool),
    /// A pixel made solid or empty.
    Pixel([i32; 2], bool),
    /// All pixels made solid or empty.
    All(bool),
    /// Solid and empty pixels swapped.
    Invert,
}

impl Subject {
    /// Edits the mask and the grid, without a check.
    pub fn edit(&mut self, edit: Edit) {
        let Subject { grid, mask } = self;
        match edit {
            Edit::Mask(how, over, at) => {
                how.apply(mask, &over.mask, at);
                *grid = how.combined(grid, &over.grid, at);
            }
            Edit::Rect(rect, solid) => {
                mask.fill_rect(rect, solid);
                let inside = |x: i64, y: i64| {
                    (rect.left.into()..rect.right()).contains(&x) && (rect.top.into()..rect.bottom()).contains(&y)
                };
                *grid = shape::grid(grid.width, grid.height, |x, y| {
                    let [x, y] = [x.into(), y.into()];
                    if inside(x, y) { solid } else { grid.contains([x, y]) }
                });
            }
            Edit::Pixel([x, y], solid) => {
                mask.set([x, y], solid);
                grid.solid[(y as u32 * grid.width + x as u32) as usize] = solid;
            }
            Edit::All(solid) => {
                let fill = if solid { Mask::fill } else { Mask::clear };
                fill(mask);
                grid.solid.fill(solid);
            }
            Edit::Invert => {
                mask.invert();
                *grid = shape::inverse(grid);
            }
        }
    }
}

/// Checks every edit that takes another mask, and the mask of the shared pixels, at one offset.
#[track_caller]
pub fn check_with_mask(subject: &Subject, over: &Subject, at: [i32; 2]) {
    for how in Combine::ALL {
        let mut edited = subject.clone();
        edited.edit(Edit::Mask(how, over, at));
        edited.check();
    }
    let shared = Combine::Intersect.combined(&subject.grid, &over.grid, at);
    assert_equals_grid(&subject.mask.overlap_mask(&over.mask, at), &shared);
}
