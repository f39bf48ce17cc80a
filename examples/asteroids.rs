//! Asteroids: a turret shoots at rocks that tumble and split. The program prints the time of a step, and draws the last step
//! if it gets a path.
//!
//! Shots fly 40 pixels a step, further than small rocks are wide. `View::sweep` tests every pixel of the way, so
//! no shot flies through a rock, and a shot that is born inside a rock hits it.
//!
//!     cargo run --release -p show --example asteroids -- asteroids.png

use hitmask::mask::Line;
use hitmask::{Angle, Mask, MaskId, Sprite, SpriteId, World, pixel};
use image::{Rgb, RgbImage};
use std::{error::Error, f64::consts::TAU, time::Instant};

type Any<T> = Result<T, Box<dyn Error>>;

const SIZE: [f64; 2] = [880.0, 440.0];
const TURRET: [f64; 2] = [440.0, 220.0];
const STEPS: u32 = 400;
const SHOT_SPEED: f64 = 40.0;
/// The diameters of rocks. A rock splits into two of the next diameter.
const ROCKS: [u32; 4] = [100, 60, 36, 20];
/// Two layers. Rocks pass through each other: only shots hit them.
const ROCK: u32 = 1;
const SHOT: u32 = 2;

/// A rock or a shot.
struct Body {
    id: SpriteId,
    /// The center, in pixels.
    at: [f64; 2],
    /// Pixels a step.
    velocity: [f64; 2],
    /// The number of its diameter in `ROCKS`.
    size: usize,
    /// In degrees. A rock turns in each step.
    angle: f64,
}

struct Game {
    world: World,
    rock_masks: Vec<MaskId>,
    shot_mask: MaskId,
    rocks: Vec<Body>,
    shots: Vec<Body>,
    /// The ways of the shots in the last steps, and the pixels that they hit, for the picture.
    ways: Vec<(u32, Line)>,
    hits: Vec<(u32, [i32; 2])>,
}

/// A lumpy disc.
fn rock(diameter: u32) -> Any<Mask> {
    let middle = f64::from(diameter - 1) / 2.0;
    Ok(Mask::from_fn(diameter, diameter, |x, y| {
        let [x, y] = [x, y].map(|c| f64::from(c) - middle);
        let around = y.atan2(x);
        x.hypot(y) <= middle * (0.84 + 0.1 * (3.0 * around + f64::from(diameter)).sin() + 0.06 * (7.0 * around).sin())
    })?)
}

impl Game {
    fn add_rock(&mut self, size: usize, at: [f64; 2], velocity: [f64; 2]) -> Any<()> {
        let middle = f64::from(ROCKS[size]) / 2.0;
        let sprite = Sprite::new(self.rock_masks[size], pixel(at)?).origin([middle; 2]);
        let id = self.world.spawn(sprite.layers(ROCK).collides_with(SHOT))?;
        self.rocks.push(Body { id, at, velocity, size, angle: 0.0 });
        Ok(())
    }

    /// Computes one step.
    fn step(&mut self, now: u32) -> Any<()> {
        if self.rocks.len() < 40 && now.is_multiple_of(8) {
            // From the left or the right edge, at a changing height.
            let side = f64::from(now / 8 % 2);
            let y = f64::from(now * 53 % 440);
            self.add_rock(0, [side * SIZE[0], y], [1.1 - 2.2 * side, f64::from(now % 5) * 0.3 - 0.6])?;
        }
        for rock in &mut self.rocks {
            rock.at = [0, 1].map(|axis| (rock.at[axis] + rock.velocity[axis]).rem_euclid(SIZE[axis]));
            rock.angle += 3.0 - rock.velocity[1];
            let mut sprite = self.world.get_mut(rock.id)?;
            sprite.move_to(pixel(rock.at)?)?;
            sprite.set_angle(Angle::degrees(rock.angle)?)?;
        }
        if now.is_multiple_of(2) {
            self.shoot(now)?;
        }
        self.move_shots(now)
    }

    /// Fires at one of the three nearest rocks.
    fn shoot(&mut self, now: u32) -> Any<()> {
        let near = self.world.refresh()?.on_layers(ROCK).nearest(pixel(TURRET)?, 3);
        let target = near.get(now as usize % 3).and_then(|near| self.rocks.iter().find(|rock| rock.id == near.id));
        let Some(rock) = target else { return Ok(()) };
        let way = [0, 1].map(|axis| rock.at[axis] + 3.0 * rock.velocity[axis] - TURRET[axis]);
        let velocity = way.map(|c| c * SHOT_SPEED / way[0].hypot(way[1]).max(1.0));
        // The muzzle, which may be inside a rock.
        let at = [0, 1].map(|axis| TURRET[axis] + 0.5 * velocity[axis]);
        let id = self.world.spawn(Sprite::new(self.shot_mask, pixel(at)?).layers(SHOT).collides_with(ROCK))?;
        self.shots.push(Body { id, at, velocity, size: 0, angle: 0.0 });
        Ok(())
    }

    fn move_shots(&mut self, now: u32) -> Any<()> {
        for mut shot in std::mem::take(&mut self.shots) {
            let from = pixel(shot.at)?;
            shot.at = [0, 1].map(|axis| shot.at[axis] + shot.velocity[axis]);
            // After a rock has split, the next refresh costs only what has changed.
            let swept = self.world.refresh()?.hit_from_inside().sweep(shot.id, pixel(shot.at)?)?;
            self.ways.push((now, Line::new(from, swept.at)));
            if let Some(hit) = swept.hit {
                self.hits.push((now, hit.first));
                self.world.despawn(shot.id)?;
                // The normal points back to the shot, so the shot pushes against it.
                self.split(hit.id, hit.normal.map(|c| -c))?;
            } else if (0..2).all(|axis| (0.0..SIZE[axis]).contains(&shot.at[axis])) {
                self.world.move_to(shot.id, swept.at)?;
                self.shots.push(shot);
            } else {
                self.world.despawn(shot.id)?;
            }
        }
        Ok(())
    }

    /// Replaces a rock by two smaller ones, which fly apart across the direction of the hit.
    fn split(&mut self, id: SpriteId, [x, y]: [f64; 2]) -> Any<()> {
        let number = self.rocks.iter().position(|rock| rock.id == id).ok_or("shots hit rocks only")?;
        let Body { at, velocity: [u, v], size, .. } = self.rocks.swap_remove(number);
        self.world.despawn(id)?;
        if size + 1 < ROCKS.len() {
            for side in [-1.0, 1.0] {
                let away = [-side * y, side * x];
                let at = [0, 1].map(|axis| at[axis] + away[axis] * f64::from(ROCKS[size + 1]) / 2.0);
                self.add_rock(size + 1, at, [u + 0.9 * away[0] + 0.3 * x, v + 0.9 * away[1] + 0.3 * y])?;
            }
        }
        Ok(())
    }
}

fn main() -> Any<()> {
    let mut world = World::new();
    let rock_masks = ROCKS.iter().map(|&side| Ok(world.add_mask(rock(side)?)?)).collect::<Any<Vec<_>>>()?;
    let shot_mask = world.add_mask(Mask::filled(3, 3)?)?;
    let (rocks, shots) = (Vec::new(), Vec::new());
    let mut game = Game { world, rock_masks, shot_mask, rocks, shots, ways: Vec::new(), hits: Vec::new() };
    let start = Instant::now();
    for now in 0..STEPS {
        game.step(now)?;
    }
    let took = start.elapsed() / STEPS;
    println!("{} shots hit, {} rocks are left; {took:.1?} a step", game.hits.len(), game.rocks.len());
    assert!(game.hits.len() > 50);
    if let Some(path) = std::env::args().nth(1) {
        picture(&mut game)?.save(path)?;
    }
    Ok(())
}

/// Draws the rocks, and the shots and hits of the last steps: older ones are darker.
fn picture(game: &mut Game) -> Any<RgbImage> {
    let mut picture = RgbImage::from_pixel(SIZE[0] as u32, SIZE[1] as u32, Rgb([13, 15, 24]));
    let mut put = |[x, y]: [i32; 2], color: [u8; 3], light: f64| {
        if (0..SIZE[0] as i32).contains(&x) && (0..SIZE[1] as i32).contains(&y) {
            picture.put_pixel(x as u32, y as u32, Rgb(color.map(|c| (f64::from(c) * light) as u8)));
        }
    };
    (0..180).for_each(|n| put([n * n % 883, n * n * 31 % 443], [255; 3], 0.2 + f64::from(n % 5) / 10.0));
    let view = game.world.refresh()?;
    for rock in &game.rocks {
        let shape = view.shape(rock.id)?;
        for [x, y] in shape.pixels() {
            // Light from the top left.
            let is_solid = |dx, dy| shape.mask.contains([x + dx - shape.at[0], y + dy - shape.at[1]]);
            let light = if !is_solid(-3, -3) {
                1.2
            } else if !is_solid(5, 5) {
                0.55
            } else {
                0.85
            };
            put([x, y], [150, 142, 132], light);
        }
    }
    let light = |step: u32| 1.0 - 0.85 * f64::from(STEPS - 1 - step) / 24.0;
    for &(step, line) in game.ways.iter().filter(|way| way.0 + 24 >= STEPS) {
        line.points().for_each(|at| put(at, [110, 230, 255], light(step)));
        let [x, y] = line.end();
        (0..9).for_each(|n| put([x - 1 + n % 3, y - 1 + n / 3], [200, 250, 255], light(step)));
    }
    for &(step, [x, y]) in game.hits.iter().filter(|hit| hit.0 + 24 >= STEPS) {
        for ray in 0..12 {
            let [dx, dy] = [(f64::from(ray) * TAU / 12.0).cos(), (f64::from(ray) * TAU / 12.0).sin()];
            (3..10 + ray % 2 * 5)
                .map(f64::from)
                .for_each(|far| put([x + (dx * far) as i32, y + (dy * far) as i32], [255, 170, 60], light(step)));
        }
    }
    let [x, y] = TURRET.map(|c| c as i32);
    for (dx, dy) in (-12..=12).flat_map(|dy: i32| (-12..=12).map(move |dx: i32| (dx, dy))) {
        if dx * dx + dy * dy <= 144 {
            put([x + dx, y + dy], [90, 220, 140], if dx * dx + dy * dy > 64 { 1.0 } else { 0.5 });
        }
    }
    Ok(picture)
}
