//! Memory limits: under every limit the command succeeds or fails with an error message.

use crate::common::Folder;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write;
use std::process::Command;

/// The number of sprites, in rows with overlapping neighbors.
const SPRITES: usize = if cfg!(debug_assertions) { 20_000 } else { 100_000 };

/// The tested limits in MiB of address space, from the minimum of the program and its threads to `enough`.
fn limits(enough: u32) -> impl Iterator<Item = u32> {
    (24..enough).step_by(if cfg!(debug_assertions) { 8 } else { 4 })
}

/// Runs under every limit. Each run must succeed, or fail with one line of error and without files.
#[track_caller]
fn check_every_limit(folder: &Folder, args: &[&str], enough: u32) {
    let before = folder.names();
    let (mut done, mut refused) = (0, 0);
    for limit in limits(enough) {
        let ran = folder.run_within(limit, args);
        match ran.status {
            0 => {
                done += 1;
                folder.names().iter().filter(|name| !before.contains(name)).for_each(|name| folder.remove(name));
            }
            status => {
                assert_eq!((status, ran.err.lines().count()), (1, 1), "{limit} MiB: {}", ran.err);
                assert!(ran.err.starts_with("error: "), "{limit} MiB: {}", ran.err);
                assert_eq!(folder.names(), before, "{limit} MiB");
                refused += 1;
            }
        }
    }
    assert!(done > 0 && refused > 0, "{done} {refused}");
    println!("{}: success under {done} limits, error under {refused}", args[0]);
}

fn table() -> String {
    let mut table = String::from("mask,x,y,rotate\n");
    for i in 0..SPRITES {
        let _ = writeln!(table, "m,{},{},{}", i % 1000 * 30, i / 1000 * 30, i % 4 * 90);
    }
    table
}

#[test]
fn scenes_with_a_table() {
    let folder = Folder::new();
    folder.picture("m.png", 40, 32, |x, y| if (x + y) % 3 > 0 { crate::common::SOLID } else { crate::common::AIR });
    folder.write("s.json", r#"{"masks": {"m": {"image": "m.png"}}, "sprites": "s.csv"}"#).write("s.csv", table());
    check_every_limit(&folder, &["pairs", "s.json", "--out", "o.csv", "--picture", "p.png", "--threads", "1"], 120);
}

#[test]
fn scenes_with_a_list() {
    let folder = Folder::new();
    folder.picture("m.png", 40, 32, |x, y| if (x + y) % 3 > 0 { crate::common::SOLID } else { crate::common::AIR });
    let rows = table();
    let sprite = |row: &str| {
        let fields: Vec<&str> = row.split(',').collect();
        format!(r#"{{"mask": "m", "x": {}, "y": {}, "rotate": {}}}"#, fields[1], fields[2], fields[3])
    };
    let sprites: Vec<String> = rows.lines().skip(1).map(sprite).collect();
    let text = format!(r#"{{"masks": {{"m": {{"image": "m.png"}}}}, "sprites": [{}]}}"#, sprites.join(",\n"));
    folder.write("s.json", text);
    check_every_limit(&folder, &["pairs", "s.json", "--out", "o.csv", "--threads", "2"], 200);
}

#[test]
fn scenes_with_large_pictures() {
    let folder = Folder::new();
    folder.picture("m.png", 1200, 900, |x, y| if (x + y) % 3 > 0 { crate::common::SOLID } else { crate::common::AIR });
    let sprites: Vec<_> =
        [0, 90, 180, 270].map(|turn| format!(r#"{{"mask": "m", "x": {turn}, "y": 0, "rotate": {turn}}}"#)).into();
    let text = format!(r#"{{"masks": {{"m": {{"image": "m.png"}}}}, "sprites": [{}]}}"#, sprites.join(","));
    folder.write("s.json", text);
    check_every_limit(&folder, &["pairs", "s.json", "--out", "o.csv", "--picture", "p.png", "--threads", "1"], 120);
}

#[test]
fn swarms() {
    let sprites = SPRITES.to_string();
    let args = ["swarm", "--sprites", &sprites, "--steps", "2", "--movie", "m.gif", "--report", "r.json"];
    check_every_limit(&Folder::new(), &[&args[..], &["--threads", "1"]].concat(), 200);
}

#[test]
fn a_hundred_million_sprites_are_refused_at_once() {
    let ran = Folder::new().run_within(500, &["swarm", "--sprites", "100000000", "--steps", "1"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("error: cannot place 100000000 sprites: "), "{}", ran.err);
}

/// A thread that starts later could find no memory, which aborts the process.
#[test]
fn threads_start_before_the_scene_is_read() {
    let folder = Folder::new();
    let scene = folder.path().join("s.json");
    assert!(Command::new("mkfifo").arg(&scene).status().unwrap().success());
    let child = folder.command(&["pairs", "s.json", "--out", "o.csv", "--threads", "3"]).spawn().unwrap();
    // The open returns as soon as the command opens the pipe for reading.
    let mut pipe = File::options().write(true).open(scene).unwrap();
    let names = std::fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
    let mut names: Vec<_> = names.map(|task| std::fs::read_to_string(task.unwrap().path().join("comm"))).collect();
    pipe.write_all(br#"{"masks": {}, "sprites": []}"#).unwrap();
    drop(pipe);
    assert!(child.wait_with_output().unwrap().status.success());
    names.sort_by_key(|name| name.as_deref().unwrap().to_owned());
    let names: String = names.into_iter().map(Result::unwrap).collect();
    assert_eq!(names, "hitmask\nsignals\nworker\nworker\n");
}
