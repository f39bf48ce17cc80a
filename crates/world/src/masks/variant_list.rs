//! The list of variants, by number.

use super::MaskId;
use super::pending::{NewVariant, Pending};
use super::variant::{Variant, VariantNumber};
use super::variant_key::{KeyHasher, VariantKey};
use crate::sprites::Orientation;
use crate::{WorldError, memory};
use mask::{Mask, heapsort_by_key};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The variants of all masks, by number, and the numbers by key.
///
/// Any thread may find variants and add new ones. New ones come into the list at the next refresh. Nothing reads
/// variants by number before.
pub(super) struct VariantList {
    pub(super) variants: Vec<Variant>,
    /// What only changes read, by number.
    origins: Vec<Origin>,
    numbers: HashMap<VariantKey, VariantNumber, BuildHasherDefault<KeyHasher>>,
    /// (Boxed, because the compiler keeps nothing of a struct with atomics in registers.)
    pending: Box<Pending>,
    /// The numbers of no variant.
    free: Vec<VariantNumber>,
    /// The numbers whose variants have gone since the last refresh. Rows and offset tables may still have them.
    gone: Vec<VariantNumber>,
    /// The memory of the variants that can be dropped, in bytes.
    pub(super) bytes: usize,
}

/// Where a variant comes from, and when it was used.
#[derive(Default)]
struct Origin {
    /// `None` for a number without a variant.
    key: Option<VariantKey>,
    /// The number of the variant without a pivot.
    base: VariantNumber,
    /// The last refresh before which a sprite showed the variant, unless a sprite shows it now.
    last_use: AtomicU64,
}

impl Origin {
    /// The memory of the variant if it can be dropped, and 0 for upright variants without a pivot.
    fn bytes(&self, mask: &Mask) -> usize {
        let Some(key) = self.key else { return 0 };
        let entry = size_of::<Variant>() + size_of::<Origin>() + size_of::<(VariantKey, VariantNumber)>();
        match (key.pivot, key.is_upright()) {
            (Some(_), _) => entry,
            (None, true) => 0,
            // A mask has seven words more than its bits take.
            (None, false) => {
                entry + size_of::<Mask>() + 8 * (mask.width().div_ceil(64) as usize * mask.height() as usize + 7)
            }
        }
    }
}

impl Default for VariantList {
    fn default() -> VariantList {
        let nothing = Variant::new(Arc::new(Mask::new(0, 0).expect("an empty mask is valid")), [0; 2]);
        VariantList {
            variants: vec![nothing],
            origins: vec![Origin::default()],
            numbers: HashMap::default(),
            pending: Box::default(),
            free: Vec::new(),
            gone: Vec::new(),
            bytes: 0,
        }
    }
}

impl VariantList {
    /// A copy that shares the masks.
    pub(super) fn try_clone(&self) -> Result<VariantList, WorldError> {
        let origin = |&Origin { key, base, ref last_use }: &Origin| {
            let last_use = last_use.load(Ordering::Relaxed).into();
            Origin { key, base, last_use }
        };
        let mut copy = VariantList {
            variants: memory::try_collect(self.variants.iter().cloned())?,
            origins: memory::try_collect(self.origins.iter().map(origin))?,
            gone: memory::try_clone(&self.gone)?,
            free: memory::try_clone(&self.free)?,
            bytes: self.bytes,
            ..VariantList::default()
        };
        copy.numbers.try_reserve(self.numbers.len())?;
        copy.numbers.extend(&self.numbers);
        copy.reserve_numbers(copy.variants.len())?;
        self.pending.each(&mut |NewVariant { key, number, base, variant }| {
            copy.pending.add(*key, Some(*base), variant.clone(), |_| *number).map(|_| ())
        })?;
        Ok(copy)
    }

    /// Reserves room to note each of so many numbers as free and as gone.
    fn reserve_numbers(&mut self, total: usize) -> Result<(), WorldError> {
        self.free.try_reserve(total - self.free.len())?;
        Ok(self.gone.try_reserve(total - self.gone.len())?)
    }

    /// The variant of a key, and its number.
    #[inline]
    pub(super) fn find(&self, key: &VariantKey) -> Option<(VariantNumber, &Variant)> {
        if let Some(&number) = self.numbers.get(key) {
            return Some((number, &self.variants[number as usize]));
        }
        self.pending.find(key).map(|new| (new.number, &new.variant))
    }

    /// Adds a variant, and returns it and its number. `base` is the number of the variant without a pivot. If another
    /// thread has added the variant of the key before, that one stays.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn add(
        &self,
        key: VariantKey,
        base: Option<VariantNumber>,
        variant: Variant,
    ) -> Result<(VariantNumber, &Variant), WorldError> {
        let free = self.free.len();
        let number = |added: u32| match free.checked_sub(added as usize + 1) {
            Some(place) => self.free[place],
            None => (self.variants.len() - free) as VariantNumber + added,
        };
        let new = self.pending.add(key, base, variant, number)?;
        Ok((new.number, &new.variant))
    }

    /// The memory of the variants that can be dropped, with the new ones, in bytes.
    pub(super) fn all_bytes(&self) -> usize {
        let mut bytes = self.bytes;
        let _ = self.pending.each(&mut |NewVariant { key, base, variant, .. }| {
            bytes += Origin { key: Some(*key), base: *base, ..Origin::default() }.bytes(&variant.mask);
            Ok(())
        });
        bytes
    }

    /// Brings the new variants into the list. `now` is the last refresh.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The list is unchanged.
    pub(super) fn absorb(&mut self, now: u64) -> Result<(), WorldError> {
        let count = self.pending.len();
        if count == 0 {
            return Ok(());
        }
        let more = count.saturating_sub(self.free.len());
        self.numbers.try_reserve(count)?;
        self.origins.try_reserve(more)?;
        self.variants.try_reserve(more)?;
        let total = self.variants.len() + more;
        self.reserve_numbers(total)?;
        let nothing = self.variants[0].clone();
        self.variants.resize(total, nothing);
        self.origins.resize_with(total, Origin::default);
        self.free.truncate(self.free.len() + more - count);
        let pending = std::mem::take(&mut *self.pending);
        pending.each(&mut |NewVariant { key, number, base, variant }| {
            let origin = Origin { key: Some(*key), base: *base, last_use: AtomicU64::default() };
            self.bytes += origin.bytes(&variant.mask);
            self.numbers.insert(*key, *number);
            self.origins[*number as usize] = origin;
            self.variants[*number as usize] = variant.clone();
            Ok(())
        })?;
        pending.each(&mut |new| {
            self.note_use(new.number, now);
            Ok(())
        })
    }

    /// The key of a variant, and the variant without a pivot.
    pub(super) fn origin(&self, number: VariantNumber) -> Option<(VariantKey, &Variant)> {
        let Origin { key, base, .. } = self.origins.get(number as usize)?;
        Some(((*key)?, &self.variants[*base as usize]))
    }

    /// Whether the variant of a number is gone. New variants are not.
    #[inline]
    pub(super) fn is_gone(&self, number: VariantNumber) -> bool {
        self.origins.get(number as usize).is_some_and(|origin| origin.key.is_none())
    }

    /// Notes that a sprite shows a variant no longer. The variant whose mask it shares is used as well.
    pub(super) fn note_use(&self, number: VariantNumber, now: u64) {
        // Threads read the same variants, so nothing is written twice.
        if let Some(Origin { base, last_use, .. }) = self.origins.get(number as usize)
            && last_use.load(Ordering::Relaxed) != now
        {
            last_use.store(now, Ordering::Relaxed);
            if *base != number {
                self.note_use(*base, now);
            }
        }
    }

    /// Removes the variants of a mask. There must be no new ones. `only_upright` tells that no sprite has shown it in
    /// any other way.
    pub(super) fn remove_all(&mut self, mask: MaskId, only_upright: bool) {
        if only_upright {
            for orientation in Orientation::all() {
                if let Some(&number) = self.numbers.get(&VariantKey::upright(mask, orientation)) {
                    self.remove(number);
                }
            }
            return;
        }
        for number in 0..self.variants.len() as VariantNumber {
            if self.origins[number as usize].key.is_some_and(|key| key.mask == mask) {
                self.remove(number);
            }
        }
    }

    /// Forgets the new variants, which no sprite may show.
    pub(super) fn drop_new(&mut self) {
        *self.pending = Pending::default();
    }

    /// Removes a variant.
    fn remove(&mut self, number: VariantNumber) {
        let origin = std::mem::take(&mut self.origins[number as usize]);
        let nothing = self.variants[0].clone();
        let variant = std::mem::replace(&mut self.variants[number as usize], nothing);
        self.bytes -= origin.bytes(&variant.mask);
        if let Some(key) = origin.key {
            self.numbers.remove(&key);
        }
        self.gone.push(number);
    }

    /// Removes variants that no sprite shows, the least recently used first, until the others take at most `most`
    /// bytes.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The list is unchanged.
    pub(super) fn remove_unshown(
        &mut self,
        most: usize,
        shown: impl Iterator<Item = VariantNumber>,
    ) -> Result<(), WorldError> {
        let mut is_shown = Vec::new();
        memory::try_resize(&mut is_shown, self.variants.len(), false)?;
        for number in shown {
            is_shown[number as usize] = true;
        }
        for number in 0..is_shown.len() {
            if is_shown[number] {
                is_shown[self.origins[number].base as usize] = true;
            }
        }
        let mut unshown = Vec::new();
        for (number, origin) in (0..).zip(&self.origins) {
            if let Some(key) = origin.key.filter(|key| !(key.is_upright() && key.pivot.is_none()))
                && !is_shown[number as usize]
            {
                // A variant goes before the one that it shares the mask of.
                let time = origin.last_use.load(Ordering::Relaxed);
                memory::try_push(&mut unshown, ((time, Reverse(key.pivot), key), number))?;
            }
        }
        heapsort_by_key(&mut unshown, |&(order, _)| order);
        for (_, number) in unshown {
            if self.bytes <= most {
                break;
            }
            self.remove(number);
        }
        Ok(())
    }

    /// Calls `visit` with each number whose variant has gone since the last refresh, and frees it.
    pub(super) fn free_gone(&mut self, visit: impl FnMut(VariantNumber)) {
        self.gone.iter().copied().for_each(visit);
        self.free.append(&mut self.gone);
    }

    /// Checks that numbers and variants agree, after a refresh.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(super) fn validate(&mut self) {
        assert_eq!((self.pending.len(), self.gone.len()), (0, 0), "a refresh must absorb changes");
        let listed: Vec<_> =
            (0..).zip(&self.origins).filter_map(|(number, origin)| Some((number, origin.key?))).collect();
        assert!(listed.iter().all(|(number, key)| self.numbers.get(key) == Some(number)), "a key has another number");
        assert_eq!(
            self.numbers.len() + self.free.len() + 1,
            self.variants.len(),
            "each number is free or of a variant"
        );
        let bytes: usize = self.origins.iter().zip(&self.variants).map(|(origin, it)| origin.bytes(&it.mask)).sum();
        assert_eq!(self.bytes, bytes, "the memory of the variants is wrong");
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    fn keys(masks: u64) -> Vec<VariantKey> {
        let mask = |mask| MaskId::from_bits(1 << 32 | mask);
        (0..masks).flat_map(|id| Orientation::all().map(move |turn| VariantKey::upright(mask(id), turn))).collect()
    }

    fn add(list: &VariantList, key: VariantKey) -> VariantNumber {
        let one = Variant::new(Arc::new(Mask::filled(1, 1).unwrap()), [0; 2]);
        list.find(&key).unwrap_or_else(|| list.add(key, None, one).unwrap()).0
    }

    #[test]
    #[cfg(not(target_family = "wasm"))] // it has no threads
    fn threads_that_add_equal_variants_get_equal_numbers() {
        let (mut list, keys) = (VariantList::default(), keys(50));
        let numbers = std::thread::scope(|scope| {
            let add_all = || keys.iter().map(|&key| add(&list, key)).collect::<Vec<_>>();
            let threads = [scope.spawn(add_all), scope.spawn(add_all), scope.spawn(add_all)];
            threads.map(|thread| thread.join().unwrap())
        });
        assert!(numbers[0] == numbers[1] && numbers[0] == numbers[2]);
        list.absorb(1).unwrap();
        list.validate();
        assert_eq!(keys.iter().map(|key| list.find(key).unwrap().0).collect::<Vec<_>>(), numbers[0]);
        let mut sorted = numbers[0].clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(1..=400), "the numbers are dense");
    }

    #[test]
    fn a_number_is_used_again_after_the_refresh_that_frees_it() {
        let (mut list, keys) = (VariantList::default(), keys(3));
        keys[..16].iter().for_each(|&key| _ = add(&list, key));
        list.absorb(1).unwrap();
        let gone: Vec<VariantNumber> = keys[..8].iter().map(|key| list.find(key).unwrap().0).collect();
        list.remove_all(keys[0].mask, true);
        assert!(gone.iter().all(|&number| list.is_gone(number)) && list.find(&keys[0]).is_none());
        assert_eq!(add(&list, keys[16]), 17, "rows may still have the numbers");
        list.absorb(2).unwrap();
        let mut freed = Vec::new();
        list.free_gone(|number| freed.push(number));
        freed.sort_unstable();
        assert_eq!(freed, gone);
        let mut again: Vec<VariantNumber> = keys[17..24].iter().map(|&key| add(&list, key)).collect();
        again.push(add(&list, keys[0]));
        again.sort_unstable();
        assert_eq!(again, gone);
        list.absorb(3).unwrap();
        list.validate();
    }
}
