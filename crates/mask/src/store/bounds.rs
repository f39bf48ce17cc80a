//! The bounds of the solid pixels: found by a search of all words, and kept tight under edits.

use crate::kernel::{self, Combine, ConstWord, Words, on_level, span_bits};
use crate::{Mask, Rect};

impl Mask {
    /// Returns the smallest box around the solid pixels in a rectangle inside the mask. The function does not read
    /// `bounds`.
    pub(crate) fn bounds_within(&self, rect: &Rect) -> Option<Rect> {
        let (left, right) = (rect.left as u32, rect.right() as u32);
        self.shared_bounds(
            *rect,
            #[inline(always)]
            move |column, _| ConstWord(span_bits(column, left, right)),
        )
    }

    /// Returns the smallest box around the pixels that the mask shares with an overlay in a clip.
    ///
    /// `words(column, clip)` returns the overlay's words over a column in the rows of the clip. The closure must be
    /// `#[inline(always)]`, like all code below [`on_level`].
    #[inline(always)]
    pub(crate) fn shared_bounds<W: Words>(&self, clip: Rect, words: impl Fn(usize, &Rect) -> W) -> Option<Rect> {
        on_level!(lanes => {
            let (mut left, mut right) = (i64::MAX, i64::MIN);
            let (mut top, mut bottom) = (clip.bottom(), i64::from(clip.top));
            for column in self.columns(&clip) {
                let (rows, over) = (self.rows(column, &clip), words(column, &clip));
                let bits = kernel::or_rows(lanes, rows, over);
                if bits == 0 {
                    continue;
                }
                let first_bit = column as i64 * 64;
                left = left.min(first_bit + i64::from(bits.trailing_zeros()));
                right = right.max(first_bit + 64 - i64::from(bits.leading_zeros()));
                if let Some((row, _)) = kernel::first(lanes, rows, over) {
                    top = top.min(i64::from(clip.top) + row as i64);
                }
                if let Some(row) = kernel::last(lanes, rows, over) {
                    bottom = bottom.max(i64::from(clip.top) + row as i64 + 1);
                }
            }
            Rect::between([left, top], [right, bottom])
        })
    }

    /// Makes the bounds tight again after an edit within `touched`.
    ///
    /// A side can be loose only if the edit moved it outwards or may have cleared pixels at it. Each loose side moves
    /// inwards over strips of doubling depth, so the cost is in proportion to the distance it moves.
    pub(crate) fn retighten_bounds<C: Combine>(&mut self, touched: Rect) {
        let Some(mut hull) = (match self.bounds {
            Some(bounds) if C::ADDS => Some(bounds.union(&touched)),
            None if C::ADDS => Some(touched),
            bounds => bounds.filter(|bounds| bounds.intersection(&touched).is_some()),
        }) else {
            return;
        };
        let before = self.bounds;
        for side in Side::ALL {
            let moved_out = before.is_none_or(|before| side.edge(&hull) != side.edge(&before));
            let cut = C::REMOVES && !side.is_inside(&touched, &hull);
            if !moved_out && !cut {
                continue;
            }
            let mut depth = 1;
            let found = loop {
                let strip = side.strip(&hull, depth);
                match self.bounds_within(&strip) {
                    Some(found) => break found,
                    None if strip == hull => {
                        self.bounds = None;
                        return;
                    }
                    None => depth *= 2,
                }
            };
            hull = side.moved(&hull, &found);
        }
        self.bounds = Some(hull);
    }
}

/// A side of a rectangle.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Top,
    Right,
    Bottom,
}

impl Side {
    const ALL: [Side; 4] = [Side::Left, Side::Top, Side::Right, Side::Bottom];

    /// Returns the coordinate of this side of a rectangle.
    fn edge(self, rect: &Rect) -> i64 {
        match self {
            Side::Left => rect.left.into(),
            Side::Top => rect.top.into(),
            Side::Right => rect.right(),
            Side::Bottom => rect.bottom(),
        }
    }

    /// Returns whether this side of `rect` lies inside the same side of `of`.
    fn is_inside(self, rect: &Rect, of: &Rect) -> bool {
        match self {
            Side::Left | Side::Top => self.edge(rect) > self.edge(of),
            Side::Right | Side::Bottom => self.edge(rect) < self.edge(of),
        }
    }

    /// Returns the outermost `depth` lines of a rectangle at this side, or all of it if it has fewer.
    fn strip(self, rect: &Rect, depth: u32) -> Rect {
        let (width, height) = (rect.width.min(depth), rect.height.min(depth));
        match self {
            Side::Left => Rect { width, ..*rect },
            Side::Top => Rect { height, ..*rect },
            Side::Right => Rect { left: (rect.right() - i64::from(width)) as i32, width, ..*rect },
            Side::Bottom => Rect { top: (rect.bottom() - i64::from(height)) as i32, height, ..*rect },
        }
    }

    /// Returns `rect` with this side moved to the side of `to`, a rectangle inside `rect`.
    fn moved(self, rect: &Rect, to: &Rect) -> Rect {
        match self {
            Side::Left => Rect { left: to.left, width: (rect.right() - i64::from(to.left)) as u32, ..*rect },
            Side::Top => Rect { top: to.top, height: (rect.bottom() - i64::from(to.top)) as u32, ..*rect },
            Side::Right => Rect { width: (to.right() - i64::from(rect.left)) as u32, ..*rect },
            Side::Bottom => Rect { height: (to.bottom() - i64::from(rect.top)) as u32, ..*rect },
        }
    }
}
