//! Every level of the kernels that this processor has, against the portable one, on masks large enough for vectors,
//! blocks and row-group summaries. The masks are too large for the per-pixel oracle; other targets compare the portable
//! level with it.

use crate::input::{Subject, offset, subject};
use arbitrary::{Result, Unstructured};
use mask::{Level, Mask, Rect};

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = answers(&mut Unstructured::new(data));
    Level::Portable.force();
}

fn answers(u: &mut Unstructured) -> Result<()> {
    let (a, b) = (subject(u, [200, 700])?, subject(u, [200, 700])?);
    for _ in 0..4 {
        let at = offset(u, &a.grid, &b.grid)?;
        Level::Portable.force();
        let expected = everything(&a, &b, at);
        for level in Level::available() {
            level.force();
            assert!(everything(&a, &b, at) == expected, "{level} at {at:?}");
        }
        if u.is_empty() {
            break;
        }
    }
    Ok(())
}

/// All answers of a pair.
#[derive(PartialEq)]
struct Answers {
    overlaps: bool,
    first: Option<[i32; 2]>,
    area: u64,
    bounds: Option<Rect>,
    edited: [Mask; 4],
}

fn everything(a: &Subject, b: &Subject, at: [i32; 2]) -> Answers {
    let (ours, theirs) = (&a.mask, &b.mask);
    let edited = |edit: fn(&mut Mask, &Mask, [i32; 2])| {
        let mut edited = ours.clone();
        edit(&mut edited, theirs, at);
        edited.validate();
        edited
    };
    Answers {
        overlaps: ours.overlaps(theirs, at),
        first: ours.overlap_first(theirs, at),
        area: ours.overlap_area(theirs, at),
        bounds: ours.overlap_bounds(theirs, at),
        edited: [
            edited(|mask, over, at| mask.draw(over, at)),
            edited(|mask, over, at| mask.erase(over, at)),
            edited(|mask, over, at| mask.toggle(over, at)),
            edited(|mask, over, at| mask.intersect(over, at)),
        ],
    }
}
