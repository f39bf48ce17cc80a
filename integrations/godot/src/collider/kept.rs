//! What a collider has of its own, beside its properties.

use super::tiles::TileMasks;
use crate::thread;
use godot::classes::ImageTexture;
use godot::prelude::*;
use mask::Mask;
use std::sync::Arc;
use world::Blocked;

/// What the node has of its own.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) joined: Option<Joined>,
    /// Whether a change on another thread waits for the main thread. (Godot's queue of calls would overflow.)
    pub(super) is_waiting: bool,
    /// What stopped its last move.
    pub(super) blocked: Blocked,
    pub(super) tiles: Option<TileMasks>,
}

const _: () = thread::is_shared::<(Kept, Read)>();

/// The place of a collider in a world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Joined {
    pub(crate) world: InstanceId,
    pub(crate) number: u32,
}

/// What the preview shows.
#[derive(Default)]
pub(super) struct Preview {
    /// Whether the game shows collision shapes.
    pub(super) is_shown: bool,
    /// Whether the picture of the parent is clipped to the pixels.
    pub(super) clips: bool,
    /// Whether it is clipped anew after this frame.
    pub(super) clip_waits: bool,
    /// The pixels of the texture, and the texture.
    pub(super) texture: Option<(Arc<Mask>, Gd<ImageTexture>)>,
    /// The last picture that was read in the editor.
    pub(super) read: Option<Read>,
}

/// A picture that was read, and its mask.
pub(super) struct Read {
    /// The instance of the texture, and the threshold.
    pub(super) key: [i64; 2],
    pub(super) frame: Option<[u32; 4]>,
    pub(super) mask: Arc<Mask>,
}
