//! Warnings: once each, with the name of the asset or entity and the fix.

use crate::common::{add_image, app, block, image, step};
use crate::log::with_log;
use bevy_asset::{Assets, RenderAssetUsages};
use bevy_image::Image;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_sprite::{BorderRect, Sprite, SpriteImageMode, TextureSlicer};
use bevy_transform::components::Transform;
use hitmask_bevy::world::WorldLimits;
use hitmask_bevy::{PixelCollider, PixelWorld};
use wgpu_types::{Extent3d, TextureDimension, TextureFormat};

#[test]
fn each_image_that_cannot_be_read_has_one_warning_with_the_fix() {
    with_log(|warnings| {
        let mut app = app();
        let size = Extent3d { width: 4, height: 4, depth_or_array_layers: 1 };
        let mut compressed = image(4, 4, |_, _| 255);
        compressed.texture_descriptor.format = TextureFormat::Bc1RgbaUnormSrgb;
        let mut gone = image(4, 4, |_, _| 255);
        gone.data = None;
        let mut short = image(4, 4, |_, _| 255);
        short.data.as_mut().unwrap().truncate(20);
        let signed = Image::new(
            size,
            TextureDimension::D2,
            vec![0; 64],
            TextureFormat::Rgba8Snorm,
            RenderAssetUsages::default(),
        );
        let sliced = SpriteImageMode::Sliced(TextureSlicer { border: BorderRect::all(1.0), ..Default::default() });
        let tiled = SpriteImageMode::Tiled { tile_x: true, tile_y: false, stretch_value: 1.0 };
        let fitted = SpriteImageMode::Scale(Default::default());
        let auto = SpriteImageMode::Auto;
        let full = || image(4, 4, |_, _| 255);
        let cases = [
            (compressed, auto.clone(), ["Bc1RgbaUnormSrgb", "uncompressed"]),
            (gone, auto.clone(), ["render world", "MAIN_WORLD"]),
            (short, auto.clone(), ["bytes", "convert"]),
            (signed, auto, ["Rgba8Snorm", "Rgba8UnormSrgb"]),
            (full(), sliced, ["Sliced", "Auto"]),
            (full(), tiled, ["Tiled", "PixelMask"]),
            (full(), fitted, ["Scale", "Auto"]),
        ];
        for (image, image_mode, words) in cases {
            let handle = add_image(&mut app, image);
            for n in 0..3 {
                let sprite = Sprite { image_mode: image_mode.clone(), ..Sprite::from_image(handle.clone()) };
                app.world_mut().spawn((sprite, PixelCollider::default(), Transform::from_xyz(n as f32, 0.0, 0.0)));
            }
            for _ in 0..3 {
                let mut transforms = app.world_mut().query::<&mut Transform>();
                transforms.iter_mut(app.world_mut()).for_each(|mut transform| transform.translation.x += 1.0);
                step(&mut app);
            }
            let log = warnings.take();
            assert_eq!(log.len(), 1, "{log:?}");
            let name = handle.id().to_string();
            assert!(words.iter().chain([&name.as_str()]).all(|word| log[0].contains(word)), "{log:?} {name}");
        }
        assert!(app.world().resource::<PixelWorld>().is_empty());
        // An image that is repaired enters, and one that breaks again has another warning.
        let handle = add_image(&mut app, image(4, 4, |_, _| 255));
        app.world_mut().spawn((Sprite::from_image(handle.clone()), PixelCollider::default()));
        for broken in [true, false, true] {
            let mut images = app.world_mut().resource_mut::<Assets<Image>>();
            images.get_mut(&handle).unwrap().data = (!broken).then(|| vec![255; 64]);
            step(&mut app);
            step(&mut app);
            assert_eq!(
                (warnings.take().len(), app.world().resource::<PixelWorld>().len()),
                (usize::from(broken), usize::from(!broken))
            );
        }
    });
}

#[test]
fn two_uses_of_an_image_do_not_repeat_a_warning() {
    with_log(|warnings| {
        let mut app = app();
        let handle = add_image(&mut app, image(4, 4, |_, _| 255));
        let tiled = SpriteImageMode::Tiled { tile_x: true, tile_y: false, stretch_value: 1.0 };
        let too_large = Some(bevy_math::Rect::new(0.0, 0.0, 2e9, 2e9));
        for sprite in [
            Sprite::from_image(handle.clone()),
            Sprite { image_mode: tiled, ..Sprite::from_image(handle.clone()) },
            Sprite { rect: too_large, ..Sprite::from_image(handle.clone()) },
        ] {
            app.world_mut().spawn((sprite, PixelCollider::default()));
        }
        for _ in 0..4 {
            let mut sprites = app.world_mut().query::<&mut Sprite>();
            sprites.iter_mut(app.world_mut()).for_each(|mut sprite| sprite.flip_x = !sprite.flip_x);
            step(&mut app);
        }
        let log = warnings.take();
        assert_eq!(log.len(), 2, "{log:?}");
    });
}

#[test]
fn a_transform_that_is_not_valid_leaves_the_entity_out_with_one_warning() {
    with_log(|warnings| {
        let mut app = app();
        let wrong = [
            Transform::from_xyz(f32::NAN, 0.0, 0.0),
            Transform::from_xyz(0.0, f32::INFINITY, 0.0),
            Transform::from_xyz(2e9, 0.0, 0.0),
            Transform::from_scale(Vec3::splat(f32::NAN)),
            Transform::from_scale(Vec3::splat(1e9)),
            Transform::from_rotation(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)),
        ];
        let entity = app.world_mut().spawn((PixelCollider::default(), block(8, 8))).id();
        step(&mut app);
        for wrong in wrong {
            app.world_mut().entity_mut(entity).insert(wrong);
            step(&mut app);
            app.world_mut().get_mut::<Transform>(entity).unwrap().translation.z += 1.0;
            step(&mut app);
            let log = warnings.take();
            assert!(log.len() == 1 && log[0].contains(&entity.to_string()), "{wrong:?} {log:?}");
            assert!(app.world().resource::<PixelWorld>().is_empty());
            app.world_mut().entity_mut(entity).insert(Transform::IDENTITY);
            step(&mut app);
            assert_eq!((app.world().resource::<PixelWorld>().len(), warnings.take().len()), (1, 0));
        }
        // A scale of 0 has no pixels, which is no fault.
        app.world_mut().entity_mut(entity).insert(Transform::from_scale(Vec3::new(0.0, 1.0, 1.0)));
        step(&mut app);
        assert!(app.world().resource::<PixelWorld>().is_empty() && warnings.take().is_empty());
    });
}

#[test]
fn a_sheared_child_collides_as_it_is_drawn_without_a_warning() {
    with_log(|warnings| {
        let mut app = app();
        let parent = app.world_mut().spawn(Transform::from_scale(Vec3::new(2.0, 1.0, 1.0))).id();
        let transform = Transform::from_rotation(Quat::from_rotation_z(0.7));
        let child = app.world_mut().spawn((PixelCollider::default(), block(8, 8), transform)).id();
        app.world_mut().entity_mut(child).insert(bevy_ecs::hierarchy::ChildOf(parent));
        for n in 0..3 {
            app.world_mut().get_mut::<Transform>(parent).unwrap().translation.x = n as f32;
            step(&mut app);
        }
        assert!(warnings.take().is_empty());
        let bounds = crate::common::ask(&mut app, |view| view.bounds(child)).unwrap();
        // A square of 8 x 8 at 40 degrees is 11.3 pixels wide and high, and its parent is twice as wide.
        assert!((bounds.center() - Vec2::new(2.0, 0.0)).length() < 1.0, "{bounds:?}");
        assert!((bounds.width() - 22.6).abs() < 2.0 && (bounds.height() - 11.3).abs() < 2.0, "{bounds:?}");
    });
}

#[test]
fn an_app_without_images_works() {
    let mut app = bevy_app::App::new();
    let plugin = hitmask_bevy::HitmaskPlugin::default().in_schedule(bevy_app::Update);
    app.add_plugins(plugin);
    for x in [0.0, 3.0] {
        app.world_mut().spawn((PixelCollider::default(), block(4, 4), Transform::from_xyz(x, 0.0, 0.0)));
    }
    app.update();
    assert_eq!(app.world().resource::<PixelWorld>().pairs().len(), 1);
}

#[test]
fn a_step_that_fails_has_one_error_and_loses_no_message() {
    with_log(|log| {
        let plugin = hitmask_bevy::HitmaskPlugin::default()
            .world_settings(|world| world.set_limits(WorldLimits::DEFAULT.pairs(2)));
        let mut app = crate::common::app_with(plugin);
        let spawn = |app: &mut bevy_app::App| app.world_mut().spawn((PixelCollider::default(), block(4, 4))).id();
        let ids = [0; 3].map(|_: i32| spawn(&mut app));
        for _ in 0..2 {
            for _ in 0..3 {
                assert!(step(&mut app).began.is_empty());
                let found = crate::common::ask(&mut app, |view| view.find(Vec2::ZERO));
                assert_eq!(found.len(), 3, "queries still work");
            }
            let errors = log.take();
            assert!(errors.len() == 1 && errors[0].contains("limit"), "{errors:?}");
            app.world_mut().get_mut::<Transform>(ids[2]).unwrap().translation.x = 50.0;
            assert_eq!(step(&mut app).began.len(), 1);
            app.world_mut().get_mut::<Transform>(ids[2]).unwrap().translation.x = 0.0;
            step(&mut app);
            app.world_mut().get_mut::<Transform>(ids[0]).unwrap().translation.x = 50.0;
            let messages = step(&mut app);
            assert_eq!((messages.began.len(), messages.ended.len(), log.take().len()), (1, 1, 1));
            app.world_mut().get_mut::<Transform>(ids[2]).unwrap().translation.x = 100.0;
            assert_eq!(step(&mut app).ended.len(), 1);
            ids.iter().for_each(|&id| app.world_mut().get_mut::<Transform>(id).unwrap().translation.x = 0.0);
        }
    });
}
