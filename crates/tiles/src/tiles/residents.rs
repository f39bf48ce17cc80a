//! The sprites that a worker knows, by the slots of its world.

use super::id_list::IdList;
use super::ways::Way;
use crate::Bounds;
use std::collections::HashMap;
use world::Placed;

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

/// The shape of a resident relative to its position, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Shape {
    /// From the position to the top-left pixel of the shape.
    to_corner: [i32; 2],
    size: [i32; 2],
}

impl Shape {
    /// Returns the shape of a sprite at a position.
    pub(super) fn new(at: [i32; 2], placed: Placed) -> Shape {
        Shape {
            to_corner: [placed.at[0] - at[0], placed.at[1] - at[1]],
            // The sides of a mask have at most 2^26 pixels.
            size: [placed.mask.width() as i32, placed.mask.height() as i32],
        }
    }

    /// Returns the top-left pixel of the shape at a position.
    #[inline(always)]
    pub(super) fn corner(self, at: [i32; 2]) -> [i32; 2] {
        [at[0] + self.to_corner[0], at[1] + self.to_corner[1]]
    }

    /// Returns the top-left pixel of the box around a way.
    #[inline(always)]
    pub(super) fn way_corner(self, from: [i32; 2], at: [i32; 2]) -> [i32; 2] {
        self.corner([from[0].min(at[0]), from[1].min(at[1])])
    }

    /// Returns the box around a way.
    #[inline(always)]
    pub(super) fn way_bounds(self, from: [i32; 2], at: [i32; 2]) -> Bounds {
        let (a, b) = (self.bounds(from), self.bounds(at));
        Bounds {
            left: a.left.min(b.left),
            top: a.top.min(b.top),
            right: a.right.max(b.right),
            bottom: a.bottom.max(b.bottom),
        }
    }

    /// Returns the distance from the position to the furthest edge of the shape along either axis.
    fn reach(self) -> i32 {
        let edges = [0, 1].map(|axis| self.to_corner[axis].abs().max((self.to_corner[axis] + self.size[axis]).abs()));
        edges[0].max(edges[1])
    }

    /// Returns the box of the shape at a position.
    #[inline(always)]
    pub(super) fn bounds(self, at: [i32; 2]) -> Bounds {
        let [left, top] = self.corner(at).map(i64::from);
        Bounds { left, top, right: left + i64::from(self.size[0]), bottom: top + i64::from(self.size[1]) }
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
    pub(super) ways: Vec<Way>,
    /// Whether there has been a continuous sprite.
    pub(super) has_ways: bool,
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
    pub(super) way: Way,
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

    /// Returns the box around the way of a resident: its own box if it has none.
    #[inline(always)]
    pub(super) fn bounds(&self, slot: usize) -> Bounds {
        self.shapes[slot].way_bounds(self.from(slot), self.at[slot])
    }

    /// Returns the top-left pixel of a resident.
    #[inline(always)]
    pub(super) fn corner(&self, slot: usize) -> [i32; 2] {
        self.shapes[slot].corner(self.at[slot])
    }

    /// Returns the top-left pixel of the box around the way of a resident.
    #[inline(always)]
    pub(super) fn way_corner(&self, slot: usize) -> [i32; 2] {
        self.shapes[slot].way_corner(self.from(slot), self.at[slot])
    }

    /// Returns the box around the way of a resident in the previous step, if it had its shape then.
    pub(super) fn previous_bounds(&self, slot: usize) -> Bounds {
        self.shapes[slot].way_bounds(self.previous_from(slot), self.previous[slot])
    }

    /// Returns the top-left pixel of this box.
    pub(super) fn previous_corner(&self, slot: usize) -> [i32; 2] {
        self.shapes[slot].way_corner(self.previous_from(slot), self.previous[slot])
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
            // A way may begin in another tile if the tiles have been cut anew.
            let is_deep = is_deep([x, y]) && (!self.has_ways || is_deep(self.from(slot).each_ref()));
            // No other worker knows a sprite without the flag, so nobody must learn about it while it stays inside.
            let inside = flags & flag::BORDER == 0 && (is_deep || tile.encloses(self.bounds(slot)));
            flags & flag::OWNED != 0 && !inside
        });
        near.map(|(slot, _)| slot).collect()
    }

    /// Puts a resident into a vacant slot.
    pub(super) fn insert(&mut self, slot: usize, resident: Resident) {
        let Resident { id, at, previous, data, shape, flags, way } = resident;
        if slot >= self.at.len() {
            let slots = slot + 1;
            self.at.resize(slots, [0, 0]);
            self.previous.resize(slots, [0, 0]);
            self.data.resize(slots, 0);
            self.shapes.resize(slots, Shape::default());
            self.flags.resize(slots, 0);
        }
        if self.has_ways {
            self.ways.resize(self.at.len(), Way::default());
            self.ways[slot] = way;
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

    /// Ends the flags of the step. Makes the present positions the previous ones if other workers can ask for them.
    pub(super) fn end_step(&mut self, has_peers: bool) {
        self.end_ways();
        if has_peers || self.has_ways {
            self.previous.copy_from_slice(&self.at);
        }
        self.flags.iter_mut().for_each(|flags| *flags = flag::next(*flags));
    }
}
