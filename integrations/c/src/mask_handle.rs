//! The mask behind a pointer of C.

use crate::ffi::{Object, object};
use crate::status::Failure;
use mask::Mask;
use std::sync::Arc;

/// A mask: the solid pixels of a picture, as bits.
///
/// A mask that is added to worlds is shared with them, not copied. An edit then copies it first, so worlds keep what they have.
pub struct hitmask_mask {
    pub(crate) mask: Arc<Mask>,
    is_broken: bool,
}

impl Object for hitmask_mask {
    const NAME: &str = "mask";

    #[inline]
    fn is_broken(&self) -> bool {
        self.is_broken
    }
}

/// Returns the pixels of a mask.
///
/// # Safety
/// As for [`object`].
#[inline]
pub(crate) unsafe fn mask_of<'a>(pointer: *const hitmask_mask, name: &str) -> Result<&'a Arc<Mask>, Failure> {
    // SAFETY: the caller keeps the rules of `object`.
    unsafe { object(pointer, name) }.map(|object| &object.mask)
}

/// Returns a copy of a mask, which shares its pixels: another argument may be the same mask, to change.
///
/// # Safety
/// As for [`object`].
pub(crate) unsafe fn mask_copy(pointer: *const hitmask_mask, name: &str) -> Result<Arc<Mask>, Failure> {
    // SAFETY: the caller keeps the rules of `object`.
    unsafe { mask_of(pointer, name) }.cloned()
}

impl hitmask_mask {
    pub(crate) fn new(mask: impl Into<Arc<Mask>>) -> hitmask_mask {
        hitmask_mask { mask: mask.into(), is_broken: false }
    }

    /// Changes the mask.
    pub(crate) fn edit<T>(&mut self, edit: impl FnOnce(&mut Mask) -> Result<T, Failure>) -> Result<T, Failure> {
        if Arc::get_mut(&mut self.mask).is_none() {
            self.mask = Arc::new(self.mask.try_clone()?);
        }
        let mask = Arc::get_mut(&mut self.mask).ok_or_else(|| Failure::invalid("the mask is in use"))?;
        self.is_broken = true;
        let result = edit(mask);
        self.is_broken = false;
        result
    }
}
