//! The table of pairs, as CSV.

use crate::output::Output;
use mask::Rect;
use std::io;
use std::io::Write;

/// A line of the table: a pair of sprites, and their shared pixels.
pub(super) struct Row {
    /// The indices of the sprites in the scene.
    pub(super) pair: [u64; 2],
    pub(super) area: u64,
    pub(super) bounds: Rect,
}

pub(super) fn write_header(out: &mut Output) -> io::Result<()> {
    writeln!(out, "a,b,area,left,top,width,height")
}

pub(super) fn write_row(out: &mut Output, row: &Row) -> io::Result<()> {
    let Row { pair: [a, b], area, bounds: Rect { left, top, width, height } } = row;
    writeln!(out, "{a},{b},{area},{left},{top},{width},{height}")
}
