//! Memory limits: under every limit the command succeeds or fails with an error message. Only a small buffer may abort it.

use crate::common::{AIR, Folder, SOLID};
use std::fmt::Write as _;
use std::os::unix::process::ExitStatusExt;

/// The number of sprites, in rows with overlapping neighbors.
const SPRITES: usize = if cfg!(debug_assertions) { 20_000 } else { 100_000 };
/// The most bytes of a buffer whose refusal may abort the command, under few limits.
const SMALL: usize = 1 << 20;
/// Draws the scene too.
const DRAWN: [&str; 8] = ["pairs", "s.json", "--out", "o.csv", "--picture", "p.png", "--threads", "1"];

/// Runs under limits from the minimum of the program and its threads to `enough` MiB of address space.
#[track_caller]
fn check_every_limit(folder: &Folder, args: &[&str], enough: u32) {
    let before = folder.names();
    let (mut done, mut refused, mut aborted) = (0, 0, 0);
    let step = if cfg!(debug_assertions) { 24 } else { 4 };
    // Below, the system cannot load the program.
    let starts = |limit: &u32| folder.command_within(*limit, &["--version"]).output().unwrap().status.success();
    let least = (8..enough).find(starts).expect("a limit under which the program starts");
    for limit in (least..enough).step_by(step) {
        let mut command = folder.command_within(limit, args);
        let output = command.env("RUST_BACKTRACE", "0").output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            Some(0) => done += 1,
            Some(1) => {
                assert!(err.starts_with("error: ") && err.lines().count() == 1, "{limit} MiB: {err}");
                assert_eq!(folder.names(), before, "{limit} MiB");
                refused += 1;
            }
            status => {
                let bytes = err.strip_prefix("memory allocation of ").and_then(|rest| rest.split_once(" bytes failed"));
                let is_small = bytes.is_some_and(|(bytes, _)| bytes.parse::<usize>().unwrap() <= SMALL);
                assert!(output.status.signal().is_some() && is_small, "{limit} MiB: {status:?} {err}");
                aborted += 1;
            }
        }
        folder.names().iter().filter(|name| !before.contains(name)).for_each(|name| folder.remove(name));
    }
    assert!(done > 0 && refused > 0 && aborted <= 2, "{done} {refused} {aborted}");
    println!("{}: success under {done} limits, error under {refused}, abort under {aborted}", args[0]);
}

/// Returns a scene of sprites that show one picture. `sprites` is the JSON value of its key.
fn scene(side: u32, sprites: &str) -> Folder {
    let folder = Folder::new();
    folder.picture("m.png", side, side, |x, y| if (x + y) % 3 > 0 { SOLID } else { AIR });
    folder.write("s.json", format!(r#"{{"masks": {{"m": {{"image": "m.png"}}}}, "sprites": {sprites}}}"#));
    folder
}

/// Returns the position and the rotation of every sprite.
fn sprites() -> impl Iterator<Item = [usize; 3]> {
    (0..SPRITES).map(|i| [i % 1000 * 30, i / 1000 * 30, i % 4 * 90])
}

#[test]
fn scenes_with_a_table() {
    let mut table = String::from("mask,x,y,rotate\n");
    sprites().for_each(|[x, y, rotate]| writeln!(table, "m,{x},{y},{rotate}").unwrap());
    let folder = scene(36, r#""s.csv""#);
    folder.write("s.csv", table);
    check_every_limit(&folder, &DRAWN, 108);
}

#[test]
fn scenes_with_a_list() {
    let sprite = |[x, y, rotate]: [usize; 3]| format!(r#"{{"mask": "m", "x": {x}, "y": {y}, "rotate": {rotate}}}"#);
    let folder = scene(36, &format!("[{}]", sprites().map(sprite).collect::<Vec<_>>().join(",\n")));
    check_every_limit(&folder, &["pairs", "s.json", "--out", "o.csv", "--threads", "2"], 188);
}

#[cfg(feature = "cluster")]
#[test]
fn scenes_larger_than_memory() {
    let mut table = String::from("mask,x,y,rotate\n");
    sprites().for_each(|[x, y, rotate]| writeln!(table, "m,{x},{y},{rotate}").unwrap());
    let folder = scene(36, r#""s.csv""#);
    folder.write("s.csv", table);
    check_every_limit(&folder, &["pairs", "s.json", "--out", "o.csv", "--memory", "32M", "--threads", "2"], 108);
}

#[test]
fn scenes_with_large_pictures() {
    let sprites = [0, 90, 180, 270].map(|turn| format!(r#"{{"mask": "m", "x": {turn}, "y": 0, "rotate": {turn}}}"#));
    check_every_limit(&scene(1050, &format!("[{}]", sprites.join(","))), &DRAWN, 108);
}

#[test]
fn swarms() {
    let sprites = SPRITES.to_string();
    let args = ["swarm", "--sprites", &sprites, "--steps", "2", "--movie", "m.gif", "--report", "r.json"];
    let args = [&args[..], &["--threads", "1"]].concat();
    check_every_limit(&Folder::new(), &args, 188);
}

#[test]
fn a_hundred_million_sprites_are_refused_at_once() {
    let ran = Folder::new().run_within(500, &["swarm", "--sprites", "100000000", "--steps", "1"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("error: cannot place 100000000 sprites: "), "{}", ran.err);
}
