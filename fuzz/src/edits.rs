//! A sequence of edits, each repeated on a grid. After every step the mask equals the grid, its bounds are tight, its
//! padding is zero and its row-group summaries are right.

use crate::input::{Subject, assert_equals_grid, offset, solid, subject};
use crate::naive::Grid;
use crate::shape;
use arbitrary::{Result, Unstructured};
use mask::{Mask, Rect};

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
    let Subject { grid, mask } = subject;
    let at = offset(u, grid, &brush.grid)?;
    let on: bool = u.arbitrary()?;
    let over = |rule: fn(bool, bool) -> bool| combined(grid, &brush.grid, at, rule);
    match u.int_in_range(0..=9)? {
        0 => {
            mask.draw(&brush.mask, at);
            *grid = over(|a, b| a | b);
        }
        1 => {
            mask.erase(&brush.mask, at);
            *grid = over(|a, b| a & !b);
        }
        2 => {
            mask.toggle(&brush.mask, at);
            *grid = over(|a, b| a ^ b);
        }
        3 => {
            mask.intersect(&brush.mask, at);
            *grid = over(|a, b| a & b);
        }
        4 => {
            let [width, height] = [u.int_in_range(0..=160)?, if on { u32::MAX } else { u.int_in_range(0..=90)? }];
            let rect = Rect { left: at[0], top: at[1], width, height };
            mask.fill_rect(rect, on);
            paint(grid, |x, y| rect.contains([x, y]), on);
        }
        5 if mask.width() > 0 && mask.height() > 0 => {
            let x = u.int_in_range(0..=mask.width() - 1)? as i32;
            let y = u.int_in_range(0..=mask.height() - 1)? as i32;
            mask.set([x, y], on);
            paint(grid, |px, py| [px, py] == [x, y], on);
        }
        6 => {
            mask.invert();
            grid.solid.iter_mut().for_each(|solid| *solid = !*solid);
        }
        7 => {
            let edit = if on { Mask::fill } else { Mask::clear };
            edit(mask);
            grid.solid.fill(on);
        }
        8 => {
            let (cropped, place) = mask.cropped();
            let bounds = grid.bounds(grid, [0, 0]).unwrap_or(Rect { left: 0, top: 0, width: 0, height: 0 });
            assert_eq!(place, [bounds.left, bounds.top]);
            let cut = |x: u32, y: u32| [i64::from(x) + i64::from(place[0]), i64::from(y) + i64::from(place[1])];
            assert_equals_grid(&cropped, &shape::grid(bounds.width, bounds.height, |x, y| solid(grid, cut(x, y))));
        }
        _ => {
            let before = mask.clone();
            mask.draw(&before, at);
            *grid = combined(grid, &grid.clone(), at, |a, b| a | b);
        }
    }
    Ok(())
}

/// Makes the pixels for which a rule holds solid or empty.
fn paint(grid: &mut Grid, covers: impl Fn(i32, i32) -> bool, on: bool) {
    let painted = shape::grid(grid.width, grid.height, |x, y| {
        if covers(x as i32, y as i32) { on } else { solid(grid, [x.into(), y.into()]) }
    });
    *grid = painted;
}

/// Applies a rule to every pixel of a grid and the pixel of `over` on top of it.
fn combined(grid: &Grid, over: &Grid, [dx, dy]: [i32; 2], rule: fn(bool, bool) -> bool) -> Grid {
    shape::grid(grid.width, grid.height, |x, y| {
        let [x, y] = [i64::from(x), i64::from(y)];
        rule(solid(grid, [x, y]), solid(over, [x - i64::from(dx), y - i64::from(dy)]))
    })
}
