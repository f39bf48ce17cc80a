//! Draws the game.

use crate::game::{FLASH, Game};
use arcade::Any;
use hitmask::{Mask, Rect, Solid};
use macroquad::prelude as mq;
use macroquad::prelude::{Color, DrawTextureParams, Image, ImageFormat, Texture2D, vec2};
use rocks::report::{self, Report};
use rocks::{field, sheet};

const SPACE: Color = Color::new(0.03, 0.03, 0.08, 1.0);

/// The textures of the game.
pub(crate) struct Pictures {
    sheet: Texture2D,
    ground: Texture2D,
    ground_pixels: Image,
    /// The number of holes that the picture of the ground has.
    holes: usize,
    /// The mean time of a frame in milliseconds.
    frame_ms: f64,
}

impl Pictures {
    pub(crate) fn load() -> Any<Pictures> {
        let sheet = Texture2D::from_file_with_format(sheet::PNG, Some(ImageFormat::Png));
        let ground_pixels = Image::from_file_with_format(sheet::GROUND, Some(ImageFormat::Png))?;
        let ground = Texture2D::from_image(&ground_pixels);
        ground.set_filter(mq::FilterMode::Nearest);
        Ok(Pictures { sheet, ground, ground_pixels, holes: 0, frame_ms: 16.7 })
    }

    /// Returns the mask of the ground as it is at the start.
    pub(crate) fn ground_mask(&self) -> Any<Mask> {
        let Image { width, height, bytes } = &self.ground_pixels;
        Ok(Mask::from_rgba8((*width).into(), (*height).into(), bytes, Solid::default())?)
    }

    /// Draws everything, with the boxes and shared pixels of a report.
    pub(crate) fn draw(&mut self, game: &Game, report: Option<&Report>) {
        mq::clear_background(SPACE);
        draw_stars();
        self.dig(game);
        let top = (field::SIZE[1] - field::GROUND_HEIGHT) as f32;
        mq::draw_texture(&self.ground, 0.0, top, mq::WHITE);
        if game.is_thrusting {
            self.draw_flame(game);
        }
        for (id, body) in game.bodies() {
            let Some(sprite) = game.world.get(*id) else { continue };
            // From the position in the world, so that the picture stands where the mask stands.
            let center = [0, 1].map(|axis| f64::from(sprite.position[axis]) + body.size[axis] / 2.0);
            self.draw_frame(game, &body.frame, center, body.scale, body.angle);
        }
        for &([x, y], since) in &game.flashes {
            let age = (game.tick - since) as f32 / FLASH as f32;
            let color = Color::new(1.0, 0.9 - 0.6 * age, 0.3, 1.0 - age);
            mq::draw_circle_lines(x as f32, y as f32, 4.0 + 16.0 * age, 3.0, color);
        }
        if let Some(report) = report {
            draw_boxes(report);
        }
        self.frame_ms += 0.05 * (1e3 * f64::from(mq::get_frame_time()) - self.frame_ms);
        draw_text(game, self.frame_ms);
    }

    /// Makes the pixels of new holes transparent: those that the mask of the ground has lost.
    fn dig(&mut self, game: &Game) {
        let Some(mask) = game.ground() else { return };
        let new = &game.holes[self.holes.min(game.holes.len())..];
        let (top, reach) = (field::SIZE[1] as i32 - mask.height() as i32, field::HOLE.ceil() as i32);
        for &[x, y] in new {
            let side = 2 * reach as u32 + 1;
            let hole = Rect::new(x - reach, y - top - reach, side, side);
            let whole = Rect::new(0, 0, mask.width(), mask.height());
            let Some(Rect { left, top, width, height }) = hole.intersection(&whole) else { continue };
            for [x, y] in (0..height).flat_map(|y| (0..width).map(move |x| [left as u32 + x, top as u32 + y])) {
                if !mask.contains([x as i32, y as i32]) {
                    self.ground_pixels.set_pixel(x, y, mq::BLANK);
                }
            }
        }
        if !new.is_empty() {
            self.holes = game.holes.len();
            self.ground.update(&self.ground_pixels);
        }
    }

    fn draw_flame(&self, game: &Game) {
        let ship = game.ship();
        let back = ship.size[1] / 2.0 + 8.0;
        let center = [0, 1].map(|axis| ship.center[axis] - back * ship.heading()[axis]);
        let flicker = 0.8 + 0.2 * f64::from(game.tick % 3);
        self.draw_frame(game, "flame", center, flicker, ship.angle);
    }

    /// Draws a frame of the sheet around its center.
    fn draw_frame(&self, game: &Game, name: &str, center: [f64; 2], scale: f64, degrees: f64) {
        let frame = game.frames.get(name);
        let [left, top, width, height] = frame.region;
        let size = vec2((frame.size[0] * scale) as f32, (frame.size[1] * scale) as f32);
        let corner = vec2(center[0] as f32, center[1] as f32) - size / 2.0;
        let source = Some(mq::Rect::new(left, top, width, height));
        let rotation = degrees.to_radians() as f32;
        let params = DrawTextureParams { dest_size: Some(size), source, rotation, ..DrawTextureParams::default() };
        mq::draw_texture_ex(&self.sheet, corner.x, corner.y, mq::WHITE, params);
    }
}

fn draw_stars() {
    for ([x, y], light) in field::stars() {
        let light = light as f32;
        mq::draw_rectangle(x as f32, y as f32, 1.5, 1.5, Color::new(light, light, light + 0.1, 1.0));
    }
}

/// Draws the box of each sprite, and the pixels that colliding sprites share.
fn draw_boxes(shown: &Report) {
    let color = |[r, g, b]: [u8; 3]| Color::from_rgba(r, g, b, 255);
    for [left, top, width, height] in shown.boxes.iter().map(|shown| shown.map(|c| c as f32)) {
        let (right, bottom) = (left + width, top + height);
        for line in [
            (left, top, width, 1.0),
            (left, bottom - 1.0, width, 1.0),
            (left, top, 1.0, height),
            (right - 1.0, top, 1.0, height),
        ] {
            mq::draw_rectangle(line.0, line.1, line.2, line.3, color(report::BOX_COLOR));
        }
    }
    // A glow first, so that a single pixel is easy to see.
    let [r, g, b] = report::SHARED_COLOR;
    for [x, y] in &shown.shared {
        mq::draw_circle(*x as f32 + 0.5, *y as f32 + 0.5, 6.0, Color::from_rgba(r, g, b, 24));
    }
    for [x, y] in &shown.shared {
        mq::draw_rectangle(*x as f32, *y as f32, 1.0, 1.0, color(report::SHARED_COLOR));
    }
}

/// Draws the numbers at the top left, and the keys.
fn draw_text(game: &Game, frame_ms: f64) {
    let sprites = game.world.len();
    let world_ms = game.world_time.as_secs_f64() * 1e3;
    let numbers = format!(
        "frame {frame_ms:.1} ms   hitmask {world_ms:.2} ms   {sprites} sprites   {} pairs   {} hits",
        game.pairs, game.hits
    );
    mq::draw_text(&numbers, 12.0, 24.0, 24.0, mq::WHITE);
    mq::draw_text(
        "arrows: fly   space: fire   B: boxes and shared pixels   M: 2500 pebbles",
        12.0,
        46.0,
        20.0,
        mq::LIGHTGRAY,
    );
}
