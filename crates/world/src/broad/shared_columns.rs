//! The values that all handles to the sprites of a tree share.

use super::row_extras::{ExtrasColumn, LayersColumn};
use crate::WorldError;
use std::sync::atomic::{AtomicBool, Ordering};

/// The values that all handles to the sprites of a tree share, on any thread.
#[derive(Default)]
pub(crate) struct SharedColumns {
    pub(super) layers: LayersColumn,
    pub(super) extras: ExtrasColumn,
    /// Whether any row may belong in the other tree.
    any_moves: AtomicBool,
}

impl SharedColumns {
    /// Returns a copy of the values.
    pub(super) fn try_clone(&self) -> Result<SharedColumns, WorldError> {
        let any_moves = AtomicBool::new(self.any_moves());
        Ok(SharedColumns { layers: self.layers.try_clone()?, extras: self.extras.try_clone()?, any_moves })
    }

    /// Records that a row belongs in the other tree.
    pub(super) fn note_move(&self) {
        self.any_moves.store(true, Ordering::Relaxed);
    }

    /// Returns whether any row may belong in the other tree.
    pub(super) fn any_moves(&self) -> bool {
        self.any_moves.load(Ordering::Relaxed)
    }

    /// Records that no row belongs in the other tree.
    pub(super) fn clear_moves(&mut self) {
        *self.any_moves.get_mut() = false;
    }
}
