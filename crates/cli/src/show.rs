//! `hitmask show`: finds out whether a file is a picture, a sheet or a map, and prints the mask, the frames or the
//! layers.
//!
//! Masks are drawn with half blocks: two rows of pixels a line.

use crate::args::ShowArgs;
use crate::channel::note_warnings;
use crate::messages::escape_controls;
use crate::output::Output;
use crate::scene::{FORMATS, read_image, read_map, read_sheet};
use crate::solid::rule_text;
use anyhow::{Context, Result, anyhow};
use mask::{Connectivity, Mask, Rect, Solid};
use sheets::{Animation, Direction, Frame, LayerKind, Map, MapLayer, PictureError, Reason, Sheet, SheetError};
use std::io;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
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
                write_map(&mut out, &name, &map, solid, columns)?;
                return out.complete().map(drop);
            }
            let sheet = read_sheet(&args.file, solid, false, root).map_err(|error| unknown_format(error, &name))?.0;
            note_warnings(sheet.warnings());
            let mut out = Output::open(Path::new("-"))?;
            write_sheet(&mut out, &name, &sheet, solid, columns).context("standard output")?;
            return out.complete().map(drop);
        }
        Err(error) => return Err(error.context(args.file.display().to_string())),
    };
    let mask = Mask::from_image(&image, solid).with_context(|| args.file.display().to_string())?;
    let mut out = Output::open(Path::new("-"))?;
    write_mask(&mut out, &name, &mask, solid, columns).context("standard output")?;
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

/// The most columns of the small picture of a frame.
const SMALL: u32 = 24;

/// The columns between small pictures.
const GAP: usize = 2;

pub(super) fn write_sheet(
    out: &mut impl Write,
    name: &str,
    sheet: &Sheet,
    solid: Solid,
    columns: u32,
) -> io::Result<()> {
    let frames = sheet.frames();
    writeln!(out, "{name}")?;
    writeln!(out, "frames  {}: {}", frames.len(), rule_text(solid))?;
    let names: Vec<_> = frames.iter().map(|frame| escape_controls(frame.name())).collect();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (frame, name) in frames.iter().zip(&names) {
        let [width, height] = frame.size();
        let (count, pixels, share) = share(frame.mask());
        write!(out, "  {name:longest$}  {width} x {height}, {count} of {pixels} solid ({share:.1} %)")?;
        if let Some([x, y]) = frame.origin() {
            write!(out, ", origin {x}, {y}")?;
        }
        if frame.duration() > Duration::ZERO {
            write!(out, ", {} ms", frame.duration().as_millis())?;
        }
        for name in frame.names().iter().skip(1) {
            write!(out, ", also {}", escape_controls(name))?;
        }
        writeln!(out)?;
    }
    for animation in sheet.animations() {
        writeln!(out, "{}", describe_animation(animation))?;
    }
    draw_all(out, frames, &names, columns)
}

/// Returns a line about an animation.
fn describe_animation(animation: &Animation) -> String {
    let direction = match animation.direction() {
        Direction::Forward => "forward",
        Direction::Reverse => "reverse",
        Direction::PingPong => "ping-pong",
        Direction::PingPongReverse => "ping-pong reverse",
        _ => "unknown direction",
    };
    let passes = animation.repeat().map_or("endless".into(), |passes| format!("{passes} times"));
    let (name, frames) = (escape_controls(animation.name()), animation.frames().len());
    format!("tag     {name}: {frames} frames in {} ms, {direction}, {passes}", animation.duration().as_millis())
}

/// Draws small pictures side by side, as many as fit the width, each under its name.
fn draw_all(out: &mut impl Write, frames: &[Frame], names: &[String], columns: u32) -> io::Result<()> {
    let small = SMALL.min(columns);
    let mut row: Vec<(usize, Vec<String>)> = Vec::new();
    for (frame, name) in frames.iter().zip(names) {
        let mut lines = lines(frame.mask(), small);
        lines.insert(0, name.chars().take(small as usize).collect());
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let used: usize = row.iter().map(|(width, _)| width + GAP).sum();
        if !row.is_empty() && used + width > columns as usize {
            write_row(out, &row)?;
            row.clear();
        }
        row.push((width, lines));
    }
    write_row(out, &row)
}

/// Writes pictures side by side, each with its width.
fn write_row(out: &mut impl Write, row: &[(usize, Vec<String>)]) -> io::Result<()> {
    for index in 0..row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0) {
        let mut text = String::new();
        for (width, lines) in row {
            let line = lines.get(index).map_or("", String::as_str);
            text.push_str(&format!("{line:width$}{:GAP$}", ""));
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

pub(super) fn write_map(out: &mut impl Write, name: &str, map: &Map, solid: Solid, columns: u32) -> Result<()> {
    let mut text = format!("{name}\nframes  {}: {}\n", map.frames().len(), rule_text(solid));
    for layer in map.layers() {
        let (terrain, at) = layer.terrain(map).with_context(|| name.to_owned())?;
        text.push_str(&describe_layer(layer, &terrain, at));
        for line in lines(&terrain, columns) {
            text.push_str(&line);
            text.push('\n');
        }
        out.write_all(text.as_bytes()).context("standard output")?;
        text.clear();
    }
    out.write_all(text.as_bytes()).context("standard output")
}

/// Returns the lines about a layer above its picture. `terrain` has the solid pixels of the layer, from `x`, `y`.
fn describe_layer(layer: &MapLayer, terrain: &Mask, [x, y]: [i32; 2]) -> String {
    let kind = match layer.kind() {
        LayerKind::Tiles => "tiles",
        LayerKind::Objects => "objects",
        LayerKind::Picture => "picture",
        LayerKind::Values => "values",
        _ => "unknown kind",
    };
    let path = if layer.group().is_empty() { String::new() } else { format!("{}/", layer.group()) };
    let (count, pixels, share) = share(terrain);
    let mut text = format!("layer   {}: {kind}", escape_controls(&(path + layer.name())));
    let mut add =
        |count: usize, unit| text.push_str(&if count > 0 { format!(", {count} {unit}") } else { String::new() });
    add(layer.sprites().len(), "sprites");
    add(layer.points().len(), "points");
    if !layer.is_visible() {
        text.push_str(", hidden");
    }
    text.push('\n');
    if let Some(grid) = layer.values() {
        let [columns, rows] = grid.size();
        text.push_str(&format!("        {columns} x {rows} values of {} px: {:?}\n", grid.cell_size(), grid.kinds()));
    }
    if pixels > 0 {
        let (width, height) = (terrain.width(), terrain.height());
        text.push_str(&format!("        {width} x {height} at {x}, {y}, {count} of {pixels} solid ({share:.1} %)\n"));
    }
    text
}

pub(super) fn write_mask(out: &mut impl Write, name: &str, mask: &Mask, solid: Solid, columns: u32) -> io::Result<()> {
    let (width, height) = (mask.width(), mask.height());
    let (count, pixels, share) = share(mask);
    writeln!(out, "{name}")?;
    writeln!(out, "size    {width} x {height}")?;
    writeln!(out, "solid   {count} of {pixels} pixels ({share:.1} %): {}", rule_text(solid))?;
    match mask.bounds() {
        Some(Rect { left, top, width, height }) => writeln!(out, "bounds  {width} x {height} at {left}, {top}")?,
        None => writeln!(out, "bounds  none")?,
    }
    writeln!(out, "parts   {}", mask.component_bounds(Connectivity::Eight).len())?;
    lines(mask, columns).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Returns the lines of a mask, scaled down by an integer factor to fit the width.
pub(super) fn lines(mask: &Mask, columns: u32) -> Vec<String> {
    // The height is limited too, since a tall picture would scroll away.
    let factor = mask.width().div_ceil(columns).max(mask.height().div_ceil(2 * columns)).max(1);
    let (width, height) = (mask.width().div_ceil(factor), mask.height().div_ceil(factor));
    let line = |y| {
        let block = |x| match (is_block_solid(mask, x, y, factor), is_block_solid(mask, x, y + 1, factor)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        (0..width).map(block).collect::<String>().trim_end().to_owned()
    };
    (0..height).step_by(2).map(line).collect()
}

/// Returns whether at least a quarter of a block of pixels is solid. A threshold of half would lose thin lines.
fn is_block_solid(mask: &Mask, x: u32, y: u32, factor: u32) -> bool {
    let span = |c: u32, end: u32| c.saturating_mul(factor).min(end)..(c + 1).saturating_mul(factor).min(end);
    let (columns, rows) = (span(x, mask.width()), span(y, mask.height()));
    let pixels = columns.len() * rows.len();
    let solid = rows.flat_map(|y| columns.clone().map(move |x| [x as i32, y as i32]));
    pixels > 0 && 4 * solid.filter(|&at| mask.contains(at)).count() >= pixels
}

/// Returns the number of solid pixels, the number of all pixels, and the share in percent.
pub(super) fn share(mask: &Mask) -> (u64, u64, f64) {
    let pixels = u64::from(mask.width()) * u64::from(mask.height());
    (mask.count(), pixels, 100.0 * mask.count() as f64 / pixels.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mask_is_scaled_to_the_width() {
        let drawn = |mask: &Mask, columns| lines(mask, columns).join("\n");
        assert_eq!(drawn(&"##.\n#..\n..#".parse().unwrap(), 80), "█▀\n  ▀");
        assert_eq!(drawn(&Mask::filled(100, 100).unwrap(), 10), ["██████████"; 5].join("\n"));
        assert_eq!(lines(&Mask::filled(1, 1000).unwrap(), 10).len(), 10);
        let thin = Mask::from_fn(40, 4, |x, _| x == 7).unwrap();
        assert_eq!(drawn(&thin, 20), "   █");
    }
}
