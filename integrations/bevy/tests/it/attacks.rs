//! Games that do strange things: despawn, disable, reload and edit at awkward moments.

use crate::common::{add_image, app, app_with, ask, block, image, step};
use bevy_app::{App, FixedPostUpdate};
use bevy_asset::Assets;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_image::{Image, TextureAtlas, TextureAtlasLayout};
use bevy_math::{Rect, UVec2, Vec2, Vec3};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use fastrand::Rng;
use hitmask_bevy::{
    CollisionBegan, CollisionEvents, HitmaskPlugin, Mask, Motion, Moved, PixelCollider, PixelError, PixelMask,
    PixelMover, PixelSystems, PixelWorld,
};
use std::sync::Arc;

fn spawn(app: &mut App, x: f32, y: f32) -> Entity {
    app.world_mut().spawn((PixelCollider::default(), block(8, 8), Transform::from_xyz(x, y, 0.0))).id()
}

fn center(app: &mut App, entity: Entity) -> Option<Vec2> {
    ask(app, |view| view.bounds(entity)).map(|bounds| bounds.center())
}

/// Edits the mask of an entity.
fn edit(app: &mut App, entity: Entity, edit: fn(&mut Mask)) -> Result<(), PixelError> {
    let system = move |mut mover: PixelMover| mover.edit_mask(entity, edit);
    app.world_mut().run_system_once(system).unwrap()
}

fn move_until(app: &mut App, entity: Entity, by: Vec2) -> Result<Moved, PixelError> {
    let system = move |mut mover: PixelMover, mut transforms: Query<&mut Transform>| {
        mover.move_until(entity, &mut transforms.get_mut(entity).unwrap(), by, Motion::STOP)
    };
    app.world_mut().run_system_once(system).unwrap()
}

#[test]
fn a_rectangle_far_outside_the_image_is_empty() {
    let mut app = app();
    let handle = add_image(&mut app, image(8, 8, |_, _| 255));
    let rects = [
        Rect { min: Vec2::new(-3e9, 0.0), max: Vec2::new(-2_147_483_000.0, 8.0) },
        Rect { min: Vec2::new(2_147_483_000.0, -3e9), max: Vec2::new(3e9, -2_147_483_000.0) },
        Rect { min: Vec2::splat(f32::NAN), max: Vec2::splat(4.0) },
        Rect { min: Vec2::splat(9.0), max: Vec2::splat(3.0) },
    ];
    for (rect, count) in rects.into_iter().zip([0, 0, 16, 0]) {
        let sprite = Sprite { rect: Some(rect), ..Sprite::from_image(handle.clone()) };
        let entity = app.world_mut().spawn((sprite, PixelCollider::default())).id();
        step(&mut app);
        assert_eq!(ask(&mut app, |view| view.pixels(entity).len()), count, "{rect:?}");
    }
}

#[test]
fn a_child_of_a_disabled_parent_stays() {
    let mut app = app();
    let parent = app.world_mut().spawn(Transform::from_xyz(500.0, 0.0, 0.0)).id();
    let child = spawn(&mut app, 10.0, 0.0);
    app.world_mut().entity_mut(child).insert(ChildOf(parent));
    step(&mut app);
    app.world_mut().entity_mut(parent).insert(Disabled);
    step(&mut app);
    assert_eq!(center(&mut app, child), Some(Vec2::new(510.0, 0.0)));
}

#[test]
fn an_entity_without_a_transform_leaves_the_world_and_comes_back() {
    let mut app = app();
    let [a, b] = [0.0, 4.0].map(|x| spawn(&mut app, x, 0.0));
    step(&mut app);
    app.world_mut().entity_mut(a).remove::<Transform>();
    assert_eq!(step(&mut app).ended.len(), 1);
    app.world_mut().entity_mut(a).insert(Transform::from_xyz(1.0, 0.0, 0.0));
    assert_eq!(step(&mut app).began[0].other(b), Some(a));
}

#[test]
fn a_move_of_a_child_that_has_just_got_its_parent_is_an_error() {
    let mut app = app();
    let [parent, other] = [500.0, 900.0].map(|x| app.world_mut().spawn(Transform::from_xyz(x, 0.0, 0.0)).id());
    let entity = spawn(&mut app, 10.0, 0.0);
    step(&mut app);
    for parent in [parent, other] {
        app.world_mut().entity_mut(entity).insert(ChildOf(parent));
        assert_eq!(move_until(&mut app, entity, Vec2::X), Err(PixelError::NewParent(entity)));
        step(&mut app);
        assert_eq!(move_until(&mut app, entity, Vec2::X).unwrap().by, Vec2::X);
    }
    // Without its parent, its transform is in the world again.
    app.world_mut().entity_mut(entity).remove::<ChildOf>();
    assert_eq!(move_until(&mut app, entity, Vec2::X).unwrap().by, Vec2::X);
    assert_eq!(center(&mut app, entity), Some(Vec2::new(13.0, 0.0)));
    let new = spawn(&mut app, 90.0, 0.0);
    assert_eq!(move_until(&mut app, new, Vec2::X), Err(PixelError::NotInWorld(new)));
    step(&mut app);
    app.world_mut().entity_mut(new).remove::<PixelCollider>().insert(PixelCollider::default());
    assert_eq!(move_until(&mut app, new, Vec2::X), Err(PixelError::NotInWorld(new)));
}

#[test]
fn a_given_mask_that_changes_in_place_replaces_the_edits() {
    let mut app = app();
    let entity = app.world_mut().spawn((PixelCollider::default(), block(8, 8))).id();
    step(&mut app);
    edit(&mut app, entity, |mask| *mask = Mask::filled(8, 4).unwrap()).unwrap();
    // The plugin lets go of the shared mask.
    (0..600).for_each(|_| _ = step(&mut app));
    assert_eq!(ask(&mut app, |view| view.pixels(entity).len()), 32);
    let mut given = app.world_mut().get_mut::<PixelMask>(entity).unwrap();
    *Arc::make_mut(&mut given.0) = Mask::filled(3, 3).unwrap();
    step(&mut app);
    assert_eq!(ask(&mut app, |view| view.pixels(entity).len()), 9);
}

#[test]
fn an_edit_that_cannot_be_shown_changes_nothing() {
    let mut app = app();
    let big = app.world_mut().spawn((PixelCollider::default(), block(8, 8), Transform::from_scale(Vec3::splat(500.0))));
    let big = big.id();
    let other = spawn(&mut app, 5000.0, 0.0);
    step(&mut app);
    let count = |app: &mut App| ask(app, |view| view.bounds(big)).map(|bounds| bounds.size());
    assert_eq!(count(&mut app), Some(Vec2::splat(4000.0)));
    let edited = edit(&mut app, big, |mask| *mask = Mask::filled(4000, 4000).unwrap());
    assert!(matches!(edited, Err(PixelError::World(_))), "{edited:?}");
    assert_eq!(count(&mut app), Some(Vec2::splat(4000.0)));
    app.world_mut().get_mut::<Transform>(other).unwrap().translation.x = 0.0;
    assert_eq!(step(&mut app).began.len(), 1);
}

#[derive(Resource, Default)]
struct Paused(bool);

#[test]
fn images_that_load_while_the_plugin_is_paused_are_seen() {
    let mut app = app();
    app.init_resource::<Paused>()
        .configure_sets(FixedPostUpdate, PixelSystems::Sync.run_if(|paused: Res<Paused>| !paused.0));
    let handle = app.world().resource::<Assets<Image>>().reserve_handle();
    let late = app.world_mut().spawn((Sprite::from_image(handle.clone()), PixelCollider::default())).id();
    let other = add_image(&mut app, image(4, 4, |_, _| 255));
    let changed = app.world_mut().spawn((Sprite::from_image(other.clone()), PixelCollider::default())).id();
    (0..3).for_each(|_| _ = step(&mut app));
    app.world_mut().resource_mut::<Paused>().0 = true;
    step(&mut app);
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    images.insert(&handle, image(5, 5, |_, _| 255)).unwrap();
    images.insert(&other, image(6, 6, |_, _| 255)).unwrap();
    (0..5).for_each(|_| _ = step(&mut app));
    app.world_mut().resource_mut::<Paused>().0 = false;
    (0..2).for_each(|_| _ = step(&mut app));
    assert_eq!([late, changed].map(|entity| ask(&mut app, |view| view.pixels(entity).len())), [25, 36]);
}

#[test]
fn messages_come_once_if_the_step_is_paused() {
    let mut app = app();
    app.init_resource::<Paused>()
        .configure_sets(FixedPostUpdate, PixelSystems::Step.run_if(|paused: Res<Paused>| !paused.0));
    [0.0, 4.0].into_iter().for_each(|x| _ = spawn(&mut app, x, 0.0));
    assert_eq!(step(&mut app).began.len(), 1);
    app.world_mut().resource_mut::<Paused>().0 = true;
    (0..3).for_each(|_| assert!(step(&mut app).began.is_empty()));
}

#[test]
fn an_observer_that_despawns_ends_the_events_of_the_entity() {
    #[derive(Resource, Default)]
    struct Seen(Vec<Entity>);
    let mut app = app();
    app.init_resource::<Seen>().add_observer(
        |event: On<CollisionBegan>, mut seen: ResMut<Seen>, mut commands: Commands| {
            seen.0.push(event.a);
            commands.entity(event.b).despawn();
        },
    );
    let [a, b] = [0.0, 4.0].map(|x| spawn(&mut app, x, 0.0));
    app.world_mut().entity_mut(a).insert(CollisionEvents);
    app.world_mut().entity_mut(b).insert(CollisionEvents);
    step(&mut app);
    assert_eq!(app.world().resource::<Seen>().0, [a]);
    assert_eq!(step(&mut app).ended.len(), 1);
}

#[test]
fn a_move_stops_at_the_wall_at_any_number_of_pixels_per_unit() {
    let mut rng = Rng::with_seed(7);
    for pixels_per_unit in [100.0, 48.0, 0.3] {
        let mut app = app_with(HitmaskPlugin::default().pixels_per_unit(pixels_per_unit).unwrap());
        let size = |pixels: f32| Some(Vec2::splat(pixels / pixels_per_unit));
        let spawn = |app: &mut App, at: Vec2| {
            let sprite = Sprite { custom_size: size(8.0), ..Default::default() };
            let transform = Transform::from_translation((at / pixels_per_unit).extend(0.0));
            app.world_mut().spawn((PixelCollider::default(), sprite, block(8, 8), transform)).id()
        };
        for n in 0..100 {
            let wall = Vec2::new(1000.0 * n as f32, 40_000.0 + rng.f32() * 1000.0);
            spawn(&mut app, wall.round());
            let by = Vec2::from_angle(rng.f32() * 6.3) * (30.0 + 10.0 * rng.f32());
            let ball = spawn(&mut app, (wall + by).round());
            assert!(step(&mut app).began.is_empty());
            let moved = move_until(&mut app, ball, -by / pixels_per_unit).unwrap();
            assert_eq!(moved.hits.len(), 1);
            let bounds = ask(&mut app, |view| view.bounds(ball));
            assert!(step(&mut app).began.is_empty(), "{pixels_per_unit} {n}");
            assert_eq!(ask(&mut app, |view| view.bounds(ball)), bounds, "{pixels_per_unit} {n}");
        }
    }
}

#[test]
fn fixed_and_layers_can_change() {
    let mut app = app();
    let ids = [0.0, 4.0].map(|x| spawn(&mut app, x, 0.0));
    let set = |app: &mut App, id: Entity, collider: PixelCollider| {
        *app.world_mut().get_mut::<PixelCollider>(id).unwrap() = collider;
        let log = step(app);
        (log.began.len(), log.ended.len())
    };
    let (free, fixed) = (PixelCollider::default(), PixelCollider { fixed: true, ..Default::default() });
    step(&mut app);
    assert_eq!(set(&mut app, ids[0], fixed), (0, 0));
    assert_eq!(set(&mut app, ids[1], fixed), (0, 1));
    assert_eq!(set(&mut app, ids[0], free), (1, 0));
    assert_eq!(set(&mut app, ids[0], PixelCollider { collides_with: 2, ..free }), (0, 1));
    assert_eq!(set(&mut app, ids[1], PixelCollider { layers: 2, ..free }), (1, 0));
    assert_eq!(set(&mut app, ids[1], PixelCollider { layers: 2, ..free }), (0, 0));
}

#[test]
fn any_scale_and_any_place_is_taken() {
    let mut app = app();
    let mut rng = Rng::with_seed(8);
    let entity = spawn(&mut app, 0.0, 0.0);
    let numbers = [0.0, -0.0, 1e-45, 1e-30, 1e-6, 0.01, 1.0, -1.0, 37.3, 1e9, f32::MAX, f32::INFINITY, f32::NAN];
    let mut number = || numbers[rng.usize(..numbers.len())] * [1.0, -1.0][rng.usize(..2)];
    let mut most = 0;
    for _ in 0..2000 {
        let mut transform = app.world_mut().get_mut::<Transform>(entity).unwrap();
        transform.scale = Vec3::new(number(), number(), 1.0);
        transform.translation = Vec3::new(number(), number(), number());
        step(&mut app);
        most = most.max(app.world().resource::<PixelWorld>().with_world(|world| world.variant_bytes()));
    }
    *app.world_mut().get_mut::<Transform>(entity).unwrap() = Transform::IDENTITY;
    step(&mut app);
    assert_eq!(center(&mut app, entity), Some(Vec2::ZERO));
    assert!(most < 10_000_000, "{most}");
}

#[test]
fn many_spawns_in_one_step_and_many_despawns_in_the_next() {
    let mut app = app();
    let ids: Vec<Entity> = (0..20_000).map(|n| spawn(&mut app, (n / 2 * 10) as f32, (n % 2) as f32)).collect();
    assert_eq!(step(&mut app).began.len(), 10_000);
    ids.into_iter().for_each(|id| _ = app.world_mut().despawn(id));
    assert_eq!(step(&mut app).ended.len(), 10_000);
    assert!(app.world().resource::<PixelWorld>().is_empty());
}

#[test]
fn a_smaller_sheet_and_swapped_images_are_followed() {
    let mut app = app();
    let images = [16, 4].map(|side| add_image(&mut app, image(side, side, |_, _| 255)));
    let layout = TextureAtlasLayout::from_grid(UVec2::splat(8), 2, 2, None, None);
    let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    let sprite = Sprite::from_atlas_image(images[0].clone(), TextureAtlas { layout: layout.clone(), index: 3 });
    let entity = app.world_mut().spawn((sprite, PixelCollider::default())).id();
    let count = |app: &mut App| {
        (0..2).for_each(|_| _ = step(app));
        ask(app, |view| view.pixels(entity).len())
    };
    assert_eq!(count(&mut app), 64);
    // The frame is partly outside.
    app.world_mut().resource_mut::<Assets<Image>>().insert(&images[0], image(12, 10, |_, _| 255)).unwrap();
    assert_eq!(count(&mut app), 8);
    app.world_mut().get_mut::<Sprite>(entity).unwrap().image = images[1].clone();
    assert_eq!(count(&mut app), 0);
    // A layout without the frame: Bevy draws the whole image.
    *app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().get_mut(&layout).unwrap() =
        TextureAtlasLayout::from_grid(UVec2::splat(2), 1, 1, None, None);
    assert_eq!(count(&mut app), 16);
    app.world_mut().get_mut::<Sprite>(entity).unwrap().texture_atlas.as_mut().unwrap().index = 0;
    assert_eq!(count(&mut app), 4);
    app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().remove(&layout);
    assert_eq!(count(&mut app), 0);
}

#[test]
fn a_given_mask_and_a_sprite_take_turns() {
    let mut app = app();
    let handle = add_image(&mut app, image(4, 4, |_, _| 255));
    let entity = app.world_mut().spawn((Sprite::from_image(handle), PixelCollider::default())).id();
    let count = |app: &mut App| {
        step(app);
        ask(app, |view| view.pixels(entity).len())
    };
    assert_eq!(count(&mut app), 16);
    app.world_mut().entity_mut(entity).insert(block(3, 2));
    assert_eq!(count(&mut app), 6);
    app.world_mut().entity_mut(entity).remove::<Sprite>();
    assert_eq!(count(&mut app), 6);
    app.world_mut().entity_mut(entity).remove::<PixelMask>();
    assert_eq!(count(&mut app), 0);
    app.world_mut().entity_mut(entity).insert(block(5, 1));
    assert_eq!(count(&mut app), 5);
}

#[test]
fn two_apps_do_not_mix() {
    let mut apps = [app(), app_with(HitmaskPlugin::default().in_schedule(bevy_app::Update))];
    let ids = [0, 1].map(|n| [0.0, 4.0].map(|x| spawn(&mut apps[n], x, 0.0)));
    for (app, [a, b]) in apps.iter_mut().zip(ids) {
        app.update();
        assert!(ask(app, |view| view.overlaps(a, b) && !view.overlaps(a, a)));
        let contact = ask(app, |view| view.contact(a, b)).unwrap();
        assert_eq!((contact.area, contact.penetration), (32, Vec2::new(-4.0, 0.0)));
        app.world_mut().despawn(a);
        app.update();
        assert_eq!(app.world().resource::<PixelWorld>().len(), 1);
    }
}

#[test]
fn the_limits_of_the_world_are_left_and_entered_again() {
    let mut app = app();
    let [a, b] = [0.0, 4.0].map(|x| spawn(&mut app, x, 0.0));
    let limit = 2.0_f32.powi(30);
    step(&mut app);
    // The top-left corner is 4 pixels left of the translation.
    for (x, is_in_range) in [(limit, true), (-limit, false), (1.01 * limit, false), (-1.01 * limit, false)] {
        app.world_mut().get_mut::<Transform>(a).unwrap().translation.x = x;
        assert_eq!(step(&mut app).ended.len(), 1, "{x}");
        app.world_mut().get_mut::<Transform>(b).unwrap().translation.x = x;
        assert_eq!(step(&mut app).began.len(), usize::from(is_in_range), "{x}");
        let moved = move_until(&mut app, b, Vec2::new(x, 0.0));
        assert!(moved.is_err(), "{moved:?}");
        app.world_mut().get_mut::<Transform>(a).unwrap().translation.x = 0.0;
        app.world_mut().get_mut::<Transform>(b).unwrap().translation.x = 4.0;
        assert_eq!(step(&mut app).began.len(), usize::from(!is_in_range), "{x}");
        assert!(ask(&mut app, |view| view.overlaps(a, b)), "{x}");
    }
}
