//! Reads a picture from a file. A picture that is too large, or that does not fit the memory, is refused by its header.

use super::png;
use anyhow::{Result, anyhow, bail, ensure};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};
use std::fs::{self, File};
use std::hint::black_box;
use std::io::BufReader;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

/// The most pixels of a picture: 1 GiB at four bytes a pixel.
const MAX_PIXELS: u64 = 1 << 28;

/// The most bytes of a decoded picture in the format of its file: eight a pixel.
const MAX_DECODED_BYTES: u64 = 8 * MAX_PIXELS;

/// The most bytes of unpacked PNG metadata: descriptions, a color profile.
const MAX_METADATA_BYTES: u64 = 16 << 20;

/// Reads a picture of any supported format. The error does not name the file.
pub(crate) fn read_image(path: &Path) -> Result<RgbaImage> {
    // The file is read twice, which a pipe does not allow; a pipe without a writer would also block forever.
    match fs::metadata(path)? {
        found if found.is_dir() => bail!("is a folder, expected a picture file"),
        found if !found.is_file() => {
            bail!("is a pipe or a device, expected a regular file: save the picture to a file first")
        }
        _ => {}
    }
    let mut reader = ImageReader::open(path)?.with_guessed_format()?;
    let bytes = match reader.format() {
        None => {
            bail!("is not a picture of a known format, expected PNG, BMP, GIF, ICO, JPEG, PNM, QOI, TGA, TIFF or WebP")
        }
        // The PNG decoder counts one row of pixels and all metadata.
        Some(ImageFormat::Png) => 8 * u64::from(png::check_chunks(File::open(path)?)?) + MAX_METADATA_BYTES,
        Some(_) => MAX_DECODED_BYTES,
    };
    // Limits on width and height would do, but their error does not name the width and the height.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(bytes);
    reader.limits(limits);
    catch_panic(|| decode(reader))?
}

/// Decodes a picture, unless its header declares a size over the limit.
fn decode(reader: ImageReader<BufReader<File>>) -> Result<RgbaImage> {
    let decoder = reader.into_decoder().map_err(|error| anyhow!("{error}"))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_DECODED_BYTES {
        bail!(
            "picture of {width} x {height} pixels is over the limit of {MAX_PIXELS} pixels of 8 bytes: \
             scale the picture down or split it"
        );
    }
    // In the format of the file, and converted.
    check_picture_memory(u64::from(decoder.color_type().bytes_per_pixel()) + 4, [width, height])?;
    let image = DynamicImage::from_decoder(decoder).map_err(|error| anyhow!("{error}"))?;
    Ok(image.into_rgba8())
}

/// Returns an error if the system refuses memory for a picture of this size.
///
/// Code that allocates pictures aborts the process if the allocation fails.
pub(crate) fn check_picture_memory(bytes_per_pixel: u64, [width, height]: [u32; 2]) -> Result<()> {
    let bytes = u64::from(width) * u64::from(height) * bytes_per_pixel;
    let mut memory = Vec::<u8>::new();
    let is_reserved = usize::try_from(bytes).is_ok_and(|bytes| memory.try_reserve_exact(bytes).is_ok());
    black_box(&memory); // The compiler may remove an allocation that is never used.
    ensure!(
        is_reserved,
        "not enough memory for a picture of {width} x {height} pixels: \
         use a smaller picture or allow the command more memory"
    );
    Ok(())
}

/// Returns the result of `decode`, or an error with the panic message: picture decoders have bugs of their own.
fn catch_panic<T>(decode: impl FnOnce() -> T) -> Result<T> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {})); // The error carries the panic message.
    let decoded = panic::catch_unwind(AssertUnwindSafe(decode));
    panic::set_hook(hook);
    decoded.map_err(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let message = message.unwrap_or("no message");
        anyhow!("the picture decoder panicked: {message}; save the picture again or in another format")
    })
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
