//! Cuts a tile that does not fit the memory into smaller tiles.

use super::budget::Budget;
use super::entry::Entries;
use super::file::{Extents, ScratchFile};
use super::options::DiskJoinError;
use crate::{Bounds, Cuts};
use std::path::Path;
use world::WorldError;

/// The number of sprites from which cuts are chosen.
const SAMPLE: usize = 1 << 14;
/// The most tiles of a cut: each has a buffer.
const MOST_TILES: usize = 256;
/// The smallest buffer of a tile, in bytes.
const LEAST_BUFFER: usize = 1 << 12;
const MOST_BUFFER: usize = 1 << 20;
/// A cut must save this part of the work, so that the work of repeated cuts is bounded.
const LEAST_SAVING: f64 = 0.2;
/// A tile that is not smaller than this part of the whole is not cut again, whatever the sample says.
const MOST_SHARE: f64 = 0.95;

/// Sprites in a scratch file.
#[derive(Clone, Default)]
pub(super) struct SpriteList {
    pub(super) extents: Extents,
    pub(super) count: u64,
    /// The memory that the sprites take in a world, in bytes.
    pub(super) weight: u64,
}

/// A part of the plane, and the sprites that touch it.
pub(super) struct Tile {
    pub(super) region: Bounds,
    pub(super) list: SpriteList,
    /// Whether a cut may help.
    pub(super) cuttable: bool,
}

impl Tile {
    /// The whole plane.
    pub(super) fn whole(list: SpriteList) -> Tile {
        let region = Bounds { left: i64::MIN, top: i64::MIN, right: i64::MAX, bottom: i64::MAX };
        Tile { region, list, cuttable: true }
    }

    /// Cuts the tile. Returns `None` if no cut helps, because most sprites are in one place or are larger than tiles.
    pub(super) fn cut(
        &self,
        budget: &Budget,
        folder: &Path,
        mut progress: impl FnMut(u64),
    ) -> Result<Option<Vec<Tile>>, DiskJoinError> {
        let Some((cuts, copies)) = self.choose_cuts(budget, folder)? else { return Ok(None) };
        let mut file = ScratchFile::create(folder)?;
        file.needed = Some((self.list.extents.len() as f64 * copies) as u64);
        let size = (budget.buffers / cuts.count()).clamp(LEAST_BUFFER, MOST_BUFFER);
        let mut parts = Vec::new();
        for tile in 0..cuts.count() {
            let mut buffer = Vec::new();
            buffer.try_reserve_exact(size).map_err(|_| WorldError::NoMemory)?;
            let region = intersection(cuts.bounds(tile), self.region);
            parts.push((Tile { region, list: SpriteList::default(), cuttable: true }, buffer));
        }
        let mut entries = Entries::new(self.list.extents.reader(0, MOST_BUFFER.min(budget.buffers)), folder);
        let mut done = 0;
        while let Some(entry) = entries.next()? {
            for tile in cuts.touched(intersection(entry.bounds, self.region)) {
                let (Tile { region, list, .. }, buffer) = &mut parts[tile];
                if region.is_empty() {
                    continue;
                }
                if buffer.len() + entry.bytes.len() > size {
                    file.append(&mut list.extents, buffer)?;
                    buffer.clear();
                }
                buffer.extend_from_slice(entry.bytes);
                list.count += 1;
                list.weight += entry.weight;
            }
            done += 1;
            if done % (1 << 16) == 0 {
                progress(done);
            }
        }
        let mut tiles = Vec::new();
        for (mut tile, buffer) in parts {
            file.append(&mut tile.list.extents, &buffer)?;
            tile.cuttable = (tile.list.weight as f64) < MOST_SHARE * self.list.weight as f64;
            if tile.list.count > 1 {
                tiles.push(tile);
            }
        }
        Ok(Some(tiles))
    }

    /// Returns cuts into tiles that fit the memory, as far as a sample of the sprites tells, and the copies of a sprite
    /// on average. Returns `None` if blocks of sprites take less work than tiles.
    fn choose_cuts(&self, budget: &Budget, folder: &Path) -> Result<Option<(Cuts, f64)>, DiskJoinError> {
        if !self.cuttable {
            return Ok(None);
        }
        let sample = self.sample(budget, folder)?;
        let inside = |bounds: &Bounds| self.region.left <= bounds.left && self.region.top <= bounds.top;
        let corner =
            |bounds: &Bounds| [bounds.left, bounds.top].map(|c| c.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
        let points: Vec<[i32; 2]> = sample.iter().map(|(bounds, _)| bounds).filter(|b| inside(b)).map(corner).collect();
        let all = sample.iter().map(|(_, weight)| weight).sum::<u64>().max(1) as f64;
        // The size of the whole, in tiles that fit.
        let size = self.list.weight as f64 / budget.sprites() as f64;
        let most = (budget.buffers / LEAST_BUFFER).clamp(2, MOST_TILES);
        // More tiles than fit exactly: their sizes differ.
        let wanted = |copies: f64| ((1.15 * copies * size).ceil() as usize).clamp(2, most);
        let weigh = |tiles: usize| {
            let cuts = Cuts::balanced(tiles, &mut points.clone());
            let mut weights = vec![0; tiles];
            for (bounds, weight) in &sample {
                cuts.touched(intersection(*bounds, self.region)).for_each(|tile| weights[tile] += weight);
            }
            let copies = weights.iter().sum::<u64>() as f64 / all;
            let work = weights.iter().map(|&weight| work(size * weight as f64 / all)).sum::<f64>();
            (work, cuts, copies)
        };
        let mut best = weigh(wanted(1.0));
        let mut tiles = wanted(best.2);
        while best.0 > (1.0 - LEAST_SAVING) * work(size) || tiles > wanted(1.0) {
            let other = weigh(tiles);
            if other.0 < best.0 {
                best = other;
            }
            if tiles == 2 {
                break;
            }
            tiles = (tiles / 2).max(2);
        }
        let (least, cuts, copies) = best;
        Ok((least <= (1.0 - LEAST_SAVING) * work(size)).then_some((cuts, copies)))
    }

    /// Returns the boxes and weights of some sprites, spread over the list by a hash of their places.
    fn sample(&self, budget: &Budget, folder: &Path) -> Result<Vec<(Bounds, u64)>, DiskJoinError> {
        let wanted = SAMPLE.min(budget.buffers / (4 * size_of::<(Bounds, u64)>())) as u64;
        let mut sample = Vec::new();
        let mut entries = Entries::new(self.list.extents.reader(0, MOST_BUFFER.min(budget.buffers)), folder);
        let mut place = 0_u64;
        while let Some(entry) = entries.next()? {
            let hash = place.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            if u128::from(hash) * u128::from(self.list.count) < u128::from(wanted) << 64 {
                sample.push((entry.bounds, entry.weight));
            }
            place += 1;
        }
        Ok(sample)
    }
}

/// Returns the work to join sprites, in tiles that fit. `size` is their weight in such tiles. More than one tile is joined
/// in blocks, half a tile each, in pairs.
fn work(size: f64) -> f64 {
    if size <= 1.0 { size } else { 2.0 * size * size }
}

fn intersection(a: Bounds, b: Bounds) -> Bounds {
    Bounds {
        left: a.left.max(b.left),
        top: a.top.max(b.top),
        right: a.right.min(b.right),
        bottom: a.bottom.min(b.bottom),
    }
}
