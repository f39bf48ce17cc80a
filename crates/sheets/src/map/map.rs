//! A map: frames, and layers that place them.

use super::{MapLayer, MapSprite};
use crate::{Animation, Frame, Limits, PropertyValue, Sheet, Warning};

/// A map of Tiled or LDtk: frames, and layers of sprites that show them.
///
/// Each distinct tile is one frame, however often the layers place it. The library `world` is not needed; the README
/// shows how a map becomes a world.
#[derive(Debug, Clone, Default)]
pub struct Map {
    /// The name of the file, for errors.
    pub(crate) file: String,
    pub(crate) frames: Vec<Frame>,
    pub(crate) animations: Vec<Animation>,
    pub(crate) layers: Vec<MapLayer>,
    pub(crate) limits: Limits,
    pub(crate) warnings: Vec<Warning>,
}

impl Map {
    /// Returns the tiles and the shapes that the layers place, each once.
    ///
    /// A tile of Tiled is named `TILESET ID`, and a shape `object ID`.
    #[must_use]
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the animations of the tiles. An animation has the name of the frame that it animates.
    #[must_use]
    pub fn animations(&self) -> &[Animation] {
        &self.animations
    }

    /// Returns the animation of a frame, if the frame is an animated tile.
    ///
    /// Cost: one pass over the animations.
    #[must_use]
    pub fn animation_of(&self, frame: usize) -> Option<&Animation> {
        let name = self.frames.get(frame)?.name();
        self.animations.iter().find(|animation| animation.name() == name)
    }

    /// Returns a property of a sprite: of the object itself, or else of the tile that it shows.
    ///
    /// # Panics
    /// Panics if the sprite belongs to another map that has more frames.
    #[must_use]
    pub fn property<'a>(&'a self, sprite: &'a MapSprite, name: &str) -> Option<&'a PropertyValue> {
        sprite.properties().get(name).or_else(|| self.frames[sprite.frame()].properties().get(name))
    }

    /// Returns the layers from the bottom to the top. Groups are flattened.
    ///
    /// The layers of an LDtk project are those of its first level, then those of the next.
    /// Levels of a linear layout are in a row, 48 pixels apart, as LDtk shows them.
    #[must_use]
    pub fn layers(&self) -> &[MapLayer] {
        &self.layers
    }

    /// Returns the first layer of this name.
    #[must_use]
    pub fn layer(&self, name: &str) -> Option<&MapLayer> {
        self.layers.iter().find(|layer| layer.name() == name)
    }

    /// Returns what was left out or read in another way than the files say: at most 100 items, and one that counts the
    /// rest.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Returns the frames and animations without the layers.
    pub(crate) fn into_sheet(self) -> Sheet {
        Sheet::new(self.frames, self.animations, self.warnings)
    }
}
