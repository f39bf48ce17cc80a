//! Programs of the book's guide that are parts of a game. Each is played for some steps, and checked by what it prints.

use bevy::prelude::*;
use hitmask_bevy::prelude::*;
use std::cell::RefCell;

thread_local! {
    static PRINTED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the lines of the programs. They run on this thread, because nothing here asks Bevy for more.
macro_rules! println {
    ($($words:tt)*) => { $crate::PRINTED.with_borrow_mut(|lines| lines.push(format!($($words)*))) };
}

mod characters;
mod free_places;
mod huge_worlds;
mod many;
mod masks;
mod pair;
mod physics;
mod rays;
mod saving;
mod terrain;
mod way_out;

fn main() {
    masks::check();
    pair::check();
    many::check();
    way_out::check();
    rays::check();
    characters::check();
    terrain::check();
    free_places::check();
    saving::check();
    physics::check();
    huge_worlds::check();
}

/// Returns an app that loads pictures. Each update after `bevy::start` is one fixed step.
fn app() -> App {
    let mut app = App::new();
    app.add_plugins((DefaultPlugins, HitmaskPlugin::default()));
    app
}

/// Plays an app for some steps, and checks the lines that its systems print.
#[track_caller]
fn play(app: &mut App, steps: usize, lines: &[&str]) {
    bevy::start(app);
    for _ in 0..steps {
        app.update();
    }
    printed(lines);
}

#[track_caller]
fn printed(lines: &[&str]) {
    assert_eq!(PRINTED.take(), lines);
    std::println!("{}", lines.join(", "));
}
