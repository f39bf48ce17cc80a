//! `--workers` and `--hosts`: a command that runs as several processes.
//!
//! The launcher starts the workers as processes of its own program, on loopback:
//!
//! ```text
//! launcher                                          worker
//! arguments, and --worker-of-launcher I/N   ---->
//!                                           <----   its address, on standard output
//! token and all addresses, on standard input ---->
//!                                           <----   the output of worker 0, on standard output
//!                                           <----   messages, signs of life, progress, blame, on standard error
//! end of standard input: the worker ends    ---->
//! ```
//!
//! No secret stands on a command line or on the disk, and no port can be taken between two steps. Standard input stays
//! open: if the launcher dies, however it dies, its workers end too.

mod child;
mod hosts;
mod launcher;
mod options;
pub(crate) mod pairs;
mod part;
mod signs;
mod verdict;

pub(crate) use child::{exit_status, is_child};
pub(crate) use launcher::launch;
pub(crate) use options::{Role, WorkerOptions};
pub(crate) use part::{check_equal, take_part};
pub(crate) use signs::report_progress;
