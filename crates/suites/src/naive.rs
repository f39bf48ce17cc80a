//! The naive per-pixel loop that every case is measured against: two nested loops, as a first version of a game has
//! them.
//!
//! It clips to the overlap of the two pictures and stops at the first hit, so it is a fair loop and no straw man.

use testkit::Grid;

/// Whether two pictures share a solid pixel, with the top-left pixel of `b` at the offset `at` from that of `a`.
#[must_use]
pub fn overlaps(a: &Grid, b: &Grid, at: [i32; 2]) -> bool {
    let [dx, dy] = at.map(i64::from);
    let (left, right) = (dx.max(0), (dx + i64::from(b.width)).min(i64::from(a.width)));
    let (top, bottom) = (dy.max(0), (dy + i64::from(b.height)).min(i64::from(a.height)));
    for y in top..bottom {
        for x in left..right {
            let in_a = y as usize * a.width as usize + x as usize;
            let in_b = (y - dy) as usize * b.width as usize + (x - dx) as usize;
            if a.solid[in_a] && b.solid[in_b] {
                return true;
            }
        }
    }
    false
}
