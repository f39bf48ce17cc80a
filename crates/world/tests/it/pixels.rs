//! The world against every sprite tested with every other, pixel by pixel.

use mask::{Mask, Rect};
use testkit::model::{Actor, PlacedGrid, Twin, answers};
use testkit::scene::{Kind, Scene};
use testkit::{Rng, shape};
use world::{Pair, PlacedMask, QuarterTurn, Sprite, World};

/// A scene of clusters with some fixed ground, its placed grids, and a random place in it or near it.
fn clusters(count: usize, seed: u64) -> (Twin, Vec<PlacedGrid>, impl FnMut() -> [i32; 2]) {
    let scene = Scene::new(Kind::Clustered, count, seed);
    let mut twin = Twin::default();
    let masks: Vec<_> = scene.grids.iter().map(|grid| twin.add_mask(grid.clone())).collect();
    let sprites = scene.shape_of.iter().zip(&scene.at);
    sprites.for_each(|(&shape, &at)| _ = twin.spawn(Actor::new(masks[shape as usize], at)).unwrap());
    let ground = twin.add_mask(shape::grid(20, 300, |_, _| true));
    for n in 0..20 {
        twin.spawn(Actor { fixed: true, ..Actor::new(ground, [n * 130, n * 17 % 400]) }).unwrap();
    }
    let placed_grids = twin.model.placed_grids().unwrap();
    let mut rng = Rng::new(seed);
    (twin, placed_grids, move || [0; 2].map(|_: i32| rng.within(-300..scene.side + 300)))
}

#[test]
fn overlaps_and_queries_agree_with_the_pixels() {
    let (mut twin, placed_grids, mut place) = clusters(300, 12);
    let view = twin.world.refresh().unwrap();
    for pair in view.collisions().unwrap() {
        let [a, b] = [pair.a, pair.b].map(|id| placed_grids.binary_search_by_key(&id, |one| one.id).unwrap());
        assert!(answers::contact(view, &placed_grids[a], &placed_grids[b]));
    }
    assert!(view.contact(placed_grids[0].id, placed_grids[0].id).is_none());
    let mut rng = Rng::new(13);
    for _ in 0..2000 {
        let [left, top] = place();
        twin.check_window(Rect { left, top, width: rng.below(30), height: rng.below(30) }, &placed_grids);
    }
    let everywhere = Rect { left: i32::MIN, top: i32::MIN, width: u32::MAX, height: u32::MAX };
    assert!(twin.world.refresh().unwrap().find(everywhere).into_iter().eq(placed_grids.iter().map(|one| one.id)));
}

#[test]
fn nearest_and_overlapping_are_those_of_every_sprite() {
    let (mut twin, placed_grids, mut place) = clusters(400, 14);
    let view = twin.world.refresh().unwrap();
    let seen: Vec<&PlacedGrid> = placed_grids.iter().collect();
    let brush = shape::ring(50);
    let mask = shape::mask(&brush);
    for round in 0..300 {
        let at = place();
        answers::nearest(view, &seen, at, &[0, 1, 2, 7, round % 40, 1000, usize::MAX]);
        answers::found(view, PlacedMask { mask: &mask, at }, &answers::sharing(&seen, (&brush, at)));
    }
    assert!(view.find(PlacedMask { mask: &mask, at: [i32::MIN, 0] }).is_empty());
    assert!(World::new().refresh().unwrap().nearest([0, 0], 3).is_empty());
}

#[test]
fn sprites_flip_and_turn_in_place_or_about_their_origin() {
    let mask: Mask = "#..\n##.".parse().unwrap();
    let mut world = World::new();
    let shown = world.add_mask(mask.clone()).unwrap();
    let turns = QuarterTurn::ALL;
    for (turn, flip) in turns.into_iter().flat_map(|turn| [(turn, false), (turn, true)]) {
        let sprite = Sprite::new(shown, [10, 20]).turn(turn);
        let sprite = if flip { sprite.flip_x(true) } else { sprite };
        let in_place = world.spawn(sprite).unwrap();
        let about = world.spawn(sprite.origin([1.5, 1.5])).unwrap();
        let outside = world.spawn(sprite.origin([-1.5, 7.5])).unwrap();
        let view = world.refresh().unwrap();
        assert_eq!(view.shape(in_place).unwrap().at, [10, 20]);
        // The pixel [1, 1] is solid, and stays at the position for every flip and turn.
        assert!(view.find([10, 20]).contains(&about), "{turn:?} {flip}");
        let [dx, dy] = [view.shape(about).unwrap().at[0] - 10, view.shape(about).unwrap().at[1] - 20];
        assert!((-2..=0).contains(&dx) && (-2..=0).contains(&dy));
        assert_eq!(view.shape(outside).unwrap().mask, view.shape(about).unwrap().mask);
    }
    let plain = world.spawn(Sprite::new(shown, [0, 0]).origin([0.0, 0.0])).unwrap();
    assert_eq!(world.refresh().unwrap().shape(plain).unwrap().at, [0, 0]);
}

#[test]
fn sprites_follow_an_edited_mask() {
    let mut world = World::new();
    let ground = world.add_mask(Mask::filled(100, 20).unwrap()).unwrap();
    let ball = world.add_mask(Mask::filled(6, 6).unwrap()).unwrap();
    let scenery = world.spawn(Sprite::new(ground, [0, 0]).turn(QuarterTurn::Half).fixed(true)).unwrap();
    let mover = world.spawn(Sprite::new(ball, [91, 10])).unwrap();
    let both = vec![Pair { a: scenery, b: mover }];
    assert_eq!(world.refresh().unwrap().collisions().unwrap(), both);
    // A hole at the left of the mask is at the right of the sprite, which is turned by half.
    let hole = Mask::filled(10, 20).unwrap();
    world.edit_mask(ground, |mask| mask.erase(&hole, [0, 0])).unwrap();
    assert!(world.refresh().unwrap().collisions().unwrap().is_empty());
    assert_eq!(world.refresh().unwrap().bounds(scenery).unwrap().width, 90);
    world.edit_mask(ground, |mask| mask.fill()).unwrap();
    assert_eq!(world.refresh().unwrap().collisions().unwrap(), both);
    // An edit does not change a mask that the caller still holds.
    let shared = std::sync::Arc::new(Mask::filled(2, 2).unwrap());
    let id = world.add_mask(shared.clone()).unwrap();
    world.edit_mask(id, |mask| mask.clear()).unwrap();
    assert_eq!((shared.count(), world.mask(id).unwrap().count()), (4, 0));
}

#[test]
fn an_edit_that_panics_leaves_the_world_usable() {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(8, 8).unwrap()).unwrap();
    let ids = [[0, 0], [6, 6]].map(|at| world.spawn(Sprite::new(mask, at)).unwrap());
    assert_eq!(world.refresh().unwrap().collisions().unwrap().len(), 1);
    let edited = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        world.edit_mask(mask, |mask| -> () {
            mask.fill_rect(Rect { left: 0, top: 0, width: 4, height: 8 }, false);
            panic!("a panic during an edit");
        })
    }));
    assert!(edited.is_err());
    assert_eq!(world.refresh().unwrap().bounds(ids[0]).unwrap().left, 4);
    assert!(world.refresh().unwrap().collisions().unwrap().is_empty());
}

#[test]
fn a_world_without_sprites_and_one_at_the_ends_of_the_range() {
    let mut world = World::new();
    assert!(world.refresh().unwrap().collisions().unwrap().is_empty());
    assert!(world.refresh().unwrap().find([0, 0]).is_empty());
    let wide = world.add_mask(Mask::filled(200, 200).unwrap()).unwrap();
    let end = world::MAX_POSITION;
    let corners = [[end, end], [-end, -end], [end, -end], [-end, end], [end, end - 1]];
    let ids = corners.map(|at| world.spawn(Sprite::new(wide, at)).unwrap());
    let view = world.refresh().unwrap();
    assert_eq!(view.collisions().unwrap(), [Pair { a: ids[0], b: ids[4] }]);
    assert_eq!(view.contact(ids[0], ids[4]).unwrap().first(), [end, end]);
    assert!(view.contact(ids[0], ids[1]).is_none());
}
