//! Draws the pictures of the sample scene in `examples/scene`.
//!
//! ```text
//! cargo run -p hitmask-cli --example draw_scene
//! ```
//!
//! The drawing uses only sums, products, quotients and square roots, so the pictures are equal on every machine.

use image::{Rgba, RgbaImage};
use std::path::Path;

type Color = [u8; 4];

const TRANSPARENT: Color = [0; 4];
/// The color key of pictures without alpha.
const KEY: Color = [255, 0, 255, 255];

fn main() -> image::ImageResult<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scene");
    for (name, picture) in pictures() {
        picture.save(folder.join(name))?;
    }
    Ok(())
}

/// Returns the pictures with their file names.
pub(crate) fn pictures() -> [(&'static str, RgbaImage); 7] {
    [
        ("ship.png", ship()),
        ("ring.png", ring()),
        ("laser.png", laser()),
        ("wall.png", wall()),
        ("sheet.png", sheet()),
        ("blast.png", blast()),
        ("blast_hot.png", blast_hot()),
    ]
}

/// The left half of the ship; the last column is the middle. The exhaust (`e`) is half transparent: visible, but
/// not solid.
const SHIP: [&str; 27] = [
    "...........d",
    "..........dw",
    "..........dw",
    ".........dww",
    ".........dwb",
    "........dwwb",
    "........dwbb",
    "........dwbb",
    ".......dwwbb",
    ".......dwwwb",
    "......ddwwww",
    ".....dggdwww",
    "....dgggdwww",
    "...dggggdwww",
    "..dggggggdww",
    ".dgggogggdww",
    "dgggooogggdw",
    "dggoooooggdw",
    "dgddddddggdw",
    "dd.....dddgd",
    ".......dggdd",
    ".......dddd.",
    "........ee..",
    "........eee.",
    "........eee.",
    ".........ee.",
    ".........e..",
];

fn ship() -> RgbaImage {
    RgbaImage::from_fn(23, SHIP.len() as u32, |x, y| {
        let column = if x < 12 { x } else { 22 - x };
        Rgba(match SHIP[y as usize].as_bytes()[column as usize] {
            b'd' => [58, 66, 88, 255],
            b'w' => [224, 230, 240, 255],
            b'g' => [142, 156, 182, 255],
            b'b' => [70, 150, 220, 255],
            b'o' => [236, 160, 70, 255],
            b'e' => [255, 170, 60, 110],
            _ => TRANSPARENT,
        })
    })
}

/// Returns a square picture, colored by the offset of each pixel from the center.
fn around(side: u32, color: impl Fn(f64, f64) -> Color) -> RgbaImage {
    let center = (f64::from(side) - 1.0) / 2.0;
    RgbaImage::from_fn(side, side, |x, y| Rgba(color(f64::from(x) - center, f64::from(y) - center)))
}

fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Multiplies the brightness of a color.
fn lit([r, g, b, alpha]: Color, light: f64) -> Color {
    let [r, g, b] = [r, g, b].map(|c| (f64::from(c) * light).clamp(0.0, 255.0) as u8);
    [r, g, b, alpha]
}

/// A ring with bolts.
fn ring() -> RgbaImage {
    around(55, |x, y| {
        let radius = length(x, y);
        if !(19.5..27.4).contains(&radius) {
            return TRANSPARENT;
        }
        if !(20.5..26.4).contains(&radius) {
            return [58, 66, 88, 255];
        }
        let bolt = x.abs() < 1.5 || y.abs() < 1.5 || (x.abs() - y.abs()).abs() < 2.0;
        let light = 1.0 - 0.35 * (x + y) / (radius * 1.4);
        lit(if bolt { [96, 108, 134, 255] } else { [150, 164, 190, 255] }, light)
    })
}

/// A diagonal beam: a large box, almost entirely transparent.
fn laser() -> RgbaImage {
    RgbaImage::from_fn(40, 40, |x, y| {
        Rgba(match x.abs_diff(y) {
            0 | 1 => [236, 255, 214, 255],
            2 => [120, 232, 120, 255],
            3 => [60, 180, 90, 60],
            _ => TRANSPARENT,
        })
    })
}

/// Two walls that form a corner.
fn wall() -> RgbaImage {
    RgbaImage::from_fn(44, 44, |x, y| {
        if x >= 14 && y < 30 {
            return Rgba(TRANSPARENT);
        }
        let row = y / 5;
        let joint = y % 5 == 4 || (x + 5 * (row % 2)) % 10 == 9;
        let edge = x == 0 || y == 0 || x == 43 || y == 43 || (x == 13 && y < 30) || (y == 30 && x >= 13);
        Rgba(if edge {
            [70, 58, 62, 255]
        } else if joint {
            [104, 88, 88, 255]
        } else {
            lit([172, 132, 110, 255], 0.9 + 0.05 * f64::from((x / 10 + row) % 3))
        })
    })
}

/// A sheet of four frames of 20 x 20 pixels on the color key: a coin, a turning coin, a moon, a gem.
fn sheet() -> RgbaImage {
    let gold = |x: f64, y: f64, radius: f64| {
        let light = if radius > 7.6 { 0.7 } else { 1.05 - 0.02 * (x + y) };
        lit([240, 200, 80, 255], light)
    };
    let coin = around(20, |x, y| if length(x, y) < 9.6 { gold(x, y, length(x, y)) } else { KEY });
    let turning = around(20, |x, y| {
        let radius = length(x * 2.2, y);
        if radius < 9.6 { gold(x, y, radius) } else { KEY }
    });
    let moon = around(20, |x, y| {
        if length(x, y) > 9.8 || length(x - 4.5, y) < 8.0 {
            return KEY;
        }
        lit([206, 206, 220, 255], 1.0 - 0.02 * (x + y))
    });
    let gem = around(20, |x, y| {
        let far = x.abs() + y.abs();
        match far {
            0.0..9.6 => lit([90, 210, 190, 255], if x + y < 0.0 { 1.15 } else { 0.85 } - 0.02 * far),
            _ => KEY,
        }
    });
    let frames = [coin, turning, moon, gem];
    RgbaImage::from_fn(80, 20, |x, y| *frames[x as usize / 20].get_pixel(x % 20, y))
}

/// An explosion with a wide glow.
fn blast() -> RgbaImage {
    around(41, |x, y| {
        let (near, far) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
        // Long along the axes and the diagonals.
        let spike = 0.75 + 0.25 * (2.0 * near / far.max(1.0) - 1.0).abs();
        let radius = length(x, y) / spike;
        match radius {
            0.0..6.0 => [255, 250, 220, 255],
            6.0..11.0 => [255, 216, 96, 255],
            11.0..16.0 => [244, 150, 50, 255],
            16.0..20.4 => [190, 90, 40, 255],
            _ => TRANSPARENT,
        }
    })
}

/// The hot map of the explosion: only its core is solid.
fn blast_hot() -> RgbaImage {
    around(41, |x, y| if length(x, y) < 8.0 { [255; 4] } else { KEY })
}
