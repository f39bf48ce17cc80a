//! A sequence of edits, each repeated on a grid. After every step the mask equals the grid, its bounds are tight, its
//! padding is zero and its row-group summaries are right.

use crate::input::{offset, subject};
use arbitrary::{Result, Unstructured};
use mask::Rect;
use testkit::oracle::edits::{Combine, Edit};
use testkit::oracle::{Subject, copies};

/// Steps of a run.
const STEPS: usize = 12;

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = life(&mut Unstructured::new(data));
}

fn life(u: &mut Unstructured) -> Result<()> {
    // Sometimes tall enough for row-group summaries.
    let tall = if u.ratio(1, 8)? { 480 } else { 70 };
    let (mut subject, brush) = (subject(u, [150, tall])?, subject(u, [80, 40])?);
    for _ in 0..STEPS {
        step(u, &mut subject, &brush)?;
        subject.check();
        if u.is_empty() {
            break;
        }
    }
    Ok(())
}

/// Makes one edit.
fn step(u: &mut Unstructured, subject: &mut Subject, brush: &Subject) -> Result<()> {
    let at = offset(u, &subject.grid, &brush.grid)?;
    let on: bool = u.arbitrary()?;
    match u.int_in_range(0..=9)? {
        how @ 0..=3 => subject.edit(Edit::Mask(Combine::ALL[how], brush, at)),
        4 => {
            let [width, height] = [u.int_in_range(0..=160)?, if on { u32::MAX } else { u.int_in_range(0..=90)? }];
            subject.edit(Edit::Rect(Rect::new(at[0], at[1], width, height), on));
        }
        5 if !subject.grid.solid.is_empty() => {
            let x = u.int_in_range(0..=subject.mask.width() - 1)? as i32;
            let y = u.int_in_range(0..=subject.mask.height() - 1)? as i32;
            subject.edit(Edit::Pixel([x, y], on));
        }
        6 => subject.edit(Edit::Invert),
        7 => subject.edit(Edit::All(on)),
        8 => copies::cropped(subject),
        _ => subject.edit(Edit::Mask(Combine::Draw, &subject.clone(), at)),
    }
    Ok(())
}
