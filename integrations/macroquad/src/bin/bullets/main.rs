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

use draw::Pictures;
use game::{Game, Keys};
use macroquad::prelude as mq;
use macroquad::prelude::KeyCode;
use std::path::Path;
use things::SIZE;

type Any<T> = Result<T, Box<dyn std::error::Error>>;

const TICK: f64 = 1.0 / 60.0;
/// The tick of the screenshot, when the bullets have filled the field.
const LAST_TICK: u32 = 840;

fn window() -> mq::Conf {
    mq::Conf {
        window_title: "hitmask: a bullet hell".into(),
        window_width: SIZE[0] as i32,
        window_height: SIZE[1] as i32,
        window_resizable: false,
        ..mq::Conf::default()
    }
}

#[macroquad::main(window)]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let played = match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
        (None, ..) => play().await,
        (Some("--script"), Some(folder), None) => play_script(Path::new(&folder)).await,
        _ => Err("expected no arguments, or --script FOLDER".into()),
    };
    if let Err(error) = played {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

/// Plays until the window closes.
async fn play() -> Any<()> {
    let (mut game, mut pictures, mut owed) = (Game::new()?, Pictures::new(), 0.0);
    while !mq::is_key_pressed(KeyCode::Escape) {
        owed = (owed + f64::from(mq::get_frame_time())).min(4.0 * TICK);
        while owed >= TICK {
            game.tick(pressed())?;
            owed -= TICK;
        }
        if mq::is_key_pressed(KeyCode::C) {
            let is_continuous = !game.bullets.is_continuous();
            game.bullets.set_continuous(&mut game.world, is_continuous)?;
        }
        if mq::is_key_pressed(KeyCode::M) {
            game.more = if game.more < 4 { 2 * game.more } else { 1 };
        }
        pictures.draw(&game);
        mq::next_frame().await;
    }
    Ok(())
}

fn pressed() -> Keys {
    let axis = |less: [KeyCode; 2], more: [KeyCode; 2]| {
        let down = |keys: [KeyCode; 2]| f64::from(u8::from(keys.into_iter().any(mq::is_key_down)));
        down(more) - down(less)
    };
    Keys {
        toward: [
            axis([KeyCode::Left, KeyCode::A], [KeyCode::Right, KeyCode::D]),
            axis([KeyCode::Up, KeyCode::W], [KeyCode::Down, KeyCode::S]),
        ],
        fire: mq::is_key_down(KeyCode::Space),
        shield: mq::is_key_down(KeyCode::X),
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
    std::fs::create_dir_all(folder)?;
    let (mut game, mut pictures) = (Game::new()?, Pictures::new());
    while game.tick < LAST_TICK {
        game.tick(scripted(game.tick))?;
        if game.tick.is_multiple_of(4) || game.tick == LAST_TICK {
            pictures.draw(&game);
            mq::next_frame().await; // without a graphics card, drawing each tick would take minutes
        }
    }
    pictures.draw(&game);
    let picture = folder.join("bullets.png");
    mq::get_screen_data().export_png(picture.to_str().ok_or("the path of a screenshot must be text")?);
    std::fs::write(folder.join("bullets.txt"), draw::report(&mut game)?)?;
    Ok(())
}
