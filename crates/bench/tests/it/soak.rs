//! The soak finds differences and leaks.

use bench::soak::{Bound, MemoryWatch, Swarm};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn small() -> Swarm {
    let mut swarm = Swarm::new(300, 5);
    for _ in 0..20 {
        swarm.change();
        swarm.twin.step_alone();
        swarm.sample();
    }
    swarm
}

/// Whether a comparison finds a difference.
fn differs(swarm: &mut Swarm, compare: impl Fn(&mut Swarm)) -> bool {
    catch_unwind(AssertUnwindSafe(|| compare(swarm))).is_err()
}

#[test]
fn a_misplaced_sprite_is_found() {
    let mut swarm = small();
    swarm.validate();
    swarm.twin.model.actors.values_mut().for_each(|actor| actor.at[0] += 1);
    assert!(differs(&mut swarm, Swarm::sample) && differs(&mut swarm, Swarm::validate));
}

#[test]
fn a_missing_pixel_is_found() {
    let mut swarm = small();
    swarm.twin.model.shapes.values_mut().for_each(|shape| shape.edit(|grid| grid.solid.fill(false)));
    assert!(differs(&mut swarm, Swarm::sample) && differs(&mut swarm, Swarm::validate));
}

#[test]
fn a_missing_contact_is_found() {
    let mut swarm = small();
    swarm.twin.model.contacts.pop().expect("some collide");
    assert!(differs(&mut swarm, |swarm| swarm.twin.step_alone()));
}

/// The reading at which a series is found to grow.
fn found(series: impl IntoIterator<Item = u64>) -> Option<usize> {
    let mut level = MemoryWatch::new(Bound { percent: 3, slack: 256 << 10 });
    series.into_iter().position(|bytes| level.read(bytes).is_err())
}

/// A series that varies by a hundredth and more, as a swarm of 20,000 does.
fn flat(reading: u64) -> u64 {
    (13 << 20) + (reading * 7919 % 11) * (20 << 10)
}

#[test]
fn a_flat_series_passes_for_days() {
    assert_eq!(found((0..100_000).map(flat)), None);
    // Neither lists that reach their size in the warm-up nor a single doubled reading count as a rise.
    assert_eq!(found((0..1000).map(|reading| if reading < 1 { 1 << 20 } else { flat(reading) })), None);
    assert_eq!(found((0..1000).map(|reading| flat(reading) << (reading % 50 / 48))), None);
    assert_eq!(found((0..1000).map(|_| 0)), None);
}

#[test]
fn a_leak_of_a_kibibyte_a_step_is_found() {
    // Readings are 50 steps apart.
    let leak = |each: u64| found((0..5000).map(|reading| flat(reading) + reading * 50 * each));
    assert!(leak(1 << 10).is_some_and(|reading| reading < 60));
    assert!(leak(16 << 10).is_some_and(|reading| reading < 16));
    assert!(leak(16).is_some_and(|reading| reading < 4000));
    // A leak is found in a small swarm too.
    assert!(found((0..1000).map(|reading| (2 << 20) + reading * (50 << 10))).is_some_and(|reading| reading < 40));
}

#[test]
fn lists_that_double_are_not_a_leak_and_a_few_more_are() {
    let rising = |times: u64| found((0..1000).map(|reading| flat(reading) + ((reading / 100).min(times) << 20)));
    assert_eq!(rising(MemoryWatch::RISES), None);
    assert_eq!(rising(MemoryWatch::RISES + 1), Some(402));
}
