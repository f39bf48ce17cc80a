//! Ctrl-C: the first ends the steps, and what was done so far is reported; the second ends the program.

use signal_hook::consts::SIGINT;
use signal_hook::{flag, low_level};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody pressed Ctrl-C.
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Takes notice from now on.
    pub(crate) fn listen() -> io::Result<Interrupt> {
        let came = Arc::new(AtomicBool::new(false));
        // In this order: what ends the program sees the flag as the signal before left it.
        flag::register_conditional_default(SIGINT, Arc::clone(&came))?;
        flag::register(SIGINT, Arc::clone(&came))?;
        Ok(Interrupt(came))
    }

    pub(crate) fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Ends the program as Ctrl-C does, if it was pressed: a script that runs it must end too.
    pub(crate) fn pass_on(&self) -> io::Result<()> {
        if self.came() { low_level::emulate_default_handler(SIGINT) } else { Ok(()) }
    }
}
