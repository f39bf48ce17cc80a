//! Finds out whether a file is a picture or a sheet, and prints it.

use super::{map, mask, sheet};
use crate::args::ShowArgs;
use crate::channel::note_warnings;
use crate::messages::escape_controls;
use crate::output::Output;
use crate::scene::{FORMATS, read_image, read_map, read_sheet};
use ::mask::Mask;
use anyhow::{Context, Result, anyhow};
use sheets::{PictureError, Reason, SheetError};
use std::io;
use std::path::Path;
use terminal_size::{Width, terminal_size_of};

/// The width of the output if standard output is not a terminal.
const DEFAULT_COLUMNS: u32 = 80;

pub(crate) fn run(args: &ShowArgs) -> Result<()> {
    let name = escape_controls(&args.file.display().to_string());
    let solid = args.solid();
    let columns = terminal_size_of(io::stdout()).map_or(DEFAULT_COLUMNS, |(Width(columns), _)| columns.max(1).into());
    let image = match read_image(&args.file) {
        Ok(image) => image,
        Err(error) if matches!(error.downcast_ref(), Some(PictureError::UnknownFormat)) => {
            let root = args.root.as_deref();
            let map = read_map(&args.file, solid, root).map_err(|error| unknown_format(error, &name))?;
            if let Some(map) = map {
                note_warnings(map.warnings());
                let mut out = Output::open(Path::new("-"))?;
                map::write(&mut out, &name, &map, solid, columns)?;
                return out.complete().map(drop);
            }
            let sheet = read_sheet(&args.file, solid, false, root).map_err(|error| unknown_format(error, &name))?.0;
            note_warnings(sheet.warnings());
            let mut out = Output::open(Path::new("-"))?;
            sheet::write(&mut out, &name, &sheet, solid, columns).context("standard output")?;
            return out.complete().map(drop);
        }
        Err(error) => return Err(error.context(args.file.display().to_string())),
    };
    let mask = Mask::from_image(&image, solid).with_context(|| args.file.display().to_string())?;
    let mut out = Output::open(Path::new("-"))?;
    mask::write(&mut out, &name, &mask, solid, columns).context("standard output")?;
    out.complete().map(drop)
}

/// Returns the error for a file that is neither a picture nor a sheet, or else the error of the sheet.
fn unknown_format(error: anyhow::Error, name: &str) -> anyhow::Error {
    match error.downcast_ref().map(SheetError::reason) {
        Some(Reason::UnknownFormat { expected }) => {
            anyhow!("{name}: is not a picture or a sheet of a known format, expected {FORMATS}; {expected}")
        }
        _ => error,
    }
}
