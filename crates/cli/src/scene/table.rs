//! Reads sprites from a CSV file, one row at a time.

use super::image_file::open_regular;
use super::masks::{MaskIndices, mask_index};
use super::model::{SceneSprite, Stretch};
use super::values::{Factors, Origin, Rotation};
use anyhow::{Context, Result, anyhow, bail};
use csv::StringRecord;
use std::fs::File;
use std::io;
use std::io::{BufRead, BufReader, Read};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use world::{MAX_ORIGIN, MAX_POSITION};

/// The largest coordinate of a pivot, the origin in older tables. Its center is an origin in range.
const MAX_PIVOT: i64 = MAX_ORIGIN as i64 - 1;

/// All known columns. The first [`REQUIRED`] are mandatory, and every row has fields for them.
const COLUMNS: [&str; 15] = [
    "mask",
    "x",
    "y",
    "flip_x",
    "flip_y",
    "rotate",
    "layers",
    "collides_with",
    "fixed",
    "scale_x",
    "scale_y",
    "origin_x",
    "origin_y",
    "pivot_x",
    "pivot_y",
];
const REQUIRED: usize = 3;

/// The most bytes of a row without its line end. An unclosed quote makes one row of the rest of the file, and a device may be endless.
const MAX_ROW: usize = 1 << 16;

/// The sprites of a CSV file. Errors begin with the name of the file and the line.
pub(crate) struct Table {
    name: String,
    masks: MaskIndices,
    rows: Rows,
    row: StringRecord,
    columns: Columns,
}

type Rows = csv::Reader<LineReader<BufReader<File>>>;

impl Table {
    /// Opens a file and reads its first row.
    pub(super) fn open(path: &Path, name: String, masks: MaskIndices) -> Result<Table> {
        let file = BufReader::with_capacity(1 << 16, open_regular(path, "CSV file").with_context(|| name.clone())?);
        let lines = LineReader { file, line: 1, row_bytes: 0, ends_in_cr: false, is_complete: false };
        let mut rows = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(lines);
        let mut row = StringRecord::new();
        let columns = read_row(&mut rows, &mut row).and_then(|_| Columns::from_header(&row));
        let columns = columns.with_context(|| place(&name, &rows))?;
        Ok(Table { name, masks, rows, row, columns })
    }
}

impl Iterator for Table {
    type Item = Result<(SceneSprite, Stretch)>;

    fn next(&mut self) -> Option<Self::Item> {
        let Table { name, masks, rows, row, columns } = self;
        let sprite = match read_row(rows, row) {
            Ok(false) => return None,
            found => found.and_then(|_| columns.sprite(row, masks)),
        };
        Some(sprite.with_context(|| place(name, rows)))
    }
}

/// Reads the next row. Returns whether there is one.
fn read_row(rows: &mut Rows, row: &mut StringRecord) -> Result<bool> {
    rows.get_mut().row_bytes = 0;
    rows.read_record(row).map_err(|error| match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        csv::ErrorKind::Utf8 { .. } => anyhow!("row is not UTF-8 text: save the table as UTF-8"),
        _ => anyhow!("row cannot be read as CSV: check the quotes"),
    })
}

fn place(name: &str, rows: &Rows) -> String {
    format!("{name}:{}", rows.get_ref().line)
}

/// The field of each column in a row.
struct Columns {
    fields: [Option<usize>; COLUMNS.len()],
    /// The valid numbers of fields in a row.
    count: RangeInclusive<usize>,
}

impl Columns {
    fn from_header(header: &StringRecord) -> Result<Columns> {
        let mut fields = [None; COLUMNS.len()];
        for (title, field) in header.iter().zip(0..) {
            let title = title.trim();
            let column = COLUMNS.iter().position(|&column| column == title);
            let column = column.with_context(|| format!("unknown column {title:?}, expected {}", COLUMNS.join(",")))?;
            if fields[column].replace(field).is_some() {
                bail!("column {title:?} appears twice: remove one");
            }
        }
        let mut least = 0;
        for (field, title) in fields.iter().zip(COLUMNS).take(REQUIRED) {
            least =
                least.max(1 + field.with_context(|| format!("column {title:?} is missing: add it to the first row"))?);
        }
        Ok(Columns { fields, count: least..=header.len() })
    }

    fn sprite(&self, row: &StringRecord, masks: &MaskIndices) -> Result<(SceneSprite, Stretch)> {
        let (least, most) = (self.count.start(), self.count.end());
        if row.len() < *least {
            bail!("expected at least {least} fields, got {}", row.len());
        }
        if row.len() > *most {
            bail!("expected at most {most} fields, got {}", row.len());
        }
        let text = |column: usize| self.fields[column].and_then(|field| row.get(field)).unwrap_or("");
        let limit = i64::from(MAX_POSITION);
        let integer = |column: usize, range: RangeInclusive<i64>| match text(column).trim().parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => {
                let (title, [start, end], text) = (COLUMNS[column], [range.start(), range.end()], text(column).trim());
                bail!("{title}: expected a whole number from {start} to {end}, got {text:?}")
            }
        };
        let boolean = |column: usize| match text(column).trim() {
            "" | "false" | "0" => Ok(false),
            "true" | "1" => Ok(true),
            other => Err(anyhow!("{}: expected true or false, got {other:?}", COLUMNS[column])),
        };
        let number = |column: usize, default: f64| match text(column).trim() {
            "" => Ok(default),
            other => f64::from_str(other).map_err(|_| anyhow!("{}: expected a number, got {other:?}", COLUMNS[column])),
        };
        let pivot = |column: usize| integer(column, -MAX_PIVOT..=MAX_PIVOT).map(|c| c as i32);
        let layers = |column: usize, default: u32| match text(column).trim() {
            "" => Ok(default),
            _ => integer(column, 0..=u32::MAX.into()).map(|bits| bits as u32),
        };
        let Factors(scale) = Factors::new([number(9, 1.0)?, number(10, 1.0)?])?;
        let rotation = Rotation::degrees(number(5, 0.0)?).map_err(|error| anyhow!("rotate: {error}"))?;
        let Rotation { turn, angle } = rotation;
        let sprite = SceneSprite {
            mask: mask_index(text(0), masks).or_else(|error| mask_index(text(0).trim(), masks).map_err(|_| error))?,
            at: [integer(1, -limit..=limit)? as i32, integer(2, -limit..=limit)? as i32],
            flip_x: boolean(3)?,
            flip_y: boolean(4)?,
            turn,
            layers: layers(6, 1)?,
            collides_with: layers(7, u32::MAX)?,
            fixed: boolean(8)?,
        };
        let origin = match [text(11), text(12), text(13), text(14)].map(str::trim) {
            ["", "", "", ""] => None,
            ["", "", _, _] => Some(Origin::of_pixel([pivot(13)?, pivot(14)?])),
            [_, _, "", ""] => {
                let [x, y] = [number(11, f64::NAN)?, number(12, f64::NAN)?];
                let origin = Origin::new([x, y]);
                Some(origin.with_context(|| format!("expected origin_x, origin_y within 2^26 pixels, got {x}, {y}"))?)
            }
            _ => bail!("has both origin and pivot: remove pivot"),
        };
        Ok((sprite, Stretch { angle, scale, origin }))
    }
}

/// A reader that returns at most one line a call, so that `line` is the last line of the current row.
///
/// The line numbers of the CSV reader are wrong after blank lines and after lines that end in CR LF.
struct LineReader<R> {
    file: R,
    line: u64,
    /// Bytes returned since the row began.
    row_bytes: usize,
    /// Whether the last byte returned is a CR, which a LF makes a part of the line end.
    ends_in_cr: bool,
    /// Whether the last call returned the end of a line.
    is_complete: bool,
}

impl<R: BufRead> Read for LineReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let buffered = self.file.fill_buf()?;
        if buffered.is_empty() {
            return Ok(0);
        }
        if std::mem::take(&mut self.is_complete) {
            self.line += 1;
        }
        let buffered = &buffered[..buffered.len().min(buffer.len())];
        let count = match buffered.iter().position(|&byte| byte == b'\n') {
            Some(end) => {
                self.is_complete = true;
                end + 1
            }
            None => buffered.len(),
        };
        buffer[..count].copy_from_slice(&buffered[..count]);
        // Blank lines before a row do not count: a file may have any number of blank lines.
        let is_blank = self.row_bytes == 0 && matches!(buffered[..count], [b'\n'] | [b'\r', b'\n']);
        self.row_bytes = if is_blank { 0 } else { self.row_bytes + count };
        let is_after_cr = if count > 1 { buffered[count - 2] == b'\r' } else { self.ends_in_cr };
        let line_end = if self.is_complete { 1 + usize::from(is_after_cr) } else { 0 };
        self.ends_in_cr = buffered[count - 1] == b'\r';
        if self.row_bytes > MAX_ROW + line_end {
            return Err(io::Error::other(format!(
                "row is longer than the limit of {MAX_ROW} bytes: check for an unclosed quote"
            )));
        }
        self.file.consume(count);
        Ok(count)
    }
}
