//! `hitmask pairs --memory`: the output of `pairs` in bounded memory, with scratch files that always disappear.

use crate::common::bad_files::{assert_error, folder, heap};
use crate::common::{AIR, Folder, Ran, SOLID, sample};
use crate::rng::Rng;
use std::fmt::Write;
use std::path::Path;

/// The smallest budget.
const LEAST: &str = "32M";

/// The number of sprites that need some tiles in the smallest budget.
const SPRITES: u32 = if cfg!(debug_assertions) { 250_000 } else { 1_000_000 };

/// Writes `table.json` and `list.json` with equal sprites, with about one candidate pair for each.
fn large(folder: &Folder, seed: u64) {
    let ring = |side: u32| {
        let far = move |c: u32| (2 * c + 1).abs_diff(side).pow(2);
        move |x, y| if (side * side / 9..side * side).contains(&(far(x) + far(y))) { SOLID } else { AIR }
    };
    let sides = [5, 16, 31, 64, 700];
    sides.iter().for_each(|&side| _ = folder.picture(&format!("{side}.png"), side, side, ring(side)));
    let masks: Vec<_> = sides.iter().map(|side| format!(r#""m{side}": {{"image": "{side}.png"}}"#)).collect();
    let mut rng = Rng::new(seed);
    let (mut table, mut list) = ("mask,x,y,flip_x,layers,rotate,fixed\n".to_owned(), String::new());
    let side = (2.0 * 30.0 * 30.0 * f64::from(SPRITES)).sqrt() as u32;
    for i in 0..SPRITES {
        let mask = if i % 10_000 == 0 { 700 } else { sides[rng.below(4) as usize] };
        // A third of the sprites is in a corner.
        let side = if i % 3 == 0 { side / 4 } else { side };
        let [x, y] = [rng.below(side), rng.below(side)];
        let flip = rng.below(2) == 0;
        let layers = 1 + rng.below(2) * rng.below(2);
        let rotate = if i % 100 == 0 { 10 * rng.below(36) } else { 0 };
        let fixed = rng.below(9) == 0;
        writeln!(table, "m{mask},{x},{y},{flip},{layers},{rotate},{fixed}").unwrap();
        let comma = if i == 0 { "" } else { ",\n" };
        write!(
            list,
            r#"{comma}{{"mask": "m{mask}", "x": {x}, "y": {y}, "flip_x": {flip}, "layers": {layers}, "rotate": {rotate}, "fixed": {fixed}}}"#
        )
        .unwrap();
    }
    folder.write("sprites.csv", table);
    folder.write("table.json", format!(r#"{{"masks": {{{}}}, "sprites": "sprites.csv"}}"#, masks.join(", ")));
    folder.write("list.json", format!("{{\"sprites\": [{list}], \"masks\": {{{}}}}}", masks.join(", ")));
}

/// Returns whether a folder has no entries.
fn is_empty(path: &Path) -> bool {
    std::fs::read_dir(path).unwrap().next().is_none()
}

#[test]
fn sample_scene_has_the_expected_pairs() {
    let folder = Folder::new();
    let scene = sample().join("scene.json");
    let expected = std::fs::read_to_string(sample().join("expected.csv")).unwrap();
    let ran = folder.run(&["pairs", scene.to_str().unwrap(), "--memory", LEAST, "--quiet"]).fine();
    assert_eq!((ran.out, ran.err.as_str()), (expected, ""));
    assert!(is_empty(folder.path()));
}

#[test]
fn large_scenes_have_equal_output() {
    let folder = Folder::new();
    large(&folder, 1);
    let expected = folder.run(&["pairs", "table.json"]).fine().out;
    assert!(expected.lines().count() > SPRITES as usize / 4, "{}", expected.lines().count());
    std::fs::create_dir(folder.path().join("scratch")).unwrap();
    let before = folder.names();
    for (scene, memory, threads) in
        [("table.json", LEAST, "1"), ("table.json", "33554432", "3"), ("list.json", "2g", "2")]
    {
        let args = ["pairs", scene, "--memory", memory, "--threads", threads, "--scratch", "scratch"];
        assert!(folder.run(&args).fine().out == expected, "{args:?}");
    }
    folder.run(&["pairs", "table.json", "--memory", "32768k", "--out", "o.csv"]).fine();
    assert!(folder.text("o.csv") == expected);
    folder.remove("o.csv");
    let ran = folder.run(&["pairs", "list.json", "--memory", LEAST]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    let parts = ["list.json: ", "has more than 2097152 bytes", "--memory 32M", "mask,x,y", r#""sprites": "FILE.csv""#];
    assert_error(&ran.err, &parts);
    assert_eq!(folder.names(), before);
    assert!(is_empty(&folder.path().join("scratch")));
}

/// A pipe can be read only once.
#[test]
#[cfg(unix)]
fn scene_from_a_pipe() {
    let folder = folder();
    let expected = folder.run(&["pairs", "good.json"]).fine().out;
    let args = ["pairs", "/dev/stdin", "--memory", LEAST];
    let scene = std::fs::read_to_string(folder.path().join("good.json")).unwrap();
    let dot = folder.path().join("dot.png");
    folder.write("piped.json", scene.replace("dot.png", dot.to_str().unwrap()));
    let ran = Ran::of(piped(&folder, &args));
    assert_eq!((ran.status, ran.out), (0, expected), "{}", ran.err);
}

/// Returns the command with `piped.json` as standard input through a pipe.
#[cfg(unix)]
fn piped(folder: &Folder, args: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new("sh");
    command.current_dir(folder.path());
    command.args(["-c", "cat piped.json | \"$0\" \"$@\"", env!("CARGO_BIN_EXE_hitmask")]).args(args);
    command
}

/// All sprites in one place: too many pairs for a list, and no cut helps.
#[test]
fn pair_limit_is_exact() {
    let folder = heap(700);
    let pairs = 700 * 699 / 2;
    let expected = folder.run(&["pairs", "heap.json"]).fine().out;
    let run = |limit: usize| folder.run(&["pairs", "heap.json", "--memory", LEAST, "--pair-limit", &limit.to_string()]);
    assert!(run(pairs).fine().out == expected);
    let ran = run(pairs - 1);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    let whole = folder.run(&["pairs", "heap.json", "--pair-limit", &(pairs - 1).to_string()]);
    assert_eq!(ran.err, whole.err);
    assert!(folder.run(&["pairs", "heap.json", "--memory", LEAST]).fine().out == expected);
}

#[test]
fn invalid_command_lines() {
    let folder = folder();
    let before = folder.names();
    for (args, reason) in [
        (&["--memory", "31M"][..], "at least 32M"),
        (&["--memory", "0"], "at least 32M"),
        (&["--memory", "much"], "a number of bytes such as 512M"),
        (&["--memory", "+99M"], "a number of bytes such as 512M"),
        (&["--memory", "1.5G"], "a number of bytes such as 512M"),
        (&["--memory", "99999999999999999G"], "a number of bytes such as 512M"),
        (&["--memory", "64M", "--picture", "p.png"], "cannot be used with '--picture <FILE.png>'"),
        (&["--scratch", "."], "--memory"),
    ] {
        let ran = folder.run(&[&["pairs", "good.json"][..], args].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains(reason), "{args:?}: {}", ran.err);
    }
    assert_eq!(folder.names(), before);
}

#[test]
fn faults_leave_nothing() {
    let folder = folder();
    folder.picture("large.png", 5000, 5000, |_, _| SOLID);
    let turned: Vec<_> = [0, 90, 180, 270]
        .iter()
        .flat_map(|turn| {
            [true, false].map(|flip| format!(r#"{{"mask": "m", "x": 0, "y": 0, "rotate": {turn}, "flip_x": {flip}}}"#))
        })
        .collect();
    let scene =
        |mask: &str| format!(r#"{{"masks": {{"m": {{"image": "{mask}"}}}}, "sprites": [{}]}}"#, turned.join(", "));
    folder.write("large.json", scene("large.png"));
    std::fs::create_dir(folder.path().join("scratch")).unwrap();
    let before = folder.names();
    for (args, parts) in [
        (&["good.json", "--scratch", "none"][..], &["scratch folder none: cannot create", "No such file"][..]),
        (&["good.json", "--scratch", "dot.png"], &["scratch folder dot.png: cannot create", "Not a directory"]),
        (
            &["large.json", "--scratch", "scratch"],
            &["large.json: sprites[", "--memory must be at least ", "M for the masks so far", ", got 32M"],
        ),
        (&["none.json", "--scratch", "scratch"], &["none.json: ", "No such file"]),
        (&["good.json", "--out", "good.json"], &["good.json: is an input and would be overwritten"]),
        (&["good.json", "--out", "no/o.csv"], &["no/o.csv: ", "No such file"]),
    ] {
        let ran = folder.run(&[&["pairs", "--memory", LEAST][..], args].concat());
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{args:?}: {}", ran.err);
        assert_error(&ran.err, parts);
        assert_eq!(folder.names(), before);
        assert!(is_empty(&folder.path().join("scratch")));
    }
}

/// The limit on file sizes ends the run as a full disk does, in each stage.
#[test]
#[cfg(target_os = "linux")]
fn full_scratch_disk_is_an_error() {
    let run = |folder: &Folder, scene: &str, kibibytes: u64| {
        // The unit of the limit is 512 bytes.
        let limit = format!("ulimit -f {}", 2 * kibibytes);
        let args = ["pairs", scene, "--memory", LEAST, "--scratch", "scratch"];
        let ran = Ran::of(folder.command_after(&limit, &args));
        assert!(is_empty(&folder.path().join("scratch")));
        ran
    };
    let assert_full = |ran: &Ran, parts: &[&str]| {
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        let parts = [&["", "scratch folder scratch: no room for more than ", " bytes"], parts, &["free some space"]];
        assert_error(&ran.err, &parts.concat());
    };

    let folder = Folder::new();
    large(&folder, 2);
    std::fs::create_dir(folder.path().join("scratch")).unwrap();
    let before = folder.names();
    let list = u64::from(SPRITES) * 20 / 1024;
    for kibibytes in [1, list / 2] {
        assert_full(&run(&folder, "table.json", kibibytes), &[]);
    }
    assert_eq!(folder.names(), before);

    // A sprite takes 31 bytes. The lists of tiles have more sprites, because many sprites are in several tiles.
    let mut table = "mask,x,y,collides_with\n".to_owned();
    let mut rng = Rng::new(5);
    (0..400_000).for_each(|_| writeln!(table, "m700,{},{},0", rng.below(20_000), rng.below(20_000)).unwrap());
    folder.write("sprites.csv", table);
    assert_full(&run(&folder, "table.json", 400 * 26), &[]);
    assert_full(&run(&folder, "table.json", 400 * 32), &["expected room for "]);
    assert_eq!(run(&folder, "table.json", 400 * 60).fine().out.lines().count(), 1);

    let folder = heap(2000);
    std::fs::create_dir(folder.path().join("scratch")).unwrap();
    assert_full(&run(&folder, "heap.json", 2000 * 1999 / 2 * 48 / 1024 - 1), &[]);
    assert_eq!(run(&folder, "heap.json", 2000 * 1999 / 2 * 48 / 1024 + 1).fine().out.lines().count(), 1_999_001);
}

/// Scratch files have no names, so the folder is empty even while they are in use.
#[test]
#[cfg(target_os = "linux")]
fn signals_leave_no_scratch_file() {
    use crate::common::wait_until;
    use std::process::Command;
    let folder = Folder::new();
    large(&folder, 3);
    folder.write("o.csv", "old");
    let scratch = folder.path().join("scratch");
    std::fs::create_dir(&scratch).unwrap();
    let before = folder.names();
    for signal in ["-INT", "-TERM", "-KILL"] {
        let args =
            ["pairs", "table.json", "--memory", LEAST, "--scratch", "scratch", "--out", "o.csv", "--threads", "1"];
        let mut child = folder.command(&args).spawn().unwrap();
        let files = Path::new("/proc").join(child.id().to_string()).join("fd");
        let is_used = || {
            let open =
                std::fs::read_dir(&files).unwrap().filter_map(|file| std::fs::read_link(file.unwrap().path()).ok());
            let mut scratch_files = open.filter(|target| target.starts_with(&scratch));
            scratch_files.any(|target| target.to_string_lossy().contains("deleted"))
        };
        wait_until(&mut child, "a scratch file", is_used);
        assert!(is_empty(&scratch));
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert!(!child.wait().unwrap().success());
        assert_eq!((folder.text("o.csv").as_str(), folder.names()), ("old", before.clone()), "{signal}");
        assert!(is_empty(&scratch), "{signal}");
    }
}

/// Samples the peak of the resident set until the end. The list is as large as the budget allows, of short sprites.
#[test]
#[cfg(target_os = "linux")]
fn memory_stays_within_the_budget() {
    let folder = Folder::new();
    large(&folder, 4);
    let sprites: Vec<_> = (0..67_000).map(|i| format!(r#"{{"mask":"m5","x":{},"y":0}}"#, 8 * i)).collect();
    let list = format!(r#"{{"masks": {{"m5": {{"image": "5.png"}}}}, "sprites": [{}]}}"#, sprites.join(","));
    assert!(list.len() > (2 << 20) * 9 / 10, "{}", list.len());
    folder.write("largest.json", list);
    for scene in ["table.json", "largest.json"] {
        let mut child = folder.command(&["pairs", scene, "--memory", LEAST, "--out", "o.csv"]).spawn().unwrap();
        let status = Path::new("/proc").join(child.id().to_string()).join("status");
        let mut peak = 0;
        while child.try_wait().unwrap().is_none() {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            peak = line.map_or(peak, |line| line.trim().trim_end_matches(" kB").parse::<u64>().unwrap());
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert!(child.wait().unwrap().success());
        println!("{scene}: {SPRITES} sprites in {} MiB", peak / 1024);
        // A tenth more is allowed: the program itself is larger in a debug build.
        assert!((1 << 12..=(32 << 10) * 11 / 10).contains(&peak), "{peak} KiB");
    }
}

/// Errors after many sprites have the position and the index that a scene in memory has.
#[test]
fn errors_after_many_sprites_have_their_position() {
    let folder = folder();
    let (head, mask) = ("\u{feff}{\"sprites\": [\n", r#"{"m": {"image": "dot.png"}}"#);
    let sprites = r#"{"mask": "m", "x": 1, "y": [2, 3]}, "#.replace("[2, 3]", "2").repeat(1000);
    for end in [
        r#"{"mask": "m", "x": 0.5, "y": 0}], "masks": MASK}"#,
        r#"{"mask": "m", "x": 1e999}"#,
        r#"{"mask": "m", "x": 12345678901 , "y": 0}"#,
        "{\"mask\": \"m\", \"x\": true\n, \"y\": 0}",
        "{\"mask\": \"m\", \"x\": 7\n\n\n, \"z\": 0}",
        r#"{"mask": "m", "scale": [1, 2, 3], "x": 0}"#,
        r#"{"mask": "m\u00zz"}"#,
        "{\"mask\": \"\u{7}\"}",
        r#"{"mask": "m"}], "masks": MASK}"#,
        r#"[1]], "masks": MASK}"#,
        r#"{"mask": "m", "x": 1, "y": 2},], "masks": MASK}"#,
        r#"{"mask": "m", "x": 1, "y": 2}, {"mask": "m", "x": 1, "y": 2} {}"#,
        r#"{"mask": "m", "x": 1, "y": 2}], "masks": {"m": {"image": "dot.png", "frame": [1, 2, 3]}}}"#,
        r#"{"mask": "m", "x": 1, "y": 2}], "masks": [], "x": 1}"#,
        r#"{"mask": "m", "x": 1, "y": 2}], "masks": MASK, "more": 1}"#,
        r#"{"mask": "m", "x": 1, "y": 2}], "masks": MASK, "sprites": []}"#,
        r#"{"mask": "m", "x": 1, "y": 2}], "masks": MASK} {"#,
        r#"{"mask": "m", "x": 1, "y": 2}]"#,
        r#"{"mask": "n", "x": 1, "y": 2}], "masks": MASK}"#,
        r#"{"mask": "m", "x": 1, "y": 2, "scale": 1e12}], "masks": MASK}"#,
        "",
    ] {
        folder.write("bad.json", format!("{head}{sprites}{}", end.replace("MASK", mask)));
        let whole = folder.run(&["pairs", "bad.json"]);
        let streamed = folder.run(&["pairs", "bad.json", "--memory", LEAST]);
        assert_eq!((whole.status, streamed.status, streamed.err), (1, 1, whole.err), "{end}");
    }
}
