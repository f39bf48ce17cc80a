//! What the world knows of a collider.

use super::chain::{Chain, Moving};
use super::pose::{self, Drawn};
use crate::collider::{PixelCollider2D, Source};
use crate::convert::Fault;
use godot::prelude::*;
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
    /// The axes of the transform for which the pose was made.
    pub(super) axes: [Vector2; 2],
    /// The offset from the origin of the transform to the position.
    pub(super) offset: [f64; 2],
    /// The numbers of the colliders that it has entered.
    pub(crate) partners: Vec<u32>,
    /// Whether its body was looked at before its first move.
    pub(super) knows_body: bool,
    /// What the log was last told, until the collider is well.
    pub(super) complaint: Option<Complaint>,
    /// Why it was left out of the world, if it was.
    fault: String,
}

/// What is wrong with a collider. The log gets one error for it, although its numbers may differ in each frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Complaint {
    Sheared,
    LeftOut,
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
            offset: [0.0; 2],
            partners: Vec::new(),
            knows_body: false,
            complaint: None,
            fault: String::new(),
        }
    }

    /// Writes an error that names the node to Godot's log, once.
    pub(super) fn complain(&mut self, complaint: Complaint, text: &str) {
        let is_out = complaint == Complaint::LeftOut;
        self.fault = if is_out { text.to_owned() } else { String::new() };
        if self.complaint.replace(complaint) != Some(complaint) {
            let outcome = if is_out { "does not collide: " } else { "" };
            godot_error!("PixelCollider2D '{}' {outcome}{text}", self.node.get_path());
        }
    }

    /// Returns what keeps it out of the world: a fault that the log knows.
    pub(crate) fn why_left_out(&self) -> Option<&str> {
        (self.complaint == Some(Complaint::LeftOut)).then_some(self.fault.as_str())
    }

    /// Returns the corner of the sprite, with fractions, if the origin of the transform is at a place.
    pub(crate) fn corner_at(&self, origin: Vector2) -> [f64; 2] {
        [f64::from(origin.x) + self.offset[0], f64::from(origin.y) + self.offset[1]]
    }

    /// Returns the position of the sprite if the origin of the transform is at a place.
    pub(crate) fn position_at(&self, origin: Vector2) -> Result<[i32; 2], Fault> {
        pose::position(self.offset, origin)
    }
}
