//! Scenes that are deeply nested, long or endless: read in bounded memory, or refused with their position.

use crate::common::bad_files::{AT, DOT, assert_error, folder, scene};
use crate::common::{Folder, SOLID};
use std::fs::File;
use std::io::{BufWriter, Write};

/// The memory limit in MiB of address space, program included: enough for text of any length.
const MEMORY_LIMIT: u32 = 64;

/// The number of lines of a long table.
const LINES: usize = if cfg!(debug_assertions) { 1_000_000 } else { 10_000_000 };

#[track_caller]
fn assert_refused(folder: &Folder, mebibytes: u32, name: &str, parts: &[&str]) {
    let ran = folder.run_within(mebibytes, &["pairs", name, "--threads", "1"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
    assert_error(&ran.err, parts);
}

#[test]
fn deeply_nested_json() {
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
        assert_refused(&folder, MEMORY_LIMIT, "deep.json", &["deep.json:1:"]);
    }
    println!("{} scenes with a million levels", scenes.len());
}

/// The strings are refused under every memory limit, even if the string consists of escapes.
#[test]
fn long_strings_are_refused() {
    let folder = folder();
    let long = (1 << 20) * if cfg!(debug_assertions) { 4 } else { 16 };
    let texts = [
        format!("{{\n\"masks\": {{}}, \"{}\": 1}}", "x".repeat(long)),
        format!("{{\"masks\":\n{{\"{}\": {{{DOT}}}}}, \"sprites\": []}}", "\\\"".repeat(long / 2)),
        format!("{{\"masks\": {{}}, \"sprites\":\n\"{}\"}}", "\\u0061".repeat(long / 6)),
        format!("{{\"masks\": {{}}, \"sprites\": [\n{{\"mask\": \"{}", "\\\\".repeat(long / 2)),
    ];
    let limits = (MEMORY_LIMIT..MEMORY_LIMIT + 4 * long as u32 / (1 << 20)).step_by(2);
    for text in &texts {
        folder.write("long.json", text);
        for mebibytes in limits.clone() {
            assert_refused(
                &folder,
                mebibytes,
                "long.json",
                &["long.json:2:", "string is longer than the limit of 65536 bytes"],
            );
        }
    }
    println!("{} strings of {long} bytes within {} limits", texts.len(), limits.count());
}

/// Writes the scene `table.json` with a table of repeated pieces of text.
fn table(pieces: impl IntoIterator<Item = (usize, &'static str)>) -> Folder {
    let folder = Folder::new();
    folder.picture("dot.png", 1, 1, |_, _| SOLID);
    folder.write("table.json", r#"{"masks": {"m": {"image": "dot.png"}}, "sprites": "t.csv"}"#);
    let mut file = BufWriter::new(File::create(folder.path().join("t.csv")).unwrap());
    for (count, text) in pieces {
        (0..count).for_each(|_| file.write_all(text.as_bytes()).unwrap());
    }
    file.flush().unwrap();
    folder
}

#[test]
fn long_table_is_read_in_bounded_memory() {
    let folder = table([(1, "mask,x,y\nm,0,0\n"), (LINES, "                \n"), (1, "m,0,0\n")]);
    // A line of spaces is a row of one field.
    assert_refused(
        &folder,
        MEMORY_LIMIT,
        "table.json",
        &["table.json: sprites: t.csv:3: ", "expected at least 3 fields"],
    );
    let folder = table([(1, "mask,x,y\nm,0,0\n"), (LINES, "\n"), (1, "m,0,0\n")]);
    let ran = folder.run_within(MEMORY_LIMIT, &["pairs", "table.json", "--threads", "1"]).fine();
    assert_eq!(ran.out, "a,b,area,left,top,width,height\n0,1,1,0,0,1,1\n");
    println!("{LINES} lines in {MEMORY_LIMIT} MiB");
}

/// Memory holds the sprites but not the text. A sprite takes 32 bytes, and a growing list is copied.
#[test]
fn long_table_of_sprites_needs_only_the_memory_of_the_sprites() {
    let folder = table([(1, "mask,x,y,layers\n"), (LINES, "m,-1000000000,1000000000\n"), (1, "n,0,0\n")]);
    let line = LINES + 2;
    let memory = MEMORY_LIMIT + (3 * 32 * LINES.next_power_of_two() / 2) as u32 / (1 << 20);
    assert_refused(
        &folder,
        memory,
        "table.json",
        &[&format!("table.json: sprites: t.csv:{line}: "), "the scene has no mask named \"n\""],
    );
    println!("{LINES} sprites in {memory} MiB");
    assert_refused(&folder, MEMORY_LIMIT / 2, "table.json", &["table.json: not enough memory for the sprites"]);
}

/// An unclosed quote makes one field of the rest of the file, and a device may have an endless line.
#[test]
fn endless_rows_are_refused() {
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
        assert_refused(
            &folder,
            MEMORY_LIMIT,
            "table.json",
            &["table.json: sprites: t.csv:", "row is longer than the limit of 65536 bytes"],
        );
    }
}

/// The limit does not depend on the size of a buffer.
#[test]
fn a_row_has_at_most_64_kib_without_its_line_end() {
    const LIMIT: usize = 1 << 16;
    let folder = table([]);
    let head = "mask,x,y\nm,0,0\n";
    // A row of a length: spaces around a number, or a quoted field with a line break.
    let plain = |length: usize| format!("m,{}0,0", " ".repeat(length - 5));
    let broken = |length: usize| format!("m,\"\r\n{}0\",0", " ".repeat(length - 9));
    for end in ["", "\n", "\r\n"] {
        for row in [&plain as &dyn Fn(usize) -> String, &broken] {
            assert_eq!(row(LIMIT).len(), LIMIT);
            folder.write("t.csv", format!("{head}{}{end}", row(LIMIT)));
            let ran = folder.run(&["pairs", "table.json"]).fine();
            assert_eq!(ran.out, "a,b,area,left,top,width,height\n0,1,1,0,0,1,1\n", "{end:?}");
            for length in [LIMIT + 1, LIMIT + 2, 70_037] {
                folder.write("t.csv", format!("{head}{}{end}", row(length)));
                assert_refused(
                    &folder,
                    MEMORY_LIMIT,
                    "table.json",
                    &["table.json: sprites: t.csv:", "row is longer than the limit of 65536 bytes"],
                );
            }
        }
    }
    let string = |length: usize| format!("{{\"masks\": {{\"{}\": {{{DOT}}}}}, \"sprites\": []}}", "x".repeat(length));
    folder.write("string.json", string(LIMIT));
    folder.run(&["pairs", "string.json"]).fine();
    for name in ["x".repeat(LIMIT + 1), "x".repeat(LIMIT - 1) + "\\n"] {
        folder.write("string.json", string(0).replacen("\"\"", &format!("\"{name}\""), 1));
        assert_refused(&folder, MEMORY_LIMIT, "string.json", &["string.json:1:", "string is longer than the limit"]);
    }
}

#[test]
fn many_sprites_at_one_point_exceed_the_pair_limit() {
    let count = LINES / 10;
    let folder = table([(1, "mask,x,y\n"), (count, "m,7,7\n")]);
    let ran = folder.run(&["pairs", "table.json", "--pair-limit", "100000"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert_error(&ran.err, &["table.json: ", "100000"]);
    println!("{count} sprites at one point");
}

/// Memory is never allocated by a number in the scene.
#[test]
fn huge_numbers_are_refused() {
    let folder = folder();
    let digits = "9".repeat(1_000_000);
    for (text, position) in [
        (scene(DOT, &format!(r#""mask": "m", "x": {digits}, "y": 0"#)), "sprites[0].x"),
        (scene(&format!(r#"{DOT}, "alpha_threshold": {digits}"#), AT), "masks.m.alpha_threshold"),
        (scene(&format!(r#"{DOT}, "frame": [0, 0, 2147483647, 2147483647]"#), AT), "frame must lie inside the picture"),
        (scene(&format!(r#"{DOT}, "frame": [0, 0, {digits}, 1]"#), AT), "masks.m.frame"),
    ] {
        folder.write("huge.json", text);
        assert_refused(&folder, MEMORY_LIMIT, "huge.json", &["huge.json:", position]);
    }
}
