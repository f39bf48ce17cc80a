//! Paths of continuous sprites, at their edges. Random paths are in the lives.

use mask::Mask;
use world::{Impact, MAX_POSITION, MaskId, Pair, Side, Sprite, SpriteId, World, WorldError};

/// A world with a square mask of each of some sides.
fn squares<const N: usize>(sides: [u32; N]) -> (World, [MaskId; N]) {
    let mut world = World::new();
    let masks = sides.map(|side| world.add_mask(Mask::filled(side, side).unwrap()).unwrap());
    (world, masks)
}

/// A bullet of a pixel at `from` and a rock of 10 x 10 pixels at `rock`, after a step.
fn shot(from: [i32; 2], rock: [i32; 2]) -> (World, SpriteId, SpriteId) {
    let (mut world, [dot, square]) = squares([1, 10]);
    let bullet = world.spawn(Sprite::new(dot, from).continuous(true)).unwrap();
    let rock = world.spawn(Sprite::new(square, rock)).unwrap();
    world.step().unwrap();
    (world, bullet, rock)
}

/// The impact of the only pair of the next step, or `None` if there is no pair.
fn next_impact(world: &mut World) -> Option<([[i32; 2]; 2], f64)> {
    let step = world.step().unwrap();
    assert!(step.pairs().len() <= 1);
    step.pairs().first().map(|&pair| {
        let Impact { places, fraction, .. } = step.impact(pair).unwrap();
        (places, fraction)
    })
}

#[test]
fn a_pair_met_in_passing_begins_now_and_ends_in_the_next_step() {
    let (mut world, bullet, rock) = shot([0, 5], [50, 0]);
    world.move_to(bullet, [100, 5]).unwrap();
    let pair = Pair { a: bullet, b: rock };
    let step = world.step().unwrap();
    assert_eq!((step.pairs(), step.began(), step.ended()), (&[pair][..], &[pair][..], &[][..]));
    assert_eq!(step.contacts_of(rock).map(|contact| contact.first()).collect::<Vec<_>>(), [[50, 5]]);
    assert_eq!(step.contacts(|contact| contact.area()), [1]);
    let reversed = step.map_pairs(&[pair, Pair { a: rock, b: bullet }], |contact| (contact.a, contact.first()));
    assert_eq!(reversed, [Some((bullet, [50, 5])), Some((rock, [50, 5]))]);
    assert!(step.view().contact(bullet, rock).is_none() && step.view().overlapping(bullet).is_empty());
    assert!(step.view().collisions().unwrap().is_empty());
    let step = world.step().unwrap();
    assert_eq!((step.pairs(), step.began(), step.ended()), (&[][..], &[][..], &[pair][..]));
    assert!(step.impact(pair).is_none());
}

#[test]
fn no_path_after_a_jump_and_a_change_of_the_sprite() {
    let (mut world, bullet, rock) = shot([0, 5], [50, 0]);
    world.jump_to(bullet, [100, 5]).unwrap();
    assert_eq!(next_impact(&mut world), None);
    // A jump somewhere ends the path of the whole step.
    world.move_to(bullet, [80, 5]).unwrap();
    world.jump_to(bullet, [70, 5]).unwrap();
    world.move_to(bullet, [0, 5]).unwrap();
    assert_eq!(next_impact(&mut world), None);
    // The rock stands where it is now: it has come from behind the bullet.
    world.move_to(rock, [-50, 0]).unwrap();
    assert_eq!(next_impact(&mut world), None);
    // A new sprite in the slot of an old one has another path.
    world.despawn(bullet).unwrap();
    world.step().unwrap();
    world.step().unwrap();
    let dot = world.mask_id_at(0).unwrap();
    let other = world.spawn(Sprite::new(dot, [-100, 5]).continuous(true)).unwrap();
    assert_eq!(other.index(), bullet.index());
    assert_eq!(next_impact(&mut world), None);
    // A sprite that was not continuous at the last step has no path either.
    world.get_mut(other).unwrap().set_continuous(false).unwrap();
    world.step().unwrap();
    world.get_mut(other).unwrap().set_continuous(true).unwrap();
    world.move_to(other, [0, 5]).unwrap();
    assert_eq!(next_impact(&mut world), None);
    world.move_to(other, [-100, 5]).unwrap();
    assert_eq!(next_impact(&mut world), Some(([[-41, 5], [-50, 0]], 0.41)));
}

#[test]
fn a_bullet_that_is_spawned_and_moved_in_one_frame_has_a_path() {
    type Move = fn(&mut World, SpriteId);
    let moves: [Move; 4] = [
        |world, id| world.move_to(id, [100, 5]).unwrap(),
        |world, id| world.sync([(id, [100, 5])]).unwrap(),
        |world, _| world.sync_by_slot(&[[50, 0], [100, 5]]).unwrap(),
        |world, id| world.sprites_mut().filter(|one| one.id() == id).for_each(|mut one| one.move_to([100, 5]).unwrap()),
    ];
    for moved in moves {
        let (mut world, [dot, square]) = squares([1, 10]);
        world.spawn(Sprite::new(square, [50, 0])).unwrap();
        let bullet = world.spawn(Sprite::new(dot, [0, 5]).continuous(true)).unwrap();
        moved(&mut world, bullet);
        assert_eq!(next_impact(&mut world), Some(([[50, 0], [50, 5]], 0.5)));
        assert_eq!(next_impact(&mut world), None);
    }
    // Of a sprite that was spawned at any place, a jump ends the path; one that becomes continuous later has none.
    let (mut world, [dot, square]) = squares([1, 10]);
    world.spawn(Sprite::new(square, [50, 0])).unwrap();
    let bullet = world.spawn(Sprite::new(dot, [0, 5]).continuous(true)).unwrap();
    world.jump_to(bullet, [100, 5]).unwrap();
    assert_eq!(next_impact(&mut world), None);
    world.despawn(bullet).unwrap();
    let late = world.spawn(Sprite::new(dot, [0, 5])).unwrap();
    world.get_mut(late).unwrap().set_continuous(true).unwrap();
    world.move_to(late, [100, 5]).unwrap();
    assert_eq!(next_impact(&mut world), None);
}

#[test]
fn two_bullets_that_cross_meet_where_both_are_at_the_same_time() {
    let (mut world, [dot]) = squares([2]);
    let spawn = |world: &mut World, at| world.spawn(Sprite::new(dot, at).continuous(true)).unwrap();
    let [a, b] = [[0, 0], [100, 0]].map(|at| spawn(&mut world, at));
    let late = spawn(&mut world, [50, 60]);
    world.step().unwrap();
    world.move_to(a, [100, 0]).unwrap();
    world.move_to(b, [0, 0]).unwrap();
    world.move_to(late, [50, -200]).unwrap();
    let step = world.step().unwrap();
    assert_eq!(step.pairs(), [Pair { a, b }]);
    let impact = step.impact(Pair { a: b, b: a }).unwrap();
    assert_eq!((impact.a, impact.b, impact.contact.a), (b, a, b));
    assert_eq!((impact.places, impact.fraction), ([[51, 0], [50, 0]], 99.0 / 200.0));
}

#[test]
fn paths_across_the_whole_world() {
    let end = MAX_POSITION;
    for [from, to] in [[[-end, 5], [end, 5]], [[end, end], [-end, -end]], [[-end, -end], [end, end]]] {
        let (mut world, bullet, rock) = shot(from, [0, 0]);
        world.move_to(bullet, to).unwrap();
        let (places, fraction) = next_impact(&mut world).unwrap();
        assert_eq!(places[1], [0, 0]);
        assert!(places[0].iter().all(|c| (0..10).contains(c)) && (fraction - 0.5).abs() < 1e-6);
        // Both move from one end to the other, through each other.
        world.get_mut(rock).unwrap().set_continuous(true).unwrap();
        world.jump_to(bullet, from).unwrap();
        world.jump_to(rock, to).unwrap();
        world.step().unwrap();
        world.move_to(bullet, to).unwrap();
        world.move_to(rock, from).unwrap();
        let (places, _) = next_impact(&mut world).unwrap();
        assert!(places.iter().flatten().all(|c| c.abs() <= 20 + 5 * i32::from(from[1] == 5)), "{places:?}");
    }
}

#[test]
fn layers_sensors_and_fixed_sprites_on_a_path() {
    let (mut world, [dot, square]) = squares([1, 10]);
    let bullet = world.spawn(Sprite::new(dot, [0, 5]).continuous(true).layers(1).collides_with(2)).unwrap();
    let others = [
        Sprite::new(square, [20, 0]).layers(2).sensor(true),
        Sprite::new(square, [40, 0]).layers(2).fixed(true).one_way(Side::Top),
        Sprite::new(square, [60, 0]).layers(4),
        Sprite::new(square, [80, 0]).layers(6).collides_with(4),
    ]
    .map(|sprite| world.spawn(sprite).unwrap());
    world.step().unwrap();
    world.move_to(bullet, [200, 5]).unwrap();
    let pairs = [others[0], others[1]].map(|b| Pair { a: bullet, b });
    assert_eq!(world.step().unwrap().pairs(), pairs);
    // Two fixed sprites never are a pair.
    world.get_mut(bullet).unwrap().set_fixed(true);
    world.move_to(bullet, [0, 5]).unwrap();
    assert_eq!(world.step().unwrap().pairs(), [pairs[0]]);
}

#[test]
fn a_copy_knows_the_paths() {
    let (world, bullet, _) = shot([0, 5], [50, 0]);
    for mut world in [world.try_clone().unwrap(), world] {
        world.move_to(bullet, [100, 5]).unwrap();
        assert_eq!(next_impact(&mut world), Some(([[50, 5], [50, 0]], 0.5)));
    }
}

#[test]
fn a_failed_step_keeps_the_last_places() {
    let (mut world, bullet, _) = shot([0, 5], [50, 0]);
    world.move_to(bullet, [60, 5]).unwrap();
    world.set_limits(world.limits().pairs(0));
    assert_eq!(world.step().err(), Some(WorldError::TooManyPairs { limit: 0 }));
    world.set_limits(world.limits().pairs(1));
    world.move_to(bullet, [100, 5]).unwrap();
    assert_eq!(next_impact(&mut world), Some(([[50, 5], [50, 0]], 0.5)));
}

#[test]
fn the_last_step_is_known_until_something_changes() {
    let (mut world, bullet, rock) = shot([0, 5], [50, 0]);
    world.move_to(bullet, [100, 5]).unwrap();
    world.step().unwrap();
    world.refresh().unwrap();
    let step = world.last_step().unwrap();
    assert_eq!(step.impact(Pair { a: bullet, b: rock }).unwrap().places, [[50, 5], [50, 0]]);
    assert!(world.try_clone().unwrap().last_step().is_none());
    let changes: [fn(&mut World, SpriteId); 4] = [
        |world, id| world.move_by(id, [1, 0]).unwrap(),
        |world, id| world.get_mut(id).unwrap().set_layers(3).unwrap(),
        |world, id| world.edit_mask(world.get(id).unwrap().mask, |mask| mask.invert()).unwrap(),
        |world, id| _ = world.despawn(id).unwrap(),
    ];
    for change in changes {
        world.step().unwrap();
        assert!(world.last_step().is_some());
        change(&mut world, rock);
        assert!(world.last_step().is_none());
        world.refresh().unwrap();
        assert!(world.last_step().is_none());
    }
}

#[test]
fn a_failed_step_is_not_the_last_step() {
    let (mut world, bullet, rock) = shot([0, 5], [50, 0]);
    world.move_to(bullet, [100, 5]).unwrap();
    assert_eq!(world.step().unwrap().pairs(), [Pair { a: bullet, b: rock }]);
    // Nothing has changed, but the paths and the passing pairs of the step are gone.
    world.move_to(rock, [100, 0]).unwrap();
    world.move_to(rock, [50, 0]).unwrap();
    let other = world.get(rock).unwrap();
    let pair = [0, 1].map(|_| world.spawn(other.position([500, 0])).unwrap());
    world.step().unwrap();
    world.set_limits(world.limits().pairs(0));
    assert!(world.step().is_err());
    assert!(world.last_step().is_none());
    world.set_limits(world.limits().pairs(9));
    assert_eq!(world.step().unwrap().pairs(), [Pair { a: pair[0], b: pair[1] }]);
    assert!(world.last_step().is_some());
}

#[test]
fn a_sprite_from_another_world_brings_its_last_place() {
    let (mut world, [dot, square]) = squares([1, 10]);
    let rock = world.spawn(Sprite::new(square, [50, 0])).unwrap();
    let bullet = world.spawn(Sprite::new(dot, [100, 5]).continuous(true)).unwrap();
    world.set_last_place(bullet, [0, 5]).unwrap();
    assert_eq!(next_impact(&mut world), Some(([[50, 0], [50, 5]], 0.5)));
    // The last place that is set counts, and none is a jump.
    world.set_last_place(bullet, [70, 5]).unwrap();
    world.set_last_place(bullet, [80, 5]).unwrap();
    assert_eq!(next_impact(&mut world), None);
    world.move_to(bullet, [0, 5]).unwrap();
    world.jump_to(bullet, [0, 5]).unwrap();
    assert_eq!(next_impact(&mut world), None);
    // A sprite that does not move has no path, wherever it is said to have been.
    world.set_last_place(bullet, [0, 5]).unwrap();
    assert_eq!(next_impact(&mut world), None);
    let far = [0, MAX_POSITION + 1];
    assert_eq!(world.set_last_place(bullet, far), Err(WorldError::OutOfRange { at: far.map(i64::from) }));
    world.despawn(rock).unwrap();
    assert_eq!(world.set_last_place(rock, [0, 0]), Err(WorldError::StaleSprite(rock)));
}

/// A place between two pixels is rounded. From the view of the other sprite, it is rounded the other way.
#[test]
fn the_data_of_sprites_can_decide_which_of_them_a_line_belongs_to() {
    for (by_data, hit) in [(false, [1, 1]), (true, [1, 0])] {
        for rock in [[1, 0], [1, 1]] {
            let (mut world, [dot]) = squares([1]);
            world.set_paths_by_data(by_data);
            let bullet = world.spawn(Sprite::new(dot, [0, 0]).continuous(true).data(9)).unwrap();
            let other = world.spawn(Sprite::new(dot, rock).data(8)).unwrap();
            world.step().unwrap();
            world.move_to(bullet, [2, 1]).unwrap();
            let step = world.step().unwrap();
            assert_eq!(step.pairs().len(), usize::from(rock == hit), "by data: {by_data}, {rock:?}");
            for &pair in step.pairs() {
                let impact = step.impact(pair).unwrap();
                assert_eq!((impact.a, impact.b), (bullet, other));
                assert_eq!((impact.places, impact.contact.first()), ([rock, rock], rock));
            }
        }
    }
}

#[test]
fn a_ball_between_two_walls_bounces_off_one_after_the_other() {
    let (mut world, [ball, wall]) = squares([4, 60]);
    for x in [-60, 20] {
        world.spawn(Sprite::new(wall, [x, -30]).fixed(true)).unwrap();
    }
    let ball = world.spawn(Sprite::new(ball, [8, 0]).continuous(true)).unwrap();
    world.step().unwrap();
    let (mut speed, mut bounces) = (50, 0);
    for _ in 0..10 {
        world.move_by(ball, [speed, 0]).unwrap();
        let impact = world.step().unwrap().first_impact(ball).unwrap();
        assert_eq!(impact.contact.normal()[0], f64::from(-speed.signum()));
        let [free, _] = impact.before.unwrap();
        assert_eq!(free, [if speed > 0 { 16 } else { 0 }, 0]);
        world.move_to(ball, free).unwrap();
        world.set_last_place(ball, free).unwrap();
        (speed, bounces) = (-speed, bounces + 1);
    }
    assert_eq!(bounces, 10);
}

#[test]
fn the_places_before_a_touch_are_free_and_one_step_away() {
    let (mut world, bullet, rock) = shot([0, 5], [50, 0]);
    world.get_mut(rock).unwrap().set_continuous(true).unwrap();
    world.step().unwrap();
    world.move_to(bullet, [100, 5]).unwrap();
    world.move_to(rock, [10, 7]).unwrap();
    let step = world.step().unwrap();
    for [a, b] in [[bullet, rock], [rock, bullet]] {
        let impact = step.impact(Pair { a, b }).unwrap();
        let offset = |places: [[i32; 2]; 2]| [0, 1].map(|axis| places[0][axis] - places[1][axis]);
        let (at, before) = (offset(impact.places), offset(impact.before.unwrap()));
        assert!([0, 1].iter().all(|&axis| at[axis].abs_diff(before[axis]) <= 1) && at != before);
        let place = impact.places[usize::from(a == rock)];
        assert_eq!(impact.contact.first()[1], place[1]);
    }
    // A pair that touches where its path begins has no place before.
    world.jump_to(bullet, [12, 9]).unwrap();
    world.step().unwrap();
    world.move_to(bullet, [80, 9]).unwrap();
    let impact = world.step().unwrap().first_impact(bullet).unwrap();
    assert_eq!((impact.fraction, impact.before, impact.b), (0.0, None, rock));
    assert!(world.step().unwrap().first_impact(bullet).is_none());
}
