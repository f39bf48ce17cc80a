//! `hitmask show`: prints the mask of a picture.

use crate::args::ShowArgs;
use crate::escape_controls;
use crate::output::Output;
use crate::scene::read_image;
use anyhow::{Context, Result};
use mask::{Connectivity, Mask, Rect, Solid};
use std::io::{self, Write};
use std::path::Path;
use terminal_size::{Width, terminal_size_of};

/// The width of the output if standard output is not a terminal.
const DEFAULT_COLUMNS: u32 = 80;

pub(crate) fn run(args: &ShowArgs) -> Result<()> {
    let name = args.image.display();
    let image = read_image(&args.image).with_context(|| name.to_string())?;
    let solid = args.solid();
    let mask = Mask::from_image(&image, solid).with_context(|| name.to_string())?;
    let columns = terminal_size_of(io::stdout()).map_or(DEFAULT_COLUMNS, |(Width(columns), _)| columns.max(1).into());
    let mut out = Output::open(Path::new("-"))?;
    write(&mut out, &escape_controls(&name.to_string()), &mask, solid, columns).context("standard output")?;
    out.finish()
}

fn write(out: &mut impl Write, name: &str, mask: &Mask, solid: Solid, columns: u32) -> io::Result<()> {
    let (width, height, count) = (mask.width(), mask.height(), mask.count());
    let pixels = u64::from(width) * u64::from(height);
    let share = 100.0 * count as f64 / pixels.max(1) as f64;
    let rule = match solid {
        Solid::AlphaAbove(threshold) => format!("alpha over {threshold}"),
        Solid::NotColor([r, g, b]) => format!("not of color {r:02x}{g:02x}{b:02x}"),
        Solid::LumaAbove(threshold) => format!("luma over {threshold}"),
        other => format!("{other:?}"),
    };
    writeln!(out, "{name}")?;
    writeln!(out, "size    {width} x {height}")?;
    writeln!(out, "solid   {count} of {pixels} pixels ({share:.1} %): {rule}")?;
    match mask.bounds() {
        Some(Rect { left, top, width, height }) => writeln!(out, "bounds  {width} x {height} at {left}, {top}")?,
        None => writeln!(out, "bounds  none")?,
    }
    writeln!(out, "parts   {}", mask.component_bounds(Connectivity::Eight).len())?;
    draw(out, mask, columns)
}

/// Draws the mask with half blocks, two rows a line, scaled down by an integer factor to fit the width.
fn draw(out: &mut impl Write, mask: &Mask, columns: u32) -> io::Result<()> {
    // The height is limited too, since a tall picture would scroll away.
    let factor = mask.width().div_ceil(columns).max(mask.height().div_ceil(2 * columns)).max(1);
    let (width, height) = (mask.width().div_ceil(factor), mask.height().div_ceil(factor));
    for y in (0..height).step_by(2) {
        let mut line = String::new();
        for x in 0..width {
            line.push(match (is_block_solid(mask, x, y, factor), is_block_solid(mask, x, y + 1, factor)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Returns whether at least a quarter of a block of pixels is solid. A threshold of half would lose thin lines.
fn is_block_solid(mask: &Mask, x: u32, y: u32, factor: u32) -> bool {
    let span = |c: u32, end: u32| c.saturating_mul(factor).min(end)..(c + 1).saturating_mul(factor).min(end);
    let (columns, rows) = (span(x, mask.width()), span(y, mask.height()));
    let pixels = columns.len() * rows.len();
    let solid = rows.flat_map(|y| columns.clone().map(move |x| [x as i32, y as i32]));
    pixels > 0 && 4 * solid.filter(|&at| mask.contains(at)).count() >= pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mask_is_scaled_to_the_width() {
        let drawn = |mask: &Mask, columns| {
            let mut text = Vec::new();
            draw(&mut text, mask, columns).unwrap();
            String::from_utf8(text).unwrap()
        };
        assert_eq!(drawn(&"##.\n#..\n..#".parse().unwrap(), 80), "█▀\n  ▀\n");
        assert_eq!(drawn(&Mask::filled(100, 100).unwrap(), 10), "██████████\n".repeat(5));
        assert_eq!(drawn(&Mask::filled(1, 1000).unwrap(), 10).lines().count(), 10);
        let thin = Mask::from_fn(40, 4, |x, _| x == 7).unwrap();
        assert_eq!(drawn(&thin, 20), "   █\n");
    }
}
