//! A frame: one picture of a sheet.

use image::RgbaImage;
use mask::{Mask, Rect};
use std::sync::Arc;
use std::time::Duration;

/// A frame of a sheet: a mask and what the file says about it, as the artist drew it.
///
/// A packer's trimming and rotation are undone, so all frames of an animation have one size and one origin.
///
/// Cost: a frame shares its mask and its picture with its clones and with equal frames of the file.
#[derive(Debug, Clone)]
pub struct Frame {
    /// At least one name; the first is the one to show.
    pub(crate) names: Vec<String>,
    pub(crate) mask: Arc<Mask>,
    pub(crate) pivot: Option<[i32; 2]>,
    pub(crate) duration: Duration,
    pub(crate) region: Option<Region>,
    pub(crate) picture: Option<Arc<RgbaImage>>,
}

impl Frame {
    /// Creates a frame without pivot, duration, region and picture.
    pub(crate) fn new(names: Vec<String>, mask: Arc<Mask>) -> Frame {
        Frame { names, mask, pivot: None, duration: Duration::ZERO, region: None, picture: None }
    }

    /// Returns the first of the names.
    #[must_use]
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    /// Returns all names of the frame: `TAG INDEX` for each tag around the frame, with the index in the tag from 0; the
    /// name that the file gives the frame; and `INDEX`, the index in the file, if no tag is around the frame.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the mask, untrimmed and unrotated.
    #[must_use]
    pub fn mask(&self) -> &Arc<Mask> {
        &self.mask
    }

    /// Returns the width and the height in pixels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        [self.mask.width(), self.mask.height()]
    }

    /// Returns the pivot, a pixel of the frame with y down, if the file gives one. It may lie outside the frame.
    #[must_use]
    pub fn pivot(&self) -> Option<[i32; 2]> {
        self.pivot
    }

    /// Returns how long the frame shows. Zero if the file does not say.
    #[must_use]
    pub fn duration(&self) -> Duration {
        self.duration
    }

    /// Returns where the pixels of the frame lie in a picture file, if they do.
    #[must_use]
    pub fn region(&self) -> Option<&Region> {
        self.region.as_ref()
    }

    /// Returns the picture of the frame, untrimmed and unrotated, if [`Options::pictures`](crate::Options::pictures)
    /// asked for it.
    #[must_use]
    pub fn picture(&self) -> Option<&Arc<RgbaImage>> {
        self.picture.as_ref()
    }
}

/// The place of a frame in a picture file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Region {
    /// The name of the picture file, relative to the folder of the sheet.
    pub picture: Arc<str>,
    /// The rectangle of the picture that holds the pixels, as they lie in the picture.
    pub rect: Rect,
    /// Whether the pixels lie in the picture rotated by 90 degrees clockwise.
    pub rotated: bool,
    /// The place of the unrotated rectangle in the frame: its top-left pixel. Pixels outside are trimmed away.
    pub offset: [i32; 2],
}
