//! Limits for files that come from strangers.

use crate::Reason;

/// The most that a file may contain or ask for. Beyond a limit, reading ends with [`Reason::TooLarge`](crate::Reason).
///
/// The defaults suit a game. If the files are your own and larger, raise a limit:
///
/// ```
/// let mut limits = sheets::Limits::default();
/// limits.picture_pixels = 1 << 28;
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one file. Text takes up to ten times its bytes while it is read. Default: 2^26 (64 MiB).
    pub file_bytes: u64,
    /// Pixels of one picture. Default: 2^26 (8192 x 8192).
    pub picture_pixels: u64,
    /// Bytes that all frames of a file and its unpacked parts may take together: a bit for each pixel of a mask, four
    /// bytes for each pixel of a picture that is kept. Default: 2^30 (1 GiB).
    pub unpacked_bytes: u64,
    /// Pixels of all layers that are blended to draw the frames of an Aseprite file. Default: 2^32.
    pub blended_pixels: u64,
    /// Frames of a sheet, or of a map. Default: 65,536.
    pub frames: u64,
    /// Items of each other list of a file, such as tags, layers, properties, or steps of an animation. Default: 2^20.
    pub items: u64,
    /// Tiles of a map, over all layers. Default: 2^24.
    pub tiles: u64,
    /// Chunks of an infinite map, over all layers. Default: 65,536.
    pub chunks: u64,
    /// Elements of an XML file and texts between them, or objects of a JSON file. Default: 2^21.
    pub elements: u64,
    /// Depth of nesting, such as groups in groups. Default: 64.
    pub nesting: u64,
    /// Pixels of a layer of a map that is drawn into one mask. Default: 2^30 (128 MiB).
    pub terrain_pixels: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file_bytes: 1 << 26,
            picture_pixels: 1 << 26,
            unpacked_bytes: 1 << 30,
            blended_pixels: 1 << 32,
            frames: 1 << 16,
            items: 1 << 20,
            tiles: 1 << 24,
            chunks: 1 << 16,
            elements: 1 << 21,
            nesting: 64,
            terrain_pixels: 1 << 30,
        }
    }
}

/// Returns an error if `got` is over the limit. `what` is the plural of the counted thing.
pub(crate) fn at_most(what: &'static str, got: u64, limit: u64) -> Result<(), Reason> {
    if got > limit { Err(Reason::TooLarge { what, got, limit }) } else { Ok(()) }
}

/// A total that counts up to a limit.
#[derive(Debug)]
pub(crate) struct Budget {
    what: &'static str,
    used: u64,
    limit: u64,
}

impl Budget {
    /// Creates a budget. `what` is the plural of the counted thing.
    pub(crate) fn new(what: &'static str, limit: u64) -> Budget {
        Budget { what, used: 0, limit }
    }

    /// Takes `count` from the budget, before the memory is asked for.
    pub(crate) fn take(&mut self, count: u64) -> Result<(), Reason> {
        self.used = self.used.saturating_add(count);
        at_most(self.what, self.used, self.limit)
    }
}
