//! What can go wrong in a world.

use mask::MaskError;

use crate::{MAX_PIVOT, MAX_POSITION, MaskId, SpriteId};

/// Why a world refused. It is unchanged and usable.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The id of a sprite that was removed, or never was.
    #[error("no sprite has the id {0:?}: it was removed, or is another world's")]
    StaleSprite(SpriteId),
    /// The id of a mask that was removed, or never was.
    #[error("no mask has the id {0:?}: it was removed, or is another world's")]
    StaleMask(MaskId),
    /// A mask cannot be removed while sprites show it.
    #[error("the mask {mask:?} is shown by {sprites} sprites")]
    MaskInUse {
        /// The mask.
        mask: MaskId,
        /// How many sprites show it.
        sprites: usize,
    },
    /// A position beyond the limit.
    #[error("the position [{}, {}] is more than {MAX_POSITION} from 0", at[0], at[1])]
    OutOfRange {
        /// The position asked for.
        at: [i64; 2],
    },
    /// A pivot beyond the limit.
    #[error("the pivot [{}, {}] is more than {MAX_PIVOT} from 0", pivot[0], pivot[1])]
    PivotOutOfRange {
        /// The pivot asked for.
        pivot: [i32; 2],
    },
    /// A position in floating point that is not a number, infinite, or beyond the limit.
    #[error("the position [{}, {}] is no number within {MAX_POSITION} of 0", at[0], at[1])]
    NotAPixel {
        /// The position given.
        at: [f32; 2],
    },
    /// An angle that is not a number, or infinite.
    #[error("{degrees} degrees are no angle")]
    NotAnAngle {
        /// The degrees given.
        degrees: f64,
    },
    /// A mask cannot be turned: it would be beyond the limits of a mask, or there are no so many angles.
    #[error("a mask cannot be turned")]
    Turned(#[source] MaskError),
    /// A shape that is asked about is none: a coordinate is no number, say.
    #[error("there is no such shape to ask about")]
    Shape(#[source] MaskError),
    /// More pairs than the list may have.
    #[error("more than {limit} pairs: raise the limit, or visit them without a list")]
    TooManyPairs {
        /// The limit in force.
        limit: usize,
    },
    /// More sprites than the world can hold: about two billion.
    #[error("the world is full: {sprites} sprites")]
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
    #[error("no memory: the system refuses it for so many sprites or pairs, or for a mask")]
    NoMemory,
}

#[cfg(feature = "serde")]
impl WorldError {
    /// The error of an entry of a saved list.
    pub(crate) fn damaged(list: &'static str, entry: usize) -> impl Fn(&'static str) -> WorldError {
        move |what| WorldError::Damaged { list, entry, what }
    }
}

/// Of a mask that cannot be turned, or copied.
impl From<MaskError> for WorldError {
    fn from(error: MaskError) -> WorldError {
        match error {
            MaskError::OutOfMemory { .. } | MaskError::NoMemory { .. } => WorldError::NoMemory,
            error => WorldError::Turned(error),
        }
    }
}
