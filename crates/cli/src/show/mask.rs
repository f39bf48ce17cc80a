//! Prints the mask of a picture.

use super::draw;
use super::share::share;
use crate::solid::rule_text;
use mask::{Connectivity, Mask, Rect, Solid};
use std::io::{self, Write};

pub(super) fn write(out: &mut impl Write, name: &str, mask: &Mask, solid: Solid, columns: u32) -> io::Result<()> {
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
    draw::lines(mask, columns).iter().try_for_each(|line| writeln!(out, "{line}"))
}
