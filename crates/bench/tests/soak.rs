//! A short soak, and what ends one.

use bench::soak::{self, Plan, Resident};
use std::time::Duration;

#[test]
fn two_seconds_of_a_small_swarm() {
    let plan = Plan { time: Duration::from_secs(2), sprites: 600, seed: 2, growth: 50 };
    let report = soak::run(&plan, &mut std::io::sink()).expect("the world agrees with its model");
    println!("{report}");
    assert!(report.steps > 0 && report.told.changes > 600);
}

#[test]
fn memory_that_grows_after_the_warm_up_is_told() {
    const MIB: u64 = 1 << 20;
    let mut resident = Resident::default();
    let mut grow = |mib: u64, warming: bool| resident.grow(mib * MIB, warming, 25);
    for (mib, warming) in [(40, true), (100, true), (90, true), (90, false), (124, false), (60, false)] {
        grow(mib, warming).expect("it is within a quarter");
    }
    let error = grow(126, false).expect_err("it is more than a quarter").to_string();
    assert!(error.contains("25 %") && error.contains("100.0 MiB"), "{error}");
}
