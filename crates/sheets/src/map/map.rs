//! A map: frames, and layers that place them.

use super::{MapLayer, MapSprite};
use crate::{Animation, Files, Folder, Frame, Limits, Options, PropertyValue, Reason, Sheet, SheetError, ldtk, tiled};
use std::path::Path;

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
}

impl Map {
    /// Reads a map from a file on disk. The files that the map names must lie in the folder of the file.
    ///
    /// Projects often keep tilesets beside the folder of the maps, as in `../tilesets/cave.tsx`. Read such a map with
    /// [`Map::read`] and a [`Folder`] that holds all files.
    ///
    /// # Errors
    /// Returns [`SheetError`] under the conditions of [`Map::read`].
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Map, SheetError> {
        let path = path.as_ref();
        let (folder, name) =
            Folder::around(path).map_err(|error| SheetError::new(&path.display().to_string(), error))?;
        Map::read(&folder, &name, options)
    }

    /// Reads the map `name` of `files`: Tiled's XML (`.tmx`) or JSON (`.tmj`, `.json`), or LDtk (`.ldtk`). The format
    /// is found from the content of the file.
    ///
    /// # Errors
    /// Returns [`SheetError`], with the file, the field and the reason, if a file cannot be read, is damaged, breaks
    /// the rules of its format, uses a feature that this crate does not read, or is over the limits of `options`.
    pub fn read(files: &dyn Files, name: &str, options: &Options) -> Result<Map, SheetError> {
        let bytes = files.read(name, options.limits.file_bytes).map_err(|error| SheetError::new(name, error))?;
        match Kind::of(&bytes) {
            Some(Kind::Ldtk) => ldtk::read_map(files, name, &bytes, options),
            Some(Kind::TiledMap) => tiled::read_map(files, name, &bytes, options),
            _ => Err(SheetError::new(name, Reason::UnknownFormat { expected: "a map of Tiled or LDtk" })),
        }
    }

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

    /// Returns the frames and animations without the layers.
    pub(crate) fn into_sheet(self) -> Sheet {
        Sheet::new(self.frames, self.animations)
    }
}

/// The files of map editors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    TiledMap,
    TiledTileset,
    Ldtk,
}

impl Kind {
    /// Returns the kind of a file, or `None` if it is none of an editor's files.
    pub(crate) fn of(bytes: &[u8]) -> Option<Kind> {
        if let Some(kind) = tiled::kind_of_xml(bytes) {
            return Some(kind);
        }
        let text = str::from_utf8(bytes).ok()?;
        let keys: TopLevel = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
        match (keys.tilewidth, keys.layers, keys.defs) {
            (.., Some(_)) => Some(Kind::Ldtk),
            (_, Some(_), _) => Some(Kind::TiledMap),
            (Some(_), ..) => Some(Kind::TiledTileset),
            _ => None,
        }
    }
}

/// The fields that tell the kinds of JSON apart.
#[derive(serde::Deserialize)]
struct TopLevel {
    tilewidth: Option<serde::de::IgnoredAny>,
    layers: Option<serde::de::IgnoredAny>,
    defs: Option<serde::de::IgnoredAny>,
}
