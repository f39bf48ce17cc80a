//! Lists are equal, in equal order, for any number of threads, in each run, at every level of the kernels, with offset
//! tables and without.
//!
//! A level is forced for the whole process, so the test runs in a process of its own.

use crate::golden::{START, hash};
use mask::SimdLevel;
use rayon::ThreadPoolBuilder;
use std::sync::Arc;
use testkit::model::INDEXES;
use testkit::scene::{Kind, Scene};
use testkit::{is_alone, naive};
use world::{BroadPhase, MaskId, Pair, Sprite, SpriteId, World, WorldLimits};

const THREADS: [usize; 6] = [1, 2, 3, 7, 16, 32];

/// Sprites of a small scene, which brute force checks.
const SMALL: usize = 2000;

/// Sprites of a large scene, which is large enough for threads by default.
const LARGE: usize = 30_000;

/// Steps of a run: the rows are sorted again in the eighth and the sixteenth.
const STEPS: usize = 18;

/// The [`hash`] of the sorted pairs of the last step: of the small scene and of the large one.
const GOLDEN: [(Kind, u64, u64); 3] = [
    (Kind::Uniform, 0x51b7_7d54_1ae4_3865, 0x9508_9c0d_e378_5f6f),
    (Kind::Clustered, 0x4546_d0da_b2a8_fed9, 0x51b6_1f16_d10e_7596),
    (Kind::Mixed, 0x597f_dbd8_56cf_9dc9, 0xe990_5fdd_9a8c_94b7),
];

/// Pairs as places of the scene, sorted.
fn by_place(pairs: &[Pair], places: &[u32]) -> Vec<(u32, u32)> {
    let place = |id: SpriteId| places[id.index()];
    let mut pairs: Vec<(u32, u32)> =
        pairs.iter().map(|pair| (place(pair.a), place(pair.b))).map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs
}

/// The lists of a run.
#[derive(PartialEq)]
struct Lists {
    /// For every step: collisions, began, ended.
    steps: Vec<[Vec<Pair>; 3]>,
    /// The candidates of every step, in the order of the list.
    candidates: Vec<Vec<Pair>>,
    /// The place in the scene of the last sprite of each slot.
    places: Vec<u32>,
}

/// A world of a scene.
struct Run {
    world: World,
    masks: Vec<MaskId>,
    /// The sprite of each place in the scene.
    ids: Vec<SpriteId>,
    /// The place of the last sprite of each slot.
    places: Vec<u32>,
}

impl Run {
    fn new(scene: &Scene) -> Run {
        let mut world = World::new();
        let masks: Vec<MaskId> = scene.masks.iter().map(|mask| world.add_mask(Arc::clone(mask)).unwrap()).collect();
        let mut run = Run { world, masks, ids: Vec::new(), places: Vec::new() };
        for place in 0..scene.len() {
            let id = run.spawn(scene, place);
            run.ids.push(id);
        }
        run
    }

    fn spawn(&mut self, scene: &Scene, place: usize) -> SpriteId {
        let sprite = Sprite::new(self.masks[scene.shape_of[place] as usize], scene.at[place]);
        let id = self.world.spawn(if place % 8 == 7 { sprite.fixed(true) } else { sprite }).unwrap();
        self.places.resize(self.places.len().max(id.index() + 1), 0);
        self.places[id.index()] = place as u32;
        id
    }

    /// Makes all moves and changes of a step: some sprites are despawned, and others spawned in their place.
    fn follow(&mut self, scene: &Scene, step: usize) {
        for place in (step..scene.len()).step_by(101) {
            self.world.despawn(self.ids[place]).unwrap();
            self.ids[place] = self.spawn(scene, place);
        }
        for mut sprite in self.world.sprites_mut() {
            let at = scene.at[self.places[sprite.id().index()] as usize];
            sprite.move_to(at).unwrap();
        }
    }
}

/// Runs a scene in a pool of `threads` threads, which are used from `parallel_from` sprites on. The number of threads
/// also chooses the budget of the offset tables.
fn run(mut scene: Scene, index: BroadPhase, threads: usize, parallel_from: usize) -> Lists {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut run = Run::new(&scene);
    run.world.force_index(index);
    run.world.set_limits(run.world.limits().parallel_from(parallel_from));
    run.world.set_limits(
        run.world.limits().offset_table_bytes([4096, WorldLimits::DEFAULT.offset_table_bytes, 0][threads % 3]),
    );
    let mut lists = Lists { steps: Vec::new(), candidates: Vec::new(), places: Vec::new() };
    for step in 0..STEPS {
        scene.step();
        run.follow(&scene, step);
        pool.install(|| {
            let step = run.world.step().unwrap();
            lists.steps.push([step.pairs(), step.began(), step.ended()].map(<[Pair]>::to_vec));
            lists.candidates.push(step.view().candidates().unwrap());
        });
    }
    lists.places = run.places;
    lists
}

/// The pairs of the last step, from testing every sprite with every other.
fn brute_force(mut scene: Scene) -> Vec<(u32, u32)> {
    (0..STEPS).for_each(|_| scene.step());
    let mut pairs = naive::pairs(&scene.sprites());
    pairs.retain(|&(a, b)| a % 8 != 7 || b % 8 != 7);
    pairs
}

/// Checks that two runs gave equal lists in equal order.
fn same(a: &Lists, b: &Lists, label: &str) {
    for step in 0..STEPS {
        assert!(a.steps[step] == b.steps[step], "pairs or events of step {step}, {label}");
        assert!(a.candidates[step] == b.candidates[step], "candidates of step {step}, {label}");
    }
}

#[test]
fn lists_are_the_same_for_any_threads_on_any_run_at_any_level() {
    if !is_alone("determinism::lists_are_the_same_for_any_threads_on_any_run_at_any_level") {
        return;
    }
    let thorough = !cfg!(debug_assertions);
    let mut runs = 0;
    for (kind, small, large) in GOLDEN {
        for (count, golden) in [(SMALL, small), (LARGE, large)] {
            if count == LARGE && !thorough {
                continue;
            }
            let scene = Scene::new(kind, count, 21);
            let mut first: Option<[Vec<Pair>; 3]> = None;
            for &index in INDEXES {
                let serial = run(scene.clone(), index, 1, usize::MAX);
                let last = serial.steps.last().unwrap();
                assert!(*first.get_or_insert_with(|| last.clone()) == *last, "{kind:?}: the lists depend on the index");
                assert_eq!(hash(START, &by_place(&last[0], &serial.places)), golden, "{count} sprites, {kind:?}");
                for level in SimdLevel::available() {
                    assert!(level.force());
                    // For the large scenes, one run for each number of threads is enough.
                    let (threads, times) = match (count == SMALL, thorough) {
                        (true, true) => (&THREADS[..], 3),
                        (false, true) => (&THREADS[1..4], 1),
                        (_, false) => (&THREADS[1..3], 1),
                    };
                    for &threads in threads {
                        for time in 0..times {
                            let label = format!("{count} {kind:?}, {index:?}, {level}, {threads} threads, run {time}");
                            same(&run(scene.clone(), index, threads, 0), &serial, &label);
                            runs += 1;
                        }
                    }
                    let label = format!("{count} {kind:?}, {index:?}, {level}, serial");
                    same(&run(scene.clone(), index, 16, usize::MAX), &serial, &label);
                    runs += 1;
                }
            }
            if count == SMALL || thorough {
                let by_hand = brute_force(scene);
                assert!(by_hand.len() > count / 10);
                assert_eq!(hash(START, &by_hand), golden, "brute force, {count} sprites, {kind:?}");
            }
        }
    }
    let missing: Vec<String> =
        SimdLevel::ALL.iter().filter(|level| !level.is_available()).map(SimdLevel::to_string).collect();
    println!("{runs} runs of {STEPS} steps; NOT TESTED, this processor lacks: {missing:?}");
}
