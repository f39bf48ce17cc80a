//! A platformer: slopes, one-way planks, lifts, crates, coins, walkers, and a sword.
//!
//!     cargo run --release --bin platformer
//!     cargo run --release --bin platformer -- --script FILE.png
//!
//! The arrow keys run, jump and drop through planks; X strikes; S saves, and L loads. With `--script`, the program presses
//! keys by a script, saves a screenshot in FILE.png, and ends.

mod game;
mod level;

use game::{BLOW, Game, Keys};
use level::{SIZE, Thing};
use macroquad::prelude as mq;
use macroquad::prelude::{Color, DrawTextureParams, Image, KeyCode, Texture2D, vec2};

type Any<T> = Result<T, Box<dyn std::error::Error>>;

/// The size of a pixel of the level on the screen.
const ZOOM: f32 = 2.0;
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
        (Some("--script"), Some(file), None) => play_script(&file).await,
        _ => Err("expected no arguments, or --script FILE.png".into()),
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

/// Plays the script, checks that saving and loading change nothing, and saves a screenshot.
async fn play_script(file: &str) -> Any<()> {
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
    mq::get_screen_data().export_png(file);
    Ok(())
}

/// The pictures of all things: their masks in one color each.
struct Pictures {
    things: Vec<Texture2D>,
    sword: Texture2D,
}

impl Pictures {
    fn new() -> Any<Pictures> {
        let texture = |mask: &hitmask::Mask, color: Color| {
            let mut image = Image::gen_image_color(mask.width() as u16, mask.height() as u16, mq::BLANK);
            for [x, y] in mask.pixels() {
                // The upper edge of each shape is lighter.
                let shade = if mask.contains([x, y - 2]) { 1.0 } else { 1.35 };
                let color = Color::new(color.r * shade, color.g * shade, color.b * shade, 1.0);
                image.set_pixel(x as u32, y as u32, color);
            }
            let texture = Texture2D::from_image(&image);
            texture.set_filter(mq::FilterMode::Nearest);
            texture
        };
        let color = |thing: Thing| match thing {
            Thing::Ground => Color::new(0.24, 0.36, 0.3, 1.0),
            Thing::Plank => Color::new(0.62, 0.45, 0.28, 1.0),
            Thing::Hero => Color::new(0.25, 0.5, 0.85, 1.0),
            Thing::Crate => Color::new(0.72, 0.55, 0.33, 1.0),
            Thing::Coin => Color::new(0.95, 0.75, 0.2, 1.0),
            Thing::Walker => Color::new(0.75, 0.25, 0.3, 1.0),
        };
        let things = Thing::ALL.iter().map(|&thing| Ok(texture(&thing.mask()?, color(thing)))).collect::<Any<_>>()?;
        Ok(Pictures { things, sword: texture(&level::sword()?, Color::new(0.85, 0.9, 0.95, 1.0)) })
    }

    fn draw(&self, game: &Game) {
        mq::clear_background(Color::new(0.72, 0.84, 0.93, 1.0));
        let draw = |texture: &Texture2D, [x, y]: [i32; 2], flip_x: bool| {
            let size = Some(vec2(texture.width(), texture.height()) * ZOOM);
            let params = DrawTextureParams { dest_size: size, flip_x, ..DrawTextureParams::default() };
            mq::draw_texture_ex(texture, x as f32 * ZOOM, y as f32 * ZOOM, mq::WHITE, params);
        };
        for (id, sprite) in game.world.sprites() {
            let texture = &self.things[game.thing(&sprite) as usize];
            draw(texture, sprite.position, id == game.hero.id && game.looks_left);
        }
        if let Some(at) = game.sword_at() {
            draw(&self.sword, at, game.looks_left);
        }
        let text = format!(
            "coins {}   hurt {}   arrows: run, jump, drop   X: sword   S, L: save, load",
            game.coins, game.hurts
        );
        mq::draw_text(&text, 24.0, 28.0, 24.0, mq::DARKGRAY);
    }
}
