//! Sprites from a CSV file, read line by line.

use super::values::turn;
use super::{NO_MEMORY, Placement, number};
use crate::memory::room;
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::cell::Cell;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::RangeInclusive;
use std::path::Path;
use std::rc::Rc;
use std::str::FromStr;
use world::{MAX_POSITION, Turn};

/// The columns that there can be; a row must reach the last of the first three.
const COLUMNS: [&str; 9] = ["mask", "x", "y", "flip_x", "flip_y", "rotate", "layers", "collides_with", "fixed"];
const NEEDED: usize = 3;

/// The most bytes of a row. An open quote makes one row of all that follows, and a line may have no end.
const MAX_ROW: usize = 1 << 16;

/// Reads the sprites of a CSV file. Errors begin with its name and the line.
pub(crate) fn read(folder: &Path, name: &str, masks: &HashMap<&str, usize>) -> Result<Vec<Placement>> {
    let file = File::open(folder.join(name)).with_context(|| name.to_owned())?;
    let line = Rc::new(Cell::new(1));
    let taken = Rc::new(Cell::new(0));
    let file = BufReader::with_capacity(1 << 16, file);
    let lines = Lines { file, line: line.clone(), taken: taken.clone(), ended: false };
    let mut rows = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(lines);
    let mut row = csv::StringRecord::new();
    let mut next = |row: &mut csv::StringRecord| {
        taken.set(0);
        rows.read_record(row).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) => error.into(),
            csv::ErrorKind::Utf8 { .. } => anyhow!("is not UTF-8 text"),
            _ => anyhow!("cannot be read as CSV"),
        })
    };
    let mut sprites = Vec::new();
    let mut all = || {
        next(&mut row)?;
        let columns = Columns::of(&row)?;
        while next(&mut row)? {
            ensure!(room(&mut sprites), NO_MEMORY);
            sprites.push(columns.sprite(&row, masks)?);
        }
        anyhow::Ok(())
    };
    all().with_context(|| format!("{name}:{}", line.get()))?;
    Ok(sprites)
}

/// Which field of a row holds what.
struct Columns {
    fields: [Option<usize>; COLUMNS.len()],
    /// How many fields a row has.
    count: RangeInclusive<usize>,
}

impl Columns {
    fn of(header: &csv::StringRecord) -> Result<Columns> {
        let mut fields = [None; COLUMNS.len()];
        for (title, field) in header.iter().zip(0..) {
            let title = title.trim();
            let column = COLUMNS.iter().position(|&column| column == title);
            let column = column.with_context(|| format!("unknown column {title:?}, expected {}", COLUMNS.join(",")))?;
            if fields[column].replace(field).is_some() {
                bail!("two columns are named {title:?}");
            }
        }
        let mut least = 0;
        for (field, title) in fields.iter().zip(COLUMNS).take(NEEDED) {
            least = least.max(1 + field.with_context(|| format!("there is no column {title:?}"))?);
        }
        Ok(Columns { fields, count: least..=header.len() })
    }

    fn sprite(&self, row: &csv::StringRecord, masks: &HashMap<&str, usize>) -> Result<Placement> {
        let (least, most) = (self.count.start(), self.count.end());
        if row.len() < *least {
            bail!("expected at least {least} fields");
        }
        if row.len() > *most {
            bail!("expected at most {most} fields");
        }
        let text = |column: usize| self.fields[column].and_then(|field| row.get(field)).unwrap_or("");
        let limit = i64::from(MAX_POSITION);
        let whole = |column: usize, range| whole(COLUMNS[column], text(column).trim(), range);
        let yes = |column: usize| match text(column).trim() {
            "" | "false" | "0" => Ok(false),
            "true" | "1" => Ok(true),
            other => Err(anyhow!("{}: expected true or false, not {other:?}", COLUMNS[column])),
        };
        let layers = |column: usize, default: u32| match text(column).trim() {
            "" => Ok(default),
            _ => whole(column, 0..=u32::MAX.into()).map(|bits| bits as u32),
        };
        Ok(Placement {
            shape: number(text(0), masks).or_else(|error| number(text(0).trim(), masks).map_err(|_| error))?,
            at: [whole(1, -limit..=limit)? as i32, whole(2, -limit..=limit)? as i32],
            flip_x: yes(3)?,
            flip_y: yes(4)?,
            turn: match text(5).trim() {
                "" => Turn::None,
                _ => turn(whole(5, i64::MIN..=i64::MAX)?).map_err(|error| anyhow!("rotate: {error}"))?,
            },
            layers: layers(6, 1)?,
            collides_with: layers(7, u32::MAX)?,
            fixed: yes(8)?,
        })
    }
}

/// A whole number within a range.
fn whole(column: &str, text: &str, range: RangeInclusive<i64>) -> Result<i64> {
    match i64::from_str(text) {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => bail!("{column}: expected a whole number from {} to {}, not {text:?}", range.start(), range.end()),
    }
}

/// A file that is handed on a line at a time, so that the number of the line handed on last is that of
/// the row read last. (The CSV reader's own count is off after blank lines and lines that end in
/// carriage return and line feed.)
struct Lines<R> {
    file: R,
    line: Rc<Cell<u64>>,
    /// Bytes handed on since the row began.
    taken: Rc<Cell<usize>>,
    /// The line handed on last is complete.
    ended: bool,
}

impl<R: BufRead> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let ready = self.file.fill_buf()?;
        if ready.is_empty() {
            return Ok(0);
        }
        if self.taken.get() > MAX_ROW {
            return Err(io::Error::other(format!("a row of more than {MAX_ROW} bytes")));
        }
        if std::mem::take(&mut self.ended) {
            self.line.set(self.line.get() + 1);
        }
        let ready = &ready[..ready.len().min(buffer.len())];
        let count = match ready.iter().position(|&byte| byte == b'\n') {
            Some(end) => {
                self.ended = true;
                end + 1
            }
            None => ready.len(),
        };
        buffer[..count].copy_from_slice(&ready[..count]);
        // Blank lines before a row are no part of it, and there may be any number of them.
        let is_blank = self.taken.get() == 0 && matches!(ready[..count], [b'\n'] | [b'\r', b'\n']);
        self.taken.set(if is_blank { 0 } else { self.taken.get() + count });
        self.file.consume(count);
        Ok(count)
    }
}
