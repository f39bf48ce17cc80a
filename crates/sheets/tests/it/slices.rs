//! Slices in both formats of Aseprite, compared with their definition: the last key at or before a frame.

use crate::common::ase::{Ase, LAYER, Show, cel, slice, user_data};
use crate::common::{noise, read_json};
use fastrand::Rng;
use sheets::image::RgbaImage;
use sheets::mask::{Mask, Rect};
use sheets::{Frame, Options, Sheet};
use std::collections::HashMap;

/// A slice as a test writes it.
struct Written {
    name: &'static str,
    text: Option<&'static str>,
    color: Option<[u8; 4]>,
    /// Frame, left, top, width, height; pivot.
    keys: Vec<(u32, [i32; 4], [i32; 2])>,
}

impl Written {
    fn random(rng: &mut Rng, frames: u32) -> Written {
        let mut keys = Vec::new();
        for frame in (0..frames + 2).filter(|_| rng.bool()).collect::<Vec<_>>() {
            let size = [rng.i32(0..9), rng.i32(0..9)];
            keys.push((frame, [rng.i32(-6..12), rng.i32(-6..12), size[0], size[1]], [rng.i32(-3..4), rng.i32(-3..4)]));
        }
        Written {
            name: rng.choice(["sword", "hurt \"box\"", ""]).unwrap(),
            text: rng.choice([None, Some("damage: 3\nhot"), Some("")]).unwrap(),
            color: rng.bool().then(|| [rng.u8(..), rng.u8(..), rng.u8(..), rng.u8(..)]),
            keys,
        }
    }

    fn json(&self) -> String {
        let text = self.text.map(|text| format!(r#", "data": {text:?}"#)).unwrap_or_default();
        let color = self.color.map(|color| format!(r##", "color": "#{:08x}""##, u32::from_be_bytes(color)));
        let keys: Vec<_> = self.keys.iter().map(|(frame, [x, y, w, h], [px, py])| {
            format!(r#"{{"frame": {frame}, "bounds": {{"x": {x}, "y": {y}, "w": {w}, "h": {h}}}, "pivot": {{"x": {px}, "y": {py}}}}}"#)
        }).collect();
        format!(r#"{{"name": {:?}{text}{}, "keys": [{}]}}"#, self.name, color.unwrap_or_default(), keys.join(","))
    }
}

/// Returns a picture as a sheet in JSON, in which each frame is the whole picture.
fn in_json(picture: &RgbaImage, frames: usize, slices: &[Written]) -> Sheet {
    let (width, height) = picture.dimensions();
    let entry = format!(r#"{{"frame": {{"x": 0, "y": 0, "w": {width}, "h": {height}}}}}"#);
    let slices: Vec<_> = slices.iter().map(Written::json).collect();
    let json = format!(
        r#"{{"frames": [{}], "meta": {{"image": "sheet.png", "slices": [{}]}}}}"#,
        vec![entry; frames].join(","),
        slices.join(",")
    );
    read_json(&json, picture, &Options::default()).unwrap()
}

/// Returns a picture as an Aseprite file, in which each frame links to the first.
fn in_aseprite(picture: &RgbaImage, frames: usize, slices: &[Written]) -> Sheet {
    let size = [picture.width() as u16, picture.height() as u16];
    // User data of a layer and of a cel are no user data of a slice.
    let mut first = vec![LAYER.chunk(), user_data(Some("layer"), None)];
    first.extend([cel(0, [0, 0], 255, 0, &Show::Packed(size, picture)), user_data(Some("cel"), None)]);
    for written in slices {
        first.push(slice(written.name, &written.keys));
        if written.text.is_some() || written.color.is_some() {
            first.push(user_data(written.text, written.color));
        }
    }
    let mut all = vec![(1, first)];
    all.resize(frames, (1, vec![cel(0, [0, 0], 255, 0, &Show::Link(0)), user_data(Some("later"), None)]));
    let file = Ase { size, depth: 32, flags: 1, transparent: 0, frames: all };
    Sheet::read(&HashMap::from([("a.ase".to_owned(), file.bytes())]), "a.ase", &Options::default()).unwrap()
}

/// Asserts that a frame has the slices of the file, and returns how many.
#[track_caller]
fn assert_slices(frame: &Frame, index: u32, slices: &[Written]) -> usize {
    let mut shown = frame.slices().iter();
    let mut origins = Vec::new();
    for written in slices {
        let Some((_, [x, y, w, h], pivot)) = written.keys.iter().rfind(|(first, ..)| *first <= index) else { continue };
        if *w == 0 || *h == 0 {
            continue;
        }
        let slice = shown.next().unwrap();
        assert_eq!((slice.name(), slice.text()), (written.name, written.text.unwrap_or_default()));
        assert_eq!((slice.rect(), slice.color()), (Rect::new(*x, *y, *w as u32, *h as u32), written.color));
        assert_eq!(slice.origin(), Some([x + pivot[0], y + pivot[1]].map(f64::from)));
        origins.extend(slice.origin());
        let (part, at) = frame.mask_in(slice.rect()).unwrap();
        let [left, top] = [*x.max(&0), *y.max(&0)];
        let inside = |first: i32, side: i32, most: u32| (first + side).min(most as i32) - first.max(0);
        let size = [inside(*x, *w, frame.size()[0]), inside(*y, *h, frame.size()[1])];
        if size[0] <= 0 || size[1] <= 0 {
            assert_eq!((part.width(), part.height(), at), (0, 0, [0, 0]));
            continue;
        }
        let expected = Mask::from_fn(size[0] as u32, size[1] as u32, |x, y| {
            frame.mask().contains([left + x as i32, top + y as i32])
        });
        assert_eq!((part, at), (expected.unwrap(), [left, top]));
    }
    assert_eq!(shown.next(), None);
    assert_eq!(frame.origin(), origins.first().copied());
    for name in ["sword", "shield"] {
        assert_eq!(frame.slice(name), frame.slices().iter().find(|slice| slice.name() == name));
    }
    frame.slices().len()
}

#[test]
fn slices_of_both_formats_are_those_of_the_last_key() {
    let mut rng = Rng::with_seed(29);
    let mut count = 0;
    for _ in 0..100 {
        let picture = noise(&mut rng, 10, 8);
        let frames = rng.usize(1..6);
        let slices: Vec<_> = (0..rng.usize(0..4)).map(|_| Written::random(&mut rng, frames as u32)).collect();
        for sheet in [in_json(&picture, frames, &slices), in_aseprite(&picture, frames, &slices)] {
            assert_eq!(sheet.frames().len(), frames);
            for (index, frame) in sheet.frames().iter().enumerate() {
                count += assert_slices(frame, index as u32, &slices);
            }
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn boxes_at_the_ends_of_the_numbers_are_cut() {
    let picture = noise(&mut Rng::with_seed(1), 10, 8);
    let ends = [i32::MIN, i32::MIN, i32::MAX, i32::MAX];
    let far = [i32::MAX, i32::MAX, i32::MAX, i32::MAX];
    let all = [-1, -1, i32::MAX, i32::MAX];
    let keys = |bounds| vec![(0, bounds, [i32::MAX, i32::MAX])];
    let slices = [ends, far, all].map(|bounds| Written { name: "s", text: None, color: None, keys: keys(bounds) });
    // The pivots at the far ends are errors, so they are at the top-left pixel of the frame here.
    let slices = slices.map(|mut slice| {
        let (_, [x, y, ..], pivot) = &mut slice.keys[0];
        *pivot = [x.checked_neg().unwrap_or(i32::MAX), y.checked_neg().unwrap_or(i32::MAX)];
        slice
    });
    for sheet in [in_json(&picture, 1, &slices), in_aseprite(&picture, 1, &slices)] {
        let frame = &sheet.frames()[0];
        let parts: Vec<_> = frame.slices().iter().map(|slice| frame.mask_in(slice.rect()).unwrap()).collect();
        let sizes: Vec<_> = parts.iter().map(|(part, at)| (part.width(), part.height(), *at)).collect();
        assert_eq!(sizes, [(0, 0, [0, 0]), (0, 0, [0, 0]), (10, 8, [0, 0])]);
        assert_eq!(parts[2].0, **frame.mask());
    }
}
