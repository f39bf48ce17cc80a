//! Errors in a scene: the message names the file, the position and the reason, the status is 1, no file is left.

use crate::common::Folder;
use crate::common::bad_files::{AT, DOT, assert_error, folder, scene};

/// Runs `bad.json` and checks that it fails with an error of these parts in this order.
#[track_caller]
fn assert_refused(folder: &Folder, parts: &[&str]) {
    let before = folder.names();
    folder.write("old.csv", "old");
    let ran = folder.run(&["pairs", "bad.json", "--out", "old.csv", "--picture", "new.png"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
    assert_eq!(folder.text("old.csv"), "old");
    std::fs::remove_file(folder.path().join("old.csv")).unwrap();
    assert_eq!(folder.names(), before);
    assert_error(&ran.err, parts);

    #[cfg(feature = "cluster")]
    {
        let in_scratch = folder.run(&["pairs", "bad.json", "--out", "old.csv", "--memory", "32M"]);
        assert_eq!((in_scratch.status, in_scratch.err), (1, ran.err));
        assert_eq!(folder.names(), before);
    }
}

#[track_caller]
fn bad_scene(text: impl AsRef<[u8]>, parts: &[&str]) {
    let folder = folder();
    folder.write("bad.json", text);
    assert_refused(&folder, parts);
}

#[track_caller]
fn bad_mask(mask: &str, parts: &[&str]) {
    bad_scene(scene(mask, AT), parts);
}

#[track_caller]
fn bad_sprite(sprite: &str, parts: &[&str]) {
    bad_scene(scene(DOT, sprite), parts);
}

#[track_caller]
fn bad_table(table: impl AsRef<[u8]>, parts: &[&str]) {
    let folder = folder();
    folder.write("bad.csv", table);
    folder.write("bad.json", format!(r#"{{"masks": {{"m": {{{DOT}}}}}, "sprites": "bad.csv"}}"#));
    assert_refused(&folder, parts);
}

#[test]
fn broken_json() {
    bad_scene("", &["bad.json:1:0: ", "EOF"]);
    bad_scene("{\"masks\": {},\n \"sprites\": [}", &["bad.json:2:14: ", "expected value"]);
    bad_scene("{\"masks\": {}, \"sprites\": []} more", &["bad.json:1:30: ", "trailing characters"]);
    bad_scene(b"{\"masks\": {}, \"sprites\": [], \"\xff\": 1}", &["bad.json:1:", "unicode"]);
    bad_scene("[]", &["bad.json:1:", "expected an object"]);
}

#[test]
fn missing_unknown_and_repeated_keys() {
    bad_scene("{\"masks\": {}}", &["bad.json:1:", "missing field `sprites`"]);
    bad_scene("{\"sprites\": []}", &["bad.json:1:", "missing field `masks`"]);
    bad_scene("{\"masks\": {}, \"sprites\": [], \"speed\": 1}", &["bad.json:1:", "unknown field `speed`"]);
    bad_scene("{\"masks\": {}, \"masks\": {}, \"sprites\": []}", &["bad.json:1:", "duplicate field `masks`"]);
    bad_scene(
        format!("{{\"masks\": {{\"m\": {{{DOT}}},\n \"m\": {{{DOT}}}}}, \"sprites\": []}}"),
        &["bad.json:2:", "masks", "mask name \"m\" is used twice"],
    );
    bad_mask("", &["bad.json:1:", "masks.m: ", "missing field `image` or `sheet`"]);
    bad_mask(r#""image": "dot.png", "alpha": 3"#, &["bad.json:1:", "masks.m.alpha: ", "unknown field `alpha`"]);
    bad_mask(r#""image": "dot.png", "image": "dot.png""#, &["bad.json:1:", "masks.m", "duplicate field `image`"]);
    bad_mask(
        r##""image": "dot.png", "hot_map": {"image": "dot.png", "color_key": "#ff00ff", "frame": 1}"##,
        &["bad.json:1:", "masks.m.hot_map.frame: ", "unknown field `frame`"],
    );
    bad_mask(r#""image": "dot.png", "hot_map": {"image": "dot.png"}"#, &["bad.json:1:", "missing field `color_key`"]);
    bad_sprite(r#""mask": "m", "x": 0"#, &["bad.json:2:", "sprites[0]: ", "missing field `y`"]);
    bad_sprite(&format!("{AT}, \"z\": 0"), &["bad.json:2:", "sprites[0].z: ", "unknown field `z`"]);
    bad_sprite(&format!("{AT}, \"x\": 0"), &["bad.json:2:", "sprites[0]", "duplicate field `x`"]);
}

#[test]
fn values_of_a_wrong_type_or_range() {
    bad_sprite(r#""mask": "m", "x": "0", "y": 0"#, &["bad.json:2:", "sprites[0].x: ", "string \"0\"", "whole number"]);
    bad_sprite(r#""mask": "m", "x": 0.5, "y": 0"#, &["bad.json:2:", "sprites[0].x: ", "`0.5`", "whole number"]);
    bad_sprite(r#""mask": "m", "x": 1e3, "y": 0"#, &["bad.json:2:", "sprites[0].x: ", "whole number"]);
    bad_sprite(r#""mask": 1, "x": 0, "y": 0"#, &["bad.json:2:", "sprites[0].mask: ", "expected a string"]);
    bad_sprite(&format!("{AT}, \"flip_x\": 1"), &["bad.json:2:", "sprites[0].flip_x: ", "expected a boolean"]);
    bad_sprite(&format!("{AT}, \"fixed\": \"true\""), &["bad.json:2:", "sprites[0].fixed: ", "expected a boolean"]);
    bad_sprite(&format!("{AT}, \"rotate\": \"45\""), &["bad.json:2:", "sprites[0].rotate: ", "string \"45\""]);
    bad_sprite(&format!("{AT}, \"rotate\": 1e999"), &["bad.json:2:", "number out of range"]);
    bad_sprite(&format!("{AT}, \"scale\": 0"), &["bad.json:2:", "sprites[0].scale: ", "scale (0, 0) is not valid"]);
    bad_sprite(&format!("{AT}, \"scale\": [1, -2.5]"), &["bad.json:2:", "scale (1, -2.5) is not valid"]);
    bad_sprite(&format!("{AT}, \"scale\": [1]"), &["bad.json:2:", "sprites[0].scale", "invalid length 1"]);
    bad_sprite(&format!("{AT}, \"scale\": [1, 2, 3]"), &["bad.json:2:", "sprites[0].scale", "invalid length 3"]);
    bad_sprite(&format!("{AT}, \"pivot\": [1, 2, 3]"), &["bad.json:2:", "sprites[0].pivot", "two whole numbers"]);
    bad_sprite(&format!("{AT}, \"scale\": \"2\""), &["bad.json:2:", "a number or a list of two numbers"]);
    bad_sprite(&format!("{AT}, \"scale\": 1e12"), &["bad.json: sprites[0]: ", "cannot transform mask"]);
    bad_sprite(&format!("{AT}, \"pivot\": [1.5, 0]"), &["bad.json:2:", "sprites[0].pivot", "whole number"]);
    bad_sprite(&format!("{AT}, \"pivot\": [67108864, 0]"), &["bad.json:2:", "from -67108863 to 67108863"]);
    bad_sprite(&format!("{AT}, \"origin\": [0]"), &["bad.json:2:", "sprites[0].origin", "invalid length 1"]);
    bad_sprite(
        &format!("{AT}, \"origin\": [1e8, 0]"),
        &["bad.json:2:", "sprites[0].origin", "within 2^26", "got 100000000"],
    );
    bad_sprite(&format!("{AT}, \"origin\": [1, 2, 3]"), &["bad.json:2:", "sprites[0].origin", "two numbers"]);
    bad_sprite(&format!("{AT}, \"origin\": [1, 2], \"pivot\": [1, 2]"), &["bad.json:2:", "remove pivot"]);
    bad_sprite(&format!("{AT}, \"pivot\": [0]"), &["bad.json:2:", "sprites[0].pivot", "invalid length 1"]);
    bad_sprite(&format!("{AT}, \"pivot\": null"), &["bad.json:2:", "sprites[0].pivot", "null"]);
    bad_sprite(&format!("{AT}, \"layers\": -1"), &["bad.json:2:", "sprites[0].layers: ", "from 0 to 4294967295"]);
    bad_sprite(
        &format!("{AT}, \"collides_with\": null"),
        &["bad.json:2:", "sprites[0].collides_with: ", "whole number"],
    );
    bad_scene(
        format!("{{\"masks\": {{\"m\": {{{DOT}}}}}, \"sprites\": [[\"m\", 0, 0]]}}"),
        &["bad.json:1:", "sprites[0]: ", "expected an object"],
    );
    bad_scene("{\"masks\": [], \"sprites\": []}", &["bad.json:1:", "masks: ", "expected an object of masks"]);
    bad_scene("{\"masks\": {}, \"sprites\": {}}", &["bad.json:1:", "sprites: ", "expected a list of sprites"]);
    bad_mask(
        r#""image": "dot.png", "alpha_threshold": 256"#,
        &["bad.json:1:", "masks.m.alpha_threshold: ", "from 0 to 255"],
    );
    bad_mask(r#""image": "dot.png", "alpha_threshold": null"#, &["bad.json:1:", "masks.m.alpha_threshold: ", "null"]);
    bad_mask(
        r##""image": "dot.png", "color_key": "#ff00f""##,
        &["bad.json:1:", "masks.m.color_key: ", "six hexadecimal digits"],
    );
    bad_mask(
        r##""image": "dot.png", "color_key": "+ff00f""##,
        &["bad.json:1:", "masks.m.color_key: ", "six hexadecimal digits"],
    );
    bad_mask(r#""image": "dot.png", "frame": [0, 0, 4]"#, &["bad.json:1:", "masks.m.frame: ", "four whole numbers"]);
    bad_mask(
        r#""image": "dot.png", "frame": [0, 0, -1, 3]"#,
        &["bad.json:1:", "masks.m.frame: ", "four whole numbers"],
    );
    for pair in [
        r##""alpha_threshold": 3, "color_key": "#ff00ff""##,
        r##""alpha_threshold": 3, "hot_map": {"image": "dot.png", "color_key": "#ff00ff"}"##,
        r##""color_key": "#ff00ff", "hot_map": {"image": "dot.png", "color_key": "#ff00ff"}"##,
    ] {
        let parts = ["bad.json:1:", "masks.m: ", "at most one of alpha_threshold, color_key and hot_map"];
        bad_mask(&format!("{DOT}, {pair}"), &parts);
    }
}

#[test]
fn coordinates_over_the_limit() {
    for (x, y, axis) in
        [("1073741825", "0", "x"), ("0", "-1073741825", "y"), ("18446744073709551615", "0", "x"), ("1e40", "0", "x")]
    {
        let sprite = format!(r#""mask": "m", "x": {x}, "y": {y}"#);
        bad_sprite(&sprite, &["bad.json:2:", &format!("sprites[0].{axis}: "), "from -1073741824 to 1073741824"]);
    }
}

#[test]
fn unknown_mask_names() {
    let two = format!("{AT}}}, {{\"mask\": \"n\", \"x\": 0, \"y\": 0");
    bad_sprite(&two, &["bad.json: sprites[1]: ", "the scene has no mask named \"n\""]);
}

#[test]
fn unusable_pictures() {
    bad_mask(r#""image": "none.png""#, &["bad.json: masks.m: none.png: ", "No such file"]);
    bad_mask(r#""image": ".""#, &["bad.json: masks.m: .: "]);
    bad_mask(r#""image": "words.png""#, &["bad.json: masks.m: words.png: ", "Invalid PNG signature"]);
    bad_mask(r#""image": "good.json""#, &["bad.json: masks.m: good.json: ", "not a picture of a known format"]);
    bad_mask(r#""image": "cut.png""#, &["bad.json: masks.m: cut.png: "]);
    bad_mask(
        r#""image": "huge.png""#,
        &["bad.json: masks.m: huge.png: ", "100000 x 100000", "limit of 268435456 pixels"],
    );
    bad_mask(
        r#""image": "dot.png", "frame": [1, 0, 4, 3]"#,
        &["bad.json: masks.m: dot.png: ", "frame must lie inside the picture of 4 x 3 pixels"],
    );
    bad_mask(r#""image": "dot.png", "frame": [-1, 0, 4, 3]"#, &["bad.json: masks.m: dot.png: ", "must lie inside"]);
    let hot = |image: &str| format!(r##"{DOT}, "hot_map": {{"image": "{image}", "color_key": "#ff00ff"}}"##);
    bad_mask(
        &hot("wide.png"),
        &["bad.json: masks.m: wide.png: ", "hot map must be as large as its picture, 4 x 3 pixels, got 5 x 3"],
    );
    bad_mask(&hot("none.png"), &["bad.json: masks.m: none.png: ", "No such file"]);
}

#[test]
fn tables() {
    let header = "mask,x,y,rotate,flip_x,layers\n";
    bad_table("mask,x,y\nm,1\n", &["bad.json: sprites: bad.csv:2: expected at least 3 fields"]);
    bad_table("mask,x,y\r\nm,1,2\r\n\r\nm,1\r\n", &["bad.json: sprites: bad.csv:4: expected at least 3 fields"]);
    bad_table("x,mask,flip_x,y\n1,m,true\n", &["bad.json: sprites: bad.csv:2: expected at least 4 fields"]);
    bad_table("\n\nmask,x,y\n\n\nm,0,0,0", &["bad.json: sprites: bad.csv:6: expected at most 3 fields"]);
    bad_table("", &["bad.json: sprites: bad.csv:1: column \"mask\" is missing"]);
    bad_table("mask,x\nm,1\n", &["bad.json: sprites: bad.csv:1: column \"y\" is missing"]);
    bad_table("mask,x,y,z\n", &["bad.json: sprites: bad.csv:1: unknown column \"z\""]);
    bad_table("mask,x,y,x\n", &["bad.json: sprites: bad.csv:1: column \"x\" appears twice"]);
    bad_table("mask,x,y\nm,0,0\nn,0,0\n", &["bad.json: sprites: bad.csv:3: the scene has no mask named \"n\""]);
    bad_table("mask,x,y\nm,1.5,0\n", &["bad.json: sprites: bad.csv:2: x: expected a whole number", "\"1.5\""]);
    bad_table("mask,x,y\nm,0,\n", &["bad.json: sprites: bad.csv:2: y: expected a whole number"]);
    bad_table("mask,x,y\nm,0,1073741825\n", &["bad.json: sprites: bad.csv:2: y: ", "1073741824"]);
    bad_table(
        format!("{header}m,0,0,right\n"),
        &["bad.json: sprites: bad.csv:2: rotate: expected a number, got \"right\""],
    );
    bad_table(format!("{header}m,0,0,nan\n"), &["bad.json: sprites: bad.csv:2: rotate: angle must be finite"]);
    let header_of_scales = "mask,x,y,scale_x,scale_y,pivot_x,pivot_y\n";
    bad_table(format!("{header_of_scales}m,0,0,0\n"), &["bad.json: sprites: bad.csv:2: scale (0, 1) is not valid"]);
    bad_table(
        format!("{header_of_scales}m,0,0,1,inf\n"),
        &["bad.json: sprites: bad.csv:2: scale (1, inf) is not valid"],
    );
    bad_table(
        format!("{header_of_scales}m,0,0,two\n"),
        &["bad.json: sprites: bad.csv:2: scale_x: expected a number, got \"two\""],
    );
    bad_table(
        format!("{header_of_scales}m,0,0,,,4\n"),
        &["bad.json: sprites: bad.csv:2: pivot_y: expected a whole number"],
    );
    bad_table(
        format!("{header_of_scales}m,0,0,,,4,0.5\n"),
        &["bad.json: sprites: bad.csv:2: pivot_y: expected a whole number"],
    );
    let header_of_origins = "mask,x,y,origin_x,origin_y,pivot_x,pivot_y\n";
    bad_table(
        format!("{header_of_origins}m,0,0,4\n"),
        &["bad.json: sprites: bad.csv:2: expected origin_x, origin_y within 2^26 pixels"],
    );
    bad_table(
        format!("{header_of_origins}m,0,0,four,4\n"),
        &["bad.json: sprites: bad.csv:2: origin_x: expected a number, got \"four\""],
    );
    bad_table(
        format!("{header_of_origins}m,0,0,1,2,3,4\n"),
        &["bad.json: sprites: bad.csv:2: has both origin and pivot: remove pivot"],
    );
    bad_table(format!("{header}m,0,0,0,yes\n"), &["bad.json: sprites: bad.csv:2: flip_x: expected true or false"]);
    bad_table(format!("{header}m,0,0,0,1,-1\n"), &["bad.json: sprites: bad.csv:2: layers: ", "\"-1\""]);
    bad_table(b"mask,x,y\nm,0,0\n\xff,0,0\n", &["bad.json: sprites: bad.csv:3: row is not UTF-8"]);
    let missing = "{\"masks\": {}, \"sprites\": \"none.csv\"}";
    bad_scene(missing, &["bad.json: sprites: none.csv: ", "No such file"]);
}
