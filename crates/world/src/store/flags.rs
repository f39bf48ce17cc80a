//! The flags of a sprite, which tell a refresh and a step what to update.

/// The flags of a sprite.
///
/// ```text
///   bit 0   dirty: the box of the sprite may have changed since the last refresh
///   bit 1   changed: its pairs may have changed since the last step
///   bit 2   unresolved: the refresh finds the variant that the sprite shows
///   bit 3   new variant: its leaf has the number of another variant
///   bit 4   new kind: it may belong in another tree
///   bit 5   fixed: it collides with no other fixed sprite
///   bit 6   continuous: it is tested along its way
///   bit 7   way: it had one in the last step
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flags(u8);

impl Flags {
    /// No flag.
    pub(crate) const NONE: Flags = Flags(0);
    pub(crate) const DIRTY: Flags = Flags(1);
    pub(crate) const CHANGED: Flags = Flags(2);
    pub(crate) const UNRESOLVED: Flags = Flags(4);
    pub(crate) const NEW_VARIANT: Flags = Flags(8);
    pub(crate) const NEW_KIND: Flags = Flags(16);
    pub(crate) const FIXED: Flags = Flags(32);
    pub(crate) const CONTINUOUS: Flags = Flags(64);
    pub(crate) const WAY: Flags = Flags(128);
    /// The sprite is continuous, and may have moved since the last step.
    pub(crate) const MAY_HAVE_WAY: Flags = Flags::CHANGED.or(Flags::CONTINUOUS);
    /// The sprite has moved.
    pub(crate) const MOVED: Flags = Flags::DIRTY.or(Flags::CHANGED);
    /// The sprite is new.
    pub(crate) const NEW: Flags = Flags::MOVED.or(Flags::NEW_KIND);
    /// The flags that a refresh removes.
    pub(crate) const STALE: Flags = Flags::DIRTY.or(Flags::UNRESOLVED).or(Flags::NEW_VARIANT).or(Flags::NEW_KIND);

    /// The flags of both.
    pub(crate) const fn or(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// Whether any of the given flags is set.
    #[inline(always)]
    pub(crate) fn any(self, flags: Flags) -> bool {
        self.0 & flags.0 != 0
    }

    /// Whether all given flags are set.
    #[inline(always)]
    pub(crate) fn all(self, flags: Flags) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Sets flags.
    #[inline(always)]
    pub(crate) fn set(&mut self, flags: Flags) {
        self.0 |= flags.0;
    }

    /// Sets flags if `changed`. (There is no branch, because every sprite of a moving world is marked here.)
    #[inline(always)]
    pub(crate) fn set_if(&mut self, changed: bool, flags: Flags) {
        self.0 |= u8::from(changed) * flags.0;
    }

    /// Removes flags.
    #[inline(always)]
    pub(crate) fn remove(&mut self, flags: Flags) {
        self.0 &= !flags.0;
    }
}
