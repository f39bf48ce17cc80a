//! JSON sheets as packers wrote them and engines show them. The readers of PixiJS and Phaser are the authority.

use crate::common::{art, png, read_json, rows, strict, warnings};
use sheets::image::{Rgba, RgbaImage};
use sheets::{Options, Sheet, WarningKind};
use std::collections::HashMap;
use std::fmt::Write;

/// Reads one frame with these keys, from a picture of 4 x 3 pixels: an L of solid pixels beside empty ones.
fn read(entry: &str) -> Sheet {
    let json = format!(r#"{{"frames": [{{"filename": "a", {entry}}}], "meta": {{"image": "sheet.png"}}}}"#);
    read_json(&json, &art(&["##.#", "###.", "...#"]), &Options::default()).unwrap()
}

const FRAME: &str = r#""frame": {"x": 0, "y": 0, "w": 3, "h": 2}"#;

#[test]
fn dialects_of_frames_show_what_engines_show() {
    for (what, entry, mask, warned) in [
        // BdR76/GimpSpriteAtlas#2
        ("flags as texts", r#""rotated": "false", "trimmed": "False""#, "##./###", ""),
        ("flags as numbers", r#""rotated": 0, "trimmed": 0"#, "##./###", ""),
        (
            "no flags",
            r#""rotated": null, "trimmed": null, "spriteSourceSize": null, "sourceSize": null"#,
            "##./###",
            "",
        ),
        // pixijs#3762, playcanvas/editor#165: trimmed by "crop, keep position".
        (
            "an offset that means nothing",
            r#""trimmed": false, "spriteSourceSize": {"x": 37, "y": 79, "w": 3, "h": 2}, "sourceSize": {"w": 3, "h": 2}"#,
            "##./###",
            "",
        ),
        ("a source that means nothing", r#""trimmed": false, "sourceSize": {"w": 2, "h": 1}"#, "##./###", ""),
        // MonoGame.Extended#149
        (
            "a frame larger than its source",
            r#""trimmed": false, "spriteSourceSize": {"x": 0, "y": 0, "w": 2, "h": 1}, "sourceSize": {"w": 2, "h": 1}"#,
            "##./###",
            "",
        ),
        // pixijs#2932: Flash CS6 and Animate.
        (
            "a place as large as the source",
            r#""trimmed": true, "spriteSourceSize": {"x": 1, "y": 1, "w": 5, "h": 4}, "sourceSize": {"w": 5, "h": 4}"#,
            "...../.##../.###./.....",
            "",
        ),
        (
            "a place without a size",
            r#""spriteSourceSize": {"x": 1, "y": 0}, "sourceSize": {"w": 4, "h": 2}"#,
            ".##./.###",
            "",
        ),
        ("a source alone", r#""trimmed": true, "sourceSize": {"w": 4, "h": 3}"#, "##../###./....", ""),
        ("a place alone", r#""spriteSourceSize": {"x": 1, "y": 1, "w": 3, "h": 2}"#, "..../.##./.###", ""),
        // spritesheet.js#37
        (
            "a negative offset as 2^32 - 1",
            r#""trimmed": true, "spriteSourceSize": {"x": 4294967295, "y": 0, "w": 3, "h": 2}, "sourceSize": {"w": 3, "h": 2}"#,
            "#../##.",
            "frames[0].spriteSourceSize: must be inside the source of 3 x 2 pixels, got 3 x 2 at -1, 0; 2 solid pixels \
             outside are cut off",
        ),
        (
            "a source smaller than the frame",
            r#""trimmed": true, "sourceSize": {"w": 2, "h": 2}"#,
            "##/##",
            "frames[0].spriteSourceSize: must be inside the source of 2 x 2 pixels, got 3 x 2 at 0, 0; 1 solid pixels \
             outside are cut off",
        ),
        (
            "a duration that is no time",
            r#""duration": -5"#,
            "##./###",
            "frames[0].duration: must be from 0 to 4294967295 milliseconds, got -5; the duration is left out",
        ),
        (
            "a pivot far away",
            r#""pivot": {"x": 1e9, "y": 0}"#,
            "##./###",
            "frames[0].pivot: must be within 2^26 pixels of the top-left pixel of the frame, got 3000000000, 0; the pivot \
             is left out",
        ),
    ] {
        let sheet = read(&format!("{FRAME}, {entry}"));
        assert_eq!((rows(&sheet.frames()[0]).as_str(), warnings(&sheet).join("|").as_str()), (mask, warned), "{what}");
        assert!(sheet.warnings().iter().all(|warning| warning.kind == WarningKind::Changed), "{what}");
    }
}

#[test]
fn rectangles_of_the_picture_are_checked() {
    for (what, entry, mask, warned) in [
        ("numbers as texts", r#""frame": {"x": "0", "y": " 1", "w": "3.0", "h": 1.0}"#, "###", ""),
        (
            "fractions",
            r#""frame": {"x": 0, "y": 0, "w": 2.5, "h": 2}"#,
            "##/##",
            "frames[0].frame.w: must be a whole number, got 2.5; 2 is read",
        ),
        ("no pixels", r#""frame": {"x": 9, "y": 9, "w": 0, "h": 0}, "sourceSize": {"w": 2, "h": 1}"#, "..", ""),
        (
            "a rectangle over the right edge",
            r#""frame": {"x": 2, "y": 0, "w": 3, "h": 2}"#,
            ".#./#..",
            "frames[0].frame: must be inside the picture of 4 x 3 pixels, got 3 x 2 at 2, 0; the pixels outside are empty",
        ),
        (
            "a rectangle over the top left edge",
            r#""frame": {"x": -1, "y": 4294967295, "w": 3, "h": 2}"#,
            ".../.##",
            "frames[0].frame: must be inside the picture of 4 x 3 pixels, got 3 x 2 at -1, -1; the pixels outside are empty",
        ),
        // Rotated frames lie turned clockwise, so the right column of the picture is the top row of the frame.
        (
            "a rotated rectangle over the right edge",
            r#""frame": {"x": 3, "y": 0, "w": 3, "h": 2}, "rotated": true"#,
            ".../#.#",
            "frames[0].frame: must be inside the picture of 4 x 3 pixels, got 2 x 3 at 3, 0; the pixels outside are empty",
        ),
        (
            "a rotated rectangle over the top edge",
            r#""frame": {"x": 0, "y": -1, "w": 2, "h": 2}, "rotated": "true", "sourceSize": {"w": 3, "h": 2}"#,
            ".#./.#.",
            "frames[0].frame: must be inside the picture of 4 x 3 pixels, got 2 x 2 at 0, -1; the pixels outside are empty",
        ),
        (
            "exchanged sides of a rotated frame",
            r#""frame": {"x": 0, "y": 0, "w": 2, "h": 3}, "rotated": true, "spriteSourceSize": {"x": 0, "y": 0, "w": 3, "h": 2}"#,
            "##./##.",
            "frames[0].frame: must be 3 x 2 pixels, the size before the rotation, got 2 x 3; the sides are exchanged",
        ),
    ] {
        let sheet = read(entry);
        assert_eq!((rows(&sheet.frames()[0]).as_str(), warnings(&sheet).join("|").as_str()), (mask, warned), "{what}");
    }
}

#[test]
fn empty_picture_at_a_negative_offset_is_an_empty_frame() {
    let json = r#"{"frames": [{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}, "trimmed": true, "sourceSize": {"w": 9, "h": 4},
        "spriteSourceSize": {"x": 4294967294, "y": 4294967294, "w": 1, "h": 1}}], "meta": {"image": "sheet.png"}}"#;
    let sheet = read_json(json, &art(&["."]), &strict().pictures(true)).unwrap();
    assert_eq!((sheet.frames()[0].size(), sheet.frames()[0].mask().count()), ([9, 4], 0));
    assert_eq!(sheet.frames()[0].picture().unwrap().dimensions(), (9, 4));
}

#[test]
fn bad_frame_costs_its_pixels_and_no_index() {
    let good = r#"{"filename": "g", "frame": {"x": 0, "y": 0, "w": 1, "h": 1}}"#;
    for (bad, size, warned) in [
        ("3", [0, 0], "frames[1]: invalid type: integer `3`, expected an object with the keys of a frame"),
        ("null", [0, 0], "frames[1]: invalid type: null, expected an object with the keys of a frame"),
        (r#"{"filename": "b"}"#, [0, 0], "frames[1].frame: is missing: save the file again with the tool that made it"),
        (
            r#"{"filename": "b", "sourceSize": {"w": 5, "h": 6}, "frame": {"x": 0, "y": 0, "w": "wide", "h": 1}}"#,
            [5, 6],
            "frames[1].frame.w: expected a number, got \"wide\"",
        ),
        (
            r#"{"frame": {"x": 40, "y": 0, "w": 2, "h": 1}}"#,
            [2, 1],
            "frames[1].frame: must be inside the picture of 1 x 1 pixels, got 2 x 1 at 40, 0",
        ),
        (
            r#"{"frame": {"x": 0, "y": 0, "w": -2, "h": 1}, "sourceSize": {"w": 7, "h": 8}}"#,
            [7, 8],
            "frames[1].frame.w: must be a whole number from 0 to 2147483647, got -2",
        ),
        (
            r#"{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}, "rotated": "left"}"#,
            [0, 0],
            "frames[1].rotated: expected true or false, got \"left\"",
        ),
    ] {
        let json = format!(
            r#"{{"frames": [{good}, {bad}, {good}], "meta": {{"image": "sheet.png",
                "frameTags": [{{"name": "t", "from": 1, "to": 2}}],
                "slices": [{{"name": "s", "keys": [{{"frame": 2, "bounds": {{"x": 0, "y": 0, "w": 1, "h": 1}}}}]}}]}}}}"#
        );
        let sheet = read_json(&json, &art(&["#"]), &Options::default()).unwrap();
        assert_eq!(warnings(&sheet), [format!("{warned}; the frame has no pixels")]);
        assert_eq!(sheet.warnings()[0].kind, WarningKind::LeftOut);
        let [first, empty, last] = sheet.frames() else { panic!("{}", sheet.frames().len()) };
        assert_eq!((empty.size(), empty.mask().count(), empty.names()[0].as_str()), (size, 0, "t 0"));
        assert_eq!([first, last].map(rows), ["#", "#"]);
        assert!(last.slice("s").is_some() && empty.slice("s").is_none());
        let error = read_json(&json, &art(&["#"]), &strict()).unwrap_err().to_string();
        assert_eq!(error, format!("sheet.json: {warned}"));
    }
}

#[test]
fn bad_tags_and_slices_cost_themselves() {
    let json = r#"{"frames": [{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}}], "animations": {"x": 3, "y": ["a", 7]},
        "meta": {"image": "sheet.png",
        "frameTags": [{"name": "a", "from": 0, "to": 0}, {"from": 0, "to": 0}, {"name": "c", "from": -1, "to": 0},
            {"name": "d", "from": 0, "to": 0, "direction": "sideways"}],
        "slices": [{"name": "s", "color": "red"}, 7,
            {"name": "t", "keys": [{"frame": 0, "bounds": {"x": 0, "y": 0, "w": 1, "h": 1}}]}]}}"#;
    let sheet = read_json(json, &art(&["#"]), &Options::default()).unwrap();
    assert_eq!(sheet.animations().iter().map(sheets::Animation::name).collect::<Vec<_>>(), ["a"]);
    assert_eq!(sheet.frames()[0].slices().iter().map(sheets::Slice::name).collect::<Vec<_>>(), ["t"]);
    let places: Vec<_> = sheet.warnings().iter().map(|warning| warning.place.as_str()).collect();
    assert_eq!(
        places,
        [
            "meta.frameTags[1]",
            "meta.frameTags[2].from",
            "meta.frameTags[3].direction",
            "meta.slices[0].color",
            "meta.slices[1]",
            "animations.x",
            "animations.y[1]"
        ]
    );
}

#[test]
fn anchor_and_pivot_mean_origin() {
    let origin = |keys: &str| read(&format!("{FRAME}, {keys}")).frames()[0].origin();
    assert_eq!(origin(r#""pivot": {"x": 0.5, "y": 1}"#), Some([1.5, 2.0]));
    assert_eq!(origin(r#""anchor": {"x": 0.5, "y": 1}"#), Some([1.5, 2.0]));
    assert_eq!(origin(r#""pivot": {"x": 0, "y": 0}, "anchor": {"x": "0.5", "y": 1}"#), Some([1.5, 2.0]));
    assert_eq!(origin(r#""anchor": null"#), None);
}

/// Two triangles that share a square of 6 x 6 pixels, `a` below the diagonal and `b` above, and a sheet of both.
fn packed(rotated: bool, entry: &str) -> (RgbaImage, String) {
    let upright = RgbaImage::from_fn(6, 6, |x, y| match x.abs_diff(y) {
        2.. => Rgba(if y > x { [255, 0, 0, 255] } else { [0, 0, 255, 255] }),
        _ => Rgba([0; 4]),
    });
    // The square stands at 2, 1 in the picture.
    let square = if rotated { sheets::image::imageops::rotate90(&upright) } else { upright };
    let mut picture = RgbaImage::from_pixel(9, 8, Rgba([7, 7, 7, 255]));
    sheets::image::imageops::replace(&mut picture, &square, 2, 1);
    let mut frames = Vec::new();
    for (name, points) in [("a", [[0, 1], [5, 6], [0, 6]]), ("b", [[1, 0], [6, 0], [6, 5]])] {
        let shown = points.map(|[x, y]: [i32; 2]| if rotated { [2 + 6 - y, 1 + x] } else { [2 + x, 1 + y] });
        frames.push(format!(
            r#""{name}": {{"frame": {{"x": 2, "y": 1, "w": 6, "h": 6}}, "rotated": {rotated}, {entry}
            "vertices": {points:?}, "verticesUV": {shown:?}, "triangles": [[0, 1, 2]]}}"#
        ));
    }
    (picture, format!(r#"{{"frames": {{{}}}, "meta": {{"image": "sheet.png"}}}}"#, frames.join(",")))
}

#[test]
fn polygons_say_which_pixels_belong_to_a_frame() {
    let trimmed =
        r#""trimmed": true, "spriteSourceSize": {"x": 1, "y": 2, "w": 6, "h": 6}, "sourceSize": {"w": 8, "h": 9},"#;
    for (rotated, entry, [left, top], size) in [
        (false, "", [0, 0], [6, 6]),
        (true, "", [0, 0], [6, 6]),
        (false, trimmed, [1, 2], [8, 9]),
        (true, trimmed, [1, 2], [8, 9]),
    ] {
        let (picture, json) = packed(rotated, entry);
        let sheet = read_json(&json, &picture, &strict().pictures(true)).unwrap();
        for frame in sheet.frames() {
            assert_eq!(frame.size(), size);
            let (mut want, mut count) = (String::new(), 0);
            for y in 0..size[1] as i32 {
                for x in 0..size[0] as i32 {
                    let [x, y] = [x - left, y - top];
                    let is_inside = (0..6).contains(&x) && (0..6).contains(&y);
                    let is_own = is_inside && if frame.name() == "a" { y >= x + 2 } else { x >= y + 2 };
                    want.push(if is_own { '#' } else { '.' });
                    count += usize::from(is_own);
                }
                writeln!(want).unwrap();
            }
            assert_eq!(frame.mask().to_string(), want.trim_end(), "{} rotated {rotated}", frame.name());
            let opaque = frame.picture().unwrap().pixels().filter(|pixel| pixel.0[3] > 0).count();
            assert_eq!((count, opaque), (10, 10));
        }
    }
}

#[test]
fn polygons_are_read_as_lists_points_and_texts() {
    let frame = |keys: &str| {
        let sheet = read(&format!(r#""frame": {{"x": 0, "y": 0, "w": 4, "h": 3}}, {keys}"#));
        (rows(&sheet.frames()[0]), warnings(&sheet).join("|"))
    };
    // The left two columns.
    let left = ("##../##../....".to_owned(), String::new());
    let triangles = r#""triangles": [[0, 1, 2], [0, 2, 3]]"#;
    assert_eq!(frame(&format!(r#""verticesUV": [[0, 0], [2, 0], [2, 3], [0, 3]], {triangles}"#)), left);
    assert_eq!(frame(r#""verticesUV": [0, 0, 2, 0, 2, 3, 0, 3], "triangles": [0, 1, 2, 0, 2, 3]"#), left);
    assert_eq!(frame(r#""verticesUV": "0 0 2 0 2 3 0 3", "triangles": "0 1 2 0 2 3""#), left);
    let points = r#"[{"x": 0, "y": 0}, {"x": 2, "y": 0}, {"x": 2, "y": 3}, {"x": 0, "y": 3}]"#;
    assert_eq!(frame(&format!(r#""verticesUV": {points}, {triangles}"#)), left);
    let whole = "##.#/###./...#";
    assert_eq!(frame(r#""vertices": [], "verticesUV": [], "triangles": []"#), (whole.into(), String::new()));
    let (mask, warned) = frame(r#""vertices": [[0, 0], [2, 0], [2, 3]], "triangles": [[0, 1, 2]]"#);
    assert_eq!(mask, whole);
    assert!(
        warned.starts_with("frames[0].verticesUV: is missing") && warned.ends_with("belong to the frame"),
        "{warned}"
    );
    for bad in ["[0, 1, 9]", "[0, 1]", "[0, 1, -1]", "[0, 1, 1.5]", "[0, 1, 1e300]"] {
        let (mask, warned) = frame(&format!(r#""verticesUV": [[0, 0], [2, 0], [2, 3]], "triangles": {bad}"#));
        assert_eq!(mask, "..../..../....");
        assert!(warned.starts_with("frames[0].triangles: must be three indices"), "{warned}");
    }
}

#[test]
fn triangles_are_limited() {
    let mut limits = sheets::Limits::default();
    limits.blended_pixels = 64 * 64 * 200;
    let json = |count: usize| {
        let triangles = vec!["0,1,2"; count].join(",");
        format!(
            r#"{{"frames": [{{"frame": {{"x": 0, "y": 0, "w": 64, "h": 64}}, "verticesUV": [0,0,64,0,0,64],
            "triangles": [{triangles}]}}], "meta": {{"image": "sheet.png"}}}}"#
        )
    };
    let picture = RgbaImage::new(64, 64);
    assert!(read_json(&json(90), &picture, &Options::default().limits(limits.clone())).is_ok());
    let error = read_json(&json(200), &picture, &Options::default().limits(limits)).unwrap_err().to_string();
    assert!(
        error.starts_with("sheet.json: frames[0].triangles: must be at most 819200 pixels of triangles"),
        "{error}"
    );
}

#[test]
fn picture_of_another_name_is_found_beside_the_sheet() {
    let files = |meta: &str| {
        let json = format!(r#"{{"frames": [{{"frame": {{"x": 0, "y": 0, "w": 2, "h": 1}}}}], "meta": {{{meta}}}}}"#);
        HashMap::from([("a/hero.json".to_owned(), json.into_bytes()), ("a/hero.png".to_owned(), png(&art(&["#."])))])
    };
    for meta in [r#""image": "renamed.png""#, "", r#""image": null"#] {
        let files = files(meta);
        let sheet = Sheet::read(&files, "a/hero.json", &Options::default()).unwrap();
        assert_eq!(
            (rows(&sheet.frames()[0]).as_str(), &*sheet.frames()[0].region().unwrap().picture),
            ("#.", "a/hero.png")
        );
        assert_eq!(sheet.warnings()[0].kind, WarningKind::Moved);
        assert!(sheet.warnings()[0].text.ends_with("\"hero.png\" is read instead"), "{}", sheet.warnings()[0]);
        assert!(Sheet::read(&files, "a/hero.json", &strict()).is_err());
    }
}

/// Returns the animations of a sheet of Aseprite with these names of frames and these tags, and the warnings.
fn tagged(names: &[&str], tags: &[(&str, u32, u32)]) -> (String, Vec<String>) {
    let frame = |name: &&str| format!(r#"{{"filename": "{name}", "frame": {{"x": 0, "y": 0, "w": 1, "h": 1}}}}"#);
    let tag = |(name, from, to): &(&str, u32, u32)| format!(r#"{{"name": "{name}", "from": {from}, "to": {to}}}"#);
    let json = format!(
        r#"{{"frames": [{}], "meta": {{"app": "http://www.aseprite.org/", "image": "sheet.png", "frameTags": [{}]}}}}"#,
        names.iter().map(frame).collect::<Vec<_>>().join(","),
        tags.iter().map(tag).collect::<Vec<_>>().join(",")
    );
    let sheet = read_json(&json, &art(&["#"]), &Options::default()).unwrap();
    let show = |animation: &sheets::Animation| {
        let frames: Vec<_> = animation.frames().iter().map(|(index, _)| index.to_string()).collect();
        format!("{}: {}", animation.name(), frames.join(" "))
    };
    let shown: Vec<_> = sheet.animations().iter().map(show).collect();
    (shown.join(", "), sheet.warnings().iter().map(|warning| warning.place.clone()).collect())
}

#[test]
fn tags_of_a_partial_export_have_the_frames_with_their_numbers() {
    let some = vec!["meta.frameTags".to_owned()];
    // aseprite#2116
    let names = ["door (cover) 3.aseprite", "door (cover) 13.aseprite"];
    assert_eq!(tagged(&names, &[("closed", 0, 3), ("opening", 4, 13)]), ("closed: 0, opening: 1".into(), some.clone()));
    // flixel#2860
    assert_eq!(tagged(&["a:0", "a:2"], &[("a", 0, 2)]), ("a: 0 1".into(), some.clone()));
    // aseprite#2203: all tags lie within the list, and would mean the wrong frames.
    let names = ["f 0", "f 1", "f 3", "f 4", "f 6"];
    assert_eq!(tagged(&names, &[("a", 0, 1), ("b", 3, 4)]), ("a: 0 1, b: 2 3".into(), some.clone()));
    let (shown, places) = tagged(&["f 0", "f 3"], &[("gone", 1, 2), ("a", 3, 3)]);
    assert_eq!(
        (shown.as_str(), places),
        ("a: 1", vec!["meta.frameTags".to_owned(), "meta.frameTags[0].to".to_owned()])
    );
    // aseprite#3611: two files in one sheet.
    let names = ["k 0", "k 1", "s 0", "s 1"];
    assert_eq!(tagged(&names, &[("king", 0, 1), ("knight", 0, 1)]), ("king: 0 1, knight: 0 1".into(), some));
    let names = ["idle 0", "idle 1", "run 0", "run 1"];
    assert_eq!(tagged(&names, &[("idle", 0, 1), ("run", 2, 3)]), ("idle: 0 1, run: 2 3".into(), vec![]));
    for whole in [["a 0.ase", "a 1.ase"], ["a 1", "a 2"], ["v1.2 7.png", "v1.2 8.png"], ["99999999999999999999", "b"]] {
        assert_eq!(tagged(&whole, &[("a", 0, 1)]), ("a: 0 1".into(), vec![]));
    }
    assert_eq!(tagged(&["k 0", "k 0"], &[]), (String::new(), vec![]));
}

/// Returns the left sides of the slice `s` at the frames of a sheet of Aseprite, and the places of the warnings. The slice has a key at
/// each of the frames, and is at the left side of the number.
fn sliced(names: &[&str], tags: &[(u32, u32)], keys: &[u32]) -> (Vec<Option<i32>>, Vec<String>) {
    let frame = |name: &&str| format!(r#"{{"filename": "{name}", "frame": {{"x": 0, "y": 0, "w": 1, "h": 1}}}}"#);
    let tag = |(from, to): &(u32, u32)| format!(r#"{{"name": "a", "from": {from}, "to": {to}}}"#);
    let key = |key: &u32| format!(r#"{{"frame": {key}, "bounds": {{"x": {key}, "y": 0, "w": 1, "h": 1}}}}"#);
    let json = format!(
        r#"{{"frames": [{}], "meta": {{"app": "http://www.aseprite.org/", "image": "sheet.png", "frameTags": [{}],
            "slices": [{{"name": "s", "keys": [{}]}}]}}}}"#,
        names.iter().map(frame).collect::<Vec<_>>().join(","),
        tags.iter().map(tag).collect::<Vec<_>>().join(","),
        keys.iter().map(key).collect::<Vec<_>>().join(",")
    );
    let sheet = read_json(&json, &art(&["#"]), &Options::default()).unwrap();
    let left = |frame: &sheets::Frame| frame.slice("s").map(|slice| slice.rect().left);
    let places = sheet.warnings().iter().map(|warning| warning.place.clone()).collect();
    (sheet.frames().iter().map(left).collect(), places)
}

#[test]
fn slices_of_a_partial_export_are_at_the_frames_with_their_numbers() {
    let (tags, slices) = (vec!["meta.frameTags".to_owned()], vec!["meta.slices".to_owned()]);
    // aseprite#3524: exported with --tag. Frames of the project before the tag have keys, too.
    let names = ["hero 1.aseprite", "hero 2.aseprite"];
    assert_eq!(sliced(&names, &[(1, 2)], &[0, 1, 2]), (vec![Some(1), Some(2)], tags.clone()));
    assert_eq!(sliced(&names, &[(1, 2)], &[0, 2, 3]), (vec![Some(0), Some(2)], tags.clone()));
    assert_eq!(sliced(&names, &[(1, 2)], &[2]), (vec![None, Some(2)], tags.clone()));
    assert_eq!(sliced(&["f 0", "f 3", "f 7"], &[(0, 7)], &[2, 5]), (vec![None, Some(2), Some(5)], tags));
    // Without a list of tags.
    assert_eq!(sliced(&names, &[], &[0, 1, 2]), (vec![Some(1), Some(2)], slices.clone()));
    assert_eq!(sliced(&["f 0", "f 3"], &[], &[1]), (vec![None, Some(1)], slices.clone()));
    // Two layers of one project, without a list of tags.
    assert_eq!(sliced(&["f 0", "f 1", "f 0", "f 1"], &[], &[0, 1]).1, slices);
    // Sheets with all frames.
    for names in [["f 0", "f 1"], ["f 1", "f 2"], ["a", "b"], ["a 0", "b 0"]] {
        assert_eq!(sliced(&names, &[], &[0]), (vec![Some(0), Some(0)], vec![]), "{names:?}");
    }
    for names in [["f 0", "f 1"], ["f 1", "f 2"], ["a", "b"]] {
        assert_eq!(sliced(&names, &[(0, 1)], &[0, 1]), (vec![Some(0), Some(1)], vec![]), "{names:?}");
        assert_eq!(sliced(&names, &[], &[0, 1]), (vec![Some(0), Some(1)], vec![]), "{names:?}");
    }
    assert_eq!(sliced(&["a 0", "a 1", "b 0"], &[], &[0, 2]), (vec![Some(0), Some(0), Some(2)], vec![]));
}
