//! Peers for range queries on moving points.

use ::parry2d::bounding_volume::Aabb;
use ::parry2d::math::Vector;
use ::parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use ::rstar::primitives::GeomWithData;
use ::rstar::{AABB, RTree};
use mask::Rect;

/// An index of points that is built anew, or updated, before each round of queries.
pub trait PointIndex {
    /// Takes the points. The calls of a run have equally many.
    fn update(&mut self, at: &[[i32; 2]]);
    /// Calls `visit` with the index of each point in a rectangle.
    fn each_in(&self, rect: Rect, visit: impl FnMut(u32));
}

/// A uniform grid over a square. The points of a cell lie side by side, and so do the cells of a row.
///
/// This is the static grid of Sidlauskas and Jensen (Spatial joins in main memory: implementation matters!, 2014), with points
/// in place of pointers. Cells inside a query are handed on without a comparison.
#[derive(Debug)]
pub struct PointGrid {
    cell: i32,
    /// The index in `points` at which each cell begins, row by row, and the number of points.
    starts: Vec<u32>,
    points: Vec<([i32; 2], u32)>,
}

impl PointGrid {
    /// The number of cells along a side.
    const CELLS: usize = 64;

    /// Returns a grid over the square of `side` px from `[0, 0]`.
    #[must_use]
    pub fn new(side: i32) -> PointGrid {
        let cell = side.unsigned_abs().div_ceil(PointGrid::CELLS as u32).max(1) as i32;
        PointGrid { cell, starts: vec![0; PointGrid::CELLS * PointGrid::CELLS + 1], points: Vec::new() }
    }

    /// Returns the cell of a coordinate. Coordinates beyond the square belong to its edge.
    fn place(&self, c: i32) -> usize {
        ((c / self.cell).max(0) as usize).min(PointGrid::CELLS - 1)
    }

    fn cell_of(&self, [x, y]: [i32; 2]) -> usize {
        self.place(y) * PointGrid::CELLS + self.place(x)
    }
}

impl PointIndex for PointGrid {
    fn update(&mut self, at: &[[i32; 2]]) {
        self.starts.fill(0);
        for &at in at {
            let cell = self.cell_of(at);
            self.starts[cell] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.points.resize(at.len(), ([0; 2], 0));
        for (&at, index) in at.iter().zip(0..at.len() as u32).rev() {
            let cell = self.cell_of(at);
            self.starts[cell] -= 1;
            self.points[self.starts[cell] as usize] = (at, index);
        }
    }

    fn each_in(&self, rect: Rect, mut visit: impl FnMut(u32)) {
        let [right, bottom] = [rect.right() as i32 - 1, rect.bottom() as i32 - 1];
        let [first, last] = [[rect.left, rect.top], [right, bottom]].map(|corner| corner.map(|c| self.place(c)));
        let run = |row: usize, from: usize, to: usize| {
            let start = row * PointGrid::CELLS;
            &self.points[self.starts[start + from] as usize..self.starts[start + to] as usize]
        };
        let mut compare = |points: &[([i32; 2], u32)]| {
            for &([x, y], index) in points {
                // One branch, because the four comparisons are not predictable.
                if (x >= rect.left) & (x <= right) & (y >= rect.top) & (y <= bottom) {
                    visit(index);
                }
            }
        };
        for row in first[1]..=last[1] {
            let is_rim = row == first[1] || row == last[1];
            if is_rim || last[0] - first[0] < 2 {
                compare(run(row, first[0], last[0] + 1));
            } else {
                compare(run(row, first[0], first[0] + 1));
                compare(run(row, last[0], last[0] + 1));
            }
        }
        for row in first[1] + 1..last[1] {
            if last[0] - first[0] >= 2 {
                run(row, first[0] + 1, last[0]).iter().for_each(|&(_, index)| visit(index));
            }
        }
    }
}

/// rstar: a tree of points, loaded in bulk.
#[derive(Debug, Default)]
pub struct RstarPoints(RTree<GeomWithData<[i32; 2], u32>>);

impl PointIndex for RstarPoints {
    fn update(&mut self, at: &[[i32; 2]]) {
        self.0 = RTree::bulk_load(at.iter().zip(0..).map(|(&at, index)| GeomWithData::new(at, index)).collect());
    }

    fn each_in(&self, rect: Rect, mut visit: impl FnMut(u32)) {
        let [right, bottom] = [rect.right() as i32 - 1, rect.bottom() as i32 - 1];
        let window = AABB::from_corners([rect.left, rect.top], [right, bottom]);
        self.0.locate_in_envelope(window).for_each(|point| visit(point.data));
    }
}

/// parry2d: a tree of boxes that is refitted, and improved in every fifth round. Its boxes are `f32`, exact up to 2^24 px.
#[derive(Default)]
pub struct ParryPoints {
    tree: Bvh,
    workspace: BvhWorkspace,
    rounds: u32,
}

impl PointIndex for ParryPoints {
    fn update(&mut self, at: &[[i32; 2]]) {
        let boxed = at.iter().map(|&[x, y]| {
            let at = Vector::new(x as f32, y as f32);
            Aabb::new(at, at)
        });
        if self.tree.leaf_count() as usize != at.len() {
            self.tree = Bvh::from_iter(BvhBuildStrategy::Binned, boxed.enumerate());
            return;
        }
        for (aabb, index) in boxed.zip(0..) {
            self.tree.insert_or_update_partially(aabb, index, 0.0);
        }
        self.rounds += 1;
        if self.rounds.is_multiple_of(5) {
            self.tree.optimize_incremental(&mut self.workspace);
        }
        self.tree.refit(&mut self.workspace);
    }

    fn each_in(&self, rect: Rect, visit: impl FnMut(u32)) {
        let corner = |x: i64, y: i64| Vector::new(x as f32, y as f32);
        let window = Aabb::new(corner(rect.left.into(), rect.top.into()), corner(rect.right() - 1, rect.bottom() - 1));
        self.tree.intersect_aabb(&window).for_each(visit);
    }
}
