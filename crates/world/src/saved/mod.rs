//! Serialization of worlds, sprites and ids with serde.
//!
//! [`mod@format`] defines the format, and `load` writes, reads and checks it. `bytes` has one encoding of it for all
//! languages, and opens that of version 7 (`version7`) too. Input is never trusted: the claimed length of a list
//! allocates no memory, and a failed allocation is an error.

#[cfg(feature = "bytes")]
mod bytes;
mod format;
mod load;
#[cfg(feature = "bytes")]
mod version7;
