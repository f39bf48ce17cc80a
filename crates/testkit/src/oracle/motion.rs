//! Lines, rays and sweeps, against every pixel and every step, one by one.

use super::subject::Subject;
use mask::shared::{cast_line, sweep_line, tests_of_sweep};
use mask::{Line, RayHit, Sweep};
use std::ops::RangeInclusive;

/// Pixel `t` of a line of `n` steps by its documentation, along one axis: the whole number nearest to the exact
/// coordinate, the larger of two. The search goes upwards from below.
pub fn nearest(from: i32, to: i32, t: i64, n: i64) -> i32 {
    // All terms are multiplied by n, so that nothing is rounded.
    let exact = i128::from(from) * i128::from(n) + (i128::from(to) - i128::from(from)) * i128::from(t);
    let guess = (exact / i128::from(n)) as i64;
    let off = |c: i64| (i128::from(c) * i128::from(n) - exact).abs();
    (guess - 2..=guess + 2).rev().min_by_key(|&c| off(c)).unwrap() as i32
}

/// The pixels of a line.
pub fn pixels_of_line(from: [i32; 2], to: [i32; 2]) -> Vec<[i32; 2]> {
    let n = (0..2).map(|axis| (i64::from(to[axis]) - i64::from(from[axis])).abs()).max().unwrap();
    (0..=n).map(|t| [0, 1].map(|axis| nearest(from[axis], to[axis], t, n.max(1)))).collect()
}

/// The pixel before the hit, the pixel of the hit and its step.
fn fields(hit: Option<RayHit>) -> Option<(Option<[i32; 2]>, [i32; 2], u32)> {
    hit.map(|hit| (hit.before, hit.at, hit.step))
}

/// The outward normal at a solid pixel by its documentation, seen from the free pixel `before`: all free pixels within 5.5 pixels
/// are visited one by one, from `before` on.
pub fn outward_normal(is_solid: impl Fn([i64; 2]) -> bool, at: [i32; 2], before: [i32; 2]) -> [f64; 2] {
    let [at, before] = [at, before].map(|pixel| pixel.map(i64::from));
    let mut area = vec![before];
    let mut next = 0;
    while let Some(&[x, y]) = area.get(next) {
        next += 1;
        for neighbor in [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]] {
            let [dx, dy] = [neighbor[0] - at[0], neighbor[1] - at[1]];
            if 4 * (dx * dx + dy * dy) <= 11 * 11 && !is_solid(neighbor) && !area.contains(&neighbor) {
                area.push(neighbor);
            }
        }
    }
    let mut sum = [0, 1].map(|axis| area.iter().map(|pixel| pixel[axis] - at[axis]).sum::<i64>());
    if sum == [0, 0] {
        sum = [before[0] - at[0], before[1] - at[1]];
    }
    let [x, y] = sum.map(|c| c as f64);
    [x / x.hypot(y), y / x.hypot(y)]
}

/// Whether two normals are equal up to rounding.
pub fn same_direction(a: Option<[f64; 2]>, b: Option<[f64; 2]>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (0..2).all(|axis| (a[axis] - b[axis]).abs() < 1e-9),
        _ => a == b,
    }
}

/// Checks the first solid pixel of a line, and all solid pixels of it.
pub fn ray(Subject { grid, mask }: &Subject, from: [i32; 2], to: [i32; 2]) {
    let line = pixels_of_line(from, to);
    let solid = |at: &[i32; 2]| grid.contains(at.map(i64::from));
    let hits: Vec<[i32; 2]> = line.iter().copied().filter(solid).collect();
    let first = line.iter().position(solid);
    let hit = first.map(|step| (step.checked_sub(1).map(|before| line[before]), line[step], step as u32));
    let context = || format!("{} x {}, {from:?} to {to:?}", grid.width, grid.height);
    let found = mask.cast_ray(from, to);
    assert_eq!(fields(found), hit, "{}", context());
    let normal = hit.and_then(|(before, at, _)| Some(outward_normal(|at| grid.contains(at), at, before?)));
    assert!(same_direction(found.and_then(|hit| hit.normal), normal), "{}: {found:?} and {normal:?}", context());
    // A translated line has the same pixels, translated.
    let far = [from[0], to[1]].map(|c| if c < 40 { i32::MIN / 2 } else { i32::MAX / 2 });
    let away = |[x, y]: [i32; 2]| [x + far[0], y + far[1]];
    assert_eq!(fields(cast_line(mask, &Line::new(away(from), away(to)), far.map(|c| -c))), hit, "{}", context());
    assert!(mask.solid_on_line(from, to).eq(hits.iter().copied()), "{}", context());
    assert!(mask.solid_on_line(to, from).eq(hits.into_iter().rev()), "reversed, {}", context());
}

/// Checks the first step of a path that hits, the next one, and the answers for parts of the path.
pub fn sweep(a: &Subject, b: &Subject, from: [i32; 2], to: [i32; 2]) -> Sweep {
    let (line, sweep) = (Line::new(from, to), a.mask.sweep(&b.mask, from, to));
    let context = || format!("{a} and {b}, {from:?} to {to:?}: {sweep:?}");
    let hit_from = |first: u32| (0..).zip(line.points()).skip(first as usize).find(|&(_, at)| a.grid.hit(&b.grid, at));
    let expected = hit_from(0);
    assert_eq!(sweep.hit.map(|hit| (hit.step, hit.at)), expected, "{}", context());
    assert_eq!(sweep.started_inside, a.grid.hit(&b.grid, from), "{}", context());
    let tests = tests_of_sweep(&a.mask, &b.mask, &line);
    assert!(tests <= 2 + 2 * u64::from(line.steps()), "{tests} tests, {}", context());
    if let Some(hit) = sweep.hit {
        assert_eq!(hit.before, hit.step.checked_sub(1).map(|step| line.at(step)), "{}", context());
        assert!(hit.before.is_none_or(|free| !a.grid.hit(&b.grid, free)), "{}", context());
        assert_eq!(Some(hit.normal), b.mask.overlap_normal(&a.mask, hit.at.map(|c| -c)), "{}", context());
    }
    // A translated path has the same hits; the search from a later step finds the next hit.
    let far = [i32::MIN / 2, i32::MAX / 2];
    let moved = Line::new([from[0] + far[0], from[1] + far[1]], [to[0] + far[0], to[1] + far[1]]);
    let part = |steps: RangeInclusive<u32>| {
        let Sweep { hit, started_inside, .. } = sweep_line(&a.mask, &b.mask, &moved, far.map(|c| -c), steps.clone());
        assert_eq!(started_inside, hit.is_some_and(|hit| hit.step == *steps.start()), "{steps:?}, {}", context());
        hit
    };
    let first = expected.map_or(3, |(step, _)| step + 1);
    let hit = part(first..=line.steps());
    assert_eq!(hit.map(|hit| (hit.step, hit.at)), hit_from(first), "from step {first}, {}", context());
    assert_eq!(hit.and_then(|hit| hit.before), hit.filter(|hit| hit.step > first).map(|hit| line.at(hit.step - 1)));
    if let Some((step, at)) = expected {
        assert_eq!(part(0..=step).map(|hit| (hit.step, hit.at)), Some((step, at)), "{}", context());
        assert!(step == 0 || part(0..=step - 1).is_none(), "{}", context());
    }
    sweep
}

/// Checks a ray, and some steps of a sweep, along a line that is moved by any distance.
pub fn moved_line(a: &Subject, b: &Subject, line: &Line, by: [i32; 2], steps: RangeInclusive<u32>) {
    let moved = |step: u32| [0, 1].map(|axis| i64::from(line.at(step)[axis]) + i64::from(by[axis]));
    let first = (0..=line.steps()).find(|&step| a.grid.contains(moved(step)));
    assert_eq!(cast_line(&a.mask, line, by).map(|hit| hit.step), first, "{line:?} by {by:?}, {a}");
    let hits = |step: &u32| steps.contains(step) && a.grid.shared(&b.grid, moved(*step)).next().is_some();
    let first = (0..=line.steps()).find(hits);
    let swept = sweep_line(&a.mask, &b.mask, line, by, steps.clone());
    assert_eq!(swept.hit.map(|hit| hit.step), first, "{line:?} by {by:?}, {steps:?}, {a} and {b}");
}

/// Checks a line and a path of any length: the answers agree with each other and with the pixels at the hits.
pub fn far(a: &Subject, b: &Subject, from: [i32; 2], to: [i32; 2]) {
    let line = Line::new(from, to);
    let hit = a.mask.cast_ray(from, to);
    assert_eq!(hit.map(|hit| hit.at), a.mask.solid_on_line(from, to).next());
    if let Some(RayHit { at, before, step, normal, .. }) = hit {
        assert!(a.mask.contains(at) && line.at(step) == at);
        assert_eq!(before, step.checked_sub(1).map(|step| line.at(step)));
        assert_eq!(normal.is_some(), before.is_some());
    }
    let on: Vec<[i32; 2]> = a.mask.solid_on_line(from, to).collect();
    assert!(a.mask.solid_on_line(to, from).eq(on.into_iter().rev()));
    if let Some(hit) = a.mask.sweep(&b.mask, from, to).hit {
        assert!(line.at(hit.step) == hit.at && a.grid.hit(&b.grid, hit.at));
        let mut before = hit.step.saturating_sub(100)..hit.step;
        assert!(before.all(|step| !a.grid.hit(&b.grid, line.at(step))));
    }
}
