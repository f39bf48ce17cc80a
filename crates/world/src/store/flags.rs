//! The flags of a sprite, which tell a refresh and a step what to update.
//!
//! A mark for each block of sprites says which flags any of them may have, so a refresh that follows the move of one
//! sprite reads one block. (The marks tell flags apart, because a sprite stays changed until the next step. With one mark
//! for all flags, a move among 100,000 sprites that had moved since the last step read them all, which took 29 us.)

use crate::{WorldError, memory};

/// The flags of a sprite.
///
/// ```text
///   bit 0   dirty: the box of the sprite may have changed since the last refresh
///   bit 1   changed: its pairs may have changed since the last step
///   bit 2   unresolved: the refresh finds the variant that the sprite shows
///   bit 3   new variant: its leaf has the number of another variant
///   bit 4   new kind: it may belong in another tree
///   bit 5   fixed: it collides with no other fixed sprite
///   bit 6   continuous: it is tested along its path
///   bit 7   path: it had one in the last step
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
    pub(crate) const PATH: Flags = Flags(128);
    /// The sprite is continuous, and may have moved since the last step.
    pub(crate) const MAY_HAVE_PATH: Flags = Flags::CHANGED.or(Flags::CONTINUOUS);
    /// The sprite has moved.
    pub(crate) const MOVED: Flags = Flags::DIRTY.or(Flags::CHANGED);
    /// The sprite is new.
    pub(crate) const NEW: Flags = Flags::MOVED.or(Flags::NEW_KIND);
    /// What a sprite shows, or the tree in which it is, may have changed.
    pub(crate) const RESHAPED: Flags = Flags::UNRESOLVED.or(Flags::NEW_VARIANT).or(Flags::NEW_KIND);
    /// The flags that a refresh removes.
    pub(crate) const STALE: Flags = Flags::DIRTY.or(Flags::RESHAPED);

    /// The flags that a refresh or a step removes, of which blocks have marks.
    const MARKED: Flags = Flags::STALE.or(Flags::CHANGED).or(Flags::PATH);

    /// The flags of both.
    pub(crate) const fn or(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// The flags that are in both.
    const fn and(self, other: Flags) -> Flags {
        Flags(self.0 & other.0)
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

/// The number of sprites in a block.
const BLOCK: usize = 512;
/// The number of blocks in a group, whose marks are read at once.
const GROUP: usize = 32;

/// The flags of all slots.
#[derive(Default)]
pub(crate) struct FlagsColumn {
    flags: Vec<Flags>,
    /// For each block, those of [`Flags::MARKED`] that any sprite of it may have.
    marks: Vec<Flags>,
}

/// The numbers of flags in a column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FlagCounts {
    /// The number of dirty sprites.
    pub(crate) dirty: usize,
    /// The number of dirty sprites that are fixed.
    pub(crate) dirty_fixed: usize,
    /// The flags that any sprite has, of those that a refresh removes.
    pub(crate) any: Flags,
}

impl FlagsColumn {
    /// A copy of the column.
    pub(super) fn try_clone(&self) -> Result<FlagsColumn, WorldError> {
        Ok(FlagsColumn { flags: memory::try_clone(&self.flags)?, marks: memory::try_clone(&self.marks)? })
    }

    /// The number of slots.
    pub(super) fn len(&self) -> usize {
        self.flags.len()
    }

    /// The flags of a sprite.
    #[inline(always)]
    pub(crate) fn get(&self, slot: usize) -> Flags {
        self.flags[slot]
    }

    /// The flags of a sprite for changes.
    #[inline]
    pub(crate) fn get_mut(&mut self, slot: usize) -> &mut Flags {
        self.marks[slot / BLOCK] = Flags::MARKED;
        &mut self.flags[slot]
    }

    /// The flags of all sprites for changes.
    pub(super) fn all_mut(&mut self) -> &mut [Flags] {
        self.marks.fill(Flags::MARKED);
        &mut self.flags
    }

    /// Reserves room for `more` slots.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn reserve(&mut self, more: usize) -> Result<(), WorldError> {
        self.flags.try_reserve(more)?;
        Ok(self.marks.try_reserve((self.len() + more).div_ceil(BLOCK) - self.marks.len())?)
    }

    /// Adds a slot. [`FlagsColumn::reserve`] must have reserved the room.
    pub(super) fn push(&mut self) {
        self.flags.push(Flags::NONE);
        self.marks.resize(self.flags.len().div_ceil(BLOCK), Flags::MARKED);
    }

    /// Drops all slots from `slots` on.
    pub(super) fn truncate(&mut self, slots: usize) {
        self.flags.truncate(slots);
        self.marks.truncate(slots.div_ceil(BLOCK));
    }

    /// Removes flags of all sprites.
    pub(crate) fn remove_all(&mut self, flags: Flags) {
        for (_, block, mark) in self.blocks_mut(flags) {
            block.iter_mut().for_each(|one| one.remove(flags));
            *mark = any(block).and(Flags::MARKED);
        }
    }

    /// Counts the flags of all sprites.
    pub(crate) fn counts(&self) -> FlagCounts {
        let mut counts = FlagCounts::default();
        for (_, block) in self.blocks(|mark| mark.any(Flags::STALE)) {
            // The sums of so few sprites fit a byte, so vectors add many at once.
            for few in block.chunks(128) {
                let count = |flags: Flags| few.iter().fold(0u8, |count, one| count + u8::from(one.all(flags)));
                counts.dirty += usize::from(count(Flags::DIRTY));
                counts.dirty_fixed += usize::from(count(Flags::DIRTY.or(Flags::FIXED)));
            }
            counts.any.set(any(block).and(Flags::STALE));
        }
        counts
    }

    /// Calls `visit` with each sprite that has any of the given flags, until there is an error. (It is a loop, because
    /// every sprite of a moving world may have them.)
    ///
    /// # Errors
    /// Returns the error of `visit`.
    #[inline(always)]
    pub(super) fn try_for_each_with<E>(
        &mut self,
        flags: Flags,
        mut visit: impl FnMut(usize, &mut Flags) -> Result<(), E>,
    ) -> Result<(), E> {
        for (first, block, mark) in self.blocks_mut(flags) {
            // The visitor may set others.
            *mark = Flags::MARKED;
            for (first, few) in (first..).step_by(64).zip(block.chunks_mut(64)) {
                if any(few).any(flags) {
                    for (slot, one) in (first..).zip(few) {
                        if one.any(flags) {
                            visit(slot, one)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether any sprite has a flag.
    pub(crate) fn any(&self, flag: Flags) -> bool {
        self.blocks(|mark| mark.any(flag)).any(|(_, block)| any(block).any(flag))
    }

    /// The number of sprites with all of the given flags.
    pub(crate) fn count(&self, flags: Flags) -> usize {
        let count = |few: &[Flags]| few.iter().fold(0u8, |count, one| count + u8::from(one.all(flags)));
        self.with_all(flags).flat_map(|(_, block)| block.chunks(128)).map(|few| usize::from(count(few))).sum()
    }

    /// The slots with all of the given flags, in ascending order.
    pub(crate) fn with(&self, flags: Flags) -> impl Iterator<Item = usize> {
        // Most groups of sprites have none.
        let groups = self.with_all(flags).flat_map(|(first, block)| (first..).step_by(64).zip(block.chunks(64)));
        let groups = groups.filter(move |(_, few)| any(few).all(flags));
        let sprites = groups.flat_map(|(first, few)| (first..).zip(few));
        sprites.filter(move |(_, one)| one.all(flags)).map(|(slot, _)| slot)
    }

    /// Whether any block of sprites may have all of the given flags.
    pub(super) fn any_with_all(&self, flags: Flags) -> bool {
        self.with_all(flags).next().is_some()
    }

    /// The blocks that together have all of the given flags, each with its first slot.
    fn with_all(&self, flags: Flags) -> impl Iterator<Item = (usize, &[Flags])> {
        let blocks = self.blocks(move |mark| mark.all(flags.and(Flags::MARKED)));
        blocks.filter(move |(_, block)| any(block).all(flags))
    }

    /// The flags of the blocks with some marks, each with its first slot. Groups whose marks together are not asked for
    /// are skipped.
    fn blocks(&self, are_asked: impl Fn(Flags) -> bool + Copy) -> impl Iterator<Item = (usize, &[Flags])> {
        let groups = (0..).step_by(GROUP).zip(self.marks.chunks(GROUP)).filter(move |(_, marks)| are_asked(any(marks)));
        let blocks = groups.flat_map(|(first, marks)| (first..).zip(marks));
        blocks.filter(move |(_, mark)| are_asked(**mark)).map(|(block, _)| {
            let slots = BLOCK * block..self.flags.len().min(BLOCK * (block + 1));
            (slots.start, &self.flags[slots])
        })
    }

    /// The flags of the blocks with a mark of any of the given flags, each with its first slot, and their marks.
    fn blocks_mut(&mut self, flags: Flags) -> impl Iterator<Item = (usize, &mut [Flags], &mut Flags)> {
        let groups = self.flags.chunks_mut(BLOCK * GROUP).zip(self.marks.chunks_mut(GROUP));
        let groups = (0..).step_by(BLOCK * GROUP).zip(groups).filter(move |(_, (_, marks))| any(marks).any(flags));
        let blocks = groups.flat_map(|(first, (group, marks))| {
            (first..)
                .step_by(BLOCK)
                .zip(group.chunks_mut(BLOCK))
                .zip(marks)
                .map(|((first, block), mark)| (first, block, mark))
        });
        blocks.filter(move |(_, _, mark)| mark.any(flags))
    }

    /// Checks that no sprite has a flag that a refresh removes, and that blocks without a mark have no flags.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(super) fn validate(&self) {
        assert_eq!(self.marks.len(), self.len().div_ceil(BLOCK), "there must be a mark for each block of slots");
        for (block, &mark) in self.flags.chunks(BLOCK).zip(&self.marks) {
            assert!(!any(block).any(Flags::STALE), "a refresh must remove its flags");
            assert!(!mark.any(Flags::STALE), "and their marks");
            assert!(mark.all(any(block).and(Flags::MARKED)), "a block with a flag must have its mark");
        }
    }
}

/// The flags that any of some sprites has.
#[inline]
fn any(sprites: &[Flags]) -> Flags {
    sprites.iter().fold(Flags::NONE, |any, &one| any.or(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with a pass over all slots, after each of many changes.
    #[test]
    fn marked_blocks_have_all_flags() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut column = FlagsColumn::default();
        let all = [Flags::DIRTY, Flags::CHANGED, Flags::UNRESOLVED, Flags::NEW_VARIANT, Flags::NEW_KIND, Flags::FIXED];
        for _ in 0..3000 {
            match rng.u8(..10) {
                0 => {
                    let more = rng.usize(..200);
                    column.reserve(more).unwrap();
                    (0..more).for_each(|_| column.push());
                }
                1 => column.truncate(column.len() - rng.usize(..column.len() / 20 + 1)),
                2 => column.remove_all(Flags::STALE),
                3 => column.remove_all(Flags::CHANGED),
                4 if rng.u8(..8) == 0 => {
                    column.all_mut().iter_mut().for_each(|flags| flags.set_if(rng.u8(..9) == 0, Flags::MOVED));
                }
                _ if column.len() > 0 => column.get_mut(rng.usize(..column.len())).set(all[rng.usize(..all.len())]),
                _ => {}
            }
            let with = |flags: Flags| (0..column.len()).filter(|&slot| column.get(slot).any(flags)).collect::<Vec<_>>();
            for flag in all.into_iter().filter(|&flag| flag != Flags::FIXED) {
                assert_eq!(column.count(flag), with(flag).len());
                assert!(column.with(flag).eq(with(flag)));
            }
            let counts = column.counts();
            assert_eq!(counts.dirty, with(Flags::DIRTY).len());
            let fixed = with(Flags::DIRTY).into_iter().filter(|&slot| column.get(slot).any(Flags::FIXED)).count();
            assert_eq!(counts.dirty_fixed, fixed);
            let stale = all[..5].iter().filter(|&&flag| flag != Flags::CHANGED);
            assert!({ stale }.all(|&flag| counts.any.any(flag) != with(flag).is_empty()));
            assert!(!counts.any.any(Flags::CHANGED.or(Flags::FIXED)));
        }
        column.remove_all(Flags::STALE);
        column.validate();
    }
}
