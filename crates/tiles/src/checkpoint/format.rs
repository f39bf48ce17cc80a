//! The format of a checkpoint: a file is a list of blocks.
//!
//! ```text
//! bytes  content
//!     1  kind
//!     4  length of the content
//!     4  CRC-32 of the kind, the length and the content
//!        content
//!
//! kind   content
//! HEAD   "HITMASK CHECKPOINT", version (4), job, worker, workers, step
//! MASK   a mask, as `Mask::to_bytes` writes it. The first mask has the number 0
//! SPRITES  sprites: id, sprite, where its path of the step began, if it had one
//! EXTRA  bytes of the program
//! END    the number of masks, the number of sprites, the number of extra bytes
//! ```
//!
//! Numbers with a length are little-endian. The others and the sprites are in the format of postcard. A block holds at most a mask, or about 64 KiB of sprites, so reading and writing need
//! little memory.

pub(super) const MAGIC: &[u8; 18] = b"HITMASK CHECKPOINT";
pub(super) const VERSION: u32 = 3;

pub(super) const HEAD: u8 = 1;
pub(super) const MASK: u8 = 2;
pub(super) const SPRITES: u8 = 3;
pub(super) const EXTRA: u8 = 4;
pub(super) const END: u8 = 5;

/// The size from which a block of sprites is written.
pub(super) const SPRITE_BYTES: usize = 1 << 16;
