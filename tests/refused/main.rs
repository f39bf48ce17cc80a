//! Memory that the system refuses: a typed error, and an unchanged object; never an abort.
//!
//! Each case runs in a separate process with limited address space. The process allocates all memory but a rest, and
//! then makes the call. It repeats this with larger and larger rests, from nothing to enough, so that each of the
//! call's allocations fails once.
#![cfg(target_os = "linux")]

mod masks;
mod worlds;

use hitmask::{MaskError, WorldError};
use rayon::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;

/// The address space of a process, in KiB.
const LIMIT: u32 = 512 << 10;
/// Allocations from this size on come from the system, not from memory freed before.
const LARGE: usize = 64 << 10;
/// The largest single allocation that may be assumed to succeed: a few names, the text of an error.
const CRUMB: usize = 4 << 10;
/// The memory grows by one part in this many from try to try.
const PART: usize = if cfg!(debug_assertions) { 3 } else { 12 };
/// The environment variable that names the case of a process.
const CASE: &str = "HITMASK_REFUSED";

/// An allocation failed, in any of the types that report it.
#[derive(Debug)]
struct Refused;

type Answer = Result<u64, Refused>;

impl From<MaskError> for Refused {
    fn from(error: MaskError) -> Refused {
        assert!(matches!(error, MaskError::OutOfMemory { .. } | MaskError::NoMemory { .. }), "{error}");
        Refused
    }
}

impl From<WorldError> for Refused {
    fn from(error: WorldError) -> Refused {
        assert_eq!(error, WorldError::NoMemory);
        Refused
    }
}

/// The error of a format shows our error.
impl From<serde_json::Error> for Refused {
    fn from(error: serde_json::Error) -> Refused {
        assert!(error.to_string().starts_with("no memory"), "{error}");
        Refused
    }
}

fn digest(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn of<T: Hash, E: Into<Refused>>(result: Result<T, E>) -> Answer {
    result.map(digest).map_err(Into::into)
}

/// Calls that return no error panic if memory is refused, with a message about it.
fn or_panic<T: Hash>(ask: impl FnOnce() -> T) -> Answer {
    catch_unwind(AssertUnwindSafe(|| digest(ask()))).map_err(|panic| {
        let message = panic.downcast_ref::<String>().map_or("", String::as_str);
        assert!(message.starts_with("no memory"), "{message:?}");
        Refused
    })
}

/// Allocates all memory, down to blocks smaller than a crumb.
fn take_all(taken: &mut Vec<Vec<u8>>) {
    let mut size = 64 << 20;
    while size >= CRUMB {
        let mut chunk = Vec::new();
        if chunk.try_reserve_exact(size).is_ok() {
            assert!(taken.len() < taken.capacity(), "the list must not grow");
            taken.push(chunk);
        } else {
            size /= 2;
        }
    }
}

/// Calls `ask` with all memory taken except `rest` bytes, and a few crumbs for the message of a panic.
fn ask_within(rest: usize, ask: &dyn Fn() -> Answer) -> Answer {
    let mut taken = Vec::with_capacity(1 << 16);
    // Every other block is kept: two freed neighbors would merge into one of twice the size.
    let (kept, crumbs): (Vec<Vec<u8>>, Vec<Vec<u8>>) =
        (0..16).map(|_| (Vec::with_capacity(CRUMB), Vec::with_capacity(CRUMB))).unzip();
    let rest: Vec<u8> = Vec::with_capacity(rest);
    take_all(&mut taken);
    drop((crumbs, rest));
    let answer = ask();
    drop(kept);
    answer
}

/// Waits until all other threads sleep: a thread that starts needs memory for its stacks, and the standard library
/// aborts if there is none.
fn wait_for_threads() {
    let is_asleep = |stat: String| stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('S'));
    let main = std::fs::read_link("/proc/thread-self").unwrap();
    let others = || {
        let tasks = std::fs::read_dir("/proc/self/task").unwrap().map(|task| task.unwrap());
        tasks.filter(|task| Some(&*task.file_name()) != main.file_name()).collect::<Vec<_>>()
    };
    while !others().iter().all(|task| std::fs::read_to_string(task.path().join("stat")).is_ok_and(is_asleep)) {
        std::thread::yield_now();
    }
}

/// The child process, under a limit: one case, with more and more memory until the call succeeds.
#[test]
fn under_a_limit() {
    let Ok(name) = std::env::var(CASE) else { return };
    let ask = if worlds::CASES.contains(&&*name) { worlds::case(&name) } else { masks::case(&name) };
    rayon::broadcast(|_| ());
    let expected = ask().unwrap();
    wait_for_threads(); // those of the libraries too
    // Without a backtrace, which takes memory.
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    let (mut refused, mut rest, mut granted) = (0, 0, 0);
    let mut wrong = None;
    while granted < 3 && wrong.is_none() {
        match ask_within(rest, &*ask) {
            Ok(answer) if answer == expected => granted += 1,
            Ok(other) => wrong = Some(other),
            Err(Refused) => refused += 1,
        }
        rest = (rest + LARGE).max(rest + rest / PART);
    }
    let _ = std::panic::take_hook();
    assert_eq!(wrong, None, "with {rest} bytes");
    assert!(refused > 0, "nothing was refused");
    println!("refused {refused} times");
}

/// Runs a case in a separate process, and returns how often the call was refused.
fn times_refused(name: &str) -> u32 {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {LIMIT}; exec \"$0\" \"$@\"")]);
    command.arg(std::env::current_exe().unwrap());
    command.args(["--exact", "under_a_limit", "--nocapture", "--test-threads=1"]);
    // Large blocks straight from the system, and one heap for small ones.
    let large = LARGE.to_string();
    command.envs([("MALLOC_MMAP_THRESHOLD_", large.as_str()), ("MALLOC_ARENA_MAX", "1"), (CASE, name)]);
    let output = command.output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{name}: {}\n{out}\n{err}", output.status);
    let (_, message) = out.split_once("refused ").unwrap_or_else(|| panic!("{name}: {out}"));
    message.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn refused_memory_is_an_error() {
    let cases = [&masks::CASES[..], &worlds::CASES].concat();
    let times: Vec<u32> = cases.par_iter().map(|name| times_refused(name)).collect();
    cases.iter().zip(&times).for_each(|(name, times)| println!("{name}: refused {times} times"));
    println!("{} cases, refused {} times", cases.len(), times.iter().sum::<u32>());
}
