//! Sweeps: the first obstacle on the straight path of a sprite, and the sprites that would block a move.

use super::moving_sprite::{MovingSprite, Who};
use super::ray::LineTraversal;
use crate::geometry::Aabb;
use crate::sprites::check_position;
use crate::{PlacedMask, SpriteId, View, WorldError, memory};
use mask::{Line, Rect};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The first contact of a moving sprite with a sprite in its way.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SpriteSweepHit {
    /// The sprite in the way.
    pub id: SpriteId,
    /// The number of the first step along the line after which the two sprites share a solid pixel. It is 0 only for a
    /// hit from inside ([`View::hit_from_inside`]).
    pub step: u32,
    /// The last position of the moving sprite before the contact, one step earlier. There it may overlap sprites that
    /// it has overlapped since the start. `None` if `step` is 0: the two sprites then overlap at the start.
    pub before: Option<[i32; 2]>,
    /// The topmost pixel that the two sprites share in the contact, the leftmost of its row, in world pixels.
    pub first: [i32; 2],
    /// The unit normal of the contact: it points out of the sprite in the way, towards the moving sprite, y down. It is
    /// the [`Contact::normal`](crate::Contact::normal) of the moving sprite. Near the end of a flat side the normal is
    /// tilted, because it is the gradient of the overlap area.
    pub normal: [f64; 2],
}

/// The result of a sweep: the end of the free part of the path, and the first contact.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Swept {
    /// The position at which the sprite comes to rest: [`SpriteSweepHit::before`] of the hit, the start if there is no
    /// free position before the hit, or the end of the line.
    pub at: [i32; 2],
    /// The first contact; `None` if the line is free.
    pub hit: Option<SpriteSweepHit>,
    /// The sprite that the moving sprite overlaps at the start, if the sprite may be in the way. Of several such
    /// sprites, it is the one with the smallest id. [`View::sweep`] goes on as far as the moving sprite gets no deeper
    /// into these sprites, and with [`View::hit_from_inside`], it hits this sprite.
    pub started_inside: Option<SpriteId>,
}

/// Sweeps of a sprite along a straight path.
impl<'w> View<'w> {
    /// Returns how far a sprite can move in a straight line towards a position. `who` is a sprite at its place or at
    /// another, or what else a [`Who`] is, such as a shot before it is fired. It does not move.
    ///
    /// The path is the [`Line`] of whole-pixel steps from the sprite's position to `to`. The sprite stops at the
    /// last position before it would share a solid pixel with another sprite. The result is the same as if every
    /// position on the path were tested. The sprite therefore never passes through another, however long the path and
    /// however thin the other sprite.
    ///
    /// Another sprite is in the way if the layers of both sprites allow a collision (a
    /// [`PlacedMask`](crate::PlacedMask) shape meets every layer), the view includes the other sprite
    /// ([`View::on_layers`]), and the other is not a sensor. A [one-way](crate::Sprite::one_way()) sprite is in the way
    /// only from its side. This holds for moving and fixed sprites alike, even if the sprite itself is fixed. If the
    /// sprite hits several sprites at one step, the hit names the sprite with the smallest id.
    ///
    /// # A start inside another sprite
    /// If the sprite overlaps another sprite at the start, it never gets deeper into it. Its depth is the length of its
    /// shortest way out ([`Contact::penetration`](crate::Contact::penetration)). A step is blocked if the depth grows,
    /// or if it stays and the number of shared pixels grows. So the sprite can leave, and can slide along, but cannot
    /// sink or pass through. Once the two have separated, the other sprite blocks as usual. [`Swept::started_inside`]
    /// names the other sprite. With [`View::hit_from_inside`], the sprite does not move at all from such a start:
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (dot, rock) = (world.add_mask(Mask::filled(1, 1)?)?, world.add_mask(Mask::filled(40, 40)?)?);
    /// let rock = world.spawn(Sprite::new(rock, [10, -20]).fixed(true))?;
    /// let bullet = world.spawn(Sprite::new(dot, [10, 0]))?; // one pixel inside the rock
    /// let view = world.refresh()?;
    /// let swept = view.sweep(bullet, [100, 0])?;
    /// assert_eq!((swept.at, swept.started_inside), ([10, 0], Some(rock))); // no deeper into the rock
    /// assert_eq!(view.sweep(bullet, [0, 0])?.at, [0, 0]); // but out of it
    /// let hit = view.hit_from_inside().sweep(bullet, [0, 0])?.hit.unwrap();
    /// assert_eq!((hit.id, hit.step, hit.before), (rock, 0, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Examples
    ///
    /// ```
    /// # use hitmask::{Mask, PlacedMask, Sprite, World};
    /// # let mut world = World::new();
    /// let (ball, wall) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(1, 90)?)?);
    /// let ball = world.spawn(Sprite::new(ball, [0, 0]))?;
    /// let wall = world.spawn(Sprite::new(wall, [500, -30]).fixed(true))?;
    /// let swept = world.refresh()?.sweep(ball, [10_000, 0])?;
    /// let hit = swept.hit.unwrap();
    /// assert_eq!((swept.at, hit.id, hit.before), ([492, 0], wall, Some([492, 0])));
    /// assert_eq!((hit.first, hit.normal), ([500, 0], [-1.0, 0.0])); // back to the ball
    /// let shot = PlacedMask { mask: &Mask::filled(3, 3)?, at: [0, 20] }; // not in the world
    /// assert_eq!(world.refresh()?.sweep(shot, [900, 20])?.at, [497, 20]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a test of each box of the trees along the line, and a [`Mask::sweep`](mask::Mask::sweep) against each
    /// sprite that the tight box reaches, up to the first hit. A sprite that overlaps at the start adds a search for
    /// the way out for each step until the two have separated; a hit from inside adds one normal, which is slow deep
    /// inside large masks ([`Mask::overlap_normal`](mask::Mask::overlap_normal)).
    ///
    /// # Errors
    /// Returns the errors of [`View::shape`], [`WorldError::NoCommonLayer`] as [`View::on_layers`] says, and
    /// [`WorldError::OutOfRange`] if `to` is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn sweep<'a>(self, who: impl Into<Who<'a>>, to: impl Into<[i32; 2]>) -> Result<Swept, WorldError>
    where
        'w: 'a,
    {
        let to = check_position(to.into().map(i64::from))?;
        Ok(MovingSprite::of_who(self, who.into())?.on_asked_layers()?.sweep(to))
    }
}

/// The obstacles of a sweep of at most this many steps are those in the box around it: a search of a small box takes
/// less time than a traversal along a line.
const SHORT: u32 = 64;

impl MovingSprite<'_> {
    /// How far the sprite can move towards a position. The sprite does not move.
    pub(crate) fn sweep(&self, to: [i32; 2]) -> Swept {
        let line = Line::new(self.at, to);
        let mut first: Option<(u32, SpriteId, usize)> = None;
        let mut started_inside = None;
        let free = Swept { at: to, hit: None, started_inside };
        let Some(tight) = self.placed.bounds() else { return free };
        let mut limit = f64::from(line.steps());
        let mut visit = |slot: usize, limit: &mut f64| {
            let (id, obstacle) = (self.view.id(slot), self.obstacle(slot));
            let meeting = self.meets(&obstacle);
            let inside = meeting.is_inside(self.at);
            if inside && started_inside.is_none_or(|other| id < other) {
                started_inside = Some(id);
            }
            let is_behind = first.is_some_and(|(_, other, _)| other < id);
            let last = (*limit as u32).saturating_sub(is_behind.into());
            if let Some(block) = meeting.first_block_of_view(&line, inside, last)
                && first.is_none_or(|(first, other, _)| (block, id) < (first, other))
            {
                first = Some((block, id, slot));
                *limit = block.into();
            }
            ControlFlow::<Infallible>::Continue(())
        };
        let _ = if line.steps() <= SHORT {
            let [from, to] =
                [self.at, to].map(|at| self.placed_at(at).bounds().map_or(Aabb::EMPTY, |tight| Aabb::of(&tight)));
            self.try_for_each_obstacle(from.union(to), |slot| visit(slot, &mut limit))
        } else {
            // The x part of a step may end beside the line, by one pixel, which matters only to one-way sprites.
            let beside = u32::from(self.view.world.columns.modes().stored() > 0);
            let reached = Rect { top: tight.top - beside as i32, height: tight.height + 2 * beside, ..tight };
            self.view.world.trees.nearest_first(
                self.trees(),
                &mut LineTraversal::of_box(&line, &reached, |slot, limit: &mut f64| match self.is_obstacle(slot) {
                    true => visit(slot, limit),
                    false => ControlFlow::Continue(()),
                }),
            )
        };
        let Some((step, _, slot)) = first else { return Swept { started_inside, ..free } };
        let before = step.checked_sub(1).map(|before| line.at(before));
        let at = before.unwrap_or(self.at);
        Swept { at, hit: Some(self.hit(slot, [at, line.at(step)], step)), started_inside }
    }

    /// Describes the contact of the sprite with an obstacle that blocks a step from one position to the next.
    pub(crate) fn hit(&self, slot: usize, [from, to]: [[i32; 2]; 2], step: u32) -> SpriteSweepHit {
        let (mine, obstacle) = (self.placed.mask, self.obstacle(slot));
        let (other, before) = (obstacle.placed, (step > 0).then_some(from));
        // Some one-way sprites block the x part of the step, which comes first.
        let at = if obstacle.one_way.is_some_and(|side| side.axis() == 0) { [to[0], from[1]] } else { to };
        let shared = other.offset(&self.placed_at(at)).and_then(|offset| {
            let out = || self.meets(&obstacle).way_out(at);
            let normal = mine.normal_of_overlap(other.mask, offset.map(|c| -c), out)?;
            Some((other.mask.overlap_first(mine, offset)?, normal))
        });
        let (first, normal) = shared.expect("the masks share a solid pixel at a contact");
        SpriteSweepHit { id: self.view.id(slot), step, before, first: other.to_world(first), normal }
    }
}

impl<'w> View<'w> {
    /// Returns the sprites that would block a move of a sprite by an offset, sorted by id. `who` is a sprite, or what
    /// else a [`Who`] is; it does not move.
    ///
    /// The move goes in a straight line of whole-pixel steps, as in [`View::sweep`]. A sprite is in the list if it
    /// alone would stop the move. By `[0, 1]`, the list is the ground that a sprite stands on; by `[1, 0]`, the walls
    /// to its right. By `[0, 0]`, it is the sprites that the sprite overlaps now; one-way sprites are not among them,
    /// because nobody is blocked inside them. The list by `[0, 0]` is empty exactly if [`View::is_free`] is true. From
    /// [inside](View::hit_from_inside), the sprites that the sprite overlaps now are in every list.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (hero, floor) = (world.add_mask(Mask::filled(8, 16)?)?, world.add_mask(Mask::filled(90, 10)?)?);
    /// let hero = world.spawn(Sprite::new(hero, [0, 84]))?;
    /// let floor = world.spawn(Sprite::new(floor, [0, 100]).fixed(true))?;
    /// let view = world.refresh()?;
    /// assert_eq!(view.touching(hero, [0, 1])?, [floor]); // it stands on the floor
    /// assert_eq!(view.touching(hero, [0, -1])?, []); // and can jump
    /// assert_eq!(view.touching(hero, [0, 0])?, []); // it overlaps nothing
    /// assert_eq!(view.touching(hero.at([0, 90]), [0, 0])?, [floor]); // there, it would
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a search of the trees, and a sweep against each sprite whose tight box the move reaches.
    ///
    /// # Errors
    /// Returns the errors of [`View::shape`], [`WorldError::NoCommonLayer`] as [`View::on_layers`] says, and
    /// [`WorldError::OutOfRange`] if the move leads further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn touching<'a>(self, who: impl Into<Who<'a>>, by: impl Into<[i32; 2]>) -> Result<Vec<SpriteId>, WorldError>
    where
        'w: 'a,
    {
        let mover = MovingSprite::of_who(self, who.into())?.on_asked_layers()?;
        let by = by.into();
        let to = check_position([0, 1].map(|axis| i64::from(mover.at[axis]) + i64::from(by[axis])))?;
        let line = Line::new(mover.at, to);
        let mut ids = Vec::new();
        let _ = mover.try_for_each_along(&line, |obstacle| {
            let meeting = mover.meets(&obstacle);
            let is_inside = meeting.is_inside(mover.at);
            if is_inside && line.steps() == 0 || meeting.first_block_of_view(&line, is_inside, line.steps()).is_some() {
                memory::or_panic(memory::try_push(&mut ids, self.id(obstacle.slot)));
            }
            ControlFlow::<()>::Continue(())
        });
        ids.sort_unstable();
        Ok(ids)
    }

    /// Returns the shape of a sprite, or of what else a [`Who`] is: the mask variant that it shows (flipped, turned,
    /// scaled and rotated), and its top-left pixel in the world.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, QuarterTurn, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let sprite = Sprite::new(plank, [7, 0]).turn(QuarterTurn::Quarter);
    /// let shape = world.refresh()?.shape(&sprite)?; // it need not be in the world
    /// assert_eq!((shape.at, shape.mask.width(), shape.mask.height()), ([7, 0], 4, 40));
    /// let id = world.spawn(sprite)?;
    /// assert_eq!(world.refresh()?.shape(id.at([9, 9]))?.at, [9, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleSprite`] if an id names no sprite of this world.
    /// - Returns [`WorldError::OutOfRange`] if a place is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    /// - Returns [`WorldError::NoMemory`] if the mask must be rendered under its map, and the system refuses memory.
    /// - For a description, returns the errors of [`World::spawn`](crate::World::spawn), except [`WorldError::Full`].
    pub fn shape<'a>(self, who: impl Into<Who<'a>>) -> Result<PlacedMask<'a>, WorldError>
    where
        'w: 'a,
    {
        let mover = MovingSprite::of_who(self, who.into())?;
        Ok(mover.placed_at(mover.at))
    }
}
