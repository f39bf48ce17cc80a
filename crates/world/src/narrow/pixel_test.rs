//! The test of the candidates in leaf pairs: the offset tables, and the pixels of the undecided ones.

use super::Ways;
use super::sort::key;
use crate::geometry::Aabb8;
use crate::masks::Variant;
use crate::offset_tables::{Numbers, Sampler, TableReader};
use crate::tree::LeafPair;
use crate::{Pair, World};
use std::ops::ControlFlow;

/// Calls `visit` with each candidate of a leaf pair, until `visit` breaks.
#[inline(always)]
pub(super) fn try_each_candidate<B>(
    world: &World,
    leaf_pair: LeafPair,
    mut visit: impl FnMut(Pair) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (a, b) = (world.trees.leaf(leaf_pair.a), world.trees.leaf(leaf_pair.b));
    leaf_pair.try_each(|i, j| visit(world.pair_of(key(a.slots[i], b.slots[j]))))
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

/// The test of candidates, on one thread: what the offset tables say if they pay, and
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
            let World { trees, columns, masks, .. } = self.world;
            match self.ways {
                Some(ways) => {
                    let leaf_pair = self.world.test_ways(self.tables, leaf_pair, &mut visit)?;
                    let [a, b] = [leaf_pair.a, leaf_pair.b].map(|first| ways.tight_boxes(first, trees, columns, masks));
                    self.gather(leaf_pair, [&a, &b], &mut count);
                }
                None => {
                    let boxes = [leaf_pair.a, leaf_pair.b].map(|first| &trees.leaf(first).boxes);
                    self.gather(leaf_pair, boxes, &mut count);
                }
            }
        }
        self.test_block(count, looks_up, &mut visit)
    }

    /// Samples a leaf pair, and gathers its candidates after the `count` candidates before. `boxes` are the tight boxes
    /// of the two leaves.
    #[inline(always)]
    fn gather(&mut self, leaf_pair: LeafPair, boxes: [&Aabb8; 2], count: &mut usize) {
        let trees = &self.world.trees;
        let (a, b) = (trees.leaf(leaf_pair.a), trees.leaf(leaf_pair.b));
        self.sampler.pass(leaf_pair, [&a.variants, &b.variants]);
        leaf_pair.each(|i, j| {
            self.keys[*count % CANDIDATES] = key(a.slots[i], b.slots[j]);
            let offset = |a: &[i32; 8], b: &[i32; 8]| b[j].wrapping_sub(a[i]);
            self.candidates[*count % CANDIDATES] = Candidate {
                numbers: [a.variants[i], b.variants[j]],
                offset: [offset(&boxes[0].left, &boxes[1].left), offset(&boxes[0].top, &boxes[1].top)],
            };
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
