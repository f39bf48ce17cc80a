//! The bounds of the solid pixels: a search of all words finds them, and each edit keeps them tight.

use crate::Mask;
use crate::geometry::Area;
use crate::kernel::{self, Combine, ConstWord, WORD_BITS, WordSource, on_level, span_bits};

impl Mask {
    /// The smallest box around the solid pixels in a rectangle inside the mask. Reads the words, not `self.bounds`.
    pub(crate) fn bounds_within(&self, area: &Area) -> Option<Area> {
        let (left, right) = (area.left, area.right);
        self.shared_bounds(
            *area,
            #[inline(always)]
            move |column, _| ConstWord(span_bits(column, left, right)),
        )
    }

    /// The bounds of the solid pixels, all of which lie in `area`: from the summary if the mask has one, which must be
    /// up to date, else from the words.
    pub(crate) fn measured_bounds(&self, area: &Area) -> Option<Area> {
        if self.has_summary() { self.bounds_by_summary() } else { self.bounds_within(area) }
    }

    /// The smallest box around the pixels that the mask shares with an overlay in a clip.
    ///
    /// `words(column, clip)` returns the overlay's words over a column in the rows of the clip. The closure must be
    /// `#[inline(always)]`, like all code that runs inside [`on_level`].
    #[inline(always)]
    pub(crate) fn shared_bounds<W: WordSource>(&self, clip: Area, words: impl Fn(u32, &Area) -> W) -> Option<Area> {
        on_level!(lanes => {
            let (mut left, mut right, mut top, mut bottom) = (u32::MAX, 0, u32::MAX, 0);
            for column in self.columns(&clip) {
                let (rows, over) = (self.rows(column, &clip), words(column, &clip));
                let bits = kernel::or_rows(lanes, rows, over);
                if bits == 0 {
                    continue;
                }
                let first = column * WORD_BITS;
                left = left.min(first + bits.trailing_zeros());
                right = first + WORD_BITS - bits.leading_zeros();
                if let Some((row, _)) = kernel::first(lanes, rows, over) {
                    top = top.min(clip.top + row as u32);
                }
                if let Some(row) = kernel::last(lanes, rows, over) {
                    bottom = bottom.max(clip.top + row as u32 + 1);
                }
            }
            Area::of(left..right, top..bottom)
        })
    }

    /// Makes the bounds tight again after an edit within `touched`.
    ///
    /// A side can be loose only if the edit moved the side outwards or may have cleared pixels next to it. Each loose
    /// side is searched in strips of doubling depth, so the cost is in proportion to the distance that the side moves.
    /// A mask with a summary, which must be up to date, needs no search.
    pub(crate) fn retighten_bounds<C: Combine>(&mut self, touched: Area) {
        let Some(mut hull) = (match self.bounds {
            Some(bounds) if C::ADDS => Some(bounds.union(&touched)),
            None if C::ADDS => Some(touched),
            bounds => bounds.filter(|bounds| bounds.clip(&touched, [0, 0]).is_some()),
        }) else {
            return;
        };
        // A search from the sides would read a mask that becomes empty several times.
        let in_one_pass = self.has_summary() || C::REMOVES && touched.clip(&hull, [0, 0]) == Some(hull);
        let before = self.bounds;
        for side in Side::ALL {
            let moved_out = before.is_none_or(|before| side.edge(&hull) != side.edge(&before));
            let cut = C::REMOVES && !side.is_inside(&touched, &hull);
            if !moved_out && !cut {
                continue;
            }
            if in_one_pass {
                self.bounds = self.measured_bounds(&hull);
                return;
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

#[derive(Clone, Copy)]
enum Side {
    Left,
    Top,
    Right,
    Bottom,
}

impl Side {
    const ALL: [Side; 4] = [Side::Left, Side::Top, Side::Right, Side::Bottom];

    /// The x or y coordinate of this side of an area.
    fn edge(self, area: &Area) -> u32 {
        match self {
            Side::Left => area.left,
            Side::Top => area.top,
            Side::Right => area.right,
            Side::Bottom => area.bottom,
        }
    }

    /// Whether this side of `area` lies further inside than this side of `of`.
    fn is_inside(self, area: &Area, of: &Area) -> bool {
        match self {
            Side::Left | Side::Top => self.edge(area) > self.edge(of),
            Side::Right | Side::Bottom => self.edge(area) < self.edge(of),
        }
    }

    /// The `depth` columns or rows of an area nearest to this side, or the whole area if it has fewer.
    fn strip(self, area: &Area, depth: u32) -> Area {
        match self {
            Side::Left => Area { right: area.right.min(area.left + depth), ..*area },
            Side::Top => Area { bottom: area.bottom.min(area.top + depth), ..*area },
            Side::Right => Area { left: area.left.max(area.right.saturating_sub(depth)), ..*area },
            Side::Bottom => Area { top: area.top.max(area.bottom.saturating_sub(depth)), ..*area },
        }
    }

    /// A copy of `area` with this side taken from `to`.
    fn moved(self, area: &Area, to: &Area) -> Area {
        match self {
            Side::Left => Area { left: to.left, ..*area },
            Side::Top => Area { top: to.top, ..*area },
            Side::Right => Area { right: to.right, ..*area },
            Side::Bottom => Area { bottom: to.bottom, ..*area },
        }
    }
}
