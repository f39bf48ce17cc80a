//! How a move reacts to a sprite in its way, which sprites are in its way, and whole moves from velocities with
//! fractions.

use crate::{View, WorldError, place};
use mask::IntoPoint;

/// The reaction of a moving sprite to another sprite in its way, and the options of the move.
///
/// [`Motion::STOP`], [`Motion::SLIDE`] and [`Motion::walk`] are the reactions. By default, the sprites in the way are
/// those of [`View::sweep`], and a sprite that starts inside others can leave them. The options change this, as those
/// of a [`View`] do for queries:
///
/// ```
/// # use hitmask::{Mask, Motion, Side, Sprite, World};
/// # let mut world = World::new();
/// const PLATFORMS: u32 = 0b10;
/// let (hero, plank) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(40, 4)?)?);
/// let hero = world.spawn(Sprite::new(hero, [10, 12]))?;
/// let plank = Sprite::new(plank, [0, 20]).fixed(true).one_way(Side::Top).layers(PLATFORMS);
/// world.spawn(plank)?;
/// assert_eq!(world.move_until(hero, [10, 30], Motion::SLIDE)?.at, [10, 12]); // it stands on the plank
/// let drop = Motion::SLIDE.on_layers(!PLATFORMS);
/// assert_eq!(world.move_until(hero, [10, 30], drop)?.at, [10, 30]); // and drops through it
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Motion {
    pub(super) reaction: Reaction,
    layers: Option<u32>,
    sensors: bool,
    pub(super) from_inside: bool,
}

/// The reaction of a moving sprite to a sprite in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Reaction {
    Stop,
    Slide,
    Walk { step_up: u32, step_down: u32 },
}

/// The reactions.
impl Motion {
    /// The sprite stops before the other. From inside another sprite, it can leave, but not get deeper.
    pub const STOP: Motion = Motion::of(Reaction::Stop);

    /// The sprite moves straight towards the target, up to the first hit. Then it slides along the obstacle in rounds,
    /// at most eight, as long as a round still moves it. In a round, it moves as far as it can along the axis with the
    /// longer remaining distance (x if both are equal), then along the other. It never moves away from the target on
    /// either axis, so it does not climb a slope if the target is not higher than the sprite: aim at a target above the
    /// slope.
    pub const SLIDE: Motion = Motion::of(Reaction::Slide);

    /// The sprite walks along x to the column of the target, over slopes and stairs. `step_up` is how many pixels it
    /// can climb for each pixel of x, and `step_down` how many it can go down without leaving the ground. The y of the
    /// target must be in range, but is otherwise ignored: the ground determines the height.
    ///
    /// The sprite goes column by column. In each column:
    ///
    /// 1. It moves one pixel along x. If another sprite is in the way, it first climbs, by the smallest of 1 to
    ///    `step_up` pixels from which it can move along x. It needs headroom: the positions straight above it must be
    ///    free up to that height.
    /// 2. If there is ground at most `step_down` pixels below it, it goes down to the ground. Otherwise it keeps its
    ///    height: it has walked off a ledge, and the caller lets it fall.
    ///
    /// The walk ends at the column of the target, or before a wall that is too high.
    /// [`Moved::hits`](crate::Moved::hits) then has all sprites that are in the way at the height of the walker, sorted
    /// by id: on a slope, these are the crate that stops the walker and the ground that it could climb. `step` counts
    /// the columns from the start, including the column of the hit. Steps that the sprite climbs and the ground below
    /// it are not hits.
    ///
    /// A walk to the sprite's own column changes nothing, so a walker in the air does not fall. Any `step_up` and
    /// `step_down` are legal: with 0 for both, the sprite moves on a level line. The ends of the world, y =
    /// -[`MAX_POSITION`](crate::MAX_POSITION) and y = `MAX_POSITION`, act as a ceiling and as a drop.
    ///
    /// The walker never gets deeper into a sprite that it overlaps at the start. So a walker that has sunk into the
    /// terrain by a pixel, for example because its animation shows another mask, stands and walks on, and never falls
    /// through.
    ///
    /// The walker climbs the slopes of a one-way sprite that blocks from above, if they rise by at most `step_up`. It
    /// walks through steeper ones, as through every other part of the sprite.
    ///
    /// ```
    /// # use hitmask::{Mask, Motion, Sprite, World};
    /// # let mut world = World::new();
    /// let (hero, step) = (world.add_mask(Mask::filled(8, 16)?)?, world.add_mask(Mask::filled(200, 10)?)?);
    /// let hero = world.spawn(Sprite::new(hero, [0, 84]))?;
    /// world.spawn(Sprite::new(step, [0, 100]).fixed(true))?;
    /// world.spawn(Sprite::new(step, [30, 97]).fixed(true))?; // 3 px higher
    /// let wall = world.spawn(Sprite::new(step, [60, 90]).fixed(true))?; // and 7 px higher
    /// let walk = Motion::walk(4, 4);
    /// assert_eq!(world.move_until(hero, [40, 0], walk)?.at, [40, 81]); // up the step
    /// let moved = world.move_until(hero, [90, 0], walk)?;
    /// assert_eq!((moved.at, moved.hits[0].id), ([52, 81], wall));
    /// assert_eq!(world.move_until(hero, [0, 0], walk)?.at, [0, 84]); // and down again
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: after the refresh, a traversal of the trees for every 32 columns, two overlap tests of the sprites nearby
    /// for each column, and two more for each pixel of height. Stretches without a sprite in reach cost next to
    /// nothing.
    #[must_use]
    pub const fn walk(step_up: u32, step_down: u32) -> Motion {
        Motion::of(Reaction::Walk { step_up, step_down })
    }

    const fn of(reaction: Reaction) -> Motion {
        Motion { reaction, layers: None, sensors: false, from_inside: false }
    }
}

/// The options.
impl Motion {
    /// Restricts the move to the sprites in at least one of the given layers, as [`View::on_layers`] does: the sprite
    /// passes through all others. Each bit is a layer. The layers narrow what the sprite collides with. If it collides
    /// with none of them, the move returns [`WorldError::NoCommonLayer`](crate::WorldError). With layers 0, it passes
    /// through everything.
    #[must_use]
    pub const fn on_layers(self, layers: u32) -> Motion {
        Motion { layers: Some(layers), ..self }
    }

    /// Lets sensors block the move like other sprites, as [`View::with_sensors`] does.
    #[must_use]
    pub const fn with_sensors(self) -> Motion {
        Motion { sensors: true, ..self }
    }

    /// Hits a sprite that the moving sprite overlaps at the start, as [`View::hit_from_inside`] does: for shots from
    /// point-blank range. From such a start, the sprite does not move, whatever the reaction: it neither slides nor
    /// walks, and [`Moved::hits`](crate::Moved::hits) has one hit, at step 0, with the smallest id of
    /// [`Moved::started_inside`](crate::Moved::started_inside). From every other start, the option changes nothing.
    ///
    /// ```
    /// # use hitmask::{Mask, Motion, Sprite, World};
    /// # let mut world = World::new();
    /// let (dot, rock) = (world.add_mask(Mask::filled(1, 1)?)?, world.add_mask(Mask::filled(40, 40)?)?);
    /// let rock = world.spawn(Sprite::new(rock, [10, -20]))?;
    /// let shot = world.spawn(Sprite::new(dot, [10, 0]))?; // one pixel inside the rock
    /// let moved = world.move_until(shot, [0, 0], Motion::STOP.hit_from_inside())?;
    /// assert_eq!((moved.at, moved.hits[0].id, moved.hits[0].step), ([10, 0], rock, 0));
    /// assert_eq!(world.move_until(shot, [0, 0], Motion::STOP)?.at, [0, 0]); // without the option, it leaves
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn hit_from_inside(self) -> Motion {
        Motion { from_inside: true, ..self }
    }

    /// A view with the options of the move.
    #[doc(hidden)]
    #[must_use]
    pub fn view(self, view: View<'_>) -> View<'_> {
        let view = self.layers.map_or(view, |layers| view.on_layers(layers));
        let view = if self.sensors { view.with_sensors() } else { view };
        if self.from_inside { view.hit_from_inside() } else { view }
    }
}

/// Turns moves with fractions into whole moves, and keeps the rest for the next.
///
/// A sprite moves by whole pixels, and a game has velocities with fractions. Add each frame's move, and move the sprite
/// by what comes out. After many frames, the sprite has moved by the sum, rounded to the nearest pixel:
///
/// ```
/// use hitmask::Remainder;
///
/// let mut rest = Remainder::default();
/// let moves = [0; 4].map(|_| rest.take([0.4, -1.0]).unwrap());
/// assert_eq!(moves, [[0, -1], [1, -1], [0, -1], [1, -1]]); // 1.6 pixels to the right, and 4 up
/// assert_eq!(rest.rest[1], 0.0);
/// ```
///
/// If a wall stops the sprite, set the rest of that axis to 0, so that it does not move again by itself.
///
/// The idea is Maddy Thorson's ("Celeste and `TowerFall` physics").
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Remainder {
    /// What is left along x and y, in pixels: from -0.5 up to, but without, 0.5.
    pub rest: [f64; 2],
}

impl Remainder {
    /// Adds a move, in pixels. Returns the whole move that is due, each axis rounded to the nearest pixel, halves up.
    ///
    /// # Errors
    /// Returns [`WorldError::NotAPixel`] if the sum is NaN, or further than [`MAX_POSITION`](crate::MAX_POSITION) from
    /// 0. The rest is unchanged.
    pub fn take<N>(&mut self, by: impl IntoPoint<N>) -> Result<[i32; 2], WorldError> {
        let by = by.into_point();
        let sum = [self.rest[0] + by[0], self.rest[1] + by[1]];
        let whole = place(sum)?;
        self.rest = [sum[0] - f64::from(whole[0]), sum[1] - f64::from(whole[1])];
        Ok(whole)
    }
}
