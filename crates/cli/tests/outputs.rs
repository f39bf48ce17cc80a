//! Outputs that fail while they are written: a full disk, a reader that goes away, a kill. Whatever fails, it is
//! said, what was there stays, and nothing else is left.
#![cfg(unix)]

mod common;

use common::faults::{heap, says};
use common::{Folder, Ran};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A command line, and the outputs that it has by name: option and file.
type WithFiles = (&'static [&'static str], &'static [(&'static str, &'static str)]);

const WITH_FILES: [WithFiles; 2] = [
    (&["pairs", "heap.json"], &[("--out", "o.csv"), ("--picture", "p.png")]),
    (
        &["swarm", "--sprites", "300", "--steps", "2"],
        &[("--picture", "p.png"), ("--movie", "m.gif"), ("--report", "r.json")],
    ),
];

/// Command lines that write to standard output.
const WITH_STDOUT: [&[&str]; 7] = [
    &["pairs", "heap.json"],
    &["pairs", "heap.json", "--out", "/dev/stdout"],
    &["swarm", "--sprites", "300", "--steps", "2"],
    &["show", "dot.png"],
    &["--help"],
    &["pairs", "--help"],
    &["--version"],
];

fn linux() -> bool {
    let linux = cfg!(target_os = "linux");
    if !linux {
        println!("NOT TESTED: there is no /dev/full");
    }
    linux
}

/// The arguments of a command line with every output in its place, but one of them elsewhere.
fn arguments<'a>(start: &[&'a str], files: &[(&'a str, &'a str)], moved: &str, to: &'a str) -> Vec<&'a str> {
    let place = |&(option, file): &(&'a str, &'a str)| [option, if option == moved { to } else { file }];
    [start, &files.iter().flat_map(place).collect::<Vec<_>>()].concat()
}

#[test]
fn a_full_disk_under_every_file() {
    let mut cases = 0;
    for (start, files) in WITH_FILES.iter().filter(|_| linux()) {
        for (option, _) in *files {
            let folder = heap(100);
            let before = folder.names();
            let ran = folder.run(&arguments(start, files, option, "/dev/full"));
            assert_eq!(ran.status, 1, "{option}: {}", ran.err);
            says(&ran.err, &["/dev/full: ", "No space left"]);
            assert_eq!(folder.names(), before, "{option}: the other outputs are left out too");
            cases += 1;
        }
    }
    println!("{cases} outputs");
}

#[test]
fn a_full_disk_under_standard_output() {
    for args in WITH_STDOUT.iter().filter(|_| linux()) {
        let folder = heap(100);
        let mut command = folder.command(args);
        command.stdout(File::options().write(true).open("/dev/full").unwrap());
        let ran = Ran::of(command);
        assert_eq!(ran.status, 1, "{args:?}: {}", ran.err);
        assert!(ran.err.lines().last().unwrap().contains("No space left"), "{args:?}: {}", ran.err);
    }
    println!("{} command lines", WITH_STDOUT.len());
}

/// A limit on the size of files is to a program as a disk that fills up while a file is written.
#[test]
fn a_disk_that_fills_up_leaves_the_old_file() {
    let folder = heap(2000);
    folder.write("o.csv", "old");
    let before = folder.names();
    let args = ["pairs", "heap.json", "--out", "o.csv"];
    let ran = Ran::of(folder.command_after("trap '' XFSZ; ulimit -f 200", &args));
    assert_eq!(ran.status, 1);
    says(&ran.err, &["o.csv: ", "File too large"]);
    assert_eq!((folder.text("o.csv").as_str(), folder.names()), ("old", before));
}

/// A pipe by name whose reader takes a few bytes and goes away.
fn named_pipe(folder: &Folder, name: &str) -> thread::JoinHandle<()> {
    let path = folder.path().join(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    thread::spawn(move || {
        let mut pipe = File::open(path).unwrap();
        let _ = pipe.read(&mut [0; 10]);
    })
}

#[test]
fn a_reader_that_goes_away_loses_no_other_output() {
    let mut cases = 0;
    for (start, files) in WITH_FILES {
        for (option, _) in files {
            // Enough pairs to fill a pipe.
            let folder = heap(400);
            let reader = named_pipe(&folder, "pipe");
            folder.run(&arguments(start, files, option, "pipe")).fine();
            reader.join().unwrap();
            for (other, file) in files.iter().filter(|(other, _)| other != option) {
                let length = std::fs::metadata(folder.path().join(file)).map_or(0, |found| found.len());
                assert!(length > 0, "{other} {file} is missing: the reader of {option} went away");
            }
            assert!(folder.names().iter().all(|name| !name.starts_with('.')), "{:?}", folder.names());
            cases += 1;
        }
    }
    println!("{cases} outputs");
}

#[test]
fn a_reader_of_standard_output_that_goes_away_is_no_failure() {
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

/// The bytes of what is being written beside its place.
fn beside(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let unfinished = files.filter(|file| file.file_name().to_string_lossy().starts_with(".hitmask-"));
    unfinished.map(|file| file.metadata().map_or(0, |found| found.len())).sum()
}

#[test]
fn a_kill_in_the_middle_of_writing_leaves_the_old_file() {
    let folder = heap(3000);
    folder.write("o.csv", "old");
    let mut child = folder.command(&["pairs", "heap.json", "--out", "o.csv", "--threads", "1"]).spawn().unwrap();
    let start = Instant::now();
    let written = loop {
        let bytes = beside(folder.path());
        if bytes > 100_000 {
            break bytes;
        }
        assert!(child.try_wait().unwrap().is_none(), "it was done before it could be killed");
        assert!(start.elapsed() < Duration::from_secs(120), "nothing is written");
        thread::sleep(Duration::from_millis(1));
    };
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success());
    assert_eq!(folder.text("o.csv"), "old", "killed after {written} bytes");

    // What it left beside does not stand in the way of the next run.
    folder.run(&["pairs", "heap.json", "--out", "o.csv"]).fine();
    let lines = 1 + 3000 * 2999 / 2;
    assert_eq!(folder.text("o.csv").lines().count(), lines);
}
