//! The choices of the caller of a reader.

use crate::Limits;
use mask::Solid;
use std::path::PathBuf;

/// The choices of the caller: which pixels are solid, which limits hold, and whether pictures are kept.
///
/// By default a pixel is solid if its alpha value is above 127, and no pictures are kept.
///
/// ```
/// use sheets::{Limits, Options, mask::Solid};
///
/// let mut limits = Limits::default();
/// limits.frames = 256;
/// let options = Options::default().solid(Solid::AlphaAbove(20)).limits(limits).pictures(true);
/// ```
#[derive(Debug, Clone)]
pub struct Options {
    pub(crate) solid: Solid,
    pub(crate) limits: Limits,
    pub(crate) pictures: bool,
    pub(crate) tile_shapes: bool,
    pub(crate) strict: bool,
    pub(crate) root: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            solid: Solid::default(),
            limits: Limits::default(),
            pictures: false,
            tile_shapes: true,
            strict: false,
            root: None,
        }
    }
}

impl Options {
    /// Sets the rule that decides which pixels are solid.
    ///
    /// The rule reads the pixels as they are shown. Pixels that a packer has trimmed away are empty under every rule.
    #[must_use]
    pub fn solid(mut self, solid: Solid) -> Options {
        self.solid = solid;
        self
    }

    /// Sets the limits for files, pictures and lists.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Options {
        self.limits = limits;
        self
    }

    /// Sets whether each frame keeps its picture.
    ///
    /// Cost: four bytes for each pixel of a frame. Equal frames share one picture.
    #[must_use]
    pub fn pictures(mut self, keep: bool) -> Options {
        self.pictures = keep;
        self
    }

    /// Sets whether a tile of Tiled that has collision shapes collides as these shapes. Otherwise, and without shapes,
    /// a tile collides as its pixels. By default, it collides as its shapes.
    #[must_use]
    pub fn tile_shapes(mut self, use_shapes: bool) -> Options {
        self.tile_shapes = use_shapes;
        self
    }

    /// Sets whether the first [`Warning`](crate::Warning) is an error. By default, one bad item costs that item only.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Options {
        self.strict = strict;
        self
    }

    /// Confines reading to a folder on disk: a name that is absolute or leads out of `folder`, also through a symbolic
    /// link, is an error, and no other name is tried. The sheet itself must lie in the folder, too.
    ///
    /// Set a root if the files come from strangers, as on a server. Without a root, a sheet can name any file that the
    /// process may read.
    ///
    /// ```no_run
    /// use sheets::{Map, Options};
    ///
    /// let map = Map::open("uploads/7/maps/level.tmx", &Options::default().root("uploads/7"))?;
    /// # Ok::<(), sheets::SheetError>(())
    /// ```
    #[must_use]
    pub fn root(mut self, folder: impl Into<PathBuf>) -> Options {
        self.root = Some(folder.into());
        self
    }
}
