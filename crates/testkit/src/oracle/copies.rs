//! Copies of a mask: flipped, turned, scaled, grown, shrunk and cropped, against their definitions.

use super::subject::{Subject, assert_equals_grid};
use crate::{Grid, shape};
use mask::Rect;

/// Checks flips and quarter turns.
pub fn turns(Subject { grid, mask }: &Subject) {
    let (w, h) = (grid.width, grid.height);
    let from = |x: u32, y: u32| grid.contains([x.into(), y.into()]);
    assert_equals_grid(&mask.flipped_x(), &shape::grid(w, h, |x, y| from(w - 1 - x, y)));
    assert_equals_grid(&mask.flipped_y(), &shape::grid(w, h, |x, y| from(x, h - 1 - y)));
    assert_equals_grid(&mask.rotated_90(), &shape::grid(h, w, |x, y| from(y, h - 1 - x)));
    assert_equals_grid(&mask.rotated_180(), &shape::grid(w, h, |x, y| from(w - 1 - x, h - 1 - y)));
    assert_equals_grid(&mask.rotated_270(), &shape::grid(h, w, |x, y| from(w - 1 - y, x)));
}

/// Checks both ways to scale to a size: by the nearest pixel, and by any pixel that a new pixel touches.
pub fn scales(Subject { grid, mask }: &Subject, [width, height]: [u32; 2]) {
    // A new pixel covers from at * old / new up to (at + 1) * old / new.
    let start = |at: u32, old: u32, new: u32| u64::from(at) * u64::from(old) / u64::from(new);
    let covered = |at: u32, old: u32, new: u32| {
        [start(at, old, new), ((u64::from(at) + 1) * u64::from(old)).div_ceil(u64::from(new))]
    };
    let nearest = shape::grid(width, height, |x, y| {
        grid.contains([start(x, grid.width, width), start(y, grid.height, height)].map(|place| place as i64))
    });
    assert_equals_grid(&mask.scaled(width, height).unwrap(), &nearest);
    let touched =
        shape::grid(width, height, |x, y| any(grid, covered(x, grid.width, width), covered(y, grid.height, height)));
    assert_equals_grid(&mask.scaled_any(width, height).unwrap(), &touched);
    assert_eq!(nearest.overlap(&touched, [0, 0]), nearest, "a nearest pixel is missing from scaled_any");
}

/// Checks the mask of blocks of `k` x `k` pixels with any solid pixel.
pub fn blocks(Subject { grid, mask }: &Subject, k: u32) {
    let block = |at: u32, side: u32| [at * k, (at * k).saturating_add(k).min(side)].map(u64::from);
    let blocks = shape::grid(grid.width.div_ceil(k), grid.height.div_ceil(k), |x, y| {
        any(grid, block(x, grid.width), block(y, grid.height))
    });
    assert_equals_grid(&mask.coarsened(k).unwrap(), &blocks);
}

/// Whether any pixel from the first to the second, without the second, is solid.
fn any(grid: &Grid, xs: [u64; 2], ys: [u64; 2]) -> bool {
    (ys[0]..ys[1]).any(|y| (xs[0]..xs[1]).any(|x| grid.contains([x as i64, y as i64])))
}

/// Checks a mask that is grown and shrunk by a disc.
pub fn grown_and_shrunk(Subject { grid, mask }: &Subject, radius: f64) {
    let margin = radius as i32;
    let disc = disc(radius);
    let (more, at) = mask.grown(radius).unwrap();
    assert_eq!(at, [-margin; 2]);
    assert_equals_grid(&more, &grown(grid, &disc, margin));
    let (less, at) = mask.shrunk(radius).unwrap();
    assert_eq!(at, [margin; 2]);
    assert_equals_grid(&less, &shrunk(grid, &disc, margin));
}

/// The pixels within a radius of `[0, 0]`.
fn disc(radius: f64) -> Vec<[i64; 2]> {
    let side = || -(radius as i64)..=radius as i64;
    let square = side().flat_map(|y| side().map(move |x| [x, y]));
    square.filter(|&[x, y]| (x * x + y * y) as f64 <= radius * radius).collect()
}

/// The grid with a disc at every pixel: `margin` pixels larger on each side.
fn grown(grid: &Grid, disc: &[[i64; 2]], margin: i32) -> Grid {
    let [width, height] = [grid.width, grid.height].map(|side| side + 2 * margin as u32);
    let mut grown = shape::grid(width, height, |_, _| false);
    for [x, y] in grid.shared(grid, [0, 0]) {
        for [dx, dy] in disc {
            let [x, y] = [x + dx, y + dy].map(|place| (place + i64::from(margin)) as usize);
            grown.solid[y * width as usize + x] = true;
        }
    }
    grown
}

/// The grid without the pixels near empty ones: `margin` pixels smaller on each side.
fn shrunk(grid: &Grid, disc: &[[i64; 2]], margin: i32) -> Grid {
    let [width, height] = [grid.width, grid.height].map(|side| side.saturating_sub(2 * margin as u32));
    shape::grid(width, height, |x, y| {
        let [x, y] = [x, y].map(|place| i64::from(place) + i64::from(margin));
        disc.iter().all(|[dx, dy]| grid.contains([x + dx, y + dy]))
    })
}

/// Checks the mask that is cut to its bounds.
pub fn cropped(Subject { grid, mask }: &Subject) {
    let (cropped, [left, top]) = mask.cropped();
    let bounds = grid.bounds(grid, [0, 0]).unwrap_or(Rect { left: 0, top: 0, width: 0, height: 0 });
    assert_eq!([left, top], [bounds.left, bounds.top]);
    let cut = |x: u32, y: u32| grid.contains([i64::from(x) + i64::from(left), i64::from(y) + i64::from(top)]);
    assert_equals_grid(&cropped, &shape::grid(bounds.width, bounds.height, cut));
}
