//! A map: frames, and layers that place them.

use super::place::Corners;
use super::sprite::{Label, MapSprite};
use crate::{Animation, Frame, Limits, Properties, PropertyValue, Sheet, Warning};
use std::sync::OnceLock;

/// A map of Tiled or LDtk: frames, and layers of sprites that show them.
///
/// Each distinct tile is one frame, however often the layers place it. The library `world` is not needed; the README
/// shows how a map becomes a world.
#[derive(Debug, Clone, Default)]
pub struct Map {
    /// The name of the file, for errors.
    pub(crate) file: String,
    pub(crate) frames: Vec<Frame>,
    pub(crate) animations: Vec<Animation>,
    pub(crate) layers: Vec<MapLayer>,
    pub(crate) limits: Limits,
    pub(crate) warnings: Vec<Warning>,
}

impl Map {
    /// Returns the tiles and the shapes that the layers place, each once.
    ///
    /// A tile of Tiled is named `TILESET ID`, and a shape `object ID`.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the animations of the tiles. An animation has the name of the frame that it animates.
    #[must_use]
    pub fn animations(&self) -> &[Animation] {
        &self.animations
    }

    /// Returns the animation of a frame, if the frame is an animated tile.
    ///
    /// Cost: one pass over the animations.
    #[must_use]
    pub fn animation_of(&self, frame: usize) -> Option<&Animation> {
        let name = self.frames.get(frame)?.name();
        self.animations.iter().find(|animation| animation.name() == name)
    }

    /// Returns a property of a sprite: of the object itself, or else of the tile that it shows.
    ///
    /// # Panics
    /// Panics if the sprite belongs to another map that has more frames.
    #[must_use]
    pub fn property<'a>(&'a self, sprite: &'a MapSprite, name: &str) -> Option<&'a PropertyValue> {
        sprite.properties().get(name).or_else(|| self.frames[sprite.frame()].properties().get(name))
    }

    /// Returns the layers from the bottom to the top. Groups are flattened.
    ///
    /// The layers of an LDtk project are those of its first level, then those of the next.
    /// Levels of a linear layout are in a row, 48 pixels apart, as LDtk shows them.
    #[must_use]
    pub fn layers(&self) -> &[MapLayer] {
        &self.layers
    }

    /// Returns the first layer of this name.
    #[must_use]
    pub fn layer(&self, name: &str) -> Option<&MapLayer> {
        self.layers.iter().find(|layer| layer.name() == name)
    }

    /// Returns what was left out or read in another way than the files say: at most 100 items, and one that counts the
    /// rest.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Returns the frames and animations without the layers.
    pub(crate) fn into_sheet(self) -> Sheet {
        Sheet::new(self.frames, self.animations, self.warnings)
    }
}

/// The kind of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LayerKind {
    /// Tiles on a grid.
    Tiles,
    /// Objects or entities: shapes, tiles and points at any place.
    Objects,
    /// One picture.
    Picture,
    /// Values on a grid (LDtk's `IntGrid`), and the tiles that LDtk's rules make from them.
    Values,
}

/// A layer of a map: sprites in the order in which the editor draws them.
#[derive(Debug, Clone)]
pub struct MapLayer {
    pub(crate) name: String,
    pub(crate) class: String,
    pub(crate) group: String,
    pub(crate) kind: LayerKind,
    pub(crate) offset: [f64; 2],
    pub(crate) visible: bool,
    pub(crate) sprites: Vec<MapSprite>,
    pub(crate) points: Vec<MapPoint>,
    pub(crate) values: Option<ValueGrid>,
    pub(crate) properties: Properties,
    /// Made by the first call of `tile_at`.
    pub(crate) corners: OnceLock<Corners>,
}

impl MapLayer {
    /// Returns the name of the layer.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the class of the layer, if it has one.
    #[must_use]
    pub fn class(&self) -> &str {
        &self.class
    }

    /// Returns the names of the groups around the layer, with `/` between, or the identifier of the LDtk level.
    #[must_use]
    pub fn group(&self) -> &str {
        &self.group
    }

    /// Returns the kind of the layer.
    #[must_use]
    pub fn kind(&self) -> LayerKind {
        self.kind
    }

    /// Returns the offset of the layer and its groups in pixels, for LDtk including the position of the level in the
    /// world. The positions of the sprites contain it already.
    #[must_use]
    pub fn offset(&self) -> [f64; 2] {
        self.offset
    }

    /// Returns whether the editor shows the layer and all groups around it.
    #[must_use]
    pub fn is_visible(&self) -> bool {
        self.visible
    }

    /// Returns the tiles and objects that have pixels, in the order in which the editor draws them. The last one is on
    /// top.
    #[must_use]
    pub fn sprites(&self) -> &[MapSprite] {
        &self.sprites
    }

    /// Returns the objects without pixels, such as the place where a player starts.
    #[must_use]
    pub fn points(&self) -> &[MapPoint] {
        &self.points
    }

    /// Returns the values of the grid, if the layer is of the kind [`LayerKind::Values`].
    #[must_use]
    pub fn values(&self) -> Option<&ValueGrid> {
        self.values.as_ref()
    }

    /// Returns the properties of the layer. A layer of LDtk has none.
    #[must_use]
    pub fn properties(&self) -> &Properties {
        &self.properties
    }
}

/// An object without pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct MapPoint {
    pub(crate) at: [i32; 2],
    pub(crate) label: Label,
}

impl MapPoint {
    /// Returns the position in pixels of the map, rounded down.
    #[must_use]
    pub fn at(&self) -> [i32; 2] {
        self.at
    }

    /// Returns the name of the object.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.label.name
    }

    /// Returns the class of the object.
    #[must_use]
    pub fn class(&self) -> &str {
        &self.label.class
    }

    /// Returns the id that the editor gives the object.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.label.id
    }

    /// Returns the properties of the object.
    #[must_use]
    pub fn properties(&self) -> &Properties {
        &self.label.properties
    }
}

/// A value for each cell of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueGrid {
    pub(crate) at: [i32; 2],
    pub(crate) size: [u32; 2],
    pub(crate) cell: u32,
    pub(crate) cells: Vec<u32>,
}

impl ValueGrid {
    /// Returns the top-left pixel of the grid in the map.
    #[must_use]
    pub fn at(&self) -> [i32; 2] {
        self.at
    }

    /// Returns the numbers of columns and rows.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Returns the width and height of a cell in pixels.
    #[must_use]
    pub fn cell_size(&self) -> u32 {
        self.cell
    }

    /// Returns the values row by row. 0 is an empty cell.
    #[must_use]
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Returns the value of the cell at a pixel of the map. Outside the grid, returns 0.
    #[must_use]
    pub fn value_at(&self, pixel: impl Into<[i32; 2]>) -> u32 {
        let pixel = pixel.into();
        let cell = [0, 1].map(|axis| {
            let at = i64::from(pixel[axis]) - i64::from(self.at[axis]);
            at.checked_div_euclid(self.cell.into()).filter(|cell| (0..self.size[axis].into()).contains(cell))
        });
        let [Some(column), Some(row)] = cell else { return 0 };
        self.cells.get((row * i64::from(self.size[0]) + column) as usize).copied().unwrap_or(0)
    }

    /// Returns the values that occur, without 0, in ascending order.
    ///
    /// Cost: one pass over the cells.
    #[must_use]
    pub fn kinds(&self) -> Vec<u32> {
        let kinds: std::collections::BTreeSet<u32> = self.cells.iter().copied().filter(|&value| value > 0).collect();
        kinds.into_iter().collect()
    }
}
