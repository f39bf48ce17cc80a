//! Whatever memory the system has to give: the command does its work, or says that there is none.
#![cfg(target_os = "linux")]

mod common;

use common::Folder;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write;
use std::process::Command;

/// Sprites in rows, of which neighbours overlap.
const SPRITES: usize = if cfg!(debug_assertions) { 20_000 } else { 100_000 };

/// The limits tried, in MiB of addresses: from what the program and its threads need for a trifle, to enough.
fn limits(enough: u32) -> impl Iterator<Item = u32> {
    (24..enough).step_by(if cfg!(debug_assertions) { 8 } else { 4 })
}

/// Runs within every limit; each run ends well, or with a word and no file.
#[track_caller]
fn every_limit(folder: &Folder, args: &[&str], enough: u32) {
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
    println!("{}: done within {done} limits, refused within {refused}", args[0]);
}

fn table() -> String {
    let mut table = String::from("mask,x,y,rotate\n");
    for i in 0..SPRITES {
        let _ = writeln!(table, "m,{},{},{}", i % 1000 * 30, i / 1000 * 30, i % 4 * 90);
    }
    table
}

#[test]
fn scenes_in_tables() {
    let folder = Folder::new();
    folder.picture("m.png", 40, 32, |x, y| if (x + y) % 3 > 0 { common::SOLID } else { common::AIR });
    folder.write("s.json", r#"{"masks": {"m": {"image": "m.png"}}, "sprites": "s.csv"}"#).write("s.csv", table());
    every_limit(&folder, &["pairs", "s.json", "--out", "o.csv", "--picture", "p.png", "--threads", "1"], 120);
}

#[test]
fn scenes_of_json() {
    let folder = Folder::new();
    folder.picture("m.png", 40, 32, |x, y| if (x + y) % 3 > 0 { common::SOLID } else { common::AIR });
    let rows = table();
    let sprite = |row: &str| {
        let fields: Vec<&str> = row.split(',').collect();
        format!(r#"{{"mask": "m", "x": {}, "y": {}, "rotate": {}}}"#, fields[1], fields[2], fields[3])
    };
    let sprites: Vec<String> = rows.lines().skip(1).map(sprite).collect();
    let text = format!(r#"{{"masks": {{"m": {{"image": "m.png"}}}}, "sprites": [{}]}}"#, sprites.join(",\n"));
    folder.write("s.json", text);
    every_limit(&folder, &["pairs", "s.json", "--out", "o.csv", "--threads", "2"], 200);
}

#[test]
fn large_pictures_in_a_scene() {
    let folder = Folder::new();
    folder.picture("m.png", 1200, 900, |x, y| if (x + y) % 3 > 0 { common::SOLID } else { common::AIR });
    let sprites: Vec<_> =
        [0, 90, 180, 270].map(|turn| format!(r#"{{"mask": "m", "x": {turn}, "y": 0, "rotate": {turn}}}"#)).into();
    let text = format!(r#"{{"masks": {{"m": {{"image": "m.png"}}}}, "sprites": [{}]}}"#, sprites.join(","));
    folder.write("s.json", text);
    every_limit(&folder, &["pairs", "s.json", "--out", "o.csv", "--picture", "p.png", "--threads", "1"], 120);
}

#[test]
fn swarms() {
    let sprites = SPRITES.to_string();
    let args = ["swarm", "--sprites", &sprites, "--steps", "2", "--movie", "m.gif", "--report", "r.json"];
    every_limit(&Folder::new(), &[&args[..], &["--threads", "1"]].concat(), 200);
}

#[test]
fn a_hundred_million_sprites_are_refused_at_once() {
    let ran = Folder::new().run_within(500, &["swarm", "--sprites", "100000000", "--steps", "1"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("error: 100000000 sprites: no memory"), "{}", ran.err);
}

/// One that began later might find no memory to begin with, which ends the program.
#[test]
fn threads_begin_before_the_scene_takes_memory() {
    let folder = Folder::new();
    let scene = folder.path().join("s.json");
    assert!(Command::new("mkfifo").arg(&scene).status().unwrap().success());
    let child = folder.command(&["pairs", "s.json", "--out", "o.csv", "--threads", "3"]).spawn().unwrap();
    // Opened as soon as the command reads from it.
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
