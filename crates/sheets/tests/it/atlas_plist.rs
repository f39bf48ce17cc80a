//! Property lists of Cocos2d. `CCSpriteFrameCache` of Cocos2d-x is the authority: it places the middle of a frame at an offset from
//! the middle of its source, with y up.

use crate::common::{art, png, rows, strict, warnings};
use sheets::{Options, Sheet, SheetError};
use std::collections::HashMap;

fn read(frames: &str, metadata: &str, options: &Options) -> Result<Sheet, SheetError> {
    let picture = png(&art(&["##.#", "###.", "...#"]));
    let list = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
            <key>frames</key><dict>{frames}</dict>
            <key>metadata</key><dict>{metadata}</dict>
        </dict></plist>"#
    );
    let files = HashMap::from([("sheet.xml".to_owned(), list.into_bytes()), ("a.png".to_owned(), picture)]);
    Sheet::read(&files, "sheet.xml", options)
}

const PICTURE: &str = "<key>textureFileName</key><string>a.png</string>";

/// Returns the values of a dictionary: `<true/>` and `<false/>` as they are, numbers and texts in their elements.
fn dict(values: &[(&str, &str)]) -> String {
    let value = |(key, value): &(&str, &str)| match *value {
        element if element.starts_with('<') => format!("<key>{key}</key>{element}"),
        number if number.parse::<f64>().is_ok() => format!("<key>{key}</key><real>{number}</real>"),
        text => format!("<key>{key}</key><string>{text}</string>"),
    };
    values.iter().map(value).collect()
}

/// Returns the sheet of one frame, `f`.
fn frame(values: &[(&str, &str)]) -> Sheet {
    read(&format!("<key>f</key><dict>{}</dict>", dict(values)), PICTURE, &Options::default()).unwrap()
}

#[test]
fn frames_of_every_format_show_what_cocos_shows() {
    let source = "must be at the offset 0, 0, because it is not trimmed, got";
    for (what, values, mask, warned) in [
        ("format 0", &[("x", "0"), ("y", "0"), ("width", "3"), ("height", "2")][..], "##./###", String::new()),
        (
            "format 0, trimmed",
            &[
                ("x", "0"),
                ("y", "0"),
                ("width", "3"),
                ("height", "2"),
                ("offsetX", "-0.5"),
                ("offsetY", "1"),
                ("originalWidth", "-4"),
                ("originalHeight", "4"),
            ],
            "##../###./..../....",
            String::new(),
        ),
        ("format 2", &[("frame", "{{0,0},{3,2}}")], "##./###", String::new()),
        (
            "format 2, trimmed",
            &[("frame", "{{0, 0}, {3, 2}}"), ("offset", "{0.5,-1}"), ("sourceSize", "{4,4}")],
            "..../..../.##./.###",
            String::new(),
        ),
        ("format 2, rotated", &[("frame", "{{0,0},{3,2}}"), ("rotated", "<true/>")], "##./##.", String::new()),
        (
            "format 2, rotated and trimmed",
            &[
                ("frame", "{{2,0},{3,2}}"),
                ("rotated", "<true/>"),
                ("offset", "{0.5,-0.5}"),
                ("sourceSize", "{4,3}"),
            ],
            "..../.#.#/..#.",
            String::new(),
        ),
        (
            "format 3",
            &[
                ("textureRect", "{{0,0},{3,2}}"),
                ("spriteSize", "{3,2}"),
                ("spriteOffset", "{0.5,0.5}"),
                ("spriteSourceSize", "{4,3}"),
                ("textureRotated", "<false/>"),
            ],
            ".##./.###/....",
            String::new(),
        ),
        (
            "format 3, rotated",
            &[("textureRect", "{{0,0},{3,2}}"), ("spriteSize", "{3,2}"), ("textureRotated", "<true/>")],
            "##./##.",
            String::new(),
        ),
        ("no size of the source", &[("frame", "{{0,0},{3,2}}"), ("sourceSize", "{0,0}")], "##./###", String::new()),
        // Packers write whole offsets of frames whose middle is between two pixels.
        (
            "a rounded offset",
            &[
                ("frame", "{{0,0},{3,2}}"),
                ("offset", "{0,-1}"),
                ("sourceSize", "{4,5}"),
                ("sourceColorRect", "{{1,3},{3,2}}"),
            ],
            "..../..../..../.##./.###",
            String::new(),
        ),
        (
            "a rounded offset alone",
            &[("frame", "{{0,0},{3,2}}"), ("offset", "{0,0}"), ("sourceSize", "{4,2}")],
            "##../###.",
            "frames.f: must be a whole number, got 0.5; 0 is read".into(),
        ),
        (
            "two places",
            &[
                ("frame", "{{0,0},{3,2}}"),
                ("offset", "{0.5,0}"),
                ("sourceSize", "{4,2}"),
                ("sourceColorRect", "{{0,1},{3,2}}"),
            ],
            ".##./.###",
            "frames.f: must be at 1, 0 of its source, where the offset puts it, got the rectangle at 0, 1; the offset is used".into(),
        ),
        (
            "no offset",
            &[("frame", "{{0,0},{3,2}}"), ("sourceSize", "{5,2}"), ("sourceColorRect", "{{2,0},{3,2}}")],
            "..##./..###",
            String::new(),
        ),
        // spright writes the place in the picture that the sprite comes from.
        (
            "an offset without trimming",
            &[
                ("textureRect", "{ {0, 0}, {3, 2} }"),
                ("spriteSize", "{ 3, 2 }"),
                ("spriteOffset", "{ 96, 32 }"),
                ("spriteSourceSize", "{ 3, 2 }"),
            ],
            "##./###",
            format!("frames.f: {source} 96, 32; the offset is not used"),
        ),
        (
            "exchanged sides",
            &[
                ("textureRect", "{{0,0},{2,3}}"),
                ("spriteSize", "{2,3}"),
                ("spriteSourceSize", "{3,2}"),
                ("textureRotated", "<true/>"),
            ],
            "##./##.",
            "frames.f: must be 3 x 2 pixels, the size before the rotation, got 2 x 3; the sides are exchanged".into(),
        ),
        (
            "polygon",
            &[
                ("textureRect", "{{0,0},{4,3}}"),
                ("vertices", "0 0 2 0 2 3"),
                ("verticesUV", "0 0 2 0 2 3"),
                ("triangles", "0 1 2"),
            ],
            "##../.#../....",
            String::new(),
        ),
        (
            "outside the picture",
            &[("frame", "{{9,0},{2,1}}")],
            "..",
            "frames.f: must be inside the picture of 4 x 3 pixels, got 2 x 1 at 9, 0; the frame has no pixels".into(),
        ),
    ] {
        let sheet = frame(values);
        assert_eq!((rows(&sheet.frames()[0]), warnings(&sheet).join("|")), (mask.into(), warned), "{what}");
        assert_eq!(sheet.frames()[0].names(), ["f", "0"], "{what}");
    }
    // Format 1 has no rotation.
    let rotated = dict(&[("frame", "{{0,0},{3,2}}"), ("rotated", "<true/>")]);
    let metadata = format!("{PICTURE}<key>format</key><integer>1</integer>");
    let sheet = read(&format!("<key>f</key><dict>{rotated}</dict>"), &metadata, &strict()).unwrap();
    assert_eq!(rows(&sheet.frames()[0]), "##./###");
}

#[test]
fn aliases_and_anchors_are_read() {
    let aliases = "<array><string>g</string><string>h &amp; i</string></array>";
    let values = [("textureRect", "{{0,0},{4,2}}"), ("anchor", "{0.5,0.25}"), ("aliases", aliases)];
    let sheet = frame(&values);
    assert_eq!(sheet.frames()[0].names(), ["f", "g", "h & i", "0"]);
    assert_eq!(sheet.frame("h & i").unwrap().origin(), Some([2.0, 1.5]));
    assert_eq!((sheet.frames().len(), sheet.warnings().len()), (1, 0));
}

#[test]
fn picture_of_a_list_is_the_real_file() {
    let frames = format!("<key>f</key><dict>{}</dict>", dict(&[("frame", "{{0,0},{1,1}}")]));
    let both = "<key>realTextureFileName</key><string>a.png</string><key>textureFileName</key><string>b.png</string>";
    assert_eq!(&*read(&frames, both, &strict()).unwrap().frames()[0].region().unwrap().picture, "a.png");
    let error = read(&frames, "", &strict()).unwrap_err().to_string();
    assert!(error.starts_with("sheet.xml: metadata.realTextureFileName: is missing"), "{error}");
    // Without a name, Cocos2d takes the name of the list.
    let list = format!("<plist><dict><key>frames</key><dict>{frames}</dict></dict></plist>");
    let files =
        HashMap::from([("hero.plist".to_owned(), list.into_bytes()), ("hero.png".to_owned(), png(&art(&["#"])))]);
    let sheet = Sheet::read(&files, "hero.plist", &Options::default()).unwrap();
    assert_eq!((rows(&sheet.frames()[0]).as_str(), sheet.warnings().len()), ("#", 1));
}

#[test]
fn bad_frames_of_lists_cost_their_pixels() {
    for (values, warned) in [
        (&[("frame", "{{0,0},{3}}")][..], "frames.f.frame: must be 4 numbers, got \"{{0,0},{3}}\""),
        (&[("frame", "{{0,0},{3,2},{1}}")], "frames.f.frame: must be 4 numbers"),
        (&[("frame", "left")], "frames.f.frame: must be 4 numbers"),
        (&[("frame", "{{0,0},{-3,2}}")], "frames.f: must be a whole number from 0 to"),
        (&[("frame", "{{nan,0},{3,2}}")], "frames.f: must be a whole number"),
        (&[("x", "1"), ("y", "1"), ("width", "1")], "frames.f.height: is missing"),
        (&[], "frames.f.x: is missing"),
        (&[("frame", "{{0,0},{3,2}}"), ("rotated", "left")], "frames.f.rotated: must be true or false, got \"left\""),
        (&[("frame", "{{0,0},{3,2}}"), ("triangles", "a b")], "frames.f.triangles: must be a list of numbers"),
    ] {
        let good = format!("<key>g</key><dict>{}</dict>", dict(&[("frame", "{{0,0},{1,1}}")]));
        let frames = format!("<key>f</key><dict>{}</dict>{good}", dict(values));
        let sheet = read(&frames, PICTURE, &Options::default()).unwrap();
        assert!(warnings(&sheet)[0].starts_with(warned), "{}", warnings(&sheet)[0]);
        assert_eq!((sheet.frames()[0].name(), sheet.frames()[0].mask().count()), ("f", 0));
        assert_eq!(rows(&sheet.frames()[1]), "#");
    }
}

#[test]
fn other_and_hostile_lists_are_refused() {
    let error = |list: &str| {
        let files = HashMap::from([("a.plist".to_owned(), list.as_bytes().to_vec())]);
        Sheet::read(&files, "a.plist", &Options::default()).unwrap_err().to_string()
    };
    for other in ["<plist/>", "<plist><dict/></plist>", "<plist><dict><key>frames</key><array/></dict></plist>"] {
        assert!(error(other).contains("is not a known format"), "{}", error(other));
    }
    assert!(error("bplist00\u{1}").contains("plutil -convert xml1"), "{}", error("bplist00\u{1}"));
    let entity = "<!DOCTYPE plist [<!ENTITY b 'c'>]><plist><dict>&b;</dict></plist>";
    assert!(error(entity).contains("entities are not read"), "{}", error(entity));
    let deep = format!("<plist>{}{}</plist>", "<array>".repeat(99), "</array>".repeat(99));
    assert!(error(&deep).contains("must be at most 64 elements inside each other"), "{}", error(&deep));
    let mut limits = sheets::Limits::default();
    limits.frames = 2;
    let frames = "<key>f</key><dict/>".repeat(3);
    let error = read(&frames, PICTURE, &Options::default().limits(limits)).unwrap_err().to_string();
    assert!(error.starts_with("sheet.xml: frames: must be at most 2 frames, got 3"), "{error}");
}
