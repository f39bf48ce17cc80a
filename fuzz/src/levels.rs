//! Every level of the kernels that this processor has, against the portable one, on masks large enough for vectors,
//! blocks and row-group summaries. The masks are too large for the per-pixel oracle; other targets compare the portable
//! level with it.

use crate::input::{offset, subject};
use arbitrary::{Result, Unstructured};
use mask::{Mask, SimdLevel};
use testkit::oracle::edits::Combine;
use testkit::oracle::pair::Answers;

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = answers(&mut Unstructured::new(data));
    SimdLevel::Portable.force();
}

fn answers(u: &mut Unstructured) -> Result<()> {
    let (a, b) = (subject(u, [200, 700])?, subject(u, [200, 700])?);
    for _ in 0..4 {
        let at = offset(u, &a.grid, &b.grid)?;
        SimdLevel::Portable.force();
        let expected = everything(&a.mask, &b.mask, at);
        for level in SimdLevel::available() {
            level.force();
            assert!(everything(&a.mask, &b.mask, at) == expected, "{level} at {at:?}");
        }
        if u.is_empty() {
            break;
        }
    }
    Ok(())
}

/// All answers about a pair, and the results of all edits.
fn everything(a: &Mask, b: &Mask, at: [i32; 2]) -> (Answers, [Mask; 4]) {
    let edited = Combine::ALL.map(|how| {
        let mut edited = a.clone();
        how.apply(&mut edited, b, at);
        edited.validate();
        edited
    });
    (Answers::of(a, b, at), edited)
}
