//! A sheet: frames and animations of one file.

use crate::map::Kind;
use crate::{Animation, Files, Folder, Frame, Options, Reason, SheetError, aseprite, atlas, ldtk, tiled};
use std::collections::HashMap;
use std::path::Path;

/// The formats of a sheet, for messages.
pub(crate) const FORMATS: &str =
    "an Aseprite file, JSON of Aseprite or TexturePacker with \"frames\" or \"textures\", or a file of Tiled or LDtk";

/// The frames and animations of one file.
///
/// ```no_run
/// use sheets::{Options, Sheet};
/// use std::time::Duration;
///
/// let sheet = Sheet::open("hero.aseprite", &Options::default())?;
/// let walk = sheet.animation("walk").expect("the file has a tag named walk");
/// let frame = &sheet.frames()[walk.frame_at(Duration::from_millis(1200))];
/// println!("{}: {} solid pixels", frame.name(), frame.mask().count());
/// # Ok::<(), sheets::SheetError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    frames: Vec<Frame>,
    animations: Vec<Animation>,
    /// Indices of frames by name. If two frames have one name, the first is kept.
    indices: HashMap<String, usize>,
}

impl Sheet {
    /// Reads a sheet from a file on disk. The files that the sheet names must lie in the folder of the file.
    ///
    /// To read a sheet that names files outside its own folder, use [`Sheet::read`] with a [`Folder`] that holds all.
    ///
    /// # Errors
    /// Returns [`SheetError`] under the conditions of [`Sheet::read`].
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Sheet, SheetError> {
        let path = path.as_ref();
        let (folder, name) =
            Folder::around(path).map_err(|error| SheetError::new(&path.display().to_string(), error))?;
        Sheet::read(&folder, &name, options)
    }

    /// Reads the sheet `name` of `files`. The format is found from the content of the file.
    ///
    /// # Errors
    /// Returns [`SheetError`], with the file, the field and the reason, if a file cannot be read, is damaged, breaks
    /// the rules of its format, or is over the limits of `options`.
    pub fn read(files: &dyn Files, name: &str, options: &Options) -> Result<Sheet, SheetError> {
        let limit = options.limits.file_bytes;
        let bytes = files.read(name, limit).map_err(|error| SheetError::new(name, error))?;
        if aseprite::is_aseprite(&bytes) {
            return aseprite::read(name, &bytes, options);
        }
        match Kind::of(&bytes) {
            Some(Kind::TiledTileset) => tiled::read_tileset(files, name, &bytes, options),
            Some(Kind::TiledMap) => Ok(tiled::read_map(files, name, &bytes, options)?.into_sheet()),
            Some(Kind::Ldtk) => Ok(ldtk::read_map(files, name, &bytes, options)?.into_sheet()),
            None if atlas::is_json(&bytes) => atlas::read(files, name, &bytes, options),
            None => Err(SheetError::new(name, Reason::UnknownFormat { expected: FORMATS })),
        }
    }

    /// Creates a sheet. The indices of the animations are indices of `frames`.
    pub(crate) fn new(frames: Vec<Frame>, animations: Vec<Animation>) -> Sheet {
        let mut indices = HashMap::new();
        for (index, frame) in frames.iter().enumerate() {
            for name in &frame.names {
                indices.entry(name.clone()).or_insert(index);
            }
        }
        Sheet { frames, animations, indices }
    }

    /// Returns all frames, in the order of the file.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the frame with one of the names of [`Frame::names`]. If several frames have the name, returns the first.
    #[must_use]
    pub fn frame(&self, name: &str) -> Option<&Frame> {
        self.indices.get(name).and_then(|&index| self.frames.get(index))
    }

    /// Returns all animations, in the order of the file.
    #[must_use]
    pub fn animations(&self) -> &[Animation] {
        &self.animations
    }

    /// Returns the first animation of this name.
    #[must_use]
    pub fn animation(&self, name: &str) -> Option<&Animation> {
        self.animations.iter().find(|animation| animation.name() == name)
    }
}
