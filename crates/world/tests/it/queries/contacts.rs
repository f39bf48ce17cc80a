//! The contact of two sprites: single, in bulk and by visitors.

use super::crowd::{crowd, on_threads};
use mask::{Mask, Rect};
use testkit::model::answers;
use testkit::{Rng, seeds};
use world::{Contact, Pair, Sprite, SpriteId, World};

/// The ids, the first shared pixel, the area, the box, the normal and the penetration of a contact.
type Facts = ([SpriteId; 2], [i32; 2], u64, Rect, [f64; 2], [i32; 2]);

fn facts(contact: Contact) -> Facts {
    let ids = [contact.a, contact.b];
    (ids, contact.first(), contact.area(), contact.bounds(), contact.normal(), contact.penetration())
}

#[test]
fn collisions_agree_with_the_pixels() {
    let mut seen = 0;
    for seed in seeds(3) {
        let (mut twin, placed_grids) = crowd(seed, 70, 80);
        let view = twin.world.refresh().unwrap();
        for (i, a) in placed_grids.iter().enumerate() {
            seen += placed_grids[i..].iter().filter(|b| answers::contact(view, a, b)).count();
        }
    }
    println!("{seen} collisions");
    assert!(seen > 300);
}

#[test]
fn contacts_in_bulk_equal_single_ones_on_1_2_and_7_threads() {
    let (mut twin, mut placed_grids) = crowd(7, 400, 250);
    let world = &mut twin.world;
    world.set_limits(world.limits().parallel_from(0));
    let gone = placed_grids.swap_remove(10).id;
    world.despawn(gone).unwrap();
    let step = world.step().unwrap();
    let view = step.view();
    let expected: Vec<_> = step.pairs().iter().map(|pair| facts(view.contact(pair.a, pair.b).unwrap())).collect();
    assert!(expected.len() > 200);
    let ids: Vec<SpriteId> = placed_grids.iter().map(|one| one.id).collect();
    let mut any: Vec<Pair> = ids.windows(2).map(|two| Pair { a: two[0], b: two[1] }).collect();
    any.extend([Pair { a: gone, b: ids[0] }, Pair { a: ids[3], b: ids[3] }]);
    any.extend(step.pairs());
    let singly: Vec<_> = any.iter().map(|pair| view.contact(pair.a, pair.b).map(facts)).collect();
    assert!(singly.iter().filter(|one| one.is_none()).count() > 100);
    for threads in [1, 2, 7] {
        assert_eq!(on_threads(threads, || step.contacts(facts)), expected);
        assert_eq!(on_threads(threads, || view.map_pairs(&any, facts)), singly);
    }
}

#[test]
fn pairs_by_sprite_and_by_layers() {
    let (mut listed, mut both, mut events) = (0, 0, 0);
    for seed in seeds(4) {
        let (mut twin, placed_grids) = crowd(seed, 300, 200);
        let world = &mut twin.world;
        let mut rng = Rng::new(seed);
        for _ in 0..3 {
            let gone = placed_grids[rng.below(300) as usize].id;
            let _ = world.despawn(gone);
            for one in &placed_grids {
                let _ = world.move_by(one.id, [rng.within(-20..21), rng.within(-20..21)]);
            }
            let step = world.step().unwrap();
            let view = step.view();
            for one in &placed_grids {
                let pairs = step.pairs().iter().filter(|pair| pair.other(one.id).is_some());
                // The sprite itself is the first of each contact.
                let expected: Vec<_> = pairs
                    .clone()
                    .map(|pair| facts(view.contact(one.id, pair.other(one.id).unwrap()).unwrap()))
                    .collect();
                assert!(step.contacts_of(one.id).map(facts).eq(expected.iter().copied()));
                listed += expected.len();
                both += usize::from(
                    pairs.clone().any(|pair| pair.a == one.id) && pairs.clone().any(|pair| pair.b == one.id),
                );
            }
            assert_eq!((step.contacts_of(gone).count(), step.contacts_of(SpriteId::default()).count()), (0, 0));
            for [a, b] in [[1, 2], [2, 1], [3, 3], [u32::MAX, 4], [0, 1], [5, 2]] {
                let layers = |id| step.view().get(id).unwrap().layers;
                let mut expected = Vec::new();
                for pair in step.began() {
                    let [of_a, of_b] = [layers(pair.a), layers(pair.b)];
                    if of_a & a != 0 && of_b & b != 0 {
                        expected.push([pair.a, pair.b]);
                    } else if of_a & b != 0 && of_b & a != 0 {
                        expected.push([pair.b, pair.a]);
                    }
                }
                assert!(step.began_between(a, b).eq(expected.iter().copied()));
                events += expected.len();
            }
        }
    }
    println!("{listed} contacts of sprites, {both} sprites between others, {events} events");
    assert!(listed > 1000 && both > 100 && events > 300);
}

#[test]
fn visitors_get_each_pair_once_and_a_panic_of_theirs_leaves_the_world_right() {
    let (mut twin, placed_grids) = crowd(8, 500, 250);
    let world = &mut twin.world;
    world.set_limits(world.limits().parallel_from(0));
    let view = world.refresh().unwrap();
    let expected = view.collisions().unwrap();
    let mut candidates = Vec::new();
    view.for_each_candidate(|pair| candidates.push(pair));
    assert_eq!(candidates, view.candidates().unwrap(), "visitors and lists must have one order");
    for threads in [1, 2, 7] {
        let visited = std::sync::Mutex::new(Vec::new());
        on_threads(threads, || view.par_for_each_collision(|pair| visited.lock().unwrap().push(pair)));
        let mut visited = visited.into_inner().unwrap();
        visited.sort_unstable();
        assert_eq!(visited, expected, "{threads} threads");

        let caught = std::panic::catch_unwind(|| {
            on_threads(threads, || {
                view.par_for_each_collision(|pair| {
                    assert!(pair != expected[expected.len() / 2], "a panic in a visitor");
                });
            });
        });
        let message = *caught.unwrap_err().downcast::<&str>().unwrap();
        assert_eq!(message, "a panic in a visitor");
        let caught = std::panic::catch_unwind(|| {
            on_threads(threads, || {
                let ninth = [expected[9].a, expected[9].b];
                view.map_pairs(&expected, |contact| assert!([contact.a, contact.b] != ninth, "a panic in a mapping"))
            })
        });
        assert!(caught.is_err());
        assert_eq!(on_threads(threads, || view.collisions().unwrap()), expected);
    }
    // The world stays usable.
    for one in &placed_grids {
        world.move_by(one.id, [5000, 0]).unwrap();
    }
    assert_eq!(world.refresh().unwrap().collisions().unwrap(), expected);
}

#[test]
fn a_pile_up_is_visited_to_the_last_pair() {
    let sprites: u64 = if cfg!(debug_assertions) { 1500 } else { 20_000 };
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    for _ in 0..sprites {
        world.spawn(Sprite::new(dot, [3, -3])).unwrap();
    }
    world.set_limits(world.limits().pairs(1000));
    let view = world.refresh().unwrap();
    assert!(view.collisions_into(&mut Vec::new()).is_err());
    let all = sprites * (sprites - 1) / 2;
    let mut pairs = 0;
    view.for_each_collision(|pair| pairs += u64::from(pair.a < pair.b));
    assert_eq!(pairs, all);
    pairs = 0;
    view.for_each_candidate(|_| pairs += 1);
    assert_eq!(pairs, all);
    let pairs = std::sync::atomic::AtomicU64::new(0);
    let count = |_| _ = pairs.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    on_threads(2, || view.par_for_each_collision(count));
    assert_eq!(pairs.into_inner(), all);
    println!("{all} pairs, three times");
}
