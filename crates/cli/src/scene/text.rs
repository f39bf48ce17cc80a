//! The text of a scene file, in memory or in a file.

use super::excerpt::Excerpt;
use super::json::{self, ParseError};
use super::load::MAX_SCENE_BYTES;
use anyhow::{Context, Result, bail};
use serde_json::de::{IoRead, Read as JsonRead, SliceRead};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;

const BUFFER: usize = 1 << 16;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A text that can be read more than once. A byte order mark at its start does not belong to it.
pub(super) trait Text<'de> {
    /// A source of the text for `serde_json`.
    type Read: JsonRead<'de>;

    /// Returns the text from the start.
    fn read(&self) -> io::Result<Self::Read>;

    /// Calls `visit` with all pieces of the text, until it breaks.
    fn pieces(&self, visit: impl FnMut(&[u8]) -> ControlFlow<()>) -> io::Result<()>;

    /// Finds the position of an error and the path to it.
    fn explain(&self, error: &serde_json::Error) -> ParseError;
}

/// A text in memory.
impl<'de> Text<'de> for &'de [u8] {
    type Read = SliceRead<'de>;

    fn read(&self) -> io::Result<SliceRead<'de>> {
        Ok(SliceRead::new(without_mark(self)))
    }

    fn pieces(&self, mut visit: impl FnMut(&[u8]) -> ControlFlow<()>) -> io::Result<()> {
        let _ = visit(without_mark(self));
        Ok(())
    }

    fn explain(&self, error: &serde_json::Error) -> ParseError {
        json::trace(without_mark(self), error)
    }
}

fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// A text in a file.
pub(super) struct TextFile(File);

impl TextFile {
    /// Opens a file. What is not a regular file can be read only once, so it is copied to the folder `scratch`.
    pub(super) fn open(path: &Path, scratch: &Path) -> Result<TextFile> {
        let file = File::open(path)?;
        if file.metadata()?.is_file() {
            return Ok(TextFile(file));
        }
        let mut copy = tempfile::tempfile_in(scratch).with_context(|| scratch.display().to_string())?;
        // A device may be endless.
        let copied = io::copy(&mut file.take(MAX_SCENE_BYTES + 1), &mut copy)?;
        if copied > MAX_SCENE_BYTES {
            bail!("scene file is larger than the limit of {MAX_SCENE_BYTES} bytes: move the sprites to a CSV file");
        }
        Ok(TextFile(copy))
    }

    fn reader(&self) -> io::Result<BufReader<&File>> {
        let mut file = &self.0;
        file.rewind()?;
        let mut reader = BufReader::with_capacity(BUFFER, file);
        if reader.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
            reader.consume(BYTE_ORDER_MARK.len());
        }
        Ok(reader)
    }
}

impl<'de, 'f> Text<'de> for &'f TextFile {
    type Read = IoRead<BufReader<&'f File>>;

    fn read(&self) -> io::Result<Self::Read> {
        self.reader().map(IoRead::new)
    }

    fn pieces(&self, mut visit: impl FnMut(&[u8]) -> ControlFlow<()>) -> io::Result<()> {
        let mut reader = self.reader()?;
        loop {
            let piece = reader.fill_buf()?;
            let length = piece.len();
            if length == 0 || visit(piece).is_break() {
                return Ok(());
            }
            reader.consume(length);
        }
    }

    /// Parses an excerpt in memory again, because positions in a stream may count one byte more.
    fn explain(&self, error: &serde_json::Error) -> ParseError {
        let excerpt = Excerpt::of(self, error.line(), error.column());
        let explained = excerpt.and_then(|excerpt| excerpt.map_or(Ok(None), |excerpt| excerpt.explain(self)));
        explained.ok().flatten().unwrap_or_else(|| ParseError::at(error, ".".into()))
    }
}

/// Returns the line and the column of a text after a number of bytes.
pub(super) fn position<'de>(text: &impl Text<'de>, bytes: u64) -> io::Result<(usize, usize)> {
    let (mut line, mut column, mut left) = (1, 0, bytes);
    text.pieces(|piece| {
        let piece = &piece[..piece.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
        left -= piece.len() as u64;
        line += piece.iter().filter(|&&byte| byte == b'\n').count();
        let after_line = piece.iter().rev().take_while(|&&byte| byte != b'\n').count();
        column = if after_line == piece.len() { column + after_line } else { after_line };
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok((line, column))
}

/// Returns the position of the first string that is longer than `limit` bytes. Malformed JSON may appear to have one.
pub(super) fn find_long_string<'de>(text: &impl Text<'de>, limit: u64) -> io::Result<Option<u64>> {
    let (mut scan, mut found) = (StringScan::default(), None);
    text.pieces(|piece| {
        found = scan.find_long(piece, limit);
        found.map_or(ControlFlow::Continue(()), |_| ControlFlow::Break(()))
    })?;
    Ok(found)
}

/// A search for long strings in text that comes in pieces.
#[derive(Default)]
struct StringScan {
    /// The number of bytes before the piece.
    before: u64,
    /// The position of the quote that opened the current string.
    open: Option<u64>,
    /// Whether the next byte is escaped.
    escaped: bool,
}

impl StringScan {
    fn find_long(&mut self, piece: &[u8], limit: u64) -> Option<u64> {
        let mut bytes = (self.before..).zip(piece);
        self.before += piece.len() as u64;
        loop {
            let Some(start) = self.open else {
                let (start, _) = bytes.find(|&(_, &byte)| byte == b'"')?;
                self.open = Some(start);
                continue;
            };
            if std::mem::take(&mut self.escaped) && bytes.next().is_none() {
                self.escaped = true;
                return None;
            }
            let (end, byte) = bytes.find(|&(end, &byte)| byte == b'"' || byte == b'\\' || end - start > limit)?;
            match byte {
                b'"' => self.open = None,
                _ if end - start > limit => return Some(start),
                _ => self.escaped = true,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares pieces of every length with the whole text.
    #[test]
    fn long_strings_are_found_in_pieces() {
        let texts =
            [r#"{"abc": "de\"f\\", "g": "hijklmnop"}"#, r#""abcdef\"#, r#""abcde\"\"\"x""#, r#"["",""]"#, "\"abcdefg"];
        for (text, expected) in texts.iter().zip([Some(24), Some(0), Some(0), None, Some(0)]) {
            for size in 1..=text.len() {
                let mut scan = StringScan::default();
                let found = text.as_bytes().chunks(size).find_map(|piece| scan.find_long(piece, 6));
                assert_eq!(found, expected, "{text} {size}");
            }
        }
    }
}
