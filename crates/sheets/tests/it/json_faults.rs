//! Faults of JSON sheets: each message names the file, the field and the value.

use crate::common::{read_json, strict};
use sheets::image::RgbaImage;
use sheets::{Limits, Reason};

fn error(json: &str) -> String {
    read_json(json, &RgbaImage::new(8, 8), &strict()).unwrap_err().to_string()
}

/// A sheet with one frame.
fn frame(entry: &str) -> String {
    format!(r#"{{"frames": [{{{entry}}}], "meta": {{"image": "sheet.png"}}}}"#)
}

const FRAME: &str = r#""frame": {"x": 0, "y": 0, "w": 4, "h": 8}"#;

#[test]
fn faults_of_frames_name_the_field_and_the_value() {
    for (entry, message) in [
        (
            r#""frame": {"x": 0, "y": 0, "w": -4, "h": 1}"#,
            "frames[0].frame.w: must be a whole number from 0 to 2147483647, got -4",
        ),
        (r#""frame": {"x": 0, "y": 0, "w": 4.5, "h": 1}"#, "frames[0].frame.w: must be a whole number, got 4.5"),
        (
            r#""frame": {"x": 1e99, "y": 0, "w": 4, "h": 1}"#,
            "frames[0].frame.x: must be a whole number from -2147483648 to 2147483647, got 1",
        ),
        (r#""frame": {"x": 0, "y": 0, "w": 4}"#, "frames[0].frame.h: is missing"),
        (r#""filename": "x""#, "frames[0].frame: is missing"),
        (
            r#""frame": {"x": 5, "y": 0, "w": 4, "h": 8}"#,
            "frames[0].frame: must be inside the picture of 8 x 8 pixels, got 4 x 8 at 5, 0",
        ),
        (
            r#""frame": {"x": 1, "y": 0, "w": 4, "h": 8}, "rotated": true"#,
            "frames[0].frame: must be inside the picture of 8 x 8 pixels, got 8 x 4 at 1, 0",
        ),
        (
            &format!(r#"{FRAME}, "sourceSize": {{"w": 2147483647, "h": 2147483647}}"#),
            "frames[0]: must be at most 1073741824 unpacked bytes, got ",
        ),
        (
            &format!(r#"{FRAME}, "pivot": {{"x": 1e9, "y": 0}}"#),
            "frames[0].pivot: must be within 2^26 pixels of the top-left pixel of the frame, got 4000000000, 0",
        ),
        (
            &format!(r#"{FRAME}, "duration": -1"#),
            "frames[0].duration: must be from 0 to 4294967295 milliseconds, got -1",
        ),
    ] {
        let error = error(&frame(entry));
        assert!(error.starts_with(&format!("sheet.json: {message}")), "{error}\nexpected {message}");
    }
}

#[test]
fn faults_of_the_file_name_the_field_and_the_value() {
    let tag = |tag: &str| {
        format!(
            r#"{{"frames": [{{{FRAME}}}], "meta": {{"image": "sheet.png", "frameTags": [{{"name": "a", {tag}}}]}}}}"#
        )
    };
    let slice = |slice: &str| {
        format!(r#"{{"frames": [{{{FRAME}}}], "meta": {{"image": "sheet.png", "slices": [{{{slice}}}]}}}}"#)
    };
    for (json, message) in [
        ("", "is not a known format, expected an Aseprite file, JSON of Aseprite or TexturePacker"),
        ("{", "EOF while parsing an object at line 1 column 1"),
        ("[]", "is not a known format, expected an Aseprite file, JSON of Aseprite or TexturePacker"),
        (
            r#"{"frames": [3], "meta": {"image": "sheet.png"}}"#,
            "frames[0]: invalid type: integer `3`, expected an object with the keys of a frame",
        ),
        ("{}", "is not a known format, expected an Aseprite file, JSON of Aseprite or TexturePacker"),
        (r#"{"frames": []}"#, "meta.image: is missing"),
        (
            r#"{"frames": 3}"#,
            "frames: invalid type: integer `3`, expected a list, or an object with a key for each item",
        ),
        (r#"{"frames": []} x"#, "trailing characters at line 1 column 16"),
        (
            r#"{"frames": {"k": {"frame": {"x": 9, "y": 0, "w": 1, "h": 1}}}, "meta": {"image": "sheet.png"}}"#,
            "frames.k.frame: must be inside the picture of 8 x 8 pixels, got 1 x 1 at 9, 0",
        ),
        (
            r#"{"textures": [{"image": "sheet.png", "frames": [{"frame": {"x": 9, "y": 0, "w": 1, "h": 1}}]}]}"#,
            "textures[0].frames[0].frame: must be inside the picture",
        ),
        (r#"{"frames": [], "textures": []}"#, "textures: must be absent if there are \"frames\", got both"),
        (
            r#"{"frames": [], "meta": {"image": "../sheet.png"}}"#,
            "meta.image: no file is named \"../sheet.png\": add the file or correct the name",
        ),
        (&tag(r#""from": 0, "to": 1"#), "meta.frameTags[0].to: must be less than the number of frames, 1, got 1"),
        (&tag(r#""from": 1, "to": 0"#), "meta.frameTags[0].from: must be at most 0, the value of \"to\", got 1"),
        (&tag(r#""from": 0, "to": 0, "direction": "up""#), "meta.frameTags[0].direction: unknown variant `up`"),
        (&slice(r#""color": "red""#), "meta.slices[0].color: must be a color as #rrggbbaa, got \"red\""),
        (&slice(r##""color": "#+1223344""##), "meta.slices[0].color: must be a color as #rrggbbaa, got \"#+1223344\""),
        (&slice(r#""data": 3"#), "meta.slices[0].data: invalid type: integer `3`, expected a string"),
        (
            &slice(r#""keys": [{"frame": 0, "bounds": {"x": 0, "y": 0, "w": -1, "h": 1}}]"#),
            "meta.slices[0].keys[0].bounds.w: must be a whole number from 0 to 2147483647, got -1",
        ),
        (
            &slice(
                r#""keys": [{"frame": 0, "bounds": {"x": 67108864, "y": 0, "w": 1, "h": 1}, "pivot": {"x": 1, "y": 0}}]"#,
            ),
            "meta.slices[0].keys[0].pivot: must be within 2^26 pixels of the top-left pixel of the frame, got 67108865, 0",
        ),
        (&tag(r#""from": 0, "to": 0, "repeat": "x""#), "meta.frameTags[0].repeat: expected a number, got \"x\""),
    ] {
        let error = error(json);
        assert!(error.starts_with(&format!("sheet.json: {message}")), "{error}\nexpected {message}");
    }
}

#[test]
fn faults_of_the_picture_name_the_file() {
    let json = frame(FRAME).replace("sheet.png", "no.png");
    assert!(error(&json).starts_with("sheet.json: meta.image: no file is named \"no.png\""), "{}", error(&json));
    let json = frame(FRAME).replace("sheet.png", "sheet.json");
    assert_eq!(error(&json), "sheet.json: is not a picture of a known format");
    let mut limits = Limits::default();
    limits.picture_pixels = 63;
    let options = strict().limits(limits);
    let refused = read_json(&frame(FRAME), &RgbaImage::new(8, 8), &options).unwrap_err().to_string();
    assert!(refused.starts_with("sheet.png: picture of 8 x 8 pixels is over the limit of 63 pixels"), "{refused}");
}

#[test]
fn each_limit_holds() {
    let tags = r#"{"name": "a", "from": 0, "to": 1}, {"name": "b", "from": 0, "to": 1}"#;
    let key = r#"{"frame": 0, "bounds": {"x": 0, "y": 0, "w": 1, "h": 1}, "pivot": {"x": 0, "y": 0}}"#;
    let json = format!(
        r#"{{"frames": [{{{FRAME}}}, {{{FRAME}}}], "meta": {{"image": "sheet.png", "frameTags": [{tags}],
           "slices": [{{"keys": [{key}]}}, {{"keys": [{key}]}}]}}}}"#
    );
    let read = |change: fn(&mut Limits, u64), limit| {
        let mut limits = Limits::default();
        change(&mut limits, limit);
        read_json(&json, &RgbaImage::new(8, 8), &strict().limits(limits))
    };
    // The frames share one mask of eight words.
    let cases = [
        ((|limits, limit| limits.frames = limit) as fn(&mut Limits, u64), 2, "frames"),
        (|limits, limit| limits.items = limit, 4, "meta.frameTags"),
        (|limits, limit| limits.unpacked_bytes = limit, 64, "frames[0]"),
        (|limits, limit| limits.picture_pixels = limit, 64, ""),
    ];
    for (change, limit, field) in cases {
        assert!(read(change, limit).is_ok());
        let error = read(change, limit - 1).unwrap_err();
        assert_eq!(error.field().unwrap_or(""), field);
        let reason = error.reason();
        assert!(matches!(reason, Reason::TooLarge { .. } | Reason::Picture(_)), "{reason:?}");
    }
    let error = read(|limits, limit| limits.file_bytes = limit, json.len() as u64 - 1).unwrap_err();
    assert!(matches!(error.reason(), Reason::File(sheets::FileError::TooLarge { .. })), "{error}");
}

#[test]
fn objects_are_counted_before_they_take_memory() {
    let mut limits = Limits::default();
    limits.elements = 100;
    let few = strict().limits(limits);
    let frames = vec![r#"{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}}"#; 60].join(",");
    let json = format!(r#"{{"frames": [{frames}], "meta": {{"image": "a.png"}}}}"#);
    let files = std::collections::HashMap::from([("a.json".to_owned(), json.into_bytes())]);
    let error = sheets::Sheet::read(&files, "a.json", &few).unwrap_err().to_string();
    assert_eq!(
        error,
        "a.json: must be at most 100 objects in braces, got 122: make the file smaller or raise the limit"
    );
}
