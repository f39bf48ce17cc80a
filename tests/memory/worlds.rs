//! Queries of a world take no memory if the list has capacity, visitors never take any, and the memory of lists does
//! not grow with the number of threads.

use crate::ALLOCATOR;
use hitmask::mask::{Circle, Line, SimdLevel};
use hitmask::{
    Angle, BroadPhase, Mask, Neighbor, Pair, PlacedMask, Probe, Rect, Sprite, SpriteId, SpriteRayHit, View, World,
};
use stats_alloc::Region;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use testkit::scene::{Kind, Scene};
use testkit::shape;

pub(crate) fn queries_take_nothing_and_pairs_are_visited_in_bounded_memory() {
    // The first query of the process reads the level from the environment.
    let _ = SimdLevel::current();
    [BroadPhase::Packed, BroadPhase::RStar].into_iter().for_each(queries_take_nothing);
    a_move_that_starts_inside_scenery_takes_nothing();
    a_pile_up_takes_no_list();
    sprites_spawned_and_despawned_between_refreshes_leave_nothing();
    a_sprite_takes_at_most_96_bytes();
    a_zoom_takes_flat_memory();
    steps_with_paths_keep_no_more_lists();
    // Last, because its threads end later and their memory is counted too.
    threads_do_not_each_keep_a_whole_list();
}

/// A world without lists of pairs takes at most 96 bytes for each sprite, also after steps that tested pixels.
fn a_sprite_takes_at_most_96_bytes() {
    let (sprites, steps) = (100_000, 20);
    let mut scene = Scene::new(Kind::Uniform, sprites, 1);
    let region = Region::new(ALLOCATOR);
    let (mut world, ids) = scene.to_world().expect("the scene is small");
    drop(ids);
    // On the current thread, because memory of other threads would be counted too.
    world.set_limits(world.limits().parallel_from(usize::MAX));
    let mut collisions = 0;
    for _ in 0..steps {
        scene.step();
        let moved = world.sprites_mut().try_for_each(|mut sprite| sprite.move_to(scene.at[sprite.id().index()]));
        moved.expect("the positions stay within the limit");
        world.refresh().expect("nothing is refused").for_each_collision(|_| collisions += 1);
    }
    let change = region.change();
    let taken = change.bytes_allocated as isize - change.bytes_deallocated as isize;
    println!("{sprites} sprites with {collisions} collisions in {steps} steps take {taken} bytes");
    assert!(collisions > sprites && taken > 0 && taken <= 96 * sprites as isize, "{taken} bytes for {sprites} sprites");
}

/// A sprite that zooms and rotates exactly shows a new mask in each step. All of them together take at most the budget.
fn a_zoom_takes_flat_memory() {
    let (budget, steps) = (1 << 18, if cfg!(debug_assertions) { 4_000 } else { 40_000 });
    let mut world = World::new();
    let rock = world.add_mask(Mask::filled(40, 30).expect("the mask is small")).expect("the world is below its limits");
    let [one, other] = [0, 100].map(|x| world.spawn(Sprite::new(rock, [x, 0])).expect("the world is below its limits"));
    world.set_limits(world.limits().variant_bytes(budget));
    let zoom = |world: &mut World, steps: std::ops::Range<u32>| {
        for step in steps {
            let scale = 1.5 + (f64::from(step) / 100.0).sin();
            let angle = Angle::degrees(f64::from(step) * 0.77).expect("the angle is finite");
            for id in [one, other] {
                world
                    .get_mut(id)
                    .and_then(|mut sprite| sprite.set_scale([scale, 1.0 / scale]))
                    .expect("the mask is small");
                world.get_mut(id).and_then(|mut sprite| sprite.set_angle(angle)).expect("the mask is small");
            }
            world.refresh().expect("nothing is refused");
            assert!(world.variant_bytes() <= budget);
        }
    };
    zoom(&mut world, 0..1000);
    let region = Region::new(ALLOCATOR);
    zoom(&mut world, 1000..1000 + steps);
    let change = region.change();
    let taken = change.bytes_allocated as isize - change.bytes_deallocated as isize;
    println!("{steps} steps of a zoom take {taken} bytes more");
    assert!(taken <= budget as isize / 4, "{taken} bytes in {steps} steps");
}

/// Each step with paths once left a list in the pool of spare lists.
fn steps_with_paths_keep_no_more_lists() {
    let mut world = World::new();
    world.set_limits(world.limits().parallel_from(usize::MAX));
    let mut mask = |width, height| {
        world.add_mask(Mask::filled(width, height).expect("the mask is small")).expect("the world is below its limits")
    };
    let (dot, wall) = (mask(2, 2), mask(1, 90));
    world.spawn(Sprite::new(wall, [50, 0]).fixed(true)).expect("the world is below its limits");
    let bullet = world.spawn(Sprite::new(dot, [10, 40]).continuous(true)).expect("the world is below its limits");
    let shoot = |world: &mut World, steps: i32| {
        for step in 0..steps {
            world.move_to(bullet, [if step % 2 == 0 { 90 } else { 10 }, 40]).expect("the position is in range");
            assert_eq!(world.step().expect("nothing is refused").pairs().len(), 1);
        }
    };
    world.step().expect("nothing is refused");
    shoot(&mut world, 100);
    let region = Region::new(ALLOCATOR);
    shoot(&mut world, 2000);
    let change = region.change();
    let taken = change.bytes_allocated as isize - change.bytes_deallocated as isize;
    assert!(taken <= 0, "{taken} bytes in 2000 steps");
}

/// How often sprites come and go.
const TIMES: u32 = if cfg!(debug_assertions) { 30_000 } else { 100_000 };

/// The slots of despawned sprites, of 8 bytes, and their columns, of 25, stay until the next step or refresh, and are
/// then used again.
fn sprites_spawned_and_despawned_between_refreshes_leave_nothing() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).expect("the mask is small")).expect("the world is below its limits");
    let stay: Vec<SpriteId> =
        (0..100).map(|_| world.spawn(Sprite::new(dot, [0, 0])).expect("the world is below its limits")).collect();
    world.refresh().expect("nothing is refused");
    let come_and_go = |world: &mut World, times: u32| {
        for time in 0..times {
            let ids = [0, 1, 2].map(|x| world.spawn(Sprite::new(dot, [x, 0])).expect("the world is below its limits"));
            // Despawns the first, the middle or the last first.
            for turn in 0..3 {
                world.despawn(ids[(time as usize + turn) % 3]).expect("the id is valid");
            }
        }
    };
    come_and_go(&mut world, 1000);
    let region = Region::new(ALLOCATOR);
    come_and_go(&mut world, TIMES);
    let change = region.change();
    // A list that grows has twice as many places as it needs at most.
    assert!(change.bytes_allocated - change.bytes_deallocated <= 2 * 33 * (3 * TIMES as usize + 1100), "{change:?}");
    world.refresh().expect("nothing is refused");
    let region = Region::new(ALLOCATOR);
    for _ in 0..3 {
        come_and_go(&mut world, TIMES);
        world.refresh().expect("nothing is refused");
    }
    let change = region.change();
    // The refreshes take some for lists.
    assert!(change.bytes_allocated < 16 << 10, "{change:?}");
    world.validate().expect("nothing is refused");
    assert!(world.len() == stay.len() && stay.iter().all(|&id| world.get(id).is_some()));
}

fn queries_take_nothing(index: BroadPhase) {
    let scene = Scene::new(Kind::Mixed, 5000, 3);
    let (mut world, ids) = scene.to_world().expect("the scene is small");
    for &id in ids.iter().step_by(3) {
        let twin = world.get(id).expect("the id is valid").layers(2).fixed(true);
        world.spawn(twin).expect("the world is below its limits");
    }
    let sprites = world.len();
    world.force_index(index);
    let all = world.refresh().expect("nothing is refused");
    let mask = Mask::filled(40, 40).expect("the mask is small");
    let circle = Circle::new([0.0, 0.0], 99.0).expect("the circle is valid");
    let mut lists =
        Lists { ids: Vec::with_capacity(sprites), near: Vec::with_capacity(64), hits: Vec::with_capacity(sprites) };
    let region = Region::new(ALLOCATOR);
    let mut found = 0;
    for view in [all, all.on_layers(2)] {
        for step in 0..100 {
            let at = [step * scene.side / 100, (step * 37 % 100) * scene.side / 100];
            found += lists.ask(view, at, &mask, circle);
        }
    }
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0), "{index:?}");
    assert!(found > 2000, "{found}");
}

/// Lists that are reused.
struct Lists {
    ids: Vec<SpriteId>,
    near: Vec<Neighbor>,
    hits: Vec<SpriteRayHit>,
}

impl Lists {
    /// Makes every query about a position. Returns the number of results.
    fn ask(&mut self, view: View, at: [i32; 2], mask: &Mask, circle: Circle) -> usize {
        let rect = Rect { left: at[0], top: at[1], width: 200, height: 100 };
        let line = Line::new(at, [at[1], at[0]]);
        let mut found = 0;
        let probes: [Probe; 5] = [at.into(), rect.into(), PlacedMask { mask, at }.into(), circle.into(), line.into()];
        for probe in probes {
            view.find_into(probe, &mut self.ids);
            found += self.ids.len();
            let mut visited = 0;
            let visit = |_| {
                visited += 1;
                if visited == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            found += usize::from(view.for_each_found(probe, visit).is_break());
        }
        if let Some(&id) = self.ids.first() {
            found += usize::from(view.is_free(id.at(at)).unwrap());
        }
        for count in [1, 5, 64] {
            view.nearest_into(at, count, &mut self.near);
            found += self.near.len();
        }
        found += usize::from(view.cast_ray(at, line.end()).is_some());
        view.cast_ray_all_into(at, line.end(), &mut self.hits);
        found += self.hits.len();
        found += usize::from(view.for_each_on_ray(at, line.end(), ControlFlow::Break).is_break());
        if let Some(&[a, b]) = self.ids.first_chunk() {
            found += view.contact(a, b).map_or(0, |collision| collision.area().min(1) as usize);
            black_box(view.contact(a, b).map(|contact| contact.bounds()));
        }
        found
    }
}

/// Neither a move that starts inside a large mask of many runs nor the separating move lays out rows of the mask.
fn a_move_that_starts_inside_scenery_takes_nothing() {
    let mut world = World::new();
    let [ground, ball] = [shape::noise(700, 50, 1), shape::noise(600, 50, 2)].map(|grid| {
        let mask = world.add_mask(shape::mask(&grid)).expect("the world is below its limits");
        world.spawn(Sprite::new(mask, [0, 0])).expect("the world is below its limits")
    });
    world.move_to(ball, [50, 50]).expect("the position is within the limit");
    let view = world.refresh().expect("nothing is refused");
    let region = Region::new(ALLOCATOR);
    for step in 1..=100 {
        let to = [50 + step % 10, 50];
        assert_eq!(view.sweep(ball, to).expect("the id is valid").at, to);
    }
    let taken = region.change().bytes_allocated;
    let region = Region::new(ALLOCATOR);
    black_box(view.contact(ground, ball).expect("the two overlap").penetration());
    let separating = region.change().bytes_allocated;
    assert_eq!([taken, separating], [0, 0], "bytes of the moves and of the separating move");
}

fn a_pile_up_takes_no_list() {
    let sprites: u64 = if cfg!(debug_assertions) { 1500 } else { 20_000 };
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).expect("the mask is small")).expect("the world is below its limits");
    for _ in 0..sprites {
        world.spawn(Sprite::new(dot, [3, -3])).expect("the world is below its limits");
    }
    world.set_limits(world.limits().parallel_from(0));
    let view = world.refresh().expect("nothing is refused");
    // The pool is created before the allocator counts.
    rayon::join(|| (), || ());
    let pairs = AtomicU64::new(0);
    let count = |_: Pair| _ = pairs.fetch_add(1, Ordering::Relaxed);
    let region = Region::new(ALLOCATOR);
    view.for_each_candidate(count);
    view.for_each_collision(count);
    view.par_for_each_collision(count);
    let taken = region.change().bytes_allocated;
    let visited = pairs.into_inner();
    assert_eq!(visited, 3 * sprites * (sprites - 1) / 2);
    println!("{visited} pairs of {sprites} sprites visited, {taken} bytes allocated in total");
    // A list of the pairs would take gigabytes.
    assert!(taken < 8 << 20, "{taken} bytes");
}

/// The lists of a step stay proportional to its pairs. An earlier sort reused the lists of other threads, so that each
/// of them grew as long as all pairs.
fn threads_do_not_each_keep_a_whole_list() {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(16).build().expect("the system allows the threads");
    threads.install(|| {
        let mut scene = Scene::new(Kind::Uniform, 20_000, 3);
        let (mut world, ids) = scene.to_world().expect("the scene is small");
        world.set_limits(world.limits().parallel_from(0));
        drop(ids);
        let mut advance = |world: &mut World| {
            scene.step();
            let moved = world.sprites_mut().try_for_each(|mut sprite| sprite.move_to(scene.at[sprite.id().index()]));
            moved.expect("the positions stay within the limit");
        };
        // The trees reach their final sizes.
        for _ in 0..20 {
            advance(&mut world);
            world.refresh().expect("nothing is refused");
        }
        let region = Region::new(ALLOCATOR);
        let mut longest = 0;
        let mut allocations = Vec::new();
        for _ in 0..80 {
            advance(&mut world);
            let region = Region::new(ALLOCATOR);
            longest = longest.max(world.step().expect("nothing is refused").pairs().len());
            let change = region.change();
            allocations.push(change.allocations + change.reallocations);
        }
        let change = region.change();
        let kept = change.bytes_allocated.saturating_sub(change.bytes_deallocated) / size_of::<Pair>();
        // The first steps make offset tables, and all lists grow to their sizes.
        allocations.sort_unstable();
        let median = allocations[40];
        println!("capacity for {kept} pairs kept, lists of up to {longest}, {median} allocations in a step");
        // The list of the step, the list of the next step, the sort's copy and the threads' lists, with some reserve.
        assert!(longest > 5000 && kept < 16 * longest, "{kept} of {longest}");
        // Lists that rayon collects, and stacks on the heap, once made it 600.
        assert!(median < 32, "{median}");
    });
}
