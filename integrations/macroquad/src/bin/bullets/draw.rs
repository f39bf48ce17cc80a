//! Draws the game.

use crate::game::{GLOW, Game};
use crate::layers::{MINE, THEIRS};
use crate::things::{SIZE, Thing};
use arcade::Any;
use hitmask::Circle;
use macroquad::prelude as mq;
use macroquad::prelude::{Color, DrawTextureParams, Image, Texture2D};

/// The color of bullets that the shield has bounced.
const BOUNCED: Color = Color::new(0.4, 1.0, 0.95, 1.0);
/// The parts of the window with text: above and below.
const TEXT: f64 = 40.0;

/// The textures of the game, and the times that the text shows.
pub(crate) struct Pictures {
    things: Vec<Texture2D>,
    sky: Texture2D,
    frame_ms: f64,
    world_ms: f64,
}

impl Pictures {
    pub(crate) fn new() -> Pictures {
        let things = Thing::ALL.map(|thing| {
            let picture = thing.picture();
            Texture2D::from_rgba8(picture.size[0] as u16, picture.size[1] as u16, &picture.rgba)
        });
        Pictures { things: things.into(), sky: sky(), frame_ms: 16.7, world_ms: 0.0 }
    }

    /// Draws everything.
    pub(crate) fn draw(&mut self, game: &Game) {
        mq::draw_texture(&self.sky, 0.0, 0.0, mq::WHITE);
        for bullet in game.bullets.iter().filter(|bullet| bullet.thing == Thing::Shot) {
            let [x, y] = bullet.at.map(|c| c as f32);
            let [dx, dy] = bullet.velocity.map(|v| 0.8 * v as f32);
            mq::draw_line(x - dx, y - dy, x, y, 2.0, Color::new(0.55, 1.0, 0.6, 0.22));
        }
        for bullet in game.bullets.iter() {
            let Some(sprite) = game.world.get(bullet.id) else { continue };
            let color = if bullet.is_mine && bullet.thing != Thing::Shot { BOUNCED } else { mq::WHITE };
            self.draw_thing(bullet.thing, sprite.position, sprite.angle.to_degrees(), color);
        }
        for (thing, sprite) in game.bodies() {
            let blinks = thing == Thing::Ship && game.is_safe() && game.tick % 8 < 4;
            let color = if blinks { Color::new(1.0, 1.0, 1.0, 0.35) } else { mq::WHITE };
            self.draw_thing(thing, sprite.position, sprite.angle.to_degrees(), color);
        }
        for spark in &game.sparks {
            let age = (game.tick - spark.since) as f32 / GLOW as f32;
            let [r, g, b] = spark.thing.color().map(|c| c as f32);
            let [x, y] = spark.at.map(|c| c as f32 + 0.5);
            mq::draw_circle(x, y, 5.0 * (1.0 - age), Color::new(1.0, 1.0, 0.9, 1.0 - age));
            mq::draw_circle_lines(x, y, 3.0 + 11.0 * age, 2.0, Color::new(r, g, b, 0.8 * (1.0 - age)));
        }
        self.draw_text(game);
    }

    fn draw_thing(&self, thing: Thing, position: [i32; 2], degrees: f64, color: Color) {
        let [x, y] = position.map(|c| c as f32);
        let params = DrawTextureParams { rotation: degrees.to_radians() as f32, ..DrawTextureParams::default() };
        mq::draw_texture_ex(&self.things[thing as usize], x, y, color, params);
    }

    /// Draws the health of the boss, the numbers, and the keys.
    fn draw_text(&mut self, game: &Game) {
        let blend = |mean: &mut f64, now: f64| *mean += 0.05 * (now - *mean);
        blend(&mut self.frame_ms, 1e3 * f64::from(mq::get_frame_time()));
        blend(&mut self.world_ms, 1e3 * game.world_time.as_secs_f64());
        let [width, height] = SIZE.map(|c| c as f32);
        let back = Color::new(0.02, 0.02, 0.06, 0.85);
        mq::draw_rectangle(0.0, 0.0, width, TEXT as f32, back);
        mq::draw_rectangle(0.0, height - TEXT as f32, width, TEXT as f32, back);
        let numbers = format!(
            "{} bullets   hitmask {:.2} ms a frame   hits {}   bounced {}   hurt {}",
            game.bullets.iter().count(),
            self.world_ms,
            game.hits,
            game.bounces,
            game.hurts
        );
        mq::draw_text(&numbers, 14.0, 27.0, 26.0, mq::WHITE);
        let health = game.enemies.first().map_or(0.0, |boss| boss.health()) as f32;
        mq::draw_rectangle(0.0, 0.0, width * health, 4.0, Color::new(1.0, 0.25, 0.55, 1.0));
        let keys = format!(
            "arrows: fly   space: fire   X: shield   C: continuous {}   M: bullets x{}",
            if game.bullets.is_continuous() { "on" } else { "OFF" },
            game.more
        );
        mq::draw_text(&keys, 14.0, height - 13.0, 24.0, mq::LIGHTGRAY);
    }
}

/// A dark sky with clouds and stars.
fn sky() -> Texture2D {
    let [width, height] = SIZE.map(|c| c as u16);
    let mut image = Image::gen_image_color(width, height, mq::BLACK);
    for (x, y) in (0..u32::from(height)).flat_map(|y| (0..u32::from(width)).map(move |x| (x, y))) {
        let (u, v) = (x as f32 / 200.0, y as f32 / 200.0);
        let cloud = (u + (1.3 * v).sin()).sin() * (v + (0.9 * u).cos()).cos() * 0.5 + 0.5;
        image.set_pixel(x, y, Color::new(0.02 + 0.03 * cloud, 0.02 + 0.015 * cloud, 0.06 + 0.06 * cloud, 1.0));
    }
    let mut random = 7_u32;
    for _ in 0..260 {
        let mut next = |below: f64| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (f64::from(random >> 8) / f64::from(1 << 24) * below) as u32
        };
        let (x, y, light) = (next(SIZE[0]), next(SIZE[1]), next(100.0) as f32 / 160.0 + 0.1);
        image.set_pixel(x, y, Color::new(light, light, light + 0.1, 1.0));
    }
    Texture2D::from_image(&image)
}

/// What a screenshot must show: lines of a pixel and its color. Bullets are white inside, roofs have the color of steel, and
/// the sky is dark where the world has no sprite.
pub(crate) fn report(game: &mut Game) -> Any<String> {
    let mut lines = String::new();
    let mut line = |[x, y]: [f64; 2], [r, g, b]: [u8; 3]| {
        let is_clear =
            game.sparks.iter().all(|spark| (x - f64::from(spark.at[0])).hypot(y - f64::from(spark.at[1])) > 20.0);
        if is_clear && (TEXT + 12.0..SIZE[1] - TEXT - 12.0).contains(&y) && (0.0..SIZE[0]).contains(&x) {
            lines += &format!("{} {} {r} {g} {b}\n", x as i32, y as i32);
        }
    };
    let roofs: Vec<_> = game.bodies().filter(|(thing, _)| *thing == Thing::Roof).collect();
    let view = game.world.refresh()?;
    let bodies = view.on_layers(!(MINE | THEIRS));
    for bullet in game.bullets.iter().filter(|bullet| !bullet.is_mine) {
        if bodies.find(Circle::new(bullet.at, 14.0)?).is_empty() {
            line(bullet.thing.middle(bullet.thing.corner(bullet.at)?), [255; 3]);
        }
    }
    for (thing, sprite) in roofs {
        let [x, y] = thing.middle(sprite.position);
        for [dx, dy] in [-90.0_f64, -45.0, 45.0, 90.0].map(|dx| [dx, 160.0 - (170.0_f64.powi(2) - dx * dx).sqrt()]) {
            line([x + dx, y + dy], [153, 191, 255]);
        }
    }
    for n in 0..400 {
        let at = [f64::from(n % 25) * 38.0 + 20.0, f64::from(n / 25) * 44.0 + 20.0];
        if view.find(Circle::new(at, 16.0)?).is_empty() {
            line(at, [9, 7, 23]);
        }
    }
    Ok(lines)
}
