//! The rectangle of the world that a picture shows, and its scale.

use mask::Rect;
use std::ops::Range;

/// The longest side of a picture of a whole world, in pixels. A picture of a larger world is scaled down.
const MAX_SIDE: i64 = 1600;
/// A picture of a world with both sides smaller than this is scaled up.
const SMALL_SIDE: i64 = 400;
/// The longer side of a picture that is scaled up.
const ZOOMED_SIDE: i64 = 1200;
/// The margin around the sprites, in pixels of the picture.
const MARGIN: i64 = 8;

/// A rectangle of the world, scaled by an integer factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Viewport {
    /// The leftmost and topmost world pixels.
    left: i64,
    top: i64,
    /// The size in cells.
    width: u32,
    height: u32,
    /// The side of a cell in world pixels.
    downscale: i64,
    /// The side of a cell in pixels of the picture. `downscale` or `zoom` is 1.
    zoom: u32,
}

impl Viewport {
    /// Returns the viewport that encloses sprites of these positions and sizes, scaled to fit, with a margin.
    pub(crate) fn enclosing(sprites: impl Iterator<Item = ([i32; 2], [u32; 2])>) -> Viewport {
        let rects = sprites.map(|([left, top], [width, height])| Rect { left, top, width, height });
        let none = Rect { left: 0, top: 0, width: SMALL_SIDE as u32, height: SMALL_SIDE as u32 };
        let Rect { left, top, width, height } = rects.reduce(|hull, rect| hull.union(&rect)).unwrap_or(none);
        let side = i64::from(width.max(height).max(1));
        let available = MAX_SIDE - 2 * MARGIN;
        let downscale = (side + available - 1) / available;
        let zoom = if side < SMALL_SIDE { (ZOOMED_SIDE / side).min(32) } else { 1 };
        let margin = (MARGIN / zoom).max(1);
        let cells = |side: u32| ((i64::from(side) + downscale - 1) / downscale + 2 * margin) as u32;
        let start = |c: i32| i64::from(c) - margin * downscale;
        let (left, top) = (start(left), start(top));
        Viewport { left, top, width: cells(width), height: cells(height), downscale, zoom: zoom as u32 }
    }

    /// Returns the viewport of `size` world pixels in the middle of a world that begins at 0, scaled up by `zoom`.
    ///
    /// If the world is smaller than `size`, the viewport shows the whole world, scaled up further as far as it fits.
    pub(crate) fn centered(world: [i32; 2], size: [u32; 2], zoom: u32) -> Viewport {
        let [width, height] = [0, 1].map(|axis| size[axis].min(world[axis] as u32));
        let start = |axis: usize, visible: u32| (i64::from(world[axis]) - i64::from(visible)) / 2;
        let zoom = zoom * (size[0] / width.max(1)).min(size[1] / height.max(1)).max(1);
        Viewport { left: start(0, width), top: start(1, height), width, height, downscale: 1, zoom }
    }

    /// Returns the width and the height of the picture, in pixels.
    pub(crate) fn size(&self) -> [u32; 2] {
        [self.width * self.zoom, self.height * self.zoom]
    }

    pub(crate) fn downscale(&self) -> u32 {
        self.downscale as u32
    }

    pub(crate) fn zoom(&self) -> u32 {
        self.zoom
    }

    /// Returns the visible rectangle of the world, clamped to valid positions.
    pub(crate) fn world_rect(&self) -> Rect {
        let clamp = |low: i64, cells: u32| {
            let high = (low + i64::from(cells) * self.downscale).min(i32::MAX.into());
            let low = low.max(i32::MIN.into());
            (low as i32, (high - low) as u32)
        };
        let ((left, width), (top, height)) = (clamp(self.left, self.width), clamp(self.top, self.height));
        Rect { left, top, width, height }
    }

    /// Returns the cell of a world pixel. The cell may be outside the picture.
    pub(crate) fn cell(&self, [x, y]: [i64; 2]) -> [i64; 2] {
        [(x - self.left).div_euclid(self.downscale), (y - self.top).div_euclid(self.downscale)]
    }

    /// Returns the visible columns and rows of an image of `size` cells whose top-left cell is `at`, counted within
    /// the image.
    pub(crate) fn visible_cells(&self, at: [i64; 2], size: [u32; 2]) -> [Range<u32>; 2] {
        let range = |low: i64, side: u32, cells: u32| {
            let end = (i64::from(cells) - low).clamp(0, side.into()) as u32;
            low.saturating_neg().clamp(0, end.into()) as u32..end
        };
        [range(at[0], size[0], self.width), range(at[1], size[1], self.height)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_world_fits_a_picture_of_reasonable_size() {
        let far = [([-(1 << 30), 5], [8, 8]), ([1 << 30, 9], [4, 4])];
        let viewport = Viewport::enclosing(far.into_iter());
        assert!(viewport.size()[0] <= MAX_SIDE as u32 && viewport.size()[1] <= 32, "{viewport:?}");
        let tiny = Viewport::enclosing([([3, 4], [10, 5])].into_iter());
        assert_eq!(tiny.zoom(), 32);
        assert_eq!(tiny.cell([3, 4]), [1, 1]);
        let none = Viewport::enclosing(std::iter::empty());
        assert!(none.size()[0] > 0);
        let nothing = Viewport::enclosing([([0, 0], [0, 0])].into_iter());
        assert!(nothing.size()[0] > 0);
    }

    #[test]
    fn middle_of_a_world_is_clipped() {
        assert_eq!(Viewport::centered([30, 20], [100, 50], 1).size(), [60, 40]);
        assert_eq!(Viewport::centered([5000, 5000], [100, 50], 3).size(), [300, 150]);
        let viewport = Viewport::centered([5000, 5000], [100, 50], 1);
        assert_eq!(viewport.world_rect(), Rect { left: 2450, top: 2475, width: 100, height: 50 });
        assert_eq!(viewport.visible_cells([-5, 40], [20, 60]), [5..20, 0..10]);
    }
}
