//! Worlds as bytes: one format for all languages.
//!
//! ```text
//!   0  4   "wrld", or "wrlo" without the masks
//!   4  4   the version, little-endian
//!   8  4   the CRC-32 of all other bytes, little-endian
//!  12      the world of `format`, encoded by postcard; each mask is the bytes of `Mask::to_bytes`, or no bytes
//! ```

use super::format::Version;
use super::load::{LoadedWorld, saved};
use super::version7::World7;
use crate::{MaskId, World, WorldError, memory};
use mask::Mask;
use mask::shared::checksum;
use serde::ser::{Error, Serialize, Serializer};
use std::io;
use std::sync::Arc;

/// The first bytes of a saved world.
const MAGIC: [u8; 4] = *b"wrld";
/// The first bytes of a world that was saved without its masks.
const MAGIC_WITHOUT: [u8; 4] = *b"wrlo";
/// An older version that is read too.
const OLD_VERSION: u32 = 7;
/// The place of the checksum.
const CHECKSUM: usize = 8;
/// The number of bytes before the encoded world.
const HEADER: usize = CHECKSUM + checksum::LEN;

/// Conversions to and from bytes (feature `bytes`), for saved games and worlds that go to other threads or machines.
impl World {
    /// Returns the world as bytes: settings, masks, sprites with their data, the ids of future sprites and masks, and
    /// the pairs of the last step. It requires the feature `bytes`.
    ///
    /// The format is the same on every platform and in every language that hitmask supports. A loaded world behaves as
    /// the original: later spawns return equal ids, and the next step returns equal lists. Each mask is written once,
    /// even if many sprites show it.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
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
        self.encode(MAGIC, |mask| MaskBytes(Some(mask)))
    }

    /// Returns the world as bytes without its masks, for games that load their pictures anyway: a saved level takes 32
    /// bytes for a sprite that shows its mask as it is. It requires the feature `bytes`.
    ///
    /// [`World::from_bytes_with_masks`] loads it.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn to_bytes_without_masks(&self) -> Result<Vec<u8>, WorldError> {
        self.encode(MAGIC_WITHOUT, |_| MaskBytes(None))
    }

    /// Creates a world from the bytes that [`World::to_bytes`] returns. It requires the feature `bytes`.
    ///
    /// The bytes are not trusted: a checksum finds damage, a claimed length allocates no memory, and the world is
    /// checked completely.
    ///
    /// # Errors
    /// - Returns [`WorldError::NotAWorld`] if the bytes do not begin as a saved world does.
    /// - Returns [`WorldError::UnknownVersion`] if the format has another version than 7 or 8.
    /// - Returns [`WorldError::WrongChecksum`] if bytes are missing, or differ from those that were saved.
    /// - Returns [`WorldError::Damaged`] if the world contradicts itself.
    /// - Returns [`WorldError::Mask`] with the error of a mask that is not valid, and the errors of [`World::spawn`]
    ///   for a sprite that is not valid.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn from_bytes(bytes: &[u8]) -> Result<World, WorldError> {
        let body = body(MAGIC, bytes).map_err(|error| match error {
            WorldError::NotAWorld { .. } if bytes.starts_with(&MAGIC_WITHOUT) => WorldError::NotAWorld {
                what: "its masks were left out: load it with `from_bytes_with_masks`, or the argument `masks`",
            },
            other => other,
        })?;
        decode(body)?.check(&|_, bytes| Ok(Arc::new(Mask::from_bytes(bytes)?)))
    }

    /// Creates a world from the bytes that [`World::to_bytes_without_masks`] returns. `mask` returns the mask with an
    /// id of the saved world. It requires the feature `bytes`.
    ///
    /// The ids of masks count up from the first mask of a world, so a program that adds its masks in the same order has
    /// equal ids in each run. A mask may differ from the saved one: the sprites then show the new picture.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// use std::sync::Arc;
    ///
    /// # let mut world = World::new();
    /// let ball = Arc::new(Mask::filled(80, 80)?);
    /// let shown = world.add_mask(Arc::clone(&ball))?;
    /// let id = world.spawn(Sprite::new(shown, [3, 4]))?;
    /// let bytes = world.to_bytes_without_masks()?;
    /// assert!(bytes.len() < 100);
    /// let again = World::from_bytes_with_masks(&bytes, |mask| (mask == shown).then(|| Arc::clone(&ball)))?;
    /// assert_eq!(again.get(id), world.get(id));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::Damaged`] if `mask` returns `None` for a mask of the world, and the errors of
    /// [`World::from_bytes`].
    pub fn from_bytes_with_masks(
        bytes: &[u8],
        mask: impl Fn(MaskId) -> Option<Arc<Mask>>,
    ) -> Result<World, WorldError> {
        let body = body(MAGIC_WITHOUT, bytes)?;
        decode(body)?.check(&|id: MaskId, _| {
            let entry = id.index();
            mask(id).ok_or_else(|| WorldError::damaged("masks", entry)("the caller must give a mask for its id"))
        })
    }

    /// The header and the encoded world. (`mask` is a plain function, so this code is compiled once.)
    fn encode(&self, magic: [u8; 4], mask: fn(&Mask) -> MaskBytes) -> Result<Vec<u8>, WorldError> {
        let mut bytes = Bytes(Vec::new());
        let header = [magic, Version::CURRENT.number().to_le_bytes(), [0; checksum::LEN]];
        memory::try_append(&mut bytes.0, header.as_flattened())?;
        // The lists have a length, and the types have names, so only the memory can fail.
        postcard::to_io(&saved(self, mask), &mut bytes).map_err(|_| WorldError::NoMemory)?;
        checksum::seal(&mut bytes.0, CHECKSUM);
        Ok(bytes.0)
    }
}

/// The version, and the bytes after the header, which is checked.
fn body(magic: [u8; 4], bytes: &[u8]) -> Result<(u32, &[u8]), WorldError> {
    let what = match magic {
        MAGIC => "they do not begin with `wrld`",
        _ => "they do not begin with `wrlo`",
    };
    let split = bytes.split_first_chunk::<HEADER>().filter(|(header, _)| header[..4] == magic);
    let (header, body) = split.ok_or(WorldError::NotAWorld { what })?;
    let version = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    if ![Version::CURRENT.number(), OLD_VERSION].contains(&version) {
        return Err(WorldError::UnknownVersion { version });
    }
    if !checksum::is_sealed(bytes, CHECKSUM) {
        return Err(WorldError::WrongChecksum);
    }
    Ok((version, body))
}

/// The world that was encoded, not checked yet.
fn decode((version, body): (u32, &[u8])) -> Result<LoadedWorld<&[u8]>, WorldError> {
    let what = |error| match error {
        postcard::Error::DeserializeUnexpectedEnd => "they end too early",
        _ => "a value cannot be read",
    };
    let loaded: Result<(LoadedWorld<&[u8]>, &[u8]), _> = match version {
        OLD_VERSION => postcard::take_from_bytes(body).map(|(old, rest): (World7<&[u8]>, _)| (old.into(), rest)),
        _ => postcard::take_from_bytes(body),
    };
    let (loaded, rest) = loaded.map_err(|error| WorldError::NotAWorld { what: what(error) })?;
    if !rest.is_empty() {
        return Err(WorldError::NotAWorld { what: "bytes follow the world" });
    }
    Ok(loaded)
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

/// A mask that is saved as its bytes, or as no bytes if it is left out.
struct MaskBytes<'w>(Option<&'w Mask>);

impl Serialize for MaskBytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = self.0.map_or(Ok(Vec::new()), Mask::try_to_bytes);
        serializer.serialize_bytes(&bytes.map_err(S::Error::custom)?)
    }
}
