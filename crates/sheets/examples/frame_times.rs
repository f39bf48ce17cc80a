//! Times the masks of 1,000 frames of a sheet of 4096 x 4096 pixels, beside the decoding of its picture alone.
//!
//! ```text
//! cargo run --release -p hitmask-sheets --example frame_times
//! ```
//!
//! The limit is 1.5 times the decoding. The masks are checked against the alpha of the picture before they are timed.

use sheets::image::{ImageFormat, Rgba, RgbaImage, load_from_memory};
use sheets::{Options, Sheet};
use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;
use std::io::Cursor;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The side of the picture, the side of a cell, and the number of frames.
const SIDE: u32 = 4096;
const CELL: u32 = 128;
const FRAMES: u32 = 1000;

/// The most that reading the sheet may take, in times of the decoding.
const LIMIT: f64 = 1.5;

/// Rounds, of which the fastest counts.
const ROUNDS: usize = 15;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let picture = picture();
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png)?;
    let png = png.into_inner();
    let files = HashMap::from([("s.png".to_owned(), png.clone()), ("s.json".to_owned(), json()?.into_bytes())]);

    let sheet = Sheet::read(&files, "s.json", &Options::default())?;
    check(&sheet, &picture)?;
    let decoding = fastest(|| load_from_memory(&png).map(|picture| picture.into_rgba8()))?;
    let reading = fastest(|| Sheet::read(&files, "s.json", &Options::default()))?;
    let ratio = reading.as_secs_f64() / decoding.as_secs_f64();
    println!("{FRAMES} frames of {SIDE} x {SIDE} pixels, {} bytes of PNG", png.len());
    println!("decoding alone  {:7.1} ms", decoding.as_secs_f64() * 1e3);
    println!("all masks       {:7.1} ms: {ratio:.2} times, the limit is {LIMIT}", reading.as_secs_f64() * 1e3);
    Ok(if ratio <= LIMIT { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the shortest time of a few calls.
fn fastest<T, E>(mut call: impl FnMut() -> Result<T, E>) -> Result<Duration, E> {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        black_box(call()?);
        best = best.min(start.elapsed());
    }
    Ok(best)
}

/// Draws a shaded disc with a soft edge and a hole in each cell, as an artist would draw a coin.
fn picture() -> RgbaImage {
    RgbaImage::from_fn(SIDE, SIDE, |x, y| {
        let radius = f64::from(40 + (x / CELL * 7 + y / CELL * 13) % 22);
        let [dx, dy] = [x, y].map(|c| f64::from(c % CELL) - f64::from(CELL) / 2.0 + 0.5);
        let distance = (dx * dx + dy * dy).sqrt();
        let alpha = ((radius - distance).min(distance - 12.0) * 100.0).clamp(0.0, 255.0) as u8;
        let shade = |tone: f64| (tone + dx + dy / 2.0).clamp(0.0, 255.0) as u8;
        if alpha == 0 { Rgba([0; 4]) } else { Rgba([shade(180.0), shade(140.0), shade(60.0), alpha]) }
    })
}

/// Frames of whole cells, of which every third is trimmed, and every fourth rotated.
fn json() -> Result<String, std::fmt::Error> {
    let mut json = String::from("{\"frames\": [");
    for index in 0..FRAMES {
        let [x, y] = [index % (SIDE / CELL) * CELL, index / (SIDE / CELL) * CELL];
        let [left, side] = if index % 3 == 0 { [10, CELL + 20] } else { [0, CELL] };
        write!(
            json,
            r#"{}{{"filename": "f{index}", "frame": {{"x": {x}, "y": {y}, "w": {CELL}, "h": {CELL}}}, "rotated": {},
               "spriteSourceSize": {{"x": {left}, "y": {left}, "w": {CELL}, "h": {CELL}}},
               "sourceSize": {{"w": {side}, "h": {side}}}}}"#,
            if index > 0 { "," } else { "" },
            index % 4 == 0
        )?;
    }
    json.push_str("], \"meta\": {\"image\": \"s.png\"}}");
    Ok(json)
}

/// Compares each mask with the alpha of its cell, pixel by pixel.
fn check(sheet: &Sheet, picture: &RgbaImage) -> Result<(), String> {
    for (index, frame) in (0..FRAMES).zip(sheet.frames()) {
        let [left, top] = [index % (SIDE / CELL) * CELL, index / (SIDE / CELL) * CELL];
        let margin = if index % 3 == 0 { 10 } else { 0 };
        for y in 0..CELL {
            for x in 0..CELL {
                // The picture holds a rotated frame turned clockwise.
                let [from_x, from_y] = if index % 4 == 0 { [CELL - 1 - y, x] } else { [x, y] };
                let solid = picture.get_pixel(left + from_x, top + from_y).0[3] > 127;
                if frame.mask().contains([(x + margin) as i32, (y + margin) as i32]) != solid {
                    return Err(format!("frame {index} differs at {x}, {y}"));
                }
            }
        }
    }
    Ok(())
}
