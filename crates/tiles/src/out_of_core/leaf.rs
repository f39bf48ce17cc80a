//! Joins the sprites of a tile in a world.

use super::budget::Budget;
use super::cut::{SpriteList, Tile};
use super::entry::Entries;
use super::file::damaged;
use super::merge::{JoinedPair, RunWriter};
use super::options::DiskJoinError;
use mask::Mask;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use world::{Contact, MaskId, Pair, View, World, WorldError};

/// Pairs measured at a time: enough work for every thread, in little memory.
const BATCH: usize = 1 << 14;

/// The values that all tiles share.
pub(super) struct Leaf<'j> {
    pub(super) masks: &'j [(MaskId, Arc<Mask>)],
    pub(super) budget: Budget,
    pub(super) folder: &'j Path,
    pub(super) memory: usize,
    pub(super) pair_limit: usize,
    pub(super) runs: RunWriter,
}

/// A part of a list of sprites.
#[derive(Clone, Copy)]
struct Block {
    /// The first byte.
    start: u64,
    count: u64,
    weight: u64,
}

/// The sprites of a tile, or of two blocks of a tile.
#[derive(Default)]
struct Sprites {
    /// By slot: a new world numbers its sprites from 0.
    ids: Vec<u64>,
    /// The top-left pixels of the boxes, by slot.
    corners: Vec<[i32; 2]>,
}

impl Leaf<'_> {
    /// Lists the pairs of a tile whose sprites fit the memory.
    pub(super) fn join(&mut self, tile: &Tile) -> Result<(), DiskJoinError> {
        let SpriteList { count, weight, .. } = tile.list;
        self.join_blocks(tile, &[Block { start: 0, count, weight }], |_, _| true)
    }

    /// Lists the pairs of a tile whose sprites do not fit the memory: joins each block of sprites with each other block.
    pub(super) fn join_in_blocks(&mut self, tile: &Tile) -> Result<(), DiskJoinError> {
        let blocks = self.blocks(&tile.list)?;
        let last = blocks.len() - 1;
        for (i, first) in blocks.iter().enumerate() {
            for (j, second) in blocks.iter().enumerate().skip(i + 1) {
                // A block is joined with itself in the company of its neighbor.
                let is_first = |slot: usize| (slot as u64) < first.count;
                let accept = |a: usize, b: usize| match (is_first(a), is_first(b)) {
                    (true, true) => j == i + 1,
                    (false, false) => j == last && i + 1 == last,
                    _ => true,
                };
                self.join_blocks(tile, &[*first, *second], accept)?;
            }
        }
        Ok(())
    }

    /// Divides a list into two or more blocks, so that any two fit the memory.
    fn blocks(&self, list: &SpriteList) -> Result<Vec<Block>, DiskJoinError> {
        // Two blocks fit a tile.
        let most = self.budget.sprites() / 2;
        let mut entries = self.entries(list, 0);
        let mut blocks = vec![Block { start: 0, count: 0, weight: 0 }];
        let mut start = 0;
        while let Some(entry) = entries.next()? {
            if entry.weight > most {
                // Another sprite may need even more.
                let (mut id, mut weight) = (entry.id, entry.weight);
                while let Some(entry) = entries.next()? {
                    (weight, id) = (weight, id).max((entry.weight, entry.id));
                }
                let (memory, least) = (self.memory, self.budget.least_for_block(self.memory, weight));
                let what = format!("the scaled or rotated mask of sprite {id}");
                return Err(DiskJoinError::BudgetTooSmall { memory, least, what });
            }
            let block = blocks.last_mut().filter(|block| block.weight + entry.weight <= most);
            match block {
                Some(block) => (block.count, block.weight) = (block.count + 1, block.weight + entry.weight),
                None => blocks.push(Block { start, count: 1, weight: entry.weight }),
            }
            start += entry.bytes.len() as u64;
        }
        Ok(blocks)
    }

    fn entries(&self, list: &SpriteList, start: u64) -> Entries<'_> {
        Entries::new(list.extents.reader(start, (self.budget.buffers / 2).min(1 << 20)), self.folder)
    }

    /// Lists the pairs of blocks that the tile reports and that `accept` accepts by slot.
    fn join_blocks(
        &mut self,
        tile: &Tile,
        blocks: &[Block],
        accept: impl Fn(usize, usize) -> bool + Sync,
    ) -> Result<(), DiskJoinError> {
        let (mut world, sprites) = self.load(&tile.list, blocks)?;
        let weight = blocks.iter().map(|block| block.weight).sum();
        world.set_limits(world.limits().pairs(self.budget.pairs(weight).max(BATCH)));
        let region = tile.region;
        let joined = |contact: Contact| {
            let [a, b] = [contact.a, contact.b].map(|id| id.index());
            let [p, q] = [sprites.corners[a], sprites.corners[b]];
            let at = [p[0].max(q[0]), p[1].max(q[1])].map(i64::from);
            let reports = region.left <= at[0] && at[0] < region.right && region.top <= at[1] && at[1] < region.bottom;
            if !reports || !accept(a, b) {
                return None;
            }
            let ids = [sprites.ids[a], sprites.ids[b]];
            Some(JoinedPair {
                a: ids[0].min(ids[1]),
                b: ids[0].max(ids[1]),
                area: contact.area(),
                first: contact.first(),
                bounds: contact.bounds(),
            })
        };
        let view = world.refresh()?;
        let mut pairs = Vec::new();
        match view.collisions_into(&mut pairs) {
            Ok(()) => pairs.chunks(BATCH).try_for_each(|batch| self.report(view, batch, &joined)),
            Err(WorldError::TooManyPairs { .. }) => self.visit(view, &joined),
            Err(error) => Err(error.into()),
        }
    }

    /// Reports the pairs of a view that has too many for a list.
    fn visit<'w>(
        &mut self,
        view: View<'w>,
        joined: &(impl Fn(Contact<'w>) -> Option<JoinedPair> + Sync),
    ) -> Result<(), DiskJoinError> {
        let mut batch: Vec<Pair> = Vec::with_capacity(BATCH);
        let visited = view.for_each_collision(|pair| {
            batch.push(pair);
            if batch.len() < BATCH {
                return ControlFlow::Continue(());
            }
            let reported = self.report(view, &batch, joined);
            batch.clear();
            reported.map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        match visited {
            ControlFlow::Break(error) => Err(error),
            ControlFlow::Continue(()) => self.report(view, &batch, joined),
        }
    }

    /// Measures a batch of pairs and writes those that are reported.
    fn report<'w>(
        &mut self,
        view: View<'w>,
        batch: &[Pair],
        joined: &(impl Fn(Contact<'w>) -> Option<JoinedPair> + Sync),
    ) -> Result<(), DiskJoinError> {
        let mut pairs: Vec<_> = view.map_pairs(batch, joined).into_iter().flatten().flatten().collect();
        if !pairs.is_sorted_by_key(JoinedPair::ids) {
            pairs.sort_unstable_by_key(JoinedPair::ids);
        }
        if self.runs.pairs + pairs.len() as u64 > self.pair_limit as u64 {
            return Err(WorldError::TooManyPairs { limit: self.pair_limit }.into());
        }
        self.runs.add_sorted(pairs)
    }

    /// Builds a world of blocks of a list.
    fn load(&self, list: &SpriteList, blocks: &[Block]) -> Result<(World, Sprites), DiskJoinError> {
        // A copy of another world would share its scaled and rotated masks, which would then outlive the tile.
        let mut world = World::new();
        world.set_limits(world.limits().offset_table_bytes(self.budget.tables));
        for (_, mask) in self.masks {
            world.add_mask(Arc::clone(mask))?;
        }
        let mut sprites = Sprites::default();
        let count = blocks.iter().map(|block| block.count).sum::<u64>() as usize;
        world.reserve(count)?;
        let no_memory = |_| WorldError::NoMemory;
        sprites.ids.try_reserve_exact(count).map_err(no_memory)?;
        sprites.corners.try_reserve_exact(count).map_err(no_memory)?;
        for block in blocks {
            let mut entries = self.entries(list, block.start);
            for _ in 0..block.count {
                let Some(entry) = entries.next()? else { break };
                let sprite = entry.sprite(self.masks).map_err(damaged(self.folder))?;
                world.spawn(sprite)?;
                sprites.ids.push(entry.id);
                let corner = [entry.bounds.left, entry.bounds.top];
                sprites.corners.push(corner.map(|c| c.clamp(i32::MIN.into(), i32::MAX.into()) as i32));
            }
        }
        Ok((world, sprites))
    }
}
