//! Warnings: items that a reader left out, or read in another way than the file says.

use crate::SheetError;
use std::fmt;
use std::fmt::Display;

/// The most warnings in a list. One more item counts the rest.
const MOST: usize = 100;

/// Something in a file that its own editor accepts, but that has no good meaning: the rest of the file is read.
///
/// Shown as text, it is a sentence for the author of the file:
/// `hero.json: meta.frameTags[1].to: must be less than the number of frames, 2, got 13; the tag is left out`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// The name of the file, as in [`SheetError::file`].
    pub file: String,
    /// The place in the file, as in [`SheetError::field`], or the empty text.
    pub place: String,
    /// The way in which the reader handled the fault.
    pub kind: WarningKind,
    /// The fault, and how the reader handled it.
    pub text: String,
}

/// What a reader did about the fault that a [`Warning`] describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// A file was not found under its name, and another one was read.
    Moved,
    /// An item was left out: a tile, a tag, a frame, a tileset.
    LeftOut,
    /// A part of an item was ignored or replaced.
    Changed,
    /// The file is damaged where it changes no pixel.
    Damaged,
    /// The list is full, and the text says how many warnings follow.
    More,
}

impl WarningKind {
    /// Returns the name of the kind, such as `left-out`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            WarningKind::Moved => "moved",
            WarningKind::LeftOut => "left-out",
            WarningKind::Changed => "changed",
            WarningKind::Damaged => "damaged",
            WarningKind::More => "more",
        }
    }
}

impl Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.text)
    }
}

/// The warnings so far.
#[derive(Debug, Default)]
pub(crate) struct Warnings {
    list: Vec<Warning>,
    more: u64,
}

impl Warnings {
    /// Adds a warning: an error that costs `done` only.
    pub(crate) fn add(&mut self, kind: WarningKind, error: &SheetError, done: impl Display) {
        if self.list.len() < MOST {
            let place = error.field().unwrap_or_default().to_owned();
            let text = format!("{}; {done}", error.reason());
            self.list.push(Warning { file: error.file().to_owned(), place, kind, text });
        } else {
            self.more += 1;
        }
    }

    /// Adds the warnings of another file.
    pub(crate) fn extend(&mut self, warnings: &[Warning]) {
        let free = warnings.len().min(MOST.saturating_sub(self.list.len()));
        self.list.extend_from_slice(&warnings[..free]);
        self.more += (warnings.len() - free) as u64;
    }

    /// Returns the list for the file `name`.
    pub(crate) fn finish(mut self, name: &str) -> Vec<Warning> {
        if self.more > 0 {
            let text = format!("{} more warnings", self.more);
            self.list.push(Warning { file: name.to_owned(), place: String::new(), kind: WarningKind::More, text });
        }
        self.list
    }
}
