//! The pictures that sheets and maps name.

use crate::load::{Load, Picture};
use crate::picture::read_damaged_picture;
use crate::{Options, Reason, SheetError, WarningKind, aseprite};
use image::RgbaImage;
use std::io::Cursor;
use std::sync::Arc;

impl Load<'_> {
    /// Reads the picture that a field of `base` names.
    pub(crate) fn decode(&mut self, base: &str, field: &str, name: &str) -> Result<Picture, SheetError> {
        let (full, bytes) = self.file(base, field, name)?;
        let limits = &self.options.limits;
        let pixels = if aseprite::is_aseprite(&bytes) {
            // LDtk shows the first frame.
            let options = Options { pictures: true, strict: self.options.strict, ..Options::default() };
            let options = options.limits(limits.clone());
            let sheet = aseprite::read(&full, &bytes, Load::new(self.files, &options))?;
            self.warnings.extend(sheet.warnings());
            let first =
                sheet.frames().first().and_then(|frame| frame.picture().map(|picture| RgbaImage::clone(picture)));
            first.ok_or_else(|| SheetError::new(&full, Reason::invalid("one frame or more", 0)))?
        } else {
            let read = read_damaged_picture(Cursor::new(bytes), &full, limits.picture_pixels);
            let (pixels, damage) = read.map_err(|error| SheetError::new(&full, error))?;
            if let Some(damage) = damage {
                self.warn(WarningKind::Damaged, SheetError::new(&full, damage), "the chunk is ignored")?;
            }
            pixels
        };
        Ok(Picture { name: full.into(), pixels })
    }

    /// Reads the picture that a field of `base` names, once. Opaque pixels of the color `clear` become transparent.
    pub(crate) fn picture(
        &mut self,
        base: &str,
        field: &str,
        name: &str,
        clear: Option<[u8; 3]>,
    ) -> Result<Arc<Picture>, SheetError> {
        let key = (self.names(base, field, name)?, clear);
        if let Some(picture) = self.pictures.get(&key) {
            return Ok(Arc::clone(picture));
        }
        let picture = self.decode(base, field, name)?;
        let picture = self.keep(picture, clear).map_err(|reason| SheetError::at(base, field, reason))?;
        self.pictures.insert(key, Arc::clone(&picture));
        Ok(picture)
    }

    /// Takes a picture from the budget. Opaque pixels of the color `clear` become transparent.
    pub(crate) fn keep(&mut self, mut picture: Picture, clear: Option<[u8; 3]>) -> Result<Arc<Picture>, Reason> {
        let (width, height) = picture.pixels.dimensions();
        self.unpacked.take(4 * u64::from(width) * u64::from(height))?;
        if let Some([r, g, b]) = clear {
            let shown = picture.pixels.pixels_mut().filter(|pixel| pixel.0 == [r, g, b, 255]);
            shown.for_each(|pixel| pixel.0 = [0; 4]);
        }
        Ok(Arc::new(picture))
    }
}
