//! Worlds, sprites and ids through serde.
//!
//! [`format`] is the format, `save` writes it, `load` checks and reads it. Nothing that is read is believed: no
//! memory is taken for a length that a list claims, and memory that the system refuses is an error.

mod format;
mod list;
mod load;
mod save;
mod values;
