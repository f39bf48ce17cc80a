//! What the games share: a window, the loop, scripts and screenshots.

use macroquad::prelude as mq;
use macroquad::prelude::KeyCode;
use rocks::field::TICK;
use std::path::Path;

/// The result of what may fail. An error ends the program with its text.
pub type Any<T> = Result<T, Box<dyn std::error::Error>>;

/// The most ticks in a frame, so that a slow computer plays slowly instead of falling behind.
const MAX_TICKS: f64 = 4.0;

/// Returns a window of a fixed size.
pub fn window(title: &str, [width, height]: [f64; 2]) -> mq::Conf {
    mq::Conf {
        window_title: title.into(),
        window_width: width as i32,
        window_height: height as i32,
        window_resizable: false,
        ..mq::Conf::default()
    }
}

/// Plays a game, or its script if the arguments are `--script FOLDER`.
pub async fn run(play: impl AsyncFnOnce() -> Any<()>, script: impl AsyncFnOnce(&Path) -> Any<()>) {
    let mut arguments = std::env::args().skip(1);
    let played = match (arguments.next().as_deref(), arguments.next(), arguments.next()) {
        (None, ..) => play().await,
        (Some("--script"), Some(folder), None) => match std::fs::create_dir_all(&folder) {
            Ok(()) => script(Path::new(&folder)).await,
            Err(error) => Err(error.into()),
        },
        _ => Err("expected no arguments, or --script FOLDER".into()),
    };
    if let Err(error) = played {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

/// Plays until the window closes: a tick every 60th of a second, and a picture for each frame.
pub async fn play<G>(
    mut game: G,
    mut tick: impl FnMut(&mut G) -> Any<()>,
    mut draw: impl FnMut(&mut G) -> Any<()>,
) -> Any<()> {
    let mut owed = 0.0;
    while !mq::is_key_pressed(KeyCode::Escape) {
        owed = (owed + f64::from(mq::get_frame_time())).min(MAX_TICKS * TICK);
        while owed >= TICK {
            tick(&mut game)?;
            owed -= TICK;
        }
        draw(&mut game)?;
        mq::next_frame().await;
    }
    Ok(())
}

/// Returns whether one of some keys is down.
pub fn is_down<const N: usize>(keys: [KeyCode; N]) -> bool {
    keys.into_iter().any(mq::is_key_down)
}

/// Saves what the window shows.
pub fn save_screenshot(path: &Path) -> Any<()> {
    mq::get_screen_data().export_png(path.to_str().ok_or("the path of a screenshot must be text")?);
    Ok(())
}
