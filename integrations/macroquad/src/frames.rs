//! The frames of the sprite sheet, each with its mask in the world.

use arcade::Any;
use hitmask::{MaskId, World};
use rocks::sheet;
use sheets::{Options, Sheet};
use std::collections::HashMap;

/// The angles of a mask: with 256, a mask is within a pixel of its picture, which rotates by any angle.
const ANGLES: u32 = 256;

/// A frame of the sheet.
pub(crate) struct Frame {
    pub(crate) mask: MaskId,
    pub(crate) size: [f64; 2],
    /// Its rectangle in the picture of the sheet: left, top, width, height.
    pub(crate) region: [f32; 4],
}

/// The frames by name.
pub(crate) struct Frames(HashMap<String, Frame>);

impl Frames {
    /// Reads the sheet, and adds the mask of each frame to the world.
    pub(crate) fn load(world: &mut World) -> Any<Frames> {
        let files = [("space.json", sheet::JSON), ("space.png", sheet::PNG)];
        let files: HashMap<_, _> = files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).into();
        let mut frames = HashMap::new();
        for frame in Sheet::read(&files, "space.json", &Options::default())?.frames() {
            let mask = world.add_mask(frame.mask().clone())?;
            world.set_angle_steps(mask, ANGLES)?;
            let rect = frame.region().ok_or("a frame has no region")?.rect;
            let region = [rect.left as f32, rect.top as f32, rect.width as f32, rect.height as f32];
            frames.insert(frame.name().to_owned(), Frame { mask, size: frame.size().map(f64::from), region });
        }
        Ok(Frames(frames))
    }

    /// Returns a frame of the sheet by its name.
    pub(crate) fn get(&self, name: &str) -> &Frame {
        &self.0[name]
    }
}
