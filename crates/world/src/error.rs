//! Errors of a world.

use mask::MaskError;

use crate::{MaskId, SpriteId};

/// Why a world refused a call. The world stays usable, and unchanged unless the method says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The id names no sprite of this world.
    #[error("sprite {0:?} is not in this world: it was despawned, or the id comes from another world")]
    StaleSprite(SpriteId),
    /// The id names no mask of this world.
    #[error("mask {0:?} is not in this world: it was removed, or the id comes from another world")]
    StaleMask(MaskId),
    /// A mask cannot be removed while sprites show it.
    #[error("cannot remove mask {mask:?}: {sprites} sprites show it; despawn them or let them show another mask first")]
    MaskInUse {
        /// The mask.
        mask: MaskId,
        /// How many sprites show it.
        sprites: usize,
    },
    /// A position is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    #[error("position [{}, {}] is out of range: both coordinates must be from -2^30 to 2^30", at[0], at[1])]
    OutOfRange {
        /// The position asked for.
        at: [i64; 2],
    },
    /// A pivot is further than [`MAX_PIVOT`](crate::MAX_PIVOT) from 0.
    #[error("pivot [{}, {}] is out of range: both coordinates must be from -2^26 to 2^26", pivot[0], pivot[1])]
    PivotOutOfRange {
        /// The pivot asked for.
        pivot: [i32; 2],
    },
    /// A position in floating point is NaN, infinite, or further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    #[error("position [{}, {}] is not a pixel: both coordinates must be numbers from -2^30 to 2^30", at[0], at[1])]
    NotAPixel {
        /// The position given.
        at: [f64; 2],
    },
    /// An angle is NaN or infinite.
    #[error("angle must be finite, got {degrees}")]
    NotAnAngle {
        /// The degrees given.
        degrees: f64,
    },
    /// A mask cannot be rotated by the angle of a sprite: the rotated mask would exceed the limits of a mask.
    #[error("cannot rotate mask {mask:?} for a sprite: show a smaller mask, or another angle")]
    CannotTransform {
        /// The mask.
        mask: MaskId,
        /// The limit that the rotated mask exceeds, and by how much.
        source: MaskError,
    },
    /// An operation on a mask failed. Memory that the system refuses for a mask is [`WorldError::NoMemory`] instead.
    #[error(transparent)]
    Mask(MaskError),
    /// A list would have more pairs than the limit.
    #[error(
        "more than {limit} pairs: raise the limit (`World::set_pair_limit`) or visit them (`View::for_each_collision`)"
    )]
    TooManyPairs {
        /// The limit in force.
        limit: usize,
    },
    /// The world holds as many sprites as it can, 2^31 - 1.
    #[error("the world is full: it holds {sprites} sprites, the limit is 2147483647")]
    Full {
        /// How many sprites there are.
        sprites: usize,
    },
    /// A saved world has a version that this library does not know.
    #[error("the world was saved in version {version}, only version 1 is known: load it with a newer hitmask")]
    UnknownVersion {
        /// The version of the saved world.
        version: u32,
    },
    /// A saved world contradicts itself.
    #[error("the saved world is damaged: entry {entry} of its list `{list}` is not valid: {what}")]
    Damaged {
        /// The list in which the first fault is.
        list: &'static str,
        /// The entry of the list, counted from 0.
        entry: usize,
        /// What is wrong with the entry, or what was expected.
        what: &'static str,
    },
    /// The system refused the memory for sprites, trees, masks or a list.
    #[error("no memory: the system refused an allocation for sprites, pairs or masks")]
    NoMemory,
}

#[cfg(feature = "serde")]
impl WorldError {
    /// The error of an entry of a saved list.
    pub(crate) fn damaged(list: &'static str, entry: usize) -> impl Fn(&'static str) -> WorldError {
        move |what| WorldError::Damaged { list, entry, what }
    }
}

/// Memory that the system refuses becomes [`WorldError::NoMemory`], any other error [`WorldError::Mask`].
impl From<MaskError> for WorldError {
    fn from(error: MaskError) -> WorldError {
        match error {
            MaskError::OutOfMemory { .. } | MaskError::NoMemory { .. } => WorldError::NoMemory,
            error => WorldError::Mask(error),
        }
    }
}

impl WorldError {
    /// The error of a mask that cannot be shown as a sprite asks for it.
    pub(crate) fn cannot_transform(mask: MaskId, source: MaskError) -> WorldError {
        match source.into() {
            WorldError::Mask(source) => WorldError::CannotTransform { mask, source },
            error => error,
        }
    }
}
