//! The methods of articles from 2000 to 2013, as peers.
//!
//! Each works on the data that its readers had: pictures with an alpha channel, or lists made from them once. "Solid"
//! is alpha over 127, whatever threshold the article had.

use testkit::Grid;

/// A picture, four bytes for each pixel, as in memory.
#[derive(Debug, Clone)]
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// A picture whose solid pixels are opaque and whose empty pixels are clear.
    #[must_use]
    pub fn new(grid: &Grid) -> Picture {
        let pixels = grid.solid.iter().map(|&solid| [255, 255, 255, if solid { 255 } else { 0 }]);
        Picture { width: grid.width, height: grid.height, pixels: pixels.collect() }
    }

    /// The rows of a rectangle of `width` x `height` pixels at `[left, top]`, which is inside the picture.
    fn rows(&self, [left, top]: [i64; 2], [width, height]: [i64; 2]) -> impl Iterator<Item = &[[u8; 4]]> {
        let row = move |y: i64| (y * i64::from(self.width) + left) as usize;
        (top..top + height).map(move |y| &self.pixels[row(y)..][..width as usize])
    }

    /// The top-left pixel of the overlap in this picture and in the other, and its size; `None` if the rectangles do
    /// not overlap.
    fn overlap(&self, other: &Picture, at: [i32; 2]) -> Option<[[i64; 2]; 3]> {
        let [dx, dy] = at.map(i64::from);
        let mine = [dx.max(0), dy.max(0)];
        let theirs = [mine[0] - dx, mine[1] - dy];
        let width = (dx + i64::from(other.width)).min(self.width.into()) - mine[0];
        let height = (dy + i64::from(other.height)).min(self.height.into()) - mine[1];
        (width > 0 && height > 0).then_some([mine, theirs, [width, height]])
    }
}

/// Whether a pixel is solid.
fn opaque(pixel: [u8; 4]) -> bool {
    pixel[3] > 127
}

/// Copies both overlap rectangles, then compares them. HGE (Haaf's Game Engine) did so, because pixels had to be copied
/// out of two locked textures before a program could read them.
#[must_use]
pub fn copy_then_compare(a: &Picture, b: &Picture, at: [i32; 2]) -> bool {
    let Some([mine, theirs, size]) = a.overlap(b, at) else { return false };
    let copy = |picture: &Picture, from| {
        let mut pixels = Vec::with_capacity((size[0] * size[1]) as usize);
        picture.rows(from, size).for_each(|row| pixels.extend_from_slice(row));
        pixels
    };
    let (a, b) = (copy(a, mine), copy(b, theirs));
    a.iter().zip(&b).any(|(&a, &b)| opaque(a) && opaque(b))
}

/// Loops over the overlap rectangle and stops at the first hit: the per-pixel sample of XNA, and earlier the articles
/// on locked surfaces of `DirectDraw`.
#[must_use]
pub fn rectangle_loop(a: &Picture, b: &Picture, at: [i32; 2]) -> bool {
    let Some([mine, theirs, size]) = a.overlap(b, at) else { return false };
    let mut rows = a.rows(mine, size).zip(b.rows(theirs, size));
    rows.any(|(a, b)| a.iter().zip(b).any(|(&a, &b)| opaque(a) && opaque(b)))
}

/// A list of solid cells: the "pixel map" of JavaScript articles (Horn 2013) at resolution 1, their "render map" at a
/// coarser one.
#[derive(Debug, Clone)]
pub struct PixelMap {
    resolution: u32,
    cells: Vec<[i32; 2]>,
}

impl PixelMap {
    /// The cells of `resolution` x `resolution` pixels that contain a solid pixel.
    #[must_use]
    pub fn new(grid: &Grid, resolution: u32) -> PixelMap {
        let (columns, rows) = (grid.width.div_ceil(resolution), grid.height.div_ceil(resolution));
        let mut solid = vec![false; columns as usize * rows as usize];
        for (y, row) in (0..grid.height).zip(grid.solid.chunks(grid.width.max(1) as usize)) {
            for (x, _) in (0..grid.width).zip(row).filter(|&(_, &solid)| solid) {
                solid[((y / resolution) * columns + x / resolution) as usize] = true;
            }
        }
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| [x, y]));
        let cells = places.zip(solid).filter(|&(_, solid)| solid);
        PixelMap { resolution, cells: cells.map(|(place, _)| place.map(|cell| (cell * resolution) as i32)).collect() }
    }
}

/// Tests every solid cell of one against every solid cell of the other, with a box test for each pair. The article's
/// box test let touching edges count as a hit; this one is corrected, and half-open.
///
/// At resolution 1 the answer is exact. At a coarser one it has every hit, and false hits.
#[must_use]
pub fn cells_against_cells(a: &PixelMap, b: &PixelMap, at: [i32; 2]) -> bool {
    let [dx, dy] = at.map(i64::from);
    let (a_side, b_side) = (i64::from(a.resolution), i64::from(b.resolution));
    a.cells.iter().any(|mine| {
        let [x, y] = mine.map(i64::from);
        b.cells.iter().any(|theirs| {
            let [left, top] = [i64::from(theirs[0]) + dx, i64::from(theirs[1]) + dy];
            x < left + b_side && left < x + a_side && y < top + b_side && top < y + a_side
        })
    })
}
