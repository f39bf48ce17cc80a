//! Outputs that fail while they are written: a full disk, a closed pipe, a kill. Every failure is reported, the old
//! file is unchanged, and no other file is left.

use crate::common::bad_files::{assert_error, heap};
use crate::common::{Folder, Ran, end, has_options, start_and_block, wait_until};
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

/// `>&-` closes standard output before the command begins.
#[test]
#[cfg(unix)]
fn a_table_on_a_standard_output_that_was_closed_before_is_an_error() {
    let cases: [&[&str]; 3] = [
        &["pairs", "heap.json"],
        &["pairs", "heap.json", "--out", "/dev/fd/1"],
        &["pairs", "heap.json", "--workers", "2"],
    ];
    for args in cases.into_iter().filter(|args| has_options(args)) {
        let folder = heap(20);
        let before = folder.names();
        let ran = Ran::of(folder.command_after("exec >&-", args));
        assert_eq!((ran.status, folder.names()), (1, before), "{args:?}: {}", ran.err);
        assert_error(&ran.err, &["standard output: is closed"]);
    }
    // These discard the table, or print nothing but a text for a person.
    for (before, args) in [
        ("exec >/dev/null", WITH_STDOUT[0]),
        ("exec >>/dev/null", WITH_STDOUT[0]),
        ("exec 1<>/dev/null 2>&1", WITH_STDOUT[0]),
        ("exec 1<>/dev/null", &["--version"]),
        ("exec 1<>/dev/null", WITH_STDOUT[2]),
        ("exec >&-", &["pairs", "heap.json", "--out", "o.csv"]),
        ("exec <&-", WITH_STDOUT[0]),
    ] {
        Ran::of(heap(20).command_after(before, args)).fine();
    }
}

/// The last output waits for the reader of a pipe. Meanwhile a folder takes the place of the output before it.
#[test]
#[cfg(unix)]
fn an_output_that_cannot_be_moved_leaves_the_others() {
    let cases = [(true, &[][..]), (false, &[]), (true, &["--workers", "2"])];
    for (old, workers) in cases.into_iter().filter(|(_, workers)| has_options(workers)) {
        let folder = Folder::new();
        folder.pipe("pipe");
        if old {
            folder.write("p.png", "old");
        }
        let outputs = ["--picture", "p.png", "--movie", "m.gif", "--report", "pipe"];
        let args = [&["swarm", "--sprites", "50", "--steps", "2"], &outputs[..], workers].concat();
        let mut child = folder.command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let temporary = || folder.names().iter().filter(|name| name.starts_with(".hitmask-")).count();
        wait_until(&mut child, "both temporary files", || temporary() == 2);
        folder.write("m.gif/file", "old");
        let report = folder.text("pipe");
        let (status, error) = end(&mut child);
        assert_eq!(status.code(), Some(1), "{error}");
        assert_error(&error, &["m.gif: ", "irectory"]);
        assert!(!error.contains(".hitmask"), "{error}");
        assert!(report.contains("\"steps\""), "{report}");
        let expected: &[&str] = if old { &["m.gif", "p.png", "pipe"] } else { &["m.gif", "pipe"] };
        assert_eq!(folder.names(), expected);
        assert!(!old || folder.bytes("p.png") == b"old", "the picture is new");
    }
}

/// Errors name the output that the user gave, and no temporary file.
#[test]
#[cfg(target_os = "linux")]
fn a_folder_without_permission_is_named_as_given() {
    let folder = heap(3);
    // Nobody may create files in these folders, not even root.
    for to in ["/proc", "/sys"] {
        let [csv, png] = ["o.csv", "p.png"].map(|name| format!("{to}/{name}"));
        for args in [
            &["pairs", "heap.json", "--out", &csv][..],
            &["pairs", "heap.json", "--out", &csv, "--memory", "32M", "--scratch", "."],
            &["pairs", "heap.json", "--out", &csv, "--workers", "2"],
            &["pairs", "heap.json", "--out", "o.csv", "--memory", "32M", "--scratch", to],
            &["swarm", "--sprites", "9", "--steps", "1", "--picture", &png],
            &["swarm", "--sprites", "9", "--steps", "1", "--checkpoint", to],
        ]
        .into_iter()
        .filter(|args| has_options(args))
        {
            let ran = folder.run(args);
            let at = ran.err.find(to).unwrap_or_else(|| panic!("{args:?}: {}", ran.err));
            assert_eq!((ran.status, ran.err.matches("(os error ").count()), (1, 1), "{args:?}: {}", ran.err);
            // Behind the name as given, a path could only be that of the temporary file.
            assert!(
                !ran.err[at + to.len() + 1..].contains('/') && !ran.err.contains(".hitmask"),
                "{args:?}: {}",
                ran.err
            );
        }
    }
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
    let cases = [&[][..], &["--workers", "2"]].into_iter().filter(|workers| has_options(workers));
    for workers in cases.filter(|_| has_dev_full()) {
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
