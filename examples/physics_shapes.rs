//! Shapes for a physics engine: the convex parts of sprites, as one compound shape of parry2d each. Shapes of parry2d are those of
//! rapier2d: a collider is `ColliderBuilder::new(shape)`.
//!
//! The picture shows sprites, and below each its parts with a tolerance of 0, 1 and 2 pixels.
//!
//!     cargo run -p show --features parry2d --example physics_shapes -- shapes.png

use hitmask::{Mask, Solid};
use image::{Rgb, RgbImage, RgbaImage, imageops};
use parry2d::math::{Pose, Vector};
use parry2d::shape::SharedShape;
use std::error::Error;
use std::path::Path;

/// The sprites, the rectangles of their pictures (left, top, width, height), and the pixels that are solid.
const SPRITES: [(&str, [u32; 4], Solid); 5] = [
    ("ship", [0, 0, 23, 27], Solid::AlphaAbove(127)),
    ("ring", [0, 0, 55, 55], Solid::AlphaAbove(127)),
    ("blast", [0, 0, 41, 41], Solid::AlphaAbove(127)),
    ("wall", [0, 0, 44, 44], Solid::AlphaAbove(127)),
    ("sheet", [40, 0, 20, 20], Solid::ColorKey([255, 0, 255])),
];
const TOLERANCES: [f64; 3] = [0.0, 1.0, 2.0];
/// Pixels of the picture for each pixel of a sprite, and between two sprites.
const ZOOM: u32 = 4;
const GAP: u32 = 24;
/// The height of a row in pixels of a sprite.
const ROW: u32 = 55;
const BACKGROUND: Rgb<u8> = Rgb([20, 22, 30]);
const COLORS: [[u8; 3]; 8] = [
    [230, 97, 92],
    [80, 160, 230],
    [244, 185, 66],
    [105, 190, 110],
    [180, 120, 220],
    [240, 140, 60],
    [70, 195, 190],
    [225, 120, 170],
];

/// Returns a shape that is solid where the mask is, with y down and the origin at the top-left pixel.
fn shape_of(parts: &[Vec<[i32; 2]>]) -> Option<SharedShape> {
    let polygon = |part: &Vec<[i32; 2]>| {
        let points = part.iter().map(|&[x, y]| Vector::new(x as f32, y as f32)).collect();
        Some((Pose::IDENTITY, SharedShape::convex_polyline(points)?))
    };
    Some(SharedShape::compound(parts.iter().map(polygon).collect::<Option<_>>()?))
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scene");
    let width = GAP + SPRITES.iter().map(|(_, [.., width, _], _)| width * ZOOM + GAP).sum::<u32>();
    let row = ROW * ZOOM + GAP;
    let mut picture = RgbImage::from_pixel(width, GAP + row * (1 + TOLERANCES.len() as u32), BACKGROUND);
    let mut left = GAP;
    for (name, [x, y, width, height], solid) in SPRITES {
        let file = image::open(folder.join(name).with_extension("png"))?.into_rgba8();
        let sprite = imageops::crop_imm(&file, x, y, width, height).to_image();
        let mask = Mask::from_rgba8(width, height, &sprite, solid)?;
        let top = |index: u32| GAP + index * row + (ROW - height) * ZOOM / 2;
        draw_sprite(&mut picture, [left, top(0)], &sprite, &mask);
        for (index, tolerance) in (1..).zip(TOLERANCES) {
            let parts = mask.convex_parts(tolerance)?;
            let shape = shape_of(&parts).ok_or("parry2d refuses a part")?;
            // A point query of the engine finds every solid pixel.
            let is_inside = |[x, y]: [i32; 2]| {
                let center = Vector::new(x as f32 + 0.5, y as f32 + 0.5);
                shape.distance_to_local_point(center, true) < 1e-3
            };
            assert!(mask.pixels().all(is_inside));
            let points: usize = parts.iter().map(Vec::len).sum();
            println!(
                "{name}, {} solid pixels, tolerance {tolerance}: {} parts with {points} points",
                mask.count(),
                parts.len()
            );
            draw_parts(&mut picture, [left, top(index)], [width, height], &parts);
        }
        left += width * ZOOM + GAP;
    }
    if let Some(path) = std::env::args().nth(1) {
        picture.save(&path)?;
        println!("wrote {path}");
    }
    Ok(())
}

fn draw_sprite(picture: &mut RgbImage, [left, top]: [u32; 2], sprite: &RgbaImage, mask: &Mask) {
    for [x, y] in mask.pixels().map(|pixel| pixel.map(|c| c as u32)) {
        let [r, g, b, _] = sprite.get_pixel(x, y).0;
        for [dx, dy] in (0..ZOOM * ZOOM).map(|index| [index % ZOOM, index / ZOOM]) {
            picture.put_pixel(left + x * ZOOM + dx, top + y * ZOOM + dy, Rgb([r, g, b]));
        }
    }
}

/// Draws each part in a color of its own, with a dark line around it.
fn draw_parts(picture: &mut RgbImage, [left, top]: [u32; 2], [width, height]: [u32; 2], parts: &[Vec<[i32; 2]>]) {
    for [x, y] in (0..width * height * ZOOM * ZOOM).map(|index| [index % (width * ZOOM), index / (width * ZOOM)]) {
        let point = [x, y].map(|c| (f64::from(c) + 0.5) / f64::from(ZOOM));
        let depths = parts.iter().map(|part| depth(part, point));
        let Some((index, depth)) = depths.enumerate().find(|(_, depth)| *depth >= 0.0) else { continue };
        let color = COLORS[index % COLORS.len()];
        let color = if depth < 0.3 { color.map(|c| c / 3) } else { color };
        picture.put_pixel(left + x, top + y, Rgb(color));
    }
}

/// Returns how far inside a convex part a point is, in pixels of the sprite. Outside, the number is negative.
fn depth(part: &[[i32; 2]], [x, y]: [f64; 2]) -> f64 {
    let sides = part.iter().zip(part.iter().cycle().skip(1));
    let depths = sides.map(|(&[ax, ay], &[bx, by])| {
        let [along_x, along_y] = [f64::from(bx - ax), f64::from(by - ay)];
        (along_x * (y - f64::from(ay)) - along_y * (x - f64::from(ax))) / along_x.hypot(along_y)
    });
    depths.fold(f64::MAX, f64::min)
}
