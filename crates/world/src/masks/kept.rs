//! The masks that readers of a world have rendered since the last refresh.

use super::shown::VariantKey;
use super::variant::Variant;
use crate::{WorldError, memory};
use std::mem::take;
use std::sync::OnceLock;

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
