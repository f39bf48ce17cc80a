//! A sprite in a scratch file: the length of what follows in two bytes, a [`Head`], and the sprite as a record.
//! The box around a sprite.

use super::file::{ExtentReader, damaged, read_error};
use super::options::DiskJoinError;
use crate::record::SpriteRecord;
use crate::{Bounds, RecordError, record};
use mask::{Mask, Rect};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use world::{MaskId, Sprite, World, WorldError};

#[derive(Serialize, Deserialize)]
struct Head {
    id: u64,
    /// A box around the sprite.
    corner: [i64; 2],
    size: [u32; 2],
    /// The memory that the sprite takes in a world, in bytes.
    weight: u64,
}

/// Appends a sprite to a buffer.
pub(super) fn write(out: &mut Vec<u8>, id: u64, bounds: Bounds, weight: u64, sprite: &Sprite) {
    let start = out.len();
    out.extend([0; 2]);
    let size = [bounds.right - bounds.left, bounds.bottom - bounds.top].map(|side| side as u32);
    record::write(out, &Head { id, corner: [bounds.left, bounds.top], size, weight });
    record::write(out, &SpriteRecord::new(sprite, sprite.mask.index() as u32));
    let length = (out.len() - start - 2) as u16;
    out[start..start + 2].copy_from_slice(&length.to_le_bytes());
}

/// A sprite as read from a list.
pub(super) struct Entry<'b> {
    pub(super) id: u64,
    pub(super) bounds: Bounds,
    pub(super) weight: u64,
    /// The bytes of the entry, with the length in front.
    pub(super) bytes: &'b [u8],
    sprite: &'b [u8],
}

impl Entry<'_> {
    pub(super) fn sprite(&self, masks: &[(MaskId, Arc<Mask>)]) -> Result<Sprite, RecordError> {
        let record: SpriteRecord = record::read(&mut &self.sprite[..])?;
        record.to_sprite(|number| masks.get(number as usize).map(|&(id, _)| id))
    }
}

/// Reads the sprites of a list, one after the other.
pub(super) struct Entries<'f> {
    reader: BufReader<ExtentReader>,
    bytes: Vec<u8>,
    folder: &'f Path,
}

impl<'f> Entries<'f> {
    pub(super) fn new(reader: BufReader<ExtentReader>, folder: &'f Path) -> Entries<'f> {
        Entries { reader, bytes: Vec::with_capacity(128), folder }
    }

    pub(super) fn next(&mut self) -> Result<Option<Entry<'_>>, DiskJoinError> {
        let read_error = read_error(self.folder);
        if self.reader.fill_buf().map_err(&read_error)?.is_empty() {
            return Ok(None);
        }
        let mut length = [0; 2];
        self.reader.read_exact(&mut length).map_err(&read_error)?;
        self.bytes.resize(2 + usize::from(u16::from_le_bytes(length)), 0);
        self.bytes[..2].copy_from_slice(&length);
        self.reader.read_exact(&mut self.bytes[2..]).map_err(&read_error)?;
        decode(&self.bytes).map(Some).map_err(damaged(self.folder))
    }
}

fn decode(bytes: &[u8]) -> Result<Entry<'_>, RecordError> {
    let mut sprite = &bytes[2..];
    let Head { id, corner: [left, top], size, weight } = record::read(&mut sprite)?;
    let [width, height] = size.map(i64::from);
    let bounds = Bounds { left, top, right: left.saturating_add(width), bottom: top.saturating_add(height) };
    Ok(Entry { id, bounds, weight, bytes, sprite })
}

/// Returns the box of a sprite that is not in the world. It is empty if the sprite shows no pixel.
///
/// # Errors
/// Returns the errors of [`World::spawn`].
pub(super) fn reach(world: &World, sprite: &Sprite) -> Result<Bounds, WorldError> {
    Ok(Bounds::from(world.box_of(sprite)?.unwrap_or(Rect::new(0, 0, 0, 0))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::out_of_core::budget::is_transformed;
    use mask::Mask;
    use world::{Angle, QuarterTurn};

    #[test]
    fn the_box_encloses_the_sprite() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut world = World::new();
        let sizes = [[1, 1], [7, 60], [33, 32], [300, 2], [2000, 1500]];
        let masks = sizes.map(|[width, height]| world.add_mask(Mask::filled(width, height).unwrap()).unwrap());
        let (mut mapped, mut loose) = (0, 0.0_f64);
        for case in 0..4000 {
            let mut sprite =
                Sprite::new(masks[rng.usize(0..5 - usize::from(case % 50 != 0))], [rng.i32(-99..99), rng.i32(-9..9)]);
            for option in 0..7 {
                sprite = match option {
                    _ if rng.bool() => sprite,
                    0 => sprite.flip_x(true),
                    1 => sprite.flip_y(true),
                    2 => sprite
                        .turn([QuarterTurn::Quarter, QuarterTurn::Half, QuarterTurn::ThreeQuarters][rng.usize(0..3)]),
                    3 => sprite.origin([rng.i32(-70..99), rng.i32(-200..300)].map(f64::from)),
                    4 => sprite.scale([0.01 + 3.0 * rng.f64(), 0.01 + 3.0 * rng.f64()]),
                    5 => sprite.angle(Angle::degrees(360.0 * rng.f64()).unwrap()),
                    _ => sprite.fraction([rng.f64(), 0.5]),
                };
            }
            let bounds = reach(&world, &sprite).unwrap();
            let shape = world.shape_of(&sprite).unwrap();
            let (mask, tight) = (shape.mask, shape.mask.bounds());
            let Some(Rect { left, top, width, height }) = tight else { continue };
            let tight = Bounds::from(Rect::new(left + shape.at[0], top + shape.at[1], width, height));
            assert!(bounds.encloses(tight), "{sprite:?}: {bounds:?} {tight:?}");
            // Thin pictures can show few pixels of their box.
            let is_thick = sprite.scale.iter().all(|factor| *factor > 0.5);
            if is_transformed(&sprite) && is_thick && mask.bounds().is_some_and(|tight| tight.width > 8) {
                mapped += 1;
                loose = loose.max((bounds.right - bounds.left) as f64 / f64::from(width));
            }
        }
        assert!(mapped > 300 && loose < 1.2, "{mapped} {loose}");
    }
}
