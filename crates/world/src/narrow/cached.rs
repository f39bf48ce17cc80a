//! Lists from the pair cache, brought up to date.

use super::pair_cache::{ListKind, PairCache};
use super::sort;
use crate::broad::Changes;
use crate::{Pair, World, WorldError, memory};

/// Fills a list with all pairs, or with those of changed rows, up to a limit.
type Build<'f> = dyn Fn(Option<&Changes>, usize, &mut Vec<Pair>) -> Result<(), WorldError> + 'f;

impl World {
    /// Fills a list from the cache, which is brought up to date if it is outdated. Otherwise builds the list, and
    /// caches it if it is short enough.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if there are more than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and the errors of `build`. The list is then empty.
    pub(super) fn cached(&self, kind: ListKind, pairs: &mut Vec<Pair>, build: &Build) -> Result<(), WorldError> {
        let (list, limit) = (self.pair_cache.list(kind), self.limits().pairs);
        if let Some(cached) = list.current.get() {
            pairs.clear();
            if cached.len() > limit {
                return Err(WorldError::TooManyPairs { limit });
            }
            return Ok(memory::try_append(pairs, cached)?);
        }
        let build: &Build = &|changes, limit, pairs| {
            let built = build(changes, limit, pairs);
            if built.is_err() {
                pairs.clear();
                self.broad.forget_join();
            }
            built
        };
        let is_updated = |outdated: &Vec<Pair>| self.update(kind, outdated, pairs, build).is_ok();
        if !list.outdated.as_ref().is_some_and(is_updated) {
            build(None, limit, pairs)?;
        } else if pairs.len() > limit {
            pairs.clear();
            return Err(WorldError::TooManyPairs { limit });
        }
        self.pair_cache.store(kind, pairs, self.len());
        Ok(())
    }

    /// Fills a list with the pairs of an outdated list, brought up to date.
    ///
    /// # Errors
    /// Returns an error if the list would be too long for the cache, or if memory allocation fails. The content of the
    /// list is then unspecified.
    fn update(
        &self,
        kind: ListKind,
        outdated: &[Pair],
        pairs: &mut Vec<Pair>,
        build: &Build,
    ) -> Result<(), WorldError> {
        let World { slots, broad, pair_cache, .. } = self;
        let mut changed = Vec::new();
        memory::try_resize(&mut changed, slots.slot_count(), false)?;
        pair_cache.changed_slots.iter().for_each(|&slot| changed[slot as usize] = true);
        pairs.clear();
        pairs.try_reserve(outdated.len())?;
        pairs.extend(outdated.iter().filter(|pair| !changed[pair.a.index()] && !changed[pair.b.index()]));
        let rows = pair_cache.changed_slots.iter().filter_map(|&slot| slots.in_slot(slot as usize).copied());
        let mut more = Vec::new();
        build(Some(&broad.changed_rows(&rows)?), PairCache::max_pairs(self.len()), &mut more)?;
        match kind {
            ListKind::Candidates => Ok(memory::try_append(pairs, &more)?),
            ListKind::Collisions => sort::merge(pairs, &more),
        }
    }
}
