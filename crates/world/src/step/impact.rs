//! Impacts: where the sprites of a pair touched first in a step.

use super::contact::{Collider, Contact, expect_shared};
use super::paths::{Traveler, TravelerPair};
use crate::{Pair, SpriteId, Step, View};

/// The first touch of two sprites in a step: the result of [`Step::impact`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Impact<'w> {
    /// The first sprite.
    pub a: SpriteId,
    /// The second sprite.
    pub b: SpriteId,
    /// The fraction of the path of this step that lies before the touch: 0 if the two touch where the path begins, or
    /// if neither has a path, and 1 if they touch only where they stand now.
    pub fraction: f64,
    /// The positions of `a` and of `b` at the touch, in world pixels, as in
    /// [`Sprite::position`](crate::Sprite#structfield.position). Of two sprites that both have a path, the place of the
    /// second (the one with the larger id) is rounded to whole pixels, halves up, and the other stands at the exact
    /// offset from it.
    pub places: [[i32; 2]; 2],
    /// The positions of `a` and of `b` one step of the path before the touch, at which the two share no pixel: where a
    /// bullet stops, or bounces. `None` if they touch where the path begins, or if neither has a path.
    pub before: Option<[[i32; 2]; 2]>,
    /// The contact of the two sprites at these places.
    pub contact: Contact<'w>,
}

/// The impact for one of its sprites.
impl Impact<'_> {
    /// Returns the other sprite. Returns `None` if `id` is neither of the two.
    #[must_use]
    pub fn other(&self, id: SpriteId) -> Option<SpriteId> {
        Pair { a: self.a, b: self.b }.other(id)
    }

    /// Returns the position of a sprite at the touch, as in [`Impact::places`](#structfield.places). Returns `None` if
    /// `id` is neither of the two.
    #[must_use]
    pub fn place_of(&self, id: SpriteId) -> Option<[i32; 2]> {
        self.index_of(id).map(|index| self.places[index])
    }

    /// Returns the position of a sprite one step of the path before the touch, as in
    /// [`Impact::before`](#structfield.before). Returns `None` if there is none, or if `id` is neither of the two.
    #[must_use]
    pub fn before_of(&self, id: SpriteId) -> Option<[i32; 2]> {
        self.index_of(id).zip(self.before).map(|(index, before)| before[index])
    }

    fn index_of(&self, id: SpriteId) -> Option<usize> {
        [self.a, self.b].iter().position(|&one| one == id)
    }
}

impl<'w> Step<'w> {
    /// Returns where the two sprites of a pair of this step touched first: at the first offset of their path at which
    /// they share a pixel ([`Sprite::continuous`](crate::Sprite::continuous())). If neither sprite has a path, it is
    /// where they stand. Returns `None` if the pair is not in [`Step::pairs`]. The two ids may come in any order: the
    /// impact keeps it.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (ball, wall) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(4, 90)?)?);
    /// let wall = world.spawn(Sprite::new(wall, [50, 0]).fixed(true))?;
    /// let ball = world.spawn(Sprite::new(ball, [0, 40]).continuous(true))?;
    /// world.step()?;
    /// world.move_to(ball, [100, 40])?;
    /// let step = world.step()?;
    /// let impact = step.impact(step.began()[0]).unwrap();
    /// assert_eq!(impact.place_of(ball), Some([43, 40])); // one pixel of the ball is in the wall
    /// assert_eq!(impact.contact.normal_of(ball), Some([-1.0, 0.0]));
    /// // A game may put it back to where it was free. Its next path begins there, not behind the wall.
    /// let before = impact.before_of(ball).unwrap();
    /// world.move_to(ball, before)?;
    /// world.set_last_place(ball, before)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a binary search, and a test at each offset of the path at which the tight boxes overlap, up to the first
    /// touch.
    #[must_use]
    pub fn impact(self, pair: Pair) -> Option<Impact<'w>> {
        let sorted = Pair { a: pair.a.min(pair.b), b: pair.a.max(pair.b) };
        self.pairs().binary_search(&sorted).ok()?;
        let (world, view) = (self.world, View::of(self.world));
        let traveler = |id: SpriteId| Some(Traveler::new(world, view.slot(id)?));
        let travelers = [traveler(sorted.a)?, traveler(sorted.b)?];
        let both = TravelerPair::new(world, world.tables.reader(), travelers);
        let (a, b) = (both.a, both.b);
        let line = both.line();
        let (step, steps) = (both.first_step(&line)?, line.steps());
        // In the order of `pair`.
        let in_order = |[of_a, of_b]: [[i32; 2]; 2]| if a.id == pair.a { [of_a, of_b] } else { [of_b, of_a] };
        let places_at = |step: u32| in_order(places(&a, &b, line.at(step), [step, steps]));
        let (places, before) = (places_at(step), step.checked_sub(1).map(places_at));
        let colliders = travelers.map(|one| {
            let place = places[usize::from(one.id != pair.a)];
            Collider { aabb: world.masks.variant(one.number).outer.translated(place), number: one.number }
        });
        let fraction = f64::from(step) / f64::from(steps.max(1));
        let contact = expect_shared(Contact::new(view, sorted, colliders).with_first(pair.a));
        Some(Impact { a: pair.a, b: pair.b, fraction, places, before, contact })
    }

    /// Returns the impact of a sprite that comes first: of the pairs of this step that contain it, the one with the
    /// smallest [fraction](Impact::fraction) of the path, of several the one with the smallest id. The sprite is the
    /// first of the impact. Returns `None` if the sprite is in no pair.
    ///
    /// It is for bullets that several sprites are in the way of:
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let (dot, plank) = (world.add_mask(Mask::filled(2, 2)?)?, world.add_mask(Mask::filled(4, 90)?)?);
    /// let planks = [80, 50, 20].map(|x| world.spawn(Sprite::new(plank, [x, 0])).unwrap());
    /// let bullet = world.spawn(Sprite::new(dot, [0, 40]).continuous(true))?;
    /// world.step()?;
    /// world.move_to(bullet, [100, 40])?;
    /// let impact = world.step()?.first_impact(bullet).unwrap();
    /// assert_eq!(impact.other(bullet), Some(planks[2]));
    /// assert_eq!((impact.place_of(bullet), impact.before_of(bullet)), (Some([19, 40]), Some([18, 40])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: that of [`Step::contacts_of`], and of [`Step::impact`] for each pair of the sprite.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn first_impact(self, id: SpriteId) -> Option<Impact<'w>> {
        let impacts = self.pairs_of(id).filter_map(|pair| self.impact(Pair { a: id, b: pair.other(id)? }));
        // Of several equal ones, it is the first, and the pairs are sorted.
        impacts.min_by(|one, other| one.fraction.total_cmp(&other.fraction))
    }

    /// Whether a pair, its ids in any order, is one of this step although its sprites share no pixel now.
    pub(in crate::step) fn is_passing(self, Pair { a, b }: Pair) -> bool {
        self.world.step_lists.passing.binary_search(&Pair { a: a.min(b), b: a.max(b) }).is_ok()
    }
}

/// The places of two sprites after some of the steps of their path. `offset` is that of the positions, from `b` to `a`.
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
