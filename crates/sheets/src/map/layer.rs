//! A layer of a map.

use super::MapSprite;
use super::corners::Corners;
use super::sprite::Label;
use crate::Properties;
use std::sync::OnceLock;

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
