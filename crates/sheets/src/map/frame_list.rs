//! The frames of a map, as they are made.

use crate::cut::{Cut, take_frame};
use crate::load::{Load, Picture};
use crate::{Animation, Frame, Limits, Reason, Region, check_picture_memory};
use image::RgbaImage;
use mask::{Mask, Rect};
use std::sync::Arc;

/// The frames and animations of a map, as they are made.
#[derive(Default)]
pub(crate) struct FrameList {
    pub(crate) frames: Vec<Frame>,
    pub(crate) animations: Vec<Animation>,
}

impl FrameList {
    /// Adds a frame. Returns its index.
    pub(crate) fn add(&mut self, frame: Frame, limits: &Limits) -> Result<u32, Reason> {
        crate::limits::at_most("frames", self.frames.len() as u64 + 1, limits.frames)?;
        self.frames.push(frame);
        Ok(self.frames.len() as u32 - 1)
    }

    /// Returns the frame of a rectangle of a picture, which lies inside the picture.
    pub(crate) fn cut(name: String, rect: Rect, picture: &Picture, load: &mut Load) -> Result<Frame, Reason> {
        let (mask, shown) = Cut::whole(rect).build(&picture.pixels, None, load.options, &mut load.unpacked)?;
        let mut frame = Frame::new(vec![name], mask);
        frame.region = Some(Region { picture: Arc::clone(&picture.name), rect, quarter_turns: 0, offset: [0, 0] });
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
        frame.origin = Some(origin.map(f64::from));
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
