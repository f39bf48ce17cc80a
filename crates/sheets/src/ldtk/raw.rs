//! The fields of LDtk's files that matter here. A field that is missing or null has the value that LDtk's own loader gives
//! it.

use crate::PropertyValue;
use serde::{Deserialize, Deserializer};

/// The side of a cell, and of an entity, if the file has none.
pub(super) const GRID_SIZE: u32 = 16;

/// The side of a level if the file has none.
pub(super) const LEVEL_SIZE: u32 = 16 * GRID_SIZE;

/// Reads a value, or its default for null.
fn or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(json: D) -> Result<T, D::Error> {
    Option::deserialize(json).map(Option::unwrap_or_default)
}

/// The version of LDtk that wrote a project.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawVersion {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) json_version: String,
}

/// A project.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawProject {
    pub(super) defs: RawDefs,
    pub(super) world_layout: Option<RawLayout>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) levels: Vec<RawLevel>,
    /// Projects with several worlds have their levels here.
    #[serde(default, deserialize_with = "or_default")]
    pub(super) worlds: Vec<RawWorld>,
    pub(super) default_level_width: Option<u32>,
    pub(super) default_level_height: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawWorld {
    pub(super) identifier: String,
    pub(super) world_layout: Option<RawLayout>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) levels: Vec<RawLevel>,
    pub(super) default_level_width: Option<u32>,
    pub(super) default_level_height: Option<u32>,
}

/// Where levels are in their world. In the linear layouts the file has no positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum RawLayout {
    Free,
    GridVania,
    LinearHorizontal,
    LinearVertical,
}

/// The definitions that levels refer to.
#[derive(Debug, Deserialize)]
pub(super) struct RawDefs {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) tilesets: Vec<RawTileset>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) entities: Vec<RawEntityDef>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) layers: Vec<RawLayerDef>,
}

impl RawDefs {
    /// Returns a tileset and its index.
    pub(super) fn tileset(&self, uid: i64) -> Option<(usize, &RawTileset)> {
        self.tilesets.iter().enumerate().find(|(_, tileset)| tileset.uid == uid)
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawTileset {
    pub(super) uid: i64,
    identifier: Option<String>,
    pub(super) rel_path: Option<String>,
    tile_grid_size: Option<u32>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) spacing: u32,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) padding: u32,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) custom_data: Vec<RawCustomData>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) enum_tags: Vec<RawEnumTag>,
}

impl RawTileset {
    pub(super) fn identifier(&self) -> String {
        self.identifier.clone().unwrap_or_else(|| format!("Tileset{}", self.uid))
    }

    pub(super) fn tile_grid_size(&self) -> u32 {
        self.tile_grid_size.unwrap_or(GRID_SIZE)
    }
}

/// A text that the author gives a tile.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawCustomData {
    pub(super) tile_id: u32,
    pub(super) data: String,
}

/// A value of an enum, and the tiles that have it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawEnumTag {
    pub(super) enum_value_id: String,
    pub(super) tile_ids: Vec<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawEntityDef {
    pub(super) uid: i64,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) render_mode: String,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) tile_render_mode: String,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) nine_slice_borders: Vec<u32>,
    pub(super) width: Option<u32>,
    pub(super) height: Option<u32>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) pivot_x: f64,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) pivot_y: f64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLayerDef {
    pub(super) uid: i64,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) tile_pivot_x: f64,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) tile_pivot_y: f64,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) px_offset_x: i32,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) px_offset_y: i32,
    pub(super) tileset_def_uid: Option<i64>,
}

/// A level, in the project or in a file of its own.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLevel {
    #[serde(default, deserialize_with = "or_default")]
    uid: i64,
    identifier: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) world_x: i32,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) world_y: i32,
    #[serde(rename = "pxWid")]
    pub(super) width: Option<u32>,
    #[serde(rename = "pxHei")]
    pub(super) height: Option<u32>,
    /// The layers from the top to the bottom.
    pub(super) layer_instances: Option<Vec<RawLayer>>,
    pub(super) external_rel_path: Option<String>,
}

impl RawLevel {
    pub(super) fn identifier(&self) -> String {
        self.identifier.clone().unwrap_or_else(|| format!("Level{}", self.uid))
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLayer {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__type")]
    pub(super) kind: RawKind,
    #[serde(rename = "__cWid")]
    pub(super) columns: u32,
    #[serde(rename = "__cHei")]
    pub(super) rows: u32,
    #[serde(rename = "__gridSize")]
    pub(super) grid_size: u32,
    #[serde(rename = "__pxTotalOffsetX")]
    total_offset_x: Option<i32>,
    #[serde(rename = "__pxTotalOffsetY")]
    total_offset_y: Option<i32>,
    #[serde(default, deserialize_with = "or_default")]
    px_offset_x: i32,
    #[serde(default, deserialize_with = "or_default")]
    px_offset_y: i32,
    #[serde(rename = "__tilesetDefUid")]
    tileset: Option<i64>,
    override_tileset_uid: Option<i64>,
    pub(super) layer_def_uid: i64,
    visible: Option<bool>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) int_grid_csv: Vec<u32>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) auto_layer_tiles: Vec<RawTile>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) grid_tiles: Vec<RawTile>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) entity_instances: Vec<RawEntity>,
}

impl RawLayer {
    pub(super) fn is_visible(&self) -> bool {
        self.visible.unwrap_or(true)
    }

    /// Returns the tileset of the layer. The fields with `__` repeat what the definition says.
    pub(super) fn tileset(&self, def: Option<&RawLayerDef>) -> Option<i64> {
        self.override_tileset_uid.or(self.tileset).or_else(|| def?.tileset_def_uid)
    }

    /// Returns the offset of the layer in its level.
    pub(super) fn offset(&self, def: Option<&RawLayerDef>) -> [f64; 2] {
        let [x, y] = def.map_or([0; 2], |def| [def.px_offset_x, def.px_offset_y]);
        let sum = |own: i32, def: i32| f64::from(own) + f64::from(def);
        [
            self.total_offset_x.map_or_else(|| sum(self.px_offset_x, x), f64::from),
            self.total_offset_y.map_or_else(|| sum(self.px_offset_y, y), f64::from),
        ]
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum RawKind {
    IntGrid,
    Entities,
    Tiles,
    AutoLayer,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct RawTile {
    pub(super) px: [i32; 2],
    pub(super) src: [i32; 2],
    /// Bit 0 mirrors left to right, bit 1 top to bottom.
    #[serde(default, deserialize_with = "or_default")]
    pub(super) f: u8,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawEntity {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) iid: String,
    #[serde(rename = "__pivot")]
    pivot: Option<[f64; 2]>,
    #[serde(rename = "__tile")]
    pub(super) tile: Option<RawRect>,
    pub(super) def_uid: i64,
    pub(super) px: [i32; 2],
    width: Option<u32>,
    height: Option<u32>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) field_instances: Vec<RawField>,
}

impl RawEntity {
    pub(super) fn size(&self, def: Option<&RawEntityDef>) -> [u32; 2] {
        let [width, height] = [def.and_then(|def| def.width), def.and_then(|def| def.height)];
        [self.width.or(width).unwrap_or(GRID_SIZE), self.height.or(height).unwrap_or(GRID_SIZE)]
    }

    pub(super) fn pivot(&self, def: Option<&RawEntityDef>) -> [f64; 2] {
        self.pivot.unwrap_or_else(|| def.map_or([0.0; 2], |def| [def.pivot_x, def.pivot_y]))
    }
}

/// A field of an entity. The value is null if the author has not set it.
#[derive(Debug, Deserialize)]
pub(super) struct RawField {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__value")]
    pub(super) value: Option<PropertyValue>,
}

/// A rectangle of a tileset.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawRect {
    pub(super) tileset_uid: i64,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) x: i32,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) y: i32,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) w: u32,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) h: u32,
    /// Versions before 1.0 write x, y, width and height here.
    src_rect: Option<[u32; 4]>,
}

impl RawRect {
    pub(super) fn new(tileset_uid: i64, [x, y]: [i32; 2], [w, h]: [u32; 2]) -> RawRect {
        RawRect { tileset_uid, x, y, w, h, src_rect: None }
    }

    /// Returns the rectangle of any version.
    pub(super) fn current(self) -> RawRect {
        match self.src_rect {
            Some([x, y, w, h]) => {
                RawRect::new(self.tileset_uid, [x, y].map(|c| i32::try_from(c).unwrap_or(-1)), [w, h])
            }
            None => self,
        }
    }
}
