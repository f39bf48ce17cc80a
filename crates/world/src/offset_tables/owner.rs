//! The owner of the tables: it counts, chooses, makes and drops them during a refresh.

use super::census::{self, Frequent, Variant};
use super::plan::Proposal;
use super::sampler::{Sampler, Samples};
use super::table_set::{Numbers, TableEntry, TableReader, TableSet, place};
use crate::broad::BroadPhase;
use crate::geometry::Aabb;
use crate::masks::{MaskStore, VariantKey, VariantNumber};
use crate::sprites::{Appearance, Extras};
use crate::threads::Threads;
use crate::{MaskId, WorldError, memory};
use mask::{Mask, heapsort_by_key};
use std::sync::Arc;

/// The maximum number of variants with a number.
const MAX_NUMBERS: usize = 1023;
/// The maximum number of refreshes from one census to the next. The first censuses follow each other faster.
const MAX_INTERVAL: u32 = 64;
/// The maximum number of refreshes from one census to the next, if no variant has a number.
const MAX_IDLE_INTERVAL: u32 = 512;
/// The time that refreshes may spend on making tables, in nanoseconds for each sprite: about a tenth of a step.
const NANOS_PER_SPRITE: u64 = 6;
/// A pair of variants with fewer uses gets no table. Such a table would seldom save the time that it takes to make.
const LEAST_USES: u32 = 128;
/// The time that small worlds may save up for a table, in nanoseconds.
const MOST_SAVED_NANOS: u64 = 20_000;
/// A table counts this many times against the time for tables if its uses so far do not pay for as many tables. So tables that pay
/// soon come first.
const SLOW: u64 = 4;
/// The directory and the counts of uses take at most 1 / `DIRECTORY_SHARE` of the budget.
const DIRECTORY_SHARE: usize = 8;
/// Look-ups pay if at least one candidate in this many has a table. Otherwise, it is faster to test each candidate as it is found.
const PAYING_SHARE: usize = 2;
/// The memory of a pair of numbers in the directory and in the counts of uses, in bytes.
const PAIR_BYTES: usize = size_of::<TableEntry>() + size_of::<u32>();
/// The maximum wait of an edited mask is 2 to this power, in censuses.
const MAX_WAIT: u32 = 16;

/// The offset tables of a world, and the counts by which they are chosen.
#[derive(Default)]
pub(crate) struct OffsetTables {
    /// The tables. Copies of a world share them until one of the worlds changes them.
    set: Arc<TableSet>,
    /// The variant of each number. No variant has the number 0.
    variants: Vec<Option<Variant>>,
    /// The estimated number of recent uses of each pair of numbers, at the pair's [`place`].
    uses: Vec<u32>,
    /// The number of sampled candidates since the last census, and how many of them have each number.
    candidates: u32,
    candidates_of: Vec<u32>,
    samples: Samples,
    /// The number of censuses so far.
    censuses: u32,
    /// The number of refreshes until the next census.
    until_census: u32,
    /// The masks that were edited while they had numbers.
    edited: Vec<EditedMask>,
    /// Whether the tables decide so many candidates that look-ups pay.
    pays: bool,
    /// Whether the budget had no room for a table since the last census.
    is_full: bool,
    /// The density ([`Proposal::density`]) that a new table must have.
    least_density: u64,
    /// The time that may be spent on making tables, in nanoseconds.
    nanos: u64,
}

/// A mask that was edited while it had numbers.
#[derive(Clone, Copy)]
struct EditedMask {
    mask: MaskId,
    /// The number of such edits.
    edits: u32,
    /// The first census that may give numbers to the mask again.
    until: u32,
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
        let OffsetTables { candidates, censuses, until_census, pays, is_full, least_density, nanos, .. } = *self;
        Ok(OffsetTables {
            set: Arc::clone(&self.set),
            variants: memory::try_clone(&self.variants)?,
            uses: memory::try_clone(&self.uses)?,
            candidates,
            candidates_of: memory::try_clone(&self.candidates_of)?,
            samples: Samples::default(),
            edited: memory::try_clone(&self.edited)?,
            censuses,
            until_census,
            pays,
            is_full,
            least_density,
            nanos,
        })
    }

    /// The memory of the tables, the directory and the counts of uses, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.set.bytes() + size_of::<u32>() * self.uses.capacity()
    }

    /// A reader of the tables.
    #[inline(always)]
    pub(crate) fn reader(&self) -> TableReader<'_> {
        self.set.reader(self.pays)
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

    /// A sampler for a thread, in a world of this many sprites.
    pub(crate) fn sampler(&self, sprites: usize) -> Sampler<'_> {
        Sampler::new(&self.samples, sprites, self.until_census)
    }

    /// Notes a pair of sprites whose way out had to be searched, so that it may get a table. `appearances` returns how each of
    /// the two is shown.
    pub(crate) fn note_search(&self, pair: Numbers, appearances: impl Fn(usize) -> (Appearance, Extras)) {
        self.samples.note_one(pair, appearances);
    }

    /// Updates the tables. It runs at the end of a refresh, before the masks are marked as unchanged. If the system
    /// refuses memory, there are fewer tables.
    pub(crate) fn update(&mut self, mut world: Update) {
        if world.masks.take_dropped_numbers() || world.masks.any_dirty() {
            self.note_edits(world.masks);
        }
        if self.bytes() > world.budget {
            self.clear(&mut world);
        }
        if world.budget > 0 {
            self.samples.make_room();
        }
        if !self.samples.take_any() || world.budget == 0 {
            return;
        }
        let mut sampled = std::mem::take(&mut self.samples.notes().pairs);
        self.count(&sampled, Sampler::stride(world.sprites));
        // Without the memory for a table, its pair is tested as before.
        let _ = self.make_tables(&sampled, &world);
        sampled.clear();
        self.samples.notes().pairs = sampled;
        self.until_census = self.until_census.saturating_sub(1);
        if self.until_census == 0 {
            self.censuses += 1;
            // Without the memory for a census, all numbers stay as they are.
            let _ = self.take_census(&mut world);
            let most = if self.variants.is_empty() { MAX_IDLE_INTERVAL } else { MAX_INTERVAL };
            self.until_census = most.min(1 << self.censuses.min(most.ilog2()));
        }
    }

    /// Drops all tables and all numbers.
    fn clear(&mut self, world: &mut Update) {
        let (censuses, edited) = (self.censuses, std::mem::take(&mut self.edited));
        world.masks.clear_numbers();
        *self = OffsetTables { censuses, edited, ..OffsetTables::default() };
        world.broad.renumber(world.masks, world.threads);
    }

    /// Takes the numbers from dropped variants and from the variants of edited masks. No row has them any more. Their
    /// tables stay until the next census, which does not give the numbers to others before.
    fn note_edits(&mut self, masks: &MaskStore) {
        let mut last = None;
        for number in 0..self.variants.len() {
            let Some(Variant { key, .. }) = self.variants[number] else { continue };
            if masks.number(key) != number as VariantNumber {
                self.variants[number] = None;
                // A mask whose variant was dropped need not wait.
                let is_edited = masks.is_dirty(key.mask) || masks.get(key.mask).is_err();
                if is_edited && last.replace(key.mask) != Some(key.mask) {
                    self.note_edit(key.mask);
                }
            }
        }
    }

    /// Makes an edited mask wait for its next numbers: twice as long after each edit.
    fn note_edit(&mut self, mask: MaskId) {
        let place = self.edited.iter().position(|edited| edited.mask == mask).unwrap_or(self.edited.len());
        if place == self.edited.len()
            && memory::try_push(&mut self.edited, EditedMask { mask, edits: 0, until: 0 }).is_err()
        {
            return; // The mask does not wait.
        }
        let edited = &mut self.edited[place];
        edited.until = self.censuses.saturating_add(2 << edited.edits.min(MAX_WAIT));
        edited.edits += 1;
    }

    /// Counts the sampled candidates. Each stands for `weight` uses of a pair.
    fn count(&mut self, sampled: &[Numbers], weight: u32) {
        let side = self.set.side();
        self.candidates = self.candidates.saturating_add(sampled.len() as u32);
        let has_table = |&&pair: &&Numbers| self.set.entry(pair).is_some_and(TableEntry::is_table);
        self.pays = PAYING_SHARE * sampled.iter().filter(has_table).count() >= sampled.len().max(1);
        for &pair in sampled {
            for number in pair {
                if let Some(candidates) = self.candidates_of.get_mut(usize::from(number)) {
                    *candidates = candidates.saturating_add(1);
                }
            }
            if let Some(uses) = self.uses.get_mut(place(pair, side)).filter(|_| pair[0] != 0) {
                *uses = uses.saturating_add(weight);
            }
        }
    }

    /// Makes tables for the sampled pairs for which a table pays, the most used first.
    fn make_tables(&mut self, sampled: &[Numbers], world: &Update) -> Result<(), WorldError> {
        let side = self.set.side();
        let mut wanted = Vec::new();
        for &pair in sampled.iter().filter(|pair| pair[0] != 0) {
            let uses = self.uses[place(pair, side)];
            if uses >= LEAST_USES && self.set.entry(pair) == Some(TableEntry::NONE) {
                memory::try_push(&mut wanted, (u32::MAX - uses, pair))?;
            }
        }
        heapsort_by_key(&mut wanted, |&wanted| wanted);
        wanted.dedup();
        let nanos = NANOS_PER_SPRITE * world.sprites as u64;
        let most = nanos.max(MOST_SAVED_NANOS);
        self.nanos = (self.nanos + nanos).min(most);
        for (uses, pair) in wanted {
            let uses = u32::MAX - uses;
            let (Some(a), Some(b)) = (self.variant(pair[0]), self.variant(pair[1])) else { continue };
            let room = room(side, world.budget);
            let proposal = Proposal::new(a.size, b.size).filter(|proposal| {
                let fits = self.set.words() + proposal.shape.words() <= room;
                self.is_full |= !fits;
                fits && proposal.density(uses) >= self.least_density && proposal.cost <= most
            });
            let Some(Proposal { shape, cost }) = proposal else {
                self.set_mut()?.set_entry(pair, TableEntry::REFUSED);
                continue;
            };
            if !Proposal::pays(cost, uses) {
                continue;
            }
            let patience = if Proposal::pays(SLOW * cost, uses) { 1 } else { SLOW };
            let Some(left) = self.nanos.checked_sub(patience * cost) else { break };
            self.nanos = left;
            if let (Some((a, _)), Some((b, _))) = (world.masks.variant(a.key), world.masks.variant(b.key)) {
                let set = self.set_mut()?;
                set.make(pair, shape, [a, b], room.min(2 * set.words()))?;
            }
        }
        Ok(())
    }

    /// The variant that has a number.
    fn variant(&self, number: VariantNumber) -> Option<Variant> {
        *self.variants.get(usize::from(number))?
    }

    /// The tables for changes. If a copy of the world shares them, they are copied first.
    fn set_mut(&mut self) -> Result<&mut TableSet, WorldError> {
        if Arc::get_mut(&mut self.set).is_none() {
            self.set = Arc::new(self.set.try_clone()?);
        }
        Ok(Arc::get_mut(&mut self.set).expect("nobody shares the copy"))
    }

    /// Gives the numbers to the variants that many candidates have, and drops tables.
    fn take_census(&mut self, world: &mut Update) -> Result<(), WorldError> {
        let masks = &*world.masks;
        self.edited.retain(|edited| masks.get(edited.mask).is_ok());
        let frequent = self.frequent(masks)?;
        let variants = self.choose(&frequent, world)?;
        self.samples.notes().forget_appearances();
        self.candidates = 0;
        self.candidates_of.clear();
        memory::try_resize(&mut self.candidates_of, variants.len(), 0)?;
        if variants == self.variants && !self.is_full {
            self.uses.iter_mut().for_each(|uses| *uses /= 2);
            self.set_mut()?.forget_refusals();
            return Ok(());
        }
        let renumbered = variants != self.variants;
        self.rebuild(variants, world.budget)?;
        if renumbered {
            self.renumber(world);
        }
        Ok(())
    }

    /// The variants that many candidates have, the most frequent first.
    fn frequent(&mut self, masks: &MaskStore) -> Result<Vec<Frequent>, WorldError> {
        let size = |key: VariantKey| {
            let (_, tight) = masks.variant(key)?;
            (!tight.is_empty()).then(|| [tight.to_rect().width, tight.to_rect().height])
        };
        let mut frequent = Vec::new();
        for (number, (variant, &candidates)) in self.variants.iter().zip(&self.candidates_of).enumerate() {
            let variant = variant.filter(|variant| usize::from(masks.number(variant.key)) == number);
            if let Some(known) = variant.and_then(|variant| Frequent::new(variant, candidates, self.candidates)) {
                memory::try_push(&mut frequent, known)?;
            }
        }
        let notes = self.samples.notes();
        let noted = notes.appearances.iter().filter_map(|(appearance, extras)| masks.variant_key(*appearance, extras));
        census::add_noted(&mut frequent, noted, notes.candidates, size)?;
        census::sort(&mut frequent);
        Ok(frequent)
    }

    /// The variants that shall have the numbers. A variant keeps the number that it has.
    fn choose(&self, frequent: &[Frequent], world: &Update) -> Result<Vec<Option<Variant>>, WorldError> {
        let most = (world.budget / DIRECTORY_SHARE / PAIR_BYTES).isqrt().saturating_sub(1).min(MAX_NUMBERS);
        let waits = |mask: MaskId| self.edited.iter().any(|edited| edited.mask == mask && edited.until > self.censuses);
        let mut chosen = Vec::new();
        memory::try_resize(&mut chosen, self.variants.len().max(most.min(frequent.len()) + 1), None)?;
        let mut new = Vec::new();
        for frequent in frequent.iter().take(most) {
            let variant = frequent.variant;
            match world.masks.number(variant.key) {
                0 if frequent.deserves() && !waits(variant.key.mask) => memory::try_push(&mut new, variant)?,
                0 => {}
                number => chosen[usize::from(number)] = Some(variant),
            }
        }
        let mut new = new.into_iter();
        chosen.iter_mut().skip(1).filter(|place| place.is_none()).for_each(|place| *place = new.next());
        let used = chosen.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        chosen.truncate(used);
        Ok(chosen)
    }

    /// Gives the numbers to the given variants. The variants that had their numbers before keep their tables, as far as
    /// the budget goes.
    ///
    /// If the budget was too small, the pairs with the most uses for their words come first. A pair without a table
    /// must have twice the uses to take the place of a table.
    fn rebuild(&mut self, variants: Vec<Option<Variant>>, budget: usize) -> Result<(), WorldError> {
        let (side, old_side) = (variants.len(), self.set.side());
        let mut uses = Vec::new();
        uses.try_reserve_exact(side * side)?;
        uses.resize(side * side, 0);
        let mut ranked = Vec::new();
        let kept =
            |number: &usize| variants[*number].is_some() && self.variants.get(*number) == Some(&variants[*number]);
        let kept = memory::try_collect((0..side).filter(kept))?;
        for (first, &a) in kept.iter().enumerate() {
            for &b in &kept[first..] {
                let pair = [a, b].map(|number| number as VariantNumber);
                let used = self.uses[place(pair, old_side)] / 2;
                uses[place(pair, side)] = used;
                let has_table = self.set.entry(pair).is_some_and(TableEntry::is_table);
                let sizes = self.variant(pair[0]).zip(self.variant(pair[1]));
                let proposal = sizes.and_then(|(a, b)| Proposal::new(a.size, b.size));
                if let Some(proposal) = proposal.filter(|_| used > 0 || has_table) {
                    let density = proposal.density(used) << u32::from(has_table);
                    memory::try_push(&mut ranked, (u64::MAX - density, pair, proposal.shape, has_table))?;
                }
            }
        }
        heapsort_by_key(&mut ranked, |&(density, pair, ..)| (density, pair));
        let (mut left, mut least_density) = (room(side, budget), 0);
        ranked.retain(|&(density, _, shape, has_table)| {
            let Some(rest) = left.checked_sub(shape.words()) else {
                // No later pair fits either.
                (left, least_density) = (0, least_density.max(u64::MAX - density));
                return false;
            };
            left = rest;
            has_table
        });
        let mut set = TableSet::new(side, ranked.iter().map(|(.., shape, _)| shape.words()).sum())?;
        ranked.iter().for_each(|&(_, pair, shape, _)| set.copy(pair, shape, &self.set));
        (self.set, self.variants, self.uses) = (Arc::new(set), variants, uses);
        (self.is_full, self.least_density) = (false, least_density);
        Ok(())
    }

    /// Writes the numbers of the variants into the masks and the rows.
    fn renumber(&mut self, world: &mut Update) {
        world.masks.clear_numbers();
        for (number, variant) in self.variants.iter_mut().enumerate() {
            if let Some(Variant { key, .. }) = *variant
                && world.masks.set_number(key, number as VariantNumber).is_err()
            {
                *variant = None;
            }
        }
        world.broad.renumber(world.masks, world.threads);
    }

    /// Checks that the masks have the numbers of their variants, and looks up some offsets in each table.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&self, masks: &MaskStore, budget: usize) {
        assert!(self.bytes() <= budget, "the tables take {} bytes of {budget}", self.bytes());
        let known = |(number, variant): (usize, &Option<Variant>)| {
            // No row shows a removed mask. Its tables stay until the next census.
            let Variant { key, size } = variant.filter(|variant| masks.get(variant.key.mask).is_ok())?;
            assert_eq!(usize::from(masks.number(key)), number, "the mask of {key:?} has another number");
            let (mask, tight) = masks.variant(key).expect("a variant with a number is built");
            let rect = tight.to_rect();
            assert_eq!(size, [rect.width, rect.height], "the size of {key:?} is wrong");
            Some((number as VariantNumber, mask, rect))
        };
        let known: Vec<_> = self.variants.iter().enumerate().filter_map(known).collect();
        for ((a, mask_a, tight_a), (b, mask_b, tight_b)) in known.iter().flat_map(|a| known.iter().map(move |b| (a, b)))
        {
            let [width, height] = [tight_a.width + tight_b.width - 1, tight_a.height + tight_b.height - 1];
            for sample in 0..64 {
                // Multiples of an odd number visit the whole table.
                let place = (sample * 0x9e37_79b9_u64 % (u64::from(width) * u64::from(height))) as u32;
                let offset = [place % width, place / width];
                let offset =
                    [offset[0] as i32 - (tight_b.width as i32 - 1), offset[1] as i32 - (tight_b.height as i32 - 1)];
                let at = [offset[0] + tight_a.left - tight_b.left, offset[1] + tight_a.top - tight_b.top];
                let (has_table, collide) = self.reader().collide([*a, *b], offset);
                assert!(
                    !has_table || collide == mask_a.overlaps(mask_b, at),
                    "the table of {a} and {b} is wrong at {offset:?}"
                );
            }
        }
    }
}

/// The number of words that all tables may take together, beside a directory with `side` rows.
fn room(side: usize, budget: usize) -> usize {
    (budget.saturating_sub(side * side * PAIR_BYTES) / size_of::<u64>()).min(TableSet::MAX_WORDS)
}
