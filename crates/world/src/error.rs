//! The error type of the crate.

use crate::store::Lane;
use crate::{MaskId, SpriteId};
use mask::MaskError;
use mask::shared::Real;

/// An error of a [`World`](crate::World), or of a value that is meant for a world.
///
/// After an error, the world stays usable. It is unchanged unless the documentation of the method says otherwise. The
/// texts name masks by their slot ([`MaskId::index`]) and no methods, so that they fit every language.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The world has no sprite with this id. Ids do not say which world they are from: the id of another world is an
    /// error only if it names no sprite of this one.
    #[error("sprite {0:?} is not in this world: it was despawned, or the id comes from another world")]
    StaleSprite(SpriteId),
    /// The world has no mask with this id. The id of another world is an error only if it names no mask of this one.
    #[error("mask {0:?} is not in this world: it was removed, or the id comes from another world")]
    StaleMask(MaskId),
    /// A mask cannot be removed because sprites show it.
    #[error("cannot remove mask {}: sprites show it ({sprites}); despawn them or set another mask first", mask.index())]
    MaskInUse {
        /// The mask.
        mask: MaskId,
        /// The number of sprites that show the mask.
        sprites: usize,
    },
    /// A coordinate of a position is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    #[error(
        "position ({}, {}) is out of range: both coordinates must be from -2^30 to 2^30; clip the position", at[0], at[1]
    )]
    OutOfRange {
        /// The requested position.
        at: [i64; 2],
    },
    /// A coordinate of an origin is NaN, or further than [`MAX_ORIGIN`](crate::MAX_ORIGIN) from 0.
    #[error(
        "origin ({}, {}) is out of range: both coordinates must be from -2^26 to 2^26; use a point near the picture",
        Real(origin[0]), Real(origin[1])
    )]
    OriginOutOfRange {
        /// The requested origin.
        origin: [f64; 2],
    },
    /// A coordinate of the fraction of a position is not from 0 to less than 1.
    #[error(
        "fraction ({}, {}) is not valid: both coordinates must be from 0 to less than 1; put whole pixels into the position",
        Real(fraction[0]), Real(fraction[1])
    )]
    NotAFraction {
        /// The given fraction.
        fraction: [f64; 2],
    },
    /// A sprite with a transform has another value that the transform excludes.
    #[error("a sprite with a transform has no `{field}`: make it part of the transform, or set no transform")]
    BesideTransform {
        /// The name of the other value.
        field: &'static str,
    },
    /// The transform of a sprite has a translation, which is the position of the sprite.
    #[error(
        "the transform of a sprite has no translation, got ({}, {}): put it into position and fraction, as Sprite::transform does",
        Real(translation[0]), Real(translation[1])
    )]
    TransformMoves {
        /// The given translation.
        translation: [f64; 2],
    },
    /// A coordinate of a floating-point position is NaN, infinite, or further than
    /// [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    #[error("point ({}, {}) is not a pixel: both coordinates must be finite, from -2^30 to 2^30", Real(at[0]), Real(at[1]))]
    NotAPixel {
        /// The given position.
        at: [f64; 2],
    },
    /// An angle is NaN or infinite.
    #[error("angle must be finite, got {}; give degrees clockwise", Real(*degrees))]
    NotAnAngle {
        /// The given angle in degrees.
        degrees: f64,
    },
    /// A factor of a scale is NaN, infinite, 0 or negative.
    #[error(
        "scale ({}, {}) is not valid: both factors must be finite and greater than 0; mirror by flips",
        Real(scale[0]), Real(scale[1])
    )]
    NotAScale {
        /// The given factors along x and y.
        scale: [f64; 2],
    },
    /// A mask cannot be shown under the map of a sprite: the map has no inverse, its box would reach too far, or an edit
    /// has made the mask too large for it.
    #[error(
        "cannot transform mask {} for a sprite: {fault}; use a smaller mask, a smaller scale or another angle",
        mask.index()
    )]
    CannotTransform {
        /// The mask that the sprite shows.
        mask: MaskId,
        /// The error of the transform, which names the limit that the result exceeds.
        fault: MaskError,
    },
    /// A move or a query asks for layers ([`View::on_layers`](crate::View::on_layers)), and the sprite collides with none
    /// of them, so nothing could be in its way.
    #[error(
        "no common layer: the call asks for layers {layers:#x}, but the sprite collides with layers {collides_with:#x}; \
         ask for a layer that the sprite collides with, or for layers 0 to pass through all"
    )]
    NoCommonLayer {
        /// The layers that the call asks for.
        layers: u32,
        /// The layers that the sprite collides with.
        collides_with: u32,
    },
    /// An operation on a mask failed. If the system refuses the memory for a mask, the error is
    /// [`WorldError::NoMemory`] instead.
    #[error(transparent)]
    Mask(MaskError),
    /// A list would contain more pairs than the limit.
    #[error("more than {limit} pairs: spread the sprites, use layers, or give a world a higher limit of pairs")]
    TooManyPairs {
        /// The limit at the time of the call: [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs) of a world, and
        /// that of [`WorldLimits::DEFAULT`](crate::WorldLimits::DEFAULT) without one.
        limit: usize,
    },
    /// The world has no room for the requested number of sprites. A world can hold 2^29 - 1 sprites.
    #[error("the world is full: it holds {sprites} sprites, the limit is {}; despawn sprites first", Lane::MAX_SPRITES)]
    Full {
        /// The number of sprites.
        sprites: usize,
    },
    /// A saved world has a version that this library does not know.
    #[error(
        "the world was saved in version {version}, but only versions 7 (as bytes) and 8 are known: load it with the hitmask that saved it"
    )]
    UnknownVersion {
        /// The version of the saved world.
        version: u32,
    },
    /// The given bytes are not a saved world.
    #[error("the bytes are not a saved world: {what}; use the bytes of a saved world")]
    NotAWorld {
        /// The fault.
        what: &'static str,
    },
    /// The checksum of a saved world does not match its bytes.
    #[error("checksum of the saved world does not match: bytes were changed or are missing; load an intact copy")]
    WrongChecksum,
    /// A saved world contains an invalid entry.
    #[error("the saved world is damaged: entry {entry} of its list `{list}` is not valid: {what}")]
    Damaged {
        /// The name of the list that contains the entry.
        list: &'static str,
        /// The index of the first invalid entry in the list, from 0.
        entry: usize,
        /// The fault, or the condition that the entry violates.
        what: &'static str,
    },
    /// The system refused the memory for sprites, trees, masks or a list.
    #[error("no memory: the system refused an allocation for sprites, pairs or masks")]
    NoMemory,
}

#[cfg(feature = "serde")]
impl WorldError {
    /// A function that makes the error of an invalid entry of a saved list from the description of the fault.
    pub(crate) fn damaged(list: &'static str, entry: usize) -> impl Fn(&'static str) -> WorldError {
        move |what| WorldError::Damaged { list, entry, what }
    }
}

/// Converts a refused allocation to [`WorldError::NoMemory`], and any other error to [`WorldError::Mask`].
impl From<MaskError> for WorldError {
    fn from(error: MaskError) -> WorldError {
        match error {
            MaskError::OutOfMemory { .. } | MaskError::NoMemory { .. } => WorldError::NoMemory,
            error => WorldError::Mask(error),
        }
    }
}

impl WorldError {
    /// Converts the error of a failed transform: to [`WorldError::NoMemory`] for a refused allocation, and otherwise to
    /// [`WorldError::CannotTransform`].
    pub(crate) fn cannot_transform(mask: MaskId, fault: MaskError) -> WorldError {
        match fault.into() {
            WorldError::Mask(fault) => WorldError::CannotTransform { mask, fault },
            error => error,
        }
    }
}
