//! The options of queries and moves, as packages get them: by name, as flags, or in a struct.

use crate::{Motion, SpriteId, View};

/// The options of a query or a move.
#[derive(Debug, Clone, Copy, Default)]
pub struct QueryOptions {
    /// If set, only sprites in one of these layers count.
    pub layers: Option<u32>,
    /// Whether sensors block.
    pub with_sensors: bool,
    /// Whether a sprite that is overlapped at the start is hit.
    pub hit_from_inside: bool,
    /// The sprite that a query leaves out.
    pub without: Option<SpriteId>,
}

impl QueryOptions {
    /// Returns a view with the options.
    #[must_use]
    pub fn view(self, view: View<'_>) -> View<'_> {
        let view = self.layers.map_or(view, |layers| view.on_layers(layers));
        let view = self.without.map_or(view, |id| view.without(id));
        let view = if self.with_sensors { view.with_sensors() } else { view };
        if self.hit_from_inside { view.hit_from_inside() } else { view }
    }

    /// Returns a motion with the options.
    #[must_use]
    pub fn motion(self, motion: Motion) -> Motion {
        let motion = self.layers.map_or(motion, |layers| motion.on_layers(layers));
        let motion = if self.with_sensors { motion.with_sensors() } else { motion };
        if self.hit_from_inside { motion.hit_from_inside() } else { motion }
    }
}
