//! Frames, masks and animations of sprite sheets: `.aseprite` files, the JSON of Aseprite and TexturePacker, the XML of
//! Sparrow, `.plist` files of Cocos2d and `.atlas` files of libGDX. Maps of Tiled and LDtk.
//!
//! - **Read** a [`Sheet`]: [`Sheet::open`] from a folder on disk, [`Sheet::read`] from any [`Files`].
//! - **Ask** it: [`Sheet::frames`], [`Sheet::frame`], [`Sheet::animations`]. A [`Frame`] has a mask, a size, an origin,
//!   a duration and slices. [`Animation::frame_at`] says which frame shows at a time.
//! - **Read** a [`Map`] and ask it for [`Map::layers`]: sprites that show frames, and [`MapLayer::terrain`], a layer as
//!   one mask.
//! - **Choose** with [`Options`] which pixels are solid, which [`Limits`] hold, and whether frames keep their pictures.
//!
//! ```
//! use sheets::image::{ImageFormat, Rgba, RgbaImage};
//! use sheets::{Options, Sheet};
//! use std::collections::HashMap;
//! use std::io::Cursor;
//!
//! let mut png = Cursor::new(Vec::new());
//! RgbaImage::from_pixel(3, 1, Rgba([9, 9, 9, 255])).write_to(&mut png, ImageFormat::Png)?;
//! let json = r#"{"frames": {"coin": {"frame": {"x": 1, "y": 0, "w": 2, "h": 1}}}, "meta": {"image": "a.png"}}"#;
//! let files = HashMap::from([("a.json".to_owned(), json.into()), ("a.png".to_owned(), png.into_inner())]);
//!
//! let sheet = Sheet::read(&files, "a.json", &Options::default())?;
//! assert_eq!(sheet.frame("coin").unwrap().mask().to_string(), "##");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Conventions
//!
//! Coordinates are whole pixels. The origin is the top-left pixel, and y points down. A frame is as the artist drew it:
//! a packer's trimming and rotation are undone.
//!
//! This crate opens each file that its own editor opens. One bad item of a file costs that item: [`Sheet::warnings`]
//! and [`Map::warnings`] tell what was left out, and [`Options::strict`] makes it an error. Each [`SheetError`] names
//! the file and the field.
//!
//! Files may come from strangers. No file causes a panic, or takes more memory than the [`Limits`] allow. A file on
//! disk can name any file that the process may read, as in its editor; [`Options::root`] confines reading to a folder.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod animation;
mod aseprite;
mod atlas;
mod cut;
mod error;
mod fetched;
mod files;
mod frame;
mod json;
mod ldtk;
mod limits;
mod load;
mod map;
mod open;
mod options;
mod origin;
mod picture;
mod property;
mod read;
mod sheet;
mod slice;
mod tiled;
mod warning;

pub use animation::{Animation, Direction};
pub use error::{Reason, SheetError};
pub use fetched::Fetched;
pub use files::{FileError, Files, Folder};
pub use frame::{Frame, Region};
pub use image;
pub use limits::Limits;
pub use map::{LayerKind, Map, MapLayer, MapPoint, MapSprite, ValueGrid};
pub use mask;
pub use options::Options;
pub use picture::{PictureError, check_picture_memory, read_damaged_picture, read_picture};
pub use property::{Properties, PropertyValue};
pub use sheet::Sheet;
pub use slice::Slice;
pub use warning::{Warning, WarningKind};

/// The code of the README, compiled and run by the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
