//! Missing files, outputs that cannot be written, invalid command lines.

use crate::common::Folder;
use crate::common::bad_files::{assert_error, folder};

#[test]
fn missing_or_broken_inputs() {
    let folder = folder();
    let ran = folder.run(&["pairs", "none.json"]);
    assert_eq!(ran.status, 1);
    assert_error(&ran.err, &["none.json: ", "No such file"]);
    for image in ["none.png", "words.png", "cut.png", "huge.png"] {
        let ran = folder.run(&["show", image]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        assert_error(&ran.err, &[&format!("{image}: ")]);
    }
}

#[test]
fn outputs_that_cannot_be_written() {
    let folder = folder();
    let before = folder.names();
    let (pairs, few) = (["pairs", "good.json"], ["swarm", "--sprites", "5", "--steps", "1"]);
    for (start, outputs, parts) in [
        (&pairs[..], &["--out", "no/such/o.csv"][..], ["no/such/o.csv: ", "No such file"]),
        (&pairs, &["--out", "."], [".: ", "is a folder"]),
        (&pairs, &["--out", "o.csv", "--picture", "no/p.png"], ["no/p.png: ", "No such file"]),
        (&pairs, &["--out", "dot.png/o.csv"], ["dot.png/o.csv: ", ""]),
        (&pairs, &["--out", "same.png", "--picture", "./same.png"], ["./same.png: ", "same file"]),
        (&pairs, &["--picture", "-"], ["standard output: ", "two outputs go to the same file"]),
        (&few, &["--picture", "no/p.png"], ["no/p.png: ", "No such file"]),
        (&few, &["--movie", "no/m.gif"], ["no/m.gif: ", "No such file"]),
        (&few, &["--report", "no/r.json"], ["no/r.json: ", "No such file"]),
        (&few, &["--report", "swarm.png"], ["swarm.png: ", "same file"]),
    ] {
        let ran = folder.run(&[start, outputs].concat());
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
        assert_error(&ran.err, &parts);
        assert_eq!(folder.names(), before);
    }
}

#[test]
fn invalid_command_lines() {
    let folder = folder();
    let before = folder.names();
    for args in [
        &[][..],
        &["walk"],
        &["pairs"],
        &["pairs", "good.json", "more.json"],
        &["pairs", "good.json", "--threads", "0"],
        &["pairs", "good.json", "--threads", "many"],
        &["pairs", "good.json", "--picture", "p.jpg"],
        &["pairs", "good.json", "--pair-limit", "-1"],
        &["swarm", "--threads", "0"],
        &["swarm", "--sprites", "0"],
        &["swarm", "--steps", "0"],
        &["swarm", "--movie", "m.mp4"],
        &["show"],
        &["show", "dot.png", "--alpha-threshold", "256"],
        &["show", "dot.png", "--color-key", "red"],
        &["show", "dot.png", "--alpha-threshold", "1", "--color-key", "ff00ff"],
    ] {
        let ran = folder.run(args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains("Usage: hitmask") || ran.err.contains("--help"), "{args:?}: {}", ran.err);
    }
    assert_eq!(folder.names(), before);
}

/// A build without the cluster says how to get it.
#[cfg(not(feature = "cluster"))]
#[test]
fn options_of_the_cluster_are_explained() {
    let folder = folder();
    for args in [&["pairs", "good.json", "--memory", "64M"][..], &["swarm", "--workers", "2"]] {
        let ran = folder.run(args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains("--features cluster"), "{args:?}: {}", ran.err);
    }
    let help = folder.run(&["--help"]).fine().out;
    assert!(help.contains("This build has no --workers") && help.contains("--all-features"), "{help}");
}

#[test]
fn help_succeeds_and_fits_the_width() {
    let folder = Folder::new();
    for args in [&["--help"][..], &["-h"], &["--version"], &["pairs", "--help"], &["swarm", "-h"], &["show", "--help"]]
    {
        let ran = folder.run(args).fine();
        assert!(!ran.out.is_empty() && ran.err.is_empty());
        assert!(ran.out.lines().all(|line| line.chars().count() <= 100), "{}", ran.out);
    }
    let help = folder.run(&["pairs", "--help"]).out;
    for word in ["hot_map", "rotate", "a,b,area,left,top,width,height", "Exit status", "--threads"] {
        assert!(help.contains(word), "{word}: {help}");
    }
}
