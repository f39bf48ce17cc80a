//! Bytes as a PNG, and as plain pixels: every decodable picture becomes the mask that testing each pixel gives. Under
//! the fuzzer the decoder ignores checksums.

use arbitrary::{Result, Unstructured};
use image::{GenericImageView, ImageFormat, ImageReader, Limits, RgbaImage};
use mask::{Mask, Rect, Solid};
use std::io::Cursor;
use std::panic::{self, AssertUnwindSafe};
use testkit::oracle::assert_equals_grid;
use testkit::shape;

/// The largest side that is decoded.
const MOST: u32 = 512;

/// Runs the target.
pub fn check(data: &[u8]) {
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MOST), Some(MOST));
    limits.max_alloc = Some(1 << 24);
    let mut reader = ImageReader::with_format(Cursor::new(data), ImageFormat::Png);
    reader.limits(limits);
    let u = &mut Unstructured::new(data);
    let _ = match decoded(reader) {
        Some(picture) => masks(u, &picture),
        None => pixels(u),
    };
}

/// Decodes the picture, if possible. The decoder of png 0.18.1 panics at some palettes; such panics are not findings,
/// so the fuzzer's hook, which ends the process, is removed for the call.
fn decoded(reader: ImageReader<Cursor<&[u8]>>) -> Option<RgbaImage> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let decoded = panic::catch_unwind(AssertUnwindSafe(|| reader.decode()));
    panic::set_hook(hook);
    Some(decoded.ok()?.ok()?.into_rgba8())
}

/// Uses the bytes themselves as pixels, with a length that may be wrong.
fn pixels(u: &mut Unstructured) -> Result<()> {
    let (width, height) = (u.int_in_range(0..=150)?, u.int_in_range(0..=20)?);
    let rule = solid(u)?;
    let needed = 4 * width as usize * height as usize;
    let rest = u.bytes(u.len())?;
    let wrong = rest.len() != needed;
    assert_eq!(Mask::from_rgba8(width, height, rest, rule).is_err(), wrong);
    let repeated: Vec<u8> = rest.iter().chain([&0]).copied().cycle().take(needed).collect();
    let mask = Mask::from_rgba8(width, height, &repeated, rule).unwrap();
    let picture = RgbaImage::from_raw(width, height, repeated).expect("the buffer fits the size");
    assert_equals_grid(&mask, &shape::grid(width, height, |x, y| rule.is_solid(picture.get_pixel(x, y).0)));
    assert_eq!(mask, Mask::from_image(&picture, rule).unwrap());
    Ok(())
}

fn solid(u: &mut Unstructured) -> Result<Solid> {
    Ok(match u.int_in_range(0..=2)? {
        0 => Solid::AlphaAbove(u.arbitrary()?),
        1 => Solid::ColorKey(u.arbitrary()?),
        _ => Solid::LumaAbove(u.arbitrary()?),
    })
}

fn masks(u: &mut Unstructured, picture: &RgbaImage) -> Result<()> {
    let rule = solid(u)?;
    let (width, height) = picture.dimensions();
    let whole = Mask::from_image(picture, rule).unwrap();
    assert_equals_grid(&whole, &shape::grid(width, height, |x, y| rule.is_solid(picture.get_pixel(x, y).0)));
    assert_eq!(Mask::from_rgba8(width, height, picture.as_raw(), rule).unwrap(), whole);

    let [left, top] = [u.int_in_range(-2..=600)?, u.int_in_range(-2..=600)?];
    let frame = Rect { left, top, width: u.int_in_range(0..=600)?, height: u.int_in_range(0..=600)? };
    let inside = left >= 0 && top >= 0 && frame.right() <= width.into() && frame.bottom() <= height.into();
    let cut = Mask::from_frame(picture, frame, rule);
    assert_eq!(cut.is_ok(), inside, "{frame} of {width} x {height}");
    if let Ok(cut) = cut {
        assert_eq!(
            cut,
            Mask::from_image(&*picture.view(left as u32, top as u32, frame.width, frame.height), rule).unwrap()
        );
    }
    let seen = RgbaImage::from_fn(width, height, |x, y| image::Rgba([whole.to_image().get_pixel(x, y).0[0]; 4]));
    assert_eq!(Mask::from_image(&seen, Solid::AlphaAbove(127)).unwrap(), whole);
    Ok(())
}
