//! The world against every sprite tested with every other, pixel by pixel.

mod copies;
mod lives;
mod refusals;
mod saved;
mod scenes;
mod sizes;
mod slots;
mod still;

use bench::naive::Grid;
use bench::rng::Rng;
use bench::scene::{Kind, Scene};
use bench::shape;
use hitmask::{Mask, Pair, Placed, Rect, Sprite, SpriteId, Turn, World, world};

#[test]
fn overlaps_and_queries_agree_with_the_pixels() {
    let scene = Scene::new(Kind::Clustered, 300, 12);
    let (mut world, ids) = scene.to_world().unwrap();
    let view = world.refresh().unwrap();
    let sprites = scene.sprites();
    for pair in view.collisions().unwrap() {
        let index = |id| ids.binary_search(&id).unwrap();
        let ((a, at_a), (b, at_b)) = (sprites[index(pair.a)], sprites[index(pair.b)]);
        let offset = [at_b[0] - at_a[0], at_b[1] - at_a[1]];
        let overlap = view.overlap(pair.a, pair.b).unwrap();
        assert_eq!(view.overlap(pair.b, pair.a), Some(overlap), "the overlap depends on the order of the sprites");
        assert_eq!(overlap.area, a.area(b, offset));
        assert_eq!(overlap.first, a.first(b, offset).map(|[x, y]| [x + at_a[0], y + at_a[1]]).unwrap());
        let bounds = a.bounds(b, offset).unwrap();
        assert_eq!(overlap.bounds, Rect { left: bounds.left + at_a[0], top: bounds.top + at_a[1], ..bounds });
    }
    assert_eq!(view.overlap(ids[0], ids[0]), None);

    let mut rng = Rng::new(13);
    for _ in 0..2000 {
        let [left, top] = [rng.within(-40..scene.side + 40), rng.within(-40..scene.side + 40)];
        let rect = Rect { left, top, width: rng.below(30), height: rng.below(30) };
        let window = shape::grid(rect.width, rect.height, |_, _| true);
        let dot = shape::solid(1);
        let with = |over: &Grid| -> Vec<SpriteId> {
            let hit = |&(grid, at): &(&Grid, [i32; 2])| grid.hit(over, [left - at[0], top - at[1]]);
            ids.iter().zip(&sprites).filter(|(_, sprite)| hit(sprite)).map(|(&id, _)| id).collect()
        };
        assert_eq!(view.find(rect), with(&window), "{rect}");
        assert_eq!(view.find([left, top]), with(&dot), "[{left}, {top}]");
    }
    let everywhere = Rect { left: i32::MIN, top: i32::MIN, width: u32::MAX, height: u32::MAX };
    assert_eq!(view.find(everywhere), ids);
}

#[test]
fn nearest_and_overlapping_are_those_of_every_sprite() {
    let scene = Scene::new(Kind::Clustered, 400, 14);
    let (mut world, ids) = scene.to_world().unwrap();
    let ground = world.add_mask(Mask::filled(20, 300).unwrap()).unwrap();
    let mut ids = ids;
    ids.extend((0..20).map(|n| world.spawn(Sprite::new(ground, [n * 130, n * 17 % 400]).fixed()).unwrap()));
    let view = world.refresh().unwrap();
    let brush = shape::ring(50);
    let mask = shape::mask(&brush);
    let mut rng = Rng::new(15);
    for round in 0..300 {
        let at = [rng.within(-300..scene.side + 300), rng.within(-300..scene.side + 300)];
        let distance_2 = |&id: &SpriteId| {
            let rect = view.bounds(id).unwrap();
            let off =
                |c: i32, first: i32, end: i64| (i64::from(first) - i64::from(c)).max(i64::from(c) - end + 1).max(0);
            off(at[0], rect.left, rect.right()).pow(2) + off(at[1], rect.top, rect.bottom()).pow(2)
        };
        let mut expected = ids.clone();
        expected.sort_by_key(|id| (distance_2(id), *id));
        for count in [0, 1, 2, 7, round % 40, 1000] {
            let count = count.min(expected.len());
            assert_eq!(view.nearest(at, count), expected[..count], "{count} at {at:?}");
        }
        assert_eq!(view.nearest(at, usize::MAX).len(), ids.len());
        let hit = |id: &&SpriteId| {
            let shape = view.shape(**id).unwrap();
            Grid::from(shape.mask).hit(&brush, [at[0] - shape.at[0], at[1] - shape.at[1]])
        };
        let touching: Vec<SpriteId> = ids.iter().filter(hit).copied().collect();
        assert_eq!(view.find(Placed { mask: &mask, at }), touching);
    }
    assert!(view.find(Placed { mask: &mask, at: [i32::MIN, 0] }).is_empty());
    assert!(World::new().refresh().unwrap().nearest([0, 0], 3).is_empty());
}

#[test]
fn sprites_flip_and_turn_in_place_or_about_their_pivot() {
    let mask: Mask = "#..\n##.".parse().unwrap();
    let mut world = World::new();
    let shown = world.add_mask(mask.clone()).unwrap();
    let turns = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters];
    for (turn, flip) in turns.into_iter().flat_map(|turn| [(turn, false), (turn, true)]) {
        let sprite = Sprite::new(shown, [10, 20]).turned(turn);
        let sprite = if flip { sprite.flipped_x() } else { sprite };
        let in_place = world.spawn(sprite).unwrap();
        let about = world.spawn(sprite.pivot([1, 1])).unwrap();
        let outside = world.spawn(sprite.pivot([-2, 7])).unwrap();
        let view = world.refresh().unwrap();
        assert_eq!(view.shape(in_place).unwrap().at, [10, 20]);
        // The pixel [1, 1] is solid, and stays at the position for every flip and turn.
        assert!(view.find([10, 20]).contains(&about), "{turn:?} {flip}");
        let [dx, dy] = [view.shape(about).unwrap().at[0] - 10, view.shape(about).unwrap().at[1] - 20];
        assert!((-2..=0).contains(&dx) && (-2..=0).contains(&dy));
        assert_eq!(view.shape(outside).unwrap().mask, view.shape(about).unwrap().mask);
    }
    let plain = world.spawn(Sprite::new(shown, [0, 0]).pivot([0, 0])).unwrap();
    assert_eq!(world.refresh().unwrap().shape(plain).unwrap().at, [0, 0]);
}

#[test]
fn sprites_follow_an_edited_mask() {
    let mut world = World::new();
    let ground = world.add_mask(Mask::filled(100, 20).unwrap()).unwrap();
    let ball = world.add_mask(Mask::filled(6, 6).unwrap()).unwrap();
    let scenery = world.spawn(Sprite::new(ground, [0, 0]).turned(Turn::Half).fixed()).unwrap();
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
        world.edit_mask(mask, |mask| {
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
    assert_eq!(view.overlap(ids[0], ids[4]).unwrap().first, [end, end]);
    assert_eq!(view.overlap(ids[0], ids[1]), None);
}
