//! Draws the level: the masks of all things, painted pixel by pixel.

use crate::game::Game;
use crate::level::{self, SIZE, Thing};
use arcade::Any;
use hitmask::Mask;
use macroquad::prelude as mq;
use macroquad::prelude::{Color, DrawTextureParams, Image, Texture2D, vec2};

/// The size of a pixel of the level on the screen.
pub(crate) const ZOOM: f32 = 2.0;

/// The color of the middle of a coin, which nothing else has.
const GOLD: [f32; 3] = [0.98, 0.78, 0.16];
/// The part of the window with the text, in pixels of the level.
const TEXT: i32 = 18;

/// The pictures of all things, and what is behind them.
pub(crate) struct Pictures {
    things: Vec<Texture2D>,
    sword: Texture2D,
    sky: Texture2D,
}

impl Pictures {
    pub(crate) fn new() -> Any<Pictures> {
        let things = Thing::ALL.iter().map(|&thing| {
            let mask = thing.mask()?;
            Ok(texture(&mask, |at| paint(thing, &mask, at)))
        });
        let things = things.collect::<Any<_>>()?;
        let sky = Mask::filled(SIZE[0], SIZE[1])?;
        Ok(Pictures { things, sword: texture(&level::sword()?, |_| [0.97, 0.98, 1.0]), sky: texture(&sky, paint_sky) })
    }

    pub(crate) fn draw(&self, game: &Game) {
        draw(&self.sky, [0, 0], false);
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
        mq::draw_text(&text, 24.0, 28.0, 24.0, Color::new(0.1, 0.16, 0.25, 1.0));
    }

    /// What a screenshot must show: lines of a pixel of the screen and its color. Coins are gold, crates have crossed boards,
    /// the hero wears a blue shirt, and the ground is brown below its grass.
    pub(crate) fn report(&self, game: &Game) -> String {
        let mut lines = String::new();
        let mut line = |x: i32, y: i32, color: [f32; 3]| {
            let [r, g, b] = color.map(|c| (255.0 * c).round() as u8);
            if y > TEXT {
                let [x, y] = [x, y].map(|c| (c as f32 * ZOOM + ZOOM / 2.0) as u32);
                lines += &format!("{x} {y} {r} {g} {b}\n");
            }
        };
        for (_, sprite) in game.world.sprites() {
            let [x, y] = sprite.position;
            match game.thing(&sprite) {
                Thing::Coin => line(x + 4, y + 4, GOLD),
                Thing::Crate => line(x + 11, y + 11, BOARD),
                Thing::Hero => line(x + 5, y + 9, SHIRT),
                Thing::Walker => line(x + 8, y + 5, RED),
                Thing::Ground | Thing::Plank => {}
            }
        }
        (0..20).for_each(|n| line(14 + 12 * n, 350, soil([14 + 12 * n, 350])));
        lines
    }
}

fn draw(texture: &Texture2D, [x, y]: [i32; 2], flip_x: bool) {
    let size = Some(vec2(texture.width(), texture.height()) * ZOOM);
    let params = DrawTextureParams { dest_size: size, flip_x, ..DrawTextureParams::default() };
    mq::draw_texture_ex(texture, x as f32 * ZOOM, y as f32 * ZOOM, mq::WHITE, params);
}

/// A texture of the solid pixels of a mask, each in its color.
fn texture(mask: &Mask, color: impl Fn([i32; 2]) -> [f32; 3]) -> Texture2D {
    let mut image = Image::gen_image_color(mask.width() as u16, mask.height() as u16, mq::BLANK);
    for [x, y] in mask.pixels() {
        let [r, g, b] = color([x, y]);
        image.set_pixel(x as u32, y as u32, Color::new(r, g, b, 1.0));
    }
    let texture = Texture2D::from_image(&image);
    texture.set_filter(mq::FilterMode::Nearest);
    texture
}

const SHIRT: [f32; 3] = [0.16, 0.42, 0.86];
const BOARD: [f32; 3] = [0.52, 0.34, 0.17];
const RED: [f32; 3] = [0.86, 0.22, 0.27];

/// The color of a pixel of a thing.
fn paint(thing: Thing, mask: &Mask, [x, y]: [i32; 2]) -> [f32; 3] {
    let neighbors = [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]];
    let is_edge = neighbors.iter().any(|&at| !mask.contains(at));
    let outlined = |color: [f32; 3]| if is_edge { color.map(|c| 0.55 * c) } else { color };
    match thing {
        Thing::Ground => {
            let depth = (1..9 + x * 7 % 5).find(|&up| y >= up && !mask.contains([x, y - up]));
            match depth {
                Some(1) => [0.62, 0.86, 0.38],
                Some(2..=3) => [0.42, 0.72, 0.3],
                Some(4..=5) => [0.3, 0.55, 0.27],
                _ => soil([x, y]),
            }
        }
        Thing::Plank => match (y, x % 18) {
            (0, _) => [0.9, 0.7, 0.45],
            (_, 0) | (5, _) => [0.4, 0.26, 0.14],
            _ => [0.68, 0.48, 0.28],
        },
        Thing::Hero => outlined(match y {
            0..=1 => [0.85, 0.2, 0.2],
            2..=6 => [0.98, 0.8, 0.62],
            7..=11 => SHIRT,
            _ => [0.25, 0.22, 0.35],
        }),
        Thing::Crate => {
            let is_board =
                !(3..19).contains(&x) || !(3..19).contains(&y) || (x - y).abs() < 2 || (x + y - 21).abs() < 2;
            outlined(if is_board { BOARD } else { [0.8, 0.6, 0.36] })
        }
        Thing::Coin if (2..4).contains(&x) && (2..4).contains(&y) => [1.0, 0.95, 0.7],
        Thing::Coin => outlined(GOLD),
        Thing::Walker => outlined(if y > 6 { RED.map(|c| 0.75 * c) } else { RED }),
    }
}

/// Brown soil with grains and stones.
fn soil([x, y]: [i32; 2]) -> [f32; 3] {
    let hash = |x: i32, y: i32| (x.wrapping_mul(7_919) ^ y.wrapping_mul(104_729)).wrapping_mul(73_244_475) >> 16 & 0xff;
    let (grain, stone) = (hash(x, y) as f32 / 255.0, hash(x / 7 + y / 5 % 2, y / 5) > 236);
    let light = if stone { 1.25 } else { 0.95 + 0.1 * grain };
    let deep = 1.0 - 0.3 * (y as f32 / SIZE[1] as f32);
    [0.52, 0.38, 0.28].map(|c| c * light * deep)
}

/// Sky, clouds, and hills far away.
fn paint_sky([x, y]: [i32; 2]) -> [f32; 3] {
    let (x, y) = (x as f32, y as f32);
    let mix = |a: [f32; 3], b: [f32; 3], share: f32| std::array::from_fn(|c| a[c] + (b[c] - a[c]) * share);
    let far = 235.0 - 34.0 * (x / 83.0 + 1.0).sin() - 14.0 * (x / 31.0).sin();
    let near = 285.0 - 30.0 * (x / 61.0 + 4.0).sin() - 9.0 * (x / 23.0).sin();
    if y > near {
        return [0.56, 0.74, 0.66];
    }
    if y > far {
        return [0.66, 0.8, 0.82];
    }
    let sky = mix([0.36, 0.64, 0.93], [0.86, 0.94, 0.98], (y / 260.0).min(1.0));
    let puffs = [
        [90.0, 62.0, 34.0],
        [122.0, 54.0, 26.0],
        [330.0, 96.0, 38.0],
        [366.0, 88.0, 28.0],
        [302.0, 92.0, 24.0],
        [560.0, 52.0, 30.0],
        [588.0, 58.0, 24.0],
        [236.0, 34.0, 20.0],
    ];
    let in_cloud = puffs.iter().any(|[left, top, size]| ((x - left) / size).hypot((y - top) / (0.42 * size)) < 1.0);
    if in_cloud { mix(sky, [1.0; 3], 0.72) } else { sky }
}
