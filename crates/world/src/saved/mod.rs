//! Serialization of worlds, sprites and ids with serde.
//!
//! [`format`] defines the format, `save` writes it, `load` reads and checks it, and `bytes` has one encoding of it for
//! all languages. Input is never trusted: the claimed length of a list allocates no memory, and a failed allocation is
//! an error.

#[cfg(feature = "bytes")]
mod bytes;
mod format;
mod list;
mod load;
mod save;
mod values;
#[cfg(feature = "bytes")]
mod version7;

pub(crate) use values::{fraction, scale, transform};
