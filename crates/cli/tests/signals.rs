//! Whatever ends the command in the middle of writing leaves the old files, and nothing else beside them.
#![cfg(unix)]

mod common;

use common::faults::heap;
use common::{Folder, Ran};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const INT: i32 = 2;
const TERM: i32 = 15;
const HUP: i32 = 1;

fn send(child: &Child, signal: i32) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Whether these tests were started so that a signal does nothing to them, nor to what they start: by `nohup`.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    bits.is_some_and(|bits| u64::from_str_radix(bits.trim(), 16).unwrap() >> (signal - 1) & 1 == 1)
}

/// Waits until something is.
#[track_caller]
fn until(child: &mut Child, what: &str, mut is: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before {what}");
        assert!(start.elapsed() < Duration::from_secs(120), "not seen: {what}");
        thread::sleep(Duration::from_millis(1));
    }
}

fn is_writing(folder: &Folder) -> bool {
    folder.names().iter().any(|name| name.starts_with(".hitmask-"))
}

#[test]
fn a_signal_in_the_middle_of_writing_leaves_no_file() {
    let folder = heap(3000);
    folder.write("o.csv", "old");
    let before = folder.names();
    let mut tried = 0;
    for signal in [INT, TERM, HUP].into_iter().filter(|&signal| !is_ignored(signal)) {
        let args = ["pairs", "heap.json", "--out", "o.csv", "--threads", "1"];
        let mut child = folder.command(&args).stderr(Stdio::piped()).spawn().unwrap();
        until(&mut child, "a file beside its place", || is_writing(&folder));
        send(&child, signal);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.signal(), Some(signal), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!((folder.text("o.csv").as_str(), folder.names()), ("old", before.clone()), "signal {signal}");
        tried += 1;
    }
    println!("{tried} signals");
}

/// The first interrupt of a swarm ends its steps, the second the program, however long a step takes.
#[test]
fn a_second_interrupt_ends_a_swarm_and_leaves_no_file() {
    let folder = Folder::new();
    let slow = ["swarm", "--sprites", "2000000", "--steps", "4000000000", "--movie", "m.gif", "--threads", "1"];
    let mut child = folder.command(&slow).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    until(&mut child, "the movie that is being made", || is_writing(&folder));
    send(&child, INT);
    thread::sleep(Duration::from_millis(20));
    send(&child, INT);
    let status = child.wait().unwrap();
    assert_eq!(status.signal(), Some(INT));
    // Where the first was enough, since a step was short, all files are there; none is half of one.
    assert!(!is_writing(&folder), "{:?}", folder.names());
}

/// As `nohup` starts it.
#[test]
#[cfg(target_os = "linux")]
fn a_hangup_that_is_ignored_is_survived() {
    let folder = heap(1000);
    let args = ["pairs", "heap.json", "--out", "o.csv", "--threads", "1"];
    let mut child = folder.command_after("trap '' HUP", &args).spawn().unwrap();
    until(&mut child, "a file beside its place", || is_writing(&folder));
    send(&child, HUP);
    assert!(child.wait().unwrap().success());
    assert_eq!(folder.text("o.csv").lines().count(), 1 + 1000 * 999 / 2);
}

/// Without `trap`, a file over the limit of the shell would end the program by a signal, with no word.
#[test]
#[cfg(target_os = "linux")]
fn a_limit_on_the_size_of_files_is_an_error_with_words() {
    let folder = heap(2000);
    for (file, args) in [
        ("o.csv", &["pairs", "heap.json", "--out", "o.csv"][..]),
        ("p.png", &["swarm", "--sprites", "500", "--steps", "2", "--picture", "p.png"]),
        ("m.gif", &["swarm", "--sprites", "500", "--steps", "60", "--picture", "p.png", "--movie", "m.gif"]),
    ] {
        folder.write(file, "old");
        let before = folder.names();
        // Of 512 or 1024 bytes, as the shell has it.
        let ran = Ran::of(folder.command_after("ulimit -c 0; ulimit -f 20", args));
        assert_eq!(ran.status, 1, "{file}");
        assert_eq!(ran.err, format!("error: {file}: File too large (os error 27)\n"));
        assert_eq!((folder.text(file).as_str(), folder.names()), ("old", before));
        std::fs::remove_file(folder.path().join(file)).unwrap();
    }
}
