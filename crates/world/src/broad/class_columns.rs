//! The values that all handles to the sprites of a class share.

use super::class::Class;
use super::row_extras::{ExtrasColumn, LayersColumn, TraitsColumn};
use crate::WorldError;
use std::sync::atomic::{AtomicBool, Ordering};

/// The values that all handles to the sprites of a class share, on any thread.
#[derive(Default)]
pub(crate) struct ClassColumns {
    /// By default, a row has the layers of the class.
    pub(super) layers: LayersColumn,
    pub(super) extras: ExtrasColumn,
    pub(super) traits: TraitsColumn,
    /// Whether the sprites of the class are fixed, unless their flags tell that they change.
    pub(super) fixed: bool,
    /// Whether any row may belong in another class.
    any_may_leave: AtomicBool,
    /// Whether the refresh finds the variant of any row.
    any_unresolved: AtomicBool,
}

impl ClassColumns {
    /// A copy of the values.
    pub(super) fn try_clone(&self) -> Result<ClassColumns, WorldError> {
        let any_may_leave = AtomicBool::new(self.any_may_leave.load(Ordering::Relaxed));
        let (layers, extras) = (self.layers.try_clone()?, self.extras.try_clone()?);
        let (traits, fixed) = (self.traits.try_clone()?, self.fixed);
        let any_unresolved = AtomicBool::new(self.has_unresolved());
        Ok(ClassColumns { layers, extras, traits, fixed, any_may_leave, any_unresolved })
    }

    /// Sets the class. All rows then have its layers.
    pub(super) fn set_class(&mut self, class: Class) {
        self.layers.set_default(class.layers);
        self.fixed = class.fixed;
    }

    /// Records that a row may belong in another class.
    pub(super) fn note_may_leave(&self) {
        self.any_may_leave.store(true, Ordering::Relaxed);
    }

    /// Records that the refresh finds the variant of a row.
    #[inline]
    pub(super) fn note_unresolved(&self) {
        self.any_unresolved.store(true, Ordering::Relaxed);
    }

    /// Whether the refresh finds the variant of any row.
    pub(super) fn has_unresolved(&self) -> bool {
        self.any_unresolved.load(Ordering::Relaxed)
    }

    /// Records that all variants were found.
    pub(super) fn end_unresolved(&mut self) {
        *self.any_unresolved.get_mut() = false;
    }

    /// Whether any row may belong in another class, and forgets it.
    pub(super) fn take_any_may_leave(&mut self) -> bool {
        std::mem::take(self.any_may_leave.get_mut())
    }
}
