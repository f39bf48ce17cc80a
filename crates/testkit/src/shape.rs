//! Shapes drawn by code, as grids for the oracle; masks are made from the grids, never the other way round. The shapes
//! are drawn with integers, so that they are equal on every platform.

use crate::{Choice, Grid, Rng};
use mask::Mask;

/// A grid of the pixels `[x, y]` for which `solid(x, y)` holds.
pub fn grid(width: u32, height: u32, mut solid: impl FnMut(u32, u32) -> bool) -> Grid {
    let mut pixels = Vec::with_capacity(width as usize * height as usize);
    for y in 0..height {
        pixels.extend((0..width).map(|x| solid(x, y)));
    }
    Grid { width, height, solid: pixels }
}

/// The mask of a grid.
///
/// # Panics
/// If the grid is over the limit of a mask, which no shape of the tests and the bench is.
#[must_use]
pub fn mask(grid: &Grid) -> Mask {
    let solid = |x: u32, y: u32| grid.solid[y as usize * grid.width as usize + x as usize];
    Mask::from_fn(grid.width, grid.height, solid).expect("the grid is within the limit of a mask")
}

/// The pixels of a mask, for masks from other sources.
impl From<&Mask> for Grid {
    fn from(mask: &Mask) -> Grid {
        grid(mask.width(), mask.height(), |x, y| mask.contains([x as i32, y as i32]))
    }
}

/// A grid with every pixel solid.
#[must_use]
pub fn solid(side: u32) -> Grid {
    grid(side, side, |_, _| true)
}

/// A grid with every other pixel solid, beginning with the first. Its inverse at an even offset shares no pixel with
/// it, which only a test of every pixel can tell.
#[must_use]
pub fn checkerboard(side: u32) -> Grid {
    grid(side, side, |x, y| (x + y) % 2 == 0)
}

/// A grid with solid and empty pixels swapped.
#[must_use]
pub fn inverse(grid: &Grid) -> Grid {
    Grid { solid: grid.solid.iter().map(|solid| !solid).collect(), ..*grid }
}

/// A grid with `percent` of the pixels solid, at random.
#[must_use]
pub fn noise(side: u32, percent: u32, seed: u64) -> Grid {
    let mut rng = Rng::new(seed);
    grid(side, side, |_, _| rng.below(100) < percent)
}

/// Twice the distance of a pixel's center from the middle, along one axis.
fn twice_off(place: u32, side: u32) -> i64 {
    2 * i64::from(place) + 1 - i64::from(side)
}

/// A disc that touches all four sides, with a hole of `hole` percent of its diameter.
fn disc_with_hole(side: u32, hole: i64) -> Grid {
    let outer = i64::from(side).pow(2);
    grid(side, side, |x, y| {
        let off = twice_off(x, side).pow(2) + twice_off(y, side).pow(2);
        off <= outer && 100 * 100 * off >= hole.pow(2) * outer
    })
}

/// A disc that touches all four sides.
#[must_use]
pub fn disc(side: u32) -> Grid {
    disc_with_hole(side, 0)
}

/// A disc with a hole of three fifths of its diameter.
#[must_use]
pub fn ring(side: u32) -> Grid {
    disc_with_hole(side, 60)
}

/// A ship that flies upwards: a hull from top to bottom, and swept wings.
#[must_use]
pub fn ship(side: u32) -> Grid {
    let n = i64::from(side);
    grid(side, side, |x, y| {
        let (out, down) = (twice_off(x, side).abs(), 2 * i64::from(y) + 1);
        let hull = 5 * out <= n.min(2 * down) || out <= 1;
        let wing = 5 * out <= 5 * down - 3 * n && 2 * out >= 3 * (down - 3 * n / 2);
        hull || wing
    })
}

/// A rock: five discs, different for each seed.
#[must_use]
pub fn rock(side: u32, seed: u64) -> Grid {
    let mut rng = Rng::new(seed);
    let discs = [(); 5].map(|()| {
        let radius = side / 8 + 1 + rng.below(side / 5 + 1);
        let mut center = || i64::from(radius + rng.below((side + 1).saturating_sub(2 * radius)));
        [center(), center(), radius.into()]
    });
    grid(side, side, |x, y| {
        let off = |place: u32, center: i64| (i64::from(place) - center).pow(2);
        discs.iter().any(|&[cx, cy, radius]| off(x, cx) + off(y, cy) < radius.pow(2))
    })
}

/// A creature of the arcades: blocks in an 8 x 8 pattern, left and right alike.
fn invader(side: u32, seed: u64) -> Grid {
    let mut rng = Rng::new(seed);
    let mut blocks = [[false; 4]; 8];
    blocks.as_flattened_mut().fill_with(|| rng.below(100) < 55);
    blocks[3] = [true; 4];
    grid(side, side, |x, y| {
        let [column, row] = [x, y].map(|place| (u64::from(place) * 8 / u64::from(side)) as usize);
        blocks[row][column.min(7 - column)]
    })
}

/// Typical game shapes: discs, rings, ships, rocks and creatures in turn.
#[must_use]
pub fn sprites(side: u32, count: usize, seed: u64) -> Vec<Grid> {
    let mut rng = Rng::new(seed);
    let draw = |i: usize| match i % 5 {
        0 => disc(side),
        1 => ship(side),
        2 => rock(side, rng.bits()),
        3 => invader(side, rng.bits()),
        _ => ring(side),
    };
    (0..count).map(draw).collect()
}

/// A landscape: hills of four sizes between a third and two thirds of the height, and caves below.
#[must_use]
pub fn terrain(width: u32, height: u32, seed: u64) -> Grid {
    let mut rng = Rng::new(seed);
    let mut top = vec![height / 3; width as usize];
    for (spacing, rise) in [(1024, height / 6), (256, height / 9), (64, height / 24), (16, height / 72)] {
        let posts: Vec<u32> = (0..width / spacing + 2).map(|_| rng.below(rise + 1)).collect();
        for (x, top) in (0..width).zip(&mut top) {
            let (post, off) = ((x / spacing) as usize, x % spacing);
            *top += (posts[post] * (spacing - off) + posts[post + 1] * off) / spacing;
        }
    }
    let mut land = grid(width, height, |x, y| y >= top[x as usize]);
    for _ in 0..width / 64 {
        let radius = 1 + rng.below(height / 16);
        let [left, top] = [width, height].map(|side| rng.below(side.saturating_sub(2 * radius)));
        for (x, y) in (0..2 * radius).flat_map(|x| (0..2 * radius).map(move |y| (x, y))) {
            if twice_off(x, 2 * radius).pow(2) + twice_off(y, 2 * radius).pow(2) <= i64::from(2 * radius).pow(2) {
                land.solid[(top + y) as usize * width as usize + (left + x) as usize] = false;
            }
        }
    }
    land
}

/// A random grid of at most 24 x 24 pixels, or a wide one.
pub fn random(choices: &mut impl Choice) -> Grid {
    let (width, height) = match choices.below(12) {
        9 => (0, 5),
        10 => (1, 1),
        11 => (1 + choices.below(130), 3),
        _ => (1 + choices.below(24), 1 + choices.below(24)),
    };
    let percent = choices.one_of(&[100, 60, 60, 15, 0]);
    let mut noise = Rng::new(choices.below(1 << 16).into());
    grid(width, height, |_, _| noise.below(100) < percent)
}
