//! The owner of the tables: during a refresh it counts the samples, gives numbers, and makes and drops tables.

use super::policy::{LEAST_NOTES, Policy};
use super::sampler::{NOTES, STRIDE, Sampler, Samples};
use super::table_set::{Numbers, TableReader, TableSet};
use super::table_shape::{Size, TableShape};
use crate::broad::BroadPhase;
use crate::geometry::Aabb;
use crate::masks::{MaskStore, VariantKey, VariantNumber};
use crate::sprites::{Appearance, Extras};
use crate::threads::Threads;
use crate::{WorldError, memory};
use mask::{Mask, heapsort_by_key};
use std::cmp::Reverse;

/// The maximum number of variants with a number. So many can be frequent among the notes of one census.
const MAX_NUMBERS: usize = NOTES / LEAST_NOTES;

/// The offset tables of a world, and the counts by which they are chosen.
#[derive(Default)]
pub(crate) struct OffsetTables {
    set: TableSet,
    /// The variant of each number. No variant has the number 0, nor that of a variant that was edited or dropped.
    variants: Vec<Option<Variant>>,
    samples: Samples,
    policy: Policy,
    /// Whether there was no room for a table or a number since the last census.
    is_full: bool,
}

/// A variant with a number.
#[derive(Debug, Clone, Copy)]
struct Variant {
    key: VariantKey,
    /// The size of the tight box.
    size: Size,
    /// Whether any sampled candidate since the last census shows the variant.
    is_used: bool,
}

/// The parts of a world that an update reads and changes, and its settings.
pub(crate) struct Update<'w> {
    pub(crate) masks: &'w mut MaskStore,
    pub(crate) broad: &'w mut BroadPhase,
    /// The number of bytes that the tables may take.
    pub(crate) budget: usize,
    pub(crate) sprites: usize,
    pub(crate) threads: &'w Threads,
}

impl OffsetTables {
    /// A copy, which shares the tables.
    pub(crate) fn try_clone(&self) -> Result<OffsetTables, WorldError> {
        let OffsetTables { policy, is_full, .. } = *self;
        let (set, variants) = (self.set.try_clone()?, memory::try_clone(&self.variants)?);
        Ok(OffsetTables { set, variants, samples: Samples::default(), policy, is_full })
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

    /// The mask of each number, and the top-left pixel of its tight box. If the system refuses memory, the list is
    /// empty.
    pub(crate) fn numbered_masks<'m>(&self, masks: &'m MaskStore) -> Vec<Option<(&'m Mask, [i32; 2])>> {
        let mask = |variant: &Option<Variant>| {
            let (mask, Aabb([left, top, ..])) = masks.variant((*variant)?.key)?;
            Some((mask, [left, top]))
        };
        memory::try_collect(self.variants.iter().map(mask)).unwrap_or_default()
    }

    /// A sampler for a thread.
    pub(crate) fn sampler(&self) -> Sampler<'_> {
        Sampler::new(&self.samples, self.policy.refreshes)
    }

    /// Notes a pair of sprites whose way out had to be searched, so that it may get a table. `appearances` returns
    /// how each of the two is shown.
    pub(crate) fn note_search(&self, pair: Numbers, appearances: impl Fn(usize) -> (Appearance, Extras)) {
        self.samples.note_one(pair, appearances);
    }

    /// Updates the tables. It runs at the end of a refresh, before the masks are marked as unchanged. If the system
    /// refuses memory, there are fewer tables and numbers.
    pub(crate) fn update(&mut self, mut world: Update) {
        if world.masks.take_dropped_numbers() || world.masks.any_dirty() {
            self.forget_variants(world.masks);
        }
        if self.bytes() > world.budget {
            self.clear(&mut world);
        }
        if world.budget == 0 {
            return;
        }
        let notes = self.samples.notes();
        notes.make_room();
        let mut pairs = std::mem::take(&mut notes.pairs);
        if !pairs.is_empty() {
            self.policy.begin(world.sprites);
            let _ = self.make_tables(&pairs, &world);
            pairs.clear();
            if self.policy.takes_census() {
                let _ = self.take_census(&mut world);
            }
        }
        self.samples.notes().pairs = pairs;
    }

    /// Drops all tables and all numbers.
    fn clear(&mut self, world: &mut Update) {
        world.masks.clear_numbers();
        *self = OffsetTables { policy: self.policy, ..OffsetTables::default() };
        world.broad.renumber(world.masks, world.threads);
    }

    /// Forgets the variants that have lost their numbers: those of edited masks, and dropped ones. No row has the
    /// numbers any more, and no other variant gets them, because their tables stay.
    fn forget_variants(&mut self, masks: &MaskStore) {
        for (number, variant) in self.variants.iter_mut().enumerate() {
            *variant = variant.filter(|variant| usize::from(masks.number(variant.key)) == number);
        }
    }

    /// Counts the sampled candidates, and makes the tables that pay.
    fn make_tables(&mut self, sampled: &[Numbers], world: &Update) -> Result<(), WorldError> {
        let mut hits = 0;
        for &pair in sampled.iter().filter(|pair| pair[0] != 0) {
            let [Some(a), Some(b)] = pair.map(|number| self.use_variant(number)) else { continue };
            let Some(uses) = self.set.count(pair, STRIDE as u16) else {
                hits += 1;
                continue;
            };
            let Some(shape) = TableShape::new(a.size, b.size) else { continue };
            if self.policy.makes(TableShape::cost(a.size, b.size), uses)
                && let (Some((a, _)), Some((b, _))) = (world.masks.variant(a.key), world.masks.variant(b.key))
            {
                self.is_full |= !self.set.make(pair, shape, [a, b], world.budget)?;
            }
        }
        self.policy.note_hits(hits, sampled.len());
        Ok(())
    }

    /// The variant of a number, marked as used.
    fn use_variant(&mut self, number: VariantNumber) -> Option<Variant> {
        let variant = self.variants.get_mut(usize::from(number))?.as_mut()?;
        variant.is_used = true;
        Some(*variant)
    }

    /// Gives numbers to the variants that many noted candidates have. If there was no room, and most numbers were not
    /// used since the last census, it drops all tables and numbers instead, so that others get their place.
    fn take_census(&mut self, world: &mut Update) -> Result<(), WorldError> {
        self.set.halve_uses();
        let used = self.variants.iter_mut().flatten().filter(|variant| variant.is_used);
        let used = used.map(|variant| variant.is_used = false).count();
        if self.is_full && 2 * used < self.variants.len() {
            self.clear(world);
            return Ok(());
        }
        let frequent = self.frequent(world.masks)?;
        let side = self.variants.len().max(1);
        let room = MAX_NUMBERS.min(TableSet::most_side(world.budget)).saturating_sub(side);
        self.is_full = frequent.len() > room;
        let new = &frequent[..room.min(frequent.len())];
        if new.is_empty() {
            return Ok(());
        }
        self.set.grow(side + new.len())?;
        memory::try_resize(&mut self.variants, side + new.len(), None)?;
        for (number, &variant) in (side..).zip(new) {
            if world.masks.set_number(variant.key, number as VariantNumber).is_ok() {
                self.variants[number] = Some(variant);
            }
        }
        world.broad.renumber(world.masks, world.threads);
        Ok(())
    }

    /// The variants without a number that are frequent among the notes, the most frequent first. Forgets the notes.
    fn frequent(&mut self, masks: &MaskStore) -> Result<Vec<Variant>, WorldError> {
        let notes = &mut self.samples.notes().appearances;
        let keys = notes.drain(..).filter_map(|(appearance, extras)| masks.variant_key(appearance, &extras));
        let mut keys: Vec<VariantKey> = memory::try_collect(keys)?;
        heapsort_by_key(&mut keys, |&key| key);
        let mut frequent = Vec::new();
        for run in keys.chunk_by(|a, b| a == b).filter(|run| run.len() >= LEAST_NOTES) {
            // A variant that is not built any more, or has no solid pixel, needs no number.
            let tight = masks.variant(run[0]).map(|(_, tight)| tight).filter(|tight| !tight.is_empty());
            if let Some(rect) = tight.map(|tight| tight.to_rect()).filter(|_| masks.number(run[0]) == 0) {
                let variant = Variant { key: run[0], size: [rect.width, rect.height], is_used: true };
                memory::try_push(&mut frequent, (Reverse(run.len()), variant))?;
            }
        }
        heapsort_by_key(&mut frequent, |&(count, Variant { key, .. })| (count, key));
        memory::try_collect(frequent.into_iter().map(|(_, variant)| variant)).map_err(Into::into)
    }

    /// Checks that the masks have the numbers of their variants, and looks up some offsets in each table.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&self, masks: &MaskStore, budget: usize) {
        assert!(self.bytes() <= budget, "the tables take {} bytes of {budget}", self.bytes());
        let known = |(number, variant): (usize, &Option<Variant>)| {
            // No row shows a removed mask.
            let Variant { key, size, .. } = variant.filter(|variant| masks.get(variant.key.mask).is_ok())?;
            assert_eq!(usize::from(masks.number(key)), number, "the mask of {key:?} has another number");
            let (mask, tight) = masks.variant(key).expect("a variant with a number is built");
            let rect = tight.to_rect();
            assert_eq!(size, [rect.width, rect.height], "the size of {key:?} is wrong");
            Some((number as VariantNumber, mask, rect))
        };
        let known: Vec<_> = self.variants.iter().enumerate().filter_map(known).collect();
        for ((a, mask_a, tight_a), (b, mask_b, tight_b)) in known.iter().flat_map(|a| known.iter().map(move |b| (a, b)))
        {
            let [width, height] =
                [tight_a.width + tight_b.width - 1, tight_a.height + tight_b.height - 1].map(u64::from);
            for sample in 0..64 {
                // Multiples of an odd number visit the whole table.
                let place = sample * 0x9e37_79b9_u64 % (width * height);
                let x = (place % width) as i32 - tight_b.width as i32 + 1;
                let y = (place / width) as i32 - tight_b.height as i32 + 1;
                let at = [x + tight_a.left - tight_b.left, y + tight_a.top - tight_b.top];
                let (has_table, collide) = self.reader().collide([*a, *b], [x, y]);
                let is_right = !has_table || collide == mask_a.overlaps(mask_b, at);
                assert!(is_right, "the table of {a} and {b} is wrong at {x}, {y}");
            }
        }
    }
}
