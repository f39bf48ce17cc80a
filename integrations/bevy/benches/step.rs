//! The plugin's part of a fixed step against the bare `World::step` with positions synced, in turn, on equal positions:
//!
//! `cargo bench --bench step -- [ENTITIES] [STEPS] [--json]`
//!
//! It prints the parts of a step too, and ends with status 1 if the pairs differ. With `--json`, it prints an object a line:
//! {"suite","case","n","who","ns","answer"}; the answer is the sum of the pairs.

use bevy_app::App;
use bevy_asset::{AssetApp, AssetPlugin, Assets, RenderAssetUsages};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_image::Image;
use bevy_math::Vec2;
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use fastrand::Rng;
use hitmask_bevy::{CollisionBegan, CollisionEnded, HitmaskPlugin, Mask, PixelCollider, PixelSystems, PixelWorld};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use wgpu_types::{Extent3d, TextureDimension, TextureFormat};

/// The side of a sprite, in pixels.
const SIDE: u32 = 32;
/// The number of images.
const IMAGES: usize = 20;

/// A schedule with the systems of the plugin and no others.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
struct PluginStep;

/// The times at which the parts of a step begin and end.
#[derive(Resource, Default)]
struct Marks(Vec<Instant>);

fn mark(mut marks: ResMut<Marks>) {
    marks.0.push(Instant::now());
}

/// The velocity of an entity, in pixels a step.
#[derive(Component)]
struct Velocity(Vec2);

/// Returns the alpha values of a rock with holes.
fn rock(rng: &mut Rng) -> Vec<u8> {
    let (radius, hole) = (10.0 + 6.0 * rng.f32(), 6.0 * rng.f32());
    let alpha = |at: u32| {
        let from_middle = Vec2::new((at % SIDE) as f32 - 15.5, (at / SIDE) as f32 - 15.5).length();
        if from_middle < radius && from_middle > hole { 255 } else { 0 }
    };
    (0..SIDE * SIDE).map(alpha).collect()
}

fn image(alpha: &[u8]) -> Image {
    let size = Extent3d { width: SIDE, height: SIDE, depth_or_array_layers: 1 };
    let data = alpha.iter().flat_map(|&alpha| [90, 80, 70, alpha]).collect();
    Image::new(size, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::default())
}

fn main() -> ExitCode {
    let mut numbers = std::env::args().filter_map(|arg| arg.parse::<usize>().ok());
    let json = std::env::args().any(|arg| arg == "--json");
    let sizes = numbers.next().map_or(vec![1_000, 10_000, 100_000], |entities| vec![entities]);
    let steps = numbers.next().unwrap_or(60);
    for entities in sizes {
        let measured = match measure(entities, steps) {
            Ok(measured) => measured,
            Err(fault) => {
                eprintln!("{fault}");
                return ExitCode::FAILURE;
            }
        };
        if json { measured.print_json() } else { measured.print() }
    }
    ExitCode::SUCCESS
}

/// What steps of a number of entities take.
struct Measured {
    entities: usize,
    /// The pairs of all steps.
    pairs: usize,
    /// The pairs that begin in a step, in the mean.
    began: usize,
    /// The plugin, the bare world, and the parts of the plugin.
    rows: [(&'static str, Vec<Duration>); 5],
}

impl Measured {
    fn print(&self) {
        println!("{} moving entities, {} pairs begin in a step", self.entities, self.began);
        println!("              fastest    median");
        let ms = |time: Duration| 1e3 * time.as_secs_f64();
        for (name, times) in &self.rows {
            println!("{name:8} {:9.2} ms {:6.2} ms", ms(times[0]), ms(median(times)));
        }
        let [plugin, bare] = [&self.rows[0].1, &self.rows[1].1];
        let factor = |plugin: Duration, bare: Duration| plugin.as_secs_f64() / bare.as_secs_f64();
        println!("factor   {:9.2}    {:6.2}", factor(plugin[0], bare[0]), factor(median(plugin), median(bare)));
    }

    fn print_json(&self) {
        for (who, times) in &self.rows {
            let (n, ns, answer) = (self.entities, median(times).as_nanos(), self.pairs);
            println!(r#"{{"suite":"bevy","case":"step-{n}","n":{n},"who":"{who}","ns":{ns},"answer":{answer}}}"#);
        }
    }
}

/// The median of sorted times.
fn median(times: &[Duration]) -> Duration {
    times[times.len() / 2]
}

fn measure(entities: usize, steps: usize) -> Result<Measured, String> {
    let mut rng = Rng::with_seed(1);
    let alphas: Vec<Vec<u8>> = (0..IMAGES).map(|_| rock(&mut rng)).collect();
    let mut app = App::new();
    app.init_schedule(PluginStep)
        .add_plugins((bevy_app::TaskPoolPlugin::default(), AssetPlugin::default()))
        .init_asset::<Image>()
        .add_plugins(HitmaskPlugin::default().in_schedule(PluginStep))
        .init_resource::<Marks>()
        .add_systems(
            PluginStep,
            (
                mark.before(PixelSystems::Sync),
                mark.after(PixelSystems::Sync).before(PixelSystems::Step),
                mark.after(PixelSystems::Step).before(PixelSystems::Messages),
                mark.after(PixelSystems::Messages),
            ),
        );
    let mut bare = world::World::new();
    let masks: Vec<_> = alphas
        .iter()
        .map(|alpha| bare.add_mask(Mask::from_alpha(SIDE, SIDE, alpha, [1, SIDE as usize], 127).unwrap()).unwrap())
        .collect();
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let images: Vec<_> = alphas.iter().map(|alpha| images.add(image(alpha))).collect();
    let area = (entities as f32 * 2480.0).sqrt();
    for n in 0..entities {
        let at = Vec2::new(rng.f32() * area, rng.f32() * area);
        let velocity = Velocity(Vec2::new(rng.f32() * 4.0 - 2.0, rng.f32() * 4.0 - 2.0));
        let sprite = Sprite::from_image(images[n % IMAGES].clone());
        app.world_mut().spawn((
            sprite,
            PixelCollider::default(),
            Transform::from_translation(at.extend(0.0)),
            velocity,
        ));
        bare.spawn(world::Sprite::new(masks[n % IMAGES], [0, 0])).unwrap();
    }
    let mut positions = vec![[0; 2]; entities];
    let (mut plugin_times, mut bare_times, mut events, mut found) = (Vec::new(), Vec::new(), 0, 0);
    let mut parts = [const { Vec::new() }; 3];
    for round in 0..steps + 10 {
        let mut query = app.world_mut().query::<(&mut Transform, &mut Velocity)>();
        for (slot, (mut transform, mut velocity)) in query.iter_mut(app.world_mut()).enumerate() {
            transform.translation += velocity.0.extend(0.0);
            let at = transform.translation;
            for axis in 0..2 {
                if at[axis] < 0.0 || at[axis] > area {
                    velocity.0[axis] = -velocity.0[axis];
                }
            }
            // The top-left pixel of a sprite around its translation.
            positions[slot] = [at.x, -at.y].map(|c| (c + 0.5 - 1.0 / 1024.0).floor() as i32 - SIDE as i32 / 2);
        }
        let start = Instant::now();
        app.world_mut().run_schedule(PluginStep);
        let middle = Instant::now();
        bare.sync_by_slot(&positions).unwrap();
        let step = bare.step().unwrap();
        let end = Instant::now();
        let marks = std::mem::take(&mut app.world_mut().resource_mut::<Marks>().0);
        let began = app.world_mut().resource_mut::<Messages<CollisionBegan>>().drain().count();
        let ended = app.world_mut().resource_mut::<Messages<CollisionEnded>>().drain().count();
        let pairs = app.world().resource::<PixelWorld>();
        let pairs = pairs.with_world(|world| world.view().unwrap().collisions().unwrap());
        if (began, ended) != (step.began().len(), step.ended().len()) || pairs != step.pairs() {
            return Err(format!("step {round}: the plugin and the bare world disagree"));
        }
        if round >= 10 {
            plugin_times.push(middle - start);
            bare_times.push(end - middle);
            parts.iter_mut().zip(marks.windows(2)).for_each(|(part, marks)| part.push(marks[1] - marks[0]));
            events += began;
            found += pairs.len();
        }
    }
    let [sync, step, messages] = parts;
    let mut rows =
        [("hitmask", plugin_times), ("bare", bare_times), ("sync", sync), ("step", step), ("messages", messages)];
    rows.iter_mut().for_each(|row| row.1.sort_unstable());
    Ok(Measured { entities, pairs: found, began: events / steps, rows })
}
