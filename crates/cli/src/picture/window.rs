//! Which part of the world a picture shows, and how large.

use mask::Rect;
use std::ops::Range;

/// The longest side of a picture of a whole world, in pixels. A larger world is scaled down.
const MAX_SIDE: i64 = 1600;
/// A world smaller than this on both sides is scaled up.
const SMALL_SIDE: i64 = 400;
/// How far, on its longer side.
const ZOOMED_SIDE: i64 = 1200;
/// The air around the sprites, in pixels of the picture.
const MARGIN: i64 = 8;

/// A rectangle of the world, scaled by a whole factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    /// The top-left world pixel.
    left: i64,
    top: i64,
    /// In cells.
    width: u32,
    height: u32,
    /// A cell is so many world pixels wide and high...
    shrink: i64,
    /// ...and so many pixels of the picture. One of the two is 1.
    zoom: u32,
}

impl Window {
    /// All of a world whose sprites have these positions and sizes.
    pub(crate) fn around(sprites: impl Iterator<Item = ([i32; 2], [u32; 2])>) -> Window {
        let corners = sprites.map(|(at, size)| {
            let [x, y] = at.map(i64::from);
            ([x, y], [x + i64::from(size[0]), y + i64::from(size[1])])
        });
        let hull =
            corners.reduce(|(a, b), (c, d)| ([a[0].min(c[0]), a[1].min(c[1])], [b[0].max(d[0]), b[1].max(d[1])]));
        let ([left, top], [right, bottom]) = hull.unwrap_or(([0, 0], [SMALL_SIDE, SMALL_SIDE]));
        Window::scaled([left, top], [right - left, bottom - top])
    }

    /// A rectangle of the world, scaled to fit.
    fn scaled([left, top]: [i64; 2], [width, height]: [i64; 2]) -> Window {
        let side = width.max(height).max(1);
        let room = MAX_SIDE - 2 * MARGIN;
        let shrink = (side + room - 1) / room;
        let zoom = if side < SMALL_SIDE { (ZOOMED_SIDE / side).min(32) } else { 1 };
        let cells = |side: i64| ((side + shrink - 1) / shrink + 2 * Window::margin(zoom)) as u32;
        let margin = Window::margin(zoom) * shrink;
        let (width, height) = (cells(width), cells(height));
        Window { left: left - margin, top: top - margin, width, height, shrink, zoom: zoom as u32 }
    }

    /// The margin in cells.
    fn margin(zoom: i64) -> i64 {
        (MARGIN / zoom).max(1)
    }

    /// The middle of a world that begins at 0, so many of its pixels, each `zoom` pixels of the picture wide and
    /// high; where all of it has room, all of it, as large as it fits.
    pub(crate) fn middle_of(world: [i32; 2], room: [u32; 2], zoom: u32) -> Window {
        let [width, height] = [0, 1].map(|axis| room[axis].min(world[axis] as u32));
        let middle = |axis: usize, shown: u32| (i64::from(world[axis]) - i64::from(shown)) / 2;
        let zoom = zoom * (room[0] / width.max(1)).min(room[1] / height.max(1)).max(1);
        Window { left: middle(0, width), top: middle(1, height), width, height, shrink: 1, zoom }
    }

    /// Width and height of the picture.
    pub(crate) fn size(&self) -> [u32; 2] {
        [self.width * self.zoom, self.height * self.zoom]
    }

    pub(crate) fn shrink(&self) -> u32 {
        self.shrink as u32
    }

    pub(crate) fn zoom(&self) -> u32 {
        self.zoom
    }

    /// The part of the world that it shows, as far as sprites can be there.
    pub(crate) fn rect(&self) -> Rect {
        let clamp = |low: i64, cells: u32| {
            let high = (low + i64::from(cells) * self.shrink).min(i32::MAX.into());
            let low = low.max(i32::MIN.into());
            (low as i32, (high - low) as u32)
        };
        let ((left, width), (top, height)) = (clamp(self.left, self.width), clamp(self.top, self.height));
        Rect { left, top, width, height }
    }

    /// The cell of a world pixel. It may lie outside.
    pub(crate) fn cell(&self, [x, y]: [i32; 2]) -> [i64; 2] {
        [(i64::from(x) - self.left).div_euclid(self.shrink), (i64::from(y) - self.top).div_euclid(self.shrink)]
    }

    /// The columns and rows of something so many cells large that the window shows, where its top-left
    /// cell is `at`.
    pub(crate) fn shown(&self, at: [i64; 2], size: [u32; 2]) -> [Range<u32>; 2] {
        let range = |low: i64, side: u32, cells: u32| {
            let end = (i64::from(cells) - low).clamp(0, side.into()) as u32;
            low.saturating_neg().clamp(0, end.into()) as u32..end
        };
        [range(at[0], size[0], self.width), range(at[1], size[1], self.height)]
    }

    /// The cells that a rectangle of the world touches, as far as the window shows them.
    pub(crate) fn cells(&self, rect: &Rect) -> [Range<u32>; 2] {
        let range = |low: i64, high: i64, cells: u32| {
            let first = low.div_euclid(self.shrink).clamp(0, cells.into());
            let end = ((high - 1).div_euclid(self.shrink) + 1).clamp(first, cells.into());
            first as u32..end as u32
        };
        [
            range(i64::from(rect.left) - self.left, rect.right() - self.left, self.width),
            range(i64::from(rect.top) - self.top, rect.bottom() - self.top, self.height),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_of_any_size_make_pictures_of_a_fair_size() {
        let far = [([-(1 << 30), 5], [8, 8]), ([1 << 30, 9], [4, 4])];
        let window = Window::around(far.into_iter());
        assert!(window.size()[0] <= MAX_SIDE as u32 && window.size()[1] <= 32, "{window:?}");
        let tiny = Window::around([([3, 4], [10, 5])].into_iter());
        assert_eq!(tiny.zoom(), 32);
        assert_eq!(tiny.cell([3, 4]), [1, 1]);
        let none = Window::around(std::iter::empty());
        assert!(none.size()[0] > 0);
        let nothing = Window::around([([0, 0], [0, 0])].into_iter());
        assert!(nothing.size()[0] > 0);
    }

    #[test]
    fn cells_are_clipped() {
        assert_eq!(Window::middle_of([30, 20], [100, 50], 1).size(), [60, 40]);
        let window = Window::middle_of([5000, 5000], [100, 50], 1);
        assert_eq!(Window::middle_of([5000, 5000], [100, 50], 3).size(), [300, 150]);
        let outside = Rect { left: 0, top: 0, width: 9, height: 9 };
        assert!(window.cells(&outside).iter().all(|range| range.is_empty()));
        let across = Rect { left: 0, top: 2490, width: 5000, height: 3 };
        assert_eq!(window.cells(&across), [0..100, 15..18]);
    }
}
