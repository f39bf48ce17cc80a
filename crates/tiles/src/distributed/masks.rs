//! The masks of a worker, and the masks that workers have sent each other.

use crate::RecordError;
use mask::Mask;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use world::{MaskId, World, WorldError};

/// The masks of a worker. Equal masks are one mask, so that a mask that several workers add is stored once.
#[derive(Default)]
pub(super) struct Masks {
    by_hash: HashMap<u64, Vec<MaskId>>,
    /// The masks that each other worker has: by the worker, then by the number of the mask here.
    sent: Vec<Vec<bool>>,
    /// The masks that each other worker has sent: by the worker, then by the number of the mask there.
    received: Vec<HashMap<u32, MaskId>>,
}

impl Masks {
    pub(super) fn new(workers: usize) -> Masks {
        Masks { by_hash: HashMap::new(), sent: vec![Vec::new(); workers], received: vec![HashMap::new(); workers] }
    }

    /// Adds a mask to the world, unless the world has an equal mask.
    pub(super) fn add(&mut self, world: &mut World, mask: Arc<Mask>) -> Result<MaskId, WorldError> {
        let mut hasher = DefaultHasher::new();
        mask.hash(&mut hasher);
        let same_hash = self.by_hash.entry(hasher.finish()).or_default();
        if let Some(&equal) = same_hash.iter().find(|&&id| world.mask(id).map(|mask| &**mask) == Some(&*mask)) {
            return Ok(equal);
        }
        let id = world.add_mask(mask)?;
        same_hash.push(id);
        Ok(id)
    }

    /// Calls `send` with the number and the bytes of a mask if the worker `to` does not have the mask. Returns the number.
    pub(super) fn number(&mut self, world: &World, to: usize, id: MaskId, send: impl FnOnce(u32, Vec<u8>)) -> u32 {
        let (sent, number) = (&mut self.sent[to], id.index());
        if sent.len() <= number {
            sent.resize(number + 1, false);
        }
        if !sent[number] {
            sent[number] = true;
            send(number as u32, world.mask(id).map(|mask| mask.to_bytes()).unwrap_or_default());
        }
        number as u32
    }

    /// Stores a mask that a worker has sent.
    pub(super) fn receive(
        &mut self,
        world: &mut World,
        from: usize,
        number: u32,
        bytes: &[u8],
    ) -> Result<Result<(), WorldError>, RecordError> {
        let mask = Mask::from_bytes(bytes).map_err(RecordError::Mask)?;
        Ok(self.add(world, Arc::new(mask)).map(|id| {
            self.received[from].insert(number, id);
        }))
    }

    /// Returns the mask that a worker has sent under a number.
    pub(super) fn get(&self, from: usize, number: u32) -> Option<MaskId> {
        self.received[from].get(&number).copied()
    }
}
