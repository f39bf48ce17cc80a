//! The part of `bevy` that the programs of pages use, without a window.
//!
//! Each picture that a program loads is a solid rectangle. The app runs for 300 steps with the right arrow key down,
//! and panics if nothing has collided.

use bevy_app::{App, AppExit, FixedLast, Plugin, TaskPoolPlugin};
use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceId, Reader};
use bevy_asset::{AssetApp, AssetLoader, AssetPlugin, Assets, LoadContext, RenderAssetUsages};
use bevy_ecs::prelude::*;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_input::{ButtonInput, keyboard::KeyCode};
use bevy_reflect::TypePath;
use bevy_sprite::Sprite;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use hitmask_bevy::CollisionBegan;
use std::path::Path;
use std::time::{Duration, Instant};
use wgpu_types::{Extent3d, TextureDimension, TextureFormat};

pub use bevy_sprite as sprite;
pub use bevy_time as time;

/// The names of `bevy::prelude`.
pub mod prelude {
    pub use crate::{Camera2d, DefaultPlugins, MinimalPlugins};
    pub use bevy_app::prelude::*;
    pub use bevy_asset::prelude::*;
    pub use bevy_ecs::prelude::*;
    pub use bevy_ecs::utils::prelude::*;
    pub use bevy_image::prelude::*;
    pub use bevy_input::prelude::*;
    pub use bevy_math::prelude::*;
    pub use bevy_sprite::prelude::*;
    pub use bevy_time::prelude::*;
    pub use bevy_transform::prelude::*;
}

/// A camera, which draws nothing here.
#[derive(Component)]
pub struct Camera2d;

/// The pictures and their sizes.
const PICTURES: [(&str, [u32; 2]); 7] = [
    ("ship.png", [32, 32]),
    ("rock.png", [32, 32]),
    ("hero.png", [16, 24]),
    ("ground.png", [640, 80]),
    ("wall.png", [2, 64]),
    ("bullet.png", [4, 4]),
    ("coins.png", [64, 16]),
];

/// All that runs without a window.
pub struct DefaultPlugins;

impl Plugin for DefaultPlugins {
    fn build(&self, app: &mut App) {
        let root = Dir::default();
        for (name, _) in PICTURES {
            root.insert_asset_text(Path::new(name), "");
        }
        let files = AssetSourceBuilder::new(move || Box::new(MemoryAssetReader { root: root.clone() }));
        let mut keys = ButtonInput::<KeyCode>::default();
        keys.press(KeyCode::ArrowRight);
        app.register_asset_source(AssetSourceId::Default, files)
            .add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), TimePlugin, TransformPlugin))
            .init_asset::<Image>()
            .init_asset::<TextureAtlasLayout>()
            .register_asset_loader(Pictures)
            .insert_resource(keys)
            .init_resource::<Count>()
            .add_systems(FixedLast, count)
            .set_runner(run);
    }
}

/// All that runs without a window, assets and input.
pub struct MinimalPlugins;

impl Plugin for MinimalPlugins {
    fn build(&self, app: &mut App) {
        app.add_plugins((TaskPoolPlugin::default(), TimePlugin));
    }
}

/// How many pairs have begun to collide.
#[derive(Resource, Default)]
struct Count(usize);

fn count(mut count: ResMut<Count>, mut began: MessageReader<CollisionBegan>) {
    count.0 += began.read().count();
}

fn run(mut app: App) -> AppExit {
    start(&mut app);
    for _ in 0..300 {
        app.update();
    }
    assert!(app.world().resource::<Count>().0 > 0, "nothing has collided");
    AppExit::Success
}

/// Waits until the pictures of a program are there. Each update is then one fixed step.
///
/// # Panics
/// Panics if the pictures have not loaded after a minute.
pub fn start(app: &mut App) {
    app.finish();
    app.cleanup();
    // No time passes until all pictures are there.
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    let start = Instant::now();
    loop {
        app.update();
        let world = app.world_mut();
        let shown: Vec<_> = world.query::<&Sprite>().iter(world).map(|sprite| sprite.image.clone()).collect();
        if shown.iter().all(|image| world.resource::<Assets<Image>>().contains(image)) {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "pictures of the program are not in PICTURES");
    }
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
}

/// The loader of the pictures.
#[derive(TypePath)]
struct Pictures;

impl AssetLoader for Pictures {
    type Asset = Image;
    type Settings = ();
    type Error = std::io::Error;

    async fn load(&self, _: &mut dyn Reader, (): &(), context: &mut LoadContext<'_>) -> std::io::Result<Image> {
        let name = context.path().path().to_string_lossy().into_owned();
        let (_, [width, height]) =
            PICTURES.into_iter().find(|(picture, _)| *picture == name).ok_or(std::io::ErrorKind::NotFound)?;
        let size = Extent3d { width, height, depth_or_array_layers: 1 };
        let usages = RenderAssetUsages::default();
        Ok(Image::new_fill(size, TextureDimension::D2, &[255; 4], TextureFormat::Rgba8UnormSrgb, usages))
    }

    fn extensions(&self) -> &[&str] {
        &["png"]
    }
}
