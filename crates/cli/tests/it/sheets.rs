//! Sprite sheets in scenes and in `hitmask show`.

use crate::common::bad_files::assert_error;
use crate::common::{AIR, Folder, SOLID};

/// Writes a sheet of two frames of 4 x 4 in one tag: the first is solid on the left, the second at the bottom. The pivot
/// is the pixel 1, 3.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.picture("art/hero.png", 8, 4, |x, y| if x < 2 || x > 3 && y == 3 { SOLID } else { AIR });
    folder.write(
        "art/hero.json",
        r#"{"frames": {
            "hero 0.png": {"frame": {"x": 0, "y": 0, "w": 4, "h": 4}, "duration": 100},
            "hero 1.png": {"frame": {"x": 4, "y": 0, "w": 4, "h": 4}, "duration": 50}},
            "meta": {"image": "hero.png", "frameTags": [{"name": "walk", "from": 0, "to": 1, "direction": "pingpong"}],
            "slices": [{"name": "feet", "keys": [
                {"frame": 0, "bounds": {"x": 0, "y": 2, "w": 3, "h": 2}, "pivot": {"x": 1, "y": 1}}]}]}}"#,
    );
    folder
}

fn scene(masks: &str, sprites: &str) -> String {
    format!("{{\"masks\": {{{masks}}}, \"sprites\": [{sprites}]}}")
}

#[test]
fn frames_are_masks_by_tag_and_by_name_with_their_origins() {
    let folder = folder();
    folder.picture("dot.png", 1, 1, |_, _| SOLID);
    let masks = r#""hero": {"sheet": "art/hero.json"}, "dot": {"image": "dot.png"}"#;
    // The origin of the frames is at x, y, so their top-left pixels are at 10, 10.
    let sprites = r#"{"mask": "hero/walk 0", "x": 11, "y": 13}, {"mask": "hero/hero 1.png", "x": 11, "y": 13},
        {"mask": "dot", "x": 11, "y": 10}, {"mask": "dot", "x": 13, "y": 13}, {"mask": "dot", "x": 12, "y": 10},
        {"mask": "hero/walk 1", "x": 50, "y": 50, "pivot": [0, 0]}, {"mask": "dot", "x": 53, "y": 53}"#;
    folder.write("s.json", scene(masks, sprites));
    let ran = folder.run(&["pairs", "s.json", "--picture", "s.png"]).fine();
    let expected =
        "a,b,area,left,top,width,height\n0,1,2,10,13,2,1\n0,2,1,11,10,1,1\n1,3,1,13,13,1,1\n5,6,1,53,53,1,1\n";
    assert_eq!(ran.out, expected);
    let picture = image::open(folder.path().join("s.png")).unwrap().into_rgba8();
    let gray = picture.pixels().filter(|pixel| pixel.0 == SOLID).count();
    assert!(gray >= 4, "the frames are drawn: {gray}");
}

#[test]
fn sheets_of_cocos_and_libgdx_are_read() {
    let folder = folder();
    folder.write(
        "art/hero.atlas",
        "hero.png\nsize: 8, 4\nwalk\nbounds: 0, 0, 4, 4\nindex: 1\nwalk\nbounds: 4, 0, 4, 4\nindex: 2\n",
    );
    folder.write(
        "art/hero.plist",
        "<plist><dict><key>frames</key><dict><key>walk 2</key><dict><key>frame</key><string>{{4,0},{4,4}}</string></dict></dict>
        <key>metadata</key><dict><key>textureFileName</key><string>hero.png</string></dict></dict></plist>",
    );
    let masks = r#""a": {"sheet": "art/hero.atlas"}, "b": {"sheet": "art/hero.plist"}"#;
    let sprites = r#"{"mask": "a/walk", "x": 0, "y": 0}, {"mask": "a/walk 2", "x": 0, "y": 0}, {"mask": "b/walk 2", "x": 0, "y": 0}"#;
    folder.write("s.json", scene(masks, sprites));
    let ran = folder.run(&["pairs", "s.json"]).fine();
    assert_eq!(ran.out, "a,b,area,left,top,width,height\n0,1,2,0,3,2,1\n0,2,2,0,3,2,1\n1,2,4,0,3,4,1\n");
    for (file, shown) in [("art/hero.atlas", "walk 1"), ("art/hero.plist", "walk 2")] {
        let ran = folder.run(&["show", file]).fine();
        assert!(ran.out.contains(shown), "{}", ran.out);
    }
}

#[test]
fn rules_for_solid_pixels_apply_to_sheets() {
    let folder = folder();
    let sprites = r#"{"mask": "hero/walk 0", "x": 0, "y": 0}, {"mask": "hero/walk 0", "x": 0, "y": 0}"#;
    for (rule, area) in [("", 8), (r#", "alpha_threshold": 255"#, 0), (r##", "color_key": "#c8c8c8""##, 8)] {
        folder.write("s.json", scene(&format!(r#""hero": {{"sheet": "art/hero.json"{rule}}}"#), sprites));
        let ran = folder.run(&["pairs", "s.json"]).fine();
        let areas = ran.out.lines().skip(1).map(|line| line.split(',').nth(2).unwrap().to_owned());
        assert_eq!(areas.collect::<Vec<_>>(), (area > 0).then(|| area.to_string()).into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn faults_name_the_mask_the_file_and_the_field() {
    let folder = folder();
    let refused = |masks: &str, sprites: &str, parts: &[&str]| {
        folder.write("s.json", scene(masks, sprites));
        let ran = folder.run(&["pairs", "s.json"]);
        assert_eq!(ran.status, 1);
        assert_error(&ran.err, parts);
    };
    let hero = r#""hero": {"sheet": "art/hero.json"}"#;
    let twice = format!(r#"{hero}, "hero/walk 1": {{"image": "art/hero.png"}}"#);
    refused(&twice, "", &["s.json: masks.hero/walk 1: mask name \"hero/walk 1\" is used twice"]);
    refused(hero, r#"{"mask": "hero/0", "x": 0, "y": 0}"#, &["s.json: sprites[0]", "no mask named \"hero/0\""]);
    let both = r#""m": {"sheet": "art/hero.json", "image": "art/hero.png"}"#;
    refused(both, "", &["s.json:1:", "masks.m: ", "got image and sheet, expected one"]);
    let frame = r#""m": {"sheet": "art/hero.json", "frame": [0, 0, 1, 1]}"#;
    refused(frame, "", &["s.json:1:", "masks.m: ", "got frame with sheet"]);
    let hot = r##""m": {"sheet": "a", "hot_map": {"image": "art/hero.png", "color_key": "#000000"}}"##;
    refused(hot, "", &["s.json:1:", "masks.m: ", "got hot_map with sheet"]);
    refused(r#""m": {"sheet": "no.json"}"#, "", &["s.json: masks.m: no.json: no file is named \"no.json\""]);
    refused(r#""m": {"sheet": "art/hero.png"}"#, "", &["s.json: masks.m: hero.png: is not a known format"]);
    let frames = r#"{"frames": [{"frame": {"x": 7, "y": 0, "w": 2, "h": 1}}], "meta": {"image": "hero.png"}}"#;
    folder.write("art/lost.json", frames.replace("hero.png", "../none.png"));
    let lost = r#""lost": {"sheet": "art/lost.json"}"#;
    refused(lost, "", &["s.json: masks.lost: lost.json: meta.image: ", "\"../none.png\""]);
    folder.write("art/hero.json", frames);
    folder.write("s.json", scene(hero, ""));
    let ran = folder.run(&["pairs", "s.json"]);
    assert_eq!(ran.status, 0);
    let warning = "hero.json: frames[0].frame: must be inside the picture of 8 x 4 pixels";
    assert!(ran.err.contains("warning: ") && ran.err.contains(warning), "{}", ran.err);
}

#[test]
fn files_of_a_sheet_are_never_overwritten() {
    let folder = folder();
    folder.write("s.json", scene(r#""hero": {"sheet": "art/hero.json"}"#, ""));
    for (option, file) in [("--out", "art/hero.json"), ("--picture", "art/hero.png")] {
        let before = folder.bytes(file);
        let ran = folder.run(&["pairs", "s.json", option, file]);
        assert_eq!(ran.status, 1);
        assert_error(&ran.err, &[file, "is an input and would be overwritten"]);
        assert_eq!(folder.bytes(file), before);
    }
}

#[test]
fn show_prints_frames_tags_and_small_pictures() {
    let folder = folder();
    let ran = folder.run(&["show", "art/hero.json"]).fine();
    let expected = "\
art/hero.json
frames  2: alpha over 127
  walk 0  4 x 4, 8 of 16 solid (50.0 %), origin 1, 3, 100 ms, also hero 0.png
  walk 1  4 x 4, 4 of 16 solid (25.0 %), origin 1, 3, 50 ms, also hero 1.png
tag     walk: 2 frames in 150 ms, ping-pong, endless
walk 0  walk 1
██
██      ▄▄▄▄
";
    assert_eq!(ran.out, expected);
    folder.write("words.txt", "words");
    let ran = folder.run(&["show", "words.txt"]);
    assert_eq!(ran.status, 1);
    assert_error(
        &ran.err,
        &["words.txt: is not a picture or a sheet of a known format, expected PNG", "an Aseprite file"],
    );
}
