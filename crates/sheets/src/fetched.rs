//! Files that a program fetches one by one.

use crate::{FileError, Files};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Files that a program fetches one by one, as from the network or from an asset server.
///
/// Only a reader knows which files a sheet or a map names. So read, fetch the file that the reader
/// [wanted](Fetched::wanted), insert it, and read again, until it wants none:
///
/// ```
/// use sheets::{Fetched, Map, Options};
///
/// let disk = |name: &str| match name {
///     "level.tmx" => Some(r#"<map height="1" tilewidth="8" tileheight="8">
///         <tileset firstgid="1" source="../cave.tsx"/></map>"#),
///     "../cave.tsx" => Some("<tileset name='cave'/>"),
///     _ => None,
/// };
/// let mut files = Fetched::default();
/// let map = loop {
///     let map = Map::read(&files, "level.tmx", &Options::default());
///     match files.wanted() {
///         Some(name) => files.insert(name.clone(), disk(&name).map(Vec::from)),
///         None => break map?,
///     }
/// };
/// assert!(map.warnings().is_empty());
/// # Ok::<(), sheets::SheetError>(())
/// ```
#[derive(Debug, Default)]
pub struct Fetched {
    /// The bytes of each known file, or `None` if there is no such file.
    files: HashMap<String, Option<Vec<u8>>>,
    wanted: Mutex<Option<String>>,
}

impl Fetched {
    /// Adds a file. `None` says that there is no file with this name, so that the reader tries the next one.
    pub fn insert(&mut self, name: impl Into<String>, bytes: Option<Vec<u8>>) {
        self.files.insert(name.into(), bytes);
    }

    /// Takes the name of the first file that a reader has asked for and that was never inserted.
    pub fn wanted(&mut self) -> Option<String> {
        self.wanted.get_mut().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Files for Fetched {
    fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, FileError> {
        match self.files.get(name) {
            Some(Some(bytes)) if bytes.len() as u64 > limit => {
                Err(FileError::TooLarge { name: name.to_owned(), limit })
            }
            Some(Some(bytes)) => Ok(bytes.clone()),
            known => {
                if known.is_none() {
                    let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
                    wanted.get_or_insert_with(|| name.to_owned());
                }
                Err(FileError::NotFound(name.to_owned()))
            }
        }
    }
}
