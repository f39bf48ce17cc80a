//! Serialization of worlds, sprites and ids with serde.
//!
//! [`format`] defines the format, `save` writes it, and `load` reads and checks it. Input is never trusted: the claimed
//! length of a list allocates no memory, and a failed allocation is an error.

mod format;
mod list;
mod load;
mod save;
mod values;
