//! Balls bounce off drawn terrain. A ray finds the pixel that a ball would hit, and the normal of the surface turns its velocity.
//!
//! A ball is a disc, but a ray has no width. So the ray of the center is cast at the terrain grown by the radius of the balls: where the
//! center just reaches the grown terrain, the ball just touches the terrain.
//!
//!     cargo run -p show --example bounce -- bounce.png

use hitmask::{Mask, pixel};
use image::{Rgb, RgbImage};
use std::error::Error;

const SIZE: [u32; 2] = [800, 450];
const RADIUS: f64 = 7.0;
/// Pixels a frame, added in each frame.
const GRAVITY: f64 = 0.12;
/// The share of the speed towards the surface that a ball keeps.
const BOUNCE: f64 = 0.8;
const FRAMES: usize = 700;

struct Ball {
    /// The center, in pixels.
    at: [f64; 2],
    /// Pixels a frame.
    velocity: [f64; 2],
    bounces: u32,
}

/// Hills, a bowl in the air, a slope, and walls at both sides.
fn is_terrain(x: u32, y: u32) -> bool {
    let (x, y) = (f64::from(x), f64::from(y));
    let hills = y > 360.0 + 40.0 * (x / 60.0).sin() + 18.0 * (x / 23.0).sin();
    let from_bowl = (x - 560.0).hypot(y - 130.0);
    let bowl = (70.0..82.0).contains(&from_bowl) && y > 110.0;
    let slope = (150.0..330.0).contains(&x) && (0.0..10.0).contains(&(y - 0.5 * x - 100.0));
    hills || bowl || slope || !(6.0..794.0).contains(&x)
}

fn main() -> Result<(), Box<dyn Error>> {
    let terrain = Mask::from_fn(SIZE[0], SIZE[1], is_terrain)?;
    let (grown, [left, top]) = terrain.grown(RADIUS)?;
    let ball = |n: u32| Ball { at: [40.0 + 6.0 * f64::from(n), 40.0], velocity: [0.7 * f64::from(n), 0.0], bounces: 0 };
    let mut balls: Vec<Ball> = (1..=9).map(ball).collect();
    let mut picture =
        RgbImage::from_fn(SIZE[0], SIZE[1], |x, y| Rgb(if is_terrain(x, y) { [70, 80, 95] } else { [245, 243, 238] }));

    for _ in 0..FRAMES {
        for (n, Ball { at, velocity, bounces }) in balls.iter_mut().enumerate() {
            velocity[1] += GRAVITY;
            let to = [at[0] + velocity[0], at[1] + velocity[1]];
            // The grown terrain begins at its own offset.
            let inside = |point| pixel(point).map(|[x, y]| [x - left, y - top]);
            let Some(hit) = grown.cast_ray(inside(*at)?, inside(to)?) else {
                *at = to;
                draw(&mut picture, *at, color(n), 1.2);
                continue;
            };
            let (Some([x, y]), Some(normal)) = (hit.before, hit.normal) else {
                panic!("a ball never starts in the terrain")
            };
            *at = [f64::from(x + left) + 0.5, f64::from(y + top) + 0.5];
            let towards = velocity[0] * normal[0] + velocity[1] * normal[1];
            if towards < 0.0 {
                *velocity = [0, 1].map(|axis| velocity[axis] - (1.0 + BOUNCE) * towards * normal[axis]);
                *bounces += 1;
            }
        }
    }

    let disc = Mask::from_fn(15, 15, |x, y| (f64::from(x) - 7.0).hypot(f64::from(y) - 7.0) <= RADIUS)?;
    for (n, Ball { at, bounces, .. }) in balls.iter().enumerate() {
        let [x, y] = pixel(*at)?;
        assert!(!terrain.overlaps(&disc, [x - 7, y - 7]), "ball {n} is in the terrain");
        assert!(*bounces > 2 && (0..SIZE[0] as i32).contains(&x));
        println!("ball {n} bounced {bounces} times and is at {x}, {y}");
        draw(&mut picture, *at, color(n), RADIUS);
    }
    if let Some(path) = std::env::args().nth(1) {
        picture.save(path)?;
    }
    Ok(())
}

fn color(n: usize) -> [u8; 3] {
    [[214, 69, 65], [230, 126, 34], [46, 134, 193], [39, 154, 96], [142, 68, 173]][n % 5]
}

/// Draws a disc.
fn draw(picture: &mut RgbImage, [x, y]: [f64; 2], color: [u8; 3], radius: f64) {
    let reach = radius.ceil() as i32;
    for (dx, dy) in (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy))) {
        let (column, row) = (x as i32 + dx, y as i32 + dy);
        if f64::from(dx).hypot(f64::from(dy)) <= radius
            && column >= 0
            && row >= 0
            && let Some(to) = picture.get_pixel_mut_checked(column as u32, row as u32)
        {
            *to = Rgb(color);
        }
    }
}
