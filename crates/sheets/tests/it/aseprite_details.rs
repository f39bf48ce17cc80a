//! The parts of Aseprite files other than pixels, and the blending of half transparent pixels.

use crate::common::ase::{Ase, LAYER, Layer, Show, cel, palette, slice, tags};
use sheets::{Direction, Options, Sheet};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

fn read(file: &Ase) -> Sheet {
    let files = HashMap::from([("a.aseprite".to_owned(), file.bytes())]);
    Sheet::read(&files, "a.aseprite", &Options::default().pictures(true)).unwrap()
}

/// A file of one RGBA pixel a frame.
fn pixels(frames: Vec<(u16, Vec<crate::common::ase::Chunk>)>) -> Ase {
    Ase { size: [1, 1], depth: 32, flags: 1, transparent: 0, frames }
}

#[test]
fn tags_durations_and_slices() {
    let show = |frame: u8| cel(0, [0, 0], 255, 0, &Show::Plain([1, 1], &[frame; 4]));
    let mut first = vec![LAYER.chunk(), show(200)];
    first.push(tags(&[("walk", 0, 2, 0, 0), ("turn", 1, 2, 3, 4), ("end", 3, 3, 1, 1)]));
    first.push(slice("a", &[(0, [2, 3, 4, 4], [1, -5]), (2, [0, 0, 0, 0], [1, 1]), (3, [1, 1, 1, 1], [0, 0])]));
    first.push(slice("b", &[(1, [9, 9, 1, 1], [0, 0])]));
    let link = vec![cel(0, [5, 5], 9, 0, &Show::Link(0))];
    // A frame without a duration has the duration of the header, 125 ms.
    let sheet = read(&pixels(vec![(80, first), (40, vec![show(100)]), (0, link), (7, vec![]), (9, vec![])]));
    let frames = sheet.frames();
    let names: Vec<_> = frames.iter().map(|frame| frame.names().join("|")).collect();
    assert_eq!(names, ["walk 0", "walk 1|turn 0", "walk 2|turn 1", "end 0", "4"]);
    assert_eq!(frames.iter().map(|frame| frame.duration().as_millis()).collect::<Vec<_>>(), [80, 40, 125, 7, 9]);
    let origins: Vec<_> = frames.iter().map(|frame| frame.origin()).collect();
    assert_eq!(origins, [[3.0, -2.0], [3.0, -2.0], [9.0, 9.0], [1.0, 1.0], [1.0, 1.0]].map(Some));
    assert!(Arc::ptr_eq(frames[0].mask(), frames[2].mask()) && Arc::ptr_eq(frames[3].mask(), frames[4].mask()));
    assert_eq!(frames.iter().map(|frame| frame.mask().count()).collect::<Vec<_>>(), [1, 0, 1, 0, 0]);
    assert!(frames[0].region().is_none());
    let turn = sheet.animation("turn").unwrap();
    assert_eq!((turn.direction(), turn.repeat()), (Direction::PingPongReverse, Some(4)));
    let at = |time| turn.frame_at(Duration::from_millis(time));
    assert_eq!([0, 124, 125, 164, 165, 290, 330, 9999].map(at), [2, 2, 1, 1, 2, 1, 2, 2]);
}

/// Returns the color of one pixel that layers draw: each with a mode, an opacity and a color.
fn blended(flags: u32, layers: &[(Layer, Option<[u8; 4]>)]) -> [u8; 4] {
    let mut chunks: Vec<_> = layers.iter().map(|(layer, _)| layer.chunk()).collect();
    for (index, (_, color)) in layers.iter().enumerate() {
        chunks.extend(color.map(|color| cel(index as u16, [0, 0], 255, 0, &Show::Packed([1, 1], &color))));
    }
    let sheet = read(&Ase { flags, ..pixels(vec![(1, chunks)]) });
    sheet.frames()[0].picture().unwrap().get_pixel(0, 0).0
}

/// The flags of a visible background.
const BACKGROUND: u16 = 1 | 8;

#[test]
fn background_has_no_opacity_and_no_mode_of_its_own() {
    for mode in [0, 1, 16] {
        let back = (Layer { flags: BACKGROUND, opacity: 20, mode, ..LAYER }, Some([10, 20, 30, 255]));
        assert_eq!(blended(1, &[back]), [10, 20, 30, 255], "{mode}");
    }
}

#[test]
fn frames_show_for_a_millisecond_or_more() {
    let show = || vec![LAYER.chunk(), cel(0, [0, 0], 255, 0, &Show::Plain([1, 1], &[200; 4]))];
    let mut file = pixels(vec![(0, show()), (7, vec![])]).bytes();
    // The duration of frames without one.
    file[18..20].fill(0);
    let files = HashMap::from([("a.ase".to_owned(), file)]);
    let sheet = Sheet::read(&files, "a.ase", &Options::default()).unwrap();
    assert_eq!(sheet.frames().iter().map(|frame| frame.duration().as_millis()).collect::<Vec<_>>(), [1, 7]);
}

#[test]
fn opacities_multiply_the_alpha() {
    let half = || Layer { opacity: 128, ..LAYER };
    assert_eq!(blended(1, &[(half(), Some([10, 20, 30, 255]))]), [10, 20, 30, 128]);
    assert_eq!(blended(0, &[(half(), Some([10, 20, 30, 255]))]), [10, 20, 30, 255]);
    // 128 over 128: 128 + 128 - 64.
    assert_eq!(blended(1, &[(half(), Some([0, 0, 0, 255])), (half(), Some([255, 0, 0, 255]))])[3], 192);
}

#[test]
fn groups_are_drawn_on_their_own_only_if_the_file_says_so() {
    let group = || Layer { kind: 1, opacity: 0, ..LAYER };
    let child = || Layer { level: 1, ..LAYER };
    let layers = || [(LAYER, Some([1, 2, 3, 255])), (group(), None), (child(), Some([9, 9, 9, 255]))];
    assert_eq!(blended(1, &layers()), [9, 9, 9, 255]);
    assert_eq!(blended(3, &layers()), [1, 2, 3, 255]);
}

/// The colors that the W3C recommendation "Compositing and Blending" gives two opaque colors, from 0 to 1.
fn w3c(mode: u16, b: [f64; 3], s: [f64; 3]) -> [f64; 3] {
    let lum = |c: [f64; 3]| 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2];
    let set_lum = |c: [f64; 3], l: f64| {
        let c = c.map(|v| v + l - lum(c));
        let (low, high) = (c.iter().copied().fold(f64::MAX, f64::min), c.iter().copied().fold(f64::MIN, f64::max));
        let c = if low < 0.0 { c.map(|v| l + (v - l) * l / (l - low)) } else { c };
        if high > 1.0 { c.map(|v| l + (v - l) * (1.0 - l) / (high - l)) } else { c }
    };
    let range = |c: [f64; 3]| c.iter().copied().fold(f64::MIN, f64::max) - c.iter().copied().fold(f64::MAX, f64::min);
    let set_sat = |c: [f64; 3], wanted: f64| {
        let low = c.iter().copied().fold(f64::MAX, f64::min);
        c.map(|v| if range(c) == 0.0 { 0.0 } else { (v - low) * wanted / range(c) })
    };
    let channel = |mode: u16, b: f64, s: f64| match mode {
        1 => b * s,
        2 => b + s - b * s,
        3 | 8 => {
            let (b, s) = if mode == 3 { (s, b) } else { (b, s) };
            if s <= 0.5 { b * 2.0 * s } else { b + (2.0 * s - 1.0) - b * (2.0 * s - 1.0) }
        }
        4 => b.min(s),
        5 => b.max(s),
        6 if b == 0.0 => 0.0,
        6 if s == 1.0 => 1.0,
        6 => (b / (1.0 - s)).min(1.0),
        7 if b == 1.0 => 1.0,
        7 if s == 0.0 => 0.0,
        7 => 1.0 - ((1.0 - b) / s).min(1.0),
        9 if s <= 0.5 => b - (1.0 - 2.0 * s) * b * (1.0 - b),
        9 if b <= 0.25 => b + (2.0 * s - 1.0) * (((16.0 * b - 12.0) * b + 4.0) * b - b),
        9 => b + (2.0 * s - 1.0) * (b.sqrt() - b),
        10 => (b - s).abs(),
        11 => b + s - 2.0 * b * s,
        // The last three are of Aseprite.
        16 => (b + s).min(1.0),
        17 => (b - s).max(0.0),
        18 if b == 0.0 => 0.0,
        18 if s == 0.0 => 1.0,
        18 => (b / s).min(1.0),
        _ => s,
    };
    match mode {
        12 => set_lum(set_sat(s, range(b)), lum(b)),
        13 => set_lum(set_sat(b, range(s)), lum(b)),
        14 => set_lum(s, lum(b)),
        15 => set_lum(b, lum(s)),
        _ => [0, 1, 2].map(|index| channel(mode, b[index], s[index])),
    }
}

#[test]
fn blend_modes_follow_the_recommendation_of_the_w3c() {
    let mut rng = fastrand::Rng::with_seed(5);
    let tones = |color: [u8; 4]| [0, 1, 2].map(|index| f64::from(color[index]) / 255.0);
    for mode in 0..19 {
        for _ in 0..200 {
            let extreme = |value: u8| {
                if value > 200 {
                    255
                } else if value < 50 {
                    0
                } else {
                    value
                }
            };
            let mut color = || [extreme(rng.u8(..)), extreme(rng.u8(..)), extreme(rng.u8(..)), 255];
            let (back, front) = (color(), color());
            let shown = blended(1, &[(LAYER, Some(back)), (Layer { mode, ..LAYER }, Some(front))]);
            let expected = w3c(mode, tones(back), tones(front)).map(|tone| (tone * 255.0).round());
            let near = (0..3).all(|index| (f64::from(shown[index]) - expected[index]).abs() <= 1.5);
            assert!(near && shown[3] == 255, "mode {mode}: {back:?} {front:?} {shown:?} {expected:?}");
        }
    }
}

#[test]
fn palettes_change_with_the_frame() {
    let colors = |first| palette(first, &[[first as u8, 1, 1, 255], [first as u8, 2, 2, 255]]);
    let show = || cel(0, [0, 0], 255, 0, &Show::Packed([1, 1], &[2]));
    let old = (0x0004, vec![1, 0, 2, 1, 7, 8, 9]);
    let frames = vec![(1, vec![LAYER.chunk(), colors(1), old.clone(), show()]), (1, vec![colors(2), show()])];
    let file = |frames| Ase { size: [1, 1], depth: 8, flags: 1, transparent: 0, frames };
    let color = |sheet: &Sheet, frame: usize| sheet.frames()[frame].picture().unwrap().get_pixel(0, 0).0;
    let sheet = read(&file(frames));
    assert_eq!([color(&sheet, 0), color(&sheet, 1)], [[1, 2, 2, 255], [2, 1, 1, 255]]);
    let sheet = read(&file(vec![(1, vec![LAYER.chunk(), old, show()])]));
    assert_eq!(color(&sheet, 0), [7, 8, 9, 255]);
    let oldest = (0x0011, vec![1, 0, 2, 1, 0, 32, 63]);
    let sheet = read(&file(vec![(1, vec![LAYER.chunk(), oldest, show()])]));
    assert_eq!(color(&sheet, 0), [0, 130, 255, 255]);
    // Without a palette, Aseprite begins with black colors.
    let sheet = read(&file(vec![(1, vec![LAYER.chunk(), show()])]));
    assert_eq!(color(&sheet, 0), [0, 0, 0, 255]);
}
