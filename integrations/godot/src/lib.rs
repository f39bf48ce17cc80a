//! Pixel-perfect collision for 2D sprites in Godot: masks, a world of them, and a node that makes sprites collide.
//!
//! The crate is glue: `mask` and `world` answer every question. The classes, as Godot shows them in its help:
//!
//! - [`pixel_mask::PixelMask`]: a resource, which pixels are solid.
//! - [`nodes::PixelCollider2D`]: a node below a sprite, which follows its picture and emits signals.
//! - [`nodes::PixelWorld`]: a node that steps, answers queries, and holds swarms of sprites without nodes.
//! - [`pixel_moved::PixelMoved`]: what a move returns.
//! - [`remainder::PixelRemainder`]: whole moves from velocities with fractions.

#![expect(
    clippy::doc_markdown,
    reason = "the comments of classes are Godot's help: [method name] is a link there, and backticks would end it"
)]

#[cfg(feature = "bench")]
mod bench;
mod convert;
mod entry;
mod log;
mod nodes;
mod picture;
mod pixel_mask;
mod pixel_moved;
mod pixel_query;
mod remainder;
mod thread;
