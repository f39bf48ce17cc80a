//! A picture of a world while it is drawn.

use super::{BACKGROUND, CANDIDATE_BOX, COLLISION_BOX, Rgb, SHARED_PIXEL, SpriteImage, Viewport, edge_color};
use crate::progress::Progress;
use anyhow::{Context, Result};
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder, ImageResult, Rgb as Pixel, RgbImage};
use mask::Rect;
use std::io::Write;
use world::{Pair, Placed, SpriteId, View};

/// The shortest side of a drawn box, in pixels of the picture. A smaller box would hide its sprite.
const MIN_BOX: u32 = 4;
/// The smallest side of the spot for the shared pixels of a pair in a picture that is scaled down.
const MIN_SPOT: u32 = 3;
/// Spots are single pixels if larger spots would cover more than 1 / `SPOT_SHARE` of the picture.
const SPOT_SHARE: usize = 20;

/// A picture of a world, drawn through a [`Viewport`].
pub(crate) struct Canvas {
    viewport: Viewport,
    image: RgbImage,
}

impl Canvas {
    pub(crate) fn new(viewport: Viewport) -> Canvas {
        let [width, height] = viewport.size();
        Canvas { viewport, image: RgbImage::from_pixel(width, height, Pixel(BACKGROUND)) }
    }

    /// Scales an image to the scale of the picture, for [`Canvas::draw`].
    pub(crate) fn scale(&self, image: SpriteImage) -> SpriteImage {
        image.downscaled(self.viewport.downscale())
    }

    /// Draws a scaled image with its top-left pixel at the world position `at`.
    pub(crate) fn draw(&mut self, SpriteImage(image): &SpriteImage, at: [i32; 2]) {
        let [left, top] = self.viewport.cell(at);
        let [columns, rows] = self.viewport.visible_cells([left, top], [image.width(), image.height()]);
        for y in rows {
            for x in columns.clone() {
                let [r, g, b, alpha] = image.get_pixel(x, y).0;
                if alpha > 0 {
                    self.blend([left + i64::from(x), top + i64::from(y)], [r, g, b], alpha);
                }
            }
        }
    }

    /// Draws the silhouette of a mask with a darker edge. The picture must not be scaled down.
    pub(crate) fn draw_mask(&mut self, &Placed { mask, at }: &Placed, color: Rgb) {
        let [left, top] = self.viewport.cell(at);
        let [columns, rows] = self.viewport.visible_cells([left, top], [mask.width(), mask.height()]);
        for y in rows {
            for x in columns.clone() {
                let (at_x, at_y) = (x as i32, y as i32);
                if mask.contains([at_x, at_y]) {
                    let neighbors = [[at_x - 1, at_y], [at_x + 1, at_y], [at_x, at_y - 1], [at_x, at_y + 1]];
                    let is_inside = neighbors.iter().all(|&neighbor| mask.contains(neighbor));
                    let color = if is_inside { color } else { edge_color(color) };
                    self.blend([left + i64::from(x), top + i64::from(y)], color, u8::MAX);
                }
            }
        }
    }

    /// Draws a box around every sprite of a candidate pair, and the shared pixels of every collision.
    ///
    /// `ids` are the visible sprites in ascending order.
    pub(crate) fn draw_pairs(
        &mut self,
        view: View,
        ids: &[SpriteId],
        candidates: &[Pair],
        collisions: &[Pair],
        progress: &Progress,
    ) -> Result<()> {
        const CANDIDATE: u8 = 1;
        const COLLISION: u8 = 2;
        let mut flags = Vec::new();
        let no_memory = || format!("not enough memory to draw {} sprites: use fewer sprites", ids.len());
        flags.try_reserve_exact(ids.len()).with_context(no_memory)?;
        flags.resize(ids.len(), 0);
        for (pairs, flag) in [(candidates, CANDIDATE), (collisions, COLLISION)] {
            for id in pairs.iter().flat_map(|pair| [pair.a, pair.b]) {
                if let Ok(index) = ids.binary_search(&id) {
                    flags[index] |= flag;
                }
            }
        }
        for (color, wanted) in [(CANDIDATE_BOX, CANDIDATE), (COLLISION_BOX, CANDIDATE | COLLISION)] {
            for (&id, _) in ids.iter().zip(&flags).filter(|&(_, &flags)| flags == wanted) {
                if let Some(bounds) = view.bounds(id) {
                    self.draw_box(&bounds, color);
                }
            }
        }
        progress.add(candidates.len());
        let visible = self.viewport.world_rect();
        let pixels = self.image.as_raw().len() / 3;
        let are_few = collisions.len() < pixels / SPOT_SHARE / (MIN_SPOT * MIN_SPOT) as usize;
        let spot_side = if are_few { MIN_SPOT } else { 1 };
        for pair in collisions {
            let overlap = view.bounds(pair.a).zip(view.bounds(pair.b)).and_then(|(a, b)| a.intersection(&b));
            if overlap.is_some_and(|overlap| overlap.intersection(&visible).is_some()) {
                self.draw_shared_pixels(view, *pair, &visible, spot_side);
            }
            progress.add(1);
        }
        Ok(())
    }

    /// Draws the shared pixels of a pair, or a spot of side `spot_side` if a scaled-down picture would show less.
    fn draw_shared_pixels(&mut self, view: View, pair: Pair, visible: &Rect, spot_side: u32) {
        let Some((a, b)) = view.shape(pair.a).zip(view.shape(pair.b)) else { return };
        let Some(overlap) = view.overlap(pair.a, pair.b) else { return };
        let Some(bounds) = overlap.bounds.intersection(visible) else { return };
        if self.viewport.downscale() > 1 {
            let [columns, rows] = self.viewport.cells(&bounds);
            if columns.len() <= spot_side as usize && rows.len() <= spot_side as usize {
                self.draw_spot(overlap.first, spot_side);
                return;
            }
        }
        for y in (bounds.top..).take(bounds.height as usize) {
            for x in (bounds.left..).take(bounds.width as usize) {
                let local = |at: [i32; 2]| [x - at[0], y - at[1]];
                if a.mask.contains(local(a.at)) && b.mask.contains(local(b.at)) {
                    self.blend(self.viewport.cell([x, y]), SHARED_PIXEL, u8::MAX);
                }
            }
        }
    }

    /// Draws a red square around a world position, clipped to the picture.
    fn draw_spot(&mut self, at: [i32; 2], side: u32) {
        let [x, y] = self.viewport.cell(at);
        let (width, height) = self.image.dimensions();
        let around = |c: i64, end: u32| {
            let half = i64::from(side / 2);
            (c - half).clamp(0, end.into()) as u32..(c + half + 1).clamp(0, end.into()) as u32
        };
        for y in around(y, height) {
            for x in around(x, width) {
                self.image.put_pixel(x, y, Pixel(SHARED_PIXEL));
            }
        }
    }

    /// Draws the outline of a rectangle of the world, one pixel wide at any zoom.
    fn draw_box(&mut self, rect: &Rect, color: Rgb) {
        // A side outside the picture is not drawn.
        let visible = self.viewport.world_rect();
        let is_inside = |low: i64, high: i64| low >= visible.left.into() && high <= visible.right();
        let (is_left_visible, is_right_visible) =
            (is_inside(rect.left.into(), rect.left.into()), is_inside(rect.right(), rect.right()));
        let is_inside = |low: i64, high: i64| low >= visible.top.into() && high <= visible.bottom();
        let (is_top_visible, is_bottom_visible) =
            (is_inside(rect.top.into(), rect.top.into()), is_inside(rect.bottom(), rect.bottom()));
        let zoom = self.viewport.zoom();
        let [columns, rows] = self.viewport.cells(rect).map(|cells| cells.start * zoom..cells.end * zoom);
        if columns.is_empty() || rows.is_empty() {
            return;
        }
        if is_left_visible && is_right_visible && columns.len() < MIN_BOX as usize {
            return;
        }
        if is_top_visible && is_bottom_visible && rows.len() < MIN_BOX as usize {
            return;
        }
        for (x, is_visible) in [(columns.start, is_left_visible), (columns.end - 1, is_right_visible)] {
            if is_visible {
                rows.clone().for_each(|y| self.image.put_pixel(x, y, Pixel(color)));
            }
        }
        for (y, is_visible) in [(rows.start, is_top_visible), (rows.end - 1, is_bottom_visible)] {
            if is_visible {
                columns.clone().for_each(|x| self.image.put_pixel(x, y, Pixel(color)));
            }
        }
    }

    /// Blends a color over a cell inside the picture.
    fn blend(&mut self, cell: [i64; 2], color: Rgb, alpha: u8) {
        let [x, y] = cell.map(|c| c as u32);
        let zoom = self.viewport.zoom();
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

    /// Encodes the picture as PNG.
    pub(crate) fn write_png(&self, out: impl Write) -> ImageResult<()> {
        let (width, height) = self.image.dimensions();
        PngEncoder::new(out).write_image(self.image.as_raw(), width, height, ExtendedColorType::Rgb8)
    }
}
