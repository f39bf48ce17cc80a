//! `hitmask show`: prints the mask of a picture, the frames of a sprite sheet, or the layers of a map.

mod command;
mod draw;
mod map;
mod mask;
mod share;
mod sheet;

pub(crate) use command::run;
