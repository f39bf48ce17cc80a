//! Outputs that fail while they are written: a full disk, a closed pipe, a kill. Every failure is reported, the old
//! file is unchanged, and no other file is left.

use crate::common::bad_files::{assert_error, heap};
use crate::common::{Folder, Ran, start_and_block};
use std::fs::File;
use std::io::Read;
use std::process::Stdio;
use std::thread;

/// A command line and its outputs: option and file.
type WithFiles = (&'static [&'static str], &'static [(&'static str, &'static str)]);

const WITH_FILES: [WithFiles; 2] = [
    (&["pairs", "heap.json"], &[("--out", "o.csv"), ("--picture", "p.png")]),
    (
        &["swarm", "--sprites", "300", "--steps", "2"],
        &[("--picture", "p.png"), ("--movie", "m.gif"), ("--report", "r.json")],
    ),
];

/// Command lines with output on standard output.
const WITH_STDOUT: [&[&str]; 7] = [
    &["pairs", "heap.json"],
    &["pairs", "heap.json", "--out", "/dev/stdout"],
    &["swarm", "--sprites", "300", "--steps", "2"],
    &["show", "dot.png"],
    &["--help"],
    &["pairs", "--help"],
    &["--version"],
];

fn has_dev_full() -> bool {
    let linux = cfg!(target_os = "linux");
    if !linux {
        println!("NOT TESTED: this system has no /dev/full");
    }
    linux
}

/// Returns the arguments of a command line with the output of option `moved` replaced by `to`.
fn arguments<'a>(start: &[&'a str], files: &[(&'a str, &'a str)], moved: &str, to: &'a str) -> Vec<&'a str> {
    let output = |&(option, file): &(&'a str, &'a str)| [option, if option == moved { to } else { file }];
    [start, &files.iter().flat_map(output).collect::<Vec<_>>()].concat()
}

#[test]
fn full_disk_fails_for_every_file() {
    let mut cases = 0;
    for (start, files) in WITH_FILES.iter().filter(|_| has_dev_full()) {
        for (option, _) in *files {
            let folder = heap(100);
            let before = folder.names();
            let ran = folder.run(&arguments(start, files, option, "/dev/full"));
            assert_eq!(ran.status, 1, "{option}: {}", ran.err);
            assert_error(&ran.err, &["/dev/full: ", "No space left"]);
            assert_eq!(folder.names(), before, "{option}: no other output is written");
            cases += 1;
        }
    }
    println!("{cases} outputs");
}

#[test]
fn full_disk_fails_for_standard_output() {
    for args in WITH_STDOUT.iter().filter(|_| has_dev_full()) {
        let folder = heap(100);
        let mut command = folder.command(args);
        command.stdout(File::options().write(true).open("/dev/full").unwrap());
        let ran = Ran::of(command);
        assert_eq!(ran.status, 1, "{args:?}: {}", ran.err);
        assert!(ran.err.lines().last().unwrap().contains("No space left"), "{args:?}: {}", ran.err);
    }
    println!("{} command lines", WITH_STDOUT.len());
}

/// Creates a named pipe whose reader closes it after a few bytes.
fn named_pipe(folder: &Folder, name: &str) -> thread::JoinHandle<()> {
    let path = folder.pipe(name);
    thread::spawn(move || {
        let mut pipe = File::open(path).unwrap();
        let _ = pipe.read(&mut [0; 10]);
    })
}

#[test]
fn closed_pipe_does_not_affect_other_outputs() {
    let mut cases = 0;
    for (start, files) in WITH_FILES {
        for (option, _) in files {
            // Enough pairs to fill a pipe.
            let folder = heap(160);
            let reader = named_pipe(&folder, "pipe");
            folder.run(&arguments(start, files, option, "pipe")).fine();
            reader.join().unwrap();
            for (other, file) in files.iter().filter(|(other, _)| other != option) {
                let length = std::fs::metadata(folder.path().join(file)).map_or(0, |found| found.len());
                assert!(length > 0, "{other} {file} is missing after the reader closed {option}");
            }
            assert!(folder.names().iter().all(|name| !name.starts_with('.')), "{:?}", folder.names());
            cases += 1;
        }
    }
    println!("{cases} outputs");
}

#[test]
fn closed_standard_output_is_not_an_error() {
    for args in WITH_STDOUT {
        let folder = heap(400);
        let mut command = folder.command(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && !err.contains("error"), "{args:?}: {}, {err}", output.status);
    }
    println!("{} command lines", WITH_STDOUT.len());
}

#[test]
fn kill_during_a_write_leaves_the_old_file() {
    let folder = heap(50);
    let mut child = start_and_block(&folder, ":");
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success());
    assert_eq!(folder.text("p.png"), "old");
    // The temporary file of the killed run does not affect the next run.
    folder.run(&["pairs", "heap.json", "--out", "o.csv", "--picture", "p.png"]).fine();
    assert!(folder.bytes("p.png").starts_with(b"\x89PNG"));
    assert_eq!(folder.text("o.csv").lines().count(), 1 + 50 * 49 / 2);
}

/// The report is printed before the pictures are moved to their places.
#[test]
fn a_report_that_cannot_be_printed_leaves_the_old_outputs() {
    for workers in [&[][..], &["--workers", "2"]].into_iter().filter(|_| has_dev_full()) {
        let folder = Folder::new();
        folder.write("p.png", "old").write("r.json", "old");
        let outputs = ["--picture", "p.png", "--report", "r.json"];
        let args = [&["swarm", "--sprites", "50", "--steps", "2"], &outputs[..], workers].concat();
        let mut command = folder.command(&args);
        command.stdout(File::options().write(true).open("/dev/full").unwrap());
        let ran = Ran::of(command);
        assert_eq!(
            (ran.status, ran.err.as_str()),
            (1, "error: standard output: No space left on device (os error 28)\n")
        );
        assert_eq!((folder.text("p.png"), folder.text("r.json")), ("old".to_owned(), "old".to_owned()));
        assert_eq!(folder.names(), ["p.png", "r.json"]);
    }
}
