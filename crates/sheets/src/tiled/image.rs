//! The pictures of tilesets, tiles and layers: files, or bytes inside the file that shows them.

use super::data::base64;
use super::raw::{Color, RawImage};
use crate::load::{Load, Picture};
use crate::{SheetError, read_picture};
use std::io::Cursor;
use std::sync::Arc;

impl RawImage {
    /// Reads the picture, unless there is none. `field` of the file `base` shows it.
    pub(super) fn read(
        &self,
        base: &str,
        field: &str,
        Color(clear): Color,
        load: &mut Load,
    ) -> Result<Option<Arc<Picture>>, SheetError> {
        let text = match self {
            RawImage::None => return Ok(None),
            RawImage::File(name) => return load.picture(base, field, name, clear).map(Some),
            RawImage::Inside(text) => text,
        };
        let at = |reason| SheetError::at(base, field, reason);
        let bytes = base64(text).map_err(at)?;
        let pixels = read_picture(Cursor::new(bytes), field, load.options.limits.picture_pixels);
        let pixels = pixels.map_err(|error| at(error.into()))?;
        let picture = Picture { name: format!("{base}#{field}").into(), pixels };
        load.keep(picture, clear).map(Some).map_err(at)
    }
}
