//! Applies the messages of a step.

use super::outbox::{kind, previous};
use super::residents::flag;
use super::state::{Newcomer, Tiles};
use crate::record::{Reader, read_sprite};
use crate::{RecordError, TilesError};
use world::Sprite;

impl Tiles {
    /// Applies the messages of a worker. Returns the number of sprites that it owned before this step.
    pub(super) fn receive(&mut self, worker: usize, bytes: &[u8]) -> Result<u64, TilesError> {
        let damaged = |source| TilesError::Record { worker, source };
        let mut reader = Reader(bytes);
        let owned = reader.u64().map_err(damaged)?;
        let length = reader.u64().map_err(damaged)?;
        let mut changes = Reader(reader.bytes(usize::try_from(length).unwrap_or(usize::MAX)).map_err(damaged)?);
        while !changes.is_empty() {
            self.receive_change(worker, &mut changes)?;
        }
        while !reader.is_empty() {
            let (id, at) = reader.u64().and_then(|id| Ok((id, reader.point()?))).map_err(damaged)?;
            let slot = self.ghost(worker, id)?;
            self.residents.at[slot] = at;
        }
        Ok(owned)
    }

    fn receive_change(&mut self, worker: usize, input: &mut Reader) -> Result<(), TilesError> {
        let damaged = |source| TilesError::Record { worker, source };
        let kind = input.u8().map_err(damaged)?;
        if kind == kind::MASK {
            let (number, length) = (input.u32().map_err(damaged)?, input.u32().map_err(damaged)?);
            let bytes = input.bytes(length as usize).map_err(damaged)?;
            return Ok(self.masks.receive(&mut self.world, worker, number, bytes).map_err(damaged)??);
        }
        let id = input.u64().map_err(damaged)?;
        match kind {
            kind::ARRIVE => {
                let (owns, sprite) = self.read_owned_sprite(worker, input)?;
                let before = match input.u8().map_err(damaged)? {
                    previous::NONE => None,
                    previous::MOVED => Some(sprite.with_position(input.point().map_err(damaged)?)),
                    previous::CHANGED => Some(self.read_sprite(worker, input)?),
                    kind => return Err(damaged(RecordError::UnknownKind { kind })),
                };
                let since = if before.is_some() { flag::ARRIVED } else { flag::ADDED };
                let owned = if owns { flag::OWNED } else { 0 };
                self.newcomers.push(Newcomer { id, sprite, flags: since | owned | flag::BORDER });
                if let Some(before) = before {
                    self.newcomers_before.insert(id, before);
                }
            }
            kind::CHANGE => {
                let (owns, sprite) = self.read_owned_sprite(worker, input)?;
                let slot = self.ghost(worker, id)?;
                self.change(slot, sprite)?;
                self.take_over(slot, owns);
            }
            kind::OWN => {
                let slot = self.ghost(worker, id)?;
                self.residents.data[slot] = input.u64().map_err(damaged)?;
                self.take_over(slot, true);
            }
            kind::LEAVE => {
                let at = input.point().map_err(damaged)?;
                let slot = self.ghost(worker, id)?;
                let now = self.sprite(slot)?.with_position(at);
                self.drop_resident(slot, Some(now))?;
            }
            kind::REMOVE => {
                let slot = self.ghost(worker, id)?;
                self.drop_resident(slot, None)?;
            }
            kind => return Err(damaged(RecordError::UnknownKind { kind })),
        }
        Ok(())
    }

    /// Adds the residents that are new in this step, in the order of their ids: the pairs of residents in this order need no
    /// sort.
    pub(super) fn add_newcomers(&mut self) -> Result<(), TilesError> {
        let mut newcomers = std::mem::take(&mut self.newcomers);
        newcomers.sort_unstable_by_key(|newcomer| newcomer.id);
        self.world.reserve(newcomers.len())?;
        for Newcomer { id, sprite, flags } in newcomers.drain(..) {
            let slot = self.add_resident(id, sprite, flags)?;
            if let Some(before) = self.newcomers_before.remove(&id) {
                self.residents.previous[slot] = before.position();
                self.changes.arrived.insert(slot, before);
            }
        }
        // The first step has far more newcomers than any other, so the memory is not kept.
        Ok(())
    }

    /// Makes this worker the owner of a resident, if `owns` is set.
    fn take_over(&mut self, slot: usize, owns: bool) {
        if owns {
            self.residents.set_owned(slot, true);
        }
    }

    fn read_owned_sprite(&self, worker: usize, input: &mut Reader) -> Result<(bool, Sprite), TilesError> {
        let owns = input.u8().map_err(|source| TilesError::Record { worker, source })? != 0;
        Ok((owns, self.read_sprite(worker, input)?))
    }

    fn read_sprite(&self, worker: usize, input: &mut Reader) -> Result<Sprite, TilesError> {
        let mask = |number| self.masks.get(worker, number);
        read_sprite(input, mask).map_err(|source| TilesError::Record { worker, source })
    }

    /// Returns the slot of a ghost that another worker names.
    fn ghost(&self, worker: usize, id: u64) -> Result<usize, TilesError> {
        let ghost = self.residents.slot(id);
        ghost.ok_or(TilesError::Record { worker, source: RecordError::UnknownSprite { id } })
    }
}
