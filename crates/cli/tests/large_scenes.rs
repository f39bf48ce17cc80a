//! Scenes that are deep, long or without end: read in bounded memory, or refused with their place.
#![cfg(unix)]

mod common;

use common::faults::{AT, DOT, folder, says, scene};
use common::{Folder, SOLID};
use std::fs::File;
use std::io::{BufWriter, Write};

/// The memory, in MiB of addresses with the program itself, that is enough for text of any length.
const CAP: u32 = 64;

/// Lines of a long table.
const LINES: usize = if cfg!(debug_assertions) { 1_000_000 } else { 10_000_000 };

#[track_caller]
fn refused(folder: &Folder, mebibytes: u32, name: &str, parts: &[&str]) {
    let ran = folder.run_within(mebibytes, &["pairs", name, "--threads", "1"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
    says(&ran.err, parts);
}

#[test]
fn deep_json() {
    let folder = folder();
    let deep = |open: &str| open.repeat(1_000_000);
    let scenes = [
        deep("["),
        deep("{\"masks\":"),
        format!("{{\"masks\": {}", deep("{\"a\":")),
        format!("{{\"masks\": {{}}, \"sprites\": {}", deep("[")),
        format!("{{\"masks\": {{}}, \"sprites\": [{{\"mask\": {}", deep("[")),
        format!("{{\"masks\": {{\"m\": {{{DOT}, \"frame\": {}", deep("[")),
        format!("{{\"masks\": {{\"m\": {{{DOT}, \"hot_map\": {}", deep("{\"image\":")),
    ];
    for text in &scenes {
        folder.write("deep.json", text);
        refused(&folder, CAP, "deep.json", &["deep.json:1:"]);
    }
    println!("{} scenes a million deep", scenes.len());
}

/// Within any memory, even where all of it is escapes, which are undone in a buffer.
#[test]
fn strings_without_end_are_refused() {
    let folder = folder();
    let long = (1 << 20) * if cfg!(debug_assertions) { 4 } else { 16 };
    let texts = [
        format!("{{\n\"masks\": {{}}, \"{}\": 1}}", "x".repeat(long)),
        format!("{{\"masks\":\n{{\"{}\": {{{DOT}}}}}, \"sprites\": []}}", "\\\"".repeat(long / 2)),
        format!("{{\"masks\": {{}}, \"sprites\":\n\"{}\"}}", "\\u0061".repeat(long / 6)),
        format!("{{\"masks\": {{}}, \"sprites\": [\n{{\"mask\": \"{}", "\\\\".repeat(long / 2)),
    ];
    let limits = (CAP..CAP + 4 * long as u32 / (1 << 20)).step_by(2);
    for text in &texts {
        folder.write("long.json", text);
        for mebibytes in limits.clone() {
            refused(&folder, mebibytes, "long.json", &["long.json:2:", "a string of more than 65536 bytes"]);
        }
    }
    println!("{} strings of {long} bytes within {} limits", texts.len(), limits.count());
}

/// A table of sprites for the scene `table.json`, written a piece at a time.
fn table(pieces: impl IntoIterator<Item = (usize, &'static str)>) -> Folder {
    let folder = Folder::new();
    folder.picture("dot.png", 1, 1, |_, _| SOLID);
    folder.write("table.json", r#"{"masks": {"m": {"image": "dot.png"}}, "sprites": "t.csv"}"#);
    let mut file = BufWriter::new(File::create(folder.path().join("t.csv")).unwrap());
    for (times, text) in pieces {
        (0..times).for_each(|_| file.write_all(text.as_bytes()).unwrap());
    }
    file.flush().unwrap();
    folder
}

#[test]
fn a_long_table_is_read_line_by_line() {
    let folder = table([(1, "mask,x,y\nm,0,0\n"), (LINES, "                \n"), (1, "m,0,0\n")]);
    // Spaces are a row of one field.
    refused(&folder, CAP, "table.json", &["table.json: sprites: t.csv:3: ", "expected at least 3 fields"]);
    let folder = table([(1, "mask,x,y\nm,0,0\n"), (LINES, "\n"), (1, "m,0,0\n")]);
    let ran = folder.run_within(CAP, &["pairs", "table.json", "--threads", "1"]).fine();
    assert_eq!(ran.out, "a,b,area,left,top,width,height\n0,1,1,0,0,1,1\n");
    println!("{LINES} lines in {CAP} MiB");
}

/// Each sprite is kept; the text is not. (A row takes 24 bytes of text here and 32 of memory, and a list that grows
/// is copied.)
#[test]
fn a_long_table_of_sprites_takes_what_the_sprites_take() {
    let folder = table([(1, "mask,x,y,layers\n"), (LINES, "m,-1000000000,1000000000\n"), (1, "n,0,0\n")]);
    let line = LINES + 2;
    let most = CAP + (3 * 32 * LINES.next_power_of_two() / 2) as u32 / (1 << 20);
    refused(&folder, most, "table.json", &[&format!("table.json: sprites: t.csv:{line}: "), "no mask is named \"n\""]);
    println!("{LINES} sprites in {most} MiB");
    refused(&folder, CAP / 2, "table.json", &["table.json: sprites: t.csv:", "no memory for so many sprites"]);
}

/// An open quote makes one field of all that follows; a line may have no end at all.
#[test]
fn rows_without_end_are_refused() {
    let long = LINES / 10;
    for pieces in [
        [
            (1, "mask,x,y\n\"m,0,0\n"),
            (long, "m,0,0 and so on, and so on, and so on, and so on, and so on, and so on\n"),
        ],
        [(1, "mask,x,y\n"), (long, "m, and so on, and so on, and so on, and so on, and so on, and so on, and so on,")],
        [(1, "mask,x,y\n"), (long, "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm")],
        [(1, "\""), (long, "mask,x,y mask,x,y mask,x,y mask,x,y mask,x,y mask,x,y mask,x,y mask,x,y mask,")],
    ] {
        let folder = table(pieces);
        refused(&folder, CAP, "table.json", &["table.json: sprites: t.csv:", "a row of more than"]);
    }
}

#[test]
fn a_heap_of_sprites_on_one_point_is_refused_by_the_number_of_its_pairs() {
    let count = LINES / 10;
    let folder = table([(1, "mask,x,y\n"), (count, "m,7,7\n")]);
    let ran = folder.run(&["pairs", "table.json", "--pair-limit", "100000"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    says(&ran.err, &["table.json: more than 100000 pairs"]);
    println!("{count} sprites on one point");
}

/// Numbers that say how much is to come are nowhere believed, nor are long ones.
#[test]
fn lying_numbers() {
    let folder = folder();
    let digits = "9".repeat(1_000_000);
    for (text, place) in [
        (scene(DOT, &format!(r#""mask": "m", "x": {digits}, "y": 0"#)), "sprites[0].x"),
        (scene(&format!(r#"{DOT}, "alpha_threshold": {digits}"#), AT), "masks.m.alpha_threshold"),
        (scene(&format!(r#"{DOT}, "frame": [0, 0, 2147483647, 2147483647]"#), AT), "frame must lie inside the picture"),
        (scene(&format!(r#"{DOT}, "frame": [0, 0, {digits}, 1]"#), AT), "masks.m.frame"),
    ] {
        folder.write("lie.json", text);
        refused(&folder, CAP, "lie.json", &["lie.json:", place]);
    }
}
