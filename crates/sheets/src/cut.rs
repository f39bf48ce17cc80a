//! Cuts frames out of pictures, and undoes trimming and rotation.

use crate::limits::Budget;
use crate::{Options, PictureError, Reason, check_picture_memory};
use image::{RgbaImage, imageops};
use mask::shared::oriented;
use mask::{Mask, MaskError, Rect, Solid};
use std::sync::Arc;

/// A frame in a picture. The rectangle lies inside the picture. Pixels outside the frame are cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Cut {
    /// The rectangle of the picture.
    pub(crate) rect: Rect,
    /// The quarter turns clockwise by which the pixels lie turned in the picture, from 0 to 3.
    pub(crate) quarter_turns: u8,
    /// The top-left pixel of the unrotated rectangle in the frame.
    pub(crate) offset: [i32; 2],
    /// The size of the frame.
    pub(crate) size: [u32; 2],
}

impl Cut {
    /// Creates the cut of a rectangle that is the whole frame.
    pub(crate) fn whole(rect: Rect) -> Cut {
        Cut { rect, quarter_turns: 0, offset: [0, 0], size: [rect.width, rect.height] }
    }

    /// Returns the width and the height of the rectangle as it was before the turn.
    pub(crate) fn upright(&self) -> [u32; 2] {
        upright(self.quarter_turns, [self.rect.width, self.rect.height])
    }

    /// Returns the mask of the frame, and its picture if `options` ask for it. Takes both from the budget of bytes.
    ///
    /// Only pixels of the rectangle that are solid in `within` belong to the frame.
    pub(crate) fn build(
        &self,
        picture: &RgbaImage,
        within: Option<&Mask>,
        options: &Options,
        budget: &mut Budget,
    ) -> Result<(Arc<Mask>, Option<Arc<RgbaImage>>), Reason> {
        take_frame(self.size, options, budget)?;
        let mask = self.mask(picture, within, options.solid)?;
        let picture = options.pictures.then(|| self.picture(picture, within)).transpose()?;
        Ok((Arc::new(mask), picture.map(Arc::new)))
    }

    /// Returns the mask of the frame.
    pub(crate) fn mask(&self, picture: &RgbaImage, within: Option<&Mask>, solid: Solid) -> Result<Mask, MaskError> {
        let Rect { left, top, width, height } = self.rect;
        let mut mask = match solid {
            // Alpha values are read from the picture in place.
            Solid::AlphaAbove(threshold) => {
                let stride = 4 * picture.width() as usize;
                let first = top as usize * stride + 4 * left as usize + 3;
                let alpha = picture.as_raw().get(first..).unwrap_or_default();
                Mask::from_alpha(width, height, alpha, [4, stride], threshold)?
            }
            _ => Mask::from_rgba8(width, height, &self.bytes(picture), solid)?,
        };
        if let Some(within) = within {
            mask.intersect(within, [0, 0]);
        }
        if self.quarter_turns > 0 {
            mask = oriented(&mask, false, 4 - u32::from(self.quarter_turns))?;
        }
        if ([mask.width(), mask.height()], [0, 0]) != (self.size, self.offset) {
            let mut frame = Mask::new(self.size[0], self.size[1])?;
            frame.draw(&mask, self.offset);
            mask = frame;
        }
        Ok(mask)
    }

    /// Returns the picture of the frame.
    fn picture(&self, picture: &RgbaImage, within: Option<&Mask>) -> Result<RgbaImage, PictureError> {
        // The cut rectangle, the rotated one and the frame.
        check_picture_memory(12, self.size)?;
        let Rect { width, height, .. } = self.rect;
        let mut cut = RgbaImage::from_raw(width, height, self.bytes(picture)).unwrap_or_default();
        let outside = |x: u32, y: u32| within.is_some_and(|within| !within.contains([x as i32, y as i32]));
        cut.enumerate_pixels_mut().filter(|(x, y, _)| outside(*x, *y)).for_each(|(_, _, pixel)| pixel.0 = [0; 4]);
        cut = match self.quarter_turns {
            1 => imageops::rotate270(&cut),
            2 => imageops::rotate180(&cut),
            3 => imageops::rotate90(&cut),
            _ => cut,
        };
        if ([cut.width(), cut.height()], [0, 0]) != (self.size, self.offset) {
            let mut frame = RgbaImage::new(self.size[0], self.size[1]);
            imageops::replace(&mut frame, &cut, self.offset[0].into(), self.offset[1].into());
            cut = frame;
        }
        Ok(cut)
    }

    /// Returns the pixels of the rectangle, row by row.
    fn bytes(&self, picture: &RgbaImage) -> Vec<u8> {
        let Rect { left, top, width, height } = self.rect;
        let stride = 4 * picture.width() as usize;
        let rows = picture.as_raw().chunks_exact(stride.max(1)).skip(top as usize).take(height as usize);
        rows.flat_map(|row| &row[4 * left as usize..][..4 * width as usize]).copied().collect()
    }
}

/// Returns a width and a height, exchanged by an odd number of quarter turns.
pub(crate) fn upright<T>(quarter_turns: u8, [width, height]: [T; 2]) -> [T; 2] {
    if quarter_turns % 2 == 1 { [height, width] } else { [width, height] }
}

/// Takes a frame from a budget of bytes: the words of its mask, and the pixels of its picture if `options` ask for it.
pub(crate) fn take_frame([width, height]: [u32; 2], options: &Options, budget: &mut Budget) -> Result<(), Reason> {
    let row = 8 * u64::from(width.div_ceil(64)) + if options.pictures { 4 * u64::from(width) } else { 0 };
    budget.take(row * u64::from(height))
}
