//! Sheets in JSON, compared with a plain packer that trims and rotates pixel by pixel.

use crate::common::{assert_shows, noise, read_json};
use fastrand::Rng;
use sheets::image::{Rgba, RgbaImage};
use sheets::mask::{Rect, Solid};
use sheets::{Direction, Options};
use std::fmt::Write;
use std::time::Duration;

/// A frame before packing, and how it is packed.
struct Packed {
    frame: RgbaImage,
    trim: Rect,
    rotated: bool,
    at: [u32; 2],
}

/// Packs random frames side by side. Everything outside the trim of a frame is empty.
fn pack(rng: &mut Rng, count: usize) -> (RgbaImage, Vec<Packed>) {
    let mut packed = Vec::new();
    let mut left = 0;
    for _ in 0..count {
        let (width, height) = (rng.u32(0..40), rng.u32(0..40));
        let trim = Rect::new(rng.i32(0..=width as i32), rng.i32(0..=height as i32), 0, 0);
        let trim = Rect {
            width: rng.u32(0..=width - trim.left as u32),
            height: rng.u32(0..=height - trim.top as u32),
            ..trim
        };
        let mut frame = noise(rng, width, height);
        for (x, y, pixel) in frame.enumerate_pixels_mut() {
            if !trim.contains([x as i32, y as i32]) {
                *pixel = Rgba([0; 4]);
            }
        }
        let rotated = rng.bool();
        packed.push(Packed { frame, trim, rotated, at: [left, rng.u32(0..5)] });
        left += if rotated { trim.height } else { trim.width };
    }
    let mut sheet = noise(rng, left.max(1), 50);
    for Packed { frame, trim, rotated, at } in &packed {
        for y in 0..trim.height {
            for x in 0..trim.width {
                let pixel = *frame.get_pixel(trim.left as u32 + x, trim.top as u32 + y);
                // A quarter clockwise: the top row becomes the right column.
                let [to_x, to_y] = if *rotated { [trim.height - 1 - y, x] } else { [x, y] };
                sheet.put_pixel(at[0] + to_x, at[1] + to_y, pixel);
            }
        }
    }
    (sheet, packed)
}

/// Returns the entry of a frame without braces.
fn entry(Packed { frame, trim, rotated, at }: &Packed) -> String {
    let Rect { left, top, width, height } = trim;
    let (source_width, source_height) = frame.dimensions();
    format!(
        r#""frame": {{"x": {}, "y": {}, "w": {width}, "h": {height}}}, "rotated": {rotated}, "trimmed": true,
        "spriteSourceSize": {{"x": {left}, "y": {top}, "w": {width}, "h": {height}}},
        "sourceSize": {{"w": {source_width}, "h": {source_height}}}"#,
        at[0], at[1]
    )
}

fn list(packed: &[Packed], keys: bool) -> String {
    let mut text = String::from(if keys { "{" } else { "[" });
    for (index, packed) in packed.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let entry = entry(packed);
        if keys {
            write!(text, "{comma}\"f{index}.png\": {{{entry}}}").unwrap();
        } else {
            write!(text, "{comma}{{\"filename\": \"f{index}.png\", {entry}}}").unwrap();
        }
    }
    text.push(if keys { '}' } else { ']' });
    text
}

#[test]
fn trimmed_and_rotated_frames_are_as_the_artist_drew_them() {
    let mut rng = Rng::with_seed(17);
    for round in 0..60 {
        let (sheet, packed) = pack(&mut rng, round % 7);
        let solid = [Solid::default(), Solid::AlphaAbove(0), Solid::LumaAbove(60)][round % 3];
        let options = Options::default().solid(solid).pictures(round % 2 == 0);
        for keys in [false, true] {
            let frames = list(&packed, keys);
            let single = format!(r#"{{"frames": {frames}, "meta": {{"image": "sheet.png"}}}}"#);
            let multi = format!(r#"{{"textures": [{{"image": "sheet.png", "frames": {frames}}}]}}"#);
            for json in [single, multi] {
                let read = read_json(&json, &sheet, &options).unwrap();
                assert_eq!(read.frames().len(), packed.len());
                for (index, (frame, packed)) in read.frames().iter().zip(&packed).enumerate() {
                    assert_eq!(frame.name(), format!("f{index}.png"));
                    assert_eq!(frame.names()[1], index.to_string());
                    assert_shows(frame, &packed.frame, solid);
                    let region = frame.region().unwrap();
                    let stored = [packed.trim.width, packed.trim.height];
                    let stored = if packed.rotated { [stored[1], stored[0]] } else { stored };
                    let rect = Rect::new(packed.at[0] as i32, packed.at[1] as i32, stored[0], stored[1]);
                    assert_eq!(
                        (&*region.picture, region.rect, region.quarter_turns),
                        ("sheet.png", rect, u8::from(packed.rotated))
                    );
                    assert_eq!(region.offset, [packed.trim.left, packed.trim.top]);
                }
            }
        }
    }
}

#[test]
fn trimmed_pixels_are_empty_under_every_rule() {
    let json = r#"{"frames": [{"frame": {"x": 0, "y": 0, "w": 1, "h": 1},
        "spriteSourceSize": {"x": 1, "y": 0, "w": 1, "h": 1}, "sourceSize": {"w": 3, "h": 1}}],
        "meta": {"image": "sheet.png"}}"#;
    let options = Options::default().solid(Solid::ColorKey([9, 9, 9])).pictures(true);
    let sheet = read_json(json, &RgbaImage::new(1, 1), &options).unwrap();
    assert_eq!(sheet.frames()[0].mask().to_string(), ".#.");
    assert_eq!(sheet.frames()[0].picture().unwrap().dimensions(), (3, 1));
}

#[test]
fn tags_slices_and_origins_of_aseprite() {
    let json = r#"{"frames": {
        "a 0.png": {"frame": {"x": 0, "y": 0, "w": 4, "h": 8}, "duration": 100},
        "a 1.png": {"frame": {"x": 4, "y": 0, "w": 4, "h": 8}, "duration": 50},
        "a 2.png": {"frame": {"x": 0, "y": 0, "w": 4, "h": 8}, "duration": 70, "pivot": {"x": 0.5, "y": 1.0}},
        "3": {"frame": {"x": 0, "y": 0, "w": 4, "h": 8}, "duration": 70},
        "last": {"frame": {"x": 1, "y": 1, "w": 0, "h": 0}}},
        "meta": {"image": "sheet.png", "frameTags": [
            {"name": "run", "from": 0, "to": 1, "direction": "forward"},
            {"name": "all", "from": 0, "to": 2, "direction": "pingpong", "repeat": "2", "color": "\u0023000000ff"}],
        "slices": [{"name": "plain", "keys": [{"frame": 0, "bounds": {"x": 0, "y": 0, "w": 1, "h": 1}}]},
            {"name": "feet", "keys": [
                {"frame": 0, "bounds": {"x": 1, "y": -2, "w": 2, "h": 2}, "pivot": {"x": 3, "y": 9}},
                {"frame": 1, "bounds": {"x": 0, "y": 0, "w": 0, "h": 0}, "pivot": {"x": 3, "y": 9}},
                {"frame": 3, "bounds": {"x": 5, "y": 6, "w": 1, "h": 1}, "pivot": {"x": -7, "y": 0}}]},
            {"name": "later", "keys": [{"frame": 0, "bounds": {"x": 7, "y": 7, "w": 1, "h": 1}, "pivot": {"x": 0, "y": 0}}]}]}}"#;
    let sheet = read_json(json, &RgbaImage::new(8, 8), &Options::default()).unwrap();
    let names: Vec<_> = sheet.frames().iter().map(|frame| frame.names().join("|")).collect();
    assert_eq!(names, ["run 0|all 0|a 0.png", "run 1|all 1|a 1.png", "all 2|a 2.png", "3", "last|4"]);
    let origins: Vec<_> = sheet.frames().iter().map(|frame| frame.origin()).collect();
    assert_eq!(origins, [[4.0, 7.0], [7.0, 7.0], [2.0, 8.0], [-2.0, 6.0], [-2.0, 6.0]].map(Some));
    assert!(std::sync::Arc::ptr_eq(sheet.frames()[0].mask(), sheet.frames()[3].mask()));
    assert_eq!(sheet.frame("run 1").unwrap().duration(), Duration::from_millis(50));
    assert_eq!(sheet.frame("last").unwrap().size(), [0, 0]);
    assert!(sheet.frame("run 2").is_none());

    let run = sheet.animation("run").unwrap();
    assert_eq!((run.direction(), run.repeat(), run.duration()), (Direction::Forward, None, Duration::from_millis(150)));
    let at = |time| run.frame_at(Duration::from_millis(time));
    assert_eq!([0, 99, 100, 149, 150, 249, 250].map(at), [0, 0, 1, 1, 0, 0, 1]);
    let all = sheet.animation("all").unwrap();
    let steps: Vec<_> = all.frames().iter().map(|(index, _)| *index).collect();
    assert_eq!((steps, all.repeat()), (vec![0, 1, 2, 1], Some(2)));
    // 100 + 50 + 70 there, 50 + 100 back.
    assert_eq!([219, 220, 270, 369, 1 << 40].map(|t| all.frame_at(Duration::from_millis(t))), [2, 1, 0, 0, 0]);
}

#[test]
fn inner_padding_of_aseprite_is_cut_off() {
    let json = r#"{"frames": [{"frame": {"x": 0, "y": 0, "w": 6, "h": 5},
        "spriteSourceSize": {"x": 1, "y": 0, "w": 2, "h": 1}, "sourceSize": {"w": 3, "h": 1}}],
        "meta": {"image": "sheet.png"}}"#;
    let mut picture = RgbaImage::new(6, 5);
    picture.put_pixel(2, 2, Rgba([0, 0, 0, 255]));
    let sheet = read_json(json, &picture, &Options::default()).unwrap();
    assert_eq!(sheet.frames()[0].mask().to_string(), ".#.");
}
