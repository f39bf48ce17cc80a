//! A join of sprites that do not fit the memory.

use super::budget::{Budget, has_extras, mask_bytes, weight};
use super::cut::{SpriteList, Tile};
use super::entry::reach;
use super::file::ScratchFile;
use super::leaf::Leaf;
use super::merge::{JoinedPairs, RunWriter};
use super::options::{DiskJoinError, DiskJoinOptions, DiskJoinStage};
use crate::out_of_core::entry;
use mask::Mask;
use std::fmt;
use std::sync::Arc;
use world::{MaskId, Sprite, World};

/// Finds the colliding pairs of more sprites than memory holds.
///
/// The pairs are those of a [`World`] with all sprites. Masks stay in memory. Sprites and pairs are in scratch files in
/// [`DiskJoinOptions::folder`]. The files have no names, or the system removes them when they are closed, so they
/// disappear with the join, after an error, and if the process is killed.
///
/// ```
/// use mask::Mask;
/// use tiles::{DiskJoin, DiskJoinOptions};
/// use world::Sprite;
///
/// let mut join = DiskJoin::new(DiskJoinOptions { memory: 16 << 20, ..DiskJoinOptions::default() })?;
/// let ball = join.add_mask(Mask::filled(8, 8)?)?;
/// for id in 0..1000 {
///     join.push(id, &Sprite::new(ball, [7 * id as i32, 0]))?;
/// }
/// let pairs = join.run(|_| ())?.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(pairs.len(), 999);
/// assert_eq!((pairs[0].a, pairs[0].b, pairs[0].area), (0, 1, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Disk: about 30 bytes for each sprite, twice, and 48 bytes for each pair, twice if many runs are merged. Sprites that
/// touch several tiles and sprites with layers, origins or scales take more.
pub struct DiskJoin {
    /// A world of masks without sprites.
    base: World,
    /// The masks. Their ids are equal in every new world to which they are added in this order.
    masks: Vec<(MaskId, Arc<Mask>)>,
    /// The flips and turns in which each mask was shown, one bit each.
    shown: Vec<u16>,
    /// The memory of the masks with these flips and turns, in bytes.
    mask_bytes: u64,
    options: DiskJoinOptions,
    /// The smallest budget without the masks, in bytes.
    least: usize,
    budget: Budget,
    spool: ScratchFile,
    list: SpriteList,
    buffer: Vec<u8>,
}

impl fmt::Debug for DiskJoin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DiskJoin")
            .field("options", &self.options)
            .field("sprites", &self.count())
            .finish_non_exhaustive()
    }
}

impl DiskJoin {
    /// Returns a join without masks and sprites.
    ///
    /// # Errors
    /// - Returns [`DiskJoinError::BudgetTooSmall`] if the budget is less than 1 MiB.
    /// - Returns [`DiskJoinError::Scratch`] if no file can be created in the scratch folder.
    pub fn new(options: DiskJoinOptions) -> Result<DiskJoin, DiskJoinError> {
        DiskJoin::with_least(options, Budget::LEAST)
    }

    /// Returns a join that needs at least `least` bytes beside its masks. Tests make small joins of many tiles with it.
    ///
    /// # Errors
    /// The errors are those of [`DiskJoin::new`].
    #[doc(hidden)]
    pub fn with_least(options: DiskJoinOptions, least: usize) -> Result<DiskJoin, DiskJoinError> {
        let budget = Budget::new(options.memory, 0, least)?;
        let spool = ScratchFile::create(&options.folder)?;
        let mut base = World::new();
        base.set_limits(base.limits().variant_bytes(budget.variants));
        Ok(DiskJoin {
            base,
            masks: Vec::new(),
            shown: Vec::new(),
            mask_bytes: 0,
            options,
            least,
            budget,
            spool,
            list: SpriteList::default(),
            buffer: Vec::new(),
        })
    }

    /// Adds a mask, which sprites can then show.
    ///
    /// # Errors
    /// - Returns [`DiskJoinError::BudgetTooSmall`] if the masks leave less than 1 MiB of the budget.
    /// - Returns [`DiskJoinError::World`] if the system refuses memory.
    pub fn add_mask(&mut self, mask: impl Into<Arc<Mask>>) -> Result<MaskId, DiskJoinError> {
        let mask = mask.into();
        self.add_mask_bytes(mask_bytes(mask.width(), mask.height()))?;
        let id = self.base.add_mask(Arc::clone(&mask))?;
        self.masks.push((id, mask));
        self.shown.push(1);
        Ok(id)
    }

    /// Adds a sprite. Ids come in any order and should differ, because pairs name sprites by id. Ascending ids are
    /// joined faster. The user data of the sprite is ignored.
    ///
    /// # Errors
    /// - Returns [`DiskJoinError::World`] with the errors of [`World::spawn`]. The join is then unchanged.
    /// - Returns [`DiskJoinError::BudgetTooSmall`] if a flip or a turn of a mask leaves less than 1 MiB of the budget.
    /// - Returns [`DiskJoinError::ScratchFull`] or [`DiskJoinError::Scratch`] if the sprite cannot be written.
    pub fn push(&mut self, id: u64, sprite: &Sprite) -> Result<(), DiskJoinError> {
        let bounds = reach(&self.base, sprite)?;
        let weight = weight(sprite);
        if has_extras(sprite) {
            self.budget = self.budget.with_extras();
        }
        let orientation = 1 << orientation(sprite);
        let shown = &mut self.shown[sprite.mask.index()];
        if *shown & orientation == 0 {
            *shown |= orientation;
            let size = self.base.mask(sprite.mask).map_or([0; 2], |mask| [mask.width(), mask.height()]);
            self.add_mask_bytes(mask_bytes(size[0], size[1]).max(mask_bytes(size[1], size[0])))?;
        }
        // A sprite without solid pixels is in no pair.
        if bounds.is_empty() {
            return Ok(());
        }
        entry::write(&mut self.buffer, id, bounds, weight, &sprite.data(0));
        self.list.count += 1;
        self.list.weight += weight;
        if self.buffer.len() >= self.budget.buffers.min(1 << 18) {
            self.flush()?;
        }
        Ok(())
    }

    /// Returns the number of sprites with solid pixels.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.list.count
    }

    /// Finds all pairs, and returns them sorted by the smaller id, then by the larger id. Calls `progress` now and
    /// then.
    ///
    /// The pairs do not depend on the budget and on the number of threads. Worlds of at least
    /// [`WorldLimits::PARALLEL_FROM`](world::WorldLimits::PARALLEL_FROM) sprites use the threads of the caller's rayon
    /// pool.
    ///
    /// Cost: each sprite is written once, and once more for each cut of its tile. Each pair is written once, and once
    /// more for each merge of many runs. If many sprites share one place, or are larger than the tiles that fit the
    /// budget, the cost grows with the square of their number.
    ///
    /// # Errors
    /// - Returns [`DiskJoinError::World`] with [`WorldError::TooManyPairs`](world::WorldError::TooManyPairs) if there
    ///   are more pairs than [`DiskJoinOptions::pair_limit`], and with
    ///   [`WorldError::NoMemory`](world::WorldError::NoMemory) if the system refuses memory.
    /// - Returns [`DiskJoinError::BudgetTooSmall`] if a scaled or rotated mask does not fit the budget twice.
    /// - Returns [`DiskJoinError::ScratchFull`], [`DiskJoinError::Scratch`] or [`DiskJoinError::Damaged`] if the
    ///   scratch files fail.
    pub fn run(mut self, mut progress: impl FnMut(DiskJoinStage)) -> Result<JoinedPairs, DiskJoinError> {
        self.flush()?;
        let DiskJoin { base, masks, options, budget, list, spool, buffer, .. } = self;
        drop((base, spool, buffer));
        let folder = &*options.folder;
        let (memory, pair_limit) = (options.memory, options.pair_limit);
        let runs = RunWriter::new(folder, (budget.buffers / 4).min(1 << 18))?;
        let mut leaf = Leaf { masks: &masks, budget, folder, memory, pair_limit, runs };
        let mut tiles = vec![Tile::whole(list)];
        let mut joined = 0;
        while let Some(tile) = tiles.pop() {
            progress(DiskJoinStage::Joining { done: joined, tiles: joined + 1 + tiles.len() as u64 });
            if tile.list.weight <= budget.sprites() {
                leaf.join(&tile)?;
            } else {
                let sprites = tile.list.count;
                match tile.cut(&budget, folder, |done| progress(DiskJoinStage::Cutting { done, sprites }))? {
                    Some(parts) => {
                        tiles.extend(parts);
                        continue;
                    }
                    None => leaf.join_in_blocks(&tile)?,
                }
            }
            joined += 1;
        }
        let pairs = leaf.runs.pairs;
        progress(DiskJoinStage::Merging { pairs });
        let runs = leaf.runs.finish()?;
        JoinedPairs::new(runs, pairs, budget.buffers, folder)
    }

    fn add_mask_bytes(&mut self, bytes: u64) -> Result<(), DiskJoinError> {
        self.mask_bytes += bytes;
        let masks = usize::try_from(self.mask_bytes).unwrap_or(usize::MAX);
        self.budget = Budget::new(self.options.memory, masks, self.least)?.like(&self.budget);
        self.base.set_limits(self.base.limits().variant_bytes(self.budget.variants));
        Ok(())
    }

    fn flush(&mut self) -> Result<(), DiskJoinError> {
        self.spool.append(&mut self.list.extents, &self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// Returns a number below 16 for the flips and the turn of a sprite.
fn orientation(sprite: &Sprite) -> u16 {
    let turn = u16::from(sprite.turn.quarters());
    let [x, y] = [sprite.flip_x, sprite.flip_y].map(u16::from);
    4 * turn + 2 * y + x
}
