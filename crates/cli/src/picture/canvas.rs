//! The picture itself.

use super::{Art, Window, rim};
use crate::progress::Progress;
use anyhow::{Context, Result};
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder, ImageResult, Rgb as Pixel, RgbImage};
use mask::Rect;
use std::io::Write;
use world::{Pair, Placed, SpriteId, View};

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

pub(crate) const GROUND: Rgb = [22, 24, 32];
/// The box of a sprite whose box overlaps another's.
pub(crate) const NEAR_BOX: Rgb = [112, 124, 150];
/// The same where it collides.
pub(crate) const HIT_BOX: Rgb = [186, 82, 62];
/// A pixel that two sprites share.
pub(crate) const SHARED: Rgb = [255, 36, 44];

/// Boxes with a shorter side than this, in pixels of the picture, would hide what they frame.
const MIN_BOX: u32 = 4;
/// Where the picture is scaled down, the shared pixels of a pair are shown at least this large...
const MIN_MARK: u32 = 3;
/// ...unless that would cover more than one in so many pixels of the picture.
const MARKED_SHARE: usize = 20;

/// A picture that is being drawn.
pub(crate) struct Canvas {
    window: Window,
    image: RgbImage,
}

impl Canvas {
    pub(crate) fn new(window: Window) -> Canvas {
        let [width, height] = window.size();
        Canvas { window, image: RgbImage::from_pixel(width, height, Pixel(GROUND)) }
    }

    /// The art at the scale of the picture, as [`Canvas::draw`] wants it.
    pub(crate) fn fit(&self, art: Art) -> Art {
        art.shrunk(self.window.shrink())
    }

    /// Draws a sprite whose top-left pixel stands at `at`.
    pub(crate) fn draw(&mut self, Art(art): &Art, at: [i32; 2]) {
        let [left, top] = self.window.cell(at);
        let [columns, rows] = self.window.shown([left, top], [art.width(), art.height()]);
        for y in rows {
            for x in columns.clone() {
                let [r, g, b, alpha] = art.get_pixel(x, y).0;
                if alpha > 0 {
                    self.blend([left + i64::from(x), top + i64::from(y)], [r, g, b], alpha);
                }
            }
        }
    }

    /// Draws the silhouette of a mask, with a darker rim. The picture must not be scaled down.
    pub(crate) fn draw_mask(&mut self, &Placed { mask, at }: &Placed, color: Rgb) {
        let [left, top] = self.window.cell(at);
        let [columns, rows] = self.window.shown([left, top], [mask.width(), mask.height()]);
        for y in rows {
            for x in columns.clone() {
                let (at_x, at_y) = (x as i32, y as i32);
                if mask.contains([at_x, at_y]) {
                    let near = [[at_x - 1, at_y], [at_x + 1, at_y], [at_x, at_y - 1], [at_x, at_y + 1]];
                    let inside = near.iter().all(|&near| mask.contains(near));
                    let color = if inside { color } else { rim(color) };
                    self.blend([left + i64::from(x), top + i64::from(y)], color, u8::MAX);
                }
            }
        }
    }

    /// Draws what collides: a box around every sprite of a candidate pair, and the shared pixels. `ids`
    /// are the sprites that may be shown, sorted.
    pub(crate) fn mark(
        &mut self,
        view: View,
        ids: &[SpriteId],
        candidates: &[Pair],
        collisions: &[Pair],
        progress: &Progress,
    ) -> Result<()> {
        const NEAR: u8 = 1;
        const HIT: u8 = 2;
        let mut marks = Vec::new();
        marks.try_reserve_exact(ids.len()).context("no memory for a picture of so many sprites")?;
        marks.resize(ids.len(), 0);
        for (pairs, mark) in [(candidates, NEAR), (collisions, HIT)] {
            for id in pairs.iter().flat_map(|pair| [pair.a, pair.b]) {
                if let Ok(index) = ids.binary_search(&id) {
                    marks[index] |= mark;
                }
            }
        }
        for (color, wanted) in [(NEAR_BOX, NEAR), (HIT_BOX, NEAR | HIT)] {
            for (&id, _) in ids.iter().zip(&marks).filter(|&(_, &mark)| mark == wanted) {
                if let Some(bounds) = view.bounds(id) {
                    self.outline(&bounds, color);
                }
            }
        }
        progress.add(candidates.len());
        let shown = self.window.rect();
        let pixels = self.image.as_raw().len() / 3;
        let few = collisions.len() < pixels / MARKED_SHARE / (MIN_MARK * MIN_MARK) as usize;
        let least = if few { MIN_MARK } else { 1 };
        for pair in collisions {
            let near = view.bounds(pair.a).zip(view.bounds(pair.b)).and_then(|(a, b)| a.intersection(&b));
            if near.is_some_and(|near| near.intersection(&shown).is_some()) {
                self.mark_shared(view, *pair, &shown, least);
            }
            progress.add(1);
        }
        Ok(())
    }

    /// Makes the pixels that a pair shares red, in a picture that is scaled down at least so many.
    fn mark_shared(&mut self, view: View, pair: Pair, shown: &Rect, least: u32) {
        let Some((a, b)) = view.shape(pair.a).zip(view.shape(pair.b)) else { return };
        let Some(overlap) = view.overlap(pair.a, pair.b) else { return };
        let Some(bounds) = overlap.bounds.intersection(shown) else { return };
        if self.window.shrink() > 1 {
            let [columns, rows] = self.window.cells(&bounds);
            if columns.len() <= least as usize && rows.len() <= least as usize {
                self.mark_spot(overlap.first, least);
                return;
            }
        }
        for y in (bounds.top..).take(bounds.height as usize) {
            for x in (bounds.left..).take(bounds.width as usize) {
                let solid = |at: [i32; 2]| [x - at[0], y - at[1]];
                if a.mask.contains(solid(a.at)) && b.mask.contains(solid(b.at)) {
                    self.blend(self.window.cell([x, y]), SHARED, u8::MAX);
                }
            }
        }
    }

    /// A red spot, to be seen in a picture that is scaled down.
    fn mark_spot(&mut self, at: [i32; 2], side: u32) {
        let [x, y] = self.window.cell(at);
        let (width, height) = self.image.dimensions();
        let around = |c: i64, end: u32| {
            let half = i64::from(side / 2);
            (c - half).clamp(0, end.into()) as u32..(c + half + 1).clamp(0, end.into()) as u32
        };
        for y in around(y, height) {
            for x in around(x, width) {
                self.image.put_pixel(x, y, Pixel(SHARED));
            }
        }
    }

    /// Draws the outermost pixels of a rectangle of the world, thin at any zoom.
    fn outline(&mut self, rect: &Rect, color: Rgb) {
        // A side that is cut off by the edge of the picture is not drawn.
        let shown = self.window.rect();
        let inside = |low: i64, high: i64| low >= shown.left.into() && high <= shown.right();
        let (left_shown, right_shown) =
            (inside(rect.left.into(), rect.left.into()), inside(rect.right(), rect.right()));
        let inside = |low: i64, high: i64| low >= shown.top.into() && high <= shown.bottom();
        let (top_shown, bottom_shown) =
            (inside(rect.top.into(), rect.top.into()), inside(rect.bottom(), rect.bottom()));
        let zoom = self.window.zoom();
        let [columns, rows] = self.window.cells(rect).map(|cells| cells.start * zoom..cells.end * zoom);
        if columns.is_empty() || rows.is_empty() {
            return;
        }
        if left_shown && right_shown && columns.len() < MIN_BOX as usize {
            return;
        }
        if top_shown && bottom_shown && rows.len() < MIN_BOX as usize {
            return;
        }
        for (x, drawn) in [(columns.start, left_shown), (columns.end - 1, right_shown)] {
            if drawn {
                rows.clone().for_each(|y| self.image.put_pixel(x, y, Pixel(color)));
            }
        }
        for (y, drawn) in [(rows.start, top_shown), (rows.end - 1, bottom_shown)] {
            if drawn {
                columns.clone().for_each(|x| self.image.put_pixel(x, y, Pixel(color)));
            }
        }
    }

    /// Draws a colour over a cell that the picture has.
    fn blend(&mut self, cell: [i64; 2], color: Rgb, alpha: u8) {
        let [x, y] = cell.map(|c| c as u32);
        let zoom = self.window.zoom();
        let over = |under: u8, over: u8| {
            let alpha = u32::from(alpha);
            ((u32::from(under) * (255 - alpha) + u32::from(over) * alpha + 127) / 255) as u8
        };
        for y in y * zoom..(y + 1) * zoom {
            for x in x * zoom..(x + 1) * zoom {
                let Pixel(under) = self.image.get_pixel_mut(x, y);
                *under = [0, 1, 2].map(|c| over(under[c], color[c]));
            }
        }
    }

    pub(crate) fn image(&self) -> &RgbImage {
        &self.image
    }

    /// Writes the picture as a PNG.
    pub(crate) fn write_png(&self, out: impl Write) -> ImageResult<()> {
        let (width, height) = self.image.dimensions();
        PngEncoder::new(out).write_image(self.image.as_raw(), width, height, ExtendedColorType::Rgb8)
    }
}
