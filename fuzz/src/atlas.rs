//! Bytes as the JSON, the XML or the text of a sheet, whose pictures are all one picture. Frames have its pixels, or there is an
//! error.

use crate::frames;
use image::{ImageFormat, Rgba, RgbaImage};
use mask::Solid;
use sheets::{FileError, Files, Sheet};
use std::io::Cursor;
use std::sync::LazyLock;

/// The picture of every sheet, and its bytes as PNG.
static PICTURE: LazyLock<(RgbaImage, Vec<u8>)> = LazyLock::new(|| {
    let picture = RgbaImage::from_fn(16, 12, |x, y| Rgba([x as u8, y as u8, 7, (x * 31 + y * 57) as u8]));
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).expect("a picture of this size can be written");
    (picture, bytes.into_inner())
});

/// The sheet, and pictures of any name.
struct Memory<'a>(&'a [u8]);

impl Files for Memory<'_> {
    fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, FileError> {
        frames::check_name(name);
        let bytes = if name == "a.json" { self.0 } else { &PICTURE.1 };
        assert!(bytes.len() as u64 <= limit);
        Ok(bytes.to_vec())
    }
}

/// Runs the target.
pub fn check(data: &[u8]) {
    let solid = [Solid::default(), Solid::LumaAbove(4), Solid::ColorKey([1, 2, 7])][data.len() % 3];
    match Sheet::read(&Memory(data), "a.json", &frames::options(solid)) {
        Ok(sheet) => frames::check(&sheet, solid, Some(&PICTURE.0)),
        Err(error) => assert!(error.to_string().contains(": ")),
    }
}
