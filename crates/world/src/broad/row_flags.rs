//! What a refresh has to do about a row.

/// What a refresh has to do about a row.
///
/// ```text
///   bit 0   dirty: the row has changed since the last refresh
///   bit 1   moves: the sprite has become fixed, or has ceased to be, and its row belongs in the other tree
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowFlags(u8);

impl RowFlags {
    const DIRTY_BIT: u8 = 1;
    const MOVES_BIT: u8 = 2;

    pub(crate) const CLEAN: RowFlags = RowFlags(0);
    pub(crate) const DIRTY: RowFlags = RowFlags(RowFlags::DIRTY_BIT);

    #[inline(always)]
    pub(crate) fn is_dirty(self) -> bool {
        self.0 & RowFlags::DIRTY_BIT != 0
    }

    /// Marks the row as dirty if `changed`. (Without a branch: all rows of a moving world come through here.)
    #[inline(always)]
    pub(crate) fn mark_dirty_if(&mut self, changed: bool) {
        self.0 |= u8::from(changed);
    }

    /// Whether the row belongs in the other tree.
    #[inline(always)]
    pub(crate) fn moves(self) -> bool {
        self.0 & RowFlags::MOVES_BIT != 0
    }

    /// Sets whether the row belongs in the other tree.
    pub(crate) fn set_moves(&mut self, moves: bool) {
        self.0 = self.0 & !RowFlags::MOVES_BIT | if moves { RowFlags::MOVES_BIT } else { 0 };
    }
}
