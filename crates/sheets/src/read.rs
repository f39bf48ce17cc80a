//! From a file of any format to a sheet or a map.

use crate::error::FORMATS;
use crate::load::Load;
use crate::{Files, Folder, Map, Options, Reason, Sheet, SheetError, aseprite, atlas, ldtk, tiled};
use std::path::Path;

impl Sheet {
    /// Reads a sheet from a file on disk.
    ///
    /// The files that the sheet names are found as its editor finds them: as written, relative to the file that names
    /// them, anywhere on the disk; or else by the last part of the name, beside that file, with a warning. If the sheet
    /// may come from a stranger, confine reading with [`Options::root`].
    ///
    /// # Errors
    /// Returns [`SheetError`] under the conditions of [`Sheet::read`].
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Sheet, SheetError> {
        let (folder, name) = open(path.as_ref(), options)?;
        Sheet::read(&folder, &name, options)
    }

    /// Reads the sheet `name` of `files`. The format is found from the content of the file.
    ///
    /// # Errors
    /// Returns [`SheetError`], with the file, the field and the reason, if a file cannot be read, is damaged, breaks
    /// the rules of its format, or is over the limits of `options`. Faults that cost one item only are
    /// [`Sheet::warnings`], unless [`Options::strict`] is set.
    pub fn read(files: &dyn Files, name: &str, options: &Options) -> Result<Sheet, SheetError> {
        let (bytes, load) = start(files, name, options)?;
        match Format::of(&bytes) {
            Some(Format::Aseprite) => aseprite::read(name, &bytes, load),
            Some(Format::TiledTileset) => tiled::read_tileset(name, &bytes, load),
            Some(Format::TiledMap) => Ok(tiled::read_map(name, &bytes, load)?.into_sheet()),
            Some(Format::Ldtk) => Ok(ldtk::read_map(name, &bytes, load)?.into_sheet()),
            Some(Format::Atlas) => atlas::read(name, &bytes, load),
            None if bytes.starts_with(b"bplist") => {
                let reason = "a binary property list is not read: convert it with `plutil -convert xml1`";
                Err(SheetError::new(name, Reason::Unsupported(reason.into())))
            }
            None => Err(SheetError::new(name, Reason::UnknownFormat { expected: FORMATS })),
        }
    }
}

impl Map {
    /// Reads a map from a file on disk.
    ///
    /// The files that the map names are found as its editor finds them: as written, relative to the file that names
    /// them, anywhere on the disk; or else by the last part of the name, beside that file, with a warning. If the map
    /// may come from a stranger, confine reading with [`Options::root`].
    ///
    /// # Errors
    /// Returns [`SheetError`] under the conditions of [`Map::read`].
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Map, SheetError> {
        let (folder, name) = open(path.as_ref(), options)?;
        Map::read(&folder, &name, options)
    }

    /// Reads the map `name` of `files`: Tiled's XML (`.tmx`) or JSON (`.tmj`, `.json`), or LDtk (`.ldtk`). The format
    /// is found from the content of the file.
    ///
    /// # Errors
    /// Returns [`SheetError`], with the file, the field and the reason, if a file cannot be read, is damaged, breaks
    /// the rules of its format, uses a feature that this crate does not read, or is over the limits of `options`.
    /// Faults that cost one item only are [`Map::warnings`], unless [`Options::strict`] is set.
    pub fn read(files: &dyn Files, name: &str, options: &Options) -> Result<Map, SheetError> {
        let (bytes, load) = start(files, name, options)?;
        match Format::of(&bytes) {
            Some(Format::Ldtk) => ldtk::read_map(name, &bytes, load),
            Some(Format::TiledMap) => tiled::read_map(name, &bytes, load),
            _ => Err(SheetError::new(name, Reason::UnknownFormat { expected: "a map of Tiled or LDtk" })),
        }
    }
}

/// Returns the folder of a file on disk, and the name of the file in it.
fn open(path: &Path, options: &Options) -> Result<(Folder, String), SheetError> {
    let (folder, name) = Folder::around(path).map_err(|error| SheetError::new(&path.display().to_string(), error))?;
    Ok((options.root.iter().fold(folder, Folder::within), name))
}

/// Returns the bytes of the file that the caller chose, and the state of reading.
fn start<'a>(files: &'a dyn Files, name: &str, options: &'a Options) -> Result<(Vec<u8>, Load<'a>), SheetError> {
    let bytes = files.read(name, options.limits.file_bytes).map_err(|error| SheetError::new(name, error))?;
    Ok((bytes, Load::new(files, options)))
}

/// The formats, told apart by their contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Aseprite,
    /// The XML or the text of an atlas, or a JSON object of no editor of maps.
    Atlas,
    TiledMap,
    TiledTileset,
    Ldtk,
}

impl Format {
    fn of(bytes: &[u8]) -> Option<Format> {
        if aseprite::is_aseprite(bytes) {
            return Some(Format::Aseprite);
        }
        match tiled::root_of_xml(bytes).as_deref() {
            Some("map") => return Some(Format::TiledMap),
            Some("tileset") => return Some(Format::TiledTileset),
            Some("TextureAtlas" | "plist") => return Some(Format::Atlas),
            _ => {}
        }
        let text = str::from_utf8(bytes).unwrap_or_default().trim_start_matches('\u{feff}');
        match serde_json::from_str(text) {
            Ok(TopLevel { defs: Some(_), .. }) => Some(Format::Ldtk),
            Ok(TopLevel { layers: Some(_), .. }) => Some(Format::TiledMap),
            Ok(TopLevel { tilewidth: Some(_), .. }) => Some(Format::TiledTileset),
            _ => (atlas::is_json(bytes) || atlas::is_regions(bytes)).then_some(Format::Atlas),
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
