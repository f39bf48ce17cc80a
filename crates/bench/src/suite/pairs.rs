//! Pairs of shapes to ask about, each in every form that a contender wants it in.

use crate::articles::{Picture, PixelMap};
use crate::naive::Grid;
use crate::rng::Rng;
use crate::shape;
use mask::{Mask, Rect};
use std::cell::OnceCell;
use std::rc::Rc;

/// Seed of everything random here.
const SEED: u64 = 1;
/// Pixels along a side of a cell of a render map.
const RESOLUTION: u32 = 4;

/// A shape: a grid, and what contenders make of it before they are asked.
pub(super) struct Shape {
    pub(super) grid: Grid,
    pub(super) mask: Mask,
    picture: OnceCell<Picture>,
    points: OnceCell<PixelMap>,
    cells: OnceCell<PixelMap>,
}

impl Shape {
    fn new(grid: Grid) -> Rc<Shape> {
        let mask = shape::mask(&grid);
        Rc::new(Shape { grid, mask, picture: OnceCell::new(), points: OnceCell::new(), cells: OnceCell::new() })
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
}

/// Two shapes, the second at an offset from the first.
pub(super) struct Pair {
    pub(super) a: Rc<Shape>,
    pub(super) b: Rc<Shape>,
    pub(super) at: [i32; 2],
}

/// How the columns of two masks lie to each other.
#[derive(Clone, Copy)]
pub(super) enum Columns {
    /// At an offset of whole words: nothing has to be shifted.
    Aligned,
    /// At others, in all four directions.
    Unaligned,
}

impl Columns {
    /// Offsets that two checkerboards of this side share no pixel at, or every other.
    fn offsets(self, side: u32, shared: bool) -> Vec<[i32; 2]> {
        let side = side as i32;
        match self {
            Columns::Aligned => {
                let (dx, dy) = (if side > 64 { 64 } else { 0 }, if shared { 2 } else { 1 });
                vec![[0, dy], [dx, -dy], [-dx, dy]]
            }
            Columns::Unaligned => {
                let (dx, dy) = ((side / 4) | 1, ((side / 8) & !1) + i32::from(shared));
                vec![[dx, dy], [-dx, dy], [dx, -dy], [-dx, -dy]]
            }
        }
    }
}

/// Checkerboards that share no pixel: nothing can be pruned.
pub(super) fn misses(side: u32, columns: Columns) -> Vec<Pair> {
    boards(side, columns.offsets(side, false))
}

/// Checkerboards that share every other pixel, from the first row on.
pub(super) fn hits(side: u32, columns: Columns) -> Vec<Pair> {
    boards(side, columns.offsets(side, true))
}

fn boards(side: u32, offsets: Vec<[i32; 2]>) -> Vec<Pair> {
    let board = Shape::new(shape::checkerboard(side));
    offsets.into_iter().map(|at| Pair { a: Rc::clone(&board), b: Rc::clone(&board), at }).collect()
}

/// Checkerboards that share one pixel, the last of the overlap in whatever order it is looked at.
pub(super) fn late_hits(side: u32, columns: Columns) -> Vec<Pair> {
    let pair = |at: [i32; 2]| {
        let (mut a, mut b) = (shape::checkerboard(side), shape::checkerboard(side));
        let [x, y] = at.map(|offset| offset.min(0) + side as i32 - 1);
        a.solid[(y * side as i32 + x) as usize] = true;
        b.solid[((y - at[1]) * side as i32 + x - at[0]) as usize] = true;
        Pair { a: Shape::new(a), b: Shape::new(b), at }
    };
    columns.offsets(side, false).into_iter().take(2).map(pair).collect()
}

/// Discs that nearly touch, or just do, in any direction: 0.98 to 1.04 diameters between the centres.
pub(super) fn discs(side: u32) -> Vec<Pair> {
    let disc = Shape::new(shape::disc(side));
    let mut rng = Rng::new(SEED);
    let reach = side as i32 * 104 / 100 + 1;
    let near = |at: &[i32; 2]| {
        let distance = f64::from(at[0]).hypot(f64::from(at[1])) / f64::from(side);
        (0.98..=1.04).contains(&distance)
    };
    let offsets = std::iter::repeat_with(|| [0; 2].map(|_: i32| rng.within(-reach..reach + 1))).filter(near);
    offsets.take(64).map(|at| Pair { a: Rc::clone(&disc), b: Rc::clone(&disc), at }).collect()
}

/// Sprites, each against another at a random offset at which their tight boxes overlap: some hit, some
/// miss.
pub(super) fn sprites(side: u32) -> Vec<Pair> {
    let mut rng = Rng::new(SEED);
    let boxed = |grid: Grid| grid.bounds(&grid, [0, 0]).map(|tight| (Shape::new(grid), tight));
    let shapes: Vec<(Rc<Shape>, Rect)> = shape::sprites(side, 20, rng.bits()).into_iter().filter_map(boxed).collect();
    let mut any = || {
        let [(a, mine), (b, theirs)] = [0; 2].map(|_| &shapes[rng.below(shapes.len() as u32) as usize]);
        let x = rng.within(mine.left - theirs.right() as i32 + 1..mine.right() as i32 - theirs.left);
        let y = rng.within(mine.top - theirs.bottom() as i32 + 1..mine.bottom() as i32 - theirs.top);
        Pair { a: Rc::clone(a), b: Rc::clone(b), at: [x, y] }
    };
    (0..256).map(|_| any()).collect()
}
