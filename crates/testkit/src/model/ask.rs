//! Random queries in a random life.

use super::{Life, answers, moving};
use crate::Choice;
use world::{MAX_POSITION, Motion};

/// The longest line whose every step is tested.
const FAR: i32 = 150;

/// A random end of a line.
fn end(choices: &mut impl Choice, from: [i32; 2]) -> [i32; 2] {
    from.map(|c| c.saturating_add(choices.within(-FAR..FAR + 1)))
}

impl<C: Choice> Life<C> {
    /// Asks a random query, or moves a sprite until it is stopped, unless a mask is too large for its angle.
    pub fn ask(&mut self) {
        let Some(poses) = self.twin.model.poses() else { return };
        let layers = if self.choices.flip() { None } else { Some(self.choices.below(4)) };
        let from = self.any_place();
        let seen = answers::on_layers(&poses, layers);
        let all = self.twin.world.refresh().unwrap();
        let view = layers.map_or(all, |layers| all.on_layers(layers));
        match self.choices.below(5) {
            0 => answers::probes(&mut self.choices, view, &seen, from),
            1 => _ = answers::rays(view, &seen, from, end(&mut self.choices, from)),
            2 => answers::nearest(view, &seen, from, self.choices.below(6) as usize),
            _ if poses.is_empty() => {}
            3 => {
                let [one, other] = [0; 2].map(|_| &poses[self.choices.below(poses.len() as u32) as usize]);
                answers::contact(all, one, other);
            }
            _ => {
                let one = &poses[self.choices.below(poses.len() as u32) as usize];
                let to = end(&mut self.choices, one.actor.at).map(|c| c.clamp(-MAX_POSITION, MAX_POSITION));
                moving::free(all, &poses, one, layers, &[to, from]);
                moving::swept(all, &poses, one, layers, to);
                moving::touched(all, &poses, one, layers, [self.choices.within(-3..4), self.choices.within(-3..4)]);
                moving::touched(all, &poses, one, layers, [0, 0]);
                let walk = Motion::Walk { step_up: self.choices.below(9), step_down: self.choices.below(9) };
                let motion = self.choices.one_of(&[Motion::Slide, Motion::Stop, Motion::StopFromInside, walk]);
                moving::moved(&mut self.twin, &poses, one, to, motion);
            }
        }
    }
}
