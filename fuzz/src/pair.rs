//! Two masks at any offset: every answer, against the shared pixels found one by one.

use crate::input::{offset, subject};
use arbitrary::{Result, Unstructured};
use testkit::oracle::pair;

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = questions(&mut Unstructured::new(data));
}

fn questions(u: &mut Unstructured) -> Result<()> {
    let (a, b) = (subject(u, [150, 70])?, subject(u, [150, 70])?);
    a.check();
    b.check();
    for _ in 0..8 {
        pair::check_all(&a, &b, offset(u, &a.grid, &b.grid)?);
        if u.is_empty() {
            break;
        }
    }
    Ok(())
}
