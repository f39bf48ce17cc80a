//! The pairs of continuous sprites that share pixels only on their path, and the first offset at which they do.

use crate::geometry::Aabb;
use crate::offset_tables::{Numbers, PairTable, TableReader};
use crate::pairs::sort;
use crate::slots::VariantNumber;
use crate::tree::{Leaf, LeafPair, pairs_with};
use crate::{SpriteId, World, WorldError, memory};
use mask::Line;
use std::ops::ControlFlow;

/// Lines of at most this many steps are tested at all of them. Of a longer line, the steps at which the boxes overlap
/// are computed first.
const SHORT: i32 = 48;
/// The number of steps of a short line that are tested at once.
const STEPS: usize = 16;
/// The bits of [`FRACTIONS`] after the point.
const FRACTION_BITS: u32 = 20;
/// 1 / (2 n), rounded up, for each number of steps of a short line.
const FRACTIONS: [i32; SHORT as usize + 1] = {
    let (mut fractions, mut n) = ([0; SHORT as usize + 1], 1);
    while n <= SHORT {
        fractions[n as usize] = (1 << FRACTION_BITS) / (2 * n) + 1;
        n += 1;
    }
    fractions
};

/// A sprite of a pair, and its path.
#[derive(Clone, Copy)]
pub(super) struct Traveler {
    pub(super) id: SpriteId,
    /// The positions at the last step and now. They are equal if the sprite has no path.
    pub(super) from: [i32; 2],
    pub(super) at: [i32; 2],
    /// The tight box now.
    pub(super) aabb: Aabb,
    pub(super) number: VariantNumber,
}

impl Traveler {
    /// A sprite of a leaf, in a step. `moving` has a bit for each lane of the leaf whose sprite has a path.
    #[inline(always)]
    pub(super) fn in_leaf(world: &World, leaf: &Leaf, lane: usize, moving: u8) -> Traveler {
        let (slot, columns) = (leaf.slots[lane], &world.columns);
        let at = columns.position(slot as usize);
        let from = if moving >> lane & 1 == 1 { columns.last_place(slot as usize).0 } else { at };
        let (id, aabb, number) = (SpriteId(world.slots.id(slot)), leaf.boxes.lane(lane), leaf.variants[lane]);
        Traveler { id, from, at, aabb, number }
    }

    /// A sprite of the last step.
    pub(super) fn new(world: &World, slot: usize) -> Traveler {
        let World { columns, slots, masks, .. } = world;
        let (at, number) = (columns.position(slot), columns.variant(slot));
        let from = columns.path_start(slot).unwrap_or(at);
        Traveler { id: SpriteId(slots.id(slot as u32)), from, at, aabb: columns.aabb(slot, masks), number }
    }
}

/// Two sprites in the order of [`World::is_path_order`], and how their pixels are compared.
#[derive(Clone, Copy)]
pub(super) struct TravelerPair<'w> {
    pub(super) a: Traveler,
    pub(super) b: Traveler,
    world: &'w World,
    table: PairTable<'w>,
}

impl<'w> TravelerPair<'w> {
    /// The two sprites in any order.
    #[inline(always)]
    pub(super) fn new(world: &'w World, tables: TableReader<'w>, [a, b]: [Traveler; 2]) -> TravelerPair<'w> {
        let (a, b) = if world.is_path_order(a.id, b.id) { (a, b) } else { (b, a) };
        TravelerPair { a, b, world, table: tables.of_pair([a.number, b.number]) }
    }

    /// Whether the tight boxes share a pixel now.
    #[inline(always)]
    pub(super) fn boxes_overlap_now(&self) -> bool {
        self.boxes_overlap(self.box_offset())
    }

    /// Whether the two have shared a pixel on their path and share none now.
    #[inline(always)]
    pub(super) fn passes(&self) -> bool {
        let now = self.box_offset();
        if self.boxes_overlap(now) && self.touch(now) {
            return false;
        }
        let from = [0, 1].map(|axis| now[axis] - self.path(axis));
        let is_small = |c: &i64| c.unsigned_abs() < 1 << 28;
        let [dx, dy] = [0, 1].map(|axis| (now[axis] - from[axis]) as i32);
        if !from.iter().chain(&now).all(is_small) || dx.abs().max(dy.abs()) > SHORT {
            return self.first_step(&self.line()).is_some();
        }
        self.touches_along(from.map(|c| c as i32), [dx, dy])
    }

    /// Whether the two share a pixel at a step of a short line of offsets of their boxes, except the last.
    #[inline(always)]
    fn touches_along(&self, from: [i32; 2], by: [i32; 2]) -> bool {
        let (Aabb(a), Aabb(b)) = (self.a.aabb, self.b.aabb);
        let n = by[0].abs().max(by[1].abs());
        let side = |edges: [i32; 4], axis: usize| edges[axis + 2].saturating_sub(edges[axis]).saturating_add(1);
        let [low, high] = [[0, 1].map(|axis| -side(a, axis)), [0, 1].map(|axis| side(b, axis))];
        // The offset after t steps is `from + floor((2 t d + n) / 2 n)`. A multiplication replaces the division:
        // numbers up to 4 n n + n are small enough for 20 bits of the fraction. The sum of 2 n n makes them positive.
        let fraction = FRACTIONS[n as usize];
        let offset = |step: i32, axis: usize| {
            let number = 2 * step * by[axis] + n + 2 * n * n;
            from[axis] + ((number * fraction) >> FRACTION_BITS) - n
        };
        for first in (0..n).step_by(STEPS) {
            let (mut places, mut near) = ([0; STEPS], 0u32);
            for (lane, place) in (0..).zip(&mut places) {
                let step = first + lane;
                let [x, y] = [offset(step, 0), offset(step, 1)];
                let is_near = (step < n) & (x > low[0]) & (x < high[0]) & (y > low[1]) & (y < high[1]);
                *place = self.table.place([-x, -y]);
                near |= u32::from(is_near) << lane;
            }
            while near != 0 {
                let lane = near.trailing_zeros();
                near &= near - 1;
                let (is_known, touch) = self.table.collide_at(places[lane as usize % STEPS]);
                let offset = |axis: usize| i64::from(offset(first + lane as i32, axis));
                if touch & is_known || !is_known && self.touch([offset(0), offset(1)]) {
                    return true;
                }
            }
        }
        false
    }

    /// The line of the positions: the offsets of `a` from `b`.
    pub(super) fn line(&self) -> Line {
        // Offsets beyond `i32` are those of sprites that are too far apart to overlap.
        let offset = |a: [i32; 2], b: [i32; 2]| [0, 1].map(|axis| a[axis].saturating_sub(b[axis]));
        Line::new(offset(self.a.from, self.b.from), offset(self.a.at, self.b.at))
    }

    /// The first step of the line at which the two share a pixel.
    pub(super) fn first_step(&self, line: &Line) -> Option<u32> {
        let (now, Aabb(a), Aabb(b)) = (self.box_offset(), self.a.aabb, self.b.aabb);
        // From the offset of the positions to that of the boxes.
        let shift = [0, 1].map(|axis| now[axis] - (i64::from(self.a.at[axis]) - i64::from(self.b.at[axis])));
        let within = [0, 1].map(|axis| {
            let side = |edges: [i32; 4]| i64::from(edges[axis + 2]) - i64::from(edges[axis]) + 1;
            1 - side(a) - shift[axis]..side(b) - shift[axis]
        });
        let steps = line.steps_in(&within);
        let mut steps = steps.clone().zip(line.points_in(steps));
        let touch = |at: [i32; 2]| self.touch([0, 1].map(|axis| i64::from(at[axis]) + shift[axis]));
        steps.find(|&(_, at)| touch(at)).map(|(step, _)| step as u32)
    }

    /// The numbers of the variants.
    #[inline(always)]
    pub(super) fn numbers(&self) -> Numbers {
        [self.a.number, self.b.number]
    }

    /// The offset from the box of `a` to the box of `b` now. The boxes must overlap.
    #[inline(always)]
    pub(super) fn offset_now(&self) -> [i32; 2] {
        self.box_offset().map(|c| -c as i32)
    }

    /// The offset of the box of `a` from the box of `b` now.
    #[inline(always)]
    fn box_offset(&self) -> [i64; 2] {
        let (Aabb(a), Aabb(b)) = (self.a.aabb, self.b.aabb);
        [0, 1].map(|axis| i64::from(a[axis]) - i64::from(b[axis]))
    }

    /// The path of `a`, seen from `b`, along an axis.
    #[inline(always)]
    fn path(&self, axis: usize) -> i64 {
        let path = |one: &Traveler| i64::from(one.at[axis]) - i64::from(one.from[axis]);
        path(&self.a) - path(&self.b)
    }

    /// Whether the boxes overlap if the box of `a` is at an offset from the box of `b`.
    #[inline(always)]
    fn boxes_overlap(&self, at: [i64; 2]) -> bool {
        let (Aabb(a), Aabb(b)) = (self.a.aabb, self.b.aabb);
        let side = |edges: [i32; 4], axis: usize| i64::from(edges[axis + 2]) - i64::from(edges[axis]) + 1;
        [0, 1].into_iter().all(|axis| (at[axis] > -side(a, axis)) & (at[axis] < side(b, axis)))
    }

    /// Whether the two share a pixel if the box of `a` is at an offset from the box of `b`. The boxes overlap then.
    #[inline(always)]
    fn touch(&self, at: [i64; 2]) -> bool {
        let to_b = at.map(|c| -c as i32);
        let (known, touch) = self.table.collide(to_b);
        if known { touch } else { self.share_pixels(to_b) }
    }

    /// Whether the two share a pixel if `to_b` leads from the box of `a` to the box of `b`.
    fn share_pixels(&self, to_b: [i32; 2]) -> bool {
        let [a, b] = [&self.a, &self.b].map(|one| self.world.masks.variant(one.number));
        self.world.masks.share_pixels([a, b], to_b)
    }
}

/// The bit of a key that marks a pair which shares pixels only on its path. Slots have at most 31 bits.
const PASSING: u64 = 1 << 63;

/// Tests the pairs of a leaf pair of which a sprite has a path. Calls `visit` with the key of each pair that shares
/// a pixel on its path but not now, until `visit` breaks ([`split_passing`] finds the keys again), and `now` with
/// each pair whose tight boxes share a pixel now: its key, its numbers and the offset of the boxes. Returns the
/// other pairs.
#[inline(always)]
pub(super) fn test_paths<B>(
    world: &World,
    tables: TableReader,
    leaf_pair: LeafPair,
    visit: &mut impl FnMut(&[u64], &[bool]) -> ControlFlow<B>,
    mut now: impl FnMut(u64, Numbers, [i32; 2]),
) -> ControlFlow<B, LeafPair> {
    let (a, b) = (world.trees.leaf(leaf_pair.a), world.trees.leaf(leaf_pair.b));
    let [moving_a, moving_b] = [leaf_pair.a, leaf_pair.b].map(|lane| world.trees.moving(lane));
    let with_path = pairs_with(moving_a, moving_b);
    let mut moving = leaf_pair.bits & with_path;
    // A loop, because a closure would not be compiled for the vectors of the processor.
    while moving != 0 {
        let bit = moving.trailing_zeros() as usize;
        moving &= moving - 1;
        let travelers =
            [Traveler::in_leaf(world, a, bit / 8, moving_a), Traveler::in_leaf(world, b, bit % 8, moving_b)];
        let [a, b] = [a.slots[bit / 8], b.slots[bit % 8]];
        let pair = TravelerPair::new(world, tables, travelers);
        if pair.boxes_overlap_now() {
            now(sort::key(a, b), pair.numbers(), pair.offset_now());
        }
        if pair.passes() {
            visit(&[PASSING | sort::key(a, b)], &[true])?;
        }
    }
    ControlFlow::Continue(LeafPair { bits: leaf_pair.bits & !with_path, ..leaf_pair })
}

/// Moves the keys of the pairs that share pixels only on their path from the lists of a join to a list of their own,
/// whose old content is dropped.
///
/// # Errors
/// Returns [`WorldError::NoMemory`] if the system refuses memory.
pub(super) fn split_passing(lists: &mut [Vec<u64>], passing: &mut Vec<u64>) -> Result<(), WorldError> {
    passing.clear();
    for list in lists {
        memory::try_extend(passing, list.iter().filter(|&key| key & PASSING != 0).map(|key| key & !PASSING))?;
        list.retain(|key| key & PASSING == 0);
    }
    Ok(())
}
