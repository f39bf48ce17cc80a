//! Writes the checkpoint of a worker.

use super::block;
use super::format::{END, EXTRA, HEAD, MAGIC, MASK, SPRITE_BYTES, SPRITES, VERSION};
use crate::record;
use crate::record::SpriteRecord;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io;
use std::io::Write;
use world::{MaskId, Sprite, World};

/// Which run and which worker wrote a checkpoint, and after which step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) job: u64,
    pub(super) worker: usize,
    pub(super) workers: usize,
    pub(super) step: u64,
}

/// Writes a checkpoint. Masks that no sprite shows are not written.
pub(super) fn write(
    out: &mut impl Write,
    head: Head,
    world: &World,
    sprites: impl Iterator<Item = (u64, Sprite, Option<[i32; 2]>)>,
    extra: &[u8],
) -> io::Result<()> {
    let mut content = [&MAGIC[..], &VERSION.to_le_bytes()].concat();
    record::write(&mut content, &head);
    block::write(out, HEAD, &content)?;
    let mut numbers: HashMap<MaskId, u32> = HashMap::new();
    let (mut block, mut count) = (Vec::new(), 0u64);
    for (id, sprite, last) in sprites {
        let next = numbers.len() as u32;
        let number = *numbers.entry(sprite.mask).or_insert(next);
        if number == next {
            let mask = world.mask(sprite.mask).map(|mask| mask.to_bytes()).unwrap_or_default();
            block::write(out, MASK, &mask)?;
        }
        record::write(&mut block, &(id, SpriteRecord::new(&sprite, number), last));
        count += 1;
        if block.len() >= SPRITE_BYTES {
            block::write(out, SPRITES, &block)?;
            block.clear();
        }
    }
    block::write(out, SPRITES, &block)?;
    block::write(out, EXTRA, extra)?;
    block.clear();
    record::write(&mut block, &[numbers.len() as u64, count, extra.len() as u64]);
    block::write(out, END, &block)
}
