//! Steps: what collides now, what began to and what ended since the step before.

use crate::{Pair, View, World, WorldError, memory};

/// The collisions of a step and how they differ from those of the step before. All lists are sorted.
#[derive(Debug, Clone, Copy)]
pub struct Step<'w> {
    world: &'w World,
}

/// The lists of a step, kept for the next step.
#[derive(Debug, Default)]
pub(crate) struct StepLists {
    pairs: Vec<Pair>,
    began: Vec<Pair>,
    ended: Vec<Pair>,
    /// Where the next list goes, so that memory is used again.
    spare: Vec<Pair>,
}

impl World {
    /// Brings the trees up to date, lists the collisions, and compares them with those of the step before. A
    /// sprite that is despawned ends its contacts.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// let mut world = World::new();
    /// let ball = world.add_mask(Mask::filled(8, 8)?)?;
    /// let ids = [[0, 0], [20, 0]].map(|at| world.spawn(Sprite::new(ball, at)).unwrap());
    /// assert!(world.step()?.began().is_empty());
    /// world.move_to(ids[1], [7, 0])?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// assert!(world.step()?.began().is_empty()); // they still collide, as before
    /// world.despawn(ids[0])?;
    /// assert_eq!(world.step()?.ended().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`World::refresh`]; [`WorldError::TooManyPairs`], [`WorldError::NoMemory`], and the next step compares with
    /// the last that was listed.
    pub fn step(&mut self) -> Result<Step<'_>, WorldError> {
        let mut pairs = std::mem::take(&mut self.step_lists.spare);
        let listed = self.refresh().and_then(|view| view.collisions_into(&mut pairs));
        self.step_lists.spare = pairs;
        listed?;
        self.step_lists.compare()?;
        self.stepped = true;
        // Whoever is named in `ended` keeps the slot until the next step, so that it can be looked up.
        self.slots.release(self.step_lists.ended.iter().flat_map(|pair| [pair.a.0, pair.b.0]));
        Ok(Step { world: self })
    }
}

impl StepLists {
    /// A copy, as far as the next step needs it.
    pub(crate) fn try_clone(&self) -> Result<StepLists, WorldError> {
        Ok(StepLists { pairs: memory::try_clone(&self.pairs)?, ..StepLists::default() })
    }

    /// The pairs of the last step.
    #[cfg(feature = "serde")]
    pub(crate) fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Sets the pairs that the next step compares with.
    #[cfg(feature = "serde")]
    pub(crate) fn set_pairs(&mut self, pairs: Vec<Pair>) {
        self.pairs = pairs;
    }

    /// Takes the spare list over as that of this step.
    fn compare(&mut self) -> Result<(), WorldError> {
        difference(&self.spare, &self.pairs, &mut self.began)?;
        difference(&self.pairs, &self.spare, &mut self.ended)?;
        std::mem::swap(&mut self.spare, &mut self.pairs);
        Ok(())
    }
}

impl<'w> Step<'w> {
    /// The pairs that share a solid pixel.
    #[must_use]
    pub fn pairs(self) -> &'w [Pair] {
        &self.world.step_lists.pairs
    }

    /// Those that did not at the step before.
    #[must_use]
    pub fn began(self) -> &'w [Pair] {
        &self.world.step_lists.began
    }

    /// Those that did at the step before and do no longer, of which sprites may have gone since. Until the next step
    /// no other sprite is in their slots, and [`World::data`] knows their data.
    #[must_use]
    pub fn ended(self) -> &'w [Pair] {
        &self.world.step_lists.ended
    }

    /// The world as it stands, to ask further.
    #[must_use]
    pub fn view(self) -> View<'w> {
        View::of(self.world)
    }
}

/// The pairs of one sorted list that another lacks.
fn difference(of: &[Pair], without: &[Pair], into: &mut Vec<Pair>) -> Result<(), WorldError> {
    into.clear();
    let mut rest = without.iter().peekable();
    let lacks = of.iter().copied().filter(|pair| {
        while rest.next_if(|&other| other < pair).is_some() {}
        rest.peek() != Some(&pair)
    });
    memory::try_extend(into, lacks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpriteId;

    /// The slots of two sprites are given to others between two steps.
    #[test]
    fn a_pair_in_the_slots_of_another_begins_and_the_other_ends() {
        let id = |index: u64, generation: u64| SpriteId::from_bits(generation << 32 | index);
        let pair = |a: [u64; 2], b: [u64; 2]| Pair { a: id(a[0], a[1]), b: id(b[0], b[1]) };
        let before = vec![pair([0, 1], [1, 1]), pair([0, 1], [2, 1]), pair([1, 1], [2, 1]), pair([3, 1], [4, 1])];
        let now = vec![pair([0, 1], [1, 3]), pair([0, 1], [2, 1]), pair([1, 3], [2, 1]), pair([3, 3], [4, 1])];
        let mut lists = StepLists { pairs: before.clone(), spare: now.clone(), ..StepLists::default() };
        lists.compare().unwrap();
        assert_eq!((&lists.pairs, &lists.spare), (&now, &before));
        assert_eq!(lists.began, [now[0], now[2], now[3]]);
        assert_eq!(lists.ended, [before[0], before[2], before[3]]);
    }
}
