//! Draws frames: the visible layers of a frame, blended from the lowest to the topmost.

use super::blend::{blend, product};
use super::pixels::Palette;
use super::read::{Cel, Content, Document, Layer, Tile, Tileset};
use crate::limits::Budget;
use crate::{PictureError, Reason, check_picture_memory};
use aseprite_loader::binary::blend_mode::BlendMode;
use image::{Rgba, RgbaImage};
use std::ops::Range;

/// The content of a frame: equal contents have equal pixels.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Contents {
    /// The index of the palette.
    palette: Option<usize>,
    items: Vec<Item>,
}

/// A layer or a group of a frame.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Item {
    /// The layer, and the frame of the cel that it shows: links are followed.
    Cel { layer: usize, frame: usize },
    /// The layer of a group that is drawn on its own, and its contents.
    Group { layer: usize, items: Vec<Item> },
}

impl Document {
    /// Returns what a frame shows.
    pub(super) fn contents(&self, frame: usize) -> Contents {
        let palette = self.palettes.partition_point(|(first, _)| *first <= frame).checked_sub(1);
        Contents { palette, items: self.items(frame, 0..self.layers.len()) }
    }

    /// Returns the visible items of a range of layers, from the lowest to the topmost.
    fn items(&self, frame: usize, layers: Range<usize>) -> Vec<Item> {
        let mut items = Vec::new();
        let mut index = layers.start;
        while index < layers.end {
            let layer = &self.layers[index];
            let children = index + 1..layers.end;
            let end = if layer.is_group { self.end_of_group(layer.level, children.clone()) } else { index + 1 };
            if !layer.is_visible {
                index = end;
            } else if layer.is_group && self.composes_groups {
                items.push((index as i64, 0, Item::Group { layer: index, items: self.items(frame, index + 1..end) }));
                index = end;
            } else {
                // The children of a group that is not drawn on its own come next.
                if let Some((own, cel)) = self.cel(frame, index) {
                    // A cel may be moved in front of the next layers, or behind the layers before.
                    let z = self.cels[&(frame, index)].z;
                    debug_assert!(!matches!(cel.content, Content::Link(_)));
                    items.push((index as i64 + i64::from(z), z, Item::Cel { layer: index, frame: own }));
                }
                index += 1;
            }
        }
        items.sort_by_key(|&(order, z, _)| (order, z));
        items.into_iter().map(|(.., item)| item).collect()
    }

    /// Returns the first layer of a range that is not in the group of `level` before.
    fn end_of_group(&self, level: u16, mut layers: Range<usize>) -> usize {
        let end = layers.end;
        layers.find(|&layer| self.layers[layer].level <= level).unwrap_or(end)
    }

    /// Follows links to the cel of a layer, and returns its frame and the cel.
    fn cel(&self, mut frame: usize, layer: usize) -> Option<(usize, &Cel)> {
        // Each link leads to an earlier frame.
        loop {
            match self.cels.get(&(frame, layer))? {
                Cel { content: Content::Link(earlier), .. } => frame = *earlier,
                cel => return Some((frame, cel)),
            }
        }
    }

    /// Returns how deep groups that are drawn on their own are nested.
    pub(super) fn depth(&self) -> u64 {
        let depth = |layer: &Layer| if layer.is_group && self.composes_groups { u64::from(layer.level) + 1 } else { 0 };
        self.layers.iter().map(depth).max().unwrap_or(0)
    }

    /// Draws the contents of a frame. Takes each pixel that is blended from the budget. An error comes with the layer.
    pub(super) fn draw(&self, contents: &Contents, budget: &mut Budget) -> Result<RgbaImage, (usize, Reason)> {
        const NONE: Palette = [[0; 4]; 256];
        let palette = contents.palette.map_or(&NONE, |index| &self.palettes[index].1);
        self.draw_items(&contents.items, palette, budget)
    }

    fn draw_items(&self, items: &[Item], palette: &Palette, budget: &mut Budget) -> Result<RgbaImage, (usize, Reason)> {
        let mut canvas = self.canvas().map_err(|error| (0, error.into()))?;
        for item in items {
            match item {
                Item::Group { layer: index, items } => {
                    let group = self.draw_items(items, palette, budget)?;
                    let layer = &self.layers[*index];
                    budget.take(self.pixels()).map_err(|error| (*index, error))?;
                    for (pixel, &front) in canvas.pixels_mut().zip(group.pixels()) {
                        pixel.0 = blend(layer.mode, pixel.0, front.0, layer.opacity);
                    }
                }
                Item::Cel { layer, frame } => {
                    let drawn = self.draw_cel(&mut canvas, *layer, &self.cels[&(*frame, *layer)], palette, budget);
                    drawn.map_err(|error| (*layer, error))?;
                }
            }
        }
        Ok(canvas)
    }

    fn draw_cel(
        &self,
        canvas: &mut RgbaImage,
        index: usize,
        cel: &Cel,
        palette: &Palette,
        budget: &mut Budget,
    ) -> Result<(), Reason> {
        let layer = &self.layers[index];
        let brush = Brush { mode: layer.mode, opacity: product(layer.opacity, cel.opacity) };
        let color = |pixels: &[u8], index| self.format.color(pixels, index, palette, layer.is_background);
        match &cel.content {
            Content::Link(_) => Ok(()), // Links are followed before.
            Content::Image(size, pixels) => {
                let width = size[0] as usize;
                brush.draw(canvas, cel.at, *size, budget, |[x, y]| color(pixels, y * width + x))
            }
            Content::Tiles([columns, _], tiles) => {
                let tileset = layer.tileset.and_then(|id| self.tilesets.get(&id)).ok_or_else(|| {
                    Reason::Unsupported("the tile set is not in this file: save the file with its tile set".into())
                })?;
                let [width, height] = tileset.tile;
                for (index, tile) in (0_u32..).zip(tiles) {
                    let Some(first) = tileset.first_pixel(*tile)? else { continue };
                    let cell = [index % columns * width, index / columns * height];
                    let at = [0, 1].map(|axis| cel.at[axis].saturating_add_unsigned(cell[axis]));
                    brush.draw(canvas, at, tileset.tile, budget, |at| match tile.source(at, tileset.tile) {
                        Some([x, y]) => color(&tileset.pixels, first + y * width as usize + x),
                        None => [0; 4],
                    })?;
                }
                Ok(())
            }
        }
    }

    /// Returns an empty picture of the size of a frame.
    fn canvas(&self) -> Result<RgbaImage, PictureError> {
        check_picture_memory(4, self.size)?;
        Ok(RgbaImage::new(self.size[0], self.size[1]))
    }

    /// Returns the number of pixels of a frame.
    pub(super) fn pixels(&self) -> u64 {
        u64::from(self.size[0]) * u64::from(self.size[1])
    }
}

impl Tileset {
    /// Returns the index of the first pixel of a tile, or `None` for the empty tile.
    fn first_pixel(&self, tile: Tile) -> Result<Option<usize>, Reason> {
        match tile.index {
            None => Ok(None),
            Some(0) if self.has_empty => Ok(None),
            Some(index) if index < self.count => {
                Ok(Some(index as usize * self.tile[0] as usize * self.tile[1] as usize))
            }
            Some(index) => {
                Err(Reason::invalid(format_args!("less than the {} tiles of the tile set", self.count), index))
            }
        }
    }
}

impl Tile {
    /// Returns the pixel of the tile set that is at a pixel of the placed tile. Outside, a transposed tile that is not
    /// square has none.
    fn source(self, at: [usize; 2], [width, height]: [u32; 2]) -> Option<[usize; 2]> {
        let [width, height] = [width as usize, height as usize];
        let x = if self.flip_x { width - 1 - at[0] } else { at[0] };
        let y = if self.flip_y { height - 1 - at[1] } else { at[1] };
        let [x, y] = if self.is_transposed { [y, x] } else { [x, y] };
        (x < width && y < height).then_some([x, y])
    }
}

/// How a cel is blended.
#[derive(Clone, Copy)]
struct Brush {
    mode: BlendMode,
    opacity: u8,
}

impl Brush {
    /// Blends a rectangle of colors over the canvas, clipped to the canvas.
    fn draw(
        self,
        canvas: &mut RgbaImage,
        at: [i32; 2],
        size: [u32; 2],
        budget: &mut Budget,
        color: impl Fn([usize; 2]) -> [u8; 4],
    ) -> Result<(), Reason> {
        let end = [canvas.width(), canvas.height()];
        let [columns, rows] = [0, 1].map(|axis| {
            let first = at[axis].max(0);
            let after = at[axis].saturating_add_unsigned(size[axis]).min(i32::try_from(end[axis]).unwrap_or(i32::MAX));
            first..after.max(first)
        });
        budget.take(columns.len() as u64 * rows.len() as u64)?;
        for y in rows {
            for x in columns.clone() {
                let Rgba(pixel) = canvas.get_pixel_mut(x as u32, y as u32);
                let front = color([(x - at[0]) as usize, (y - at[1]) as usize]);
                *pixel = blend(self.mode, *pixel, front, self.opacity);
            }
        }
        Ok(())
    }
}
