//! Memory that is asked for before it is needed.
//!
//! What grows with the input is asked for by `try_reserve`, but beside it there are buffers of a fixed size, which
//! would end the program where the last of the memory went into a list. So each part of the work begins with a look
//! whether there is enough for those.

use anyhow::{Result, bail};

/// More than all that has a size of its own: a picture of a world, a batch of overlaps, what is read and written.
const SPARE: usize = 16 << 20;

/// An error where there is not enough memory to go on after what was `done`.
pub(crate) fn spare(done: &str) -> Result<()> {
    if Vec::<u8>::new().try_reserve_exact(SPARE).is_err() {
        bail!("no memory to go on after {done}");
    }
    Ok(())
}
