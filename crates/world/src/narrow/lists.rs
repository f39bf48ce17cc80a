//! Lists of pairs: the list of the last step, patched, or a join.

use super::Batch;
use super::join::join;
use super::pixel_test::try_each_candidate;
use crate::tree::Join;
use crate::visit::flowing;
use crate::{Pair, View, World, WorldError};

/// Lists of pairs. A list contains each pair once, with the smaller id first. Two fixed sprites are never a pair, nor
/// are two sprites whose layers do not allow a collision.
impl<'w> View<'w> {
    /// Returns the pairs of sprites whose tight boxes share a pixel. This is the result of the broad phase alone.
    ///
    /// The list is not sorted. Its order depends on the current and earlier positions of the sprites, but not on the
    /// number of threads.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let slope = world.add_mask("#..\n##.\n###".parse::<Mask>()?)?;
    /// let a = world.spawn(Sprite::new(slope, [0, 0]))?;
    /// let b = world.spawn(Sprite::new(slope, [2, -2]))?; // the boxes share a pixel, the slopes do not
    /// let view = world.refresh()?;
    /// assert_eq!(view.candidates()?.len(), 1);
    /// assert!(view.collisions()?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails.
    pub fn candidates(self) -> Result<Vec<Pair>, WorldError> {
        let mut pairs = Vec::new();
        self.candidates_into(&mut pairs)?;
        Ok(pairs)
    }

    /// Fills a list with the pairs of sprites whose tight boxes share a pixel, in the order of [`View::candidates`].
    /// The list is cleared first, and its memory is reused.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails. The list is then empty.
    pub fn candidates_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let World { trees, spare, limits, .. } = self.world;
        let threads = self.world.threads(self.world.len());
        let list = |pairs: &mut Vec<Pair>| {
            let tasks = Join::tasks(trees.joins(), &threads)?;
            let mut lists = spare.pairs.take_parts(threads.parts(), pairs)?;
            join(&tasks, &threads, limits.pairs, &mut lists, || {
                let mut batch = Batch::new();
                #[inline(always)]
                move |leaf_pairs, list| {
                    for &leaf_pair in leaf_pairs {
                        batch.make_room(64, list)?;
                        let _ = try_each_candidate(self.world, leaf_pair, flowing(|pair| batch.push_if(true, pair)));
                    }
                    batch.flush(list)
                }
            })?;
            spare.pairs.concatenate(lists, &threads, pairs)
        };
        let listed = list(pairs);
        self.listed(pairs, listed)
    }

    /// Returns the pairs of sprites that share a solid pixel, sorted by the smaller id, then by the larger id.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World, WorldError};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// for _ in 0..4 {
    ///     world.spawn(Sprite::new(dot, [0, 0]))?;
    /// }
    /// assert_eq!(world.refresh()?.collisions()?.len(), 6);
    /// world.set_limits(world.limits().pairs(5));
    /// assert_eq!(world.refresh()?.collisions(), Err(WorldError::TooManyPairs { limit: 5 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails.
    pub fn collisions(self) -> Result<Vec<Pair>, WorldError> {
        let mut pairs = Vec::new();
        self.collisions_into(&mut pairs)?;
        Ok(pairs)
    }

    /// Fills a list with the pairs of sprites that share a solid pixel, sorted as by [`View::collisions`]. The list is
    /// cleared first, and its memory is reused.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if the list would have more pairs than
    /// [`WorldLimits::pairs`](crate::WorldLimits#structfield.pairs), and [`WorldError::NoMemory`] if memory allocation
    /// fails. The list is then empty.
    pub fn collisions_into(self, pairs: &mut Vec<Pair>) -> Result<(), WorldError> {
        let threads = self.world.threads(self.world.len());
        let listed = match self.world.few_changed() {
            true => self.world.list_patched(&threads, pairs),
            false => self.world.list_all(&threads, pairs, &mut Vec::new()),
        };
        self.listed(pairs, listed)
    }

    /// Clears a list after an error.
    fn listed(self, pairs: &mut Vec<Pair>, listed: Result<(), WorldError>) -> Result<(), WorldError> {
        if listed.is_err() {
            pairs.clear();
            self.world.trees.forget_join();
        }
        listed
    }
}
