//! Worlds under churn, against brute force.

use bench::churn::{Churn, Others, Replay, Story};
use std::collections::HashSet;
use std::rc::Rc;
use testkit::naive;
use testkit::scene::{Kind, Scene};

#[test]
fn worlds_under_churn_list_the_pairs_of_brute_force() {
    let steps = if cfg!(debug_assertions) { 30 } else { 200 };
    let (mut turns, mut pairs, mut sizes) = (0, 0, HashSet::new());
    for kind in Kind::ALL {
        let scene = Rc::new(Scene::new(kind, 300, 5));
        for others in [Others::Move, Others::Stay] {
            for churn in [Churn::Jump, Churn::Respawn, Churn::Toggle, Churn::Wrap] {
                let story = Rc::new(Story::new(&scene, churn, others, 20, steps));
                let mut replay = Replay::new(&story).expect("the world is below its limits");
                for turn in 0..story.len() {
                    let played = replay.play(turn);
                    let listed = replay.read(played).expect("the world is below its limits");
                    let (places, sprites) = replay.sprites();
                    let place = |sprite: u32| u64::from(places[sprite as usize]);
                    let mut expected: Vec<u64> =
                        naive::pairs(&sprites).into_iter().map(|(a, b)| place(a) << 32 | place(b)).collect();
                    expected.sort_unstable();
                    assert_eq!(listed, expected, "{kind:?} {churn:?} {others:?}, turn {turn}");
                    (turns, pairs) = (turns + 1, pairs + listed.len());
                    sizes.insert(places.len());
                }
            }
        }
    }
    println!("{turns} turns, {pairs} pairs");
    assert!(sizes.len() > 10, "births and deaths change the number of sprites: {sizes:?}");
}
