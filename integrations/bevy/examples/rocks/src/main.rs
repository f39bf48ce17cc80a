//! A ship in a field of rocks with holes. All collisions are pixel-exact: bullets fly through the holes, and dig the
//! ground.
//!
//!     cargo run --release
//!     cargo run --release -- --script FOLDER
//!
//! With `--script`, the program presses keys by a script, saves two screenshots and what they must show in FOLDER, and
//! ends.

mod bullets;
mod input;
mod overlay;
mod pictures;
mod rocks_and_ship;
mod script;

use bevy::prelude::*;
use hitmask_bevy::prelude::*;
use rocks::field;
use script::Script;

/// Layers. Rocks, the ship and the ground push each other away; a bullet hits rocks and ground.
const SHIP: u32 = 1;
const ROCK: u32 = 2;
const GROUND: u32 = 4;
const BULLET: u32 = 8;

fn main() -> AppExit {
    let mut arguments = std::env::args().skip(1);
    let script = match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
        (None, ..) => None,
        (Some("--script"), Some(folder), None) => Some(Script::new(folder.into())),
        _ => {
            eprintln!("error: expected no arguments, or --script FOLDER");
            return AppExit::from_code(2);
        }
    };
    let window = Window {
        title: "hitmask: rocks with holes".into(),
        resolution: field::SIZE.into(),
        resizable: false,
        ..default()
    };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(HitmaskPlugin::default())
        .insert_resource(ClearColor(Color::srgb(0.03, 0.03, 0.08)))
        .insert_resource(Time::<Fixed>::from_duration(std::time::Duration::from_secs_f64(field::TICK)))
        .add_plugins((pictures::plugin, input::plugin, rocks_and_ship::plugin, bullets::plugin, overlay::plugin));
    if let Some(script) = script {
        script.add_to(&mut app);
    }
    app.run()
}

/// Converts a point of the field, with the origin top-left and y down, to Bevy's world.
fn to_world([x, y]: [f64; 2]) -> Vec2 {
    Vec2::new(x as f32 - field::SIZE[0] as f32 / 2.0, field::SIZE[1] as f32 / 2.0 - y as f32)
}

/// Converts a vector of the field to Bevy's world.
fn vector([x, y]: [f64; 2]) -> Vec2 {
    Vec2::new(x as f32, -y as f32)
}
