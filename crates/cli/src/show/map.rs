//! Prints the layers of a map.

use super::draw;
use super::share::share;
use crate::messages::escape_controls;
use crate::solid::rule_text;
use anyhow::{Context, Result};
use mask::{Mask, Solid};
use sheets::{LayerKind, Map, MapLayer};
use std::io::Write;

pub(super) fn write(out: &mut impl Write, name: &str, map: &Map, solid: Solid, columns: u32) -> Result<()> {
    let mut text = format!("{name}\nframes  {}: {}\n", map.frames().len(), rule_text(solid));
    for layer in map.layers() {
        let (terrain, at) = layer.terrain(map).with_context(|| name.to_owned())?;
        text.push_str(&describe(layer, &terrain, at));
        for line in draw::lines(&terrain, columns) {
            text.push_str(&line);
            text.push('\n');
        }
        out.write_all(text.as_bytes()).context("standard output")?;
        text.clear();
    }
    out.write_all(text.as_bytes()).context("standard output")
}

/// Returns the lines about a layer above its picture. `terrain` has the solid pixels of the layer, from `x`, `y`.
fn describe(layer: &MapLayer, terrain: &Mask, [x, y]: [i32; 2]) -> String {
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
