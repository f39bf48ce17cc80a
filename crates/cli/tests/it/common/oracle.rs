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
    for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
        if !is_solid(&image, (left + x) as u32, (top + y) as u32) {
            continue;
        }
        let (mut x, mut y, mut width, mut height) = (x, y, width, height);
        if sprite["flip_x"] == true {
            x = width - 1 - x;
        }
        if sprite["flip_y"] == true {
            y = height - 1 - y;
        }
        for _ in 0..sprite["rotate"].as_i64().unwrap_or(0) / 90 {
            (x, y, width, height) = (height - 1 - y, x, height, width);
        }
        pixels.insert([number(&sprite["x"]) + x, number(&sprite["y"]) + y]);
    }
    pixels
}
