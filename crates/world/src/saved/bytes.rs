//! Worlds as bytes: one format for all languages.
//!
//! ```text
//!   0  4   "wrld"
//!   4  4   the version, little-endian
//!   8      the world of `format`, encoded by postcard; each mask is the bytes of `Mask::to_bytes`
//! ```

use super::format::Version;
use super::load::LoadedWorld;
use crate::{World, WorldError, memory};
use mask::Mask;
use serde::ser::{Error, Serialize, Serializer};
use std::io;

/// The first bytes of a saved world.
const MAGIC: [u8; 4] = *b"wrld";
/// The number of bytes before the encoded world.
const HEADER: usize = 8;

/// Conversions to and from bytes (feature `bytes`), for saved games and for worlds that go to other threads or machines.
impl World {
    /// Returns the world as bytes: settings, masks, sprites with their data, the ids of future sprites and masks, and the
    /// pairs of the last step. It requires the feature `bytes`.
    ///
    /// The format is the same on every platform and in every language that hitmask supports. A loaded world behaves as the
    /// original: later spawns return equal ids, and the next step returns equal lists. Each mask is written once, even if
    /// many sprites show it.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let ball = world.add_mask(Mask::filled(8, 8)?)?;
    /// let ids = [0, 7].map(|x| world.spawn(Sprite::new(ball, [x, 0])).unwrap());
    /// world.step()?;
    /// let mut again = World::from_bytes(&world.to_bytes()?)?;
    /// assert!(again.step()?.began().is_empty()); // the two have collided before
    /// assert_eq!(again.get(ids[1]), world.get(ids[1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WorldError> {
        let mut bytes = Bytes(Vec::new());
        let header = [MAGIC, Version::CURRENT.number().to_le_bytes()];
        memory::try_append(&mut bytes.0, header.as_flattened())?;
        // The lists have a length, and the types have names, so only the memory can fail.
        postcard::to_io(&self.saved(MaskBytes), &mut bytes).map_err(|_| WorldError::NoMemory)?;
        Ok(bytes.0)
    }

    /// Creates a world from the bytes that [`World::to_bytes`] returns. It requires the feature `bytes`.
    ///
    /// The bytes are not trusted: a claimed length allocates no memory, and the world is checked completely.
    ///
    /// # Errors
    /// - Returns [`WorldError::NotAWorld`] if the bytes do not begin as a saved world does, if they end too early, or if
    ///   bytes follow the world.
    /// - Returns [`WorldError::UnknownVersion`] if another version of the format was saved.
    /// - Returns [`WorldError::Damaged`] if the world contradicts itself.
    /// - Returns [`WorldError::Mask`] with the error of a mask that is not valid, and the errors of [`World::spawn`] for a
    ///   sprite that is not valid.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn from_bytes(bytes: &[u8]) -> Result<World, WorldError> {
        let (header, body) = bytes
            .split_first_chunk::<HEADER>()
            .filter(|(header, _)| header[..4] == MAGIC)
            .ok_or(WorldError::NotAWorld { what: "they do not begin with `wrld`" })?;
        let version = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
        if version != Version::CURRENT.number() {
            return Err(WorldError::UnknownVersion { version });
        }
        let what = |error| match error {
            postcard::Error::DeserializeUnexpectedEnd => "they end too early",
            _ => "a value cannot be read",
        };
        let loaded: Result<(LoadedWorld<&[u8]>, &[u8]), _> = postcard::take_from_bytes(body);
        let (loaded, rest) = loaded.map_err(|error| WorldError::NotAWorld { what: what(error) })?;
        if !rest.is_empty() {
            return Err(WorldError::NotAWorld { what: "bytes follow the world" });
        }
        loaded.check(|bytes| Ok(Mask::from_bytes(bytes)?))
    }
}

/// A list of bytes whose growth can fail.
struct Bytes(Vec<u8>);

impl io::Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        memory::try_append(&mut self.0, bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A mask that is saved as its bytes.
struct MaskBytes<'w>(&'w Mask);

impl Serialize for MaskBytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0.try_to_bytes().map_err(S::Error::custom)?)
    }
}
