//! The state that all readers share: the files, the limits and the warnings.

use crate::files::Names;
use crate::limits::Budget;
use crate::warning::Warnings;
use crate::{FileError, Files, Limits, Options, SheetError, WarningKind};
use image::RgbaImage;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::Arc;

/// The files of a sheet or a map, what may still be read, and what was left out.
pub(crate) struct Load<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) options: &'a Options,
    pub(crate) warnings: Warnings,
    pub(crate) unpacked: Budget,
    pub(crate) tiles: Budget,
    pub(crate) chunks: Budget,
    pub(crate) items: Budget,
    /// Pictures by their names and the color that is transparent.
    pub(crate) pictures: HashMap<(Names, Option<[u8; 3]>), Arc<Picture>>,
}

/// A decoded picture, and the name of its file.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) name: Arc<str>,
    pub(crate) pixels: RgbaImage,
}

impl<'a> Load<'a> {
    pub(crate) fn new(files: &'a dyn Files, options: &'a Options) -> Load<'a> {
        let Limits { unpacked_bytes, tiles, chunks, items, .. } = options.limits;
        Load {
            files,
            options,
            warnings: Warnings::default(),
            unpacked: Budget::new("unpacked bytes", unpacked_bytes),
            tiles: Budget::new("tiles", tiles),
            chunks: Budget::new("chunks", chunks),
            items: Budget::new("layers, objects, tilesets and properties", items),
            pictures: HashMap::new(),
        }
    }

    /// Warns of a fault that the reader survives. `done` says what it does about it: `the tile is left out`.
    ///
    /// # Errors
    /// Returns the fault itself if the options are strict.
    pub(crate) fn warn(&mut self, kind: WarningKind, fault: SheetError, done: impl Display) -> Result<(), SheetError> {
        if self.options.strict {
            return Err(fault);
        }
        self.warnings.add(kind, &fault, done);
        Ok(())
    }

    /// Returns an item, or `None` with a warning if a fault costs the item only. A limit or a file that is missing or
    /// damaged stays an error.
    ///
    /// # Errors
    /// Returns the fault itself if the options are strict.
    pub(crate) fn spare<T>(
        &mut self,
        item: Result<T, SheetError>,
        kind: WarningKind,
        done: &str,
    ) -> Result<Option<T>, SheetError> {
        match item {
            Ok(item) => Ok(Some(item)),
            Err(fault) if fault.reason().ends_reading() => Err(fault),
            Err(fault) => self.warn(kind, fault, done).map(|()| None),
        }
    }

    /// Returns the names of the file that a field of `base` names. They identify the file.
    pub(crate) fn names(&self, base: &str, field: &str, name: &str) -> Result<Names, SheetError> {
        Names::new(base, name, self.options.root.is_some()).map_err(|error| SheetError::at(base, field, error))
    }

    /// Reads the file that a field of `base` names. Returns the name under which it was found, and its bytes.
    pub(crate) fn file(&mut self, base: &str, field: &str, name: &str) -> Result<(String, Vec<u8>), SheetError> {
        let Names { written, beside } = self.names(base, field, name)?;
        let limit = self.options.limits.file_bytes;
        let mut first = written.is_empty().then(|| FileError::Remote(name.to_owned()));
        let is_written = written.iter().map(|_| true).chain(beside.iter().map(|_| false));
        for (is_written, full) in is_written.zip(written.iter().chain(&beside)) {
            match (self.files.read(full, limit), first) {
                (Ok(bytes), Some(error)) if !is_written => {
                    let done = format_args!("{full:?} is read instead");
                    self.warn(WarningKind::Moved, SheetError::at(base, field, error), done)?;
                    return Ok((full.clone(), bytes));
                }
                (Ok(bytes), _) => return Ok((full.clone(), bytes)),
                (Err(error @ FileError::TooLarge { .. }), _) => return Err(SheetError::at(base, field, error)),
                (Err(error), found) => first = Some(found.unwrap_or(error)),
            }
        }
        Err(SheetError::at(base, field, first.unwrap_or_else(|| FileError::NotFound(name.to_owned()))))
    }
}
