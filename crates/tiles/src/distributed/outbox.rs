//! The messages of a step from one worker to another: a [`Head`], the changes, then 16 bytes for each sprite that only moved:
//! its id, x and y.

use super::masks::Masks;
use crate::record::{SpriteRecord, write};
use serde::{Deserialize, Serialize};
use world::{Sprite, World};

/// The beginning of a message.
#[derive(Serialize, Deserialize)]
pub(super) struct Head {
    /// The number of sprites that the sender owns.
    pub(super) owned: u64,
    /// The number of bytes of the changes.
    pub(super) changes: u64,
}

/// The number of bytes of a move.
pub(super) const MOVE: usize = 16;

/// A change of what the receiver knows.
#[derive(Serialize, Deserialize)]
pub(super) enum Change {
    /// A mask and its number. It comes before the first sprite that shows the mask.
    Mask { number: u32, bytes: Vec<u8> },
    /// A sprite that the receiver does not have. `owns` says whether the receiver becomes its owner, and `last` where
    /// its path begins if it is continuous.
    Arrive { id: u64, owns: bool, sprite: SpriteRecord, last: Option<[i32; 2]>, before: Before },
    /// A sprite that the receiver has, and that changed more than its position.
    Replace { id: u64, owns: bool, sprite: SpriteRecord },
    /// A sprite that the receiver has, and that has no path in this step because it has jumped. Its other changes
    /// follow.
    Jump { id: u64 },
    /// The receiver becomes the owner of a sprite that it has.
    Own { id: u64, data: u64 },
    /// A sprite no longer touches the tile of the receiver.
    Leave { id: u64, at: [i32; 2] },
    /// A sprite was removed.
    Remove { id: u64 },
}

/// The state of an arriving sprite in the previous step.
#[derive(Serialize, Deserialize)]
pub(super) enum Before {
    /// The sprite was added in this step.
    None,
    /// At most the position has changed since. Where it stood, and where its path began.
    Moved([i32; 2], [i32; 2]),
    /// More than the position has changed since. Where its path began.
    Changed(SpriteRecord, [i32; 2]),
}

/// The messages to one worker.
#[derive(Default)]
pub(super) struct Outbox {
    changes: Vec<u8>,
    moves: Vec<u8>,
}

impl Outbox {
    pub(super) fn change(&mut self, change: &Change) {
        write(&mut self.changes, change);
    }

    pub(super) fn moved(&mut self, id: u64, [x, y]: [i32; 2]) {
        self.moves.extend(id.to_le_bytes());
        self.moves.extend([x, y].map(i32::to_le_bytes).as_flattened());
    }

    /// Returns a sprite as the receiver reads it, after writing its mask if the receiver does not have the mask.
    pub(super) fn sprite(
        &mut self,
        sprite: &Sprite,
        masks: &mut Masks,
        world: &World,
        receiver: usize,
    ) -> SpriteRecord {
        let number = masks.number(world, receiver, sprite.mask, |number, bytes| {
            self.change(&Change::Mask { number, bytes });
        });
        SpriteRecord::new(sprite, number)
    }

    /// Appends all messages to `out`, and empties the outbox.
    pub(super) fn drain_into(&mut self, out: &mut Vec<u8>, owned: usize) {
        out.reserve(2 * 10 + self.changes.len() + self.moves.len());
        write(out, &Head { owned: owned as u64, changes: self.changes.len() as u64 });
        out.append(&mut self.changes);
        out.append(&mut self.moves);
    }
}
