//! Rays, sweeps and penetration: at small distances against every step, tested one by one; at large distances against
//! their own answers for the step before and after.

use crate::input::{ENDS, Subject, near, offset, solid, subject};
use arbitrary::{Result, Unstructured};
use mask::{Line, RayHit};

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = moves(&mut Unstructured::new(data));
}

fn moves(u: &mut Unstructured) -> Result<()> {
    let (a, b) = (subject(u, [130, 40])?, subject(u, [30, 20])?);
    for _ in 0..4 {
        match u.int_in_range(0..=3)? {
            0 => ray(&a, end(u)?, end(u)?),
            1 => sweep(&a, &b, end(u)?, end(u)?),
            2 => {
                let at = offset(u, &a.grid, &b.grid)?;
                separation(&a, &b, at, [u.int_in_range(-9..=9)?, u.int_in_range(-9..=9)?]);
            }
            _ => {
                let mut far = || Ok([near(u, -60, 150)?, *u.choose(&ENDS)?]);
                let (from, to) = (far()?, far()?);
                far_out(&a, &b, from, to);
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

/// Checks the first solid pixel of a line, and all solid pixels of it.
fn ray(a: &Subject, from: [i32; 2], to: [i32; 2]) {
    let line: Vec<[i32; 2]> = Line::new(from, to).points().collect();
    let hits: Vec<[i32; 2]> = line.iter().copied().filter(|at| solid(&a.grid, at.map(i64::from))).collect();
    let first = line.iter().position(|at| solid(&a.grid, at.map(i64::from)));
    let hit = first.map(|step| (line[step], step.checked_sub(1).map(|before| line[before]), step as u32));
    assert_eq!(a.mask.cast_ray(from, to).map(|hit| (hit.at, hit.before, hit.step)), hit);
    assert!(a.mask.solid_on_line(from, to).eq(hits.iter().copied()));
    assert!(a.mask.solid_on_line(to, from).eq(hits.into_iter().rev()));
}

/// Checks the first step of a path that hits.
fn sweep(a: &Subject, b: &Subject, from: [i32; 2], to: [i32; 2]) {
    let first = (0..).zip(Line::new(from, to).points()).find(|&(_, at)| a.grid.hit(&b.grid, at));
    let found = a.mask.sweep(&b.mask, from, to);
    assert_eq!(found.hit.map(|hit| (hit.step, hit.at)), first);
    if let Some(hit) = found.hit {
        assert_eq!(hit.before, hit.step.checked_sub(1).map(|step| Line::new(from, to).at(step)));
    }
}

/// Checks the smallest separating move, and the first along a direction.
fn separation(a: &Subject, b: &Subject, at: [i32; 2], direction: [i32; 2]) {
    let free = |[x, y]: [i32; 2]| !a.mask.overlaps(&b.mask, [at[0] + x, at[1] + y]);
    let rank = |[x, y]: [i32; 2]| (x * x + y * y, y, x);
    let hits = a.mask.overlaps(&b.mask, at);
    let found = a.mask.penetration(&b.mask, at);
    assert_eq!(found.is_some(), hits);
    if let Some(shortest) = found {
        assert!(free(shortest));
        let reach = rank(shortest).0.isqrt() + 1;
        let shorter = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| [x, y]));
        assert!(
            shorter.filter(|&other| rank(other) < rank(shortest)).all(|other| !free(other)),
            "{shortest:?} at {at:?}"
        );
    }
    let found = a.mask.penetration_along(&b.mask, at, direction);
    assert_eq!(found.is_some(), hits && direction != [0, 0]);
    // The masks are shorter than this many steps.
    let long = Line::new([0, 0], direction.map(|c| c * 400));
    assert!(direction == [0, 0] || found == long.points().filter(|_| hits).find(|&shortest| free(shortest)));
}

/// Checks lines and paths across all of `i32`.
fn far_out(a: &Subject, b: &Subject, from: [i32; 2], to: [i32; 2]) {
    let line = Line::new(from, to);
    let hit = a.mask.cast_ray(from, to);
    assert_eq!(hit.map(|hit| hit.at), a.mask.solid_on_line(from, to).next());
    if let Some(RayHit { at, before, step, .. }) = hit {
        assert!(a.mask.contains(at) && line.at(step) == at);
        assert_eq!(before, step.checked_sub(1).map(|step| line.at(step)));
    }
    let on: Vec<[i32; 2]> = a.mask.solid_on_line(from, to).collect();
    assert!(a.mask.solid_on_line(to, from).eq(on.into_iter().rev()));
    if let Some(hit) = a.mask.sweep(&b.mask, from, to).hit {
        assert!(line.at(hit.step) == hit.at && a.grid.hit(&b.grid, hit.at));
        let before = hit.step.saturating_sub(100)..hit.step;
        assert!(before.into_iter().all(|step| !a.grid.hit(&b.grid, line.at(step))));
    }
}
