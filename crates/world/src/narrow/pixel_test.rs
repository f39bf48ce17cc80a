//! The test of the candidates in leaf pairs: their layers, the offset tables, and the pixels of the undecided ones.

use super::Ways;
use super::sort::key;
use crate::broad::{Class, Leaf};
use crate::masks::Variant;
use crate::offset_tables::{Numbers, Sampler, TableReader};
use crate::packed::LeafPair;
use crate::row::Row;
use crate::{Pair, World};
use std::ops::ControlFlow;

/// Calls `visit` with each candidate of a leaf pair, until `visit` breaks: the pairs whose boxes overlap and whose
/// layers allow a collision.
#[inline(always)]
pub(super) fn try_each_candidate<B>(
    world: &World,
    leaf_pair: LeafPair,
    mut visit: impl FnMut(Pair) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (a, b) = (world.broad.ids(leaf_pair.a), world.broad.ids(leaf_pair.b));
    allowed(world, leaf_pair).try_each(|i, j| visit(Pair::of(a[i], b[j])))
}

/// The maximum number of candidates in a [`PixelTest`].
const CANDIDATES: usize = 128;

/// A candidate, and what its test reads.
#[derive(Clone, Copy)]
struct Candidate {
    numbers: Numbers,
    /// The offset from the tight box of the first sprite to that of the second.
    offset: [i32; 2],
}

impl Candidate {
    /// The candidate of row `i` of one leaf and row `j` of another.
    #[inline(always)]
    fn new([a, b]: [&Leaf; 2], [i, j]: [usize; 2]) -> Candidate {
        Candidate {
            numbers: [a.variants[i], b.variants[j]],
            offset: [b.boxes.left[j].wrapping_sub(a.boxes.left[i]), b.boxes.top[j].wrapping_sub(a.boxes.top[i])],
        }
    }
}

/// The test of candidates, on one thread: whose layers allow a collision, what the offset tables say if they pay, and
/// the pixels of those that the tables leave open. It also samples the candidates, for the choice of the next tables.
///
/// Candidates are gathered in blocks, so the processor does many look-ups at once.
pub(super) struct PixelTest<'w> {
    world: &'w World,
    tables: TableReader<'w>,
    variants: &'w [Variant],
    sampler: Sampler<'w>,
    /// The ways, if the step in progress has any.
    ways: Option<&'w Ways>,
    candidates: [Candidate; CANDIDATES],
    /// The [`key`] of each candidate.
    keys: [u64; CANDIDATES],
}

impl<'w> PixelTest<'w> {
    pub(super) fn new(world: &'w World) -> PixelTest<'w> {
        let none = Candidate { numbers: [0; 2], offset: [0; 2] };
        let (tables, variants, sampler) = (world.tables.reader(), world.masks.variants(), world.tables.sampler());
        let ways = Some(&world.ways).filter(|ways| ways.are_stretched());
        PixelTest { world, tables, variants, sampler, ways, candidates: [none; CANDIDATES], keys: [0; CANDIDATES] }
    }

    /// Calls `visit` with the keys of the candidates of some leaf pairs, in blocks, and with whether each candidate
    /// shares a solid pixel, until `visit` breaks.
    #[inline(always)]
    pub(super) fn test<B>(
        &mut self,
        leaf_pairs: &[LeafPair],
        mut visit: impl FnMut(&[u64], &[bool]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let looks_up = self.tables.pays();
        let mut count = 0;
        for &leaf_pair in leaf_pairs {
            if count > CANDIDATES - 64 {
                self.test_block(std::mem::take(&mut count), looks_up, &mut visit)?;
            }
            let leaf_pair = allowed(self.world, leaf_pair);
            let leaf_pair = match self.ways {
                Some(_) => self.world.test_ways(self.tables, leaf_pair, &mut visit)?,
                None => leaf_pair,
            };
            self.gather(leaf_pair, &mut count);
        }
        self.test_block(count, looks_up, &mut visit)
    }

    /// The leaf that a row begins, with the tight boxes of its sprites.
    #[inline(always)]
    fn leaf(&self, first: Row) -> Leaf<'w> {
        let leaf = self.world.broad.leaf(first);
        let way = self.ways.and_then(|ways| ways.leaf(first));
        way.map_or(leaf, |way| Leaf { boxes: &way.now, ..leaf })
    }

    /// Samples a leaf pair, and gathers its candidates after the `count` candidates before.
    #[inline(always)]
    fn gather(&mut self, leaf_pair: LeafPair, count: &mut usize) {
        let (a, b) = (self.leaf(leaf_pair.a), self.leaf(leaf_pair.b));
        self.sampler.pass(leaf_pair, [a.variants, b.variants]);
        leaf_pair.each(|i, j| {
            self.keys[*count % CANDIDATES] = key(a.ids[i].0.index(), b.ids[j].0.index());
            self.candidates[*count % CANDIDATES] = Candidate::new([&a, &b], [i, j]);
            *count += 1;
        });
    }

    /// Tests the gathered candidates, and calls `visit` with them.
    #[inline(always)]
    fn test_block<B>(
        &self,
        count: usize,
        looks_up: bool,
        visit: &mut impl FnMut(&[u64], &[bool]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let candidates = &self.candidates[..count];
        let (mut known, mut collide) = ([looks_up; CANDIDATES], [false; CANDIDATES]);
        let mut all_known = looks_up;
        if looks_up {
            for (candidate, (known, collide)) in candidates.iter().zip(known.iter_mut().zip(&mut collide)) {
                (*known, *collide) = self.tables.collide(candidate.numbers, candidate.offset);
                all_known &= *known;
            }
        }
        if !all_known {
            // Listed without a branch, because the processor cannot predict which candidates the tables decide.
            let mut undecided = [0; CANDIDATES];
            let mut undecided_count = 0;
            for (k, known) in known[..count].iter().enumerate() {
                undecided[undecided_count % CANDIDATES] = k as u8;
                undecided_count += usize::from(!known);
            }
            for &k in &undecided[..undecided_count] {
                collide[usize::from(k)] = self.overlap(&candidates[usize::from(k)]);
            }
        }
        visit(&self.keys[..count], &collide[..count])
    }

    /// Tests the pixels of a candidate.
    #[inline(always)]
    fn overlap(&self, &Candidate { numbers: [a, b], offset: [x, y] }: &Candidate) -> bool {
        let pair = [&self.variants[a as usize], &self.variants[b as usize]];
        self.world.masks.share_pixels(pair, [x, y])
    }
}

/// The pairs of a leaf pair whose layers allow a collision. Two single classes are joined only if they do.
#[inline(always)]
fn allowed(world: &World, leaf_pair: LeafPair) -> LeafPair {
    if !Class::is_mixed(leaf_pair.a.class()) && !Class::is_mixed(leaf_pair.b.class()) {
        return leaf_pair;
    }
    let (a, b) = (world.broad.layers_from(leaf_pair.a), world.broad.layers_from(leaf_pair.b));
    if a.are_default() && b.are_default() {
        return if a.get(0).may_collide(b.get(0)) { leaf_pair } else { LeafPair { bits: 0, ..leaf_pair } };
    }
    let mut bits = 0;
    leaf_pair.each(|i, j| bits |= u64::from(a.get(i).may_collide(b.get(j))) << (8 * i + j));
    LeafPair { bits, ..leaf_pair }
}
