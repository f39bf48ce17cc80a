//! The images of the game, and the frames of the sprite sheet.

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, ImageSampler, ImageType};
use bevy::prelude::*;
use sheets::{Options, Sheet};
use std::collections::HashMap;

/// The images of the game.
#[derive(Resource)]
pub(crate) struct Pictures {
    pub(crate) ground: Handle<Image>,
    sheet: Handle<Image>,
    /// The rectangles of the frames in the image of the sheet.
    frames: HashMap<String, Rect>,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PreStartup, load);
}

fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>) -> Result {
    // hitmask reads the pixels, so the image stays in the main world too, as it does by default.
    let mut add = |bytes| -> Result<Handle<Image>> {
        let (kind, usages) = (ImageType::Extension("png"), RenderAssetUsages::default());
        Ok(images.add(Image::from_buffer(
            bytes,
            kind,
            CompressedImageFormats::NONE,
            true,
            ImageSampler::nearest(),
            usages,
        )?))
    };
    let (sheet, ground) = (add(rocks::sheet::PNG)?, add(rocks::sheet::GROUND)?);

    let files = [("space.json", rocks::sheet::JSON), ("space.png", rocks::sheet::PNG)];
    let files: HashMap<_, _> = files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).into();
    let mut frames = HashMap::new();
    for frame in Sheet::read(&files, "space.json", &Options::default())?.frames() {
        let rect = frame.region().ok_or("a frame has no region")?.rect;
        let corner = Vec2::new(rect.left as f32, rect.top as f32);
        frames.insert(
            frame.name().to_owned(),
            Rect::from_corners(corner, corner + UVec2::new(rect.width, rect.height).as_vec2()),
        );
    }
    commands.insert_resource(Pictures { ground, sheet, frames });
    Ok(())
}

impl Pictures {
    /// Returns a sprite that shows a frame of the sheet.
    pub(crate) fn sprite(&self, frame: &str) -> Sprite {
        Sprite { image: self.sheet.clone(), rect: Some(self.frames[frame]), ..default() }
    }

    /// Returns the size of a frame.
    pub(crate) fn size(&self, frame: &str) -> Vec2 {
        self.frames[frame].size()
    }
}
