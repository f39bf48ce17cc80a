//! Memory that the system refuses: a typed error, and what was asked is as it was; never an abort.
//!
//! Each case runs in a process of its own under a limit to its addresses. All memory is taken up but for a rest, and
//! the question is asked with one rest after another, from nothing to enough, so that each of its lists is refused in
//! its turn.
#![cfg(target_os = "linux")]

mod masks;
mod worlds;

use hitmask::{MaskError, WorldError};
use rayon::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;

/// The addresses of a process, in KiB.
const LIMIT: u32 = 512 << 10;
/// From this size on, memory is of the system, not of what was freed before.
const LARGE: usize = 64 << 10;
/// So much at once may be taken for granted, no more: a few names, the words of an error.
const CRUMB: usize = 4 << 10;
/// Says which case a process is to try.
const CASE: &str = "HITMASK_REFUSED";

/// That memory was refused, in one of the ways to say so.
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

/// An error of a format shows ours.
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

/// What gives no error panics where there is no memory, and says so.
fn or_panic<T: Hash>(ask: impl FnOnce() -> T) -> Answer {
    catch_unwind(AssertUnwindSafe(|| digest(ask()))).map_err(|panic| {
        let said = panic.downcast_ref::<String>().map_or("", String::as_str);
        assert!(said.starts_with("no memory"), "{said:?}");
        Refused
    })
}

/// Takes all memory that there is, but for what is smaller than a crumb.
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

/// Asks with all memory taken but for `rest` bytes, and a few crumbs for the words of a panic.
fn ask_within(rest: usize, ask: &dyn Fn() -> Answer) -> Answer {
    let mut taken = Vec::with_capacity(1 << 16);
    // Every other one is kept: two that lie side by side would be one of twice the size.
    let (kept, crumbs): (Vec<Vec<u8>>, Vec<Vec<u8>>) =
        (0..16).map(|_| (Vec::with_capacity(CRUMB), Vec::with_capacity(CRUMB))).unzip();
    let rest: Vec<u8> = Vec::with_capacity(rest);
    take_all(&mut taken);
    drop((crumbs, rest));
    let answer = ask();
    drop(kept);
    answer
}

/// The side of it that runs under a limit: one case, with more and more memory until it is enough.
#[test]
fn under_a_limit() {
    let Ok(name) = std::env::var(CASE) else { return };
    let ask = if worlds::CASES.contains(&&*name) { worlds::case(&name) } else { masks::case(&name) };
    let expected = ask().unwrap();
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
        rest = (rest + LARGE).max(rest + rest / 12);
    }
    let _ = std::panic::take_hook();
    assert_eq!(wrong, None, "with {rest} bytes");
    assert!(refused > 0, "nothing was refused");
    println!("refused {refused} times");
}

/// Tries a case in a process of its own, and says how often it was refused.
fn times_refused(name: &str) -> u32 {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {LIMIT}; exec \"$0\" \"$@\"")]);
    command.arg(std::env::current_exe().unwrap());
    command.args(["--exact", "under_a_limit", "--nocapture", "--test-threads=1"]);
    // Large lists straight from the system, and one heap for small ones.
    let large = LARGE.to_string();
    command.envs([("MALLOC_MMAP_THRESHOLD_", large.as_str()), ("MALLOC_ARENA_MAX", "1"), (CASE, name)]);
    let output = command.output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{name}: {}\n{out}\n{err}", output.status);
    let (_, said) = out.split_once("refused ").unwrap_or_else(|| panic!("{name}: {out}"));
    said.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn refused_memory_is_an_error() {
    let cases = [&masks::CASES[..], &worlds::CASES].concat();
    let times: Vec<u32> = cases.par_iter().map(|name| times_refused(name)).collect();
    cases.iter().zip(&times).for_each(|(name, times)| println!("{name}: refused {times} times"));
    println!("{} cases, refused {} times", cases.len(), times.iter().sum::<u32>());
}
