//! Centroid, angle, runs and pixels, against the pixels of the grid.

use super::subject::Subject;
use crate::Grid;
use mask::{Mask, Moments, Run};

/// The solid pixels in raster order.
fn pixels(grid: &Grid) -> Vec<[i32; 2]> {
    grid.shared(grid, [0, 0]).map(|place| place.map(|c| c as i32)).collect()
}

/// Checks the moments, the centroid and the angle.
pub fn moments(Subject { grid, mask }: &Subject) {
    let places = pixels(grid);
    let sum = |of: fn([i32; 2]) -> i32| places.iter().map(|&place| u128::from(of(place) as u32)).sum::<u128>();
    let Moments { count, x, y, xx, xy, yy, .. } = mask.moments();
    assert_eq!([count, x, y].map(u128::from), [places.len() as u128, sum(|[x, _]| x), sum(|[_, y]| y)]);
    assert_eq!([xx, xy, yy], [sum(|[x, _]| x * x), sum(|[x, y]| x * y), sum(|[_, y]| y * y)]);
    let mean = |axis: usize| places.iter().map(|place| f64::from(place[axis])).sum::<f64>() / places.len() as f64;
    assert_eq!(mask.centroid(), (!places.is_empty()).then(|| [mean(0), mean(1)]));
    match (mask.angle(), angle(&places)) {
        (Some(ours), Some(theirs)) => {
            assert!(ours > -90.0 && ours <= 90.0, "{ours}");
            let off = (ours - theirs).abs();
            assert!(off.min(180.0 - off) < 1e-9, "{ours} {theirs} {mask:?}");
        }
        (ours, theirs) => assert_eq!(ours, theirs, "{mask:?}"),
    }
}

/// The angle from integer moments, which are small here.
fn angle(places: &[[i32; 2]]) -> Option<f64> {
    let n = places.len() as i64;
    let sum = |of: fn(i64, i64) -> i64| places.iter().map(|&[x, y]| of(x.into(), y.into())).sum::<i64>();
    let (x, y) = (sum(|x, _| x), sum(|_, y| y));
    let [xx, yy, xy] = [n * sum(|x, _| x * x) - x * x, n * sum(|_, y| y * y) - y * y, n * sum(|x, y| x * y) - x * y];
    // The major axis of [xx xy; xy yy] belongs to the larger eigenvalue; y is negated at the end, so that it points up.
    let (half, off) = ((xx - yy) as f64 / 2.0, xy as f64);
    let longer = half.hypot(off);
    let direction = if half >= 0.0 { (half + longer, off) } else { (off, longer - half) };
    (longer > 0.0).then(|| match (-direction.1).atan2(direction.0).to_degrees() {
        degrees if degrees > 90.0 => degrees - 180.0,
        degrees if degrees <= -90.0 => degrees + 180.0,
        degrees => degrees,
    })
}

/// The row, the first column and the one after the last.
pub fn ends(run: Run) -> [i32; 3] {
    [run.y, run.left, run.right]
}

/// Checks pixels and runs.
pub fn runs(Subject { grid, mask }: &Subject) {
    let places = pixels(grid);
    assert!(mask.pixels().eq(places.iter().copied()));
    assert!(mask.into_iter().eq(places.iter().copied()));
    let mut runs: Vec<[i32; 3]> = Vec::new();
    for &[x, y] in &places {
        match runs.last_mut() {
            Some([row, _, right]) if *row == y && *right == x => *right += 1,
            _ => runs.push([y, x, x + 1]),
        }
    }
    assert!(mask.runs().map(ends).eq(runs.iter().copied()));
    let row_is_right =
        |mask: &Mask, y: i32| mask.row_runs(y).map(ends).eq(runs.iter().copied().filter(|run| run[0] == y));
    assert!((-1..=grid.height as i32).chain([i32::MIN, i32::MAX]).all(|y| row_is_right(mask, y)));
    assert_eq!(mask.runs().map(|run| u64::from(run.width())).sum::<u64>(), mask.count());
}
