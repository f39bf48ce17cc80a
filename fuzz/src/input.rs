//! Masks and positions from bytes.

use arbitrary::{Result, Unstructured};
use testkit::oracle::{Subject, noise};
use testkit::{Grid, Rng, shape};

/// Sides about the boundaries of words, vectors and row groups.
const SIDES: [u32; 16] = [0, 1, 2, 8, 15, 16, 17, 31, 63, 64, 65, 126, 127, 128, 129, 130];

/// Numbers at the ends of `i32` and about words.
pub(crate) const ENDS: [i32; 14] =
    [i32::MIN, i32::MIN + 1, -(1 << 30), -65, -64, -63, -1, 0, 1, 63, 64, 1 << 30, i32::MAX - 1, i32::MAX];

/// A number of pixels up to `most`, often about a boundary.
pub(crate) fn side(u: &mut Unstructured, most: u32) -> Result<u32> {
    Ok(if u.ratio(1, 2)? { (*u.choose(&SIDES)?).min(most) } else { u.int_in_range(0..=most)? })
}

/// A grid of a given size: full, empty, a pattern of the input's bits, or noise.
pub(crate) fn grid(u: &mut Unstructured, width: u32, height: u32) -> Result<Grid> {
    Ok(match u.int_in_range(0..=4)? {
        0 => shape::grid(width, height, |_, _| true),
        1 => shape::grid(width, height, |_, _| false),
        2 => {
            let [x, y] = [u.int_in_range(0..=width)?, u.int_in_range(0..=height)?];
            let only: bool = u.arbitrary()?;
            shape::grid(width, height, |px, py| ([px, py] == [x, y]) == only)
        }
        3 => {
            let (bits, shift) = (u.arbitrary::<u64>()?, u.int_in_range(0..=63)?);
            shape::grid(width, height, |x, y| bits.rotate_right(x + shift * y) & 1 == 1)
        }
        _ => {
            let (percent, seed) = (u.int_in_range(1..=99)?, u.arbitrary::<u16>()?);
            noise(width, height, percent, &mut Rng::new(seed.into()))
        }
    })
}

/// A grid of at most `most` pixels a side, and its mask.
pub(crate) fn subject(u: &mut Unstructured, most: [u32; 2]) -> Result<Subject> {
    let [width, height] = [side(u, most[0])?, side(u, most[1])?];
    Ok(Subject::new(grid(u, width, height)?))
}

/// Any number of a range; one in eight is at an end of `i32` or about a word.
pub(crate) fn near(u: &mut Unstructured, from: i32, to: i32) -> Result<i32> {
    if u.ratio(1, 8)? { u.choose(&ENDS).copied() } else { u.int_in_range(from..=to) }
}

/// An offset of `b` from `a`: mostly one at which their rectangles overlap, or nearly do.
pub(crate) fn offset(u: &mut Unstructured, a: &Grid, b: &Grid) -> Result<[i32; 2]> {
    let mut axis = |mine: u32, theirs: u32| near(u, -(theirs as i32) - 2, mine as i32 + 2);
    Ok([axis(a.width, b.width)?, axis(a.height, b.height)?])
}
