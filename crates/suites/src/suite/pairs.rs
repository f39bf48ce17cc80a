//! Pairs of shapes to ask about, each in every form that a contender needs.

use crate::classic::{Picture, PixelMap};
use crate::columns::Columns;
use anyhow::{Context, Result};
use binary_raster::BinaryRaster;
use mask::{Mask, Rect};
use serde::Deserialize;
use std::cell::OnceCell;
use std::rc::Rc;
use testkit::{Grid, Rng, shape};

/// The seed of everything random in this suite.
pub(super) const SEED: u64 = 1;
/// Pixels along a side of a cell of a render map.
const RESOLUTION: u32 = 4;
/// The number of sprite pairs. A processor that answers them again and again learns the direction of each branch: one
/// of 2022 learns some 16,000.
const PAIRS: usize = 512;
/// A number of pairs beyond what a processor learns.
const MANY: usize = 1 << 16;

/// A shape: a grid, and the forms that contenders prepare beforehand.
pub(super) struct Shape {
    pub(super) grid: Grid,
    pub(super) mask: Mask,
    picture: OnceCell<Picture>,
    points: OnceCell<PixelMap>,
    cells: OnceCell<PixelMap>,
    columns: OnceCell<Columns>,
    raster: OnceCell<BinaryRaster>,
}

impl Shape {
    pub(super) fn new(grid: Grid) -> Rc<Shape> {
        let mask = shape::mask(&grid);
        Rc::new(Shape {
            grid,
            mask,
            picture: OnceCell::new(),
            points: OnceCell::new(),
            cells: OnceCell::new(),
            columns: OnceCell::new(),
            raster: OnceCell::new(),
        })
    }

    pub(super) fn picture(&self) -> &Picture {
        self.picture.get_or_init(|| Picture::new(&self.grid))
    }

    pub(super) fn points(&self) -> &PixelMap {
        self.points.get_or_init(|| PixelMap::new(&self.grid, 1))
    }

    pub(super) fn cells(&self) -> &PixelMap {
        self.cells.get_or_init(|| PixelMap::new(&self.grid, RESOLUTION))
    }

    pub(super) fn columns(&self) -> &Columns {
        self.columns.get_or_init(|| Columns::from(&self.mask))
    }

    pub(super) fn raster(&self) -> &BinaryRaster {
        self.raster.get_or_init(|| {
            let pixels: Vec<u8> = self.grid.solid.iter().map(|&solid| solid.into()).collect();
            BinaryRaster::from_raster(&pixels, self.grid.width as usize)
        })
    }
}

/// Two shapes, the second at an offset from the first.
pub(super) struct Pair {
    pub(super) a: Rc<Shape>,
    pub(super) b: Rc<Shape>,
    pub(super) at: [i32; 2],
}

/// Discs that nearly or just touch, in any direction: 0.98 to 1.04 diameters between the centers.
pub(super) fn discs(side: u32) -> Vec<Pair> {
    let [a, b] = [0; 2].map(|_| Shape::new(shape::disc(side)));
    let mut rng = Rng::new(SEED);
    let reach = side as i32 * 104 / 100 + 1;
    let near = |at: &[i32; 2]| {
        let distance = f64::from(at[0]).hypot(f64::from(at[1])) / f64::from(side);
        (0.98..=1.04).contains(&distance)
    };
    let offsets = std::iter::repeat_with(|| [0; 2].map(|_: i32| rng.within(-reach..reach + 1))).filter(near);
    let count = if side <= 1024 { 200 } else { 32 };
    offsets.take(count).map(|at| Pair { a: Rc::clone(&a), b: Rc::clone(&b), at }).collect()
}

/// Drawn sprites, each against another at a random offset at which their tight boxes overlap: some hit, some miss.
pub(super) fn sprites(side: u32) -> Vec<Pair> {
    some_sprites(side, PAIRS)
}

/// Pairs as in [`sprites`], each as if asked for the first time.
pub(super) fn many_sprites(side: u32) -> Vec<Pair> {
    some_sprites(side, MANY)
}

fn some_sprites(side: u32, count: usize) -> Vec<Pair> {
    let mut rng = Rng::new(SEED);
    let shapes = shape::sprites(side, 20, rng.bits()).into_iter().map(Shape::new).collect();
    anywhere(shapes, count, &mut rng, |shape| shape.mask.bounds())
}

/// Real sprites, each against another at a random offset at which their pictures overlap: some hit, some miss.
pub(super) fn real() -> Result<Vec<Pair>> {
    let frame = |shape: &Shape| Some(Rect { left: 0, top: 0, width: shape.grid.width, height: shape.grid.height });
    Ok(anywhere(kenney()?, PAIRS, &mut Rng::new(SEED), frame))
}

/// Pairs of random shapes, at offsets at which their boxes overlap.
fn anywhere(shapes: Vec<Rc<Shape>>, count: usize, rng: &mut Rng, boxed: impl Fn(&Shape) -> Option<Rect>) -> Vec<Pair> {
    let boxed = |shape: Rc<Shape>| boxed(&shape).map(|rect| (shape, rect));
    let shapes: Vec<(Rc<Shape>, Rect)> = shapes.into_iter().filter_map(boxed).collect();
    let mut any = || {
        let [(a, mine), (b, theirs)] = [0; 2].map(|_| &shapes[rng.below(shapes.len() as u32) as usize]);
        let x = rng.within(mine.left - theirs.right() as i32 + 1..mine.right() as i32 - theirs.left);
        let y = rng.within(mine.top - theirs.bottom() as i32 + 1..mine.bottom() as i32 - theirs.top);
        Pair { a: Rc::clone(a), b: Rc::clone(b), at: [x, y] }
    };
    (0..count).map(|_| any()).collect()
}

/// The 24 sprites by Kenney (CC0) in the vectors of the tests, 8 to 128 px.
fn kenney() -> Result<Vec<Rc<Shape>>> {
    /// A line that describes a mask; bit x of a row, which is hexadecimal, is pixel x.
    #[derive(Deserialize)]
    struct Line {
        name: String,
        w: u32,
        h: u32,
        rows: Vec<String>,
    }
    let lines = testkit::PYGAME_CE.lines();
    let masks = lines.take_while(|line| line.starts_with("{\"mask\""));
    let mut shapes = Vec::new();
    for line in masks {
        let line: Line = serde_json::from_str(line)?;
        // Masks without a file name are noise.
        if line.name.ends_with(".png") {
            let rows = line.rows.iter().map(|row| u128::from_str_radix(row, 16)).collect::<Result<Vec<_>, _>>();
            let rows = rows.with_context(|| line.name)?;
            shapes.push(Shape::new(shape::grid(line.w, line.h, |x, y| rows[y as usize] >> x & 1 == 1)));
        }
    }
    Ok(shapes)
}

/// The pairs with the second shape to the right of the first and below it; others have their shapes swapped.
pub(super) fn right_and_down(pairs: Vec<Pair>) -> Vec<Pair> {
    pairs.into_iter().filter(|pair| pair.at[0].signum() * pair.at[1].signum() >= 0).collect()
}
