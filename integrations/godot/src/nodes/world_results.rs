//! Results of queries as dictionaries, with the names of the library in every language.

use super::collider::PixelCollider2D;
use super::world_state::State;
use crate::convert::{Fault, center, expected, id_of, ids_of, natural, optional, real_vector, record, rect, vector};
use crate::nodes::options;
use crate::pixel_moved::PixelMoved;
use godot::prelude::*;
use world::{Contact, Motion, Moved, SpriteId, SpriteRayHit, SpriteSweepHit, Swept};

pub(crate) fn contact(contact: &Contact) -> VarDictionary {
    record! {
        "first" => vector(contact.first()),
        "point" => center(contact.first()),
        "area" => contact.area() as i64,
        "bounds" => rect(contact.bounds()),
        "normal" => real_vector(contact.normal()),
        "penetration" => vector(contact.penetration()),
    }
}

/// A mode of motion by its number.
pub(crate) fn motion(mode: i64, step_up: i64, step_down: i64) -> Result<Motion, Fault> {
    match mode {
        PixelCollider2D::STOP => Ok(Motion::STOP),
        PixelCollider2D::SLIDE => Ok(Motion::SLIDE),
        PixelCollider2D::WALK => Ok(Motion::walk(natural("step_up", step_up)?, natural("step_down", step_down)?)),
        mode => Err(expected("the motion must be STOP, SLIDE or WALK of PixelCollider2D", mode).into()),
    }
}

impl State {
    pub(crate) fn ray_hit(&self, hit: &SpriteRayHit) -> VarDictionary {
        record! {
            "id" => id_of(hit.id),
            "collider" => optional(self.node(hit.id)),
            "at" => vector(hit.at),
            "point" => center(hit.at),
            "before" => optional(hit.before.map(vector)),
            "step" => i64::from(hit.step),
            "normal" => optional(hit.normal.map(real_vector)),
        }
    }

    pub(crate) fn sweep_hit(&self, hit: &SpriteSweepHit) -> VarDictionary {
        record! {
            "id" => id_of(hit.id),
            "collider" => optional(self.node(hit.id)),
            "step" => i64::from(hit.step),
            "before" => optional(hit.before.map(vector)),
            "first" => vector(hit.first),
            "point" => center(hit.first),
            "normal" => real_vector(hit.normal),
        }
    }

    /// A sweep, with the place that `at` gives.
    pub(crate) fn swept(&self, swept: &Swept, at: Vector2) -> VarDictionary {
        record! {
            "at" => at,
            "hit" => swept.hit.map_or(VarDictionary::new(), |hit| self.sweep_hit(&hit)),
            "started_inside" => optional(swept.started_inside.map(id_of)),
        }
    }

    /// A move from a place to another, of which the world has made the way to `at`.
    pub(crate) fn moved(&self, moved: &Moved, [from, at, to]: [Vector2; 3]) -> Gd<PixelMoved> {
        Gd::from_object(PixelMoved {
            at,
            by: at - from,
            remainder: to - at,
            hits: moved.hits.iter().map(|hit| self.sweep_hit(hit)).collect(),
            started_inside: ids_of(moved.started_inside.iter().copied()),
            blocked_left: moved.blocked.left,
            blocked_right: moved.blocked.right,
            blocked_up: moved.blocked.up,
            blocked_down: moved.blocked.down,
        })
    }

    /// The sprite of an id, where it stands.
    pub(crate) fn sprite_record(&self, id: SpriteId) -> VarDictionary {
        let Some(sprite) = self.world.get(id) else { return VarDictionary::new() };
        let mut record = record! { "id" => id_of(id), "collider" => optional(self.node(id)) };
        options::show(&sprite, &mut record);
        record
    }
}
