//! `hitmask show`: prints the mask of a picture, or the frames of a sprite sheet.

mod command;
mod draw;
mod mask;
mod sheet;

pub(crate) use command::run;
use command::{rule_text, share};
