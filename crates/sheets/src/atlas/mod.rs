//! Sheets of Aseprite and TexturePacker: a picture, and a JSON file that says where its frames are.

mod json;
mod number;
mod read;

pub(crate) use read::{is_json, read};
