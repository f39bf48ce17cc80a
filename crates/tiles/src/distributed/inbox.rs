//! Applies the messages of a step.

use super::outbox::{Before, Change, Head, MOVE};
use super::residents::flag;
use super::shape::SpritePath;
use super::state::{Newcomer, Tiles};
use crate::record::{SpriteRecord, read};
use crate::{RecordError, TilesError};
use world::Sprite;

impl Tiles {
    /// Applies the messages of a worker. Returns the number of sprites that it owned before this step.
    pub(super) fn receive(&mut self, worker: usize, mut bytes: &[u8]) -> Result<u64, TilesError> {
        let damaged = |source| TilesError::Record { worker, source };
        let Head { owned, changes } = read(&mut bytes).map_err(damaged)?;
        let parts = usize::try_from(changes).ok().and_then(|length| bytes.split_at_checked(length));
        let (mut changes, moves) = parts.ok_or(damaged(RecordError::Malformed))?;
        while !changes.is_empty() {
            let change = read(&mut changes).map_err(damaged)?;
            self.receive_change(worker, change)?;
        }
        let (moves, []) = moves.as_chunks::<MOVE>() else { return Err(damaged(RecordError::Malformed)) };
        for bytes in moves {
            let number = |from: usize| i32::from_le_bytes(std::array::from_fn(|at| bytes[from + at]));
            let slot = self.ghost(worker, u64::from_le_bytes(std::array::from_fn(|at| bytes[at])))?;
            self.residents.at[slot] = [number(8), number(12)];
        }
        Ok(owned)
    }

    fn receive_change(&mut self, worker: usize, change: Change) -> Result<(), TilesError> {
        match change {
            Change::Mask { number, bytes } => {
                let received = self.masks.receive(&mut self.world, worker, number, &bytes);
                received.map_err(|source| TilesError::Record { worker, source })??;
            }
            Change::Arrive { id, owns, sprite, last, before } => {
                let sprite = self.received_sprite(worker, sprite)?;
                let before = match before {
                    Before::None => None,
                    Before::Moved(at, from) => Some(SpritePath { sprite: sprite.position(at), from }),
                    Before::Changed(before, from) => {
                        Some(SpritePath { sprite: self.received_sprite(worker, before)?, from })
                    }
                };
                let since = if before.is_some() { flag::ARRIVED } else { flag::ADDED };
                let owned = if owns { flag::OWNED } else { 0 };
                self.newcomers.push(Newcomer { id, sprite, last, flags: since | owned | flag::BORDER });
                if let Some(before) = before {
                    self.newcomers_before.insert(id, before);
                }
            }
            Change::Replace { id, owns, sprite } => {
                let sprite = self.received_sprite(worker, sprite)?;
                let slot = self.ghost(worker, id)?;
                self.change(slot, sprite)?;
                if owns {
                    self.residents.set_owned(slot, true);
                }
            }
            Change::Own { id, data } => {
                let slot = self.ghost(worker, id)?;
                self.residents.data[slot] = data;
                self.residents.set_owned(slot, true);
            }
            Change::Leave { id, at } => {
                let slot = self.ghost(worker, id)?;
                self.residents.at[slot] = at;
                let now = self.sprite_path(slot)?;
                self.drop_resident(slot, Some(now))?;
            }
            Change::Jump { id } => {
                let slot = self.ghost(worker, id)?;
                self.jump(slot)?;
            }
            Change::Remove { id } => {
                let slot = self.ghost(worker, id)?;
                self.drop_resident(slot, None)?;
            }
        }
        Ok(())
    }

    /// Adds the residents that are new in this step, in the order of their ids: the pairs of residents in this order need no
    /// sort.
    pub(super) fn add_newcomers(&mut self) -> Result<(), TilesError> {
        let mut newcomers = std::mem::take(&mut self.newcomers);
        newcomers.sort_unstable_by_key(|newcomer| newcomer.id);
        self.world.reserve(newcomers.len())?;
        for newcomer in newcomers.drain(..) {
            let before = self.newcomers_before.remove(&newcomer.id);
            let slot = self.add_resident(newcomer, before.as_ref())?;
            if let Some(before) = before {
                self.changes.arrived.insert(slot, before);
            }
        }
        // The first step has far more newcomers than any other, so the memory is not kept.
        Ok(())
    }

    fn received_sprite(&self, worker: usize, sprite: SpriteRecord) -> Result<Sprite, TilesError> {
        let sprite = sprite.to_sprite(|number| self.masks.get(worker, number));
        sprite.map_err(|source| TilesError::Record { worker, source })
    }

    /// Returns the slot of a ghost that another worker names.
    fn ghost(&self, worker: usize, id: u64) -> Result<usize, TilesError> {
        let ghost = self.residents.slot(id);
        ghost.ok_or(TilesError::Record { worker, source: RecordError::UnknownSprite { id } })
    }
}
