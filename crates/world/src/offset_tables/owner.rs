//! The owner of the tables: during a refresh it counts the samples, and makes and drops tables.

use super::policy::Policy;
use super::sampler::{STRIDE, Sampler, Samples, add};
use super::table_set::{Numbers, TableReader, TableSet};
use super::table_shape::TableShape;
use crate::WorldError;
use crate::masks::{MaskStore, VariantNumber};

/// The offset tables of a world, and the counts by which they are chosen.
#[derive(Default)]
pub(crate) struct OffsetTables {
    set: TableSet,
    samples: Samples,
    policy: Policy,
}

impl OffsetTables {
    /// A copy, which shares the tables.
    pub(crate) fn try_clone(&self) -> Result<OffsetTables, WorldError> {
        Ok(OffsetTables { set: self.set.try_clone()?, samples: Samples::default(), policy: self.policy })
    }

    /// The memory of the tables and of the directory with the counts of uses, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.set.bytes()
    }

    /// A reader of the tables.
    #[inline(always)]
    pub(crate) fn reader(&self) -> TableReader<'_> {
        self.set.reader(self.policy.pays)
    }

    /// A sampler for a thread.
    pub(crate) fn sampler(&self) -> Sampler<'_> {
        Sampler::new(&self.samples, self.policy.refreshes)
    }

    /// Notes a pair of sprites whose way out had to be searched, so that it may get a table.
    pub(crate) fn note_search(&self, pair: Numbers) {
        self.samples.note(|mut pairs| add(&mut pairs, pair));
    }

    /// Forgets the tables of a variant that has gone.
    pub(crate) fn forget(&mut self, number: VariantNumber) {
        self.set.forget(number);
    }

    /// Updates the tables at the end of a refresh of a world with this many sprites. They may take `budget` bytes. If
    /// the system refuses memory, there are fewer tables.
    pub(crate) fn update(&mut self, masks: &MaskStore, budget: usize, sprites: usize) {
        if self.bytes() > budget {
            self.set = TableSet::default();
        }
        let mut pairs = self.samples.take();
        // A sprite whose map changes has a number of its own, which gets no table, and may have gone since.
        pairs.retain(|pair| pair.iter().all(|&number| masks.is_rendered(number)));
        if budget > 0 && !pairs.is_empty() {
            self.policy.begin(sprites);
            let _ = self.make_tables(&pairs, masks, budget);
        }
        pairs.clear();
        self.samples.give(pairs);
    }

    /// Counts the sampled candidates, and makes the tables that pay.
    fn make_tables(&mut self, sampled: &[Numbers], masks: &MaskStore, budget: usize) -> Result<(), WorldError> {
        let largest = sampled.iter().map(|pair| pair[1]).max().unwrap_or(0);
        self.set.grow(largest as usize + 1, budget)?;
        let (mut hits, mut is_full) = (0, false);
        for &pair in sampled {
            let [a, b] = pair.map(|number| masks.variant(number));
            let (Some(mask), Some(other)) = (a.mask(), b.mask()) else { continue };
            if a.outer.is_empty() || b.outer.is_empty() {
                // One of them has gone since the sample.
                continue;
            }
            let Some(uses) = self.set.count(pair, STRIDE as u16) else {
                hits += usize::from(self.set.has_table(pair));
                continue;
            };
            let sizes = [a.outer.sides(), b.outer.sides()];
            let Some(shape) = TableShape::new(sizes[0], sizes[1]) else { continue };
            if self.policy.makes(TableShape::cost(sizes[0], sizes[1]), uses) {
                is_full |= !self.set.make(pair, shape, [mask, other], budget)?;
            }
        }
        self.policy.note_hits(hits, sampled.len());
        if self.policy.forgets() {
            self.set.halve_uses();
            // Without room, and with tables that few candidates use, others get their place.
            if is_full && !self.policy.pays {
                self.set = TableSet::default();
            }
        }
        Ok(())
    }

    /// Looks up some offsets in each table.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&self, masks: &MaskStore, budget: usize) {
        assert!(self.bytes() <= budget, "the tables take {} bytes of {budget}", self.bytes());
        let pairs = (0..self.set.side() as VariantNumber)
            .flat_map(|a| (0..self.set.side() as VariantNumber).map(move |b| [a, b]));
        for pair in pairs.filter(|&pair| self.set.has_table(pair)) {
            let [a, b] = pair.map(|number| masks.variant(number));
            let [of_a, of_b] = [a, b].map(|variant| variant.outer.sides().map(u64::from));
            let [(mask, in_a), (other, in_b)] = [a, b].map(|variant| variant.mask().expect("a table is of masks"));
            let [width, height] = [0, 1].map(|axis| of_a[axis] + of_b[axis] - 1);
            for sample in 0..64 {
                // Multiples of an odd number visit the whole table.
                let place = sample * 0x9e37_79b9_u64 % (width * height);
                let offset = [place % width, place / width];
                let offset = [0, 1].map(|axis| offset[axis] as i32 - of_b[axis] as i32 + 1);
                let at = [0, 1].map(|axis| offset[axis] + in_a[axis] - in_b[axis]);
                let answer = (true, mask.overlaps(other, at));
                assert_eq!(self.reader().collide(pair, offset), answer, "the table of {pair:?} is wrong at {offset:?}");
            }
        }
    }
}
