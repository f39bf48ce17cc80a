//! Sheets of Aseprite, TexturePacker and their like: a picture, and a JSON or XML file that says where its frames are.

mod entry;
mod json;
mod number;
mod read;
mod tags;
mod xml;

pub(crate) use read::{is_json, read};
