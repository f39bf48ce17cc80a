//! Writes the checkpoint of a worker.

use super::block::{self, END, EXTRA, HEAD, MAGIC, MASK, SPRITE_BYTES, SPRITES, VERSION};
use crate::record::write_sprite;
use mask::Mask;
use std::collections::HashMap;
use std::io::{self, Write};
use world::{MaskId, Sprite, World};

/// Which run and which worker wrote a checkpoint, and after which step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) job: u64,
    pub(super) worker: usize,
    pub(super) workers: usize,
    pub(super) step: u64,
}

impl Head {
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.job.to_le_bytes());
        bytes.extend((self.worker as u32).to_le_bytes());
        bytes.extend((self.workers as u32).to_le_bytes());
        bytes.extend(self.step.to_le_bytes());
        bytes
    }
}

/// Writes a checkpoint. Masks that no sprite shows are not written.
pub(super) fn write(
    out: &mut impl Write,
    head: Head,
    world: &World,
    sprites: impl Iterator<Item = (u64, Sprite)>,
    extra: &[u8],
) -> io::Result<()> {
    block::write(out, HEAD, &head.to_bytes())?;
    let mut numbers: HashMap<MaskId, u32> = HashMap::new();
    let (mut block, mut count) = (Vec::new(), 0u64);
    for (id, sprite) in sprites {
        let next = numbers.len() as u32;
        let number = *numbers.entry(sprite.mask()).or_insert(next);
        if number == next {
            let mask = world.mask(sprite.mask()).map(Mask::to_bytes).unwrap_or_default();
            block::write(out, MASK, &mask)?;
        }
        block.extend(id.to_le_bytes());
        write_sprite(&mut block, &sprite, number);
        count += 1;
        if block.len() >= SPRITE_BYTES {
            block::write(out, SPRITES, &block)?;
            block.clear();
        }
    }
    block::write(out, SPRITES, &block)?;
    block::write(out, EXTRA, extra)?;
    let counts = [numbers.len() as u64, count, extra.len() as u64].map(u64::to_le_bytes);
    block::write(out, END, counts.as_flattened())
}
