//! The brute-force oracle: compares every pixel of every pair. It shares only the file format with the command.

use image::RgbaImage;
use serde_json::Value;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

/// Returns the expected output for a valid scene with a list of sprites.
pub(crate) fn csv(scene: &Path) -> String {
    let folder = scene.parent().unwrap();
    let scene: Value = serde_json::from_slice(&std::fs::read(scene).unwrap()).unwrap();
    let list = scene["sprites"].as_array().unwrap();
    let solids: Vec<_> = list.iter().map(|sprite| solid(folder, &scene["masks"], sprite)).collect();
    let mut csv = String::from("a,b,area,left,top,width,height\n");
    for b in 0..list.len() {
        for a in 0..b {
            let shared: Vec<_> = solids[a].intersection(&solids[b]).collect();
            if shared.is_empty() || !are_tested(&list[a], &list[b]) {
                continue;
            }
            let range = |axis: usize| {
                let values = || shared.iter().map(|pixel| pixel[axis]);
                (values().min().unwrap(), values().max().unwrap())
            };
            let ((left, right), (top, bottom)) = (range(0), range(1));
            let (width, height) = (right - left + 1, bottom - top + 1);
            writeln!(csv, "{a},{b},{},{left},{top},{width},{height}", shared.len()).unwrap();
        }
    }
    let mut lines: Vec<_> = csv.lines().collect();
    lines[1..].sort_by_key(|line| line.split(',').take(2).map(|n| n.parse::<usize>().unwrap()).collect::<Vec<_>>());
    lines.join("\n") + "\n"
}

/// Returns whether the layers and the fixed flags allow the pair.
fn are_tested(a: &Value, b: &Value) -> bool {
    let bits = |sprite: &Value, key: &str, default| sprite[key].as_u64().unwrap_or(default);
    let hits = |a: &Value, b: &Value| bits(a, "layers", 1) & bits(b, "collides_with", u32::MAX.into()) != 0;
    hits(a, b) && hits(b, a) && !(a["fixed"] == true && b["fixed"] == true)
}

/// Returns the solid pixels of a sprite in world coordinates.
fn solid(folder: &Path, masks: &Value, sprite: &Value) -> HashSet<[i64; 2]> {
    let mask = &masks[sprite["mask"].as_str().unwrap()];
    let picture = |mask: &Value| image::open(folder.join(mask["image"].as_str().unwrap())).unwrap().into_rgba8();
    let key = |mask: &Value| mask["color_key"].as_str().map(|key| key.trim_start_matches('#').to_lowercase());
    let (image, key) = match &mask["hot_map"] {
        Value::Null => (picture(mask), key(mask)),
        hot => (picture(hot), key(hot)),
    };
    let is_solid = |image: &RgbaImage, x: u32, y: u32| {
        let [r, g, b, alpha] = image.get_pixel(x, y).0;
        match &key {
            Some(key) => format!("{r:02x}{g:02x}{b:02x}") != *key,
            None => u64::from(alpha) > mask["alpha_threshold"].as_u64().unwrap_or(127),
        }
    };
    let number = |value: &Value| value.as_i64().unwrap();
    let (left, top, width, height) = match &mask["frame"] {
        Value::Null => (0, 0, image.width().into(), image.height().into()),
        frame => (number(&frame[0]), number(&frame[1]), number(&frame[2]), number(&frame[3])),
    };
    let mut pixels = HashSet::new();
    // Multiples of 90 degrees turn in place; other angles rotate about the middle or the origin.
    let degrees = sprite["rotate"].as_f64().unwrap_or(0.0);
    let (turns, degrees) = if degrees % 90.0 == 0.0 { (degrees / 90.0, 0.0) } else { (0.0, degrees) };
    let turns = turns.rem_euclid(4.0) as usize;
    let turned = |[mut x, mut y]: [i64; 2]| {
        let (mut width, mut height) = (width, height);
        if sprite["flip_x"] == true {
            x = width - 1 - x;
        }
        if sprite["flip_y"] == true {
            y = height - 1 - y;
        }
        for _ in 0..turns {
            (x, y, width, height) = (height - 1 - y, x, height, width);
        }
        [x, y]
    };
    let middle = if turns.is_multiple_of(2) { [width, height] } else { [height, width] }.map(|side| side as f64 / 2.0);
    let at = [number(&sprite["x"]), number(&sprite["y"])];
    // A point of the turned picture, and where it is in the world: the origin; the center of the pivot, which is drawn
    // at the center of the pixel at the position; or the middle.
    let turned_point = |[mut x, mut y]: [f64; 2]| {
        let [mut width, mut height] = [width, height].map(|side| side as f64);
        if sprite["flip_x"] == true {
            x = width - x;
        }
        if sprite["flip_y"] == true {
            y = height - y;
        }
        for _ in 0..turns {
            (x, y, width, height) = (height - y, x, height, width);
        }
        [x, y]
    };
    let real = |value: &Value| value.as_f64().unwrap();
    let (origin, drawn) = if let Some(point) = sprite["origin"].as_array() {
        (turned_point([real(&point[0]), real(&point[1])]), at.map(|c| c as f64))
    } else if let Some(pixel) = sprite["pivot"].as_array() {
        (turned_point([real(&pixel[0]) + 0.5, real(&pixel[1]) + 0.5]), at.map(|c| c as f64 + 0.5))
    } else {
        (middle, [0, 1].map(|axis| at[axis] as f64 + middle[axis]))
    };
    for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
        if !is_solid(&image, (left + x) as u32, (top + y) as u32) {
            continue;
        }
        pixels.insert(turned([x, y]));
    }
    let scale = match &sprite["scale"] {
        Value::Array(both) => [both[0].as_f64().unwrap(), both[1].as_f64().unwrap()],
        one => [one.as_f64().unwrap_or(1.0); 2],
    };
    if scale == [1.0; 2] && degrees == 0.0 {
        // The top-left corner is rounded, halves up.
        let corner = [0, 1].map(|axis| (drawn[axis] - origin[axis] + 0.5).floor() as i64);
        return pixels.iter().map(|pixel| [0, 1].map(|axis| corner[axis] + pixel[axis])).collect();
    }
    transformed(&pixels, origin, drawn, scale, degrees)
}

/// Returns the pixels of the world whose centers lie in one of the pixels if they are mapped back, about a point of the
/// picture and the point of the world where it is drawn.
fn transformed(
    pixels: &HashSet<[i64; 2]>,
    origin: [f64; 2],
    drawn: [f64; 2],
    scale: [f64; 2],
    degrees: f64,
) -> HashSet<[i64; 2]> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let back = |[x, y]: [f64; 2]| [(x * cos + y * sin) / scale[0], (y * cos - x * sin) / scale[1]];
    let far =
        |pixel: &[i64; 2]| [0, 1].map(|axis| (pixel[axis] as f64 - origin[axis]).abs()).into_iter().fold(0.0, f64::max);
    let reach = (1.5 * scale[0].max(scale[1]) * (2.0 + pixels.iter().map(far).fold(0.0, f64::max))) as i64 + 2;
    let [left, top] = drawn.map(|c| c.floor() as i64);
    let all = (-reach..reach).flat_map(|x| (-reach..reach).map(move |y| [left + x, top + y]));
    let from = |pixel: &[i64; 2]| {
        let source = back([0, 1].map(|axis| pixel[axis] as f64 + 0.5 - drawn[axis]));
        [0, 1].map(|axis| (source[axis] + origin[axis]).floor() as i64)
    };
    all.filter(|pixel| pixels.contains(&from(pixel))).collect()
}
