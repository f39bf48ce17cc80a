//! Diggers: a terrain of 4096 x 1024 pixels that walkers dig through and grenades blow up, until it falls apart. The
//! program prints the time of a step, and draws a part of the terrain if it gets a path.
//!
//! - Diggers walk over slopes and stairs (`Motion::walk`), dig through what is too high, and fall where there is no ground.
//! - Grenades bounce: the sweep tells the normal of the surface that they hit. Then they blow a hole into the terrain.
//! - What the terrain no longer holds (`Mask::detached_components`) falls as a sprite of its own, and becomes terrain again
//!   where it lands.
//!
//!     cargo run --release -p show --example diggers -- diggers.png

use hitmask::mask::Connectivity;
use hitmask::{Mask, MaskId, Motion, Rect, Sprite, SpriteId, World, pixel};
use image::{Rgb, RgbImage};
use std::{error::Error, time::Instant};

type Any<T> = Result<T, Box<dyn Error>>;

const SIZE: [u32; 2] = [4096, 1024];
const STEPS: u32 = 300;
/// The step that the picture shows.
const SHOWN: u32 = 108;
/// A digger is 12 pixels wide and 24 high.
const DIGGER: [u32; 2] = [12, 24];
/// Layers. All else collides with the terrain only, except that pieces collide with pieces.
const TERRAIN: u32 = 1;
const PIECE: u32 = 2;
const OTHER: u32 = 4;

struct Piece {
    id: SpriteId,
    mask: MaskId,
    speed: i32,
}

struct Digger {
    id: SpriteId,
    /// -1 to the left, 1 to the right.
    toward: i32,
    falling: i32,
}

struct Grenade {
    id: SpriteId,
    at: [f64; 2],
    velocity: [f64; 2],
    /// The steps until it explodes.
    fuse: u32,
    path: Vec<[i32; 2]>,
}

struct Game {
    world: World,
    /// The mask of the terrain, and the sprite that shows it.
    terrain: MaskId,
    land: SpriteId,
    grenade: MaskId,
    /// Whether the terrain has lost pixels since the last search for pieces.
    is_dug: bool,
    pieces: Vec<Piece>,
    diggers: Vec<Digger>,
    grenades: Vec<Grenade>,
    /// The number of pieces that have fallen, and of grenades that have exploded.
    counts: [u32; 2],
}

/// The height of the hills.
fn hill(x: f64) -> f64 {
    560.0 + 55.0 * (x / 170.0).sin() + 14.0 * (x / 41.0).sin()
}

/// The color of a pixel of the terrain before the game: hills with caves, and mushrooms on the hills.
fn color(x: u32, y: u32) -> Option<[u8; 3]> {
    let (x, y) = (f64::from(x), f64::from(y));
    let cave = (x / 67.0 + (y / 50.0).sin()).sin() + (y / 37.0).cos() > 1.15 && y > hill(x) + 25.0;
    let (from_stem, top) = (x.rem_euclid(230.0) - 115.0, hill(x - x.rem_euclid(230.0) + 115.0) - 105.0);
    let stem = from_stem.abs() < 8.0 && y > top;
    let cap = (from_stem / 62.0).powi(2) + ((y - top) / 36.0).powi(2) < 1.0 && y < top + 8.0;
    match () {
        () if y > hill(x) => (!cave || y > 1000.0).then_some([128, 96, 66]),
        () if cap => Some([200, 66, 56]),
        () => stem.then_some([236, 218, 188]),
    }
}

impl Game {
    fn new() -> Any<Game> {
        let mut world = World::new();
        let terrain = world.add_mask(Mask::from_fn(SIZE[0], SIZE[1], |x, y| color(x, y).is_some())?)?;
        let land = world.spawn(Sprite::new(terrain, [0, 0]).layers(TERRAIN).fixed(true))?;
        let body = world.add_mask(Mask::filled(DIGGER[0], DIGGER[1])?)?;
        let disc = Mask::from_fn(7, 7, |x, y| x.abs_diff(3).pow(2) + y.abs_diff(3).pow(2) < 12)?;
        let grenade = world.add_mask(disc)?;
        let mut diggers = Vec::new();
        for n in 0..25 {
            let sprite = Sprite::new(body, [40 + 160 * n + n * n * 29 % 120, 360]).layers(OTHER).collides_with(TERRAIN);
            diggers.push(Digger { id: world.spawn(sprite)?, toward: n % 2 * 2 - 1, falling: 1 });
        }
        let (pieces, grenades) = (Vec::new(), Vec::new());
        Ok(Game { world, terrain, land, grenade, is_dug: true, pieces, diggers, grenades, counts: [0; 2] })
    }

    /// Removes a disc from the terrain.
    fn dig(&mut self, center: [i32; 2], radius: f64) -> Any<()> {
        self.world.edit_mask(self.terrain, |mask| mask.fill_circle(center.map(f64::from), radius, false))?;
        self.is_dug = true;
        Ok(())
    }

    fn step(&mut self, now: u32) -> Any<()> {
        if now.is_multiple_of(5) {
            self.throw(now)?;
        }
        self.move_diggers()?;
        self.move_grenades()?;
        self.drop_pieces()?;
        if std::mem::take(&mut self.is_dug) { self.break_off() } else { Ok(()) }
    }

    /// Turns all parts of the terrain that do not hang together with its bottom row into sprites.
    fn break_off(&mut self) -> Any<()> {
        let bottom = Rect::new(0, SIZE[1] as i32 - 1, SIZE[0], 1);
        let terrain = self.world.mask(self.terrain).ok_or("the terrain")?;
        for part in terrain.detached_components(&bottom, [0, 0], Connectivity::Four) {
            self.world.edit_mask(self.terrain, |terrain| terrain.erase(&part.mask, part.at))?;
            // Dust vanishes.
            if part.count >= 60 {
                let mask = self.world.add_mask(part.mask)?;
                let sprite = Sprite::new(mask, part.at).layers(PIECE).collides_with(TERRAIN | PIECE);
                self.pieces.push(Piece { id: self.world.spawn(sprite)?, mask, speed: 0 });
                self.counts[0] += 1;
            }
        }
        Ok(())
    }

    fn drop_pieces(&mut self) -> Any<()> {
        for mut piece in std::mem::take(&mut self.pieces) {
            piece.speed = (piece.speed + 1).min(14);
            let [x, y] = self.world.get(piece.id).ok_or("a piece")?.position;
            let moved = self.world.move_until(piece.id, [x, y + piece.speed], Motion::STOP)?;
            match moved.hits.first() {
                Some(hit) if hit.id == self.land => {
                    self.world.despawn(piece.id)?;
                    let mask = self.world.remove_mask(piece.mask)?;
                    self.world.edit_mask(self.terrain, |terrain| terrain.draw(&mask, moved.at))?;
                }
                hit => {
                    piece.speed *= i32::from(hit.is_none());
                    self.pieces.push(piece);
                }
            }
        }
        Ok(())
    }

    fn move_diggers(&mut self) -> Any<()> {
        for mut digger in std::mem::take(&mut self.diggers) {
            let [x, y] = self.world.get(digger.id).ok_or("a digger")?.position;
            let middle = [x + DIGGER[0] as i32 / 2, y + DIGGER[1] as i32 / 2];
            if self.world.refresh()?.is_free(digger.id.at([x, y + 1]))? {
                digger.falling = (digger.falling + 1).min(12);
                self.world.move_until(digger.id, [x, y + digger.falling], Motion::STOP)?;
            } else {
                digger.falling = 0;
                let walk = Motion::walk(4, 4);
                let moved = self.world.move_until(digger.id, [x + 2 * digger.toward, y], walk)?;
                if !moved.started_inside.is_empty() {
                    // Something has fallen on the digger.
                    self.dig(middle, 20.0)?;
                } else if !moved.hits.is_empty() {
                    // The lowest pixel of the hole is at the feet.
                    self.dig([middle[0] + 10 * digger.toward, y + DIGGER[1] as i32 - 18], 18.0)?;
                }
                if !(40..SIZE[0] as i32 - 40).contains(&x) {
                    digger.toward = if x < 40 { 1 } else { -1 };
                }
            }
            self.diggers.push(digger);
        }
        Ok(())
    }

    fn throw(&mut self, now: u32) -> Any<()> {
        let at = [60.0 + f64::from(now * 733 % 3900), 330.0];
        let id = self.world.spawn(Sprite::new(self.grenade, pixel(at)?).layers(OTHER).collides_with(TERRAIN))?;
        let velocity = [f64::from(now % 7) * 1.4 - 4.2, -3.0];
        self.grenades.push(Grenade { id, at, velocity, fuse: 75, path: Vec::new() });
        Ok(())
    }

    fn move_grenades(&mut self) -> Any<()> {
        for mut grenade in std::mem::take(&mut self.grenades) {
            grenade.fuse -= 1;
            grenade.velocity[1] += 0.35;
            let to = [0, 1].map(|axis| grenade.at[axis] + grenade.velocity[axis]);
            let swept = self.world.refresh()?.sweep(grenade.id, pixel(to)?)?;
            if let Some(hit) = swept.hit {
                // The normal points out of the terrain: the speed against it is turned round, and some of it is lost.
                let away: f64 = (0..2).map(|axis| grenade.velocity[axis] * hit.normal[axis]).sum();
                grenade.velocity = [0, 1].map(|axis| grenade.velocity[axis] - 1.7 * away.min(0.0) * hit.normal[axis]);
                grenade.at = swept.at.map(f64::from);
            } else {
                grenade.at = to;
            }
            self.world.move_to(grenade.id, swept.at)?;
            grenade.path.push(swept.at);
            if grenade.fuse == 0 {
                self.world.despawn(grenade.id)?;
                self.dig(swept.at, 34.0)?;
                self.counts[1] += 1;
            } else {
                self.grenades.push(grenade);
            }
        }
        Ok(())
    }
}

fn main() -> Any<()> {
    let mut game = Game::new()?;
    let mut times = Vec::new();
    for now in 0..STEPS {
        let start = Instant::now();
        game.step(now)?;
        times.push(start.elapsed());
        if let (SHOWN, Some(path)) = (now, std::env::args().nth(1)) {
            picture(&mut game)?.save(path)?;
        }
    }
    let [fallen, exploded] = game.counts;
    times.sort_unstable();
    println!("{exploded} explosions, {fallen} pieces; a step takes {:.1?}", times[times.len() / 2]);
    assert!(fallen > 20 && exploded > 20);
    Ok(())
}

/// Draws a part of the terrain: rock, holes, rubble, and what falls, walks and bounces.
fn picture(game: &mut Game) -> Any<RgbImage> {
    let (left, top, width, height) = (1150, 330, 1000, 420);
    let mut picture = RgbImage::new(width, height);
    let terrain = game.world.mask(game.terrain).ok_or("the terrain")?;
    for (x, y, to) in picture.enumerate_pixels_mut() {
        let at = [x as i32 + left, y as i32 + top];
        let sky = [176 - (y / 8) as u8, 212 - (y / 12) as u8, 240];
        *to = Rgb(match (terrain.contains(at), color(at[0] as u32, at[1] as u32)) {
            (true, Some([128, ..])) if !terrain.contains([at[0], at[1] - 4]) && at[1] < 660 => [118, 172, 74], // grass
            (true, before) => before.unwrap_or([224, 150, 84]), // or rubble
            (false, _) if f64::from(at[1]) > hill(at[0].into()) => [64, 48, 42], // a hole or a cave
            (false, Some(_)) => sky.map(|c| c - 20),            // here was a mushroom
            (false, None) => sky,
        });
    }
    let mut put = |[x, y]: [i32; 2], color: [u8; 3]| {
        if let Some(to) = picture.get_pixel_mut_checked((x - left) as u32, (y - top) as u32) {
            *to = Rgb(color);
        }
    };
    for grenade in &game.grenades {
        for at in grenade.path.iter().rev().take(60) {
            (0..4).for_each(|n| put([at[0] + 3 + n % 2, at[1] + 3 + n / 2], [250, 250, 250]));
        }
    }
    let view = game.world.refresh()?;
    let pieces = game.pieces.iter().map(|piece| (piece.id, [240, 120, 40]));
    let diggers = game.diggers.iter().map(|digger| (digger.id, [30, 66, 150]));
    for (id, color) in pieces.chain(diggers).chain(game.grenades.iter().map(|grenade| (grenade.id, [190, 20, 30]))) {
        let shape = view.shape(id)?;
        shape.pixels().for_each(|at| put(at, color));
    }
    for digger in &game.diggers {
        // A yellow helmet.
        let [x, y] = view.get(digger.id).ok_or("a digger")?.position;
        (0..12 * 7).for_each(|n| put([x + n % 12, y + n / 12], [255, 208, 40]));
    }
    Ok(picture)
}
