//! Impacts: where the sprites of a pair touched first in a step.

use super::first::{Traveler, TravelerPair};
use crate::narrow::contact::{Collider, Contact, expect_shared};
use crate::{Pair, Placed, SpriteId, Step, View};

/// The first touch of two sprites in a step: the result of [`Step::impact`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Impact<'w> {
    /// The first sprite.
    pub a: SpriteId,
    /// The second sprite.
    pub b: SpriteId,
    /// The share of the way of this step that lies before the touch: 0 if the two touch where the way begins, or if neither has
    /// a way, and 1 if they touch only where they stand now.
    pub share: f64,
    /// The positions of `a` and of `b` at the touch, in world pixels, as in [`Sprite::position`](crate::Sprite#structfield.position). Of two
    /// sprites that both have a way, the place of the second (the one with the larger id) is rounded to whole pixels, halves up, and the
    /// other stands at the exact offset from it.
    pub places: [[i32; 2]; 2],
    /// The contact of the two sprites at these places.
    pub contact: Contact<'w>,
}

impl<'w> Step<'w> {
    /// Returns where the two sprites of a pair of this step touched first: at the first offset of their way at which they share
    /// a pixel ([`Sprite::continuous`](crate::Sprite::continuous())). If neither sprite has a way, it is where they stand.
    /// Returns `None` if the pair is not in [`Step::pairs`]. The two ids may come in any order: the impact keeps it.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let (ball, wall) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(4, 90)?)?);
    /// let wall = world.spawn(Sprite::new(wall, [50, 0]).fixed(true))?;
    /// let ball = world.spawn(Sprite::new(ball, [0, 40]).continuous(true))?;
    /// world.step()?;
    /// world.move_to(ball, [100, 40])?;
    /// let step = world.step()?;
    /// let impact = step.impact(step.began()[0]).unwrap();
    /// assert_eq!(impact.places[1], [43, 40]); // one pixel of the ball is in the wall
    /// assert_eq!(impact.contact.normal_of(ball), Some([-1.0, 0.0]));
    /// world.move_to(ball, [42, 40])?; // a game may put it back to where it touched
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a binary search, and a test at each offset of the way at which the tight boxes overlap, up to the first touch.
    #[must_use]
    pub fn impact(self, pair: Pair) -> Option<Impact<'w>> {
        let sorted = Pair { a: pair.a.min(pair.b), b: pair.a.max(pair.b) };
        self.pairs().binary_search(&sorted).ok()?;
        let (world, view) = (self.world, View::of(self.world));
        let traveler = |id: SpriteId| {
            let row = view.row(id)?;
            let from = world.ways.from(row).unwrap_or(world.broad.position(row));
            Some(Traveler::new(world, row, from))
        };
        let travelers = [traveler(sorted.a)?, traveler(sorted.b)?];
        let both = TravelerPair::new(world, world.tables.reader(), &[], travelers);
        let (a, b) = (both.a, both.b);
        let line = both.line();
        let (step, steps) = (both.first_step(&line)?, line.steps());
        let mut places = places(&a, &b, line.at(step), [step, steps]);
        if a.id > b.id {
            places.swap(0, 1);
        }
        let colliders = [(&travelers[0], places[0]), (&travelers[1], places[1])].map(|(one, place)| {
            let by = [0, 1].map(|axis| place[axis].wrapping_sub(one.at[axis]));
            let (placed, (aabb, number)) = (view.placed(one.row), world.broad.boxed(one.row));
            let placed = Placed { at: [placed.at[0].wrapping_add(by[0]), placed.at[1].wrapping_add(by[1])], ..placed };
            Collider { placed, aabb: aabb.translated(by), number }
        });
        let share = f64::from(step) / f64::from(steps.max(1));
        let contact = expect_shared(Contact::new(view, sorted, colliders).with_first(pair.a));
        let places = if pair == sorted { places } else { [places[1], places[0]] };
        Some(Impact { a: pair.a, b: pair.b, share, places, contact })
    }

    /// Whether a pair, its ids in any order, is one of this step although its sprites share no pixel now.
    pub(in crate::narrow) fn is_passing(self, Pair { a, b }: Pair) -> bool {
        self.world.step_lists.passing.binary_search(&Pair { a: a.min(b), b: a.max(b) }).is_ok()
    }
}

/// The places of two sprites after some of the steps of their way. `offset` is that of the positions, from `b` to `a`.
fn places(a: &Traveler, b: &Traveler, offset: [i32; 2], [step, steps]: [u32; 2]) -> [[i32; 2]; 2] {
    if a.from == a.at {
        return [a.at, [0, 1].map(|axis| a.at[axis] - offset[axis])];
    }
    let place = [0, 1].map(|axis| {
        let (from, by) = (i64::from(b.from[axis]), i64::from(b.at[axis]) - i64::from(b.from[axis]));
        let steps = i64::from(steps).max(1);
        // The half is added before the division, which rounds down.
        let along = (2 * i128::from(by) * i128::from(step) + i128::from(steps)).div_euclid(2 * i128::from(steps));
        (i128::from(from) + along) as i32
    });
    [[0, 1].map(|axis| place[axis] + offset[axis]), place]
}
