//! Plays the game by a script and saves screenshots, for the test of the game.

use crate::bullets::Hits;
use crate::input::Pressed;
use crate::rocks_and_ship::{Ship, toggle_pebbles};
use crate::{overlay, overlay::Pairs};
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use hitmask_bevy::PixelWorld;
use rocks::report::Report;
use rocks::{field, keys};
use std::path::PathBuf;

/// The script of a game.
#[derive(Resource)]
pub(crate) struct Script {
    folder: PathBuf,
    tick: u32,
    phase: Phase,
    /// The frames since the game was paused.
    frames: u32,
}

/// The phase of the script.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// Plays until the script is over and two sprites collide.
    Play,
    /// Waits for a screenshot of the boxes and shared pixels. The game is paused.
    Boxes,
    /// Plays with thousands of pebbles until a tick.
    Pebbles { until: u32 },
    /// Waits for a screenshot of the pebbles. The game is paused.
    Last,
}

/// The ticks in a frame, because software drivers take long for a frame.
const TICKS_A_FRAME: u32 = 4;

/// The frames between a pause and its screenshot.
const SETTLE: u32 = 3;

/// The ticks between the two screenshots.
const MORE_TICKS: u32 = 60;

impl Script {
    pub(crate) fn new(folder: PathBuf) -> Script {
        Script { folder, tick: 0, phase: Phase::Play, frames: 0 }
    }

    pub(crate) fn add_to(self, app: &mut App) {
        app.insert_resource(self)
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(TICKS_A_FRAME))
            .add_systems(FixedPostUpdate, play.after(overlay::count_pairs))
            .add_systems(PostUpdate, take_screenshot)
            .add_observer(go_on);
    }
}

/// After a tick: presses the keys of the next, or pauses the game for a screenshot.
fn play(
    mut commands: Commands,
    mut script: ResMut<Script>,
    mut pressed: ResMut<Pressed>,
    mut time: ResMut<Time<Virtual>>,
    mut strategy: ResMut<TimeUpdateStrategy>,
    pairs: Res<Pairs>,
) -> Result {
    let is_over = match script.phase {
        Phase::Play => script.tick >= keys::LAST_TICK && pairs.0 > 0,
        Phase::Pebbles { until } => script.tick >= until,
        Phase::Boxes | Phase::Last => return Ok(()),
    };
    if !is_over {
        pressed.0 = keys::scripted(script.tick);
        script.tick += 1;
        if script.tick + TICKS_A_FRAME > keys::LAST_TICK {
            *strategy = TimeUpdateStrategy::FixedTimesteps(1); // so that the pause comes before the next tick
        }
        return Ok(());
    }
    time.pause();
    std::fs::create_dir_all(&script.folder)?;
    if script.phase == Phase::Play {
        script.phase = Phase::Boxes;
        commands.run_system_cached(overlay::toggle_boxes);
        commands.run_system_cached(write_report);
    } else {
        script.phase = Phase::Last;
    }
    script.frames = 0;
    Ok(())
}

/// Saves a screenshot of a paused game, after some frames that show all that it must.
fn take_screenshot(mut commands: Commands, mut script: ResMut<Script>) {
    let name = match script.phase {
        Phase::Boxes => "boxes.png",
        Phase::Last => "pebbles.png",
        Phase::Play | Phase::Pebbles { .. } => return,
    };
    script.frames += 1;
    if script.frames == SETTLE {
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(script.folder.join(name)));
    }
}

/// Goes on after a screenshot.
fn go_on(
    _: On<ScreenshotCaptured>,
    mut commands: Commands,
    mut script: ResMut<Script>,
    mut time: ResMut<Time<Virtual>>,
    mut exit: MessageWriter<AppExit>,
) {
    if script.phase == Phase::Last {
        exit.write(AppExit::Success);
        return;
    }
    time.unpause();
    commands.run_system_cached(overlay::toggle_boxes);
    commands.run_system_cached(toggle_pebbles);
    script.phase = Phase::Pebbles { until: script.tick + MORE_TICKS };
}

/// Writes what the screenshot must show.
fn write_report(
    script: Res<Script>,
    hits: Res<Hits>,
    pixels: Res<PixelWorld>,
    ship: Single<&Transform, With<Ship>>,
) -> Result {
    // The world of masks has the pixels of Bevy's world, with y down. The window has its origin top-left.
    let [left, top] = field::SIZE.map(|side| -(side as i32) / 2);
    let in_window = |[x, y]: [i32; 2]| [x - left, y - top];
    let at = ship.translation;
    let ship = in_window([at.x.floor() as i32, (-at.y).floor() as i32]);
    pixels.with_world(|world| {
        let view = world.view().ok_or("the last step has failed")?;
        let boxes = view.sprites().filter_map(|(id, _)| view.bounds(id)).map(|bounds| {
            let [x, y] = in_window([bounds.left, bounds.top]);
            [x, y, bounds.width as i32, bounds.height as i32]
        });
        let mut shared = Vec::new();
        for pair in view.collisions()? {
            let (Ok(a), Ok(b)) = (view.shape(pair.a), view.shape(pair.b)) else { continue };
            shared.extend(a.pixels().filter(|at| b.pixels().any(|other| other == *at)).map(in_window));
        }
        let report = Report { ship, holes: hits.holes.clone(), boxes: boxes.collect(), shared };
        Ok(std::fs::write(script.folder.join("boxes.txt"), report.to_string())?)
    })
}
