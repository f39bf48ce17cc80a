//! The masks of a world: shared by sprites, each in the orientations that some sprite has shown.

use crate::WorldError;
use crate::orient::Orientation;
use mask::Mask;
use slotmap::SlotMap;
use std::sync::{Arc, OnceLock};

slotmap::new_key_type! {
    /// Names a mask of a world, and never another one after its removal.
    pub struct MaskId;
}

/// A mask, its flipped and turned copies, and how many sprites show it.
pub(crate) struct Shape {
    /// By [`Orientation::index`], made when first shown. The first is the mask itself.
    looks: [OnceLock<Arc<Mask>>; Orientation::COUNT],
    pub(crate) sprites: usize,
}

impl Shape {
    /// The mask, neither flipped nor turned.
    pub(crate) fn mask(&self) -> &Arc<Mask> {
        self.looks[0].get().expect("filled when the shape was made")
    }

    /// The mask as it stands.
    pub(crate) fn look(&self, way: Orientation) -> &Arc<Mask> {
        self.looks[way.index()].get_or_init(|| Arc::new(way.apply(self.mask())))
    }
}

/// The masks of a world.
#[derive(Default)]
pub(crate) struct Shapes(SlotMap<MaskId, Shape>);

impl Shapes {
    pub(crate) fn add(&mut self, mask: Arc<Mask>) -> MaskId {
        let looks: [OnceLock<Arc<Mask>>; Orientation::COUNT] = Default::default();
        looks[0].get_or_init(|| mask);
        self.0.insert(Shape { looks, sprites: 0 })
    }

    pub(crate) fn get(&self, id: MaskId) -> Result<&Shape, WorldError> {
        self.0.get(id).ok_or(WorldError::StaleMask(id))
    }

    pub(crate) fn get_mut(&mut self, id: MaskId) -> Result<&mut Shape, WorldError> {
        self.0.get_mut(id).ok_or(WorldError::StaleMask(id))
    }

    /// Lets `edit` change the mask. The turned copies are made afresh when they are next shown.
    pub(crate) fn edit<R>(&mut self, id: MaskId, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, WorldError> {
        let [mask, turned @ ..] = &mut self.get_mut(id)?.looks;
        turned.iter_mut().for_each(|look| _ = look.take());
        let mask = mask.get_mut().expect("filled when the shape was made");
        Ok(edit(Arc::make_mut(mask)))
    }

    pub(crate) fn remove(&mut self, id: MaskId) -> Result<Arc<Mask>, WorldError> {
        match self.get(id)?.sprites {
            0 => Ok(self.0.remove(id).map(|shape| shape.mask().clone()).expect("it is there")),
            sprites => Err(WorldError::MaskInUse { mask: id, sprites }),
        }
    }
}
