//! Prints the frames and animations of a sprite sheet.

use super::draw;
use super::share::share;
use crate::messages::escape_controls;
use crate::solid::rule_text;
use mask::Solid;
use sheets::{Animation, Direction, Frame, Sheet};
use std::io::{self, Write};
use std::time::Duration;

/// The most columns of the small picture of a frame.
const SMALL: u32 = 24;

/// The columns between small pictures.
const GAP: usize = 2;

pub(super) fn write(out: &mut impl Write, name: &str, sheet: &Sheet, solid: Solid, columns: u32) -> io::Result<()> {
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
        writeln!(out, "{}", describe(animation))?;
    }
    draw_all(out, frames, &names, columns)
}

/// Returns a line about an animation.
fn describe(animation: &Animation) -> String {
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
        let mut lines = draw::lines(frame.mask(), small);
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
