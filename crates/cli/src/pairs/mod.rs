//! `hitmask pairs`: finds the colliding pairs of a scene, in memory, out of core, or on several processes.

#[cfg(feature = "cluster")]
mod distributed;
mod in_memory;
#[cfg(feature = "cluster")]
mod out_of_core;
mod table;
mod words;

#[cfg(feature = "cluster")]
pub(crate) use distributed::run_worker;
pub(crate) use in_memory::run;
#[cfg(feature = "cluster")]
pub(crate) use out_of_core::run_out_of_core;
pub(crate) use words::announce;
