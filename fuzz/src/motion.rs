//! Rays, sweeps and penetration: at small distances against every step, tested one by one; at large distances against
//! their own answers for the step before and after.

use crate::input::{ENDS, near, offset, subject};
use arbitrary::{Result, Unstructured};
use testkit::oracle::{contact, motion};

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = moves(&mut Unstructured::new(data));
}

fn moves(u: &mut Unstructured) -> Result<()> {
    let (a, b) = (subject(u, [130, 40])?, subject(u, [30, 20])?);
    for _ in 0..4 {
        match u.int_in_range(0..=3)? {
            0 => motion::ray(&a, end(u)?, end(u)?),
            1 => {
                motion::sweep(&a, &b, end(u)?, end(u)?);
            }
            2 => {
                let at = offset(u, &a.grid, &b.grid)?;
                contact::separation(&a, &b, at, [u.int_in_range(-9..=9)?, u.int_in_range(-9..=9)?]);
            }
            _ => {
                let mut far = || Ok([near(u, -60, 150)?, *u.choose(&ENDS)?]);
                motion::far(&a, &b, far()?, far()?);
            }
        }
        if u.is_empty() {
            break;
        }
    }
    Ok(())
}

fn end(u: &mut Unstructured) -> Result<[i32; 2]> {
    Ok([u.int_in_range(-60..=190)?, u.int_in_range(-60..=100)?])
}
