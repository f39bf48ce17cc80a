//! Signals during a write leave the old files and no temporary file.

use crate::common::bad_files::heap;
use crate::common::{Folder, Ran, wait_until};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

const INT: i32 = 2;
const TERM: i32 = 15;
const HUP: i32 = 1;

fn send(child: &Child, signal: i32) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Returns whether the tests and their child processes ignore a signal, as under `nohup`.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    bits.is_some_and(|bits| u64::from_str_radix(bits.trim(), 16).unwrap() >> (signal - 1) & 1 == 1)
}

fn has_temporary_file(folder: &Folder) -> bool {
    folder.names().iter().any(|name| name.starts_with(".hitmask-"))
}

#[test]
fn signal_during_a_write_leaves_no_temporary_file() {
    let folder = heap(3000);
    folder.write("o.csv", "old");
    let before = folder.names();
    let mut tried = 0;
    for signal in [INT, TERM, HUP].into_iter().filter(|&signal| !is_ignored(signal)) {
        let args = ["pairs", "heap.json", "--out", "o.csv", "--threads", "1"];
        let mut child = folder.command(&args).stderr(Stdio::piped()).spawn().unwrap();
        wait_until(&mut child, "a temporary file", || has_temporary_file(&folder));
        send(&child, signal);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.signal(), Some(signal), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!((folder.text("o.csv").as_str(), folder.names()), ("old", before.clone()), "signal {signal}");
        tried += 1;
    }
    println!("{tried} signals");
}

/// The first interrupt ends the run after the current step, the second ends the process within a step.
#[test]
fn second_interrupt_ends_a_swarm_without_a_temporary_file() {
    let folder = Folder::new();
    let slow = ["swarm", "--sprites", "2000000", "--steps", "4000000000", "--movie", "m.gif", "--threads", "1"];
    let mut child = folder.command(&slow).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(&mut child, "the temporary file of the movie", || has_temporary_file(&folder));
    send(&child, INT);
    thread::sleep(Duration::from_millis(20));
    send(&child, INT);
    let status = child.wait().unwrap();
    assert_eq!(status.signal(), Some(INT));
    // If the step ends before the second interrupt, all outputs exist. Both outcomes leave no temporary file.
    assert!(!has_temporary_file(&folder), "{:?}", folder.names());
}

/// The trap ignores the signal, as `nohup` does.
#[test]
#[cfg(target_os = "linux")]
fn ignored_hangup_does_not_end_the_command() {
    let folder = heap(1000);
    let args = ["pairs", "heap.json", "--out", "o.csv", "--threads", "1"];
    let mut child = folder.command_after("trap '' HUP", &args).spawn().unwrap();
    wait_until(&mut child, "a temporary file", || has_temporary_file(&folder));
    send(&child, HUP);
    assert!(child.wait().unwrap().success());
    assert_eq!(folder.text("o.csv").lines().count(), 1 + 1000 * 999 / 2);
}

/// By default, a write over the limit of the shell ends the process by a signal without a message.
#[test]
#[cfg(target_os = "linux")]
fn file_size_limit_is_an_error_with_a_message() {
    let folder = heap(2000);
    for (file, args) in [
        ("o.csv", &["pairs", "heap.json", "--out", "o.csv"][..]),
        ("p.png", &["swarm", "--sprites", "500", "--steps", "2", "--picture", "p.png"]),
        ("m.gif", &["swarm", "--sprites", "500", "--steps", "60", "--picture", "p.png", "--movie", "m.gif"]),
    ] {
        folder.write(file, "old");
        let before = folder.names();
        // The unit of the limit is 512 or 1024 bytes, depending on the shell.
        let ran = Ran::of(folder.command_after("ulimit -c 0; ulimit -f 20", args));
        assert_eq!(ran.status, 1, "{file}");
        assert_eq!(ran.err, format!("error: {file}: File too large (os error 27)\n"));
        assert_eq!((folder.text(file).as_str(), folder.names()), ("old", before));
        std::fs::remove_file(folder.path().join(file)).unwrap();
    }
}
