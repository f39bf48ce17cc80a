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

use draw::Pictures;
use game::Game;
use macroquad::prelude as mq;
use macroquad::prelude::KeyCode;
use rocks::field;
use rocks::keys::{self, Keys};
use std::path::{Path, PathBuf};

type Any<T> = Result<T, Box<dyn std::error::Error>>;

/// The ticks between the first screenshot and the second, which shows pebbles.
const MORE_TICKS: u32 = 60;

/// The most ticks in a frame, so that a slow computer plays slowly instead of falling behind.
const MAX_TICKS: u32 = 4;

fn window() -> mq::Conf {
    mq::Conf {
        window_title: "hitmask: rocks with holes".into(),
        window_width: field::SIZE[0] as i32,
        window_height: field::SIZE[1] as i32,
        window_resizable: false,
        ..mq::Conf::default()
    }
}

#[macroquad::main(window)]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let played = match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
        (None, ..) => play().await,
        (Some("--script"), Some(folder), None) => play_script(&PathBuf::from(folder)).await,
        _ => Err("expected no arguments, or --script FOLDER".into()),
    };
    if let Err(error) = played {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

/// Plays until the window closes.
async fn play() -> Any<()> {
    let mut pictures = Pictures::load()?;
    let mut game = Game::new(pictures.ground_mask()?)?;
    let (mut shows_boxes, mut owed, mut frame_ms) = (false, 0.0, 16.7);
    while !mq::is_key_pressed(KeyCode::Escape) {
        let frame = f64::from(mq::get_frame_time());
        frame_ms += 0.05 * (1e3 * frame - frame_ms);
        owed = (owed + frame).min(f64::from(MAX_TICKS) * field::TICK);
        while owed >= field::TICK {
            game.tick(pressed())?;
            owed -= field::TICK;
        }
        if mq::is_key_pressed(KeyCode::M) {
            game.toggle_pebbles()?;
        }
        shows_boxes ^= mq::is_key_pressed(KeyCode::B);
        pictures.draw(&game);
        if shows_boxes {
            draw::draw_boxes(&game.report()?);
        }
        draw::draw_text(&game, frame_ms);
        mq::next_frame().await;
    }
    Ok(())
}

/// The keys that are down.
fn pressed() -> Keys {
    let down = |keys: [KeyCode; 2]| keys.into_iter().any(mq::is_key_down);
    Keys {
        left: down([KeyCode::Left, KeyCode::A]),
        right: down([KeyCode::Right, KeyCode::D]),
        thrust: down([KeyCode::Up, KeyCode::W]),
        fire: mq::is_key_down(KeyCode::Space),
    }
}

/// Plays the script, a tick in each frame, and saves screenshots: of the boxes and shared pixels in the first tick after
/// the script in which sprites collide, and of thousands of pebbles.
async fn play_script(folder: &Path) -> Any<()> {
    std::fs::create_dir_all(folder)?;
    let mut pictures = Pictures::load()?;
    let mut game = Game::new(pictures.ground_mask()?)?;
    let mut frame_ms = 16.7;
    while game.tick < keys::LAST_TICK || game.pairs == 0 {
        game.tick(keys::scripted(game.tick))?;
        frame_ms += 0.05 * (1e3 * f64::from(mq::get_frame_time()) - frame_ms);
        pictures.draw(&game);
        draw::draw_text(&game, frame_ms);
        mq::next_frame().await;
    }
    let report = game.report()?;
    pictures.draw(&game);
    draw::draw_boxes(&report);
    draw::draw_text(&game, frame_ms);
    save_screenshot(&folder.join("boxes.png"))?;
    std::fs::write(folder.join("boxes.txt"), report.to_string())?;

    game.toggle_pebbles()?;
    for _ in 0..MORE_TICKS {
        mq::next_frame().await;
        game.tick(Keys::default())?;
        frame_ms += 0.05 * (1e3 * f64::from(mq::get_frame_time()) - frame_ms);
        pictures.draw(&game);
        draw::draw_text(&game, frame_ms);
    }
    save_screenshot(&folder.join("pebbles.png"))
}

fn save_screenshot(path: &Path) -> Any<()> {
    mq::get_screen_data().export_png(path.to_str().ok_or("the path of a screenshot must be text")?);
    Ok(())
}
