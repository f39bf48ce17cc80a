//! Copies of worlds, made during random changes. The copy and the original then change independently, each with its own
//! model.

use mask::Mask;
use std::sync::Arc;
use testkit::Rng;
use testkit::model::Life;
use world::{Sprite, World};

/// The number of random lives for each test.
const LIVES: u64 = if cfg!(debug_assertions) { 40 } else { 1000 };

#[test]
fn a_copy_and_its_original_change_independently() {
    let (mut checks, mut pairs) = (0, 0);
    for seed in 0..LIVES {
        let mut life = Life::new(Rng::new(1000 + seed), [0, 0]);
        life.operations(60, false);
        let mut copy = life.clone();
        copy.choices = Rng::new(seed);
        copy.operations(60, false);
        // Changes of the copy leave the original unchanged.
        life.check();
        life.operations(60, false);
        for twin in [copy.end(), life.end()] {
            (checks, pairs) = (checks + twin.checks, pairs + twin.pairs);
        }
    }
    println!("{LIVES} worlds and copies, {checks} comparisons of {pairs} pairs");
}

/// Equal changes of a copy and its original have equal results: ids, pairs, events, even the order of candidates.
#[test]
fn equal_changes_of_a_copy_and_its_original_have_equal_results() {
    for seed in 0..LIVES {
        let mut life = Life::new(Rng::new(5000 + seed), [0, 0]);
        life.operations(90, false);
        let mut copy = life.clone();
        for _ in 0..20 {
            let candidates = [&mut life, &mut copy].map(|life| {
                life.operations(4, false);
                let mut pairs = Vec::new();
                life.twin.world.refresh().and_then(|view| view.candidates_into(&mut pairs)).map(|()| pairs)
            });
            // An error can name a number that is NaN, which does not equal itself.
            let [life, copy] = candidates.map(|candidates| format!("{candidates:?}"));
            assert_eq!(life, copy, "seed {seed}");
        }
        assert!(life.twin.world.sprites().eq(copy.twin.world.sprites()));
    }
}

/// Copying a world copies no pixels.
#[test]
fn copies_share_masks_until_one_is_edited() {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(9, 9).unwrap()).unwrap();
    let ids = [[0, 0], [8, 8]].map(|at| world.spawn(Sprite::new(mask, at)).unwrap());
    assert_eq!(world.step().unwrap().pairs().len(), 1);
    let mut copy = world.clone();
    assert!(Arc::ptr_eq(world.mask(mask).unwrap(), copy.mask(mask).unwrap()));
    copy.edit_mask(mask, |mask| mask.set([0, 0], false)).unwrap();
    assert_eq!((world.mask(mask).unwrap().count(), copy.mask(mask).unwrap().count()), (81, 80));
    assert!(world.step().unwrap().ended().is_empty());
    let step = copy.step().unwrap();
    assert_eq!((step.pairs().len(), step.ended().len()), (0, 1));
    assert_eq!((step.ended()[0].a, step.ended()[0].b), (ids[0], ids[1]));
}
