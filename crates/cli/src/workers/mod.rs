//! `--workers` and `--hosts`: a command that runs as several processes.
//!
//! The launcher starts the workers as processes of its own program, on loopback:
//!
//! ```text
//! launcher                                          worker
//! arguments, and --worker-of-launcher I/N    ---->
//!                                            <----  records, on standard output: heartbeats, its address
//! token and all addresses, on standard input ---->
//!                                            <----  progress, bytes of standard output, the complete outputs, its failure
//! moves the outputs to their targets
//! end of standard input: the worker ends     ---->
//! ```
//!
//! No secret stands on a command line or on the disk, and no port can be taken between two steps. Standard input stays
//! open: if the launcher dies, however it dies, its workers end too.
//!
//! The workers of `--hosts` have no launcher. Each of them watches the others, and worker 0 moves the outputs.

mod child;
mod hosts;
mod launcher;
mod options;

pub(crate) use child::report;
pub(crate) use launcher::launch;
pub(crate) use options::{Role, WorkerOptions, check_equal, take_part};
