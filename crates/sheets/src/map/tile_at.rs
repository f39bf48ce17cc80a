//! Which tile of a layer is at a pixel.

use super::map::{Map, MapLayer};
use super::place::Corners;
use super::sprite::MapSprite;
use mask::{Mask, TransformedMask};

impl MapLayer {
    /// Returns the tile or the object with a solid pixel at a pixel of the map: of several, the one drawn last, which is
    /// on top. Sprites that the editor does not show are left out, so the pixels are those of [`MapLayer::terrain`].
    ///
    /// The first pixel that a sprite shares with the terrain of a layer names the tile that the sprite touches:
    ///
    /// ```
    /// # use sheets::image::{ImageFormat, Rgba, RgbaImage};
    /// # use sheets::{Map, Options};
    /// # use std::collections::HashMap;
    /// use world::{Sprite, World};
    ///
    /// # let mut png = std::io::Cursor::new(Vec::new());
    /// # RgbaImage::from_pixel(16, 8, Rgba([9, 9, 9, 255])).write_to(&mut png, ImageFormat::Png)?;
    /// let level = r#"<map width="3" height="2" tilewidth="8" tileheight="8">
    ///     <tileset firstgid="1" name="cave" tilewidth="8" tileheight="8"><image source="cave.png"/>
    ///         <tile id="1" type="trap"><properties><property name="spikes" type="bool" value="true"/></properties></tile>
    ///     </tileset>
    ///     <layer name="ground" width="3" height="2"><data encoding="csv">0,0,0, 1,1,2</data></layer>
    /// </map>"#;
    /// # let files = HashMap::from([("level.tmx".to_owned(), level.into()), ("cave.png".to_owned(), png.into_inner())]);
    /// let map = Map::read(&files, "level.tmx", &Options::default())?;
    /// let layer = map.layer("ground").unwrap();
    ///
    /// let mut world = World::new();
    /// let (terrain, at) = layer.terrain(&map)?;
    /// let [terrain, box_mask] = [world.add_mask(terrain)?, world.add_mask(mask::Mask::filled(6, 6)?)?];
    /// let ground = world.spawn(Sprite::new(terrain, at).fixed(true))?;
    /// let hero = world.spawn(Sprite::new(box_mask, [17, 4]))?;
    ///
    /// let view = world.refresh()?;
    /// let first = view.contact(ground, hero).unwrap().first();
    /// let tile = layer.tile_at(&map, first).unwrap();
    /// let frame = &map.frames()[tile.frame()];
    /// assert_eq!((frame.name(), frame.class()), ("cave 1", "trap"));
    /// assert!(frame.properties().flag("spikes"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: the first call sorts the sprites of the layer and keeps 12 bytes for each. A call tests the few sprites whose
    /// boxes may be at the pixel. In a layer with one sprite that is far larger than the others, it tests more.
    ///
    /// # Panics
    /// Panics if the layer belongs to another map that has more frames.
    #[must_use]
    pub fn tile_at(&self, map: &Map, pixel: impl Into<[i32; 2]>) -> Option<&MapSprite> {
        let pixel = pixel.into();
        let corners = self.corners.get_or_init(|| Corners::new(&map.frames, &self.sprites));
        let mut found = None;
        for index in corners.near(pixel) {
            if found.is_none_or(|found| index > found) && self.sprites[index as usize].is_solid_at(map, pixel) {
                found = Some(index);
            }
        }
        found.map(|index| &self.sprites[index as usize])
    }
}

impl MapSprite {
    /// Returns whether the sprite has a solid pixel at a pixel of the map, as in the terrain of its layer.
    fn is_solid_at(&self, map: &Map, pixel: [i32; 2]) -> bool {
        let frame = map.frames[self.frame()].mask();
        let [x, y] = [0, 1].map(|axis| i64::from(pixel[axis]) - i64::from(self.at[axis]));
        let (Ok(x), Ok(y)) = (i32::try_from(x), i32::try_from(y)) else { return false };
        if self.is_plain() {
            return self.frame_pixel(frame, [x, y]).is_some_and(|pixel| frame.contains(pixel));
        }
        // A mask that cannot be built is an error of `terrain`.
        let Ok(oriented) = self.oriented(frame) else { return false };
        let by = self.transform([oriented.width(), oriented.height()]);
        TransformedMask::new(&oriented, &by).is_ok_and(|mask| mask.contains([x, y]))
    }

    /// Returns the pixel of the frame at a pixel of the flipped and turned frame, or `None` outside.
    fn frame_pixel(&self, frame: &Mask, [mut x, mut y]: [i32; 2]) -> Option<[i32; 2]> {
        let (mut size, own) = ([frame.width() as i32, frame.height() as i32], [frame.width(), frame.height()]);
        if self.quarter_turns % 2 == 1 {
            size.swap(0, 1);
        }
        if !((0..size[0]).contains(&x) && (0..size[1]).contains(&y)) {
            return None;
        }
        // A quarter clockwise puts the pixel x, y of a frame of height h at h - 1 - y, x.
        for _ in 0..self.quarter_turns {
            (x, y) = (y, size[0] - 1 - x);
            size.swap(0, 1);
        }
        let [flip_x, flip_y] = self.flips;
        let flip = |c: i32, side: u32, flip: bool| if flip { side as i32 - 1 - c } else { c };
        Some([flip(x, own[0], flip_x), flip(y, own[1], flip_y)])
    }
}
