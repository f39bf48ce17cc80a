//! A scene whose masks are built.

use super::values::Origin;
use anyhow::{Context, Result};
use image::RgbaImage;
use mask::Mask;
use sheets::Warning;
use std::path::PathBuf;
use std::sync::Arc;
use world::{Angle, MaskId, QuarterTurn, Sprite};

/// The error text if the list of masks cannot grow.
pub(super) const NO_MEMORY_FOR_MASKS: &str =
    "not enough memory for the masks: use fewer masks or allow the command more memory";
/// The error text if a list of sprites cannot grow.
pub(crate) const NO_MEMORY_FOR_SPRITES: &str =
    "not enough memory for the sprites: use fewer sprites or allow the command more memory";

/// A scene. `S` holds the sprites.
pub(crate) struct Scene<S = SceneSprites> {
    pub(crate) masks: Vec<SceneMask>,
    pub(crate) sprites: S,
    /// Every file that the scene was read from: the scene file, the pictures, the sheets, the table.
    pub(crate) files: Vec<PathBuf>,
    /// The warnings of the sheets.
    pub(crate) warnings: Vec<Warning>,
}

impl Scene {
    /// Returns a checksum of the masks and the sprites, whichever files they come from.
    #[cfg(feature = "cluster")]
    pub(crate) fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        self.masks.iter().for_each(|SceneMask { mask, origin, .. }| {
            hasher.update(&mask.to_bytes());
            hasher.update(format!("{origin:?}").as_bytes());
        });
        for (&SceneSprite { mask, at, flip_x, flip_y, turn, layers, collides_with, fixed }, stretch) in
            self.sprites.iter()
        {
            let bits = [mask, at[0] as u32, at[1] as u32, layers, collides_with];
            hasher.update(bits.map(u32::to_le_bytes).as_flattened());
            hasher.update(&[flip_x.into(), flip_y.into(), fixed.into()]);
            if turn != QuarterTurn::None || stretch != Stretch::default() {
                hasher.update(format!("{turn:?} {stretch:?}").as_bytes());
            }
        }
        hasher.finalize()
    }
}

/// A mask and its picture.
pub(crate) struct SceneMask {
    /// Its first name in the scene.
    pub(crate) name: String,
    pub(crate) mask: Arc<Mask>,
    /// The picture, transparent at the pixels of the color key. `None` if the scene is not drawn.
    pub(crate) picture: Option<Arc<RgbaImage>>,
    /// The origin of sprites that name none.
    pub(crate) origin: Option<[f64; 2]>,
}

/// The sprites of a scene, in the order of the scene.
#[derive(Default)]
pub(crate) struct SceneSprites {
    /// Each sprite with its index into `stretches`, or [`NO_STRETCH`].
    sprites: Vec<(SceneSprite, u32)>,
    /// The angles, scales and origins of the sprites that have one. Sprites in a row share an entry if their entries
    /// are equal.
    stretches: Vec<Stretch>,
}

/// A sprite of the scene. A scene may have millions, so what few sprites have is not in here.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SceneSprite {
    /// Index into [`Scene::masks`].
    pub(crate) mask: u32,
    pub(crate) at: [i32; 2],
    pub(crate) flip_x: bool,
    pub(crate) flip_y: bool,
    pub(crate) turn: QuarterTurn,
    pub(crate) layers: u32,
    pub(crate) collides_with: u32,
    pub(crate) fixed: bool,
}

const _: () = assert!(size_of::<(SceneSprite, u32)>() == 28);

/// The index of a sprite that is neither rotated nor scaled, and has no origin.
const NO_STRETCH: u32 = u32::MAX;

/// The angle, the scale and the origin of a sprite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stretch {
    pub(crate) angle: Angle,
    pub(crate) scale: [f64; 2],
    pub(crate) origin: Option<Origin>,
}

impl Default for Stretch {
    fn default() -> Stretch {
        Stretch { angle: Angle::ZERO, scale: [1.0; 2], origin: None }
    }
}

impl SceneSprites {
    /// Adds a sprite with its scale and origin.
    pub(super) fn push(&mut self, sprite: SceneSprite, stretch: Stretch) -> Result<()> {
        self.sprites.try_reserve(1).context(NO_MEMORY_FOR_SPRITES)?;
        let is_plain = stretch == Stretch::default();
        if !is_plain && self.stretches.last() != Some(&stretch) {
            self.stretches.try_reserve(1).context(NO_MEMORY_FOR_SPRITES)?;
            self.stretches.push(stretch);
        }
        self.sprites.push((sprite, if is_plain { NO_STRETCH } else { self.stretches.len() as u32 - 1 }));
        Ok(())
    }

    /// Replaces the number of the mask of each sprite. An error begins with the index of the sprite.
    pub(super) fn set_masks(&mut self, number: impl Fn(u32) -> Result<u32>) -> Result<()> {
        for (index, (sprite, _)) in self.sprites.iter_mut().enumerate() {
            sprite.mask = number(sprite.mask).with_context(|| format!("sprites[{index}]"))?;
        }
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.sprites.len()
    }

    /// Returns a sprite with its scale and origin.
    pub(crate) fn get(&self, index: usize) -> Option<(&SceneSprite, Stretch)> {
        let (sprite, stretch) = self.sprites.get(index)?;
        Some((sprite, self.stretches.get(*stretch as usize).copied().unwrap_or_default()))
    }

    /// Returns the sprites with their scales and origins.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&SceneSprite, Stretch)> {
        let stretch = |index: u32| self.stretches.get(index as usize).copied().unwrap_or_default();
        self.sprites.iter().map(move |(sprite, index)| (sprite, stretch(*index)))
    }
}

impl SceneSprite {
    /// Returns the sprite to spawn, with its mask added to the world as `mask`. `origin` is the origin of the mask.
    pub(crate) fn to_world(self, stretch: Stretch, mask: MaskId, origin: Option<[f64; 2]>) -> Sprite {
        let SceneSprite { flip_x, flip_y, turn, layers, collides_with, fixed, .. } = self;
        let Stretch { angle, scale, origin: own } = stretch;
        let sprite = Sprite::new(mask, self.at).flip_x(flip_x).flip_y(flip_y).turn(turn).angle(angle).scale(scale);
        let sprite = sprite.layers(layers).collides_with(collides_with).fixed(fixed);
        match (own, origin) {
            (Some(Origin { point, fraction }), _) => sprite.origin(point).fraction(fraction),
            (None, Some(point)) => sprite.origin(point),
            (None, None) => sprite,
        }
    }
}
