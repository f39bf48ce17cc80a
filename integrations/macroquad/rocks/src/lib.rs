//! The common part of the two example games of hitmask, so that each game holds only the code for its engine.
//!
//! - [`sheet`]: the pictures of ship, rocks and bullet, as a sprite sheet of TexturePacker, and the picture of the ground.
//! - [`field`]: how the field looks at the start of the game, and the numbers of its physics.
//! - [`keys`]: the keys that a tick reads, and a script that presses them.
//! - [`art`]: the code that drew the pictures: `cargo run --manifest-path integrations/macroquad/rocks/Cargo.toml --bin draw`.
//! - [`report`] and [`spots`]: the checks of screenshots. The platformer and the bullet hell use the second.
//!
//! Lengths are in pixels, y points down, an angle of 0 points up and angles grow clockwise, times are in ticks.

pub mod art;
pub mod field;
pub mod keys;
pub mod report;
pub mod sheet;
pub mod spots;
