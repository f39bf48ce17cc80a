//! Random lives of small worlds; each operation is repeated on a plain model.

use testkit::Rng;
use testkit::model::{CENTERS, Life};

/// Operations of a life.
const OPERATIONS: usize = 200;

/// One life in this many is compared after every operation, the others at random.
const CLOSE: u64 = 8;

/// Runs `lives` lives, and prints what was compared.
fn lives(name: &str, lives: u64, centers: &[[i32; 2]]) {
    let (mut checks, mut pairs, mut refused, mut impacts) = (0, 0, 0, 0);
    for (seed, &center) in (0..lives).zip(centers.iter().cycle()) {
        let mut life = Life::new(Rng::new(seed), center);
        life.settle();
        life.operations(OPERATIONS, seed % CLOSE == 0);
        let twin = life.end();
        (checks, pairs, refused) = (checks + twin.checks, pairs + twin.pairs, refused + twin.refused);
        impacts += twin.impacts;
    }
    let operations = lives * OPERATIONS as u64;
    println!(
        "{name}: {lives} lives, {operations} operations, {checks} comparisons of {pairs} pairs, {impacts} impacts, {refused} refusals"
    );
    assert!(checks > 10 * lives && pairs > checks && refused > 5 * lives && impacts > 10 * lives);
}

#[test]
fn random_lives_of_a_small_world() {
    lives("about the middle", if cfg!(debug_assertions) { 40 } else { 8000 }, &CENTERS[..1]);
}

#[test]
fn random_lives_at_the_ends_of_the_range() {
    lives("at the ends", if cfg!(debug_assertions) { 20 } else { 2000 }, &CENTERS[1..]);
}
