//! The partition of the plane into tiles.

use mask::Rect;
use std::ops::Range;
use world::PlacedMask;

/// A partition of the plane into tiles: rows, each of them cut into columns.
///
/// ```text
///              x = 40     x = 90
///        tile 0  |  tile 1  |  tile 2
///  y = 30 -------+----+-----+---------
///            tile 3   |   tile 4
///                   x = 55
/// ```
///
/// The tiles cover the whole plane. A pixel on a cut belongs to the tile to the right of the cut or below it.
///
/// ```
/// use tiles::Cuts;
///
/// let mut points = vec![[0, 0], [10, 0], [50, 0], [90, 0]];
/// let cuts = Cuts::balanced(2, &mut points);
/// assert_eq!([[9, 7], [49, 7], [50, 7]].map(|point| cuts.tile_at(point)), [0, 0, 1]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cuts {
    /// The top edges of all rows but the first, ascending.
    tops: Vec<i32>,
    rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    /// The number of the first tile of the row.
    first: usize,
    /// The left edges of all tiles of the row but the first, ascending.
    lefts: Vec<i32>,
}

/// A half-open box of pixels, `left..right` and `top..bottom`. The coordinates have 64 bits, so that no edge of a sprite
/// overflows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The first column of pixels.
    pub left: i64,
    /// The first row of pixels.
    pub top: i64,
    /// The column after the last.
    pub right: i64,
    /// The row after the last.
    pub bottom: i64,
}

impl Bounds {
    /// Returns whether the box has no pixels.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// Returns whether `other` lies within this box.
    #[must_use]
    #[inline]
    pub fn encloses(self, other: Bounds) -> bool {
        self.left <= other.left && self.top <= other.top && other.right <= self.right && other.bottom <= self.bottom
    }
}

impl From<PlacedMask<'_>> for Bounds {
    /// Returns the box of all pixels of a mask, solid or not.
    fn from(PlacedMask { mask, at: [left, top] }: PlacedMask<'_>) -> Bounds {
        let [left, top] = [left, top].map(i64::from);
        Bounds { left, top, right: left + i64::from(mask.width()), bottom: top + i64::from(mask.height()) }
    }
}

impl From<Rect> for Bounds {
    fn from(Rect { left, top, width, height }: Rect) -> Bounds {
        let [left, top] = [left, top].map(i64::from);
        Bounds { left, top, right: left + i64::from(width), bottom: top + i64::from(height) }
    }
}

impl Cuts {
    /// Returns a partition into `tiles` tiles, each with about the same number of points. Reorders the points.
    ///
    /// There are as many rows as columns if the number of tiles is a square, so that boundaries are short.
    ///
    /// Tiles share points unevenly if many points are equal, and if there are fewer points than tiles.
    ///
    /// Cost: O(n log n) for n points.
    ///
    /// # Panics
    /// Panics if `tiles` is 0.
    #[must_use]
    pub fn balanced(tiles: usize, points: &mut [[i32; 2]]) -> Cuts {
        assert!(tiles > 0, "a partition has at least one tile");
        let row_count = tiles.isqrt();
        points.sort_unstable_by_key(|&[_, y]| y);
        let (mut tops, mut rows) = (Vec::new(), Vec::new());
        let mut rest = points;
        let mut first = 0;
        for row in 0..row_count {
            let columns = (row + 1) * tiles / row_count - first;
            let (here, after) = rest.split_at_mut(share(rest.len(), columns, tiles - first));
            if row > 0 {
                let top = here.first().map_or_else(|| tops.last().copied().unwrap_or(0), |&[_, y]| y);
                tops.push(top);
            }
            here.sort_unstable_by_key(|&[x, _]| x);
            let cut =
                |column: usize| here.get(share(here.len(), column, columns)).or(here.last()).map_or(0, |&[x, _]| x);
            rows.push(Row { first, lefts: (1..columns).map(cut).collect() });
            first += columns;
            rest = after;
        }
        Cuts { tops, rows }
    }

    /// Returns the number of tiles, which is at least 1.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rows.last().map_or(0, |row| row.first + row.lefts.len() + 1)
    }

    /// Returns the tile of a pixel.
    #[must_use]
    #[inline]
    pub fn tile_at(&self, [x, y]: [i32; 2]) -> usize {
        let row = &self.rows[index(&self.tops, i64::from(y))];
        row.first + index(&row.lefts, i64::from(x))
    }

    /// Returns an iterator over the tiles that share a pixel with a box, ascending. An empty box touches no tile.
    pub fn touched(&self, bounds: Bounds) -> impl Iterator<Item = usize> + '_ {
        let rows = if bounds.is_empty() { 0..0 } else { range(&self.tops, bounds.top, bounds.bottom) };
        self.rows[rows].iter().flat_map(move |row| {
            let columns = range(&row.lefts, bounds.left, bounds.right);
            row.first + columns.start..row.first + columns.end
        })
    }

    /// Returns the pixels of a tile. Tiles at the edge of the partition reach beyond every sprite.
    ///
    /// # Panics
    /// Panics if there is no such tile.
    #[must_use]
    pub fn bounds(&self, tile: usize) -> Bounds {
        let row = self.rows.partition_point(|row| row.first <= tile) - 1;
        let Row { first, lefts } = &self.rows[row];
        let (left, right) = edges(lefts, tile - first);
        let (top, bottom) = edges(&self.tops, row);
        Bounds { left, top, right, bottom }
    }

    /// Returns the tile that reports a pair: the tile of the top-left pixel that two overlapping boxes share.
    ///
    /// `a` and `b` are the top-left pixels of the two boxes, which must overlap. The tile touches both boxes, so its worker
    /// knows both sprites.
    #[must_use]
    #[inline]
    pub fn tile_of_pair(&self, a: [i32; 2], b: [i32; 2]) -> usize {
        self.tile_at([a[0].max(b[0]), a[1].max(b[1])])
    }
}

/// Returns `part` of `whole` shares of `count` things, rounded down.
fn share(count: usize, part: usize, whole: usize) -> usize {
    (count as u128 * part as u128 / whole as u128) as usize
}

/// Returns the index of the interval of a coordinate between ascending cuts.
#[inline]
fn index(cuts: &[i32], at: i64) -> usize {
    cuts.partition_point(|&cut| i64::from(cut) <= at)
}

/// Returns the intervals between ascending cuts that share a coordinate with `from..to`, which must not be empty.
fn range(cuts: &[i32], from: i64, to: i64) -> Range<usize> {
    index(cuts, from)..index(cuts, to - 1) + 1
}

/// Returns the two edges of an interval between ascending cuts.
fn edges(cuts: &[i32], interval: usize) -> (i64, i64) {
    let edge = |cut: Option<&i32>, beyond: i64| cut.map_or(beyond, |&cut| i64::from(cut));
    let before = interval.checked_sub(1).and_then(|before| cuts.get(before));
    (edge(before, i64::MIN), edge(cuts.get(interval), i64::MAX))
}
