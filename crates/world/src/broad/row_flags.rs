//! The flags of a row, which tell a refresh what to update.

/// The flags of a row, which tell a refresh what to update.
///
/// ```text
///   bit 0   dirty: the row has changed since the last refresh
///   bit 1   toggles: the sprite has become fixed or is no longer fixed
///   bit 2   new layers: the layers of the sprite have changed
///   bit 3   unresolved: the refresh finds the variant that the sprite shows
/// ```
///
/// A row with bit 1 or 2 may belong in another class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowFlags(u8);

impl RowFlags {
    const DIRTY_BIT: u8 = 1;
    const TOGGLES_BIT: u8 = 2;
    const NEW_LAYERS_BIT: u8 = 4;
    const UNRESOLVED_BIT: u8 = 8;

    /// The flags of a row without changes.
    pub(crate) const CLEAN: RowFlags = RowFlags(0);
    /// The flags of a row that has changed.
    pub(crate) const DIRTY: RowFlags = RowFlags(RowFlags::DIRTY_BIT);

    /// Whether any of the rows has flags.
    #[inline]
    pub(crate) fn any(rows: &[RowFlags]) -> bool {
        rows.iter().fold(0, |any, flags| any | flags.0) != 0
    }

    /// The number of dirty rows.
    #[inline]
    pub(crate) fn count_dirty(rows: &[RowFlags]) -> usize {
        count(rows, RowFlags::DIRTY_BIT)
    }

    /// The number of rows whose layers have changed.
    #[inline]
    pub(crate) fn count_new_layers(rows: &[RowFlags]) -> usize {
        count(rows, RowFlags::NEW_LAYERS_BIT)
    }

    /// Whether the row has changed since the last refresh.
    #[inline(always)]
    pub(crate) fn is_dirty(self) -> bool {
        self.0 & RowFlags::DIRTY_BIT != 0
    }

    /// Marks the row as dirty if `changed`. (There is no branch, because every row of a moving world is marked here.)
    #[inline(always)]
    pub(crate) fn mark_dirty_if(&mut self, changed: bool) {
        self.0 |= u8::from(changed);
    }

    /// Whether the sprite has become fixed or is no longer fixed.
    #[inline(always)]
    pub(crate) fn toggles(self) -> bool {
        self.0 & RowFlags::TOGGLES_BIT != 0
    }

    /// Sets whether the sprite has become fixed or is no longer fixed.
    pub(crate) fn set_toggles(&mut self, toggles: bool) {
        self.0 = self.0 & !RowFlags::TOGGLES_BIT | if toggles { RowFlags::TOGGLES_BIT } else { 0 };
    }

    /// Whether the layers of the sprite have changed.
    #[inline(always)]
    pub(crate) fn has_new_layers(self) -> bool {
        self.0 & RowFlags::NEW_LAYERS_BIT != 0
    }

    /// Whether the refresh finds the variant that the sprite shows.
    #[inline(always)]
    pub(crate) fn is_unresolved(self) -> bool {
        self.0 & RowFlags::UNRESOLVED_BIT != 0
    }

    /// Makes the refresh find the variant that the sprite shows.
    #[inline(always)]
    pub(crate) fn mark_unresolved(&mut self) {
        self.0 |= RowFlags::DIRTY_BIT | RowFlags::UNRESOLVED_BIT;
    }

    /// The flags after a refresh that has failed: the row is dirty.
    pub(crate) fn only_unresolved(self) -> RowFlags {
        RowFlags(self.0 & RowFlags::UNRESOLVED_BIT | RowFlags::DIRTY_BIT)
    }

    /// Notes that the variant was found.
    pub(crate) fn mark_resolved(&mut self) {
        self.0 &= !RowFlags::UNRESOLVED_BIT;
    }

    /// Marks the row as dirty and its layers as changed.
    #[inline(always)]
    pub(crate) fn mark_new_layers(&mut self) {
        self.0 |= RowFlags::DIRTY_BIT | RowFlags::NEW_LAYERS_BIT;
    }

    /// Whether the row may belong in another class.
    #[inline(always)]
    pub(crate) fn may_leave(self) -> bool {
        self.toggles() || self.has_new_layers()
    }
}

/// The number of rows with a flag.
#[inline]
fn count(rows: &[RowFlags], bit: u8) -> usize {
    // The sums of so few rows fit a byte, so vectors add many at once.
    let few = |rows: &[RowFlags]| rows.iter().fold(0, |count: u8, flags| count + u8::from(flags.0 & bit != 0));
    rows.chunks(128).map(|rows| usize::from(few(rows))).sum()
}
