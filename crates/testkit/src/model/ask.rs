//! Random queries in a random life.

use super::{Among, Course, Life, Trip, answers, moving};
use crate::Choice;
use world::MAX_POSITION;

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
                let walk = Course::Walk { step_up: self.choices.below(9), step_down: self.choices.below(9) };
                let course = self.choices.one_of(&[Course::Slide, Course::Stop, walk]);
                let trip = Trip { course, among, from_inside: self.choices.below(4) == 0 };
                moving::moved(&mut self.twin, &placed_grids, one, to, trip);
            }
        }
    }
}
