//! Pairs of sprites.

use crate::SpriteId;
use crate::slots::SlotId;

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
