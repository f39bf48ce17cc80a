//! A platformer: slopes, one-way planks, lifts, crates, coins, walkers, and a sword.
//!
//!     cargo run --release --bin platformer
//!     cargo run --release --bin platformer -- --script FOLDER
//!
//! The arrow keys run, jump and drop through planks; X strikes; S saves, and L loads. With `--script`, the program presses
//! keys by a script, saves a screenshot and what it must show in FOLDER, and ends.

mod draw;
mod game;
mod level;

use arcade::{Any, is_down};
use draw::{Pictures, ZOOM};
use game::{BLOW, Game, Keys};
use level::SIZE;
use macroquad::prelude as mq;
use macroquad::prelude::KeyCode;
use std::path::Path;

fn window() -> mq::Conf {
    arcade::window("hitmask: a platformer", SIZE.map(|side| f64::from(side) * f64::from(ZOOM)))
}

#[macroquad::main(window)]
async fn main() {
    arcade::run(play, play_script).await;
}

async fn play() -> Any<()> {
    let (game, pictures) = (Game::new()?, Pictures::new()?);
    let mut saved = game.save()?;
    let draw = |game: &mut Game| {
        if mq::is_key_pressed(KeyCode::S) {
            saved = game.save()?;
        }
        if mq::is_key_pressed(KeyCode::L) {
            *game = Game::load(&saved)?;
        }
        pictures.draw(game);
        Ok(())
    };
    arcade::play(game, |game| game.tick(pressed()), draw).await
}

fn pressed() -> Keys {
    Keys {
        left: is_down([KeyCode::Left, KeyCode::A]),
        right: is_down([KeyCode::Right, KeyCode::D]),
        jump: is_down([KeyCode::Up, KeyCode::W, KeyCode::Space]),
        down: is_down([KeyCode::Down]),
        strike: is_down([KeyCode::X]),
    }
}

/// The keys of the script: the hero runs to the right, jumps over what is in his way, and strikes.
fn scripted(tick: u32) -> Keys {
    Keys { right: tick % 200 < 150, jump: tick % 60 < 3, down: false, left: false, strike: tick.is_multiple_of(40) }
}

/// Plays the script, checks that saving and loading change nothing, and saves a screenshot and what it must show.
async fn play_script(folder: &Path) -> Any<()> {
    let (mut game, pictures) = (Game::new()?, Pictures::new()?);
    for tick in 0..440 {
        if tick == 200 {
            game = Game::load(&game.save()?)?;
        }
        game.tick(scripted(tick))?;
        pictures.draw(&game);
        mq::next_frame().await;
    }
    if game.coins == 0 {
        return Err("the hero of the script takes a coin".into());
    }
    game.blow = BLOW;
    pictures.draw(&game);
    arcade::save_screenshot(&folder.join("platformer.png"))?;
    std::fs::write(folder.join("platformer.txt"), pictures.report(&game))?;
    Ok(())
}
