//! The fields of LDtk's files that matter here.

use crate::PropertyValue;
use serde::Deserialize;

/// The version of LDtk that wrote a project.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawVersion {
    #[serde(default)]
    pub(super) json_version: String,
}

/// A project.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawProject {
    pub(super) defs: RawDefs,
    pub(super) world_layout: Option<RawLayout>,
    #[serde(default)]
    pub(super) levels: Vec<RawLevel>,
    /// Projects with several worlds have their levels here.
    #[serde(default)]
    pub(super) worlds: Vec<RawWorld>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawWorld {
    pub(super) identifier: String,
    pub(super) world_layout: Option<RawLayout>,
    pub(super) levels: Vec<RawLevel>,
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
    pub(super) tilesets: Vec<RawTileset>,
    #[serde(default)]
    pub(super) entities: Vec<RawEntityDef>,
    #[serde(default)]
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
    pub(super) identifier: String,
    pub(super) rel_path: Option<String>,
    pub(super) tile_grid_size: u32,
    #[serde(default)]
    pub(super) spacing: u32,
    #[serde(default)]
    pub(super) padding: u32,
    #[serde(default)]
    pub(super) custom_data: Vec<RawCustomData>,
    #[serde(default)]
    pub(super) enum_tags: Vec<RawEnumTag>,
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
    #[serde(default)]
    pub(super) render_mode: String,
    #[serde(default)]
    pub(super) tile_render_mode: String,
    #[serde(default)]
    pub(super) nine_slice_borders: Vec<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLayerDef {
    pub(super) uid: i64,
    #[serde(default)]
    pub(super) tile_pivot_x: f64,
    #[serde(default)]
    pub(super) tile_pivot_y: f64,
}

/// A level, in the project or in a file of its own.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLevel {
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) world_x: i32,
    #[serde(default)]
    pub(super) world_y: i32,
    #[serde(rename = "pxWid")]
    pub(super) width: u32,
    #[serde(rename = "pxHei")]
    pub(super) height: u32,
    /// The layers from the top to the bottom.
    pub(super) layer_instances: Option<Vec<RawLayer>>,
    pub(super) external_rel_path: Option<String>,
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
    #[serde(rename = "__pxTotalOffsetX", default)]
    pub(super) offset_x: i32,
    #[serde(rename = "__pxTotalOffsetY", default)]
    pub(super) offset_y: i32,
    #[serde(rename = "__tilesetDefUid")]
    pub(super) tileset: Option<i64>,
    pub(super) override_tileset_uid: Option<i64>,
    pub(super) layer_def_uid: i64,
    #[serde(default)]
    pub(super) visible: bool,
    #[serde(default)]
    pub(super) int_grid_csv: Vec<u32>,
    #[serde(default)]
    pub(super) auto_layer_tiles: Vec<RawTile>,
    #[serde(default)]
    pub(super) grid_tiles: Vec<RawTile>,
    #[serde(default)]
    pub(super) entity_instances: Vec<RawEntity>,
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
    pub(super) f: u8,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawEntity {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) iid: String,
    #[serde(rename = "__pivot", default)]
    pub(super) pivot: [f64; 2],
    #[serde(rename = "__tile")]
    pub(super) tile: Option<RawRect>,
    pub(super) def_uid: i64,
    pub(super) px: [i32; 2],
    pub(super) width: u32,
    pub(super) height: u32,
    #[serde(default)]
    pub(super) field_instances: Vec<RawField>,
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
    #[serde(default)]
    pub(super) x: i32,
    #[serde(default)]
    pub(super) y: i32,
    #[serde(default)]
    pub(super) w: u32,
    #[serde(default)]
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
