//! Pairs of sprites, and batches of pairs on their way to a list.

use crate::slots::SlotId;
use crate::{SpriteId, WorldError, memory};

/// A pair of sprites, the smaller id first.
///
/// ```
/// # use hitmask::{Mask, Sprite, World};
/// # let mut world = World::new();
/// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
/// let (rock, player) = (world.spawn(Sprite::new(dot, [0, 0]))?, world.spawn(Sprite::new(dot, [0, 0]))?);
/// for pair in world.step()?.began() {
///     if let Some(other) = pair.other(player) {
///         assert_eq!(other, rock); // whichever of the two was spawned first
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Pair {
    /// The sprite with the smaller id.
    pub a: SpriteId,
    /// The sprite with the larger id.
    pub b: SpriteId,
}

impl Pair {
    /// Returns the sprite of the pair that is not `id`. Returns `None` if `id` is not in the pair.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # let [a, b, c] = [0, 0, 9].map(|x| world.spawn(Sprite::new(dot, [x, 0])).unwrap());
    /// let pair = world.refresh()?.collisions()?[0];
    /// assert_eq!((pair.other(a), pair.other(b), pair.other(c)), (Some(b), Some(a), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn other(self, id: SpriteId) -> Option<SpriteId> {
        match id {
            _ if id == self.a => Some(self.b),
            _ if id == self.b => Some(self.a),
            _ => None,
        }
    }

    /// A number for the order of pairs. (The comparison of two such numbers takes one branch.)
    #[inline(always)]
    pub(super) fn order(self) -> u128 {
        u128::from(self.a.0.to_ordered()) << 64 | u128::from(self.b.0.to_ordered())
    }

    /// The pair for which [`Pair::order`] returns this number.
    #[inline(always)]
    pub(super) fn from_order(order: u128) -> Pair {
        let id = |number| SpriteId(SlotId::from_ordered(number));
        Pair { a: id((order >> 64) as u64), b: id(order as u64) }
    }
}

/// The maximum number of pairs that are tested or listed together.
pub(crate) const BATCH: usize = 128;

/// Pairs on their way to a list. They are written without a branch, because the processor cannot predict which pairs
/// are kept.
pub(crate) struct Batch<P> {
    pairs: [P; BATCH],
    filled: usize,
}

impl<P: Copy + Default> Batch<P> {
    /// An empty batch.
    pub(crate) fn new() -> Batch<P> {
        Batch { pairs: [P::default(); BATCH], filled: 0 }
    }

    /// Appends a pair if `keep`.
    #[inline(always)]
    pub(crate) fn push_if(&mut self, keep: bool, pair: P) {
        self.pairs[self.filled % BATCH] = pair;
        self.filled += usize::from(keep);
    }

    /// Moves the pairs to a list, unless there is room for `count` more pairs.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, count: usize, list: &mut Vec<P>) -> Result<(), WorldError> {
        if self.filled + count > BATCH { self.flush(list) } else { Ok(()) }
    }

    /// Moves the pairs to a list.
    pub(crate) fn flush(&mut self, list: &mut Vec<P>) -> Result<(), WorldError> {
        Ok(memory::try_append(list, &self.pairs[..std::mem::take(&mut self.filled)])?)
    }
}
