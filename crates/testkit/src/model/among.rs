//! The options of moves and queries, the reactions of moves, and random queries in a random life.

use super::actor::Actor;
use super::life::Life;
use crate::Choice;
use crate::model::{answers, moving};
use world::bindings::QueryOptions;
use world::{MAX_POSITION, Motion, SpriteId, View, WorldError};

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
        self.options().view(view)
    }

    fn options(self) -> QueryOptions {
        QueryOptions { layers: self.layers, with_sensors: self.sensors, ..QueryOptions::default() }
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
        QueryOptions { hit_from_inside: self.from_inside, ..self.among.options() }.motion(motion)
    }
}

/// The longest line whose every step is tested.
const FAR: i32 = 150;

/// A random end of a line.
fn end(choices: &mut impl Choice, from: [i32; 2]) -> [i32; 2] {
    from.map(|c| c.saturating_add(choices.within(-FAR..FAR + 1)))
}

impl<C: Choice> Life<C> {
    /// Asks a random query, or moves a sprite until it is stopped, unless a mask is too large for its angle.
    pub fn ask(&mut self) {
        let Some(placed_grids) = self.twin.model.placed_grids() else { return };
        let layers = if self.choices.flip() { None } else { Some(self.choices.below(4)) };
        let from = self.any_place();
        let seen = answers::on_layers(&placed_grids, layers);
        let all = self.twin.world.refresh().unwrap();
        let view = layers.map_or(all, |layers| all.on_layers(layers));
        match self.choices.below(5) {
            0 => answers::probes(&mut self.choices, view, &seen, from),
            1 => _ = answers::rays(view, &seen, from, end(&mut self.choices, from)),
            2 => answers::nearest(view, &seen, from, &[self.choices.below(6) as usize]),
            _ if placed_grids.is_empty() => {}
            3 => {
                let [one, other] =
                    [0; 2].map(|_| &placed_grids[self.choices.below(placed_grids.len() as u32) as usize]);
                answers::contact(all, one, other);
            }
            _ => {
                let one = &placed_grids[self.choices.below(placed_grids.len() as u32) as usize];
                let among = Among { layers, sensors: self.choices.flip() };
                let to = end(&mut self.choices, one.actor.at).map(|c| c.clamp(-MAX_POSITION, MAX_POSITION));
                moving::free(all, &placed_grids, one, among, &[to, from]);
                moving::swept(all, &placed_grids, one, among, to);
                moving::touched(
                    all,
                    &placed_grids,
                    one,
                    among,
                    [self.choices.within(-3..4), self.choices.within(-3..4)],
                );
                moving::touched(all, &placed_grids, one, among, [0, 0]);
                answers::nearest_others(view, &seen, one, &[self.choices.below(4) as usize]);
                let walk = Course::Walk { step_up: self.choices.below(9), step_down: self.choices.below(9) };
                let course = self.choices.one_of(&[Course::Slide, Course::Stop, walk]);
                let trip = Trip { course, among, from_inside: self.choices.below(4) == 0 };
                let reach = self.choices.one_of(&[9, 200]);
                let mut moves: Vec<(SpriteId, [i32; 2])> = Vec::new();
                for _ in 0..self.choices.below(12) {
                    let one = &placed_grids[self.choices.below(placed_grids.len() as u32) as usize];
                    let to = one.actor.at.map(|c| c.saturating_add(self.choices.within(-reach..reach)));
                    moves.push((one.id, to.map(|c| c.clamp(-MAX_POSITION, MAX_POSITION))));
                }
                moving::moved_many(&self.twin.world, &moves, trip);
                moving::moved(&mut self.twin, &placed_grids, one, to, trip);
            }
        }
    }
}
