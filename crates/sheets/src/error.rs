//! The error type of the readers.

use crate::{FileError, PictureError};
use mask::MaskError;
use std::fmt;
use std::fmt::Display;

/// The formats of a sheet, for messages.
pub(crate) const FORMATS: &str = "an Aseprite file, JSON of Aseprite or TexturePacker with \"frames\" or \
     \"textures\", XML with <TextureAtlas>, a .plist of Cocos2d, an .atlas of libGDX, or a file of Tiled or LDtk";

/// Why a sheet or a map cannot be read: the file, the field, and the reason.
///
/// The message names all three: `hero.json: frames[3].frame.w: must be from 0 to 2147483647, got -4`.
#[derive(Debug)]
pub struct SheetError {
    file: String,
    field: Option<String>,
    reason: Box<Reason>,
}

impl SheetError {
    /// Creates an error about a whole file.
    pub(crate) fn new(file: &str, reason: impl Into<Reason>) -> SheetError {
        SheetError { file: file.to_owned(), field: None, reason: Box::new(reason.into()) }
    }

    /// Creates an error about a field of a file.
    pub(crate) fn at(file: &str, field: impl Display, reason: impl Into<Reason>) -> SheetError {
        SheetError { file: file.to_owned(), field: Some(field.to_string()), reason: Box::new(reason.into()) }
    }

    /// Returns the name of the file with the fault, relative to its folder.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the field with the fault, such as `frames[3].rotated` or `frame 2, layer 4`, unless the fault concerns
    /// the whole file.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// Returns the reason.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.reason
    }
}

impl Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        self.reason.fmt(f)
    }
}

impl std::error::Error for SheetError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.reason.source()
    }
}

/// The reason of a [`SheetError`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file has none of the formats that this crate reads.
    #[error("is not a known format, expected {expected}")]
    UnknownFormat {
        /// The formats that would do.
        expected: &'static str,
    },
    /// The text or the bytes do not follow the syntax of the format.
    #[error("{0}")]
    Syntax(String),
    /// A field that the format requires is missing.
    #[error("is missing: save the file again with the tool that made it")]
    Missing,
    /// A value is not one that the format allows.
    #[error("must be {expected}, got {got}")]
    Invalid {
        /// The values that would do.
        expected: String,
        /// The value of the file.
        got: String,
    },
    /// A size or a count is over a limit. See [`Limits`](crate::Limits).
    #[error("must be at most {limit} {what}, got {got}: make the file smaller or raise the limit")]
    TooLarge {
        /// The counted thing in the plural, such as bytes or frames.
        what: &'static str,
        /// The size or count of the file.
        got: u64,
        /// The limit.
        limit: u64,
    },
    /// The file uses a feature that this crate does not read.
    #[error("{0}")]
    Unsupported(String),
    /// A picture cannot be decoded.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The system refuses memory for unpacked bytes.
    #[error("not enough memory for {bytes} bytes: make the file smaller or allow the program more memory")]
    NoMemory {
        /// The number of bytes.
        bytes: u64,
    },
    /// A mask cannot be built.
    #[error(transparent)]
    Mask(#[from] MaskError),
}

impl Reason {
    /// Creates the reason for a value that is not `expected`.
    pub(crate) fn invalid(expected: impl Display, got: impl Display) -> Reason {
        Reason::Invalid { expected: expected.to_string(), got: got.to_string() }
    }

    /// Returns whether a file is not there, cannot be read, or may not be read. A file over the limit is none of these.
    pub(crate) fn is_missing_file(&self) -> bool {
        matches!(self, Reason::File(error) if !matches!(error, FileError::TooLarge { .. }))
    }

    /// Returns whether the fault of an item ends the reading of the file.
    pub(crate) fn ends_reading(&self) -> bool {
        matches!(self, Reason::TooLarge { .. } | Reason::NoMemory { .. } | Reason::File(_) | Reason::Picture(_))
    }
}
