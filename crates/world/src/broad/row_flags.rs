//! The flags of a row, which tell a refresh what to update.

/// The flags of a row, which tell a refresh what to update.
///
/// ```text
///   bit 0   dirty: the row has changed since the last refresh
///   bit 1   moves: the sprite has become fixed or is no longer fixed, and the row belongs in the other tree
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowFlags(u8);

impl RowFlags {
    const DIRTY_BIT: u8 = 1;
    const MOVES_BIT: u8 = 2;

    /// The flags of a row without changes.
    pub(crate) const CLEAN: RowFlags = RowFlags(0);
    /// The flags of a row that has changed.
    pub(crate) const DIRTY: RowFlags = RowFlags(RowFlags::DIRTY_BIT);

    /// Returns whether any of the rows has flags.
    #[inline]
    pub(crate) fn any(rows: &[RowFlags]) -> bool {
        rows.iter().fold(0, |any, flags| any | flags.0) != 0
    }

    /// Returns whether the row has changed since the last refresh.
    #[inline(always)]
    pub(crate) fn is_dirty(self) -> bool {
        self.0 & RowFlags::DIRTY_BIT != 0
    }

    /// Marks the row as dirty if `changed`. (There is no branch, because every row of a moving world is marked here.)
    #[inline(always)]
    pub(crate) fn mark_dirty_if(&mut self, changed: bool) {
        self.0 |= u8::from(changed);
    }

    /// Returns whether the row belongs in the other tree.
    #[inline(always)]
    pub(crate) fn moves(self) -> bool {
        self.0 & RowFlags::MOVES_BIT != 0
    }

    /// Sets whether the row belongs in the other tree.
    pub(crate) fn set_moves(&mut self, moves: bool) {
        self.0 = self.0 & !RowFlags::MOVES_BIT | if moves { RowFlags::MOVES_BIT } else { 0 };
    }
}
