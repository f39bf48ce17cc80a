//! Checks that memory is available before the memory is needed.
//!
//! Lists that grow with the input use `try_reserve`. Buffers of a fixed size abort the process if an allocation
//! fails, so every phase of the work first checks that a reserve for such buffers is available.

use anyhow::{Result, bail};
use std::hint::black_box;

/// More than all buffers of a fixed size: the picture of a world, a batch of overlaps, input and output buffers.
const RESERVE: usize = 16 << 20;

/// Returns whether `bytes` and the reserve are available.
pub(crate) fn is_available(bytes: u64) -> bool {
    let bytes = usize::try_from(bytes).ok().and_then(|bytes| bytes.checked_add(RESERVE));
    bytes.is_some_and(|bytes| {
        let mut memory = Vec::<u8>::new();
        let is_available = memory.try_reserve_exact(bytes).is_ok();
        // The compiler may remove an allocation that is never used.
        black_box(&memory);
        is_available
    })
}

/// Reserves capacity for one more item, and returns whether the capacity and the reserve are available.
///
/// Called before every push. Capacity is reserved in chunks, and the reserve covers small allocations that the
/// items of a chunk own.
pub(crate) fn reserve_one<T>(list: &mut Vec<T>) -> bool {
    const CHUNK: usize = 4096;
    !list.len().is_multiple_of(CHUNK) || (list.try_reserve(CHUNK).is_ok() && is_available(0))
}

/// Returns an error if the reserve is not available after the phase `done`.
pub(crate) fn check_reserve(done: &str) -> Result<()> {
    if !is_available(0) {
        bail!("not enough memory to continue after {done}: use a smaller input or allow the command more memory");
    }
    Ok(())
}

/// Returns an error if `bytes` for a picture of this size are not available.
///
/// Code that allocates pictures aborts the process if the allocation fails.
pub(crate) fn check_picture_memory(bytes: u64, [width, height]: [u32; 2]) -> Result<()> {
    if !is_available(bytes) {
        bail!(
            "not enough memory for a picture of {width} x {height} pixels: \
             use a smaller picture or allow the command more memory"
        );
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;

    const LIMITED: &str = "HITMASK_WITHIN_A_LIMIT";

    /// Runs in a child process under a memory limit; does nothing in the parent process.
    #[test]
    fn child_under_a_limit() {
        if std::env::var_os(LIMITED).is_none() {
            return;
        }
        let mut list: Vec<Vec<u8>> = Vec::new();
        while reserve_one(&mut list) {
            list.push(vec![0; 100]);
        }
        assert!(list.len() > 100_000);
        // The items of the last chunk used a part of the reserve, and the heap grows by more than they use.
        assert!(Vec::<u8>::new().try_reserve_exact(RESERVE / 2).is_ok());
    }

    #[test]
    fn list_at_its_limit_leaves_the_reserve() {
        let exe = std::env::current_exe().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 131072; exec \"$0\" \"$@\""]).arg(exe);
        command.args(["--exact", "memory::tests::child_under_a_limit", "--nocapture", "--test-threads=1"]);
        // One heap: glibc reserves the address space of every further heap at once.
        let output = command.env("MALLOC_ARENA_MAX", "1").env(LIMITED, "1").output().unwrap();
        let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert!(output.status.success() && out.contains("1 passed"), "{}\n{out}\n{err}", output.status);
    }
}
