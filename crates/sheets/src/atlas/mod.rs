//! Sheets of Aseprite, TexturePacker, Cocos2d, libGDX and their like: pictures, and a file that says where their frames are.

mod entry;
mod json;
mod number;
mod plist;
mod read;
mod regions;
mod tags;
mod xml;

pub(crate) use read::{is_json, read};
pub(crate) use regions::is_regions;
