//! Checkerboards of opposite color, which only a test of every pixel can tell apart.

use super::pairs::{Pair, SEED, Shape};
use std::rc::Rc;
use testkit::{Rng, shape};

/// The alignment of the columns of two masks.
#[derive(Clone, Copy)]
pub(super) enum Columns {
    /// At an offset of whole words: no word is shifted.
    Aligned,
    /// At any other offset.
    Unaligned,
}

/// Boards that share no pixel.
pub(super) fn misses(side: u32, columns: Columns) -> Vec<Pair> {
    boards(side, columns, 0)
}

/// Boards that share every other pixel, from the first row on.
pub(super) fn hits(side: u32, columns: Columns) -> Vec<Pair> {
    boards(side, columns, 1)
}

/// Boards that share one pixel, the last of the overlap in any order of the search.
pub(super) fn late_hits(side: u32, columns: Columns) -> Vec<Pair> {
    let pair = |at: [i32; 2]| {
        let (mut a, mut b) = (shape::checkerboard(side), shape::inverse(&shape::checkerboard(side)));
        let [x, y] = at.map(|offset| offset.min(0) + side as i32 - 1);
        a.solid[(y * side as i32 + x) as usize] = true;
        b.solid[((y - at[1]) * side as i32 + x - at[0]) as usize] = true;
        Pair { a: Shape::new(a), b: Shape::new(b), at }
    };
    offsets(side, columns, 0).into_iter().take(4).map(pair).collect()
}

/// One pair of boards at many offsets.
fn boards(side: u32, columns: Columns, odd: i32) -> Vec<Pair> {
    let a = Shape::new(shape::checkerboard(side));
    let b = Shape::new(shape::inverse(&a.grid));
    offsets(side, columns, odd).into_iter().map(|at| Pair { a: Rc::clone(&a), b: Rc::clone(&b), at }).collect()
}

/// Offsets in all directions of up to a quarter of the side, with an odd or even sum: too many for a branch predictor
/// to learn, fewer if the masks are so large that it does not matter.
fn offsets(side: u32, columns: Columns, odd: i32) -> Vec<[i32; 2]> {
    let count = ((1 << 24) / (side * side)).clamp(8, 200);
    let reach = (side as i32 / 4).max(1);
    let mut rng = Rng::new(SEED);
    let any = || {
        let [dx, dy] = [0; 2].map(|_| rng.within(-reach..reach + 1));
        match columns {
            Columns::Aligned => [dx / 64 * 64, dy],
            Columns::Unaligned => [dx, dy],
        }
    };
    let fits = |[dx, dy]: &[i32; 2]| {
        let aligned = dx % 64 == 0;
        (dx + dy).rem_euclid(2) == odd && aligned == matches!(columns, Columns::Aligned)
    };
    std::iter::repeat_with(any).filter(fits).take(count as usize).collect()
}
