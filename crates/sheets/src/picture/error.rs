//! The error type of pictures.

use std::io;

/// Why a picture cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The source cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The bytes do not begin as a picture of a known format.
    #[error("is not a picture of a known format")]
    UnknownFormat,
    /// The palette of a PNG ends within a color.
    #[error("PNG is damaged: the palette has {length} bytes, expected a multiple of 3; save the picture again")]
    Palette {
        /// The length of the palette in bytes.
        length: u32,
    },
    /// A chunk of a PNG does not match its checksum.
    #[error(
        "PNG is damaged: the chunk {} has checksum {stored:08x}, expected {computed:08x}; save the picture again",
        .chunk.escape_ascii()
    )]
    Checksum {
        /// The four letters of the chunk.
        chunk: [u8; 4],
        /// The checksum in the file.
        stored: u32,
        /// The checksum of the chunk.
        computed: u32,
    },
    /// The header declares more pixels than the limit.
    #[error(
        "picture of {width} x {height} pixels is over the limit of {limit} pixels of 8 bytes: scale the picture down \
         or split it"
    )]
    TooLarge {
        /// The width in the header.
        width: u32,
        /// The height in the header.
        height: u32,
        /// The most pixels of a picture.
        limit: u64,
    },
    /// The system refuses the memory for the picture.
    #[error(
        "not enough memory for a picture of {width} x {height} pixels: use a smaller picture or allow the program \
         more memory"
    )]
    NoMemory {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The decoder refuses the picture, with its message.
    #[error("{0}")]
    Decoder(String),
    /// The decoder panicked, with its message.
    #[error("the picture decoder panicked: {0}; save the picture again or in another format")]
    Panicked(String),
}
