//! Signals during a write leave the old files and no temporary file.

use crate::common::bad_files::heap;
use crate::common::{Folder, Ran, end, send, start_and_block, wait_for, wait_until};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;

/// Returns whether the tests and their child processes ignore a signal, as under `nohup`.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    bits.is_some_and(|bits| u64::from_str_radix(bits.trim(), 16).unwrap() >> (signal - 1) & 1 == 1)
}

#[test]
fn signal_during_a_write_leaves_no_temporary_file() {
    let mut tried = 0;
    for (name, signal) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
        if is_ignored(signal) {
            continue;
        }
        let folder = heap(20);
        let mut child = start_and_block(&folder, ":");
        send(name, child.id());
        let (status, error) = end(&mut child);
        assert_eq!((status.signal(), error.as_str()), (Some(signal), ""), "{name}");
        assert!(folder.text("p.png") == "old" && !folder.has_temporary_file(), "{name}");
        tried += 1;
    }
    println!("{tried} signals");
}

/// The first interrupt ends the run after the current step, the second ends the process within a step.
#[test]
fn second_interrupt_ends_a_swarm_without_a_temporary_file() {
    let folder = Folder::new();
    let slow = ["swarm", "--sprites", "2000000", "--steps", "4000000000", "--movie", "m.gif", "--threads", "1"];
    let mut child = folder.command(&slow).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until(&mut child, "the temporary file of the movie", || folder.has_temporary_file());
    let status = wait_for("the end of the swarm", || {
        send("-INT", child.id());
        child.try_wait().unwrap()
    });
    assert_eq!(status.signal(), Some(2));
    // If the step ends before the second interrupt, all outputs exist. Both outcomes leave no temporary file.
    assert!(!folder.has_temporary_file(), "{:?}", folder.names());
}

/// The trap ignores the signal, as `nohup` does.
#[test]
#[cfg(target_os = "linux")]
fn ignored_hangup_does_not_end_the_command() {
    let folder = heap(20);
    let mut child = start_and_block(&folder, "trap '' HUP");
    send("-HUP", child.id());
    assert_eq!(folder.text("pipe").lines().count(), 1 + 20 * 19 / 2);
    let (status, error) = end(&mut child);
    assert!(status.success(), "{error}");
    assert!(folder.bytes("p.png").starts_with(b"\x89PNG"));
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
