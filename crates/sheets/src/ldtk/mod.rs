//! LDtk: levels of a project.

mod entities;
mod raw;
mod read;

pub(crate) use read::read_map;
