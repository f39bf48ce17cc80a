//! The messages of a step from one worker to another.
//!
//! ```text
//! bytes  content
//!     8  the number of sprites that the sender owns
//!     8  the number of bytes of the changes
//!        changes: a kind (1 byte), then the fields of the kind
//!        moves: id (8), x, y (4 + 4)
//! ```

use super::masks::Masks;
use crate::record::{write_point, write_sprite};
use world::{Sprite, World};

/// The kinds of changes.
pub(super) mod kind {
    /// A mask: number (4), length (4), bytes.
    pub(crate) const MASK: u8 = 1;
    /// A sprite that the receiver does not have: id (8), owner (1), a sprite, previous (1), and if that is
    /// [`MOVED`](super::previous::MOVED) the previous position, if [`CHANGED`](super::previous::CHANGED) the previous sprite.
    pub(crate) const ARRIVE: u8 = 2;
    /// A sprite that the receiver has, and that changed more than its position: id (8), owner (1), a sprite.
    pub(crate) const CHANGE: u8 = 3;
    /// The receiver becomes the owner of a sprite that it has: id (8), data (8).
    pub(crate) const OWN: u8 = 4;
    /// A sprite no longer touches the tile of the receiver: id (8), position (8).
    pub(crate) const LEAVE: u8 = 5;
    /// A sprite was removed: id (8).
    pub(crate) const REMOVE: u8 = 6;
}

/// Whether an arriving sprite existed in the previous step.
pub(super) mod previous {
    /// The sprite was added in this step.
    pub(crate) const NONE: u8 = 0;
    /// The sprite existed. At most its position changed.
    pub(crate) const MOVED: u8 = 1;
    /// The sprite existed. More than its position changed.
    pub(crate) const CHANGED: u8 = 2;
}

/// The state of an arriving sprite in the previous step.
#[derive(Clone, Copy)]
pub(super) enum Previous {
    None,
    Moved([i32; 2]),
    Changed(Sprite),
}

/// The messages to one worker.
#[derive(Default)]
pub(super) struct Outbox {
    changes: Vec<u8>,
    moves: Vec<u8>,
}

impl Outbox {
    /// Writes a sprite, and before it the message of its mask if the receiver does not have the mask.
    fn change(&mut self, kind: u8, id: u64, sprite: &Sprite, masks: &mut MaskSender) -> &mut Vec<u8> {
        let number = masks.number(sprite, &mut self.changes);
        self.changes.push(kind);
        self.changes.extend(id.to_le_bytes());
        self.changes.push(u8::from(masks.receiver_owns));
        write_sprite(&mut self.changes, sprite, number);
        &mut self.changes
    }

    pub(super) fn arrive(&mut self, id: u64, sprite: &Sprite, before: Previous, masks: &mut MaskSender) {
        // The mask of the previous sprite must be sent before this message begins.
        let before_number = match &before {
            Previous::Changed(sprite) => masks.number(sprite, &mut self.changes),
            _ => 0,
        };
        let out = self.change(kind::ARRIVE, id, sprite, masks);
        match before {
            Previous::None => out.push(previous::NONE),
            Previous::Moved(at) => {
                out.push(previous::MOVED);
                write_point(out, at);
            }
            Previous::Changed(sprite) => {
                out.push(previous::CHANGED);
                write_sprite(out, &sprite, before_number);
            }
        }
    }

    pub(super) fn changed(&mut self, id: u64, sprite: &Sprite, masks: &mut MaskSender) {
        self.change(kind::CHANGE, id, sprite, masks);
    }

    pub(super) fn own(&mut self, id: u64, data: u64) {
        self.changes.push(kind::OWN);
        self.changes.extend(id.to_le_bytes());
        self.changes.extend(data.to_le_bytes());
    }

    pub(super) fn leave(&mut self, id: u64, at: [i32; 2]) {
        self.changes.push(kind::LEAVE);
        self.changes.extend(id.to_le_bytes());
        write_point(&mut self.changes, at);
    }

    pub(super) fn remove(&mut self, id: u64) {
        self.changes.push(kind::REMOVE);
        self.changes.extend(id.to_le_bytes());
    }

    pub(super) fn moved(&mut self, id: u64, at: [i32; 2]) {
        self.moves.extend(id.to_le_bytes());
        write_point(&mut self.moves, at);
    }

    /// Appends all messages to `out`, and empties the outbox.
    pub(super) fn drain_into(&mut self, out: &mut Vec<u8>, owned: usize) {
        out.reserve(16 + self.changes.len() + self.moves.len());
        out.extend((owned as u64).to_le_bytes());
        out.extend((self.changes.len() as u64).to_le_bytes());
        out.append(&mut self.changes);
        out.append(&mut self.moves);
    }
}

/// The masks for a message about one sprite.
pub(super) struct MaskSender<'a> {
    pub(super) masks: &'a mut Masks,
    pub(super) world: &'a World,
    pub(super) receiver: usize,
    pub(super) receiver_owns: bool,
}

impl MaskSender<'_> {
    /// Returns the number of the mask of a sprite, after writing the mask if the receiver does not have it.
    fn number(&mut self, sprite: &Sprite, out: &mut Vec<u8>) -> u32 {
        self.masks.number(self.world, self.receiver, sprite.mask(), |number, bytes| {
            out.push(kind::MASK);
            out.extend(number.to_le_bytes());
            out.extend((bytes.len() as u32).to_le_bytes());
            out.extend(bytes);
        })
    }
}
