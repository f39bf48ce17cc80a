//! A sprite in a scratch file: the length of what follows in two bytes, a [`Head`], and the sprite as a record.

use super::DiskJoinError;
use super::file::{ExtentReader, damaged, read_error};
use crate::record::{self, SpriteRecord};
use crate::{Bounds, RecordError};
use mask::Mask;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use world::{MaskId, Sprite};

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
