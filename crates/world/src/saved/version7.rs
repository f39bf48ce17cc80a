//! Worlds that were saved in version 7: sprites with a pivot, which is a pixel, and a choice whether angles are rounded.

use super::format::{LastPlaceEntry, List, MaskEntry, SavedSettings, SavedWorld, SpriteEntry, Version, WaitingEntry};
use super::load::LoadedWorld;
use crate::{Angle, MaskId, Pair, QuarterTurn, Side, Sprite, SpriteId, WorldError};
use serde::Deserialize;

/// A saved world of version 7, in the encoding of `World::to_bytes`.
#[derive(Deserialize)]
pub(super) struct World7<M> {
    _version: u32,
    settings: SavedSettings,
    stepped: bool,
    masks: List<Mask7<M>>,
    vacant_masks: List<MaskId>,
    sprites: List<Entry7>,
    vacant_sprites: List<SpriteId>,
    waiting_sprites: List<WaitingEntry>,
    pairs: List<Pair>,
    last_places: List<LastPlaceEntry>,
}

#[derive(Deserialize)]
struct Mask7<M> {
    id: MaskId,
    angles: u32,
    owned: bool,
    mask: M,
}

#[derive(Deserialize)]
struct Entry7 {
    id: SpriteId,
    sprite: Sprite7,
}

#[derive(Deserialize)]
struct Sprite7 {
    mask: MaskId,
    position: [i32; 2],
    flip_x: bool,
    flip_y: bool,
    turn: QuarterTurn,
    /// In steps of 1/65536 of a circle.
    angle: u16,
    #[serde(with = "crate::sprites::scale")]
    scale: [f64; 2],
    pivot: Option<[i32; 2]>,
    layers: u32,
    collides_with: u32,
    fixed: bool,
    sensor: bool,
    one_way: Option<Side>,
    continuous: bool,
    _exact: bool,
    data: u64,
}

/// The number of angles that masks had unless a user set another one. Without a number, angles are not rounded.
const DEFAULT_ANGLES: u32 = 64;

impl<M> From<World7<M>> for LoadedWorld<M> {
    fn from(old: World7<M>) -> LoadedWorld<M> {
        SavedWorld {
            version: Version::CURRENT,
            settings: old.settings,
            stepped: old.stepped,
            masks: old.masks.map(|Mask7 { id, angles, owned, mask }| {
                Ok(MaskEntry { id, angles: Some(angles).filter(|&angles| angles != DEFAULT_ANGLES), owned, mask })
            }),
            vacant_masks: old.vacant_masks,
            sprites: old.sprites.map(|Entry7 { id, sprite }| Ok(SpriteEntry { id, sprite: sprite.try_into()? })),
            vacant_sprites: old.vacant_sprites,
            waiting_sprites: old.waiting_sprites,
            pairs: old.pairs,
            last_places: old.last_places,
        }
    }
}

impl TryFrom<Sprite7> for Sprite {
    type Error = WorldError;

    fn try_from(old: Sprite7) -> Result<Sprite, WorldError> {
        let sprite = Sprite {
            flip_x: old.flip_x,
            flip_y: old.flip_y,
            turn: old.turn,
            angle: Angle::degrees(f64::from(old.angle) * 360.0 / 65_536.0)?,
            scale: old.scale,
            layers: old.layers,
            collides_with: old.collides_with,
            fixed: old.fixed,
            sensor: old.sensor,
            one_way: old.one_way,
            continuous: old.continuous,
            data: old.data,
            ..Sprite::new(old.mask, old.position)
        };
        // The center of the pixel was drawn at the center of the pixel at the position.
        Ok(match old.pivot {
            Some(pivot) => sprite.origin(pivot.map(|c| f64::from(c) + 0.5)).fraction([0.5, 0.5]),
            None => sprite,
        })
    }
}
