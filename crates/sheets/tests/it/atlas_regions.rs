//! The `.atlas` files of libGDX and Spine, in the dialects before and since libGDX 1.9.13. `TextureAtlas` of libGDX is the
//! authority: offsets count from the bottom, and a rotated region lies turned counterclockwise in the picture.

use crate::common::{art, assert_shows, noise, png, rows, strict, warnings};
use fastrand::Rng;
use sheets::image::{RgbaImage, imageops};
use sheets::mask::Solid;
use sheets::{Options, Sheet, SheetError};
use std::collections::HashMap;

fn read(text: &str, options: &Options) -> Result<Sheet, SheetError> {
    let files = HashMap::from([
        ("sheet.json".to_owned(), text.as_bytes().to_vec()),
        ("a.png".to_owned(), png(&art(&["##.#", "###.", "...#"]))),
        ("b.png".to_owned(), png(&art(&["#."]))),
    ]);
    Sheet::read(&files, "sheet.json", options)
}

/// Returns the sheet of one region, `f`.
fn region(fields: &str) -> Sheet {
    read(&format!("a.png\nsize: 4, 3\nf\n{fields}\n"), &Options::default()).unwrap()
}

#[test]
fn regions_of_both_dialects_show_what_libgdx_shows() {
    for (what, fields, mask) in [
        ("bounds", "  bounds: 0, 0, 3, 2", "##./###"),
        ("bounds without spaces", "bounds:0,0,3,2", "##./###"),
        ("old", "  rotate: false\n  xy: 0, 0\n  size: 3, 2\n  orig: 3, 2\n  offset: 0, 0\n  index: -1", "##./###"),
        ("trimmed", "bounds: 0, 0, 3, 2\noffsets: 1, 0, 5, 3", "...../.##../.###."),
        ("old, trimmed", "xy: 0, 0\nsize: 3, 2\norig: 5, 3\noffset: 0, 1", "##.../###../....."),
        ("no source", "bounds: 0, 0, 3, 2\noffsets: 1, 1, 0, 0", "##./###"),
        ("ninepatch", "bounds: 0, 0, 3, 2\nsplit: 1, 1, 1, 1\npad: -1, -1, 0, 0", "##./###"),
        ("unknown fields", "bounds: 0, 0, 3, 2\ndamage: 7\nnote: a: b", "##./###"),
        // The picture has two columns and three rows of the region.
        ("rotated", "bounds: 0, 0, 3, 2\nrotate: true", ".##/.##"),
        ("90 degrees", "bounds: 0, 0, 3, 2\nrotate: 90", ".##/.##"),
        ("270 degrees", "bounds: 0, 0, 3, 2\nrotate: 270", "##./##."),
        ("180 degrees", "bounds: 0, 0, 3, 2\nrotate: 180", "###/.##"),
        ("rotated and trimmed", "bounds: 2, 0, 3, 2\nrotate: true\noffsets: 0, 1, 4, 3", ".#../#.#./...."),
    ] {
        let sheet = region(fields);
        assert_eq!((rows(&sheet.frames()[0]).as_str(), sheet.warnings()), (mask, &[][..]), "{what}");
        assert_eq!(sheet.frames()[0].names(), ["f", "0"], "{what}");
    }
}

#[test]
fn pages_headers_and_line_ends_are_read_as_libgdx_does() {
    let text = "\u{feff}\n\n\na.png\nsize: 4,3\nformat: RGBA8888\nfilter: Nearest,Nearest\nrepeat: none\nwalk\nbounds: 0,0,2,1\nwalk/2\n  bounds: 3,0,1,1\n\n\nempty.png\nsize: 1,1\n\nb.png\npma: true\nscale: 0.5\nstand\nbounds: 0,0,2,1\n";
    for text in [
        text.to_owned(),
        text.replace('\n', "\r\n"),
        format!("version: 1\n{}", text.trim_start_matches('\u{feff}').trim_start()),
    ] {
        let sheet = read(&text, &strict()).unwrap();
        let frames: Vec<_> = sheet.frames().iter().map(|frame| (frame.name(), rows(frame))).collect();
        assert_eq!(frames, [("walk", "##".into()), ("walk/2", "#".into()), ("stand", "#.".into())]);
        assert_eq!(&*sheet.frames()[2].region().unwrap().picture, "b.png");
    }
    // A page without fields.
    assert_eq!(read("a.png\nf\nxy: 0, 0\nsize: 1, 1", &strict()).unwrap().frames().len(), 1);
}

#[test]
fn indices_are_animations_over_all_pages() {
    let region = |name: &str, index: i32, x: u32| format!("{name}\nbounds: {x}, 0, 1, 1\nindex: {index}\n");
    let text = ["a.png\nsize: 4,3\n".to_owned(), region("run", 2, 2), region("idle", -1, 0), region("run", 1, 1)];
    let sheet = read(&format!("{}\nb.png\n{}", text.concat(), region("run", 10, 0)), &strict()).unwrap();
    let names: Vec<_> = sheet.frames().iter().map(|frame| frame.names().join("|")).collect();
    assert_eq!(names, ["run 2|0", "idle|1", "run 1|run|2", "run 10|3"]);
    let [run] = sheet.animations() else { panic!("{:?}", sheet.animations()) };
    let frames: Vec<_> = run.frames().iter().map(|(frame, _)| *frame).collect();
    assert_eq!((run.name(), frames, run.repeat()), ("run", vec![2, 0, 3], None));
    // A region without an index has the name alone.
    let text = ["a.png\nsize: 4,3\n".to_owned(), region("run", 0, 0), region("run", -1, 1)].concat();
    let names: Vec<_> = read(&text, &strict()).unwrap().frames().iter().map(|frame| frame.names().join("|")).collect();
    assert_eq!(names, ["run 0|0", "run|1"]);
}

#[test]
fn bad_regions_cost_their_pixels() {
    for (fields, warned) in [
        ("bounds: 0, 0, 3", "line 4: must be 4 numbers, got \"0, 0, 3\""),
        ("bounds: 0, 0, 3, x", "line 4: must be 4 numbers"),
        ("rotate: left\nbounds: 0, 0, 3, 2", "line 4: must be true, false, 0, 90, 180 or 270, got \"left\""),
        ("xy: 0, 0", "line 3: is missing"),
        ("index: 3", "line 3: is missing"),
        ("bounds: 0, 0, -3, 2", "line 3: must be a whole number from 0 to"),
        ("bounds: 9, 0, 2, 2", "line 3: must be inside the picture of 4 x 3 pixels"),
        ("bounds: 1, 0, 2, 2\noffsets: 0, 0, 1, 2", "line 3: must be inside the source of 1 x 2 pixels"),
    ] {
        let sheet = region(&format!("{fields}\ng\nbounds: 0, 0, 1, 1"));
        assert!(warnings(&sheet)[0].starts_with(warned), "{}", warnings(&sheet)[0]);
        assert_eq!(rows(&sheet.frames()[1]), "#");
    }
}

#[test]
fn other_texts_and_hostile_ones_are_refused() {
    let error = |text: &str, options: &Options| read(text, options).unwrap_err().to_string();
    for other in [
        "",
        "\n\n",
        "hello\n",
        "hello\nworld\n",
        "hello\n\nsize: 3\n",
        "size: 3\n",
        "a.png\nname: 3\n",
        "title\nsize: 3\n",
        "a\nb\nc\nxy: 1",
    ] {
        assert!(error(other, &Options::default()).contains("is not a known format"), "{other:?}");
    }
    let missing = error("no.png\nsize: 1,1\nf\nbounds: 0,0,1,1", &strict());
    assert!(missing.starts_with("sheet.json: line 1: no file is named \"no.png\""), "{missing}");
    let mut limits = sheets::Limits::default();
    limits.frames = 2;
    let text = format!("a.png\nsize: 4,3\n{}", "f\nbounds: 0,0,1,1\n".repeat(3));
    let error = error(&text, &Options::default().limits(limits));
    assert_eq!(error, "sheet.json: line 7: must be at most 2 frames, got 3: make the file smaller or raise the limit");
}

/// Each region is packed as the packer of libGDX does: without its border, turned counterclockwise.
#[test]
fn trimmed_and_turned_regions_are_as_the_artist_drew_them() {
    let mut rng = Rng::with_seed(5);
    for round in 0..40 {
        let (mut sources, mut text, mut left) = (Vec::new(), "p.png\nsize: 64,64\n".to_owned(), 0);
        let mut page = RgbaImage::new(128, 16);
        for number in 0..4 {
            let size = [rng.u32(1..12), rng.u32(1..12)];
            let inner = size.map(|side| rng.u32(1..=side));
            let at = [0, 1].map(|axis| rng.u32(0..=size[axis] - inner[axis]));
            let pixels = noise(&mut rng, inner[0], inner[1]);
            let mut source = RgbaImage::new(size[0], size[1]);
            imageops::replace(&mut source, &pixels, at[0].into(), at[1].into());
            let (degrees, turned) = match rng.u32(0..4) {
                0 => (0, pixels),
                1 => (90, imageops::rotate270(&pixels)),
                2 => (180, imageops::rotate180(&pixels)),
                _ => (270, imageops::rotate90(&pixels)),
            };
            let top = rng.u32(0..4);
            imageops::replace(&mut page, &turned, left.into(), top.into());
            let ([w, h], below) = (inner, size[1] - inner[1] - at[1]);
            let rotate = if degrees == 90 && rng.bool() { "true".into() } else { degrees.to_string() };
            text += &if rng.bool() {
                format!(
                    "r{number}\n rotate: {rotate}\n xy: {left}, {top}\n size: {w}, {h}\n orig: {}, {}\n offset: {}, {below}\n index: -1\n",
                    size[0], size[1], at[0]
                )
            } else {
                format!(
                    "r{number}\nbounds:{left},{top},{w},{h}\noffsets:{},{below},{},{}\nrotate:{rotate}\n",
                    at[0], size[0], size[1]
                )
            };
            left += turned.width() + 1;
            sources.push(source);
        }
        let files = HashMap::from([("a.atlas".to_owned(), text.into_bytes()), ("p.png".to_owned(), png(&page))]);
        let sheet = Sheet::read(&files, "a.atlas", &strict().pictures(true)).unwrap();
        for (frame, source) in sheet.frames().iter().zip(&sources) {
            assert_shows(frame, source, Solid::default());
        }
        assert_eq!(sheet.frames().len(), 4, "round {round}");
    }
}
