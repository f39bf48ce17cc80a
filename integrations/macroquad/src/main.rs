//! A ship in a field of rocks with holes. All collisions are pixel-exact: bullets fly through the holes, and dig the ground.
//!
//!     cargo run --release
//!     cargo run --release -- --script FOLDER
//!
//! With `--script`, the program presses keys by a script, saves two screenshots and what they must show in FOLDER, and ends.

mod body;
mod draw;
mod frames;
mod game;

use arcade::{Any, is_down, save_screenshot};
use draw::Pictures;
use game::Game;
use macroquad::prelude as mq;
use macroquad::prelude::KeyCode;
use rocks::field;
use rocks::keys::{self, Keys};
use std::path::Path;

/// The ticks between the first screenshot and the second, which shows pebbles.
const MORE_TICKS: u32 = 60;

fn window() -> mq::Conf {
    arcade::window("hitmask: rocks with holes", field::SIZE.map(f64::from))
}

#[macroquad::main(window)]
async fn main() {
    arcade::run(play, play_script).await;
}

async fn play() -> Any<()> {
    let (pictures, game) = start()?;
    let mut shows_boxes = false;
    let tick = |(_, game): &mut (Pictures, Game)| game.tick(pressed());
    let draw = |(pictures, game): &mut (Pictures, Game)| {
        if mq::is_key_pressed(KeyCode::M) {
            game.toggle_pebbles()?;
        }
        shows_boxes ^= mq::is_key_pressed(KeyCode::B);
        let report = if shows_boxes { Some(game.report()?) } else { None };
        pictures.draw(game, report.as_ref());
        Ok(())
    };
    arcade::play((pictures, game), tick, draw).await
}

fn start() -> Any<(Pictures, Game)> {
    let pictures = Pictures::load()?;
    let game = Game::new(pictures.ground_mask()?)?;
    Ok((pictures, game))
}

/// Returns the keys that are down.
fn pressed() -> Keys {
    Keys {
        left: is_down([KeyCode::Left, KeyCode::A]),
        right: is_down([KeyCode::Right, KeyCode::D]),
        thrust: is_down([KeyCode::Up, KeyCode::W]),
        fire: is_down([KeyCode::Space]),
    }
}

/// Plays the script, a tick in each frame, and saves screenshots: of the boxes and shared pixels in the first tick after
/// the script in which sprites collide, and of thousands of pebbles.
async fn play_script(folder: &Path) -> Any<()> {
    let (mut pictures, mut game) = start()?;
    while game.tick < keys::LAST_TICK || game.pairs == 0 {
        game.tick(keys::scripted(game.tick))?;
        pictures.draw(&game, None);
        mq::next_frame().await;
    }
    let report = game.report()?;
    pictures.draw(&game, Some(&report));
    save_screenshot(&folder.join("boxes.png"))?;
    std::fs::write(folder.join("boxes.txt"), report.to_string())?;

    game.toggle_pebbles()?;
    for _ in 0..MORE_TICKS {
        mq::next_frame().await;
        game.tick(Keys::default())?;
        pictures.draw(&game, None);
    }
    save_screenshot(&folder.join("pebbles.png"))
}
