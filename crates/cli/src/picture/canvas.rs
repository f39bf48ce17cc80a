//! A picture of a world while it is drawn, and its colors.

use super::sprite_image::SpriteImage;
use super::viewport::Viewport;
use anyhow::{Context, Result};
use image::codecs::png::PngEncoder;
use image::{ImageResult, Rgb as Pixel, RgbImage};
use mask::Rect;
use sheets::check_picture_memory;
use std::io::Write;
use std::ops::Range;
use world::{Pair, PlacedMask, SpriteId, View};

/// The shortest side of a drawn box, in pixels of the picture. A smaller box would hide its sprite.
const MIN_BOX: i64 = 4;
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
    /// Returns an error if the memory for the picture is refused.
    pub(crate) fn new(viewport: Viewport) -> Result<Canvas> {
        let [width, height] = viewport.size();
        check_picture_memory(3, [width, height])?;
        Ok(Canvas { viewport, image: RgbImage::from_pixel(width, height, Pixel(BACKGROUND)) })
    }

    /// Scales an image to the scale of the picture, for [`Canvas::draw`].
    pub(crate) fn scale(&self, image: SpriteImage) -> SpriteImage {
        image.downscaled(self.viewport.downscale())
    }

    /// Draws a scaled image with its top-left pixel at the world position `at`.
    pub(crate) fn draw(&mut self, SpriteImage(image): &SpriteImage, at: [i32; 2]) {
        self.draw_cells(at, image.dimensions().into(), |x, y| image.get_pixel(x, y).0);
    }

    /// Draws the silhouette of a mask with a darker edge. The picture must not be scaled down.
    pub(crate) fn draw_mask(&mut self, &PlacedMask { mask, at }: &PlacedMask, color: Rgb) {
        let is_solid = |x: u32, y: u32, [dx, dy]: [i32; 2]| mask.contains([x as i32 + dx, y as i32 + dy]);
        self.draw_cells(at, [mask.width(), mask.height()], |x, y| {
            let is_inside = [[-1, 0], [1, 0], [0, -1], [0, 1]].iter().all(|&by| is_solid(x, y, by));
            let [r, g, b] = if is_inside { color } else { edge_color(color) };
            [r, g, b, if is_solid(x, y, [0, 0]) { u8::MAX } else { 0 }]
        });
    }

    /// Blends the visible cells of an image of `size` cells, with its top-left pixel at the world position `at`.
    fn draw_cells(&mut self, at: [i32; 2], size: [u32; 2], color: impl Fn(u32, u32) -> [u8; 4]) {
        let [left, top] = self.viewport.cell(at.map(i64::from));
        let [columns, rows] = self.viewport.visible_cells([left, top], size);
        for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
            let [r, g, b, alpha] = color(x, y);
            if alpha > 0 {
                self.blend([left + i64::from(x), top + i64::from(y)], [r, g, b], alpha);
            }
        }
    }

    /// Draws a box around every sprite of a candidate pair, and the shared pixels of every collision.
    ///
    /// `ids` are the visible sprites in ascending order. `count` is called with the number of pairs that are done.
    pub(crate) fn draw_pairs(
        &mut self,
        view: View,
        ids: &[SpriteId],
        candidates: &[Pair],
        collisions: &[Pair],
        count: impl Fn(usize),
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
        count(candidates.len());
        let visible = self.viewport.world_rect();
        let pixels = self.image.as_raw().len() / 3;
        let are_few = collisions.len() < pixels / SPOT_SHARE / (MIN_SPOT * MIN_SPOT) as usize;
        let spot_side = if are_few { MIN_SPOT } else { 1 };
        for pair in collisions {
            self.draw_shared_pixels(view, *pair, &visible, spot_side);
            count(1);
        }
        Ok(())
    }

    /// Draws the shared pixels of a pair. A picture that is scaled down has a spot of side `spot_side` for few pixels.
    fn draw_shared_pixels(&mut self, view: View, pair: Pair, visible: &Rect, spot_side: u32) {
        let (Ok(a), Ok(b)) = (view.shape(pair.a), view.shape(pair.b)) else { return };
        let Some(contact) = view.contact(pair.a, pair.b) else { return };
        let Some(bounds) = contact.bounds().intersection(visible) else { return };
        let downscale = self.viewport.downscale();
        if downscale > 1 && bounds.width.max(bounds.height) <= spot_side * downscale {
            let [columns, rows] = self.viewport.cell(contact.first().map(i64::from)).map(|c| {
                let half = i64::from(spot_side / 2);
                c - half..c + half + 1
            });
            self.fill(columns, rows, SHARED_PIXEL);
        }
        for y in (bounds.top..).take(bounds.height as usize) {
            for x in (bounds.left..).take(bounds.width as usize) {
                let local = |at: [i32; 2]| [x - at[0], y - at[1]];
                if a.mask.contains(local(a.at)) && b.mask.contains(local(b.at)) {
                    self.blend(self.viewport.cell([x, y].map(i64::from)), SHARED_PIXEL, u8::MAX);
                }
            }
        }
    }

    /// Draws the outline of a rectangle of the world, one pixel wide at any zoom.
    fn draw_box(&mut self, rect: &Rect, color: Rgb) {
        let zoom = i64::from(self.viewport.zoom());
        let [left, top] = self.viewport.cell([rect.left.into(), rect.top.into()]).map(|c| c * zoom);
        let [right, bottom] = self.viewport.cell([rect.right() - 1, rect.bottom() - 1]).map(|c| (c + 1) * zoom);
        if right - left < MIN_BOX || bottom - top < MIN_BOX {
            return;
        }
        for x in [left, right - 1] {
            self.fill(x..x + 1, top..bottom, color);
        }
        for y in [top, bottom - 1] {
            self.fill(left..right, y..y + 1, color);
        }
    }

    /// Fills a rectangle of pixels, clipped to the picture.
    fn fill(&mut self, columns: Range<i64>, rows: Range<i64>, color: Rgb) {
        let (width, height) = self.image.dimensions();
        let clip = |range: Range<i64>, side: u32| [range.start, range.end].map(|c| c.clamp(0, side.into()) as u32);
        let ([left, right], [top, bottom]) = (clip(columns, width), clip(rows, height));
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            self.image.put_pixel(x, y, Pixel(color));
        }
    }

    /// Blends a color over a cell inside the picture.
    fn blend(&mut self, cell: [i64; 2], color: Rgb, alpha: u8) {
        let zoom = i64::from(self.viewport.zoom());
        let [x, y] = cell.map(|c| c * zoom);
        // Until the boxes are drawn, all pixels of a cell are equal. Later colors are opaque.
        let under = self.image.get_pixel(x as u32, y as u32).0;
        let over = |c: usize| {
            let [under, over, alpha] = [under[c], color[c], alpha].map(u32::from);
            ((under * (255 - alpha) + over * alpha + 127) / 255) as u8
        };
        self.fill(x..x + zoom, y..y + zoom, [0, 1, 2].map(over));
    }

    pub(crate) fn image(&self) -> &RgbImage {
        &self.image
    }

    /// Encodes the picture as PNG.
    pub(crate) fn write_png(&self, out: impl Write) -> ImageResult<()> {
        self.image.write_with_encoder(PngEncoder::new(out))
    }
}

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

pub(crate) const BACKGROUND: Rgb = [22, 24, 32];
/// The box of a sprite whose box overlaps another box.
pub(crate) const CANDIDATE_BOX: Rgb = [112, 124, 150];
/// The box of a sprite that collides.
pub(crate) const COLLISION_BOX: Rgb = [186, 82, 62];
/// A pixel that two sprites share.
pub(crate) const SHARED_PIXEL: Rgb = [255, 36, 44];

/// Colors for masks without a picture. None is close to the red of shared pixels.
pub(crate) const PALETTE: [Rgb; 8] = [
    [92, 156, 204],
    [110, 178, 140],
    [208, 178, 104],
    [150, 130, 200],
    [96, 176, 184],
    [164, 182, 98],
    [196, 150, 190],
    [150, 164, 184],
];

/// Returns the darker color for the edge of a silhouette.
pub(crate) fn edge_color(color: Rgb) -> Rgb {
    color.map(|c| (u16::from(c) * 5 / 8) as u8)
}
