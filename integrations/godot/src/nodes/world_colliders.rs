//! What the world knows of a collider.

use super::collider::PixelCollider2D;
use super::collider_source::Source;
use super::world_reading::{Drawn, place_of};
use super::world_step::{Chain, Moving};
use crate::convert::{Fault, real};
use godot::prelude::*;
use world::bindings::PictureTransform;
use world::{MaskId, SpriteId};

/// A collider in a world.
pub(crate) struct Collider {
    pub(crate) node: Gd<PixelCollider2D>,
    pub(crate) source: Source,
    pub(crate) sprite: Option<SpriteId>,
    /// The mask that it shows.
    pub(super) mask: Option<MaskId>,
    pub(crate) drawn: Option<Drawn>,
    /// Whether what stands on it moves with it.
    pub(super) carries: bool,
    pub(super) chain: Option<Chain>,
    pub(super) moving: Option<Moving>,
    /// The transform that was last seen.
    pub(super) seen: Transform2D,
    /// The origin of the transform for which it was last moved.
    pub(crate) placed: Vector2,
    /// The axes of the transform under which it shows its picture.
    pub(super) axes: [Vector2; 2],
    pub(super) transform: PictureTransform,
    /// Whether its viewport snaps transforms to pixels.
    pub(super) snaps: bool,
    /// The numbers of the colliders that it has entered.
    pub(crate) partners: Vec<u32>,
    /// Whether its body was looked at before its first move.
    pub(super) knows_body: bool,
    /// What keeps it out of the world. The log gets one error for it, although its numbers may differ in each frame.
    pub(super) fault: Option<String>,
}

impl Collider {
    pub(super) fn new(node: Gd<PixelCollider2D>, source: Source) -> Collider {
        Collider {
            node,
            source,
            sprite: None,
            mask: None,
            drawn: None,
            carries: false,
            chain: None,
            moving: None,
            seen: Transform2D::IDENTITY,
            placed: Vector2::ZERO,
            axes: [Vector2::ZERO; 2],
            transform: PictureTransform::default(),
            snaps: false,
            partners: Vec::new(),
            knows_body: false,
            fault: None,
        }
    }

    /// Writes an error that names the node to Godot's log, once.
    pub(super) fn leave_out(&mut self, why: String) {
        if self.fault.is_none() {
            godot_error!("PixelCollider2D '{}' does not collide: {why}", self.node.get_path());
        }
        self.fault = Some(why);
    }

    /// Returns what keeps it out of the world: a fault that the log knows.
    pub(crate) fn why_left_out(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Returns the place of a sprite at whole pixels, with fractions, if the origin of the transform is at a place.
    /// Returns `None` if the sprite keeps its fraction: it is scaled, rotated or skewed.
    pub(crate) fn corner_at(&self, origin: Vector2) -> Option<[f64; 2]> {
        self.transform.is_whole().then(|| self.transform.real_position(real(origin)))
    }

    /// Returns the position and the fraction of a sprite that is scaled, rotated or skewed, if the origin of the
    /// transform is at a place. Returns `None` for one at whole pixels, and out of range.
    pub(crate) fn fraction_at(&self, origin: Vector2) -> Option<([i32; 2], [f64; 2])> {
        if self.transform.is_whole() { None } else { place_of(&self.transform, origin, self.snaps).ok() }
    }

    /// Returns the position of the sprite if the origin of the transform is at a place.
    pub(crate) fn position_at(&self, origin: Vector2) -> Result<[i32; 2], Fault> {
        Ok(place_of(&self.transform, origin, self.snaps)?.0)
    }
}
