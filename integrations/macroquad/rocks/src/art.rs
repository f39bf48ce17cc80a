//! Draws the pictures of the game.

use image::{Rgba, RgbaImage};
use std::f64::consts::TAU;
use std::fmt::Write;

type Point = [f64; 2];
type Color = [f64; 3];

/// The frames of the sheet, and the ground.
#[must_use]
pub fn frames() -> Vec<(String, RgbaImage)> {
    let mut frames = vec![
        ("ship".to_owned(), draw(56, 64, ship)),
        ("flame".to_owned(), draw(20, 28, flame)),
        ("bullet".to_owned(), draw(6, 16, bullet)),
    ];
    for (n, size) in (0..).zip([112, 96, 128, 88, 120, 104]) {
        frames.push((format!("rock {n}"), draw(size, size, |at| rock(at, f64::from(size), n, true))));
    }
    for (n, size) in (0..).zip([12, 10, 14, 11]) {
        frames.push((format!("pebble {n}"), draw(size, size, |at| rock(at, f64::from(size), n + 20, false))));
    }
    frames
}

/// Packs frames in shelves. Returns the picture and the JSON, as TexturePacker writes it.
#[must_use]
pub fn pack(frames: &[(String, RgbaImage)]) -> (RgbaImage, String) {
    const WIDTH: u32 = 512;
    let (mut left, mut top, mut shelf) = (1, 1, 0);
    let mut picture = RgbaImage::new(WIDTH, WIDTH);
    let mut json = "{\n  \"frames\": [\n".to_owned();
    for (n, (name, frame)) in frames.iter().enumerate() {
        let (width, height) = frame.dimensions();
        if left + width + 1 > WIDTH {
            (left, top, shelf) = (1, top + shelf + 1, 0);
        }
        image::imageops::replace(&mut picture, frame, left.into(), top.into());
        let comma = if n + 1 < frames.len() { "," } else { "" };
        let _ = writeln!(
            json,
            "    {{ \"filename\": \"{name}\", \"frame\": {{ \"x\": {left}, \"y\": {top}, \"w\": {width}, \"h\": {height} }}, \"rotated\": false, \
             \"trimmed\": false, \"spriteSourceSize\": {{ \"x\": 0, \"y\": 0, \"w\": {width}, \"h\": {height} }}, \
             \"sourceSize\": {{ \"w\": {width}, \"h\": {height} }}, \"pivot\": {{ \"x\": 0.5, \"y\": 0.5 }} }}{comma}"
        );
        (left, shelf) = (left + width + 1, shelf.max(height));
    }
    let height = top + shelf + 1;
    let _ = write!(
        json,
        "  ],\n  \"meta\": {{ \"image\": \"space.png\", \"format\": \"RGBA8888\", \"size\": {{ \"w\": {WIDTH}, \"h\": {height} }}, \"scale\": \"1\" }}\n}}\n"
    );
    (image::imageops::crop_imm(&picture, 0, 0, WIDTH, height).to_image(), json)
}

/// Draws the ground: hills, with caves below.
#[must_use]
pub fn ground(width: u32, height: u32) -> RgbaImage {
    draw(width, height, |[x, y]| {
        // Whole waves, so that the left edge fits the right one.
        let wave = |count: f64, phase: f64| (x / f64::from(width) * count * TAU + phase).sin();
        let hill = 62.0 + 26.0 * wave(2.0, 0.6) + 11.0 * wave(5.0, 2.0) + 4.0 * wave(13.0, 0.0);
        let depth = y - hill;
        let cave = noise([x / 46.0, y / 30.0], 7) + 0.35 * noise([x / 17.0, y / 14.0], 8) > 0.86;
        if depth < 0.0 || (cave && depth > 22.0 && y < f64::from(height) - 16.0) {
            return None;
        }
        let grain = noise([x / 3.0, y / 3.0], 3) - 0.5;
        let layer = noise([x / 60.0, y / 9.0], 4) - 0.5;
        let light = 0.62 - 0.30 * (depth / f64::from(height)) + 0.16 * grain + 0.16 * layer;
        let rim = (1.0 - depth / 7.0).clamp(0.0, 1.0);
        Some(mix([0.78 * light, 0.56 * light, 0.44 * light], [0.86, 0.74, 0.52], 0.75 * rim))
    })
}

/// A rock of a size: an uneven outline, two or three holes, light from the top left.
fn rock([x, y]: Point, size: f64, seed: u32, holes: bool) -> Option<Color> {
    let radius = size / 2.0;
    let outline = |angle: f64| {
        let wave = |k: f64, n: u32| (k * angle + TAU * hash(n, seed)).sin();
        0.86 + 0.07 * wave(2.0, 1) + 0.05 * wave(3.0, 2) + 0.03 * wave(7.0, 3)
    };
    let height = |[x, y]: Point| {
        let [u, v] = [(x - radius) / radius, (y - radius) / radius];
        let distance = u.hypot(v) / outline(v.atan2(u));
        if distance >= 1.0 {
            return None;
        }
        let mut height = (1.0 - distance * distance).sqrt() + 0.20 * noise([6.0 * u + 9.0, 6.0 * v + 9.0], seed);
        for n in 0..3 {
            // The first holes go through, the others are craters.
            let [a, r] = [TAU * hash(n + 10, seed), 0.34 + 0.14 * hash(n + 20, seed)];
            let wide = 0.19 + 0.11 * hash(n + 30, seed);
            let from = ((u - r * a.cos()) / wide).hypot((v - r * a.sin()) / (0.8 * wide));
            if holes && n < 2 && from < 1.0 {
                return None;
            }
            height -= 0.35 * (1.0 - ((from - 0.4) / 0.9).powi(2)).max(0.0);
        }
        Some(height)
    };
    let here = height([x, y])?;
    let d = 0.02 * size;
    let slope = |dx, dy| here - height([x + dx, y + dy]).unwrap_or(here - 0.25);
    let light =
        (0.50 + 1.1 * (slope(-d, 0.0) + slope(0.0, -d)) - 0.25 * (slope(d, 0.0) + slope(0.0, d))).clamp(0.14, 1.0);
    let grain = 0.88 + 0.24 * noise([x / 2.5, y / 2.5], seed + 5);
    let tints = [[0.80, 0.78, 0.76], [0.84, 0.72, 0.62], [0.68, 0.76, 0.84], [0.80, 0.82, 0.68]];
    Some(tints[seed as usize % 4].map(|c| c * light * grain))
}

/// The ship: a hull with wings and a cockpit.
fn ship([x, y]: Point) -> Option<Color> {
    let u = (x - 28.0).abs();
    let hull = u < 9.0 * ((y - 2.0) / 26.0).clamp(0.0, 1.0).sqrt() && y < 58.0;
    let wing = u < 27.0 && y > 26.0 + 0.9 * u && y < 62.0 - 0.25 * u && !(u < 20.0 && u > 12.0 && y > 50.0);
    let tip = u > 23.0 && u < 27.0 && y > 38.0 && y < 60.0;
    let glass = (u / 5.0).hypot((y - 24.0) / 10.0) < 1.0;
    let shade = if x < 28.0 { 1.0 } else { 0.80 };
    let color = match () {
        () if glass => [0.25, 0.75, 0.95],
        () if tip => [0.95, 0.38, 0.28],
        () if hull => [0.93, 0.94, 0.97],
        () if wing => [0.60, 0.66, 0.78],
        () => return None,
    };
    Some(color.map(|c| c * shade))
}

/// The flame behind the ship.
fn flame([x, y]: Point) -> Option<Color> {
    let from = (x - 10.0).abs() / (9.0 * (1.0 - y / 28.0).powf(0.7));
    (from < 1.0).then(|| mix([1.0, 0.95, 0.65], [1.0, 0.45, 0.10], (from + y / 28.0) / 1.6))
}

/// A bullet.
fn bullet([x, y]: Point) -> Option<Color> {
    let from = ((x - 3.0) / 3.0).hypot((y - 8.0) / 8.0);
    (from < 1.0).then(|| mix([1.0, 1.0, 0.85], [0.35, 1.0, 0.55], from))
}

/// Draws a function of places, with 16 samples a pixel.
fn draw(width: u32, height: u32, color: impl Fn(Point) -> Option<Color>) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        let samples = (0..16)
            .map(|n| [f64::from(x) + (f64::from(n % 4) + 0.5) / 4.0, f64::from(y) + (f64::from(n / 4) + 0.5) / 4.0]);
        let colors: Vec<Color> = samples.filter_map(&color).collect();
        let count = colors.len().max(1) as f64;
        let mean =
            |c: usize| (255.0 * (colors.iter().map(|color| color[c]).sum::<f64>() / count).clamp(0.0, 1.0)) as u8;
        Rgba([mean(0), mean(1), mean(2), (colors.len() * 255 / 16) as u8])
    })
}

fn mix(a: Color, b: Color, share: f64) -> Color {
    let share = share.clamp(0.0, 1.0);
    std::array::from_fn(|c| a[c] + (b[c] - a[c]) * share)
}

/// A random number from 0 to 1 for two numbers.
fn hash(n: u32, seed: u32) -> f64 {
    let mut bits = n.wrapping_mul(0x9e37_79b9) ^ seed.wrapping_mul(0x85eb_ca6b) ^ 0x5bd1_e995;
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297a_2d39);
    f64::from((bits ^ (bits >> 15)) >> 8) / f64::from(1 << 24)
}

/// Smooth noise from 0 to 1, with a random number at each corner of a grid.
fn noise([x, y]: Point, seed: u32) -> f64 {
    let corner = |dx: f64, dy: f64| {
        let (column, row) = ((x.floor() + dx) as i32 as u32, (y.floor() + dy) as i32 as u32);
        hash(column.wrapping_mul(7919) ^ row.wrapping_mul(104_729), seed)
    };
    let ease = |c: f64| (c - c.floor()).powi(2) * (3.0 - 2.0 * (c - c.floor()));
    let (u, v) = (ease(x), ease(y));
    let row = |dy| corner(0.0, dy) * (1.0 - u) + corner(1.0, dy) * u;
    row(0.0) * (1.0 - v) + row(1.0) * v
}
