//! Code that the tests share: files in memory, pictures, random numbers, the per-pixel oracle.

pub(crate) mod ase;

use fastrand::Rng;
use sheets::image::{ImageFormat, Rgba, RgbaImage};
use sheets::mask::Solid;
use sheets::{Frame, Options, Sheet, SheetError};
use std::collections::HashMap;
use std::io::Cursor;

/// Returns the bytes of a picture as PNG.
pub(crate) fn png(picture: &RgbaImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Returns options under which each warning is an error.
pub(crate) fn strict() -> Options {
    Options::default().strict(true)
}

/// Reads `sheet.json` beside the picture `sheet.png`.
pub(crate) fn read_json(json: &str, picture: &RgbaImage, options: &Options) -> Result<Sheet, SheetError> {
    let files =
        HashMap::from([("sheet.json".to_owned(), json.as_bytes().to_vec()), ("sheet.png".to_owned(), png(picture))]);
    Sheet::read(&files, "sheet.json", options)
}

/// Returns a picture of rows: `.` is clear, every other pixel opaque.
pub(crate) fn art(rows: &[&str]) -> RgbaImage {
    let pixel = |x: u32, y: u32| Rgba([9, 9, 9, if rows[y as usize].as_bytes()[x as usize] == b'.' { 0 } else { 255 }]);
    RgbaImage::from_fn(rows.first().map_or(0, |row| row.len() as u32), rows.len() as u32, pixel)
}

/// Returns the rows of a mask, with `/` between them.
pub(crate) fn rows(frame: &Frame) -> String {
    frame.mask().to_string().replace('\n', "/")
}

/// Returns the warnings as texts, without the name of the file `sheet.json` or `sheet.xml`.
pub(crate) fn warnings(sheet: &Sheet) -> Vec<String> {
    let text =
        |warning: &sheets::Warning| warning.to_string().replacen("sheet.json: ", "", 1).replacen("sheet.xml: ", "", 1);
    sheet.warnings().iter().map(text).collect()
}

/// Returns a picture of random pixels: empty, full and in between.
pub(crate) fn noise(rng: &mut Rng, width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |_, _| {
        let alpha = *rng.choice(&[0, 0, 127, 128, 255]).unwrap();
        Rgba([rng.u8(..), rng.u8(..), rng.u8(..), alpha])
    })
}

/// Asserts that a frame has exactly the pixels of a picture.
///
/// A pixel of the mask is compared with the rule. Colors of pixels without alpha may differ.
#[track_caller]
pub(crate) fn assert_shows(frame: &Frame, expected: &RgbaImage, solid: Solid) {
    assert_eq!(frame.size(), [expected.width(), expected.height()], "{}", frame.name());
    for (x, y, &pixel) in expected.enumerate_pixels() {
        let at = [x as i32, y as i32];
        assert_eq!(frame.mask().contains(at), solid.is_solid(pixel.0), "{} at {at:?}: {pixel:?}", frame.name());
        if let Some(picture) = frame.picture() {
            let shown = *picture.get_pixel(x, y);
            assert!(shown == pixel || shown.0[3] == 0 && pixel.0[3] == 0, "{} at {at:?}: {shown:?}", frame.name());
        }
    }
}
