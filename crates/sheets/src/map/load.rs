//! Reads the files of a map within the limits.

use crate::cut::{Cut, take_frame};
use crate::limits::Budget;
use crate::{
    Animation, Files, Frame, Limits, Options, Reason, Region, SheetError, aseprite, check_picture_memory, files,
    read_picture,
};
use image::RgbaImage;
use mask::{Mask, Rect};
use std::collections::HashMap;
use std::io::Cursor;
use std::sync::Arc;

/// The files of a map, and what may still be read.
pub(crate) struct Load<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) options: &'a Options,
    pub(crate) unpacked: Budget,
    pub(crate) tiles: Budget,
    pub(crate) chunks: Budget,
    pub(crate) items: Budget,
    pictures: HashMap<(String, Option<[u8; 3]>), Arc<Picture>>,
}

/// A decoded picture, and the name of its file.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) name: Arc<str>,
    pub(crate) pixels: RgbaImage,
}

impl<'a> Load<'a> {
    pub(crate) fn new(files: &'a dyn Files, options: &'a Options) -> Load<'a> {
        let Limits { unpacked_bytes, tiles, chunks, items, .. } = options.limits;
        Load {
            files,
            options,
            unpacked: Budget::new("unpacked bytes", unpacked_bytes),
            tiles: Budget::new("tiles", tiles),
            chunks: Budget::new("chunks", chunks),
            items: Budget::new("layers, objects, tilesets and properties", items),
            pictures: HashMap::new(),
        }
    }

    /// Reads the file that a field of `base` names. Returns its full name and its bytes.
    pub(crate) fn file(&self, base: &str, field: &str, name: &str) -> Result<(String, Vec<u8>), SheetError> {
        let at = |error| SheetError::at(base, field, Reason::File(error));
        let name = files::resolve(base, name).map_err(at)?;
        let bytes = self.files.read(&name, self.options.limits.file_bytes).map_err(at)?;
        Ok((name, bytes))
    }

    /// Reads the picture that a field of `base` names. Opaque pixels of the color `clear` become transparent.
    pub(crate) fn picture(
        &mut self,
        base: &str,
        field: &str,
        name: &str,
        clear: Option<[u8; 3]>,
    ) -> Result<Arc<Picture>, SheetError> {
        let at = |reason: Reason| SheetError::at(base, field, reason);
        let key = (files::resolve(base, name).map_err(|error| at(error.into()))?, clear);
        if let Some(picture) = self.pictures.get(&key) {
            return Ok(Arc::clone(picture));
        }
        let (full, bytes) = self.file(base, field, name)?;
        let mut pixels = if aseprite::is_aseprite(&bytes) {
            // LDtk shows the first frame.
            let options = Options::default().limits(self.options.limits.clone()).pictures(true);
            let sheet = aseprite::read(&full, &bytes, &options)?;
            let first =
                sheet.frames().first().and_then(|frame| frame.picture().map(|picture| RgbaImage::clone(picture)));
            first.ok_or_else(|| SheetError::new(&full, Reason::invalid("one frame or more", 0)))?
        } else {
            read_picture(Cursor::new(bytes), &full, self.options.limits.picture_pixels)
                .map_err(|error| SheetError::new(&full, error))?
        };
        let bytes = 4 * u64::from(pixels.width()) * u64::from(pixels.height());
        self.unpacked.take(bytes).map_err(at)?;
        if let Some([r, g, b]) = clear {
            pixels.pixels_mut().filter(|pixel| pixel.0 == [r, g, b, 255]).for_each(|pixel| pixel.0 = [0; 4]);
        }
        let picture = Arc::new(Picture { name: full.as_str().into(), pixels });
        self.pictures.insert(key, Arc::clone(&picture));
        Ok(picture)
    }
}

/// The frames and animations of a map, as they are made.
#[derive(Default)]
pub(crate) struct Palette {
    pub(crate) frames: Vec<Frame>,
    pub(crate) animations: Vec<Animation>,
}

impl Palette {
    /// Adds a frame. Returns its index.
    pub(crate) fn add(&mut self, frame: Frame, limits: &Limits) -> Result<u32, Reason> {
        crate::limits::at_most("frames", self.frames.len() as u64 + 1, limits.frames)?;
        self.frames.push(frame);
        Ok(self.frames.len() as u32 - 1)
    }

    /// Returns the frame of a rectangle of a picture, which lies inside the picture.
    pub(crate) fn cut(name: String, rect: Rect, picture: &Picture, load: &mut Load) -> Result<Frame, Reason> {
        let (mask, shown) = Cut::whole(rect).build(&picture.pixels, load.options, &mut load.unpacked)?;
        let mut frame = Frame::new(vec![name], mask);
        frame.region = Some(Region { picture: Arc::clone(&picture.name), rect, rotated: false, offset: [0, 0] });
        frame.picture = shown;
        Ok(frame)
    }

    /// Replaces the mask of a frame by a mask that contains the frame's box, with its top-left pixel at `origin`.
    pub(crate) fn extend(frame: &mut Frame, mask: Mask, origin: [i32; 2], load: &mut Load) -> Result<(), Reason> {
        let size = [mask.width(), mask.height()];
        let is_larger = size != frame.size();
        frame.mask = Arc::new(mask);
        if !is_larger {
            return Ok(());
        }
        frame.pivot = Some(origin);
        if let Some(region) = &mut frame.region {
            region.offset = origin;
        }
        if let Some(picture) = &mut frame.picture {
            take_frame(size, load.options, &mut load.unpacked)?;
            check_picture_memory(4, size)?;
            let mut extended = RgbaImage::new(size[0], size[1]);
            image::imageops::replace(&mut extended, &**picture, origin[0].into(), origin[1].into());
            *picture = Arc::new(extended);
        }
        Ok(())
    }

    /// Returns a frame of a mask without a picture.
    pub(crate) fn shape(name: String, mask: Mask) -> Frame {
        Frame::new(vec![name], Arc::new(mask))
    }
}
