//! Drawings over the sprites: text, the places of hits, and with the key B the boxes and shared pixels.

use crate::bullets::{FLASH, Flash, Hits};
use crate::to_world;
use bevy::camera::visibility::RenderLayers;
use bevy::diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::input::common_conditions::input_just_pressed;
use bevy::prelude::*;
use hitmask_bevy::{CollisionBegan, CollisionEnded, PixelGizmos, PixelSystems, PixelWorld};
use rocks::{field, report};
use std::time::{Duration, Instant};

/// The time of hitmask's part of the last tick.
#[derive(Resource, Default)]
struct StepTime {
    start: Option<Instant>,
    time: Duration,
}

/// The number of pairs that collide.
#[derive(Resource, Default)]
pub(crate) struct Pairs(pub(crate) usize);

/// The text with the numbers.
#[derive(Component)]
struct Numbers;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(FrameTimeDiagnosticsPlugin::default())
        .init_resource::<StepTime>()
        .init_resource::<Pairs>()
        .add_systems(Startup, (spawn_text, spawn_stars, color_gizmos))
        .add_systems(
            FixedPostUpdate,
            (start_clock.before(PixelSystems::Sync), (stop_clock, count_pairs).after(PixelSystems::Messages)),
        )
        .add_systems(Update, (write_numbers, draw_flashes, toggle_boxes.run_if(input_just_pressed(KeyCode::KeyB))));
}

fn start_clock(mut step: ResMut<StepTime>) {
    step.start = Some(Instant::now());
}

fn stop_clock(mut step: ResMut<StepTime>) {
    step.time = step.start.take().map_or(Duration::ZERO, |start| start.elapsed());
}

pub(crate) fn count_pairs(
    mut pairs: ResMut<Pairs>,
    mut began: MessageReader<CollisionBegan>,
    mut ended: MessageReader<CollisionEnded>,
) {
    pairs.0 = pairs.0 + began.read().count() - ended.read().count();
}

fn spawn_text(mut commands: Commands) {
    let line = |text: &str, size, y| {
        let at = to_world([12.0, y]).extend(10.0);
        (
            Text2d::new(text),
            TextFont::from_font_size(size),
            bevy::sprite::Anchor::TOP_LEFT,
            Transform::from_translation(at),
        )
    };
    commands.spawn((Numbers, line("", 18.0, 8.0)));
    let keys = format!("arrows: fly   space: fire   B: boxes and shared pixels   M: {} pebbles", field::MANY);
    commands.spawn((line(&keys, 14.0, 34.0), TextColor(Color::srgb(0.8, 0.8, 0.8))));
}

fn spawn_stars(mut commands: Commands) {
    for (at, light) in field::stars() {
        let light = light as f32;
        let color = Color::srgb(light, light, (light + 0.1).min(1.0));
        let sprite = Sprite::from_color(color, Vec2::splat(1.5));
        commands.spawn((sprite, Transform::from_translation(to_world(at).extend(-10.0))));
    }
}

/// Gives the gizmos the colors that the check of the screenshot expects.
fn color_gizmos(mut store: ResMut<GizmoConfigStore>) {
    let (config, gizmos) = store.config_mut::<PixelGizmos>();
    config.line.width = 1.0;
    config.render_layers = RenderLayers::default();
    let color = |[r, g, b]: [u8; 3]| Color::srgb_u8(r, g, b);
    gizmos.box_color = color(report::BOX_COLOR);
    gizmos.shared_color = color(report::SHARED_COLOR);
}

pub(crate) fn toggle_boxes(mut store: ResMut<GizmoConfigStore>) {
    let gizmos = store.config_mut::<PixelGizmos>().1;
    gizmos.boxes = !gizmos.boxes;
    gizmos.shared_pixels = gizmos.boxes;
}

fn write_numbers(
    mut text: Single<&mut Text2d, With<Numbers>>,
    diagnostics: Res<DiagnosticsStore>,
    step: Res<StepTime>,
    pixels: Res<PixelWorld>,
    hits: Res<Hits>,
    pairs: Res<Pairs>,
) {
    let frame =
        diagnostics.get(&FrameTimeDiagnosticsPlugin::FRAME_TIME).and_then(|time| time.smoothed()).unwrap_or_default();
    text.0 = format!(
        "frame {frame:.1} ms   hitmask {:.2} ms   {} sprites   {} pairs   {} hits",
        1e3 * step.time.as_secs_f64(),
        pixels.len(),
        pairs.0,
        hits.rocks
    );
}

fn draw_flashes(flashes: Query<&Flash>, mut gizmos: Gizmos) {
    for flash in &flashes {
        let age = flash.age as f32 / FLASH as f32;
        gizmos.circle_2d(flash.at, 4.0 + 16.0 * age, Color::srgba(1.0, 0.9 - 0.6 * age, 0.3, 1.0 - age));
    }
}
