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

use draw::{Pictures, ZOOM};
use game::{BLOW, Game, Keys};
use level::SIZE;
use macroquad::prelude as mq;
use macroquad::prelude::KeyCode;
use std::path::Path;

type Any<T> = Result<T, Box<dyn std::error::Error>>;

const TICK: f64 = 1.0 / 60.0;

fn window() -> mq::Conf {
    mq::Conf {
        window_title: "hitmask: a platformer".into(),
        window_width: (SIZE[0] as f32 * ZOOM) as i32,
        window_height: (SIZE[1] as f32 * ZOOM) as i32,
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
    let (mut game, pictures) = (Game::new()?, Pictures::new()?);
    let (mut saved, mut owed) = (game.save()?, 0.0);
    while !mq::is_key_pressed(KeyCode::Escape) {
        owed = (owed + f64::from(mq::get_frame_time())).min(4.0 * TICK);
        while owed >= TICK {
            game.tick(pressed())?;
            owed -= TICK;
        }
        if mq::is_key_pressed(KeyCode::S) {
            saved = game.save()?;
        }
        if mq::is_key_pressed(KeyCode::L) {
            game = Game::load(&saved)?;
        }
        pictures.draw(&game);
        mq::next_frame().await;
    }
    Ok(())
}

fn pressed() -> Keys {
    let down = mq::is_key_down;
    Keys {
        left: down(KeyCode::Left) || down(KeyCode::A),
        right: down(KeyCode::Right) || down(KeyCode::D),
        jump: down(KeyCode::Up) || down(KeyCode::W) || down(KeyCode::Space),
        down: down(KeyCode::Down),
        strike: down(KeyCode::X),
    }
}

/// The keys of the script: the hero runs to the right, jumps over what is in his way, and strikes.
fn scripted(tick: u32) -> Keys {
    Keys { right: tick % 200 < 150, jump: tick % 60 < 3, down: false, left: false, strike: tick.is_multiple_of(40) }
}

/// Plays the script, checks that saving and loading change nothing, and saves a screenshot and what it must show.
async fn play_script(folder: &Path) -> Any<()> {
    std::fs::create_dir_all(folder)?;
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
    let picture = folder.join("platformer.png");
    mq::get_screen_data().export_png(picture.to_str().ok_or("the path of a screenshot must be text")?);
    std::fs::write(folder.join("platformer.txt"), pictures.report(&game))?;
    Ok(())
}
