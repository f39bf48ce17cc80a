//! Output paths: an input is never overwritten, invalid paths are refused, and every file name works.

use crate::common::bad_files::{assert_error, folder, scene};
use crate::common::{Folder, Ran, SOLID};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::process::Command;

/// Runs a command that must fail, and checks that no file is changed.
#[track_caller]
fn assert_refused(folder: &Folder, args: &[&str], parts: &[&str]) {
    let before = folder.names();
    let bytes: Vec<_> =
        before.iter().filter(|name| folder.path().join(name).is_file()).map(|name| folder.bytes(name)).collect();
    let ran = folder.run(args);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{args:?}: {}", ran.err);
    assert_error(&ran.err, parts);
    assert_eq!(folder.names(), before);
    let after = before.iter().filter(|name| folder.path().join(name).is_file()).map(|name| folder.bytes(name));
    assert!(bytes.into_iter().eq(after), "{args:?}: a file was changed");
}

#[test]
fn input_is_never_overwritten() {
    let folder = folder();
    folder.write("table.csv", "mask,x,y\nm,0,0\n");
    folder.write("table.json", r#"{"masks": {"m": {"image": "dot.png"}}, "sprites": "table.csv"}"#);
    let hot = r##""image": "dot.png", "hot_map": {"image": "sub/../hot.png", "color_key": "#ff00ff"}"##;
    folder.write("hot.json", scene(hot, r#""mask": "m", "x": 0, "y": 0"#)).write("sub/text", "");
    folder.picture("hot.png", 4, 3, |_, _| SOLID).picture("art/a.png", 9, 9, |_, _| SOLID);
    symlink("dot.png", folder.path().join("link.png")).unwrap();
    let inputs = [
        (&["pairs", "good.json", "--out", "good.json"][..], "good.json"),
        (&["pairs", "good.json", "--out", "./sub/../good.json"], "./sub/../good.json"),
        (&["pairs", "table.json", "--out", "table.csv"], "table.csv"),
        (&["pairs", "table.json", "--out", "o.csv", "--picture", "dot.png"], "dot.png"),
        (&["pairs", "table.json", "--out", "link.png"], "link.png"),
        (&["pairs", "hot.json", "--picture", "hot.png"], "hot.png"),
        (&["swarm", "--sprites", "9", "--masks", "art", "--picture", "art/a.png"], "art/a.png"),
        (&["swarm", "--sprites", "9", "--masks", "art", "--report", "art/a.png"], "art/a.png"),
    ];
    for (args, name) in inputs {
        assert_refused(&folder, args, &[&format!("{name}: is an input and would be overwritten")]);
    }
    println!("{} outputs over inputs", inputs.len());
}

#[test]
fn invalid_output_paths_are_refused() {
    let folder = folder();
    symlink("nowhere.csv", folder.path().join("dead.csv")).unwrap();
    symlink("loop.csv", folder.path().join("loop.csv")).unwrap();
    for (out, reason) in [
        ("dead.csv", "is a link to a file that does not exist"),
        ("loop.csv", "symbolic links"),
        ("no/", "is a folder that does not exist"),
        ("..", "is a folder"),
    ] {
        assert_refused(&folder, &["pairs", "good.json", "--out", out], &[&format!("{out}: "), reason]);
    }
    for option in ["--out", "--picture"] {
        let ran = folder.run(&["pairs", "good.json", option, ""]);
        assert!(ran.status == 2 && ran.err.contains("a value is required"), "{option}: {}", ran.err);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn file_names_may_be_invalid_utf8() {
    let odd = |extension: &str| OsStr::from_bytes(&[b"a\xff b", extension.as_bytes()].concat()).to_owned();
    let folder = folder();
    let path = |name: &OsStr| folder.path().join(name);
    std::fs::rename(path("good.json".as_ref()), path(&odd(".json"))).unwrap();
    let run = |args: &[&OsStr]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hitmask"));
        command.current_dir(folder.path()).args(args);
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ran { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }.fine()
    };
    let (scene, table, picture) = (odd(".json"), odd(".csv"), odd(".png"));
    run(&["pairs".as_ref(), &scene, "--out".as_ref(), &table, "--picture".as_ref(), &picture]);
    let shown = run(&["show".as_ref(), &picture]);
    assert!(shown.out.contains("size "), "{}", shown.out);
    std::fs::create_dir(path(&odd(""))).unwrap();
    std::fs::copy(path("dot.png".as_ref()), path(&odd("")).join(odd(".png"))).unwrap();
    let (movie, report, masks) = (odd(".gif"), odd(".json2"), odd(""));
    let swarm: [&OsStr; 9] = [
        "swarm".as_ref(),
        "--sprites=9".as_ref(),
        "--steps=2".as_ref(),
        "--masks".as_ref(),
        &masks,
        "--movie".as_ref(),
        &movie,
        "--report".as_ref(),
        &report,
    ];
    run(&swarm);
    let check_and_remove = |names: &[&OsStr]| {
        for name in names {
            assert!(std::fs::metadata(path(name)).unwrap().len() > 0, "{name:?}");
            std::fs::remove_file(path(name)).unwrap();
        }
    };
    check_and_remove(&[&table, &picture, &movie, &report]);
    if cfg!(not(feature = "cluster")) {
        return;
    }
    // The workers send the names of their outputs to the launcher.
    let workers: [&OsStr; 2] = ["--workers".as_ref(), "2".as_ref()];
    run(&[&["pairs".as_ref(), scene.as_os_str(), "--out".as_ref(), &table][..], &workers].concat());
    run(&[&swarm[..], &["--picture".as_ref(), &picture], &workers].concat());
    check_and_remove(&[&table, &picture, &movie, &report]);
}

/// A name may contain line breaks and escape sequences.
#[test]
fn control_characters_in_names_are_escaped() {
    let folder = folder();
    let odd = "a\u{1b}[31m\nb";
    let ran = folder.run(&["pairs", odd]);
    assert_error(&ran.err, &["a\\u{1b}[31m\\nb: No such file"]);
    folder.write("odd.json", "{\"masks\": {\"\\u001b[2J\\n\": {\"image\": \"none.png\"}}, \"sprites\": []}");
    assert_error(&folder.run(&["pairs", "odd.json"]).err, &["odd.json: masks.\\u{1b}[2J\\n: none.png: "]);
    std::fs::copy(folder.path().join("dot.png"), folder.path().join(odd)).unwrap();
    let shown = folder.run(&["show", odd]).fine();
    assert!(shown.out.starts_with("a\\u{1b}[31m\\nb\nsize    4 x 3\n"), "{}", shown.out);
    let wrote = folder.run(&["swarm", "--sprites", "9", "--steps", "1", "--report", "r\u{1b}c"]).fine();
    assert!(wrote.err.contains("wrote r\\u{1b}c\n"), "{}", wrote.err);
}
