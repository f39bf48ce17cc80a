//! A bullet hell: thousands of bullets, rings with gaps that bounce shots, a shield, and thin roofs that no shot tunnels.
//!
//!     cargo run --release --bin bullets
//!     cargo run --release --bin bullets -- --script FOLDER
//!
//! The arrow keys fly, the space bar fires, X raises the shield, C switches continuous bullets off and on, M multiplies the bullets.
//! With `--script`, the program presses keys by a script, saves a screenshot and what it must show in FOLDER, and ends.

mod bullets;
mod draw;
mod game;
mod layers;
mod patterns;
#[cfg(test)]
mod tests;
mod things;

use arcade::{Any, is_down};
use draw::Pictures;
use game::{Game, Keys};
use macroquad::prelude as mq;
use macroquad::prelude::KeyCode;
use std::path::Path;
use things::SIZE;

/// The tick of the screenshot, when the bullets have filled the field.
const LAST_TICK: u32 = 840;

fn window() -> mq::Conf {
    arcade::window("hitmask: a bullet hell", SIZE)
}

#[macroquad::main(window)]
async fn main() {
    arcade::run(play, play_script).await;
}

async fn play() -> Any<()> {
    let tick = |(game, _): &mut (Game, Pictures)| Ok(game.tick(pressed())?);
    let draw = |(game, pictures): &mut (Game, Pictures)| {
        if mq::is_key_pressed(KeyCode::C) {
            let is_continuous = !game.bullets.is_continuous();
            game.bullets.set_continuous(&mut game.world, is_continuous)?;
        }
        if mq::is_key_pressed(KeyCode::M) {
            game.more = if game.more < 4 { 2 * game.more } else { 1 };
        }
        pictures.draw(game);
        Ok(())
    };
    arcade::play((Game::new()?, Pictures::new()), tick, draw).await
}

fn pressed() -> Keys {
    let axis = |less, more| f64::from(u8::from(is_down(more))) - f64::from(u8::from(is_down(less)));
    Keys {
        toward: [
            axis([KeyCode::Left, KeyCode::A], [KeyCode::Right, KeyCode::D]),
            axis([KeyCode::Up, KeyCode::W], [KeyCode::Down, KeyCode::S]),
        ],
        fire: is_down([KeyCode::Space]),
        shield: is_down([KeyCode::X]),
    }
}

/// The keys of the script: the ship sways, fires all the time, and raises its shield for two of three seconds.
fn scripted(tick: u32) -> Keys {
    let sway = (f64::from(tick) / 40.0).sin();
    let toward = if sway.abs() > 0.97 { sway.signum() } else { 0.0 };
    Keys { toward: [toward, 0.0], fire: true, shield: tick % 180 < 140 }
}

/// Plays the script, a tick in each frame, and saves a screenshot and what it must show.
async fn play_script(folder: &Path) -> Any<()> {
    let (mut game, mut pictures) = (Game::new()?, Pictures::new());
    while game.tick < LAST_TICK {
        game.tick(scripted(game.tick))?;
        if game.tick.is_multiple_of(4) || game.tick == LAST_TICK {
            pictures.draw(&game);
            mq::next_frame().await; // without a graphics card, drawing each tick would take minutes
        }
    }
    pictures.draw(&game);
    arcade::save_screenshot(&folder.join("bullets.png"))?;
    std::fs::write(folder.join("bullets.txt"), draw::report(&mut game)?)?;
    Ok(())
}
