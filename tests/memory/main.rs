//! The memory that masks and worlds take.
//!
//! A separate program with a single test, because the allocator counts for the whole process.

mod masks;
mod tiles;
mod worlds;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn masks_and_worlds_take_no_more_memory_than_they_need() {
    masks::masks_take_their_bits_and_questions_take_nothing();
    // Last, because its threads end later and their memory is counted too.
    worlds::queries_take_nothing_and_pairs_are_visited_in_bounded_memory();
    tiles::a_world_in_tiles_takes_flat_memory();
}
