//! The summary of `hitmask pairs` on standard error: the first pairs in words, then the totals.

use super::table::Row;
use crate::args::PairsArgs;
use crate::channel::{is_child, note};
use crate::messages::escape_controls;
use crate::standard_output;
use std::path::Path;

/// The most pairs in words. The table has them all.
const MOST: usize = 20;

/// The words about the pairs of a table. With `--quiet` there are none.
pub(super) struct Words<N> {
    is_quiet: bool,
    /// The name of the mask of a sprite.
    name: N,
    lines: Vec<String>,
}

impl<'n, N: Fn(u64) -> Option<&'n str>> Words<N> {
    pub(super) fn new(args: &PairsArgs, name: N) -> Words<N> {
        Words { is_quiet: args.quiet, name, lines: Vec::new() }
    }

    /// Adds a pair, if it is one of the first.
    pub(super) fn add(&mut self, row: &Row) {
        if self.is_quiet || self.lines.len() == MOST {
            return;
        }
        let sprite = |index| match (self.name)(index) {
            Some(name) => format!("{index} ({})", escape_controls(name)),
            None => index.to_string(),
        };
        let [a, b] = row.pair.map(sprite);
        let at = format!("{},{}", row.bounds.left, row.bounds.top);
        self.lines.push(format!("{a} and {b} share {} at {at}", counted(row.area, "pixel")));
    }

    /// Returns lines for the pairs and the totals. `boxes` counts the pairs whose boxes overlap, if that is known.
    pub(super) fn lines(mut self, sprites: u64, boxes: Option<u64>, pairs: u64) -> Vec<String> {
        if self.is_quiet {
            return Vec::new();
        }
        let more = pairs - (self.lines.len() as u64).min(pairs);
        if more > 0 {
            self.lines.push(format!("and {}", counted(more, "more pair")));
        }
        let boxes = boxes.map_or(String::new(), |boxes| format!("{} of boxes that overlap, ", counted(boxes, "pair")));
        self.lines.push(format!("{}, {boxes}{} that collide", counted(sprites, "sprite"), counted(pairs, "pair")));
        self.lines
    }
}

/// Prints the lines.
pub(super) fn say(lines: &[String]) {
    lines.iter().for_each(|line| note(line));
}

/// Names the files that were written, in the process that the user has started.
pub(crate) fn announce(args: &PairsArgs) {
    let is_told = |path: &&Path| !standard_output::is_named_by(path) && !args.quiet && !is_child();
    for path in args.outputs().into_iter().filter(is_told) {
        note(&format!("wrote {}", escape_controls(&path.display().to_string())));
    }
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
