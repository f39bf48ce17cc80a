//! Saved worlds, until the library saves them.

use ::world::{World, WorldError};

pub(super) trait Saved: Sized {
    fn to_bytes(&self) -> Result<Vec<u8>, WorldError>;
    fn from_bytes(data: &[u8]) -> Result<Self, WorldError>;
}

impl Saved for World {
    fn to_bytes(&self) -> Result<Vec<u8>, WorldError> {
        let mut bytes = Vec::new();
        ciborium::into_writer(self, &mut bytes).map_err(|_| WorldError::NoMemory)?;
        Ok(bytes)
    }

    fn from_bytes(data: &[u8]) -> Result<World, WorldError> {
        ciborium::from_reader(data).map_err(|_| WorldError::UnknownVersion { version: 0 })
    }
}
