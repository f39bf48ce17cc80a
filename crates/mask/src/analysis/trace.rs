//! Tracing of the boundaries between solid and empty pixels.
//!
//! A sweep down the lines between rows finds the corners. It combines the words above and below a line with the
//! same words shifted by one pixel, which hold the pixels to the left. Two XORs then show at which positions
//! vertical edges end or begin, 64 positions at a time. Positions without corners cost nothing:
//!
//! ```text
//!             left of x | x
//!      above      l     |  a      vertical edge above the line if l != a
//!      -----------------+-----    and below the line if m != b
//!      below      m     |  b      one corner if exactly one of these edges exists; two corners if both exist
//!                                 on opposite sides (solid pixels that meet at a corner only)
//! ```
//!
//! The corners of a line are joined in pairs from left to right: a horizontal edge joins the corners `2 i` and
//! `2 i + 1`. Only vertical edges need a link, to the corner that waits at the same x from a line above. A walk
//! alternates between horizontal and vertical edges. Its start decides its winding.
//!
//! If two solid pixels meet at a corner only, the walk around each pixel turns away from the other pixel. A walk
//! can still return to such a position from the other pixel. The corners in between then form a polygon of their
//! own, which is split off. The cuts of one walk cannot cross, because all lie on its empty side, so the result
//! does not depend on their order. The empty side is cut at such positions, so holes are connected by sides only,
//! like components.
//!
//! A grid of bits has the positions of the corners of all polygons, and another grid finds the edges near a line.

use super::contour::{ContourRange, Contours};
use crate::geometry::Area;
use crate::heapsort::heapsort_by_key;
use crate::kernel::{FunnelShift, WORD_BITS};
use crate::{Mask, MaskError, Rect, memory};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

/// The corners of a mask in raster order. A horizontal edge joins the corners with the numbers 2 i and 2 i + 1.
struct CornerGraph {
    /// The positions. They are apart from the links, because a walk waits for memory at each link and at nothing else.
    at: Vec<[i32; 2]>,
    /// The corner at the other end of the vertical edge, with [`TWIN`] set if another corner has the same position.
    /// After a walk has passed the corner: its index in the walk, with [`PASSED`] set.
    links: Vec<u32>,
}

/// The flag of a link whose corner shares its position with another corner.
const TWIN: u32 = 1 << 30;
/// The flag of a link whose corner a walk has passed.
const PASSED: u32 = 1 << 31;

/// All contours of a mask, in raster order of their first corners.
pub(crate) fn contours(mask: &Mask) -> Result<Contours, MaskError> {
    let corners = CornerGraph::of(mask).map_err(memory::for_mask(mask.width, mask.height))?;
    let count = corners.at.len();
    corners.walks(mask).map_err(memory::for_list(count, "corners"))
}

/// The number of corners by which the reads of [`CornerGraph::walks`] run ahead of a walk's start. So many corners fit
/// into most second-level caches.
const PREFETCH_CORNERS: usize = 60_000;
/// The number of corners by which the lists grow. It exceeds the number of corners of a word in which each bit has
/// a twin.
const GROWTH: usize = 1024;
/// The corners of one in this many lines are counted to estimate the total.
const SAMPLE_STRIDE: usize = 16;

/// The corners of one word's width of the line above row `y`.
#[derive(Clone, Copy)]
struct LineCorners {
    /// Positions with one or two corners.
    any: u64,
    /// Positions with two corners.
    both: u64,
    /// Positions at which a vertical edge from above ends.
    above: u64,
    /// Positions whose pixel above and to the left is solid.
    left_above: u64,
}

/// Calls `visit(column, corners)` for each word's width of the line above row `y` that has corners. The pixels in the
/// last column can have edges in the column after it, which is empty, so this column is visited too.
#[inline]
fn for_each_line_word(mask: &Mask, bounds: &Area, y: u32, mut visit: impl FnMut(u32, LineCorners)) {
    let (mut before_above, mut before_below) = (0, 0);
    let to_the_left = FunnelShift::from_pixel(WORD_BITS - 1);
    let columns = mask.columns(bounds);
    for column in columns.start..=columns.end {
        let word = |y: u32| mask.words.get(mask.word_index(column, y)).map_or(0, |&word| word);
        let above = if y > bounds.top { word(y - 1) } else { 0 };
        let below = if y < bounds.bottom { word(y) } else { 0 };
        let (left_above, left_below) = (to_the_left.join(before_above, above), to_the_left.join(before_below, below));
        (before_above, before_below) = (above, below);
        let (edges_above, edges_below) = (above ^ left_above, below ^ left_below);
        let both = edges_above & edges_below & (above ^ below);
        let any = edges_above ^ edges_below | both;
        if any != 0 {
            visit(column, LineCorners { any, both, above: edges_above, left_above });
        }
    }
}

impl CornerGraph {
    fn of(mask: &Mask) -> Result<CornerGraph, TryReserveError> {
        let Some(bounds) = mask.bounds else { return Ok(CornerGraph { at: Vec::new(), links: Vec::new() }) };
        let lines = bounds.top..=bounds.bottom;
        // One large allocation gets larger pages from the system: lists that grow took twice the time on noise. A count
        // of all lines would take a fifth of the time on sprites, so the count is estimated.
        let mut sample = 0;
        for y in lines.clone().step_by(SAMPLE_STRIDE) {
            for_each_line_word(mask, &bounds, y, |_, places| {
                sample += places.any.count_ones() + places.both.count_ones();
            });
        }
        let guess = sample as usize * (SAMPLE_STRIDE + 1) + GROWTH;
        let (at, links) = (memory::try_with_capacity(guess)?, memory::try_with_capacity(guess)?);
        let (mut graph, mut count) = (CornerGraph { at, links }, 0);
        let first = mask.columns(&bounds).start * WORD_BITS;
        let mut waiting = memory::try_zeros((bounds.right + 1 - first) as usize)?;
        for y in lines {
            let mut done = Ok(());
            for_each_line_word(mask, &bounds, y, |column, corners| {
                if done.is_ok() {
                    done = graph.extend_for_word(count);
                }
                if done.is_ok() {
                    let x = column * WORD_BITS;
                    count = graph.add_corners(corners, [x, y], &mut waiting[(x - first) as usize..], count);
                }
            });
            done?;
            assert!(
                count < TWIN as usize,
                "contours must have fewer than 2^30 corners in total: trace the mask in parts"
            );
        }
        graph.at.truncate(count);
        graph.links.truncate(count);
        Ok(graph)
    }

    /// Extends the lists, if necessary, so that the corners of a word fit after the first `count` corners.
    #[inline(always)]
    fn extend_for_word(&mut self, count: usize) -> Result<(), TryReserveError> {
        if self.at.len() - count < 2 * WORD_BITS as usize {
            memory::try_resize(&mut self.at, count + GROWTH, [0; 2])?;
            memory::try_resize(&mut self.links, count + GROWTH, 0)?;
        }
        Ok(())
    }

    /// Adds the corners of a word's width of a line, whose first position is `[x, y]`. `id` is the number of the first
    /// new corner. Returns the number of the corner after the last new one.
    ///
    /// For each position of the word, `waiting` has the upper corner of the vertical edge that has not ended yet.
    #[inline(always)]
    fn add_corners(&mut self, corners: LineCorners, [x, y]: [u32; 2], waiting: &mut [u32], mut id: usize) -> usize {
        let mut places = corners.any;
        while places != 0 {
            let bit = places.trailing_zeros();
            places &= places - 1;
            let has = |word: u64| word >> bit & 1 == 1;
            let waiting = &mut waiting[bit as usize];
            self.at[id] = [x + bit, y].map(|place| place as i32);
            if has(corners.both) {
                // The corner that ends the horizontal edge from the left, and the corner that begins the edge to the
                // right. The edge from the left belongs to the pixel above if that pixel lies to the left.
                let (end, begin) = if has(corners.left_above) { (id, id + 1) } else { (id + 1, id) };
                self.at[id + 1] = self.at[id];
                self.links[end] = *waiting | TWIN;
                self.links[begin] = TWIN;
                let upper = &mut self.links[*waiting as usize];
                *upper = *upper & TWIN | end as u32;
                *waiting = begin as u32;
                id += 2;
            } else {
                // Both cases take one path, because the processor cannot predict which one comes. The corner at which
                // an edge begins is linked to itself until the edge ends.
                let other = if has(corners.above) { *waiting } else { id as u32 };
                self.links[id] = other;
                let upper = &mut self.links[other as usize];
                *upper = *upper & TWIN | id as u32;
                *waiting = id as u32;
                id += 1;
            }
        }
        id
    }

    /// Joins the corners to polygons, by a walk from each corner that no walk has passed.
    fn walks(mut self, mask: &Mask) -> Result<Contours, TryReserveError> {
        let count = self.at.len();
        let mut polygons =
            TracedPolygons { points: memory::try_zeros(count)?, filled: 0, whole: Vec::new(), split: Vec::new() };
        let mut walk = memory::try_zeros(count)?;
        let mut read = 0;
        // The first corner of a polygon is the left end of a horizontal edge, so its number is even.
        for first in (0..count as u32).step_by(2) {
            // A walk waits for memory at each link. Reads ahead of the walk let the processor load the corners in
            // sequence. Without these reads, walks on noise took two thirds longer.
            if let Some(link) = self.links.get(first as usize + PREFETCH_CORNERS) {
                read ^= *link ^ self.at[first as usize + PREFETCH_CORNERS][0] as u32;
            }
            if self.links[first as usize] & PASSED != 0 {
                continue;
            }
            // A walk around solid pixels follows this edge to the right, and a walk around a hole follows it to the
            // left. Neither end of this edge is split off: a polygon beyond such an end would begin further up.
            let hole = !mask.solid_at(self.at[first as usize]);
            let start = if hole { first ^ 1 } else { first };
            let (mut corner, mut length) = (start, 0);
            loop {
                self.visit_corner(corner, &mut walk, &mut length, &mut polygons)?;
                let link = self.visit_corner(corner ^ 1, &mut walk, &mut length, &mut polygons)?;
                corner = link & !TWIN;
                if corner == start {
                    break;
                }
            }
            if hole {
                walk[..length].rotate_left(1);
            }
            let range = polygons.add(&self.at, &walk[..length], hole);
            memory::try_push(&mut polygons.whole, (first, range))?;
        }
        core::hint::black_box(read);
        polygons.in_order()
    }

    /// Adds a corner to a walk and returns its link. If the walk has passed the same position before, the corners
    /// in between are split off first.
    #[inline]
    fn visit_corner(
        &mut self,
        corner: u32,
        walk: &mut [u32],
        length: &mut usize,
        polygons: &mut TracedPolygons,
    ) -> Result<u32, TryReserveError> {
        let link = self.links[corner as usize];
        if link & TWIN != 0
            && let Some(place) = self.twin_place(&walk[..*length], corner)
        {
            polygons.split_off(&self.at, &mut walk[place..*length])?;
            *length = place;
        }
        self.links[corner as usize] = PASSED | *length as u32;
        walk[*length] = corner;
        *length += 1;
        Ok(link)
    }

    /// The index in a walk of the twin of a corner, the other corner at its position, if the walk has passed the twin.
    /// The corner that ends a horizontal edge has an odd number, and its twin has the next number. The stored index may
    /// belong to an earlier walk, so the corner at this index is compared with the twin.
    fn twin_place(&self, walk: &[u32], corner: u32) -> Option<usize> {
        let twin = if corner % 2 == 1 { corner + 1 } else { corner - 1 };
        let link = self.links[twin as usize];
        let place = (link & !PASSED) as usize;
        (link & PASSED != 0 && walk.get(place) == Some(&twin)).then_some(place)
    }
}

/// The polygons found so far, each with the number of its first corner. Numbers follow raster order.
struct TracedPolygons {
    /// The points of all polygons, with a place for every corner, and the number of places in use.
    points: Vec<[i32; 2]>,
    filled: usize,
    /// Whole walks, in order of their first corners, because walks begin in this order.
    whole: Vec<(u32, ContourRange)>,
    /// Polygons split off from walks.
    split: Vec<(u32, ContourRange)>,
}

impl TracedPolygons {
    fn add(&mut self, at: &[[i32; 2]], walk: &[u32], hole: bool) -> ContourRange {
        let start = self.filled;
        self.filled += walk.len();
        for (point, &corner) in self.points[start..self.filled].iter_mut().zip(walk) {
            *point = at[corner as usize];
        }
        ContourRange::new(start as u32..self.filled as u32, hole)
    }

    /// Adds a part of a walk that is a polygon of its own, because it ends at the position at which it begins. From its
    /// first corner, a polygon around solid pixels goes right and a polygon around a hole goes down.
    #[inline(never)]
    fn split_off(&mut self, at: &[[i32; 2]], walk: &mut [u32]) -> Result<(), TryReserveError> {
        let first = walk.iter().zip(0..).min().map_or(0, |(_, first)| first);
        walk.rotate_left(first);
        let [[from, _], [to, _]] = [at[walk[0] as usize], at[walk[1] as usize]];
        let range = self.add(at, walk, from == to);
        memory::try_push(&mut self.split, (walk[0], range))
    }

    fn in_order(mut self) -> Result<Contours, TryReserveError> {
        // A stable sort of all polygons would allocate memory. Whole walks are already in order.
        heapsort_by_key(&mut self.split, |&(first, _)| first);
        let mut ranges = memory::try_with_capacity(self.whole.len() + self.split.len())?;
        let mut split = self.split.into_iter().peekable();
        for (first, range) in self.whole {
            while let Some((_, before)) = split.next_if(|&(other, _)| other < first) {
                ranges.push(before);
            }
            ranges.push(range);
        }
        ranges.extend(split.map(|(_, range)| range));
        Ok(Contours::new(self.points, ranges))
    }
}

/// The positions of all corners: one bit for each corner of a pixel within the bounds, in rows of words.
pub(super) struct CornerGrid {
    origin: [i32; 2],
    words_per_row: usize,
    /// Positions with at least one corner.
    once: Vec<u64>,
    /// Positions with corners of two polygons.
    twice: Vec<u64>,
}

impl CornerGrid {
    pub(super) fn new(mask: &Mask) -> Result<CornerGrid, TryReserveError> {
        let Some(bounds) = mask.bounds else {
            return Ok(CornerGrid { origin: [0, 0], words_per_row: 0, once: Vec::new(), twice: Vec::new() });
        };
        let words_per_row = (bounds.width() + 1).div_ceil(WORD_BITS) as usize;
        let words = || memory::try_zeros(words_per_row * (bounds.height() as usize + 1));
        Ok(CornerGrid { origin: bounds.origin(), words_per_row, once: words()?, twice: words()? })
    }

    /// The word index and the bit of a position.
    fn bit(&self, [x, y]: [i32; 2]) -> (usize, u64) {
        let (x, y) = ((x - self.origin[0]) as usize, (y - self.origin[1]) as usize);
        (y * self.words_per_row + x / WORD_BITS as usize, 1 << (x % WORD_BITS as usize))
    }

    pub(super) fn add(&mut self, at: [i32; 2]) {
        let (word, bit) = self.bit(at);
        self.twice[word] |= self.once[word] & bit;
        self.once[word] |= bit;
    }

    /// Returns whether a position has no corner.
    pub(super) fn is_free(&self, at: [i32; 2]) -> bool {
        let (word, bit) = self.bit(at);
        self.once[word] & bit == 0
    }

    /// Removes a corner whose position no other corner shares.
    pub(super) fn remove(&mut self, at: [i32; 2]) {
        let (word, bit) = self.bit(at);
        self.once[word] &= !bit;
    }

    /// Whether a triangle [p, v, n], sides included, contains no corner but its own three. Returns `false` also if a
    /// second polygon has a corner at v, or if other polygons have corners at both p and n.
    pub(super) fn holds_only(&self, triangle: [[i32; 2]; 3]) -> bool {
        let [a, v, b] = triangle;
        let [a_twice, v_twice, b_twice] = triangle.map(|point| {
            let (word, bit) = self.bit(point);
            self.twice[word] & bit != 0
        });
        if v_twice || a_twice && b_twice {
            return false;
        }
        let [top, bottom] = [a[1].min(v[1]).min(b[1]), a[1].max(v[1]).max(b[1])];
        (top..=bottom).all(|y| {
            let sides = [[a, v], [v, b], [b, a]].map(|[from, to]| crossing(from, to, y));
            let left = sides.iter().fold(i32::MAX, |left, side| left.min(side[0]));
            let right = sides.iter().fold(i32::MIN, |right, side| right.max(side[1]));
            left > right || self.row_is_clear(left, right, y, &triangle)
        })
    }

    /// Whether the positions `left <= x <= right` on the line `y` hold no corners except the given three.
    fn row_is_clear(&self, left: i32, right: i32, y: i32, except: &[[i32; 2]; 3]) -> bool {
        let ((first, from), (last, to)) = (self.bit([left, y]), self.bit([right, y]));
        (first..=last).all(|word| {
            let mut bits = self.once[word];
            if word == first {
                bits &= !(from - 1);
            }
            if word == last {
                bits &= to | (to - 1);
            }
            if bits != 0 {
                for &point in except.iter().filter(|point| point[1] == y) {
                    let (of, bit) = self.bit(point);
                    bits &= if of == word { !bit } else { u64::MAX };
                }
            }
            bits == 0
        })
    }
}

/// The x at which an edge crosses the line `y`: rounded up, for the left side of a triangle, and rounded down, for the
/// right side. For a horizontal edge, the two ends of the edge. For an edge that does not cross the line, an empty
/// interval.
fn crossing(a: [i32; 2], b: [i32; 2], y: i32) -> [i32; 2] {
    let ([x0, y0], [x1, y1]) = if a[1] <= b[1] { (a, b) } else { (b, a) };
    if y < y0 || y > y1 {
        return [i32::MAX, i32::MIN];
    }
    if y0 == y1 {
        return [x0.min(x1), x0.max(x1)];
    }
    let (across, down) = ((i64::from(x1) - i64::from(x0)) * i64::from(y - y0), i64::from(y1) - i64::from(y0));
    let floor = i64::from(x0) + across.div_euclid(down);
    let ceil = floor + i64::from(across.rem_euclid(down) != 0);
    [ceil as i32, floor as i32]
}

/// Edges in square cells. Each edge is in all cells that it passes through. An edge that a caller replaces stays in the
/// grid: the caller knows which edges it still has.
pub(super) struct EdgeGrid {
    origin: [i64; 2],
    /// The logarithm of the side of a cell.
    shift: u32,
    columns: i64,
    cells: Vec<Vec<[u32; 2]>>,
}

impl EdgeGrid {
    /// Creates a grid for edges between the corners of pixels in `bounds`: about one cell for each edge, of at least 8
    /// x 8 pixels.
    pub(super) fn new(bounds: Rect, edges: usize) -> Result<EdgeGrid, TryReserveError> {
        let [width, height] = [bounds.width, bounds.height].map(i64::from);
        let cells = |shift: u32| ((width >> shift) + 1) * ((height >> shift) + 1);
        let shift = (3..32).find(|&shift| cells(shift) <= edges as i64 + 64).unwrap_or(32);
        let origin = [bounds.left, bounds.top].map(i64::from);
        let mut list = memory::try_with_capacity(cells(shift) as usize)?;
        list.resize_with(cells(shift) as usize, Vec::new);
        Ok(EdgeGrid { origin, shift, columns: (width >> shift) + 1, cells: list })
    }

    pub(super) fn add(&mut self, edge: [u32; 2], [a, b]: [[i32; 2]; 2]) -> Result<(), TryReserveError> {
        for cell in self.cells_of(a, b) {
            memory::try_push(&mut self.cells[cell], edge)?;
        }
        Ok(())
    }

    /// Returns whether any edge in the cells of the line from `a` to `b` is one that is looked for.
    pub(super) fn any(&self, a: [i32; 2], b: [i32; 2], is_wanted: impl Fn([u32; 2]) -> bool) -> bool {
        self.cells_of(a, b).any(|cell| self.cells[cell].iter().any(|&edge| is_wanted(edge)))
    }

    /// The cells that a line passes through, and maybe some beside them.
    fn cells_of(&self, a: [i32; 2], b: [i32; 2]) -> impl Iterator<Item = usize> + use<> {
        let [a, b] = [a, b].map(|point| [0, 1].map(|axis| i64::from(point[axis]) - self.origin[axis]));
        let ([x0, y0], [x1, y1]) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        let (shift, columns) = (self.shift, self.columns);
        (y0 >> shift..=y1 >> shift).flat_map(move |row| {
            let [top, bottom] = [y0.max(row << shift), y1.min((row + 1) << shift)];
            let x_at = |y: i64| if y0 == y1 { x0 } else { x0 + ((x1 - x0) * (y - y0)).div_euclid(y1 - y0) };
            let (left, right) = if y0 == y1 { (x0, x1) } else { (x_at(top), x_at(bottom)) };
            // Rounded down, so the line is up to a pixel farther right.
            let right_end = ((left.max(right) + 1) >> shift).min(columns - 1);
            (left.min(right) >> shift..=right_end).map(move |column| (row * columns + column) as usize)
        })
    }
}
