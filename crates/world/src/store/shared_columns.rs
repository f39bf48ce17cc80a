//! The columns that handles on several threads may change.

use super::cells::{ExtrasColumn, LayersColumn, TraitsColumn};

/// The columns that handles on several threads may change.
#[derive(Default)]
pub(super) struct SharedColumns {
    pub(super) layers: LayersColumn,
    pub(super) extras: ExtrasColumn,
    pub(super) traits: TraitsColumn,
}
