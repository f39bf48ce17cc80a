//! Two masks at any offset: every answer, against the shared pixels found one by one.

use crate::input::{Subject, assert_equals_grid, offset, subject};
use crate::naive::Grid;
use arbitrary::{Result, Unstructured};
use mask::Rect;

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = questions(&mut Unstructured::new(data));
}

fn questions(u: &mut Unstructured) -> Result<()> {
    let (a, b) = (subject(u, [150, 70])?, subject(u, [150, 70])?);
    a.check();
    b.check();
    for _ in 0..8 {
        at_offset(&a, &b, offset(u, &a.grid, &b.grid)?);
        if u.is_empty() {
            break;
        }
    }
    Ok(())
}

/// Checks every answer at one offset.
fn at_offset(a: &Subject, b: &Subject, at: [i32; 2]) {
    let (ours, theirs) = (&a.mask, &b.mask);
    let shared = a.grid.overlap(&b.grid, at);
    assert_eq!(ours.overlaps(theirs, at), a.grid.hit(&b.grid, at), "{at:?}");
    assert_eq!(ours.overlap_first(theirs, at), a.grid.first(&b.grid, at), "{at:?}");
    assert_eq!(ours.overlap_area(theirs, at), a.grid.area(&b.grid, at), "{at:?}");
    assert_eq!(ours.overlap_bounds(theirs, at), a.grid.bounds(&b.grid, at), "{at:?}");
    assert_equals_grid(&ours.overlap_mask(theirs, at), &shared);
    if let [Some(x), Some(y)] = at.map(i32::checked_neg) {
        assert_eq!(theirs.overlaps(ours, [x, y]), a.grid.hit(&b.grid, at), "{at:?}, with the masks swapped");
    }
    assert_eq!(ours.contains(at), crate::input::solid(&a.grid, at.map(i64::from)));
    let Grid { width, height, .. } = b.grid;
    let rect = Rect { left: at[0], top: at[1], width, height };
    let under = crate::shape::grid(width, height, |_, _| true);
    assert_eq!(ours.overlaps_rect(rect), a.grid.hit(&under, at), "{rect}");
    assert_eq!(ours.overlap_normal(theirs, at).is_some(), ours.overlaps(theirs, at));
}
