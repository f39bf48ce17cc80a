//! The run of a join on threads, and the test of the candidates in leaf pairs: the offset tables, then the pixels of
//! the undecided ones.

use super::paths::test_paths;
use crate::offset_tables::{Numbers, TableReader};
use crate::pairs::{BATCH, key};
use crate::threads::Threads;
use crate::tree::{JoinTask, LeafPair, vectorized};
use crate::variants::Variant;
use crate::{Pair, World, WorldError};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs the tasks of a join. `test` returns a function for each list, which appends the pairs of some leaf pairs to the
/// list. The lists together have the pairs in the order of the tasks. All threads stop if the lists exceed the limit
/// together.
pub(super) fn join<P: Send, T: FnMut(&[LeafPair], &mut Vec<P>) -> Result<(), WorldError>>(
    tasks: &[JoinTask],
    threads: &Threads,
    limit: usize,
    lists: &mut [Vec<P>],
    test: impl Fn() -> T + Sync,
) -> Result<(), WorldError> {
    // The number of pairs in finished lists, which count towards the limit of the lists in progress.
    let done = AtomicUsize::new(0);
    lists.iter_mut().for_each(Vec::clear);
    let each = tasks.len().div_ceil(lists.len()).max(1);
    let check = |pairs: usize| if pairs > limit { Err(WorldError::TooManyPairs { limit }) } else { Ok(()) };
    threads.try_run(tasks.chunks(each).zip(lists), |(tasks, list)| {
        let mut test = test();
        for task in tasks {
            let mut join = task.leaf_pairs();
            while let Some(leaf_pairs) = join.next() {
                vectorized(
                    #[inline(always)]
                    || test(leaf_pairs, list),
                )?;
                check(done.load(Ordering::Relaxed) + list.len())?;
            }
        }
        // Lists that end at the same time did not count each other, so the last one checks the sum of all.
        check(done.fetch_add(list.len(), Ordering::Relaxed) + list.len())
    })
}

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

/// A candidate, and what its test reads.
#[derive(Clone, Copy)]
struct Candidate {
    numbers: Numbers,
    /// The offset from the tight box of the first sprite to that of the second.
    offset: [i32; 2],
}

/// The test of candidates, on one thread: the offset tables, and the pixels of those that the tables leave open. It
/// counts the tests without a table.
///
/// Candidates are gathered in blocks, so the processor does many look-ups at once.
pub(super) struct PixelTest<'w> {
    world: &'w World,
    tables: TableReader<'w>,
    variants: &'w [Variant],
    /// Whether the step in progress has paths.
    has_paths: bool,
    candidates: [Candidate; BATCH],
    /// The [`key`] of each candidate.
    keys: [u64; BATCH],
}

impl<'w> PixelTest<'w> {
    pub(super) fn new(world: &'w World) -> PixelTest<'w> {
        let none = Candidate { numbers: [0; 2], offset: [0; 2] };
        let (tables, variants) = (world.tables.reader(), world.masks.variants());
        let has_paths = world.trees.have_paths();
        PixelTest { world, tables, variants, has_paths, candidates: [none; BATCH], keys: [0; BATCH] }
    }

    /// Calls `visit` with the keys of the candidates of some leaf pairs, in blocks, and with whether each candidate
    /// shares a solid pixel, until `visit` breaks.
    #[inline(always)]
    pub(super) fn test<B>(
        &mut self,
        leaf_pairs: &[LeafPair],
        mut visit: impl FnMut(&[u64], &[bool]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut count = 0;
        for &leaf_pair in leaf_pairs {
            if count > BATCH - 64 {
                self.test_block(std::mem::take(&mut count), &mut visit)?;
            }
            let leaf_pair = match self.has_paths {
                true => {
                    let PixelTest { world, tables, candidates, keys, .. } = self;
                    let now = |key: u64, numbers: Numbers, offset: [i32; 2]| {
                        keys[count % BATCH] = key;
                        candidates[count % BATCH] = Candidate { numbers, offset };
                        count += 1;
                    };
                    test_paths(world, *tables, leaf_pair, &mut visit, now)?
                }
                false => leaf_pair,
            };
            self.gather(leaf_pair, &mut count);
        }
        self.test_block(count, &mut visit)
    }

    /// Gathers the candidates of a leaf pair after the `count` candidates before.
    #[inline(always)]
    fn gather(&mut self, leaf_pair: LeafPair, count: &mut usize) {
        let trees = &self.world.trees;
        let (a, b) = (trees.leaf(leaf_pair.a), trees.leaf(leaf_pair.b));
        leaf_pair.each(|i, j| {
            self.keys[*count % BATCH] = key(a.slots[i], b.slots[j]);
            let offset = |a: &[i32; 8], b: &[i32; 8]| b[j].wrapping_sub(a[i]);
            self.candidates[*count % BATCH] = Candidate {
                numbers: [a.variants[i], b.variants[j]],
                offset: [offset(&a.boxes.left, &b.boxes.left), offset(&a.boxes.top, &b.boxes.top)],
            };
            *count += 1;
        });
    }

    /// Tests the gathered candidates, and calls `visit` with them.
    #[inline(always)]
    fn test_block<B>(&self, count: usize, visit: &mut impl FnMut(&[u64], &[bool]) -> ControlFlow<B>) -> ControlFlow<B> {
        let candidates = &self.candidates[..count];
        // Listed without a branch, because the processor cannot predict which candidates the tables decide.
        let (mut collide, mut undecided, mut undecided_count) = ([false; BATCH], [0; BATCH], 0);
        for (k, (candidate, collide)) in candidates.iter().zip(&mut collide).enumerate() {
            let (known, answer) = self.tables.collide(candidate.numbers, candidate.offset);
            *collide = answer;
            undecided[undecided_count % BATCH] = k as u8;
            undecided_count += usize::from(!known);
        }
        for &k in &undecided[..undecided_count] {
            let candidate = &candidates[usize::from(k)];
            collide[usize::from(k)] = self.overlap(candidate);
            self.world.tables.count_test(candidate.numbers);
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
