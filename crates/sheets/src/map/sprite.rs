//! A frame at a place of a map.

use crate::{Properties, property};
use std::sync::Arc;

/// A frame at a place: a tile, an object or an entity.
///
/// The fields mean what they mean for a sprite without an origin in the library `world`: the frame is flipped, then
/// turned by quarters, then scaled, then rotated. Scale and rotation are about the middle of the flipped and turned
/// frame.
#[derive(Debug, Clone, PartialEq)]
pub struct MapSprite {
    pub(crate) frame: u32,
    pub(crate) at: [i32; 2],
    pub(crate) flips: [bool; 2],
    pub(crate) quarter_turns: u8,
    /// Boxed, because most sprites are plain tiles.
    pub(crate) extras: Option<Box<SpriteExtras>>,
}

/// The properties that few sprites have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SpriteExtras {
    pub(crate) fraction: [f64; 2],
    pub(crate) angle: f64,
    pub(crate) scale: [f64; 2],
    pub(crate) label: Label,
}

impl Default for SpriteExtras {
    fn default() -> SpriteExtras {
        SpriteExtras { fraction: [0.0; 2], angle: 0.0, scale: [1.0; 2], label: Label::default() }
    }
}

/// The names and properties of an object in the editor, and whether the editor hides the object.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Label {
    pub(crate) name: Arc<str>,
    pub(crate) class: Arc<str>,
    pub(crate) id: Arc<str>,
    pub(crate) properties: Properties,
    pub(crate) hidden: bool,
}

impl MapSprite {
    /// Creates a sprite of a frame as it is.
    pub(crate) fn plain(frame: u32, at: [i32; 2], label: Label) -> MapSprite {
        let extras = Some(Box::new(SpriteExtras { label, ..SpriteExtras::default() }));
        MapSprite { frame, at, flips: [false; 2], quarter_turns: 0, extras }
    }

    /// Returns the index of the frame in [`Map::frames`](crate::Map::frames).
    #[must_use]
    pub fn frame(&self) -> usize {
        self.frame as usize
    }

    /// Returns the top-left pixel that the flipped and turned frame has with neither scale nor rotation, in pixels of
    /// the map with y down. What is lost by rounding down is [`MapSprite::fraction`] if the sprite is scaled or
    /// rotated.
    #[must_use]
    pub fn at(&self) -> [i32; 2] {
        self.at
    }

    /// Returns the part of the position below a pixel, from 0 to less than 1. A sprite that is neither scaled nor
    /// rotated is at whole pixels.
    #[must_use]
    pub fn fraction(&self) -> [f64; 2] {
        self.extras.as_ref().map_or([0.0; 2], |extras| extras.fraction)
    }

    /// Returns whether the frame is mirrored left to right.
    #[must_use]
    pub fn flip_x(&self) -> bool {
        self.flips[0]
    }

    /// Returns whether the frame is mirrored top to bottom.
    #[must_use]
    pub fn flip_y(&self) -> bool {
        self.flips[1]
    }

    /// Returns the number of clockwise quarter turns, from 0 to 3. They apply after the flips.
    #[must_use]
    pub fn quarter_turns(&self) -> u8 {
        self.quarter_turns
    }

    /// Returns the rotation in degrees clockwise. Multiples of 90 degrees are quarter turns instead.
    #[must_use]
    pub fn angle(&self) -> f64 {
        self.extras.as_ref().map_or(0.0, |extras| extras.angle)
    }

    /// Returns the factors along x and y, which apply after the flips and the quarter turns. Both are above 0.
    #[must_use]
    pub fn scale(&self) -> [f64; 2] {
        self.extras.as_ref().map_or([1.0; 2], |extras| extras.scale)
    }

    /// Returns the name of the object. A plain tile has none.
    #[must_use]
    pub fn name(&self) -> &str {
        self.extras.as_ref().map_or("", |extras| &extras.label.name)
    }

    /// Returns the class of the object, or the identifier of the entity in LDtk. A plain tile has none.
    #[must_use]
    pub fn class(&self) -> &str {
        self.extras.as_ref().map_or("", |extras| &extras.label.class)
    }

    /// Returns the id that the editor gives the object. A plain tile has none.
    #[must_use]
    pub fn id(&self) -> &str {
        self.extras.as_ref().map_or("", |extras| &extras.label.id)
    }

    /// Returns the properties of the object, or the fields of the entity in LDtk. A plain tile has none: the properties
    /// of its kind of tile are [`Frame::properties`](crate::Frame::properties).
    #[must_use]
    pub fn properties(&self) -> &Properties {
        self.extras.as_ref().map_or(&property::NONE, |extras| &extras.label.properties)
    }

    /// Returns whether the editor shows the object.
    #[must_use]
    pub fn is_visible(&self) -> bool {
        self.extras.as_ref().is_none_or(|extras| !extras.label.hidden)
    }

    /// Returns whether the sprite is neither scaled nor rotated.
    pub(crate) fn is_plain(&self) -> bool {
        self.angle() == 0.0 && self.scale() == [1.0; 2]
    }
}
