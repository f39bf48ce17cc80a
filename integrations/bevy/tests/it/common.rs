//! Apps without a window, and images.

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetApp, AssetPlugin, Assets, Handle, RenderAssetUsages};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::Vec2;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use hitmask_bevy::{CollisionBegan, CollisionEnded, HitmaskPlugin, Mask, PixelQuery, PixelView};
use wgpu_types::{Extent3d, TextureDimension, TextureFormat};

/// Returns an app in which each update is one fixed step.
pub(crate) fn app_with(plugin: HitmaskPlugin) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), TimePlugin, TransformPlugin, plugin))
        .init_asset::<Image>()
        .init_asset::<TextureAtlasLayout>()
        .init_resource::<Log>()
        .add_systems(bevy_app::FixedLast, log)
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.update(); // the first update has no step
    app
}

pub(crate) fn app() -> App {
    app_with(HitmaskPlugin::default())
}

/// The messages of each step.
#[derive(Resource, Default)]
pub(crate) struct Log {
    pub(crate) began: Vec<CollisionBegan>,
    pub(crate) ended: Vec<CollisionEnded>,
    pub(crate) steps: usize,
}

fn log(mut log: ResMut<Log>, mut began: MessageReader<CollisionBegan>, mut ended: MessageReader<CollisionEnded>) {
    log.began.extend(began.read().copied());
    log.ended.extend(ended.read().copied());
    log.steps += 1;
}

/// Makes a step, and returns its messages.
pub(crate) fn step(app: &mut App) -> Log {
    *app.world_mut().resource_mut::<Log>() = Log::default();
    app.update();
    let log = std::mem::take(&mut *app.world_mut().resource_mut::<Log>());
    assert_eq!(log.steps, 1, "an update must be one step");
    log
}

/// Calls `ask` with a view of the world.
pub(crate) fn ask<R>(app: &mut App, ask: impl FnOnce(PixelView) -> R) -> R {
    let mut state = SystemState::<PixelQuery>::new(app.world_mut());
    let query = state.get(app.world()).unwrap();
    ask(query.view())
}

/// Returns an image with these alpha values, and colors that do not matter.
pub(crate) fn image(width: u32, height: u32, alpha: impl Fn(u32, u32) -> u8) -> Image {
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let data = texels.flat_map(|(x, y)| [x as u8, y as u8, 200, alpha(x, y)]).collect();
    let (format, usages) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::default());
    Image::new(size, TextureDimension::D2, data, format, usages)
}

pub(crate) fn add_image(app: &mut App, image: Image) -> Handle<Image> {
    app.world_mut().resource_mut::<Assets<Image>>().add(image)
}

/// Returns a full mask.
pub(crate) fn block(width: u32, height: u32) -> hitmask_bevy::PixelMask {
    hitmask_bevy::PixelMask::new(Mask::filled(width, height).unwrap())
}

/// Returns the pixel with its center at a point, y down.
pub(crate) fn pixel(point: Vec2) -> [i32; 2] {
    [(point.x - 0.5) as i32, (-point.y - 0.5) as i32]
}
