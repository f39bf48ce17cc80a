//! How a call ended.

use crate::ids::{stale_mask, stale_sprite};
use mask::MaskError;
use std::any::Any;
use world::WorldError;

/// How a call ended. `hitmask_last_error` has a sentence for each call that failed.
///
/// After a failure, what was asked to change is unchanged, unless the function says otherwise, and no result is written, but pointers to
/// objects that a call makes are NULL.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum hitmask_status {
    /// The call has done all that it says.
    HITMASK_OK = 0,
    /// A pointer that must not be NULL is NULL.
    HITMASK_NULL = 1,
    /// A value is not valid: the sentence names it, and what is valid.
    HITMASK_INVALID = 2,
    /// A position or another number is out of range.
    HITMASK_OUT_OF_RANGE = 3,
    /// A mask would be larger than 2^26 words of 64 pixels.
    HITMASK_TOO_LARGE = 4,
    /// The world has no sprite or no mask with this id, or the id of a mask was given for a sprite, or the reverse.
    HITMASK_STALE = 5,
    /// The world has changed since the last `hitmask_world_refresh` or `hitmask_world_step`, so it cannot be asked.
    HITMASK_NOT_REFRESHED = 6,
    /// A mask cannot be removed, because sprites show it.
    HITMASK_IN_USE = 7,
    /// A list would be longer than its limit, or the world is full.
    HITMASK_TOO_MANY = 8,
    /// Saved bytes are damaged, or they are from another version.
    HITMASK_DAMAGED = 9,
    /// The system refused memory. An object that was in the middle of a change is broken, as after `HITMASK_PANIC`.
    HITMASK_NO_MEMORY = 10,
    /// The call met a bug of this library. An object that it was changing is broken from now on. Please report it.
    HITMASK_PANIC = 11,
    /// An earlier call has left this object in the middle of a change: it can only be freed.
    HITMASK_BROKEN = 12,
}

use hitmask_status::*;

/// Why a call has failed. It is one pointer, which is never 0, so the fast way of a call has one register to test, and
/// saves none for the sentence.
pub(crate) struct Failure(Box<(hitmask_status, String)>);

impl Failure {
    #[cold]
    pub(crate) fn new(status: hitmask_status, message: impl Into<String>) -> Failure {
        Failure(Box::new((status, message.into())))
    }

    pub(crate) fn into_parts(self) -> (hitmask_status, String) {
        *self.0
    }

    // Not inlined: the fast way of a call would keep registers and names for the sentence.
    #[cold]
    #[inline(never)]
    pub(crate) fn null(name: &str) -> Failure {
        Failure::new(HITMASK_NULL, format!("{name} must not be NULL"))
    }

    #[cold]
    pub(crate) fn invalid(message: impl Into<String>) -> Failure {
        Failure::new(HITMASK_INVALID, message)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn misaligned(name: &str, bytes: usize) -> Failure {
        Failure::invalid(format!("{name} must be aligned to {bytes} bytes"))
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn broken(name: &str) -> Failure {
        let message = format!("the {name} is broken: an earlier call ended in the middle of a change; free it");
        Failure::new(HITMASK_BROKEN, message)
    }

    #[cold]
    pub(crate) fn not_refreshed() -> Failure {
        let message =
            "the world has changed since the last refresh: call hitmask_world_refresh or hitmask_world_step first";
        Failure::new(HITMASK_NOT_REFRESHED, message)
    }

    #[cold]
    pub(crate) fn panic(panic: &(dyn Any + Send)) -> Failure {
        if let Some(message) = world::bindings::refused_memory(panic) {
            return Failure::new(HITMASK_NO_MEMORY, message);
        }
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("a panic without a message");
        let message = format!("a bug of hitmask, please report it: {text}");
        Failure::new(HITMASK_PANIC, message)
    }
}

impl From<MaskError> for Failure {
    #[cold]
    fn from(error: MaskError) -> Failure {
        let status = match error {
            MaskError::OutOfMemory { .. } | MaskError::NoMemory { .. } => HITMASK_NO_MEMORY,
            MaskError::TooLarge { .. } => HITMASK_TOO_LARGE,
            MaskError::NotAMask
            | MaskError::UnknownVersion { .. }
            | MaskError::WrongChecksum
            | MaskError::SurplusBits { .. } => HITMASK_DAMAGED,
            MaskError::Coordinate { .. }
            | MaskError::CircleRadius { .. }
            | MaskError::TooFar { .. }
            | MaskError::RadiusOutOfRange { .. } => HITMASK_OUT_OF_RANGE,
            _ => HITMASK_INVALID,
        };
        Failure::new(status, error.to_string())
    }
}

impl From<WorldError> for Failure {
    #[cold]
    fn from(error: WorldError) -> Failure {
        let status = match error {
            WorldError::Mask(error) => return error.into(),
            WorldError::StaleSprite(_) | WorldError::StaleMask(_) => HITMASK_STALE,
            WorldError::MaskInUse { .. } => HITMASK_IN_USE,
            WorldError::OutOfRange { .. }
            | WorldError::OriginOutOfRange { .. }
            | WorldError::NotAFraction { .. }
            | WorldError::NotAPixel { .. } => HITMASK_OUT_OF_RANGE,
            WorldError::CannotTransform {
                fault: MaskError::Degenerate { .. } | MaskError::NotFinite { .. }, ..
            } => HITMASK_INVALID,
            WorldError::CannotTransform { .. } => HITMASK_TOO_LARGE,
            WorldError::TooManyPairs { .. } | WorldError::Full { .. } => HITMASK_TOO_MANY,
            WorldError::UnknownVersion { .. }
            | WorldError::NotAWorld { .. }
            | WorldError::WrongChecksum
            | WorldError::Damaged { .. } => HITMASK_DAMAGED,
            WorldError::NoMemory => HITMASK_NO_MEMORY,
            _ => HITMASK_INVALID,
        };
        let message = match error {
            WorldError::StaleSprite(id) => stale_sprite(id),
            WorldError::StaleMask(id) => stale_mask(id),
            WorldError::NotAWorld { what } if what.contains("from_bytes_with_masks") => {
                "the world was saved without its masks: load it with hitmask_world_from_bytes_with_masks".into()
            }
            error => error.to_string(),
        };
        Failure::new(status, message)
    }
}
