//! The variants that threads have built since the last refresh.

use super::variant::{Variant, VariantNumber};
use super::variant_key::VariantKey;
use crate::{WorldError, memory};
use std::mem::take;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A new variant.
pub(super) struct NewVariant {
    pub(super) key: VariantKey,
    pub(super) number: VariantNumber,
    /// The number of the variant without a pivot. It is the number of the variant itself if it has none.
    pub(super) base: VariantNumber,
    pub(super) variant: Variant,
}

/// The variants that threads have built since the last refresh: a tree by the bits of the mixed keys. Readers keep
/// references to a variant while others are added, because no node ever moves.
#[derive(Default)]
pub(super) struct Pending {
    root: Cell,
    count: AtomicU32,
}

/// Room for a node: a slice of one node, because a box aborts the program if the system refuses memory.
type Cell = OnceLock<Box<[Node]>>;

struct Node {
    new: NewVariant,
    children: [Cell; 4],
}

impl Pending {
    /// The number of variants.
    pub(super) fn len(&mut self) -> usize {
        *self.count.get_mut() as usize
    }

    /// The variant of a key.
    pub(super) fn find(&self, key: &VariantKey) -> Option<&NewVariant> {
        let (mut mixed, mut node) = (key.mixed(), self.root.get()?.first()?);
        while node.new.key != *key {
            node = node.children[(mixed & 3) as usize].get()?.first()?;
            mixed >>= 2;
        }
        Some(&node.new)
    }

    /// Adds a variant, and returns it. If another thread has added the variant of the key before, that one stays.
    /// `number` returns the number of the variant that is added after so many others.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn add(
        &self,
        key: VariantKey,
        base: Option<VariantNumber>,
        variant: Variant,
        number: impl Fn(u32) -> VariantNumber,
    ) -> Result<&NewVariant, WorldError> {
        let (mut mixed, mut cell, mut variant) = (key.mixed(), &self.root, Some(variant));
        let mut room = memory::try_with_capacity(1)?;
        loop {
            let node = cell.get_or_init(|| {
                let number = number(self.count.fetch_add(1, Ordering::Relaxed));
                let variant = variant.take().expect("a variant is added once");
                let new = NewVariant { key, number, base: base.unwrap_or(number), variant };
                room.push(Node { new, children: Default::default() });
                take(&mut room).into_boxed_slice()
            });
            let node = &node[0];
            if node.new.key == key {
                return Ok(&node.new);
            }
            cell = &node.children[(mixed & 3) as usize];
            mixed >>= 2;
        }
    }

    /// Calls `visit` with each variant, until it fails.
    ///
    /// # Errors
    /// Returns the error of `visit`.
    pub(super) fn each(&self, visit: &mut impl FnMut(&NewVariant) -> Result<(), WorldError>) -> Result<(), WorldError> {
        each(&self.root, visit)
    }
}

fn each(cell: &Cell, visit: &mut impl FnMut(&NewVariant) -> Result<(), WorldError>) -> Result<(), WorldError> {
    cell.get().into_iter().flatten().try_for_each(|node| {
        visit(&node.new)?;
        node.children.iter().try_for_each(|child| each(child, visit))
    })
}
