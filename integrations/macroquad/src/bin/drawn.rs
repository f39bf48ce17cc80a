//! Compares, pixel by pixel, what macroquad draws with what collides.
//!
//!     cargo run --bin drawn
//!
//! `draw_texture_ex` draws each picture in a cell of the window, and a sprite of a world is set to the same place. The
//! program prints the number of pixels that differ, and fails if one of them is not on the edge of a texel.

use arcade::Any;
use hitmask::{Affine, Angle, Mask, MaskId, Solid, Sprite, SpriteId, World};
use macroquad::prelude::{self as mq, DVec2, DrawTextureParams, FilterMode, Image, Texture2D, Vec2, rand, vec2};

const FRAMES: usize = 60;
/// Each sprite has a square of the window to itself.
const CELL: u32 = 200;
const COLUMNS: u32 = 5;
const ROWS: u32 = 4;
/// OpenGL rounds the corners of a picture to 1/256 of a pixel, and macroquad computes with `f32`. So a pixel whose
/// center is this near to the edge of a texel may show the texel on the other side. If it is exactly on the edge, as
/// with scale 1.5, what is drawn even depends on the place in the window: the calls below have no such numbers.
const NEAR: f64 = 1.0 / 256.0;

fn window() -> mq::Conf {
    arcade::window("hitmask: drawn pixels", [f64::from(COLUMNS * CELL), f64::from(ROWS * CELL)])
}

struct Picture {
    texture: Texture2D,
    mask: MaskId,
    size: Vec2,
}

/// A call of `draw_texture_ex`.
#[derive(Debug)]
struct Call {
    /// The size of the picture.
    size: Vec2,
    at: Vec2,
    scale: Vec2,
    flip: [bool; 2],
    degrees: f32,
    pivot: Option<Vec2>,
}

#[derive(Default)]
struct Count {
    sprites: usize,
    pixels: usize,
    differ: usize,
    /// The greatest distance from an edge of a pixel that differs.
    farthest: f64,
}

#[macroquad::main(window)]
async fn main() {
    if let Err(error) = compare().await {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

async fn compare() -> Any<()> {
    rand::srand(1);
    let mut world = World::new();
    let sizes = [[16, 16], [33, 24], [5, 4], [27, 33], [32, 1], [9, 30]];
    let pictures: Vec<Picture> = sizes.iter().map(|&size| picture(&mut world, size)).collect::<Any<_>>()?;
    let mut count = Count::default();
    for _ in 0..FRAMES {
        mq::clear_background(mq::BLACK);
        let mut sprites = Vec::new();
        for cell in (0..ROWS * COLUMNS).map(|i| [CELL * (i % COLUMNS), CELL * (i / COLUMNS)]) {
            let picture = &pictures[below(pictures.len() as u32) as usize];
            let call = Call::random(picture.size, cell);
            call.draw(&picture.texture);
            sprites.push((cell, call.spawn(&mut world, picture.mask)?, call));
        }
        let screen = mq::get_screen_data();
        for (cell, id, call) in sprites {
            count.add(&screen, cell, &mut world, id, &call)?;
            world.despawn(id)?;
        }
        mq::next_frame().await;
    }
    let Count { sprites, pixels, differ, farthest } = count;
    let share = 100.0 * differ as f64 / pixels as f64;
    println!(
        "macroquad draws {sprites} sprites, {pixels} pixels: {differ} differ ({share:.4} %), \
         at most {farthest:.5} pixels from the edge of a texel"
    );
    if farthest > NEAR {
        return Err(format!("expected differences only up to {NEAR:.5} pixels from the edge of a texel").into());
    }
    Ok(())
}

/// Returns a number from 0 to `limit - 1`.
fn below(limit: u32) -> u32 {
    rand::rand() % limit
}

/// Returns a number from `low` to `high`.
fn between(low: f32, high: f32) -> f32 {
    rand::gen_range(low, high)
}

fn chance() -> bool {
    below(2) == 0
}

/// Makes a picture of noise, so that most pixels have neighbors that differ.
fn picture(world: &mut World, [width, height]: [u16; 2]) -> Any<Picture> {
    let pixels = usize::from(width) * usize::from(height);
    let bytes: Vec<u8> = (0..pixels).flat_map(|_| [255, 255, 255, if below(5) < 3 { 255 } else { 0 }]).collect();
    let texture = Texture2D::from_rgba8(width, height, &bytes);
    texture.set_filter(FilterMode::Nearest);
    let mask = Mask::from_rgba8(width.into(), height.into(), &bytes, Solid::AlphaAbove(127))?;
    Ok(Picture { texture, mask: world.add_mask(mask)?, size: vec2(width.into(), height.into()) })
}

impl Call {
    /// Returns a call that draws into a cell.
    fn random(size: Vec2, [left, top]: [u32; 2]) -> Call {
        // Whole numbers, fractions of the place, of the scale, any angle.
        let kind = below(4);
        let scale = match kind {
            0 => vec2(below(4) as f32 + 1.0, below(4) as f32 + 1.0),
            1 => Vec2::ONE,
            _ => vec2(between(0.5, 4.0), between(0.5, 4.0)),
        };
        let drawn = size * scale;
        let degrees = match kind {
            0..=2 => 90.0 * below(4) as f32,
            _ => between(0.0, 360.0),
        };
        // From the corner of the unrotated picture.
        let pivot = match kind {
            0 | 1 => Some((drawn * vec2(between(-0.2, 1.2), between(-0.2, 1.2))).round()),
            _ => chance().then(|| drawn * vec2(between(-0.2, 1.2), between(-0.2, 1.2))),
        };
        let turned_about = pivot.unwrap_or(drawn / 2.0);
        let middle = turned_about + Vec2::from_angle(degrees.to_radians()).rotate(drawn / 2.0 - turned_about);
        let center = vec2(left as f32, top as f32) + CELL as f32 / 2.0;
        let fraction = if kind == 0 { Vec2::ZERO } else { vec2(between(0.0, 1.0), between(0.0, 1.0)) };
        let at = (center - middle).round() + fraction;
        Call { size, at, scale, flip: [chance(), chance()], degrees, pivot: pivot.map(|pivot| at + pivot) }
    }

    fn draw(&self, texture: &Texture2D) {
        let params = DrawTextureParams {
            dest_size: Some(self.size * self.scale),
            rotation: self.degrees.to_radians(),
            flip_x: self.flip[0],
            flip_y: self.flip[1],
            pivot: self.pivot,
            ..DrawTextureParams::default()
        };
        mq::draw_texture_ex(texture, self.at.x, self.at.y, mq::WHITE, params);
    }

    /// Spawns a sprite that stands where the call draws, in one of three ways.
    fn spawn(&self, world: &mut World, mask: MaskId) -> Any<SpriteId> {
        let [at, scale, size] = [self.at, self.scale, self.size].map(|v| v.as_dvec2());
        let [flip_x, flip_y] = self.flip;
        let drawn = size * scale;
        let pivot = self.pivot.map_or(at + drawn / 2.0, |pivot| pivot.as_dvec2());
        let sprite = Sprite::new(mask, [0, 0]);
        if chance() {
            let mirror = [if flip_x { -1.0 } else { 1.0 }, if flip_y { -1.0 } else { 1.0 }];
            let by = Affine::scale(mirror).about([size.x / 2.0, size.y / 2.0]).then(&Affine::scale([scale.x, scale.y]));
            let by = by.then(&Affine::translation([at.x, at.y]));
            let turn = Affine::rotation(self.degrees.into()).about([pivot.x, pivot.y]);
            return Ok(world.spawn(sprite.transform(by.then(&turn))?)?);
        }
        let sprite = sprite.flip_x(flip_x).flip_y(flip_y).scale([scale.x, scale.y]);
        let sprite = sprite.angle(Angle::degrees(self.degrees.into())?);
        if self.pivot.is_none() {
            // Both turn and scale about the middle.
            let id = world.spawn(sprite)?;
            let corner = at + (drawn - size) / 2.0;
            world.get_mut(id)?.place_at([corner.x, corner.y])?;
            return Ok(id);
        }
        // The point of the picture that is drawn at the pivot. A flip exchanges the sides.
        let from = |flip, length: f64, point: f64| if flip { length - point } else { point };
        let origin = (pivot - at) / scale;
        let id = world.spawn(sprite.origin([from(flip_x, size.x, origin.x), from(flip_y, size.y, origin.y)]))?;
        world.get_mut(id)?.place_at([pivot.x, pivot.y])?;
        Ok(id)
    }

    /// Returns the point of the picture that is drawn at the center of a pixel, before flips.
    fn texel(&self, [x, y]: [u32; 2]) -> DVec2 {
        let [at, scale, size] = [self.at, self.scale, self.size].map(|v| v.as_dvec2());
        let pivot = self.pivot.map_or(at + size * scale / 2.0, |pivot| pivot.as_dvec2());
        let center = DVec2::new(x.into(), y.into()) + 0.5;
        let turn = DVec2::from_angle(-f64::from(self.degrees).to_radians());
        (turn.rotate(center - pivot) + pivot - at) / scale
    }
}

impl Count {
    /// Compares the pixels of a cell with those of a sprite.
    fn add(&mut self, screen: &Image, [left, top]: [u32; 2], world: &mut World, id: SpriteId, call: &Call) -> Any<()> {
        let shape = world.refresh()?.shape(id)?;
        self.sprites += 1;
        for [x, y] in (0..CELL * CELL).map(|i| [left + i % CELL, top + i / CELL]) {
            // The rows of a screenshot go up.
            let is_drawn = screen.get_pixel(x, ROWS * CELL - 1 - y).r > 0.5;
            let is_solid = shape.mask.contains([x as i32 - shape.at[0], y as i32 - shape.at[1]]);
            let texel = call.texel([x, y]);
            let is_inside = texel.cmpge(DVec2::ZERO).all() && texel.cmplt(call.size.as_dvec2()).all();
            self.pixels += usize::from(is_inside);
            if is_drawn == is_solid {
                continue;
            }
            self.differ += 1;
            let distance = ((texel - texel.round()).abs() * call.scale.as_dvec2()).min_element();
            // Not each pixel: a wrong rule makes thousands.
            if distance > self.farthest.max(NEAR) {
                eprintln!("pixel {x}, {y}: drawn {is_drawn}, solid {is_solid}, {distance:.5} from an edge: {call:?}");
            }
            self.farthest = self.farthest.max(distance);
        }
        Ok(())
    }
}
