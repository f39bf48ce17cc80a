//! The list of variants, by number, and the masks that readers have rendered since the last refresh.

use super::variant::{Content, KeyHasher, Mapped, Shown, Variant, VariantKey};
use crate::geometry::Aabb;
use crate::slots::{MaskId, VariantNumber};
use crate::sprites::Orientation;
use crate::{WorldError, memory};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::mem::take;
use std::sync::OnceLock;

/// The variants of all masks, by number. Only refreshes add variants.
///
/// Sprites that show the same mask under the same map share a variant, which is found by its key. A sprite whose map
/// changes has a variant of its own, which is not rendered.
pub(super) struct VariantList {
    pub(super) variants: Vec<Variant>,
    /// The kind of each number.
    kinds: Vec<Kind>,
    /// The shared variants.
    numbers: HashMap<VariantKey, VariantNumber, BuildHasherDefault<KeyHasher>>,
    /// The sprites whose maps change.
    pub(super) mapped: Vec<Option<Mapped>>,
    free_mapped: Vec<u32>,
    /// The numbers of no variant.
    free: Vec<VariantNumber>,
    /// The numbers whose variants have gone since the last refresh. Rows and offset tables may still have them.
    gone: Vec<VariantNumber>,
    /// The memory of the shared variants that are rendered under a map, in bytes.
    pub(super) bytes: usize,
    /// The number of variants under a map.
    pub(super) under_maps: usize,
}

/// The kind of a variant number.
#[derive(Clone, Copy)]
enum Kind {
    /// No variant.
    Free,
    /// A variant that equal sprites share.
    Shared(VariantKey),
    /// The variant of a sprite whose map changes.
    Own,
}

impl Default for VariantList {
    fn default() -> VariantList {
        VariantList {
            variants: vec![Variant::empty()],
            kinds: vec![Kind::Free],
            numbers: HashMap::default(),
            mapped: Vec::new(),
            free_mapped: Vec::new(),
            free: Vec::new(),
            gone: Vec::new(),
            bytes: 0,
            under_maps: 0,
        }
    }
}

/// The memory of a variant that is rendered under a map, and 0 for an upright one.
fn bytes_of(key: &VariantKey, variant: &Variant) -> usize {
    match variant.mask() {
        // A mask has seven words more than its bits take.
        Some((mask, _)) if !key.is_upright() => {
            let entry = size_of::<Variant>() + 2 * size_of::<VariantKey>() + size_of_val(mask);
            entry + 8 * (mask.width().div_ceil(64) as usize * mask.height() as usize + 7)
        }
        _ => 0,
    }
}

impl VariantList {
    /// A copy that shares the masks.
    pub(super) fn try_clone(&self) -> Result<VariantList, WorldError> {
        let mut numbers = HashMap::default();
        numbers.try_reserve(self.numbers.len())?;
        numbers.extend(&self.numbers);
        Ok(VariantList {
            variants: memory::try_collect(self.variants.iter().cloned())?,
            kinds: memory::try_clone(&self.kinds)?,
            numbers,
            mapped: memory::try_collect(self.mapped.iter().cloned())?,
            free_mapped: memory::try_clone(&self.free_mapped)?,
            free: memory::try_clone(&self.free)?,
            gone: memory::try_clone(&self.gone)?,
            bytes: self.bytes,
            under_maps: self.under_maps,
        })
    }

    /// The number of a shared variant.
    #[inline]
    pub(super) fn find(&self, key: &VariantKey) -> Option<VariantNumber> {
        self.numbers.get(key).copied()
    }

    /// The key of a variant.
    pub(super) fn key(&self, number: VariantNumber) -> Option<VariantKey> {
        match *self.kinds.get(number as usize)? {
            Kind::Free => None,
            Kind::Shared(key) => Some(key),
            Kind::Own => self.mapped(&self.variants[number as usize]).map(Mapped::key),
        }
    }

    /// Whether a number stands for bits as they are, or for none.
    #[inline]
    pub(super) fn is_upright(&self, number: VariantNumber) -> bool {
        match &self.kinds[number as usize] {
            Kind::Free => true,
            Kind::Shared(key) => key.is_upright(),
            Kind::Own => false,
        }
    }

    /// The mask under a map of a variant that is not rendered. Returns `None` for a rendered variant.
    #[inline(always)]
    pub(super) fn mapped(&self, variant: &Variant) -> Option<&Mapped> {
        match variant.content {
            Content::Mapped(index) => self.mapped[index as usize].as_ref(),
            Content::Mask { .. } => None,
        }
    }

    /// A number for a variant.
    fn take_number(&mut self) -> Result<VariantNumber, WorldError> {
        if let Some(number) = self.free.pop() {
            return Ok(number);
        }
        let total = self.variants.len() + 1;
        self.free.try_reserve(total)?;
        self.gone.try_reserve(total - self.gone.len())?;
        self.kinds.try_reserve(1)?;
        let nothing = self.variants[0].clone();
        memory::try_push(&mut self.variants, nothing)?;
        self.kinds.push(Kind::Free);
        Ok(total as VariantNumber - 1)
    }

    /// Adds a shared variant instead of that of a sprite whose map stands, and returns its number.
    pub(super) fn add_instead(
        &mut self,
        own: VariantNumber,
        key: VariantKey,
        variant: Variant,
    ) -> Result<VariantNumber, WorldError> {
        self.numbers.try_reserve(1)?;
        // Its number is the next one that is taken.
        self.release(own);
        self.add(key, variant)
    }

    /// Adds a shared variant, and returns its number.
    pub(super) fn add(&mut self, key: VariantKey, variant: Variant) -> Result<VariantNumber, WorldError> {
        self.numbers.try_reserve(1)?;
        let number = self.take_number()?;
        self.bytes += bytes_of(&key, &variant);
        self.under_maps += usize::from(!key.is_upright());
        self.numbers.insert(key, number);
        self.kinds[number as usize] = Kind::Shared(key);
        self.variants[number as usize] = variant;
        Ok(number)
    }

    /// The variant of a sprite whose map changes, if the number is one.
    #[inline]
    pub(super) fn mapped_mut(&mut self, number: VariantNumber) -> Option<&mut Mapped> {
        match self.variants[number as usize].content {
            Content::Mapped(index) => self.mapped[index as usize].as_mut(),
            Content::Mask { .. } => None,
        }
    }

    /// Sets the box of the variant of a sprite whose map changes.
    #[inline]
    pub(super) fn set_outer(&mut self, number: VariantNumber, outer: Aabb) {
        self.variants[number as usize].outer = outer;
    }

    /// Adds the variant of a sprite whose map changes, or replaces it if `number` is one. Returns its number.
    pub(super) fn set_mapped(&mut self, number: VariantNumber, mapped: Mapped) -> Result<VariantNumber, WorldError> {
        let outer = mapped.outer;
        if let Some(old) = self.mapped_mut(number) {
            *old = mapped;
            self.set_outer(number, outer);
            return Ok(number);
        }
        if self.free_mapped.is_empty() {
            self.free_mapped.try_reserve(self.mapped.len() + 1)?;
            memory::try_push(&mut self.mapped, None)?;
            self.free_mapped.push(self.mapped.len() as u32 - 1);
        }
        let number = self.take_number()?;
        let index = self.free_mapped.pop().expect("a place was just added if there was none");
        self.under_maps += 1;
        self.mapped[index as usize] = Some(mapped);
        self.variants[number as usize] = Variant { outer, content: Content::Mapped(index) };
        self.kinds[number as usize] = Kind::Own;
        Ok(number)
    }

    /// Frees the number of a sprite whose map does not change any more, or which has gone.
    pub(super) fn release(&mut self, number: VariantNumber) {
        if let Content::Mapped(index) = self.variants[number as usize].content {
            self.mapped[index as usize] = None;
            self.free_mapped.push(index);
            self.under_maps -= 1;
            self.kinds[number as usize] = Kind::Free;
            self.variants[number as usize] = self.variants[0].clone();
            // No table has the number.
            self.free.push(number);
        }
    }

    /// Whether the variant of a number is gone.
    #[inline]
    pub(super) fn is_gone(&self, number: VariantNumber) -> bool {
        matches!(self.kinds[number as usize], Kind::Free)
    }

    /// Removes the variants of a mask. Without `others`, it has only upright ones at `[0, 0]`.
    pub(super) fn remove_all(&mut self, mask: MaskId, others: bool) {
        if !others {
            for orientation in Orientation::all() {
                let key = VariantKey::new(mask, &Shown::Upright { orientation, offset: [0, 0] });
                if let Some(number) = self.find(&key) {
                    self.remove(number);
                }
            }
            return;
        }
        for number in 0..self.variants.len() as VariantNumber {
            let of_mask = match &self.kinds[number as usize] {
                Kind::Free => false,
                Kind::Shared(key) => key.mask == mask,
                Kind::Own => self.mapped_mut(number).is_some_and(|mapped| mapped.mask_id() == mask),
            };
            if of_mask {
                self.remove(number);
            }
        }
    }

    /// Removes some shared variants.
    pub(super) fn remove_each(&mut self, numbers: impl Iterator<Item = VariantNumber>) {
        numbers.for_each(|number| self.remove(number));
    }

    /// Removes a variant. Sprites may still show it until the refresh.
    pub(super) fn remove(&mut self, number: VariantNumber) {
        let Some(key) = self.key(number) else { return };
        self.kinds[number as usize] = Kind::Free;
        self.under_maps -= usize::from(!key.is_upright());
        let nothing = self.variants[0].clone();
        let variant = std::mem::replace(&mut self.variants[number as usize], nothing);
        match variant.content {
            Content::Mapped(index) => {
                self.mapped[index as usize] = None;
                self.free_mapped.push(index);
            }
            Content::Mask { .. } => {
                self.bytes -= bytes_of(&key, &variant);
                self.numbers.remove(&key);
            }
        }
        self.gone.push(number);
    }

    /// The shared variants that are rendered under a map.
    pub(super) fn rendered(&self) -> impl Iterator<Item = VariantNumber> {
        self.numbers.iter().filter(|(key, _)| !key.is_upright()).map(|(_, &number)| number)
    }

    /// Calls `visit` with each number whose variant has gone since the last refresh, and frees it.
    pub(super) fn free_gone(&mut self, visit: impl FnMut(VariantNumber)) {
        self.gone.iter().copied().for_each(visit);
        self.free.append(&mut self.gone);
        self.give_back();
    }

    /// Gives back the memory of sprites whose maps changed, if most of them stand now or have gone.
    fn give_back(&mut self) {
        if self.free_mapped.len() == self.mapped.len() {
            (self.mapped, self.free_mapped) = Default::default();
        }
        if self.free.len() <= self.kinds.len() / 4 * 3 {
            return;
        }
        let used = 1 + self.kinds.iter().rposition(|kind| !matches!(kind, Kind::Free)).unwrap_or(0);
        if used < self.kinds.len() / 2 {
            // Without the memory for smaller lists, the large ones stay.
            let small = (memory::try_with_capacity(2 * used), memory::try_with_capacity(2 * used));
            let (Ok(mut variants), Ok(mut kinds)) = small else { return };
            variants.extend(self.variants.drain(..used));
            kinds.extend(self.kinds.drain(..used));
            (self.variants, self.kinds) = (variants, kinds);
            self.free.retain(|&number| (number as usize) < used);
        }
    }

    /// Checks that numbers and variants agree, after a refresh.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(super) fn validate(&self) {
        assert_eq!(self.gone.len(), 0, "a refresh must free the numbers that have gone");
        let listed = (0..self.kinds.len() as VariantNumber).filter_map(|number| Some((number, self.key(number)?)));
        let (mut shared, mut own, mut bytes, mut under_maps) = (0, 0, 0, 0);
        for (number, key) in listed {
            let variant = &self.variants[number as usize];
            match self.mapped(variant) {
                Some(_) => own += 1,
                None => shared += usize::from(self.numbers.get(&key) == Some(&number)),
            }
            bytes += bytes_of(&key, variant);
            under_maps += usize::from(!key.is_upright());
        }
        assert_eq!(self.under_maps, under_maps, "the number of variants under a map is wrong");
        assert_eq!(self.numbers.len(), shared, "a key has another number");
        assert_eq!(self.mapped.iter().flatten().count(), own, "a mapped sprite has no number");
        assert_eq!(shared + own + self.free.len() + 1, self.variants.len(), "each number is free or of a variant");
        assert_eq!(self.bytes, bytes, "the memory of the variants is wrong");
    }
}

/// The masks that readers have rendered since the last refresh, which drops them: a tree by the bits of the mixed keys.
/// Readers keep references to a mask while others are added, because no node ever moves.
#[derive(Default)]
pub(super) struct Kept {
    root: Cell,
}

/// A place for a node: a slice of one node, because a box aborts the program if the system refuses memory.
type Cell = OnceLock<Box<[Node]>>;

struct Node {
    key: VariantKey,
    variant: Variant,
    children: [Cell; 4],
}

impl Kept {
    /// The variant of a key. If there is none, it is rendered. If another thread adds it at the same time, one stays.
    ///
    /// # Errors
    /// Returns the errors of `render`, and [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn find_or_render(
        &self,
        key: VariantKey,
        render: impl FnOnce() -> Result<Variant, WorldError>,
    ) -> Result<&Variant, WorldError> {
        let (mut mixed, mut cell) = (key.mixed(), &self.root);
        while let Some([node]) = cell.get().map(|nodes| &**nodes) {
            if node.key == key {
                return Ok(&node.variant);
            }
            cell = &node.children[(mixed & 3) as usize];
            mixed >>= 2;
        }
        let mut new = memory::try_with_capacity(1)?;
        new.push(Node { key, variant: render()?, children: Default::default() });
        loop {
            let node = &cell.get_or_init(|| take(&mut new).into_boxed_slice())[0];
            if node.key == key {
                return Ok(&node.variant);
            }
            cell = &node.children[(mixed & 3) as usize];
            mixed >>= 2;
        }
    }
}
