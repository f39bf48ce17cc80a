//! A short soak, and a soak that a leak ends.
//!
//! This is a separate binary with a single test, because the allocator counts for the whole process.

use bench::soak::{self, Plan};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::cell::RefCell;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn live() -> u64 {
    let stats = ALLOCATOR.stats();
    (stats.bytes_allocated - stats.bytes_deallocated) as u64
}

#[test]
fn a_soak_of_a_small_swarm_ends_well_and_a_leak_ends_it() {
    let plan = Plan { time: Duration::from_secs(2), sprites: 600, seed: 2, growth: 3 };
    let report = soak::run(&plan, live, &mut std::io::sink()).expect("the world agrees with its model");
    println!("{report}");
    assert!(report.steps > 0 && report.counts.changes > 600);

    // Four kibibytes a step. The leak ends the soak long before its time is over.
    let plan = Plan { time: Duration::from_secs(600), sprites: 100, ..plan };
    let leaked = RefCell::new(Vec::new());
    let leaking = || {
        leaked.borrow_mut().push(vec![0u8; 200 << 10]);
        live()
    };
    let error = soak::run(&plan, leaking, &mut std::io::sink()).expect_err("it leaks").root_cause().to_string();
    assert!(error.starts_with("memory keeps growing"), "{error}");
}
