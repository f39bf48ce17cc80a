//! The options of moves and queries, and the reactions of moves.

use super::Actor;
use world::{Motion, View, WorldError};

/// The sprites that count for a move or a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Among {
    /// Only the sprites in these layers, or all.
    pub layers: Option<u32>,
    /// Whether sensors block too.
    pub sensors: bool,
}

impl Among {
    /// Returns a view with these options.
    #[must_use]
    pub fn view(self, view: View<'_>) -> View<'_> {
        let view = self.layers.map_or(view, |layers| view.on_layers(layers));
        if self.sensors { view.with_sensors() } else { view }
    }

    /// Returns the error of a question about a sprite that collides with none of the layers, if these are some and not all.
    #[must_use]
    pub fn refusal(self, one: &Actor) -> Option<WorldError> {
        let (layers, [_, collides_with]) = (self.layers?, one.layers);
        (![0, u32::MAX].contains(&layers) && layers & collides_with == 0)
            .then_some(WorldError::NoCommonLayer { layers, collides_with })
    }
}

/// How a sprite moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    /// It stops before others.
    Stop,
    /// It slides along others.
    Slide,
    /// It walks over others.
    Walk {
        /// How many pixels it can climb for each pixel of x.
        step_up: u32,
        /// How many pixels it can go down for each pixel of x.
        step_down: u32,
    },
}

/// A move: how, among which sprites, and whether it hits what it starts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trip {
    /// How the sprite moves.
    pub course: Course,
    /// Among which sprites.
    pub among: Among,
    /// Whether it hits what it starts in.
    pub from_inside: bool,
}

impl From<Course> for Trip {
    fn from(course: Course) -> Trip {
        Trip { course, among: Among::default(), from_inside: false }
    }
}

impl Trip {
    /// Returns the motion for the world.
    #[must_use]
    pub fn motion(self) -> Motion {
        let motion = match self.course {
            Course::Stop => Motion::STOP,
            Course::Slide => Motion::SLIDE,
            Course::Walk { step_up, step_down } => Motion::walk(step_up, step_down),
        };
        let motion = self.among.layers.map_or(motion, |layers| motion.on_layers(layers));
        let motion = if self.among.sensors { motion.with_sensors() } else { motion };
        if self.from_inside { motion.hit_from_inside() } else { motion }
    }
}
