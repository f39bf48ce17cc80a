//! Decodes a picture. A picture that is too large, or that does not fit the memory, is refused by its header.

use super::{bmp, png};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, RgbaImage};
use std::hint::black_box;
use std::io::{BufRead, Seek};
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::{io, panic};

/// The most bytes of a pixel in the format of a file.
const PIXEL_BYTES: u64 = 8;

/// The most bytes of unpacked PNG metadata: descriptions, a color profile.
const METADATA_BYTES: u64 = 16 << 20;

/// Reads a picture of at most `max_pixels` pixels, in any format that the crate `image` is built with, and converts it
/// to RGBA of 8 bits.
///
/// The format is found from the first bytes, or else from the extension of `name`.
///
/// A picture over the limit is refused by its header. A PNG is read twice, because the chunks that decide about pixels
/// must match their checksums before the picture is decoded: the decoder alone ignores a damaged list of transparent
/// colors.
///
/// ```
/// use sheets::image::{ImageFormat, RgbaImage};
/// use std::io::Cursor;
///
/// let mut file = Cursor::new(Vec::new());
/// RgbaImage::new(3, 2).write_to(&mut file, ImageFormat::Png).unwrap();
/// assert_eq!(sheets::read_picture(&mut file, "a.png", 6)?.dimensions(), (3, 2));
/// assert!(sheets::read_picture(&mut file, "a.png", 5).is_err());
/// # Ok::<(), sheets::PictureError>(())
/// ```
///
/// # Errors
/// Returns [`PictureError`] if the source cannot be read, is not a picture, is damaged or too large, or if the system
/// refuses the memory. A panic of the decoder becomes [`PictureError::Panicked`], after the panic hook has run.
pub fn read_picture(
    source: impl BufRead + Seek,
    name: impl AsRef<Path>,
    max_pixels: u64,
) -> Result<RgbaImage, PictureError> {
    read_damaged_picture(source, name, max_pixels).map(|(picture, _)| picture)
}

/// Reads a picture as [`read_picture`] does. Returns the first damage that changes no pixel, too: a description or a
/// color profile of a PNG that does not match its checksum.
///
/// # Errors
/// Returns [`PictureError`] under the conditions of [`read_picture`].
pub fn read_damaged_picture(
    mut source: impl BufRead + Seek,
    name: impl AsRef<Path>,
    max_pixels: u64,
) -> Result<(RgbaImage, Option<PictureError>), PictureError> {
    source.rewind()?;
    let mut reader = ImageReader::new(&mut source).with_guessed_format()?;
    let format = reader.format().or_else(|| ImageFormat::from_path(name).ok()).ok_or(PictureError::UnknownFormat)?;
    let mut damage = None;
    let bytes = if format == ImageFormat::Png {
        source.rewind()?;
        let (width, found) = png::check_chunks(&mut source)?;
        damage = found;
        source.rewind()?;
        reader = ImageReader::with_format(&mut source, format);
        // The PNG decoder counts one row of pixels and all metadata.
        PIXEL_BYTES * u64::from(width) + METADATA_BYTES
    } else {
        reader.set_format(format);
        PIXEL_BYTES.saturating_mul(max_pixels)
    };
    // Limits on width and height would do, but their error does not name the width and the height.
    let mut limits = image::Limits::no_limits();
    limits.max_alloc = Some(bytes);
    reader.limits(limits);
    let mut picture = catch_panic(|| decode(reader, max_pixels))??;
    if format == ImageFormat::Bmp {
        bmp::set_alpha(source, &mut picture)?;
    }
    Ok((picture, damage))
}

/// Decodes a picture, unless its header declares a size over the limit.
fn decode(reader: ImageReader<impl BufRead + Seek>, limit: u64) -> Result<RgbaImage, PictureError> {
    let refused = |error: image::ImageError| PictureError::Decoder(error.to_string());
    let decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    let is_large = u64::from(width) * u64::from(height) > limit;
    if is_large || decoder.total_bytes() > PIXEL_BYTES.saturating_mul(limit) {
        return Err(PictureError::TooLarge { width, height, limit });
    }
    // In the format of the file, and converted.
    check_picture_memory(u64::from(decoder.color_type().bytes_per_pixel()) + 4, [width, height])?;
    Ok(DynamicImage::from_decoder(decoder).map_err(refused)?.into_rgba8())
}

/// Returns an error if the system refuses memory for a picture of this size.
///
/// Code that allocates pictures aborts the process if the allocation fails.
///
/// ```
/// assert!(sheets::check_picture_memory(4, [16, 16]).is_ok());
/// assert!(sheets::check_picture_memory(u64::MAX, [16, 16]).is_err());
/// ```
///
/// # Errors
/// Returns [`PictureError::NoMemory`] if the memory is not there.
pub fn check_picture_memory(bytes_per_pixel: u64, [width, height]: [u32; 2]) -> Result<(), PictureError> {
    let bytes = (u64::from(width) * u64::from(height)).checked_mul(bytes_per_pixel);
    let mut memory = Vec::<u8>::new();
    let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok());
    let is_reserved = bytes.is_some_and(|bytes| memory.try_reserve_exact(bytes).is_ok());
    black_box(&memory); // The compiler may remove an allocation that is never used.
    if is_reserved { Ok(()) } else { Err(PictureError::NoMemory { width, height }) }
}

/// Returns the result of `decode`, or an error with the panic message: picture decoders have bugs of their own.
fn catch_panic<T>(decode: impl FnOnce() -> T) -> Result<T, PictureError> {
    panic::catch_unwind(AssertUnwindSafe(decode)).map_err(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        PictureError::Panicked(message.unwrap_or("no message").to_owned())
    })
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoder_panic_becomes_an_error_with_its_message() {
        let out_of_bounds = [9; 3].len();
        let error = catch_panic(|| [1, 2, 3][out_of_bounds]).unwrap_err().to_string();
        assert!(error.starts_with("the picture decoder panicked: index out of bounds"), "{error}");
        assert_eq!(catch_panic(|| 7).unwrap(), 7);
    }
}
