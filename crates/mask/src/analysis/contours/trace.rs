//! Following the edges between solid pixels and air.
//!
//! A sweep down the lines between rows finds the corners. Of the words above and below a line, and the
//! same with the pixel to the left shifted over them, two XORs tell where a vertical edge ends or begins, 64
//! places at a time; nothing else on a line costs anything:
//!
//! ```text
//!             left of x | x
//!      above      l     |  a      vertical edge above the line where l != a
//!      -----------------+-----    and below it where m != b
//!      below      m     |  b      corner where only one of them is, or two corners where both are,
//!                                 but on opposite sides (solid pixels that meet at a corner only)
//! ```
//!
//! The corners of a line are joined in pairs from left to right: the edge from corner 2 i goes to corner
//! 2 i + 1, so that only vertical edges need a link, to the corner that waits at the same x from a line
//! above. A walk goes along and down or up in turns; which way around is decided where it begins.
//!
//! Where two solid pixels meet at a corner only, the walk around each turns away from the other. A walk can
//! still come back to such a place, from the other pixel. Then what lies between is a polygon of its own and is
//! taken off. The cuts of one walk cannot cross (all lie on its air side), so the result does not depend on
//! the order; and as air is cut there, what a part leaves out hangs together by sides only, like the part.

use super::contour::{ContourRange, Contours};
use crate::kernel::WORD_BITS;
use crate::memory::{self, AllocError};
use crate::{Mask, MaskError, Rect};
use alloc::vec::Vec;

/// The corners of a mask in raster order. The horizontal edge joins those with the numbers 2 i and 2 i + 1.
struct CornerGraph {
    /// Where they are. Apart from the links, because a walk waits for memory at each link and at nothing else.
    at: Vec<[i32; 2]>,
    /// The corner at the other end of the vertical edge, and whether another corner is in the same place:
    /// [`TWIN`]. Once a walk has passed, instead, [`PASSED`] and this corner's place in the walk.
    links: Vec<u32>,
}

/// Set in a link where two corners are in the same place.
const TWIN: u32 = 1 << 30;
/// Set in a link once a walk has passed.
const PASSED: u32 = 1 << 31;

/// All contours of a mask, in raster order of their first corners.
pub(super) fn contours(mask: &Mask) -> Result<Contours, MaskError> {
    let corners = CornerGraph::of(mask).map_err(AllocError::for_mask(mask.width, mask.height))?;
    let count = corners.at.len();
    corners.walks(mask).map_err(AllocError::for_list(count, "corners"))
}

/// How many corners ahead of its start a walk may find in the cache: they take less than most second levels.
const PREFETCH_CORNERS: usize = 60_000;
/// How many corners the lists grow by; there is room for a whole word of twins.
const GROWTH: usize = 1024;
/// Of so many lines the corners of one are counted, to guess how many there are.
const SAMPLE_STRIDE: usize = 16;

/// What a word's width of the line above row `y` shows.
struct LineCorners {
    /// Where there is one corner, or two.
    any: u64,
    /// Where there are two.
    both: u64,
    /// Where a vertical edge ends that comes from above.
    above: u64,
    /// Where the pixels above are solid, moved one to the right.
    left_above: u64,
}

/// Shows `visit` each word's width of the line above row `y` of the bounds that has corners, and the column
/// of words. Edges at the right of the last column end in the column after it, where there is only air.
#[inline]
fn for_each_line_word(mask: &Mask, bounds: &Rect, y: usize, mut visit: impl FnMut(usize, LineCorners)) {
    let (mut carry_above, mut carry_below) = (0, 0);
    let columns = mask.columns(bounds);
    for column in columns.start..=columns.end {
        let word = |y: usize| mask.words.get(column * mask.height as usize + y).map_or(0, |&word| word);
        let above = if y > bounds.top as usize { word(y - 1) } else { 0 };
        let below = if y < bounds.bottom() as usize { word(y) } else { 0 };
        let (left_above, left_below) = (above << 1 | carry_above, below << 1 | carry_below);
        (carry_above, carry_below) = (above >> (WORD_BITS - 1), below >> (WORD_BITS - 1));
        let (edges_above, edges_below) = (above ^ left_above, below ^ left_below);
        let both = edges_above & edges_below & (above ^ below);
        let any = edges_above ^ edges_below | both;
        if any != 0 {
            visit(column, LineCorners { any, both, above: edges_above, left_above });
        }
    }
}

impl CornerGraph {
    fn of(mask: &Mask) -> Result<CornerGraph, AllocError> {
        let Some(bounds) = mask.bounds else { return Ok(CornerGraph { at: Vec::new(), links: Vec::new() }) };
        let lines = bounds.top as usize..=bounds.bottom() as usize;
        // Lists that grow cost twice the time on noise: the system hands out memory in larger pages where it
        // is asked for once. To count all lines would cost a fifth of the time on sprites.
        let mut sample = 0;
        for y in lines.clone().step_by(SAMPLE_STRIDE) {
            for_each_line_word(mask, &bounds, y, |_, places| {
                sample += places.any.count_ones() + places.both.count_ones();
            });
        }
        let guess = sample as usize * (SAMPLE_STRIDE + 1) + GROWTH;
        let (mut at, mut links) = (memory::try_with_capacity(guess)?, memory::try_with_capacity(guess)?);
        let (mut id, mut refused) = (0, false);
        // The corner at the upper end of the vertical edge that is under way at each x, from the first
        // column on.
        let first = mask.columns(&bounds).start * WORD_BITS as usize;
        let mut waiting = memory::try_zeros(bounds.right() as usize + 1 - first)?;
        for y in lines {
            for_each_line_word(mask, &bounds, y, |column, mut places| {
                if at.len() - id < 2 * WORD_BITS as usize {
                    refused |= at.try_reserve(GROWTH).is_err() || links.try_reserve(GROWTH).is_err();
                    if refused {
                        return;
                    }
                    at.resize(id + GROWTH, [0; 2]);
                    links.resize(id + GROWTH, 0);
                }
                while places.any != 0 {
                    let bit = places.any.trailing_zeros();
                    places.any &= places.any - 1;
                    let has = |word: u64| word >> bit & 1 == 1;
                    let x = column * WORD_BITS as usize + bit as usize;
                    let waiting = &mut waiting[x - first];
                    at[id] = [x as i32, y as i32];
                    if has(places.both) {
                        // The corner in which the edge from the left ends, then that with which the edge to
                        // the right begins. The edge from the left belongs to the pixel above where that is
                        // to the left.
                        let (end, begin) = if has(places.left_above) { (id, id + 1) } else { (id + 1, id) };
                        at[id + 1] = at[id];
                        links[end] = *waiting | TWIN;
                        links[begin] = TWIN;
                        let upper = &mut links[*waiting as usize];
                        *upper = *upper & TWIN | end as u32;
                        *waiting = begin as u32;
                        id += 2;
                    } else {
                        // Without a branch, which would be taken at random: an edge that begins here is
                        // linked to itself until it ends.
                        let other = if has(places.above) { *waiting } else { id as u32 };
                        links[id] = other;
                        let upper = &mut links[other as usize];
                        *upper = *upper & TWIN | id as u32;
                        *waiting = id as u32;
                        id += 1;
                    }
                }
            });
            if refused {
                return Err(AllocError);
            }
            assert!(id < TWIN as usize, "a mask with 2^30 corners or more has too many for contours");
        }
        at.truncate(id);
        links.truncate(id);
        Ok(CornerGraph { at, links })
    }

    /// Walks from each corner that was not passed yet.
    fn walks(mut self, mask: &Mask) -> Result<Contours, AllocError> {
        let count = self.at.len();
        let mut polygons =
            TracedPolygons { points: memory::try_zeros(count)?, filled: 0, whole: Vec::new(), split: Vec::new() };
        let mut walk = memory::try_zeros(count)?;
        let mut read = 0;
        // The first corner of a polygon is at the left end of an edge, so that its number is even.
        for first in (0..count as u32).step_by(2) {
            // A walk would wait for memory at each link: corners are read ahead of it, which the processor
            // does in one go as they lie side by side. Without, walks on noise took two thirds more.
            if let Some(link) = self.links.get(first as usize + PREFETCH_CORNERS) {
                read ^= *link ^ self.at[first as usize + PREFETCH_CORNERS][0] as u32;
            }
            if self.links[first as usize] & PASSED != 0 {
                continue;
            }
            // Solid pixels are walked around to the right first; a hole is come around from there. Neither end of
            // this edge is cut off: what lies beyond such a place would begin further up.
            let [x, y] = self.at[first as usize];
            let hole = !mask.solid(x as u32, y as u32);
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

    /// Adds a corner to a walk; its link. Where the walk has been in the same place, what lies between is
    /// taken off first.
    #[inline]
    fn visit_corner(
        &mut self,
        corner: u32,
        walk: &mut [u32],
        length: &mut usize,
        polygons: &mut TracedPolygons,
    ) -> Result<u32, AllocError> {
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

    /// Where in a walk the other corner in the same place is, if it has been passed: the one with an edge
    /// from the left has an odd number, and the one with an edge to the right the number after that. A place
    /// in an earlier walk is told by what is there now.
    fn twin_place(&self, walk: &[u32], corner: u32) -> Option<usize> {
        let twin = if corner % 2 == 1 { corner + 1 } else { corner - 1 };
        let link = self.links[twin as usize];
        let place = (link & !PASSED) as usize;
        (link & PASSED != 0 && walk.get(place) == Some(&twin)).then_some(place)
    }
}

/// The polygons found so far, each with its first corner, whose number is its place in raster order.
struct TracedPolygons {
    /// The points of all, as many as there are corners, and how many are filled in.
    points: Vec<[i32; 2]>,
    filled: usize,
    /// Whole walks, in order as they are walked from their first corners.
    whole: Vec<(u32, ContourRange)>,
    /// What was cut off from walks.
    split: Vec<(u32, ContourRange)>,
}

impl TracedPolygons {
    /// Adds the points of a polygon.
    fn add(&mut self, at: &[[i32; 2]], walk: &[u32], hole: bool) -> ContourRange {
        let start = self.filled;
        self.filled += walk.len();
        for (point, &corner) in self.points[start..self.filled].iter_mut().zip(walk) {
            *point = at[corner as usize];
        }
        ContourRange::new(start as u32..self.filled as u32, hole)
    }

    /// Adds a part of a walk that ends in the place where it begins. From its first corner a walk around
    /// solid pixels goes right, and one around a hole down.
    #[inline(never)]
    fn split_off(&mut self, at: &[[i32; 2]], walk: &mut [u32]) -> Result<(), AllocError> {
        let first = walk.iter().zip(0..).min().map_or(0, |(_, first)| first);
        walk.rotate_left(first);
        let [[from, _], [to, _]] = [at[walk[0] as usize], at[walk[1] as usize]];
        let range = self.add(at, walk, from == to);
        memory::try_push(&mut self.split, (walk[0], range))
    }

    fn in_order(mut self) -> Result<Contours, AllocError> {
        // A stable sort of all would take memory of its own; whole walks are in order as they come.
        self.split.sort_unstable_by_key(|&(first, _)| first);
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
