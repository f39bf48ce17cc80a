//! How the area that two masks under maps share changes with a move.

use super::TransformedMask;
use super::map::halves;
use super::tile::Tile;
use crate::Rect;

/// The longest side of a rectangle whose pixels are tested. A word also holds the pixels to the left and to the right.
const SIDE: u32 = u64::BITS - 2;

impl TransformedMask<'_> {
    /// How the shared area grows as `other` moves: the area after a move by one pixel to the right, less the area after
    /// one to the left, and the area after a move down, less the area after one up.
    ///
    /// A pixel of this mask counts if the two pixels of `other` beside it differ, so only the edge of `other` is visited.
    pub(crate) fn overlap_gradient(&self, other: &TransformedMask<'_>) -> [i64; 2] {
        let frames = self.solid_frame.zip(other.solid_frame);
        let clip = frames.and_then(|(mine, theirs)| mine.intersection(&grown(&theirs)));
        clip.map_or([0, 0], |clip| self.gradient_in(other, &clip))
    }

    fn gradient_in(&self, other: &TransformedMask<'_>, clip: &Rect) -> [i64; 2] {
        let around = grown(clip);
        // Outside its frame, the other has no solid pixel, and its map is not defined.
        let Some(frame) = other.solid_frame.and_then(|frame| frame.intersection(&around)) else { return [0, 0] };
        let is_even = match other.tile_of_rect(&frame) {
            Tile::Empty => true,
            Tile::Solid => frame == around,
            Tile::Within | Tile::Mixed => false,
        };
        if is_even || self.tile_of_rect(clip) == Tile::Empty {
            return [0, 0];
        }
        if clip.width.max(clip.height) > SIDE {
            let [one, two] = halves(clip).map(|half| self.gradient_in(other, &half));
            return [one[0] + two[0], one[1] + two[1]];
        }
        self.gradient_by_rows(other, clip, &frame)
    }

    /// `frame` is the part of the frame of `other` in and around the clip.
    fn gradient_by_rows(&self, other: &TransformedMask<'_>, clip: &Rect, frame: &Rect) -> [i64; 2] {
        let [Some(mine), Some(theirs)] = [self.mask.bounds, other.mask.bounds] else { return [0, 0] };
        // The bit k of a row is the pixel at `left + k`.
        let (left, right) = (clip.left - 1, clip.right() as i32 + 1);
        let row = |one: &TransformedMask<'_>, bounds, y, run| {
            let run = one.map.span(bounds, y, run);
            one.bits(y, run.clone()) << ((run.start - left) & 63)
        };
        let (rows, columns) = (i64::from(frame.top)..frame.bottom(), frame.left..frame.right() as i32);
        let theirs = |y: i32| if rows.contains(&y.into()) { row(other, &theirs, y, columns.clone()) } else { 0 };
        let (mut above, mut beside) = (theirs(clip.top - 1), theirs(clip.top));
        let mut gradient = [0, 0];
        for y in clip.top..clip.bottom() as i32 {
            let below = theirs(y + 1);
            // After a move of the other to the right, a pixel has what was to the left of it.
            let pairs = [[beside << 1, beside >> 1], [above, below]];
            let differ = pairs.iter().fold(0, |differ, [one, two]| differ | one ^ two) & !1;
            if differ != 0 {
                let end = (u64::BITS - differ.leading_zeros()) as i32;
                let run = left + differ.trailing_zeros() as i32..(left + end).min(right - 1);
                let solid = row(self, &mine, y, run);
                let count = |bits: u64| i64::from((solid & bits).count_ones());
                for (sum, [one, two]) in gradient.iter_mut().zip(pairs) {
                    *sum += count(one) - count(two);
                }
            }
            (above, beside) = (beside, below);
        }
        gradient
    }
}

/// A rectangle with the pixels around it.
fn grown(rect: &Rect) -> Rect {
    Rect { left: rect.left - 1, top: rect.top - 1, width: rect.width + 2, height: rect.height + 2 }
}
