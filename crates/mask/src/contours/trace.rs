//! Following the edges between solid pixels and air.
//!
//! A sweep down the lines between rows finds the corners and links each to the next. Of the words above
//! and below a line, and the same with the pixel to the left shifted over them, two XORs tell where a vertical
//! edge ends or begins, 64 places at a time; nothing else on a line costs anything:
//!
//! ```text
//!             left of x | x
//!      above      l     |  a      vertical edge above the line where l != a
//!      -----------------+-----    and below it where m != b
//!      below      m     |  b      corner where only one of them is, or two corners where both are,
//!                                 but on opposite sides (solid pixels that meet at a corner only)
//! ```
//!
//! Corners on a line are joined in pairs from left to right, and a vertical edge joins a corner to the one
//! that waits at the same x from a line above. Which way an edge goes follows from where it is solid.
//!
//! Where two solid pixels meet at a corner only, the walk around each turns away from the other. A walk can
//! still come back to such a place, from the other pixel. Then what lies between is a polygon of its own and is
//! taken off. The cuts of one walk cannot cross (all lie on its air side), so the result does not depend on
//! the order; and as air is cut there, what a part leaves out hangs together by sides only, like the part.

use super::Contour;
use crate::Mask;
use crate::store::WORD;
use alloc::vec::Vec;

/// A corner and the next one on its walk. Once the walk has passed, `next` is [`PASSED`] and its place in
/// the walk instead.
#[derive(Clone, Copy)]
struct Corner {
    at: [i32; 2],
    next: u32,
}

/// Set in [`Corner::next`] once a walk has passed.
const PASSED: u32 = 1 << 31;

/// All contours of a mask, in raster order of their first corners.
pub(super) fn contours(mask: &Mask) -> Vec<Contour> {
    walks(&mut linked_corners(mask))
}

/// The corners of a mask in raster order, each linked to the next.
fn linked_corners(mask: &Mask) -> Vec<Corner> {
    let mut corners: Vec<Corner> = Vec::new();
    let Some(bounds) = mask.bounds else { return corners };
    let height = mask.height as usize;
    let columns = mask.columns(&bounds);
    // The corner at the upper end of the vertical edge that is under way at each x, from the first column on.
    let first = columns.start * WORD as usize;
    let mut waiting = alloc::vec![0; bounds.right() as usize + 1 - first];
    for y in bounds.top as usize..=bounds.bottom() as usize {
        // Pixels to the left of the word above and below, and the edge under way along the line: the corner
        // that it begins with, and whether it is solid below.
        let (mut carry_above, mut carry_below) = (0, 0);
        let (mut begun, mut solid_below) = (None, false);
        // Edges at the right of the last column end in the column after it, where there is only air.
        for column in columns.start..=columns.end {
            let word = |y: usize| mask.words.get(column * height + y).map_or(0, |&word| word);
            let above = if y > bounds.top as usize { word(y - 1) } else { 0 };
            let below = if y < bounds.bottom() as usize { word(y) } else { 0 };
            let (left_above, left_below) = (above << 1 | carry_above, below << 1 | carry_below);
            (carry_above, carry_below) = (above >> (WORD - 1), below >> (WORD - 1));
            let (edges_above, edges_below) = (above ^ left_above, below ^ left_below);
            let mut places = edges_above ^ edges_below | edges_above & edges_below & (above ^ below);
            while places != 0 {
                let bit = places.trailing_zeros();
                places &= places - 1;
                let has = |word: u64| word >> bit & 1 == 1;
                let both = has(edges_above) && has(edges_below);
                // The corner of the vertical edge above, and of that below; and the one in which an edge
                // from the left ends, and the one with which an edge to the right begins.
                let (upper, lower) = (corners.len() as u32, corners.len() as u32 + u32::from(both));
                let (ends, begins) = if both && !has(left_above) { (lower, upper) } else { (upper, lower) };
                let x = column * WORD as usize + bit as usize;
                for _ in upper..=lower {
                    corners.push(Corner { at: [x as i32, y as i32], next: 0 });
                }
                if has(edges_above) {
                    link(&mut corners, waiting[x - first], upper, has(left_above));
                }
                if has(edges_below) {
                    waiting[x - first] = lower;
                }
                if let Some(from) = begun {
                    link(&mut corners, from, ends, solid_below);
                }
                begun = (begun.is_none() || both).then_some(begins);
                solid_below = has(below);
            }
        }
        assert!(corners.len() < PASSED as usize, "a mask with 2^31 corners or more has too many for contours");
    }
    corners
}

/// Joins two corners by an edge, from the first to the second or the other way round. Solid pixels lie to
/// the right of it: below an edge that goes right, to the left (on the screen) of one that goes down.
fn link(corners: &mut [Corner], a: u32, b: u32, forward: bool) {
    let (from, to) = if forward { (a, b) } else { (b, a) };
    corners[from as usize].next = to;
}

/// Follows the links from each corner that was not passed yet.
fn walks(corners: &mut [Corner]) -> Vec<Contour> {
    let mut contours = Vec::new();
    let mut walk: Vec<[i32; 2]> = Vec::new();
    let mut cut = false;
    for start in 0..corners.len() {
        if corners[start].next & PASSED != 0 {
            continue;
        }
        walk.clear();
        let mut corner = start;
        loop {
            let Corner { at, next } = corners[corner];
            if let Some(place) = twin(corners, corner).filter(|&place| walk.get(place) == Some(&at)) {
                contours.push(contour(&mut walk[place..]));
                walk.truncate(place);
                cut = true;
            }
            corners[corner].next = PASSED | walk.len() as u32;
            walk.push(at);
            corner = next as usize;
            if corner == start {
                break;
            }
        }
        contours.push(contour(&mut walk));
    }
    if cut {
        contours.sort_unstable_by_key(|contour| {
            let [x, y] = contour.points()[0];
            [y, x]
        });
    }
    contours
}

/// Where the other walk through the same place (or this one, before) put its corner there. It is the
/// neighbour in the list. The place is that of this walk only if it holds the same corner.
fn twin(corners: &[Corner], corner: usize) -> Option<usize> {
    let mut around = [corner.wrapping_sub(1), corner + 1].into_iter().filter_map(|other| corners.get(other));
    let twin = around.find(|other| other.at == corners[corner].at)?;
    (twin.next & PASSED != 0).then_some((twin.next & !PASSED) as usize)
}

/// The polygon of a walk, from its first corner in raster order on. There solid pixels, which lie below, are
/// walked around to the right, and a hole down.
fn contour(walk: &mut [[i32; 2]]) -> Contour {
    let first = walk.iter().zip(0..).min_by_key(|&(&[x, y], _)| [y, x]).map_or(0, |(_, first)| first);
    walk.rotate_left(first);
    Contour::new(walk.to_vec(), walk[0][0] == walk[1][0])
}
