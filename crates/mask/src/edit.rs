//! Edits: pixels, rectangles and other masks put into a mask or cut out of it.

use crate::clip::{Over, Placed, Same};
use crate::kernel::lanes::Word;
use crate::kernel::{self, Combine};
use crate::level::on_level;
use crate::{Mask, Rect};

/// Only what both have.
pub(crate) struct And;
/// What either has.
struct Or;
/// What the other does not have.
struct AndNot;
/// What exactly one has.
struct Xor;

impl Combine for And {
    const ADDS: bool = false;
    const REMOVES: bool = true;
    #[inline(always)]
    fn combine<W: Word>(mine: W, over: W) -> W {
        mine & over
    }
}

impl Combine for Or {
    const ADDS: bool = true;
    const REMOVES: bool = false;
    #[inline(always)]
    fn combine<W: Word>(mine: W, over: W) -> W {
        mine | over
    }
}

impl Combine for AndNot {
    const ADDS: bool = false;
    const REMOVES: bool = true;
    #[inline(always)]
    fn combine<W: Word>(mine: W, over: W) -> W {
        mine & !over
    }
}

impl Combine for Xor {
    const ADDS: bool = true;
    const REMOVES: bool = true;
    #[inline(always)]
    fn combine<W: Word>(mine: W, over: W) -> W {
        mine ^ over
    }
}

/// Edits in place. What lies outside this mask's rectangle is left out silently.
impl Mask {
    /// Makes the pixel at `at` solid, or not.
    ///
    /// # Panics
    /// Where `at` is outside the mask, like indexing.
    #[track_caller]
    pub fn set(&mut self, at: impl Into<[i32; 2]>, solid: bool) {
        let [x, y] = at.into();
        let pixel = Rect { left: x, top: y, width: 1, height: 1 };
        assert!(
            self.frame().and_then(|frame| frame.intersection(&pixel)).is_some(),
            "pixel [{x}, {y}] is outside a mask of {} x {} pixels",
            self.width,
            self.height
        );
        self.fill_rect(pixel, solid);
    }

    /// Makes the pixels of a rectangle solid, or not.
    ///
    /// ```
    /// # use mask::{Mask, Rect};
    /// let mut mask = Mask::filled(4, 2)?;
    /// mask.fill_rect(Rect { left: 2, top: -9, width: 99, height: 10 }, false);
    /// assert_eq!(mask.to_string(), "##..\n####");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    pub fn fill_rect(&mut self, rect: Rect, solid: bool) {
        if solid {
            self.edit::<Or>(rect);
        } else {
            self.edit::<AndNot>(rect);
        }
    }

    /// Makes every pixel solid.
    pub fn fill(&mut self) {
        if let Some(frame) = self.frame() {
            self.fill_rect(frame, true);
        }
    }

    /// Makes no pixel solid.
    pub fn clear(&mut self) {
        self.words.fill(0);
        self.bounds = None;
        if let Some(frame) = self.frame() {
            self.unite(frame);
        }
    }

    /// Makes the solid pixels air and the others solid.
    pub fn invert(&mut self) {
        if let Some(frame) = self.frame() {
            self.edit::<Xor>(frame);
        }
    }

    /// Makes solid what is solid in `other`, whose top-left pixel stands at `at`.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mut mask = Mask::new(4, 2)?;
    /// mask.draw(&Mask::filled(2, 2)?, [3, -1]);
    /// assert_eq!(mask.to_string(), "...#\n....");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    pub fn draw(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        self.edit::<Or>(Placed::new(other, at.into()));
    }

    /// Cuts out what is solid in `other`, whose top-left pixel stands at `at`.
    pub fn erase(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        self.edit::<AndNot>(Placed::new(other, at.into()));
    }

    /// Flips the pixels that are solid in `other`, whose top-left pixel stands at `at`.
    pub fn toggle(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        self.edit::<Xor>(Placed::new(other, at.into()));
    }

    /// Keeps only what is also solid in `other`, whose top-left pixel stands at `at`.
    pub fn intersect(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        *self = self.overlap_mask(other, at);
    }

    /// Combines the mask with what lies over it, where that has pixels.
    fn edit<'a, C: Combine>(&mut self, over: impl Over<'a>) {
        let Some(clip) = self.frame().and_then(|frame| over.reach(&frame)) else { return };
        let mask = &mut *self;
        on_level!(lanes => {
            for column in mask.columns(&clip) {
                let inside = mask.column_bits(column);
                let rows = mask.rows_mut(column, &clip);
                kernel::combine::<C, _>(lanes, rows, over.cover(column, &clip));
                if inside != u64::MAX {
                    kernel::combine::<And, _>(lanes, rows, Same(inside));
                }
            }
        });
        self.unite(clip);
        self.settle::<C>(clip);
    }

    /// Makes the bounds tight again after an edit within `touched`.
    ///
    /// Only sides that the edit reached can be loose: those that it moved out and those where it may have
    /// taken something away. Each moves inwards over strips that double in depth, so that it costs what it
    /// moves over.
    fn settle<C: Combine>(&mut self, touched: Rect) {
        let Some(mut hull) = (match self.bounds {
            Some(bounds) if C::ADDS => Some(bounds.hull(&touched)),
            None if C::ADDS => Some(touched),
            bounds => bounds.filter(|bounds| bounds.intersection(&touched).is_some()),
        }) else {
            return;
        };
        let before = self.bounds;
        for side in Side::ALL {
            let moved_out = before.is_none_or(|before| side.of(&hull) != side.of(&before));
            let cut = C::REMOVES && !side.is_inside(&touched, &hull);
            if !moved_out && !cut {
                continue;
            }
            let mut depth = 1;
            let found = loop {
                let strip = side.strip(&hull, depth);
                match self.bounds_in(strip, strip) {
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

    /// Where the side of a rectangle lies.
    fn of(self, rect: &Rect) -> i64 {
        match self {
            Side::Left => rect.left.into(),
            Side::Top => rect.top.into(),
            Side::Right => rect.right(),
            Side::Bottom => rect.bottom(),
        }
    }

    /// Whether this side of `rect` lies inside that of another.
    fn is_inside(self, rect: &Rect, of: &Rect) -> bool {
        match self {
            Side::Left | Side::Top => self.of(rect) > self.of(of),
            Side::Right | Side::Bottom => self.of(rect) < self.of(of),
        }
    }

    /// The outermost `depth` lines of a rectangle, or all of it where it has no more.
    fn strip(self, rect: &Rect, depth: u32) -> Rect {
        let (width, height) = (rect.width.min(depth), rect.height.min(depth));
        match self {
            Side::Left => Rect { width, ..*rect },
            Side::Top => Rect { height, ..*rect },
            Side::Right => Rect { left: (rect.right() - i64::from(width)) as i32, width, ..*rect },
            Side::Bottom => Rect { top: (rect.bottom() - i64::from(height)) as i32, height, ..*rect },
        }
    }

    /// The rectangle with this side where it is in `to`, which lies inside.
    fn moved(self, rect: &Rect, to: &Rect) -> Rect {
        match self {
            Side::Left => Rect { left: to.left, width: (rect.right() - i64::from(to.left)) as u32, ..*rect },
            Side::Top => Rect { top: to.top, height: (rect.bottom() - i64::from(to.top)) as u32, ..*rect },
            Side::Right => Rect { width: (to.right() - i64::from(rect.left)) as u32, ..*rect },
            Side::Bottom => Rect { height: (to.bottom() - i64::from(rect.top)) as u32, ..*rect },
        }
    }
}
