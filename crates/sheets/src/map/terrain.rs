//! A whole layer as one mask.

use super::map::{Map, MapLayer};
use super::sprite::MapSprite;
use crate::limits::at_most;
use crate::{Reason, SheetError};
use mask::{Affine, Mask, MaskError, Rect};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

impl MapLayer {
    /// Draws the layer into one mask. Returns the mask and its top-left pixel in the map.
    ///
    /// The mask is as large as the boxes of the sprites together. Sprites that the editor does not show are left out.
    /// A rotated or scaled sprite has the pixels that it has in the library `world`: those that are drawn.
    ///
    /// ```
    /// # use sheets::{Map, Options};
    /// # use std::collections::HashMap;
    /// # let mut picture = std::io::Cursor::new(Vec::new());
    /// # let tile = image::RgbaImage::from_pixel(2, 2, image::Rgba([255; 4]));
    /// # tile.write_to(&mut picture, image::ImageFormat::Png).unwrap();
    /// let level = r#"<map width="3" height="2" tilewidth="2" tileheight="2">
    ///     <tileset firstgid="1" tilewidth="2" tileheight="2"><image source="tile.png"/></tileset>
    ///     <layer width="3" height="2" name="ground"><data encoding="csv">0,0,1, 0,1,1</data></layer>
    /// </map>"#;
    /// # let files = HashMap::from([
    /// #     ("level.tmx".to_owned(), level.as_bytes().to_vec()),
    /// #     ("tile.png".to_owned(), picture.into_inner()),
    /// # ]);
    /// let map = Map::read(&files, "level.tmx", &Options::default())?;
    /// let (ground, at) = map.layers()[0].terrain(&map)?;
    /// assert_eq!(ground.to_string(), "..##\n..##\n####\n####");
    /// assert_eq!(at, [2, 0]);
    /// # Ok::<(), sheets::SheetError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`SheetError`] with [`Reason::TooLarge`] if the mask has more pixels than
    /// [`Limits::terrain_pixels`](crate::Limits), and with [`Reason::Mask`] if it cannot be built. The limits are
    /// those with which the map was read.
    ///
    /// # Panics
    /// Panics if the layer belongs to another map that has more frames.
    pub fn terrain(&self, map: &Map) -> Result<(Mask, [i32; 2]), SheetError> {
        self.draw(map).map_err(|reason| SheetError::at(&map.file, format_args!("layer {:?}", self.name), reason))
    }

    fn draw(&self, map: &Map) -> Result<(Mask, [i32; 2]), Reason> {
        let shown = || self.sprites.iter().filter(|sprite| sprite.is_visible());
        let boxes = shown().map(|sprite| sprite.corners(map.frames[sprite.frame()].size()));
        let joined =
            boxes.reduce(|[a, b], [c, d]| [[a[0].min(c[0]), a[1].min(c[1])], [b[0].max(d[0]), b[1].max(d[1])]]);
        let Some([first, end]) = joined else { return Ok((Mask::new(0, 0)?, [0, 0])) };
        let mut terrain =
            new_mask([0, 1].map(|axis| end[axis].saturating_sub(first[axis]) as u64), map.limits.terrain_pixels)?;
        let first = first.map(|c| c as i32);
        let mut turned: HashMap<(u32, [bool; 2], u8), Mask> = HashMap::new();
        for sprite in shown() {
            let frame = map.frames[sprite.frame()].mask();
            let key = (sprite.frame, sprite.flips, sprite.quarter_turns);
            let mask = match turned.entry(key) {
                _ if sprite.flips == [false; 2] && sprite.quarter_turns == 0 => frame,
                Entry::Occupied(entry) => &*entry.into_mut(),
                Entry::Vacant(entry) => &*entry.insert(sprite.oriented(frame)?),
            };
            let at = [0, 1].map(|axis| sprite.at[axis].wrapping_sub(first[axis]));
            if sprite.is_plain() {
                terrain.draw(mask, at);
            } else {
                let (mask, moved) = mask.transformed(&sprite.transform([mask.width(), mask.height()]))?;
                terrain.draw(&mask, [0, 1].map(|axis| at[axis].wrapping_add(moved[axis])));
            }
        }
        Ok((terrain, first))
    }

    /// Draws the cells with one of the given values into one mask. Returns the mask, as large as the grid, and its
    /// top-left pixel in the map. The mask of a layer without values is empty.
    ///
    /// # Errors
    /// Returns [`SheetError`] under the conditions of [`MapLayer::terrain`].
    pub fn value_terrain(&self, map: &Map, values: &[u32]) -> Result<(Mask, [i32; 2]), SheetError> {
        let draw = || -> Result<_, Reason> {
            let Some(grid) = &self.values else { return Ok((Mask::new(0, 0)?, [0, 0])) };
            let [columns, rows] = grid.size;
            let size = [columns, rows].map(|count| u64::from(count) * u64::from(grid.cell));
            let mut mask = new_mask(size, map.limits.terrain_pixels)?;
            for (index, _) in grid.cells.iter().enumerate().filter(|(_, value)| values.contains(value)) {
                let [x, y] =
                    [index % columns as usize, index / columns as usize].map(|c| (c as u32 * grid.cell) as i32);
                mask.fill_rect(Rect::new(x, y, grid.cell, grid.cell), true);
            }
            Ok((mask, grid.at))
        };
        draw().map_err(|reason| SheetError::at(&map.file, format_args!("layer {:?}", self.name), reason))
    }
}

impl MapSprite {
    /// Returns the flipped and turned frame.
    pub(crate) fn oriented(&self, frame: &Mask) -> Result<Mask, MaskError> {
        let [x, y] = self.flips;
        // Both flips together are a half turn.
        mask::shared::oriented(frame, x != y, u32::from(self.quarter_turns) + if y { 2 } else { 0 })
    }

    /// Returns the map from the pixels of the flipped and turned frame, of this size, to the pixels of the scaled and
    /// rotated sprite, from its position.
    pub(super) fn transform(&self, size: [u32; 2]) -> Affine {
        let middle = size.map(|side| f64::from(side) / 2.0);
        let by = Affine::scale(self.scale()).then(&Affine::rotation(self.angle())).about(middle);
        by.then(&Affine::translation(self.fraction()))
    }

    /// Returns the box of the sprite as first and last-but-one coordinates.
    pub(super) fn corners(&self, [width, height]: [u32; 2]) -> [[i64; 2]; 2] {
        let [width, height] = if self.quarter_turns % 2 == 1 { [height, width] } else { [width, height] };
        let at = self.at.map(i64::from);
        if self.is_plain() {
            return [at, [at[0] + i64::from(width), at[1] + i64::from(height)]];
        }
        let by = self.transform([width, height]);
        let [w, h] = [width, height].map(f64::from);
        let corners = [[0.0, 0.0], [w, 0.0], [0.0, h], [w, h]].map(|corner| by.apply(corner));
        let least = |axis: usize| corners.iter().map(|c| c[axis]).fold(f64::MAX, f64::min).floor() as i64 + at[axis];
        let most = |axis: usize| corners.iter().map(|c| c[axis]).fold(f64::MIN, f64::max).ceil() as i64 + at[axis];
        [[least(0), least(1)], [most(0), most(1)]]
    }
}

/// Creates an empty mask, unless it has more pixels than the limit.
fn new_mask([width, height]: [u64; 2], limit: u64) -> Result<Mask, Reason> {
    at_most("pixels", width.saturating_mul(height), limit)?;
    let side = |side: u64| u32::try_from(side).map_err(|_| Reason::TooLarge { what: "pixels", got: side, limit });
    Ok(Mask::new(side(width)?, side(height)?)?)
}
