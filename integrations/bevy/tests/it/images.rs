//! Images that load late, change, are removed, or are shared.

use crate::common::{add_image, app, ask, block, image, step};
use bevy_app::App;
use bevy_asset::{Assets, Handle, RenderAssetUsages};
use bevy_ecs::prelude::*;
use bevy_image::{Image, TextureAtlas, TextureAtlasLayout};
use bevy_math::{Rect, UVec2, Vec2};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use hitmask_bevy::{Mask, PixelCollider, PixelMask, PixelMover, PixelWorld};
use wgpu_types::{Extent3d, TextureDimension, TextureFormat};

fn spawn(app: &mut App, image: &Handle<Image>) -> Entity {
    app.world_mut().spawn((Sprite::from_image(image.clone()), PixelCollider::default(), Transform::default())).id()
}

fn count(app: &mut App, entity: Entity) -> usize {
    ask(app, |view| view.pixels(entity).len())
}

fn masks(app: &App) -> usize {
    app.world().resource::<PixelWorld>().mask_count()
}

/// Makes two steps: asset events arrive at the end of the frame.
fn two_steps(app: &mut App) {
    step(app);
    step(app);
}

#[test]
fn entities_share_a_mask_for_each_image_rectangle_and_threshold() {
    let mut app = app();
    let handle = add_image(&mut app, image(8, 8, |x, _| if x < 4 { 100 } else { 255 }));
    let ids = [0; 3].map(|_: i32| spawn(&mut app, &handle));
    step(&mut app);
    assert_eq!((masks(&app), count(&mut app, ids[0])), (1, 32));
    app.world_mut().get_mut::<PixelCollider>(ids[1]).unwrap().alpha_above = 99;
    app.world_mut().get_mut::<Sprite>(ids[2]).unwrap().rect = Some(Rect::new(0.0, 0.0, 5.0, 8.0));
    step(&mut app);
    assert_eq!((masks(&app), ids.map(|id| count(&mut app, id))), (3, [32, 64, 8]));
    // A tint changes the component, and no mask. Clones of a given mask share it.
    app.world_mut().get_mut::<Sprite>(ids[0]).unwrap().flip_x = true;
    let given = block(3, 3);
    for id in ids {
        app.world_mut().entity_mut(id).insert(given.clone());
    }
    step(&mut app);
    assert_eq!((masks(&app), ids.map(|id| count(&mut app, id))), (4, [9; 3]));
}

#[test]
fn an_image_that_loads_late_changes_its_size_or_is_removed() {
    let mut app = app();
    let handle = app.world().resource::<Assets<Image>>().reserve_handle();
    let entity = spawn(&mut app, &handle);
    two_steps(&mut app);
    assert_eq!(count(&mut app, entity), 0);
    let insert = |app: &mut App, image: Image| {
        app.world_mut().resource_mut::<Assets<Image>>().insert(&handle, image).unwrap();
        two_steps(app);
        (count(app, entity), masks(app), ask(app, |view| view.bounds(entity)).map(|rect| rect.size()))
    };
    assert_eq!(insert(&mut app, image(4, 4, |_, _| 255)), (16, 1, Some(Vec2::new(4.0, 4.0))));
    // A reload: another image for the same handle.
    assert_eq!(insert(&mut app, image(9, 7, |_, _| 255)), (63, 1, Some(Vec2::new(9.0, 7.0))));
    // A change of a texel.
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    images.get_mut(&handle).unwrap().data.as_mut().unwrap()[3] = 0;
    two_steps(&mut app);
    assert_eq!(count(&mut app, entity), 62);
    app.world_mut().resource_mut::<Assets<Image>>().remove(&handle);
    two_steps(&mut app);
    assert_eq!((app.world().resource::<PixelWorld>().len(), masks(&app)), (0, 0));
    app.world_mut().resource_mut::<Assets<Image>>().insert(&handle, image(2, 2, |_, _| 255)).unwrap();
    two_steps(&mut app);
    assert_eq!(count(&mut app, entity), 4);
}

#[test]
fn an_animation_shows_the_masks_of_its_frames_and_keeps_them() {
    let mut app = app();
    let handle = add_image(&mut app, image(8, 4, |x, y| if x < 4 || y == 0 { 255 } else { 0 }));
    let layout = TextureAtlasLayout::from_grid(UVec2::splat(4), 2, 1, None, None);
    let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    let entity = spawn(&mut app, &handle);
    let atlas = Some(TextureAtlas { layout: layout.clone(), index: 0 });
    app.world_mut().get_mut::<Sprite>(entity).unwrap().texture_atlas = atlas;
    for frame in (0..20).map(|n| n % 2) {
        app.world_mut().get_mut::<Sprite>(entity).unwrap().texture_atlas.as_mut().unwrap().index = frame;
        step(&mut app);
        assert_eq!(count(&mut app, entity), [16, 4][frame]);
    }
    assert_eq!(masks(&app), 2);
    // A frame of the layout changes.
    let mut layouts = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>();
    layouts.get_mut(&layout).unwrap().textures[1].max = UVec2::new(6, 4);
    two_steps(&mut app);
    assert_eq!(count(&mut app, entity), 2);
    // The other frames are dropped after a while.
    (0..400).for_each(|_| _ = step(&mut app));
    assert_eq!(masks(&app), 1);
}

#[test]
fn the_alpha_of_all_uncompressed_formats_counts() {
    let mut app = app();
    let size = Extent3d { width: 3, height: 1, depth_or_array_layers: 1 };
    let f16 = |bits: u16| bits.to_le_bytes();
    let of = |format, texels: [Vec<u8>; 3]| {
        Image::new(size, TextureDimension::D2, texels.concat(), format, RenderAssetUsages::default())
    };
    // Alpha 127, 128 and 255, or near.
    let bytes = |alpha: u8| vec![1, 2, 3, alpha];
    let half = |bits: u16| [f16(0), f16(0), f16(0), f16(bits)].concat();
    let float = |alpha: f32| [0.0f32, 0.0, 0.0, alpha].map(f32::to_le_bytes).concat();
    let word = |alpha: u16| [0, 0, 0, alpha].map(u16::to_le_bytes).concat();
    let cases = [
        of(TextureFormat::Rgba8UnormSrgb, [127, 128, 255].map(bytes)),
        of(TextureFormat::Rgba8Unorm, [127, 128, 255].map(bytes)),
        of(TextureFormat::Bgra8UnormSrgb, [127, 128, 255].map(bytes)),
        of(TextureFormat::Rgba16Unorm, [0x7f7f, 0x8080, 0xffff].map(word)),
        of(TextureFormat::Rgba16Float, [0x37f0, 0x3804, 0x3c00].map(half)),
        of(TextureFormat::Rgba32Float, [127.0 / 255.0, 128.0 / 255.0, 1.0].map(float)),
    ];
    for case in cases {
        let format = case.texture_descriptor.format;
        let handle = add_image(&mut app, case);
        let entity = spawn(&mut app, &handle);
        step(&mut app);
        assert_eq!(count(&mut app, entity), 2, "{format:?}");
    }
    // A format without alpha is solid.
    let handle = add_image(&mut app, of(TextureFormat::R8Unorm, [vec![0], vec![9], vec![255]]));
    let entity = spawn(&mut app, &handle);
    step(&mut app);
    assert_eq!(count(&mut app, entity), 3);
}

#[test]
fn a_dug_mask_belongs_to_one_entity_until_its_image_changes() {
    let mut app = app();
    let handle = add_image(&mut app, image(16, 16, |_, _| 255));
    let ids = [0; 2].map(|_: i32| spawn(&mut app, &handle));
    two_steps(&mut app);
    let dig = |app: &mut App, entity: Entity| {
        app.world_mut()
            .run_system_cached_with(
                |In(entity): In<Entity>, mut mover: PixelMover| {
                    let [x, y] = mover.view().mask_point(entity, Vec2::new(-4.0, 4.0)).unwrap();
                    assert_eq!([x, y], [4.0, 4.0]);
                    mover.edit_mask(entity, |mask| mask.fill_circle([x, y], 2.0, false)).unwrap();
                    assert!(mover.view().find(Vec2::new(-4.0, 4.0)).iter().all(|other| *other != entity));
                },
                entity,
            )
            .unwrap();
    };
    dig(&mut app, ids[0]);
    assert_eq!(ids.map(|id| count(&mut app, id)), [244, 256]);
    // A move, a flip and a color keep the hole. The hole flips with the picture.
    app.world_mut().get_mut::<Sprite>(ids[0]).unwrap().flip_x = true;
    app.world_mut().get_mut::<Transform>(ids[0]).unwrap().translation.x = 100.0;
    step(&mut app);
    assert_eq!(ids.map(|id| count(&mut app, id)), [244, 256]);
    assert!(ask(&mut app, |view| view.find(Vec2::new(104.5, 4.5))).is_empty());
    assert_eq!(masks(&app), 2);
    app.world_mut().resource_mut::<Assets<Image>>().get_mut(&handle).unwrap().data.as_mut().unwrap()[3] = 0;
    two_steps(&mut app);
    assert_eq!((ids.map(|id| count(&mut app, id)), masks(&app)), ([255; 2], 1));
    // A given mask: the component keeps its pixels.
    let given = PixelMask::new(Mask::filled(16, 16).unwrap());
    app.world_mut().entity_mut(ids[1]).insert(given.clone());
    step(&mut app);
    dig(&mut app, ids[1]);
    assert_eq!((count(&mut app, ids[1]), given.0.count()), (244, 256));
    app.world_mut().entity_mut(ids[1]).despawn();
    step(&mut app);
    assert_eq!(masks(&app), 2, "the given mask is idle");
}
