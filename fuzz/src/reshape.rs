//! Copies of a mask: flipped, turned, scaled, grown, mapped, split into connected components, traced and filled again.
//! Each is compared with its definition, pixel by pixel.

use crate::input::{Subject, assert_equals_grid, grid, side, solid};
use crate::naive::Grid;
use crate::shape;
use arbitrary::{Result, Unstructured};
use mask::{Affine, Connectivity, Mask};

/// The largest side of a mask.
const MOST: u32 = 70;

/// Coefficients with which no mask can be made.
const WILD: [f64; 9] = [f64::NAN, f64::INFINITY, -1e300, 1e300, 1e-300, -0.0, f64::MIN_POSITIVE, 2e9, 1e-12];

/// Runs the target.
pub fn check(data: &[u8]) {
    let _ = copies(&mut Unstructured::new(data));
}

fn copies(u: &mut Unstructured) -> Result<()> {
    let [width, height] = [side(u, MOST)?, side(u, MOST)?];
    let subject = Subject::new(grid(u, width, height)?);
    match u.int_in_range(0..=6)? {
        0 => turns(&subject),
        1 => scales(&subject, [side(u, 140)?, side(u, 140)?], u.int_in_range(1..=u32::MAX)?),
        2 => discs(&subject, f64::from(u.int_in_range(0..=32u8)?) / 4.0),
        3 => mapped(u, &subject)?,
        4 => {
            let [width, height] = [side(u, 40)?, side(u, 20)?];
            offsets(&subject, &Subject::new(grid(u, width, height)?));
        }
        5 => parts(&subject, if u.arbitrary()? { Connectivity::Four } else { Connectivity::Eight }),
        _ => traced(&subject, f64::from(u.arbitrary::<u8>()?) / 16.0),
    }
    Ok(())
}

fn turns(Subject { grid, mask }: &Subject) {
    let (w, h) = (grid.width, grid.height);
    let from = |x: u32, y: u32| solid(grid, [x.into(), y.into()]);
    assert_equals_grid(&mask.flipped_x(), &shape::grid(w, h, |x, y| from(w - 1 - x, y)));
    assert_equals_grid(&mask.flipped_y(), &shape::grid(w, h, |x, y| from(x, h - 1 - y)));
    assert_equals_grid(&mask.rotated_90(), &shape::grid(h, w, |x, y| from(y, h - 1 - x)));
    assert_equals_grid(&mask.rotated_180(), &shape::grid(w, h, |x, y| from(w - 1 - x, h - 1 - y)));
    assert_equals_grid(&mask.rotated_270(), &shape::grid(h, w, |x, y| from(w - 1 - y, x)));
}

fn scales(Subject { grid, mask }: &Subject, [width, height]: [u32; 2], k: u32) {
    let any =
        |xs: [u64; 2], ys: [u64; 2]| (ys[0]..ys[1]).any(|y| (xs[0]..xs[1]).any(|x| solid(grid, [x as i64, y as i64])));
    let place = |at: u32, old: u32, new: u32| u64::from(at) * u64::from(old) / u64::from(new);
    let [old_width, old_height] = [grid.width, grid.height];
    let nearest = |x, y| {
        let [x, y] = [place(x, old_width, width), place(y, old_height, height)];
        solid(grid, [x as i64, y as i64])
    };
    assert_equals_grid(&mask.scaled(width, height).unwrap(), &shape::grid(width, height, nearest));
    let covered = |at: u32, old: u32, new: u32| {
        let end = ((u64::from(at) + 1) * u64::from(old)).div_ceil(u64::from(new));
        [place(at, old, new), end]
    };
    let touched = |x, y| any(covered(x, old_width, width), covered(y, old_height, height));
    assert_equals_grid(&mask.scaled_any(width, height).unwrap(), &shape::grid(width, height, touched));

    let block = |at: u32, side: u32| [u64::from(at * k), (u64::from(at * k) + u64::from(k)).min(side.into())];
    let blocks = shape::grid(old_width.div_ceil(k), old_height.div_ceil(k), |x, y| {
        any(block(x, old_width), block(y, old_height))
    });
    assert_equals_grid(&mask.coarsened(k).unwrap(), &blocks);
}

fn discs(Subject { grid, mask }: &Subject, radius: f64) {
    let margin = radius as i64;
    let disc: Vec<[i64; 2]> = (-margin..=margin)
        .flat_map(|y| (-margin..=margin).map(move |x| [x, y]))
        .filter(|[x, y]| (x * x + y * y) as f64 <= radius * radius)
        .collect();
    let near = |[x, y]: [i64; 2]| disc.iter().map(move |[dx, dy]| [x + dx, y + dy]);
    let (grown, at) = mask.grown(radius).unwrap();
    assert_eq!(at, [-margin as i32; 2]);
    let [width, height] = [grid.width, grid.height].map(|side| side + 2 * margin as u32);
    let reached = |x, y| near([i64::from(x) - margin, i64::from(y) - margin]).any(|at| solid(grid, at));
    assert_equals_grid(&grown, &shape::grid(width, height, reached));
    let (shrunk, at) = mask.shrunk(radius).unwrap();
    assert_eq!(at, [margin as i32; 2]);
    let [width, height] = [grid.width, grid.height].map(|side| side.saturating_sub(2 * margin as u32));
    let kept = |x, y| near([i64::from(x) + margin, i64::from(y) + margin]).all(|at| solid(grid, at));
    assert_equals_grid(&shrunk, &shape::grid(width, height, kept));
}

/// Transforms under a map of small coefficients, sometimes of extreme ones.
fn mapped(u: &mut Unstructured, Subject { grid, mask }: &Subject) -> Result<()> {
    let mut coefficients = [0.0; 6];
    for coefficient in &mut coefficients {
        *coefficient = if u.ratio(1, 24)? {
            *u.choose(&WILD)?
        } else {
            f64::from(u.int_in_range(-64..=64)?) / f64::from(u.int_in_range(16..=40)?)
        };
    }
    let by = Affine::from(coefficients);
    let Ok((result, [left, top])) = mask.transformed(&by) else { return Ok(()) };
    result.validate();
    let back = by.inverse().expect("the map was just inverted");
    for (x, y) in (-2..=result.width() as i32 + 1).flat_map(|x| (-2..=result.height() as i32 + 1).map(move |y| (x, y)))
    {
        let center = [f64::from(left + x) + 0.5, f64::from(top + y) + 0.5];
        let from = back.apply(center).map(|place| place.floor() as i64);
        assert_eq!(result.contains([x, y]), solid(grid, from), "{x} {y} of {by:?}");
    }
    Ok(())
}

/// Checks the set of all colliding offsets.
fn offsets(a: &Subject, b: &Subject) {
    let all = a.mask.convolve(&b.mask).unwrap();
    let [x, y] = [b.grid.width, b.grid.height].map(|side| side as i32 - 1);
    let empty = a.grid.solid.is_empty() || b.grid.solid.is_empty();
    let [width, height] =
        if empty { [0, 0] } else { [a.grid.width + b.grid.width - 1, a.grid.height + b.grid.height - 1] };
    assert_equals_grid(&all, &shape::grid(width, height, |i, j| a.grid.hit(&b.grid, [i as i32 - x, j as i32 - y])));
    let (hits, origin) = a.mask.colliding_offsets(&b.mask).unwrap();
    hits.validate();
    assert_eq!(hits.count(), all.count());
    for at in hits.pixels() {
        assert!(a.grid.hit(&b.grid, [origin[0] + at[0], origin[1] + at[1]]));
    }
}

/// Checks that every component is connected, that none touches another, and that together they equal the mask.
fn parts(Subject { grid, mask }: &Subject, connectivity: Connectivity) {
    let parts = mask.connected_components(connectivity);
    let steps: &[[i64; 2]] = match connectivity {
        Connectivity::Four => &[[1, 0], [0, 1], [-1, 0], [0, -1]],
        _ => &[[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]],
    };
    let mut together = Mask::new(grid.width, grid.height).unwrap();
    let mut first = None;
    for part in &parts {
        part.mask.validate();
        assert!(!together.overlaps(&part.mask, part.at));
        together.draw(&part.mask, part.at);
        assert_eq!(part.count, part.mask.count());
        let [x, y] = part.mask.pixels().next().expect("a component has pixels");
        let start = [x + part.at[0], y + part.at[1]].map(i64::from);
        assert!(first.replace([start[1], start[0]]) < Some([start[1], start[0]]), "raster order");
        assert_eq!(flood(grid, start, steps), part.count);
    }
    assert_eq!(&together, mask);
    assert_eq!(mask.largest_component(connectivity).map(|part| part.count), parts.iter().map(|part| part.count).max());
}

/// The number of pixels that can be reached from one.
fn flood(grid: &Grid, start: [i64; 2], steps: &[[i64; 2]]) -> u64 {
    let mut open = Grid { solid: grid.solid.clone(), ..*grid };
    let (mut waiting, mut count) = (vec![start], 0);
    while let Some([x, y]) = waiting.pop() {
        if solid(&open, [x, y]) {
            open.solid[(y * i64::from(grid.width) + x) as usize] = false;
            count += 1;
            waiting.extend(steps.iter().map(|[dx, dy]| [x + dx, y + dy]));
        }
    }
    count
}

/// Checks that outlines determine the mask, and that a tolerance of 0 changes nothing.
fn traced(Subject { grid, mask }: &Subject, tolerance: f64) {
    let filled = |contours: &mask::Contours| {
        let points = contours.iter().map(|contour| contour.points().to_vec());
        Mask::from_contours(grid.width, grid.height, points).unwrap()
    };
    assert_eq!(&filled(&mask.contours()), mask);
    assert_eq!(&filled(&mask.simplified_contours(0.0).unwrap()), mask);
    filled(&mask.simplified_contours(tolerance).unwrap()).validate();
    assert_eq!(mask.outline().is_empty(), mask.is_empty());
    assert!(mask.outline().iter().all(|&at| mask.contains(at)));
    assert!(mask.runs().map(|run| u64::from(run.width())).sum::<u64>() == mask.count());
    assert_eq!(mask.centroid().is_some(), !mask.is_empty());
}
