//! Tests of the public API of `hitmask-sheets`.

mod animations;
mod aseprite;
mod aseprite_details;
mod aseprite_faults;
mod aseprite_old;
mod atlas_dialects;
mod atlas_pages;
mod atlas_xml;
mod common;
mod folders;
mod json;
mod json_faults;
mod ldtk;
mod packed;
mod pictures;
mod placed;
mod properties;
mod slices;
mod tile_at;
mod tiled;
mod tiled_faults;
mod tiled_old;
mod tiled_shapes;
mod types;
mod warnings;
