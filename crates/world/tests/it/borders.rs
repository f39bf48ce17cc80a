//! Positions at the ends of the range, and ways across it.

use mask::{Circle, Line, Mask, Rect};
use testkit::{Choice, Rng, shape};
use world::{
    Angle, Carried, MAX_ORIGIN, MAX_POSITION, Motion, Moved, Pair, PlacedMask, PushOut, QuarterTurn, Side, Sprite,
    SpriteId, Swept, World, WorldError,
};

const END: i32 = MAX_POSITION;

/// A world with a wall of 2 x 2 pixels and a continuous bullet of 2 x 2 pixels, which has moved from one place to
/// another.
fn shot(wall: [i32; 2], [from, to]: [[i32; 2]; 2]) -> (World, SpriteId, SpriteId) {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(2, 2).unwrap()).unwrap();
    let wall = world.spawn(Sprite::new(dot, wall)).unwrap();
    let bullet = world.spawn(Sprite::new(dot, from).continuous(true)).unwrap();
    world.step().unwrap();
    world.move_to(bullet, to).unwrap();
    (world, wall, bullet)
}

#[test]
fn an_impact_of_a_path_across_the_whole_world() {
    let ends = [-END, -END + 1, END - 1, END];
    for (from, to) in ends.into_iter().flat_map(|from| ends.map(|to| (from, to))) {
        for axis in 0..2 {
            let at = |along: i32| if axis == 0 { [along, 7] } else { [7, along] };
            let toward = (i64::from(to) - i64::from(from)).signum() as i32;
            if i64::from(from).abs_diff(i64::from(to)) < 10 {
                continue;
            }
            for wall in [from, to, 0, from / 2, to - 5 * toward] {
                let (mut world, wall_id, bullet) = shot(at(wall), [at(from), at(to)]);
                let step = world.step().unwrap();
                let pair = Pair { a: wall_id, b: bullet };
                assert_eq!(step.pairs(), [pair], "from {from} to {to} through {wall}");
                let impact = step.impact(pair).unwrap();
                let steps = i64::from(from).abs_diff(i64::from(to)) as f64;
                let touched = if wall == from { from } else { wall - toward };
                assert_eq!(impact.places, [at(wall), at(touched)], "from {from} to {to} through {wall}");
                assert_eq!(impact.fraction, i64::from(from).abs_diff(i64::from(touched)) as f64 / steps);
                let before = (wall != from).then_some([at(wall), at(touched - toward)]);
                assert_eq!(impact.before, before);
                assert_eq!(impact.contact.first(), at(wall.max(touched)));
                let again = step.first_impact(bullet).unwrap();
                assert_eq!(
                    (again.places[1], again.places[0], again.fraction),
                    (at(wall), at(touched), impact.fraction)
                );
            }
        }
    }
}

#[test]
fn two_that_fly_through_each_other_across_the_whole_world() {
    for (from, to) in [(-END, END), (END, -END), (END - 1, -END), (-END + 1, END)] {
        let mut world = World::new();
        let dot = world.add_mask(Mask::filled(9, 9).unwrap()).unwrap();
        let bullet = |at| Sprite::new(dot, at).continuous(true);
        let [a, b] = [[from, 0], [to, 3]].map(|at| world.spawn(bullet(at)).unwrap());
        world.step().unwrap();
        world.sync([(a, [to, 0]), (b, [from, 3])]).unwrap();
        let step = world.step().unwrap();
        let impact = step.impact(Pair { a, b }).unwrap();
        let [one, other] = impact.places;
        assert!((impact.fraction - 0.5).abs() < 1e-6 && one[0].abs_diff(other[0]) < 9, "{impact:?}");
        assert_eq!([one[1], other[1]], [0, 3]);
    }
}

#[test]
fn rays_find_and_nearest_from_every_end_of_the_numbers() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(3, 3).unwrap()).unwrap();
    let ends = [-END, 0, END];
    let ids: Vec<SpriteId> = ends
        .into_iter()
        .flat_map(|x| ends.map(|y| [x, y]))
        .map(|at| world.spawn(Sprite::new(dot, at)).unwrap())
        .collect();
    let view = world.refresh().unwrap();
    let all = [i32::MIN, -END, -1, 0, 1, END, i32::MAX];
    let places: Vec<[i32; 2]> = all.into_iter().flat_map(|x| all.map(|y| [x, y])).collect();
    for &from in &places {
        let near = view.nearest(from, 20);
        assert_eq!(near.len(), 9);
        let distance = |id: SpriteId| {
            let at = view.get(id).unwrap().position;
            let off = |axis: usize| {
                let [c, first] = [from[axis], at[axis]].map(i128::from);
                (first - c).max(c - first - 2).max(0)
            };
            (off(0) * off(0) + off(1) * off(1)) as u128
        };
        assert!(near.iter().all(|near| near.distance_squared() == distance(near.id)));
        assert!(near.is_sorted());
        for &to in &places {
            let hits = view.cast_ray_all(from, to);
            let line = Line::new(from, to);
            for hit in &hits {
                assert_eq!(line.at(hit.step), hit.at);
                assert!(view.find(hit.at).contains(&hit.id));
            }
            assert_eq!(view.cast_ray(from, to), hits.first().copied());
            assert_eq!(view.find(line).len(), hits.len());
            let straight = from[0] == to[0] || from[1] == to[1];
            let is_on = |id: &&SpriteId| {
                let at = view.get(**id).unwrap().position;
                let meets = |axis: usize| {
                    let (low, high) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
                    low <= at[axis] + 2 && at[axis] <= high
                };
                meets(0) && meets(1)
            };
            if straight {
                assert_eq!(hits.len(), ids.iter().filter(is_on).count(), "{from:?} to {to:?}");
            }
        }
        let brush = Mask::filled(40, 40).unwrap();
        let found = view.find(PlacedMask { mask: &brush, at: from });
        assert_eq!(found, view.find(Rect::new(from[0], from[1], 40, 40)), "{from:?}");
        let wide = Rect { left: from[0], top: from[1], width: u32::MAX, height: u32::MAX };
        assert!(view.find(wide).len() <= 9);
        let circle = Circle::new(from.map(|c| f64::from(c.clamp(-END, END))), f64::from(END));
        assert!(circle.is_ok_and(|circle| !view.find(circle).is_empty()));
    }
}

#[test]
fn steps_and_ways_beyond_the_world_are_errors() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(2, 2).unwrap()).unwrap();
    for at in [[-END, END], [END, -END], [0, 0]] {
        let id = world.spawn(Sprite::new(dot, at)).unwrap();
        for by in [[i32::MIN, 0], [i32::MAX, 0], [0, i32::MIN], [0, i32::MAX], [i32::MIN, i32::MAX]] {
            let to = [0, 1].map(|axis| i64::from(at[axis]) + i64::from(by[axis]));
            let is_out = to.iter().any(|c| c.abs() > i64::from(END));
            let error = WorldError::OutOfRange { at: to };
            let moved = world.move_by(id, by);
            assert_eq!(moved, if is_out { Err(error) } else { Ok(()) });
            world.move_to(id, at).unwrap();
            let view = world.refresh().unwrap();
            assert_eq!(view.touching(id, by), if is_out { Err(error) } else { Ok(vec![]) });
            assert!(view.sweep(id, by).is_err() && view.is_free(id.at(by)).is_err());
            assert!(world.carry(id, by, None).is_err() && world.set_last_place(id, by).is_err());
        }
        for walk in [Motion::walk(u32::MAX, u32::MAX), Motion::walk(0, 0), Motion::SLIDE, Motion::STOP] {
            for end in [[-END, -END], [END, END]] {
                let to = world.move_until(id, end, walk.on_layers(2)).unwrap().at;
                assert_eq!(to[0], end[0]);
                world.move_to(id, at).unwrap();
            }
        }
        world.despawn(id).unwrap();
    }
}

#[test]
fn a_sprite_is_pushed_out_as_far_as_the_world_reaches() {
    // 33 planks of 2^26 pixels cover the world from its left end to its right one, but for the last pixel.
    let mut world = World::new();
    let plank = world.add_mask(Mask::filled(MAX_ORIGIN as u32, 1).unwrap()).unwrap();
    let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    let ids: Vec<SpriteId> =
        (0..32).map(|n| world.spawn(Sprite::new(plank, [-END + n * (1 << 26), 0]).fixed(true)).unwrap()).collect();
    let one = world.spawn(Sprite::new(dot, [END - 40, 0])).unwrap();
    assert_eq!(world.push_out(one, PushOut::along([1, 0], u32::MAX)), Ok(Some([40, 0])));
    world.move_to(one, [END - 1, 0]).unwrap();
    assert_eq!(world.push_out(one, PushOut::along([i32::MAX, 0], u32::MAX)), Ok(Some([1, 0])));
    world.move_to(one, [-END + 1, 0]).unwrap();
    assert_eq!(world.push_out(one, PushOut::along([-1, 0], u32::MAX)), Ok(None));
    assert_eq!(world.push_out(one, u32::MAX), Ok(Some([0, -1])));
    for id in ids {
        world.move_to(id, [END, 9]).unwrap();
    }
    let far = Rect::new(END - 3, -3, 3, 3);
    world.move_to(one, [-END + 2000, 0]).unwrap();
    assert_eq!(world.push_out(one, mask::Reach::new(u32::MAX).inside(far)), Ok(Some([i32::MAX - 2002, -1])));
}

/// A world around a place with sprites of all kinds, whose ids are equal for equal seeds.
fn crowd(seed: u64, place: [i32; 2]) -> (World, Vec<SpriteId>) {
    let (mut rng, mut world) = (Rng::new(seed), World::new());
    let masks = [(9, 9), (30, 3), (5, 20), (64, 2)].map(|(width, height)| {
        let grid = shape::noise(width, height, rng.bits());
        let mask = if rng.flip() { shape::mask(&grid) } else { Mask::filled(width, height).unwrap() };
        world.add_mask(mask).unwrap()
    });
    let mut ids = Vec::new();
    for _ in 0..14 {
        let off = [0; 2].map(|_: i32| rng.within(0..60));
        let mut sprite = Sprite::new(rng.one_of(&masks), [place[0] + off[0], place[1] + off[1]]);
        if rng.below(3) == 0 {
            sprite.origin = Some([0; 2].map(|_: i32| f64::from(rng.within(-40..40)) / 2.0));
        }
        if rng.below(3) == 0 {
            sprite.angle = Angle::degrees(f64::from(rng.below(360))).unwrap();
            sprite.scale = [rng.one_of(&[0.5, 1.0, 1.3]), rng.one_of(&[1.0, 2.0])];
        }
        sprite.turn = rng.one_of(&QuarterTurn::ALL);
        sprite.one_way = (rng.below(6) == 0).then(|| rng.one_of(&Side::ALL));
        let sprite = sprite.fixed(rng.below(3) == 0).sensor(rng.below(8) == 0).continuous(rng.below(3) == 0);
        ids.push(world.spawn(sprite).unwrap());
    }
    (world, ids)
}

/// Plays a crowd, and returns its events relative to its place.
fn story(seed: u64, place: [i32; 2]) -> Vec<String> {
    let (mut world, ids) = crowd(seed, place);
    let (mut rng, mut told) = (Rng::new(!seed), Vec::new());
    let back = |at: [i32; 2]| [at[0].wrapping_sub(place[0]), at[1].wrapping_sub(place[1])];
    let place_in = |rng: &mut Rng| [0, 1].map(|axis| place[axis] + rng.within(0..60));
    for _ in 0..12 {
        let id = rng.one_of(&ids);
        let (to, by) = (place_in(&mut rng), [0; 2].map(|_: i32| rng.within(-9..10)));
        let from = world.get(id).unwrap().position;
        let step = world.step().unwrap();
        told.push(format!("{:?}", step.pairs()));
        for &pair in step.pairs() {
            let impact = step.impact(pair).unwrap();
            let contact = impact.contact;
            let points = (impact.places.map(back), impact.before.map(|before| before.map(back)), back(contact.first()));
            told.push(format!("{pair:?} {:?} {points:?} {:?} {}", impact.fraction, contact.normal(), contact.area()));
        }
        let view = step.view();
        let Swept { at, hit, started_inside, .. } = view.sweep(id, to).unwrap();
        let hit = hit.map(|hit| (hit.id, hit.step, hit.before.map(back), back(hit.first), hit.normal));
        told.push(format!("sweep {:?} {hit:?} {started_inside:?}", back(at)));
        let around = Rect { left: to[0], top: to[1], width: 9, height: 5 };
        told.push(format!("{:?} {:?}", view.find(around), view.find(Line::new(from, to))));
        let hits = view.cast_ray_all(from, to).into_iter().map(|hit| (hit.id, back(hit.at), hit.step));
        told.push(format!("{:?} {:?}", hits.collect::<Vec<_>>(), view.nearest(to, 5)));
        let free = view.nearest_free(id.at(to), 30).unwrap();
        told.push(format!("{:?} {:?} {:?}", free.map(back), view.is_free(id.at(to)), view.touching(id, by)));
        let bounds = view.bounds(id).map(|Rect { left, top, width, height, .. }| (back([left, top]), width, height));
        told.push(format!("{bounds:?}"));
        let motion = rng.one_of(&[Motion::STOP, Motion::SLIDE, Motion::walk(3, 3)]);
        let Moved { at, hits, started_inside, blocked, .. } = world.move_until(id, to, motion).unwrap();
        let hits: Vec<_> = hits.iter().map(|hit| (hit.id, hit.step, back(hit.first))).collect();
        told.push(format!("move {:?} {hits:?} {started_inside:?} {blocked:?}", back(at)));
        let lift = rng.one_of(&ids);
        let Carried { riders, pushed, crushed, .. } = world.carry(lift, place_in(&mut rng), None).unwrap();
        told.push(format!("{riders:?} {pushed:?} {crushed:?}"));
        told.push(format!("{:?}", world.push_out(rng.one_of(&ids), 12)));
        told.push(format!("{:?}", ids.iter().map(|&id| back(world.get(id).unwrap().position)).collect::<Vec<_>>()));
    }
    told
}

#[test]
fn at_the_ends_of_the_world_all_is_as_in_its_middle() {
    // Far enough from the ends that they stop nobody.
    let ends = [-END + 400, END - 460];
    for seed in 0..if cfg!(debug_assertions) { 12 } else { 150 } {
        let told = story(seed, [0, 0]);
        for place in ends.into_iter().flat_map(|x| ends.map(|y| [x, y])).chain([[0, ends[0]], [ends[1], 1]]) {
            for (one, other) in told.iter().zip(story(seed, place)) {
                assert_eq!(*one, other, "seed {seed} at {place:?}");
            }
        }
    }
}
