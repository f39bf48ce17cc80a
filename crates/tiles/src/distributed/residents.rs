//! The sprites that a worker knows, by the slots of its world.

use super::id_list::IdList;
use super::shape::{PathStart, Shape};
use crate::Bounds;
use std::collections::HashMap;

/// Facts about a resident, as bits.
pub(super) mod flag {
    /// This worker owns the sprite. Otherwise, the sprite is a ghost.
    pub(crate) const OWNED: u8 = 1;
    /// The sprite is a ghost, or it touches another tile. So other workers may know pairs of the sprite.
    pub(crate) const BORDER: u8 = 1 << 1;
    /// [`BORDER`] after the previous step.
    pub(crate) const WAS_BORDER: u8 = 1 << 2;
    /// The sprite was added to the tiles in this step.
    pub(crate) const ADDED: u8 = 1 << 3;
    /// The sprite came from another worker in this step.
    pub(crate) const ARRIVED: u8 = 1 << 4;
    /// More than the position of the sprite changed in this step.
    pub(crate) const CHANGED: u8 = 1 << 5;
    /// The id of the sprite does not ascend with its slot.
    pub(crate) const STRAY: u8 = 1 << 6;
    /// The sprite has left the slot in this step.
    pub(crate) const GONE: u8 = 1 << 7;
    /// The flags of one step.
    const OF_STEP: u8 = ADDED | ARRIVED | CHANGED | GONE;

    /// Returns the flags at the begin of the next step.
    pub(super) fn next(flags: u8) -> u8 {
        let kept = flags & !(OF_STEP | WAS_BORDER);
        if flags & BORDER == 0 { kept } else { kept | WAS_BORDER }
    }
}

/// The residents: the sprites that this worker owns, and its ghosts. All lists are indexed by slot. The entry of a
/// vacant slot stays as it was until the slot is occupied again.
#[derive(Debug, Default)]
pub(super) struct Residents {
    pub(super) ids: IdList,
    pub(super) at: Vec<[i32; 2]>,
    /// The positions in the previous step.
    pub(super) previous: Vec<[i32; 2]>,
    /// The data of the sprites. The data of ghosts is out of date.
    pub(super) data: Vec<u64>,
    shapes: Vec<Shape>,
    /// The largest [`Shape::reach`] so far.
    reach: i32,
    pub(super) flags: Vec<u8>,
    /// Empty before the first continuous sprite.
    pub(super) paths: Vec<PathStart>,
    /// Whether there has been a continuous sprite.
    pub(super) has_paths: bool,
    slots: HashMap<u64, u32>,
    /// The last slot of a sprite that is not a stray, and its id.
    last_in_order: Option<(usize, u64)>,
    /// The number of sprites that this worker owns.
    owned: usize,
}

/// A new resident.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resident {
    pub(super) id: u64,
    pub(super) at: [i32; 2],
    pub(super) previous: [i32; 2],
    pub(super) data: u64,
    pub(super) shape: Shape,
    pub(super) flags: u8,
    pub(super) path: PathStart,
}

impl Residents {
    /// Returns the slot of a resident.
    pub(super) fn slot(&self, id: u64) -> Option<usize> {
        self.slots.get(&id).map(|&slot| slot as usize)
    }

    /// Returns the number of sprites that this worker owns.
    pub(super) fn owned(&self) -> usize {
        self.owned
    }

    /// Returns the number of residents.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn has(&self, slot: usize, flags: u8) -> bool {
        self.flags[slot] & flags != 0
    }

    /// Returns the slots of the residents.
    pub(super) fn occupied(&self) -> Vec<usize> {
        self.slots.values().map(|&slot| slot as usize).collect()
    }

    /// Returns the box around the path of a resident: its own box if it has none.
    #[inline(always)]
    pub(super) fn bounds(&self, slot: usize) -> Bounds {
        self.shapes[slot].path_bounds(self.from(slot), self.at[slot])
    }

    /// Returns the top-left pixel of a resident.
    #[inline(always)]
    pub(super) fn corner(&self, slot: usize) -> [i32; 2] {
        self.shapes[slot].corner(self.at[slot])
    }

    /// Returns the top-left pixel of the box around the path of a resident.
    #[inline(always)]
    pub(super) fn path_corner(&self, slot: usize) -> [i32; 2] {
        self.shapes[slot].path_corner(self.from(slot), self.at[slot])
    }

    /// Returns the box around the path of a resident in the previous step, if it had its shape then.
    pub(super) fn previous_bounds(&self, slot: usize) -> Bounds {
        self.shapes[slot].path_bounds(self.previous_from(slot), self.previous[slot])
    }

    /// Returns the top-left pixel of this box.
    pub(super) fn previous_corner(&self, slot: usize) -> [i32; 2] {
        self.shapes[slot].path_corner(self.previous_from(slot), self.previous[slot])
    }

    pub(super) fn set_shape(&mut self, slot: usize, shape: Shape) {
        self.shapes[slot] = shape;
        self.reach = self.reach.max(shape.reach());
    }

    /// Returns the slots of the owned sprites that touch other tiles than `tile`, or touched other tiles in the previous
    /// step.
    pub(super) fn near_border(&self, tile: Bounds) -> Vec<usize> {
        // The positions of sprites that are inside, whatever their shapes. Most sprites need only this test.
        let reach = i64::from(self.reach);
        let [xs, ys] = [[tile.left, tile.right], [tile.top, tile.bottom]].map(|[from, to]| {
            let from = from.saturating_add(reach).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
            from..=to.saturating_sub(reach).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
        });
        let places = self.flags.iter().zip(&self.at).enumerate();
        let near = places.filter(|&(slot, (&flags, [x, y]))| {
            let is_deep = |[x, y]: [&i32; 2]| xs.contains(x) & ys.contains(y);
            // A path may begin in another tile if the tiles have been cut anew.
            let is_deep = is_deep([x, y]) && (!self.has_paths || is_deep(self.from(slot).each_ref()));
            // No other worker knows a sprite without the flag, so nobody must learn about it while it stays inside.
            let inside = flags & flag::BORDER == 0 && (is_deep || tile.encloses(self.bounds(slot)));
            flags & flag::OWNED != 0 && !inside
        });
        near.map(|(slot, _)| slot).collect()
    }

    /// Puts a resident into a vacant slot.
    pub(super) fn insert(&mut self, slot: usize, resident: Resident) {
        let Resident { id, at, previous, data, shape, flags, path } = resident;
        if slot >= self.at.len() {
            let slots = slot + 1;
            self.at.resize(slots, [0, 0]);
            self.previous.resize(slots, [0, 0]);
            self.data.resize(slots, 0);
            self.shapes.resize(slots, Shape::default());
            self.flags.resize(slots, 0);
        }
        if self.has_paths {
            self.paths.resize(self.at.len(), PathStart::default());
            self.paths[slot] = path;
        }
        let in_order = self.last_in_order.is_none_or(|(last, last_id)| last < slot && last_id < id);
        if in_order {
            self.last_in_order = Some((slot, id));
        }
        self.ids.set(slot, id);
        self.at[slot] = at;
        self.previous[slot] = previous;
        self.data[slot] = data;
        self.set_shape(slot, shape);
        self.flags[slot] = if in_order { flags } else { flags | flag::STRAY };
        self.slots.insert(id, slot as u32);
        self.owned += usize::from(flags & flag::OWNED != 0);
    }

    /// Removes a resident from its slot.
    pub(super) fn remove(&mut self, slot: usize) {
        self.set_owned(slot, false);
        self.set(slot, flag::GONE, true);
        self.slots.remove(&self.ids.get(slot));
        if self.slots.is_empty() {
            self.last_in_order = None;
        }
    }

    /// Sets whether this worker owns a resident.
    pub(super) fn set_owned(&mut self, slot: usize, owned: bool) {
        let was_owned = self.has(slot, flag::OWNED);
        self.owned = self.owned + usize::from(owned) - usize::from(was_owned);
        self.set(slot, flag::OWNED, owned);
    }

    pub(super) fn set(&mut self, slot: usize, flags: u8, on: bool) {
        let old = self.flags[slot];
        self.flags[slot] = if on { old | flags } else { old & !flags };
    }

    /// Returns where the path of a resident begins: at its place in the previous step, or where it is now.
    pub(super) fn from(&self, slot: usize) -> [i32; 2] {
        self.last_place(slot).filter(|_| self.paths[slot].continuous).unwrap_or(self.at[slot])
    }

    /// Returns where the path of a resident began in the previous step.
    pub(super) fn previous_from(&self, slot: usize) -> [i32; 2] {
        self.paths.get(slot).map_or(self.previous[slot], |path| path.from)
    }

    /// Returns the place of a resident at the last step if its path can begin there.
    pub(super) fn last_place(&self, slot: usize) -> Option<[i32; 2]> {
        self.paths.get(slot).filter(|path| path.placed).map(|_| self.previous[slot])
    }

    /// Returns whether a resident has jumped since the last step.
    pub(super) fn has_jumped(&self, slot: usize) -> bool {
        self.paths.get(slot).is_some_and(|path| path.jumped)
    }

    /// Ends the paths of a step.
    fn end_paths(&mut self) {
        for slot in 0..self.paths.len() {
            let (from, continuous) = (self.from(slot), self.paths[slot].continuous);
            self.paths[slot] = PathStart { from, continuous, placed: continuous, jumped: false };
        }
    }

    /// Ends the flags of the step. Makes the present positions the previous ones if other workers can ask for them.
    pub(super) fn end_step(&mut self, has_peers: bool) {
        self.end_paths();
        if has_peers || self.has_paths {
            self.previous.copy_from_slice(&self.at);
        }
        self.flags.iter_mut().for_each(|flags| *flags = flag::next(*flags));
    }
}
