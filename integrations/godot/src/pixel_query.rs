//! The options of queries and moves.

use crate::convert::{Fault, bits, expected, sprite_id};
use world::bindings::QueryOptions;
use world::{Motion, View};

/// The flags, which the class `PixelWorld` explains.
pub(crate) const WITH_SENSORS: i64 = 1;
pub(crate) const HIT_FROM_INSIDE: i64 = 2;

/// Who is asked. (Arguments of their own: an object cannot have a default value in Godot's crate without unsafe code.)
pub(crate) struct Query {
    /// The layers, or -1 for all sprites, also those in no layer.
    layers: i64,
    flags: i64,
    /// The id that is left out, or 0.
    without: i64,
    /// The flags that change the answer.
    known: i64,
}

impl Query {
    pub(crate) const ALL: Query = Query::of_all(-1, 0, 0);

    /// A query for sprites of all kinds, which has no flags.
    pub(crate) const fn of_all(layers: i64, flags: i64, without: i64) -> Query {
        Query { layers, flags, without, known: 0 }
    }

    /// A query for what is in the way at one place, or of a ray.
    pub(crate) const fn of_blockers(layers: i64, flags: i64, without: i64) -> Query {
        Query { layers, flags, without, known: WITH_SENSORS }
    }

    /// A query for what is in the way of a sprite that moves.
    pub(crate) const fn of_moves(layers: i64, flags: i64, without: i64) -> Query {
        Query { layers, flags, without, known: WITH_SENSORS | HIT_FROM_INSIDE }
    }

    fn options(&self) -> Result<QueryOptions, Fault> {
        if self.flags & !self.known != 0 {
            let what = match self.known {
                0 => "flags must be 0, because the answer has sensors, and without is the next argument",
                WITH_SENSORS => "flags must be 0 or WITH_SENSORS of PixelWorld",
                _ => "flags must be made of WITH_SENSORS and HIT_FROM_INSIDE of PixelWorld",
            };
            return Err(expected(what, self.flags).into());
        }
        Ok(QueryOptions {
            layers: if self.layers == -1 { None } else { Some(bits("layers", self.layers)?) },
            with_sensors: self.flags & WITH_SENSORS != 0,
            hit_from_inside: self.flags & HIT_FROM_INSIDE != 0,
            without: (self.without != 0).then(|| sprite_id(self.without)),
        })
    }

    /// Returns a view with the options.
    pub(crate) fn view<'w>(&self, view: View<'w>) -> Result<View<'w>, Fault> {
        Ok(self.options()?.view(view))
    }

    /// Returns a motion with the options.
    pub(crate) fn motion(&self, motion: Motion) -> Result<Motion, Fault> {
        Ok(self.options()?.motion(motion))
    }
}
