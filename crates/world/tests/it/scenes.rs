//! The seeded scenes against brute force: for any number of threads and either index, while rows are added and
//! removed and sorted again and again.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeSet;
use std::sync::Arc;
use testkit::model::INDEXES;
use testkit::scene::{Kind, Scene};
use testkit::{Rng, naive};
use world::{BroadPhase, MaskId, Over, Pair, PlacedMask, Sprite, SpriteId, World};

const THREADS: [usize; 5] = [1, 2, 3, 7, 16];

/// A world of a scene, with its own pool.
struct PooledWorld {
    pool: ThreadPool,
    index: BroadPhase,
    world: World,
    masks: Vec<MaskId>,
    /// The sprites, in the order of the scene.
    ids: Vec<SpriteId>,
}

impl PooledWorld {
    fn new(scene: &Scene, threads: usize, index: BroadPhase) -> PooledWorld {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut world = World::new();
        world.set_limits(world.limits().parallel_from(0));
        world.force_index(index);
        let masks = scene.masks.iter().map(|mask| world.add_mask(Arc::clone(mask)).unwrap()).collect();
        let mut pooled = PooledWorld { pool, index, world, masks, ids: Vec::new() };
        for place in 0..scene.len() {
            let id = pooled.spawn(scene, place);
            pooled.ids.push(id);
        }
        pooled
    }

    /// Every sixth sprite is fixed.
    fn spawn(&mut self, scene: &Scene, place: usize) -> SpriteId {
        let sprite = Sprite::new(self.masks[scene.shape_of[place] as usize], scene.at[place]);
        self.world.spawn(if place % 6 == 5 { sprite.fixed(true) } else { sprite }).unwrap()
    }

    /// Moves all sprites to their positions in the scene; despawns those of `leaving`, and spawns others in their
    /// places.
    fn follow(&mut self, scene: &Scene, leaving: &[usize]) {
        for &place in leaving {
            self.world.despawn(self.ids[place]).unwrap();
        }
        for &place in leaving.iter().rev() {
            self.ids[place] = self.spawn(scene, place);
        }
        for (&id, &at) in self.ids.iter().zip(&scene.at) {
            self.world.move_to(id, at).unwrap();
        }
    }

    /// Makes a step and compares it with the pairs of `places`, which are indexes into the scene. Returns the
    /// candidates, unsorted.
    fn step(&mut self, places: &[(u32, u32)], before: &mut BTreeSet<Pair>) -> Vec<Pair> {
        let PooledWorld { pool, index, world, ids, .. } = self;
        let place = format!("{index:?}, {} threads", pool.current_num_threads());
        let pair = |&(i, j): &(u32, u32)| {
            let [a, b] = [i, j].map(|place| ids[place as usize]);
            Pair { a: a.min(b), b: a.max(b) }
        };
        let now: BTreeSet<Pair> = places.iter().map(pair).collect();
        let candidates = pool.install(|| {
            let step = world.step().unwrap();
            assert!(step.pairs().iter().eq(&now), "pairs, {place}");
            assert!(step.began().iter().eq(now.difference(before)), "began, {place}");
            assert!(step.ended().iter().eq(before.difference(&now)), "ended, {place}");
            assert_eq!(step.view().collisions().unwrap(), step.pairs(), "{place}");
            step.view().candidates().unwrap()
        });
        pool.install(|| world.validate()).unwrap();
        *before = now;
        candidates
    }
}

#[test]
fn seeded_scenes_of_each_kind_on_1_to_16_threads() {
    // The rows are sorted again in every eighth step in which all sprites move.
    let (count, steps) = if cfg!(debug_assertions) { (400, 20) } else { (2500, 40) };
    let mut pairs = 0;
    for kind in Kind::ALL {
        let mut scene = Scene::new(kind, count, 11);
        let settings = INDEXES.iter().flat_map(|&index| THREADS.map(|threads| (threads, index)));
        let mut worlds: Vec<_> =
            settings.map(|(threads, index)| (PooledWorld::new(&scene, threads, index), BTreeSet::new())).collect();
        for step in 0..steps {
            scene.step();
            // A few leave, and many in every twentieth step.
            let every = if step % 20 == 19 { 3 } else { 97 };
            let leaving: Vec<usize> = (step % every..count).step_by(every).collect();
            let still = |place: u32| place % 6 == 5;
            let mut expected = naive::pairs(&scene.sprites());
            expected.retain(|&(i, j)| !(still(i) && still(j)));
            assert!(!expected.is_empty());
            let mut listed: Vec<(BroadPhase, Vec<Pair>)> = Vec::new();
            for (pooled, before) in &mut worlds {
                pooled.follow(&scene, &leaving);
                let candidates = pooled.step(&expected, before);
                match listed.iter().find(|(index, _)| *index == pooled.index) {
                    Some((_, first)) => assert_eq!(&candidates, first, "{kind:?}, step {step}"),
                    None => listed.push((pooled.index, candidates)),
                }
            }
            assert_eq!(listed.len(), INDEXES.len());
            listed.iter_mut().for_each(|(_, pairs)| pairs.sort());
            assert!(listed.iter().all(|(_, pairs)| *pairs == listed[0].1), "{kind:?}, step {step}");
            assert!(listed[0].1.windows(2).all(|two| two[0] != two[1]), "a candidate pair is listed twice");
            pairs += expected.len();
        }
    }
    let worlds = INDEXES.len() * THREADS.len();
    println!("{} steps of {count} sprites in {worlds} worlds, {pairs} pairs", 3 * steps);
}

#[test]
fn one_shot_pairs_are_those_of_a_world() {
    for kind in Kind::ALL {
        let scene = Scene::new(kind, if cfg!(debug_assertions) { 400 } else { 3000 }, 12);
        let (mut world, ids) = scene.to_world().unwrap();
        let view = world.refresh().unwrap();
        let placed: Vec<PlacedMask> = ids.iter().map(|&id| view.shape(id).unwrap()).collect();
        let all = naive::pairs(&scene.sprites());
        assert_eq!(world::pairs(&placed).unwrap(), all, "{kind:?}");
        // A few are compared without trees.
        for few in [0, 1, 2, 9, 31, 32, 33, 40] {
            let expected: Vec<_> = all.iter().copied().filter(|&(_, second)| (second as usize) < few).collect();
            assert_eq!(world::pairs(&placed[..few]).unwrap(), expected, "{kind:?}, {few}");
        }
    }
}

#[test]
fn cross_pairs_are_those_of_each_with_each() {
    let size = if cfg!(debug_assertions) { 400 } else { 3000 };
    for kind in Kind::ALL {
        let scene = Scene::new(kind, size, 13);
        let (mut world, ids) = scene.to_world().unwrap();
        let view = world.refresh().unwrap();
        let placed: Vec<PlacedMask> = ids.iter().map(|&id| view.shape(id).unwrap()).collect();
        let all = naive::pairs(&scene.sprites());
        let few = [(1, 1), (3, 5), (32, 32), (33, 32), (32, 33)];
        let many = [(0, 0), (1, size), (size / 2, size / 2), (size * 9 / 10, size / 10), (size, size)];
        for (first, second) in few.into_iter().chain(many) {
            // The second list is the end of all sprites, so the lists may share some.
            let skipped = size - second;
            let between = |a: usize, b: usize| (a < first && b >= skipped).then(|| (a as u32, (b - skipped) as u32));
            let either = |&(a, b): &(u32, u32)| [between(a as usize, b as usize), between(b as usize, a as usize)];
            let itself = |i: usize| placed[i].mask.bounds().and_then(|_| between(i, i));
            let mut expected: Vec<(u32, u32)> =
                all.iter().flat_map(either).chain((0..size).map(itself)).flatten().collect();
            expected.sort_unstable();
            let found = world::cross_pairs(&placed[..first], &placed[skipped..]).unwrap();
            assert_eq!(found, expected, "{kind:?}, {first} and {second}");
            let shared = |&(a, b): &(u32, u32)| {
                let [a, b] = [&placed[a as usize], &placed[skipped + b as usize]];
                a.mask.overlap_area(b.mask, [b.at[0] - a.at[0], b.at[1] - a.at[1]])
            };
            let areas = world::cross_areas(&placed[..first], &placed[skipped..]).unwrap();
            assert!(areas.iter().copied().eq(expected.iter().map(|pair| (pair.0, pair.1, shared(pair)))));
            // Some pairs are refused, and the lists are used again.
            let may_collide = |a: u32, b: u32| !(a ^ b).is_multiple_of(3);
            let (mut some, mut some_areas) = (found, areas.clone());
            world::cross_pairs_into(&placed[..first], &placed[skipped..], may_collide, &mut some).unwrap();
            assert!(some.into_iter().eq(expected.iter().copied().filter(|&(a, b)| may_collide(a, b))));
            world::cross_areas_into(&placed[..first], &placed[skipped..], may_collide, &mut some_areas).unwrap();
            assert!(some_areas.into_iter().eq(areas.into_iter().filter(|&(a, b, _)| may_collide(a, b))));
        }
    }
}

#[test]
fn areas_of_pairs_and_suppression_are_those_of_each_with_each() {
    let size = if cfg!(debug_assertions) { 300 } else { 2000 };
    let mut dropped = 0;
    for (kind, count) in Kind::ALL.into_iter().flat_map(|kind| [0, 1, 2, 30, size].map(|count| (kind, count))) {
        let scene = Scene::new(kind, size, 14);
        let (mut world, ids) = scene.to_world().unwrap();
        let view = world.refresh().unwrap();
        let placed: Vec<PlacedMask> = ids[..count].iter().map(|&id| view.shape(id).unwrap()).collect();
        let shared = |a: usize, b: usize| {
            let [a, b] = [&placed[a], &placed[b]];
            a.mask.overlap_area(b.mask, [b.at[0] - a.at[0], b.at[1] - a.at[1]])
        };
        let may_collide = |a: u32, b: u32| !(a + b).is_multiple_of(3);
        let each = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let expected: Vec<(u32, u32, u64)> =
            each.map(|(a, b)| (a as u32, b as u32, shared(a, b))).filter(|&(.., area)| area > 0).collect();
        assert_eq!(world::pair_areas(&placed).unwrap(), expected, "{kind:?}, {count}");
        let mut some = vec![(7, 7, 7)];
        world::pair_areas_into(&placed, may_collide, &mut some).unwrap();
        assert!(some.into_iter().eq(expected.into_iter().filter(|&(a, b, _)| may_collide(a, b))));

        // Suppression as it is defined: from the best to the worst, each against all that were kept.
        let mut rng = Rng::new(count as u64);
        let scores: Vec<f64> =
            (0..count).map(|_| [f64::NAN, 0.5, rng.unit(), rng.unit()][rng.below(4) as usize]).collect();
        for (over, threshold) in [(Over::Union, 0.2), (Over::Smaller, 0.3), (Over::Union, 0.0), (Over::Smaller, 1.0)] {
            let ratio = |a: usize, b: usize| {
                let (areas, shared) = ([a, b].map(|i| placed[i].mask.count() as f64), shared(a, b) as f64);
                shared / if over == Over::Union { areas[0] + areas[1] - shared } else { areas[0].min(areas[1]) }
            };
            let mut order: Vec<usize> = (0..count).collect();
            let key = |&i: &usize| if scores[i].is_nan() { f64::INFINITY } else { -scores[i] };
            order.sort_by(|a, b| key(a).total_cmp(&key(b)));
            let mut kept: Vec<usize> = Vec::new();
            for i in order {
                let meets = |&k: &usize| may_collide(i.min(k) as u32, i.max(k) as u32) && shared(i, k) > 0;
                if kept.iter().filter(|k| meets(k)).all(|&k| ratio(i, k) < threshold) {
                    kept.push(i);
                }
            }
            kept.sort_unstable();
            let found = world::suppress(&placed, &scores, threshold, over, may_collide).unwrap();
            assert!(found.iter().map(|&i| i as usize).eq(kept.iter().copied()), "{kind:?}, {count}, {over:?}");
            dropped += count - kept.len();
        }
    }
    assert!(dropped > 100, "{dropped}");
}
