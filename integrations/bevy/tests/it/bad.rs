//! One bad entity among good ones: the pairs of the others go on, the log has one warning that names the entity, and
//! the entity comes back when it is well.

use crate::common::{add_image, app, block, image, step};
use crate::log::{Warnings, with_log};
use bevy_app::App;
use bevy_asset::{AssetServer, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_image::{Image, TextureAtlas, TextureAtlasLayout};
use bevy_math::{Quat, UVec2, Vec3};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use hitmask_bevy::{CollisionBegan, PixelCollider, PixelWorld};

/// Spawns 100 entities that fly to and fro, so that 50 pairs begin and end in turn.
fn spawn_others(app: &mut App) -> Vec<Entity> {
    let at = |n: usize| Transform::from_xyz((n / 2) as f32 * 20.0, 1000.0, 0.0);
    (0..100).map(|n| app.world_mut().spawn((PixelCollider::default(), block(8, 8), at(n))).id()).collect()
}

/// Makes some steps, in which the pairs of the others begin and end, and returns the warnings.
fn fly(app: &mut App, others: &[Entity], steps: usize, warnings: &Warnings) -> Vec<String> {
    for n in 0..steps {
        let is_apart = n % 2 == 0;
        for &entity in others.iter().step_by(2) {
            app.world_mut().get_mut::<Transform>(entity).unwrap().translation.y =
                if is_apart { 1100.0 } else { 1000.0 };
        }
        let log = step(app);
        let is_other = |event: &&CollisionBegan| others.contains(&event.a) && others.contains(&event.b);
        let began = log.began.iter().filter(is_other).count();
        assert_eq!(began, if is_apart { 0 } else { 50 }, "step {n}");
    }
    warnings.take()
}

/// Plays with one bad entity for 600 steps, then with the entity when it is well.
fn check(words: &[&str], spawn: impl Fn(&mut App) -> Entity, cure: impl Fn(&mut App, Entity)) {
    with_log(|warnings| {
        let mut app = app();
        let others = spawn_others(&mut app);
        let before = fly(&mut app, &others, 2, warnings);
        assert!(before.is_empty(), "{before:?}");
        let bad = spawn(&mut app);
        app.world_mut().entity_mut(bad).insert(Name::new("the bad one"));
        let log = fly(&mut app, &others, 600, warnings);
        if words.is_empty() {
            assert!(log.is_empty(), "{log:?}");
        } else {
            assert_eq!(log.len(), 1, "{log:?}");
            let words = words.iter().copied().chain(["the bad one"]);
            assert!(words.clone().all(|word| log[0].contains(word)), "{log:?}");
            assert!(log[0].contains(&bad.to_string()), "{log:?}");
        }
        cure(&mut app, bad);
        let target = app.world_mut().spawn((PixelCollider::default(), block(2, 2), Transform::IDENTITY)).id();
        let log = fly(&mut app, &others, 4, warnings);
        assert!(log.is_empty(), "{log:?}");
        let pairs = app.world().resource::<PixelWorld>().pairs();
        assert!(pairs.iter().any(|pair| pair.contains(&bad) && pair.contains(&target)), "it is back");
        assert_eq!(app.world().resource::<PixelWorld>().len(), 102);
    });
}

fn check_transform(words: &[&str], bad: Transform) {
    let spawn = |app: &mut App| app.world_mut().spawn((PixelCollider::default(), block(8, 8), bad)).id();
    check(words, spawn, |app, entity| _ = app.world_mut().entity_mut(entity).insert(Transform::IDENTITY));
}

#[test]
fn a_place_that_is_not_a_number_or_too_far() {
    check_transform(&["must be finite and within 2^30"], Transform::from_xyz(f32::NAN, 0.0, 0.0));
    check_transform(&["must be finite and within 2^30"], Transform::from_xyz(0.0, f32::INFINITY, 0.0));
    check_transform(&["must be finite and within 2^30"], Transform::from_xyz(2e9, 0.0, 0.0));
    check_transform(&["must be finite and within 2^30"], Transform::from_xyz(0.0, -2e9, 0.0));
}

#[test]
fn a_scale_that_is_too_large_or_none() {
    check_transform(&["too large"], Transform::from_scale(Vec3::splat(1e5)));
    check_transform(&["must be finite, its axes"], Transform::from_scale(Vec3::splat(f32::NAN)));
    check_transform(&["must be finite, its axes"], Transform::from_rotation(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)));
    // A scale of 0 has no pixels, which is no fault: an entity that pops up begins with it.
    check_transform(&[], Transform::from_scale(Vec3::ZERO));
    check_transform(&[], Transform::from_scale(Vec3::new(0.0, 1.0, 1.0)));
}

#[test]
fn a_collider_without_a_picture() {
    let spawn = |app: &mut App| app.world_mut().spawn(PixelCollider::default()).id();
    check(&["neither a Sprite nor a PixelMask"], spawn, |app, entity| {
        app.world_mut().entity_mut(entity).insert(block(8, 8));
    });
}

/// Gives an entity an image that is there.
fn insert_image(app: &mut App, entity: Entity) {
    let image = add_image(app, image(8, 8, |_, _| 255));
    app.world_mut().get_mut::<Sprite>(entity).unwrap().image = image;
}

#[test]
fn an_image_that_is_missing() {
    let spawn = |app: &mut App| {
        let image = app.world().resource::<AssetServer>().load("no-such-file.png");
        app.world_mut().spawn((PixelCollider::default(), Sprite::from_image(image))).id()
    };
    check(&["no-such-file.png", "missing"], spawn, insert_image);
    let spawn = |app: &mut App| {
        let image = app.world().resource::<Assets<Image>>().reserve_handle();
        app.world_mut().spawn((PixelCollider::default(), Sprite::from_image(image))).id()
    };
    check(&["missing"], spawn, insert_image);
    let spawn = |app: &mut App| app.world_mut().spawn((PixelCollider::default(), Sprite::default())).id();
    check(&["missing"], spawn, insert_image);
}

#[test]
fn an_image_that_cannot_be_read() {
    let spawn = |app: &mut App| {
        let mut image = image(8, 8, |_, _| 255);
        image.data = None;
        let image = add_image(app, image);
        app.world_mut().spawn((PixelCollider::default(), Sprite::from_image(image))).id()
    };
    check(&["render world"], spawn, insert_image);
}

/// Returns a sprite that shows a frame of a sheet with four.
fn of_sheet(app: &mut App, layout: Option<Handle<TextureAtlasLayout>>, index: usize) -> Sprite {
    let image = add_image(app, image(16, 16, |_, _| 255));
    let layout = layout.unwrap_or_else(|| {
        let layout = TextureAtlasLayout::from_grid(UVec2::splat(8), 2, 2, None, None);
        app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout)
    });
    Sprite::from_atlas_image(image, TextureAtlas { layout, index })
}

#[test]
fn an_index_beyond_the_frames_of_the_atlas() {
    let spawn = |app: &mut App| {
        let sprite = of_sheet(app, None, 4);
        app.world_mut().spawn((PixelCollider::default(), sprite)).id()
    };
    check(&["index 4", "less than 4"], spawn, |app, entity| {
        app.world_mut().get_mut::<Sprite>(entity).unwrap().texture_atlas.as_mut().unwrap().index = 3;
    });
}

#[test]
fn an_atlas_without_a_layout() {
    let spawn = |app: &mut App| {
        let layout = app.world().resource::<Assets<TextureAtlasLayout>>().reserve_handle();
        let sprite = of_sheet(app, Some(layout), 0);
        app.world_mut().spawn((PixelCollider::default(), sprite)).id()
    };
    check(&["layout"], spawn, |app, entity| {
        let sprite = of_sheet(app, None, 0);
        app.world_mut().entity_mut(entity).insert(sprite);
    });
}

#[test]
fn a_sheared_child_has_a_warning_when_it_is_nowhere() {
    with_log(|warnings| {
        let mut app = app();
        let parent = app.world_mut().spawn(Transform::from_scale(Vec3::new(2.0, 1.0, 1.0))).id();
        let turned = Transform::from_rotation(Quat::from_rotation_z(0.7));
        let child = app.world_mut().spawn((PixelCollider::default(), block(8, 8), turned, ChildOf(parent))).id();
        step(&mut app);
        app.world_mut().get_mut::<Transform>(child).unwrap().translation.x = f32::NAN;
        step(&mut app);
        let log = warnings.take();
        assert!(log.len() == 1 && log[0].contains("must be finite"), "{log:?}");
    });
}

#[test]
fn an_observer_of_the_whole_app_that_hears_nothing_has_one_warning() {
    with_log(|warnings| {
        let mut app = app();
        let others = spawn_others(&mut app);
        app.add_observer(|_: On<CollisionBegan>| panic!("no entity has the marker"));
        let log = fly(&mut app, &others, 20, warnings);
        assert!(log.len() == 1 && log[0].contains("CollisionEvents"), "{log:?}");
    });
}

#[test]
fn an_image_that_loads_slowly_is_no_fault() {
    with_log(|warnings| {
        let mut app = app();
        let image = app.world().resource::<Assets<Image>>().reserve_handle();
        app.world_mut().spawn((PixelCollider::default(), Sprite::from_image(image.clone())));
        (0..30).for_each(|_| _ = step(&mut app));
        app.world_mut().resource_mut::<Assets<Image>>().insert(&image, crate::common::image(8, 8, |_, _| 255)).unwrap();
        (0..100).for_each(|_| _ = step(&mut app));
        assert_eq!((warnings.take().len(), app.world().resource::<PixelWorld>().len()), (0, 1));
    });
}
