//! The oracle: one pixel after the other, independent of the kernels. It is simple rather than fast, but it visits only
//! the overlap of the rectangles and stops at the first hit, so it is a fair baseline.
#![expect(clippy::must_use_candidate, reason = "the oracle stays short")]

use mask::Rect;
use std::ops::{Mul, Sub};

/// The pixels of a rectangle, a `bool` each, `true` for solid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The pixels, row after row.
    pub solid: Vec<bool>,
}

/// Queries about this grid and another at the offset `at`; coordinates are in this grid's frame.
impl Grid {
    /// Returns whether a pixel is solid; `false` outside the grid.
    pub fn contains(&self, [x, y]: [i64; 2]) -> bool {
        let inside = (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y);
        inside && self.solid[(y * i64::from(self.width) + x) as usize]
    }

    /// Returns the pixels that are solid in both grids, row after row.
    pub fn shared<'a>(&'a self, other: &'a Grid, [dx, dy]: [i64; 2]) -> impl Iterator<Item = [i64; 2]> {
        let xs = dx.max(0)..(dx + i64::from(other.width)).min(self.width.into());
        let ys = dy.max(0)..(dy + i64::from(other.height)).min(self.height.into());
        let solid = |grid: &Grid, x, y| grid.solid[(y * i64::from(grid.width) + x) as usize];
        let pixels = ys.flat_map(move |y| xs.clone().map(move |x| [x, y]));
        pixels.filter(move |&[x, y]| solid(self, x, y) && solid(other, x - dx, y - dy))
    }

    /// Returns whether any pixel is shared.
    pub fn hit(&self, other: &Grid, at: [i32; 2]) -> bool {
        self.first(other, at).is_some()
    }

    /// Returns the topmost shared pixel, and the leftmost in its row.
    pub fn first(&self, other: &Grid, at: [i32; 2]) -> Option<[i32; 2]> {
        Some(self.shared(other, at.map(i64::from)).next()?.map(|place| place as i32))
    }

    /// Returns the number of shared pixels.
    pub fn area(&self, other: &Grid, at: [i32; 2]) -> u64 {
        self.shared(other, at.map(i64::from)).count() as u64
    }

    /// Returns the smallest box around the shared pixels.
    pub fn bounds(&self, other: &Grid, at: [i32; 2]) -> Option<Rect> {
        let boxes = self.shared(other, at.map(i64::from)).map(|[x, y]| [x, y, x, y]);
        let [l, t, r, b] = boxes.reduce(|[l, t, r, b], [x, y, ..]| [l.min(x), t.min(y), r.max(x), b.max(y)])?;
        Some(Rect { left: l as i32, top: t as i32, width: (r - l + 1) as u32, height: (b - t + 1) as u32 })
    }

    /// Returns a grid of this grid's size in which the shared pixels are solid.
    pub fn overlap(&self, other: &Grid, at: [i32; 2]) -> Grid {
        let mut shared = Grid { solid: vec![false; self.solid.len()], ..*self };
        for [x, y] in self.shared(other, at.map(i64::from)) {
            shared.solid[(y * i64::from(self.width) + x) as usize] = true;
        }
        shared
    }
}

/// Returns whether two sprites, each a grid and its top-left pixel, share a pixel.
pub fn share((a, from): (&Grid, [i32; 2]), (b, to): (&Grid, [i32; 2])) -> bool {
    a.shared(b, [0, 1].map(|axis| i64::from(to[axis]) - i64::from(from[axis]))).next().is_some()
}

/// Returns the pairs of sprites that share a pixel, by testing every sprite with every later one.
pub fn pairs(sprites: &[(&Grid, [i32; 2])]) -> Vec<(u32, u32)> {
    let later = |i: usize| (i + 1..sprites.len()).filter(move |&j| share(sprites[i], sprites[j]));
    (0..sprites.len()).flat_map(|i| later(i).map(move |j| (i as u32, j as u32))).collect()
}

/// Returns whether the center of a pixel is in a circle. The result is exact for coordinates of few bits.
pub fn in_circle(center: [f64; 2], radius: f64, pixel: [i64; 2]) -> bool {
    let [x, y] = [0, 1].map(|axis| pixel[axis] as f64 + 0.5 - center[axis]);
    x * x + y * y <= radius * radius
}

/// Returns whether the center of a pixel is in a polygon: to the right of an odd number of edges. The result is exact
/// for coordinates of few bits.
pub fn in_polygon(points: &[[f64; 2]], pixel: [i64; 2]) -> bool {
    edges_left(points, pixel.map(|place| place as f64 + 0.5)) % 2 == 1
}

/// Returns the number of edges of a polygon at or to the left of a point, in numbers of any type.
pub fn edges_left<T>(points: &[[T; 2]], [x, y]: [T; 2]) -> usize
where
    T: Copy + PartialOrd + Sub<Output = T> + Mul<Output = T>,
{
    let edges = points.iter().zip(points.iter().cycle().skip(1));
    let left = edges.filter(|&(&a, &b)| {
        let ([ax, ay], [bx, by]) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        ay <= y && y < by && (y - ay) * (bx - ax) <= (x - ax) * (by - ay)
    });
    left.count()
}
