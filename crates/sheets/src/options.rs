//! What the caller of a reader decides.

use crate::Limits;
use mask::Solid;

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
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub(crate) solid: Solid,
    pub(crate) limits: Limits,
    pub(crate) pictures: bool,
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
}
