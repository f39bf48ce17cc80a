//! The files that are written and never edited: each comes from a source that knows it best.

mod api;
pub(crate) mod classes;
mod command;
mod from_tests;
mod made;
pub(crate) mod notices;
mod pages;
pub(crate) mod reference;
pub(crate) mod stubs;

pub(crate) use command::{HELP, command};
