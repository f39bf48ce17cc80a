//! Memory that is asked for before it is needed.
//!
//! What grows with the input is asked for by `try_reserve`, but beside it there are buffers of a fixed size, which
//! would end the program where the last of the memory went into a list. So each part of the work begins with a look
//! whether there is enough for those.

use anyhow::{Result, bail};
use std::hint::black_box;

/// More than all that has a size of its own: a picture of a world, a batch of overlaps, what is read and written.
const SPARE: usize = 16 << 20;

/// Whether there are so many bytes and the spare ones.
pub(crate) fn is_there(bytes: u64) -> bool {
    let bytes = usize::try_from(bytes).ok().and_then(|bytes| bytes.checked_add(SPARE));
    bytes.is_some_and(|bytes| {
        let mut memory = Vec::<u8>::new();
        let is_there = memory.try_reserve_exact(bytes).is_ok();
        // Memory that is not used need not be asked for, as a compiler sees it.
        black_box(&memory);
        is_there
    })
}

/// Whether there is room for one more in a list, each of whose items may take a little memory beside it. Asked for
/// before every push, it makes room for many at a time, and looks for the spare bytes.
pub(crate) fn room<T>(list: &mut Vec<T>) -> bool {
    const MANY: usize = 4096;
    !list.len().is_multiple_of(MANY) || (list.try_reserve(MANY).is_ok() && is_there(0))
}

/// An error where there is not enough memory to go on after what was `done`.
pub(crate) fn spare(done: &str) -> Result<()> {
    if !is_there(0) {
        bail!("no memory to go on after {done}");
    }
    Ok(())
}

/// An error where there is no memory of so many bytes for a picture of a width and a height: whoever makes it would
/// ask in a way that ends the program where it is refused.
pub(crate) fn ask(bytes: u64, [width, height]: [u32; 2]) -> Result<()> {
    if !is_there(bytes) {
        bail!("no memory for a picture of {width} x {height} pixels");
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;

    const WITHIN: &str = "HITMASK_WITHIN_A_LIMIT";

    /// The side of it that runs in a process of its own, under a limit.
    #[test]
    fn within_a_limit() {
        if std::env::var_os(WITHIN).is_none() {
            return;
        }
        let mut list: Vec<Vec<u8>> = Vec::new();
        while room(&mut list) {
            list.push(vec![0; 100]);
        }
        assert!(list.len() > 100_000);
        // What the last items took beside the list came out of it, and the heap grows by more than they take.
        assert!(Vec::<u8>::new().try_reserve_exact(SPARE / 2).is_ok());
    }

    #[test]
    fn a_list_that_is_refused_leaves_the_spare_memory() {
        let exe = std::env::current_exe().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 131072; exec \"$0\" \"$@\""]).arg(exe);
        command.args(["--exact", "memory::tests::within_a_limit", "--nocapture", "--test-threads=1"]);
        // One heap: glibc takes the addresses of a second one all at once.
        let output = command.env("MALLOC_ARENA_MAX", "1").env(WITHIN, "1").output().unwrap();
        let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert!(output.status.success() && out.contains("1 passed"), "{}\n{out}\n{err}", output.status);
    }
}
