//! The description of a sprite.

use super::position::split;
use crate::{Angle, MaskId, QuarterTurn, WorldError};
use mask::Affine;
#[cfg(doc)]
use mask::Mask;

/// A description of a sprite: the mask that it shows, its position, flips, turn, scale, angle, origin and
/// layers, and the data of the user.
///
/// A sprite is plain data. Its fields are public, to read and to assign, and each has a builder method of the same
/// name. The values are checked by the method that takes the sprite, for example
/// [`World::spawn`](crate::World::spawn). To change a sprite of a world, see
/// [`World::get_mut`](crate::World::get_mut).
///
/// Flips always apply first, then the quarter turn, then the scale, then the angle. A pixel of the world is solid if
/// its center shows a solid pixel of the mask: what a renderer without smoothing draws. [`Mask::transformed`] has the
/// rule, also for centers on an edge. [`Sprite::transform`](Sprite::transform()) takes any other map.
///
/// ```
/// # use hitmask::Mask;
/// use hitmask::{Sprite, QuarterTurn, World};
///
/// # let mut world = World::new();
/// # let ship = world.add_mask(Mask::filled(3, 2)?)?;
/// let sprite = Sprite::new(ship, [10, -4]).flip_x(true).turn(QuarterTurn::Quarter).layers(0b10);
/// let id = world.spawn(sprite)?;
/// assert_eq!(world.get(id).unwrap().position, [10, -4]);
///
/// world.spawn(sprite.position([10, 8]))?; // another one below
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With the feature `serde`, a sprite is saved as a struct of its fields. The mask is saved as its id.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Sprite {
    /// The id of the mask that the sprite shows.
    pub mask: MaskId,
    /// The position of the sprite, in world pixels. Both coordinates must be from
    /// -[`MAX_POSITION`](crate::MAX_POSITION) to [`MAX_POSITION`](crate::MAX_POSITION).
    ///
    /// With an origin, this is where the origin is drawn. Without an origin, this is the top-left corner of the flipped
    /// and turned sprite, before its scale and rotation.
    pub position: [i32; 2],
    /// The part of the position below a pixel, from 0 to less than 1 along each axis. See
    /// [`Sprite::fraction`](Sprite::fraction()).
    #[cfg_attr(feature = "serde", serde(with = "crate::sprites::fraction"))]
    pub fraction: [f64; 2],
    /// Whether the sprite is mirrored left to right. See [`Sprite::flip_x`](Sprite::flip_x()).
    pub flip_x: bool,
    /// Whether the sprite is mirrored top to bottom. See [`Sprite::flip_y`](Sprite::flip_y()).
    pub flip_y: bool,
    /// The quarter turn, which applies after the flips. See [`Sprite::turn`](Sprite::turn()).
    pub turn: QuarterTurn,
    /// The rotation angle, which applies after the scale. See [`Sprite::angle`](Sprite::angle()).
    pub angle: Angle,
    /// The factors along x and y. Both must be finite and greater than 0. See [`Sprite::scale`](Sprite::scale()).
    #[cfg_attr(feature = "serde", serde(with = "crate::sprites::scale"))]
    pub scale: [f64; 2],
    /// The point of the picture that is drawn at the position of the sprite. See [`Sprite::origin`](Sprite::origin()).
    pub origin: Option<[f64; 2]>,
    /// Any map of the picture, instead of flips, turn, scale, angle and origin. Its translation is the position, so
    /// here it is 0. See [`Sprite::transform`](Sprite::transform()), which splits a map.
    #[cfg_attr(feature = "serde", serde(with = "crate::sprites::transform"))]
    pub transform: Option<Affine>,
    /// The layers that the sprite is in. Each bit is a layer. See [`Sprite::layers`](Sprite::layers()).
    pub layers: u32,
    /// The layers that the sprite collides with. Each bit is a layer. See
    /// [`Sprite::collides_with`](Sprite::collides_with()).
    pub collides_with: u32,
    /// Whether the sprite is scenery that seldom moves. See [`Sprite::fixed`](Sprite::fixed()).
    pub fixed: bool,
    /// Whether the sprite collides but blocks nobody. See [`Sprite::sensor`](Sprite::sensor()).
    pub sensor: bool,
    /// The only side from which the sprite blocks others, if there is one. See [`Sprite::one_way`](Sprite::one_way()).
    pub one_way: Option<Side>,
    /// Whether a step tests the sprite along its path. See [`Sprite::continuous`](Sprite::continuous()).
    pub continuous: bool,
    /// The data of the user. See [`Sprite::data`](Sprite::data()).
    pub data: u64,
}

impl Sprite {
    /// Returns a sprite that shows a mask, with its top-left pixel at `position`, in world pixels. If
    /// [`Sprite::origin`](Sprite::origin()) sets an origin, it is drawn at `position` instead. A game that keeps positions with fractions passes [`place(position)?`](crate::place()).
    #[must_use]
    pub fn new(mask: MaskId, position: impl Into<[i32; 2]>) -> Sprite {
        Sprite {
            mask,
            position: position.into(),
            fraction: [0.0; 2],
            flip_x: false,
            flip_y: false,
            turn: QuarterTurn::None,
            angle: Angle::ZERO,
            scale: [1.0, 1.0],
            origin: None,
            transform: None,
            layers: 1,
            collides_with: u32::MAX,
            fixed: false,
            sensor: false,
            one_way: None,
            continuous: false,
            data: 0,
        }
    }

    /// Sets the mask that the sprite shows.
    #[must_use]
    pub fn mask(self, mask: MaskId) -> Sprite {
        Sprite { mask, ..self }
    }

    /// Sets the position, in world pixels: of the origin, or without an origin, of the top-left pixel.
    /// [`World::spawn`](crate::World::spawn) checks the range.
    #[must_use]
    pub fn position(self, position: impl Into<[i32; 2]>) -> Sprite {
        Sprite { position: position.into(), ..self }
    }

    /// Sets the part of the position below a pixel, from 0 to less than 1 along each axis. The default is `[0, 0]`.
    ///
    /// A sprite that is scaled, rotated or transformed is shown at `position + fraction`. If its map, apart from the
    /// translation, is only flips and quarter turns, the top-left corner that follows is rounded to the nearest pixel,
    /// halves right and down: so it is without a map, and at an angle of 90 degrees. Moves of whole pixels keep the
    /// fraction; [`SpriteMut::place_at`](crate::SpriteMut::place_at) sets both.
    #[must_use]
    pub fn fraction(self, fraction: [f64; 2]) -> Sprite {
        Sprite { fraction, ..self }
    }

    /// Sets whether the sprite is mirrored left to right. The default is `false`.
    #[must_use]
    pub fn flip_x(self, flip_x: bool) -> Sprite {
        Sprite { flip_x, ..self }
    }

    /// Sets whether the sprite is mirrored top to bottom. The default is `false`.
    #[must_use]
    pub fn flip_y(self, flip_y: bool) -> Sprite {
        Sprite { flip_y, ..self }
    }

    /// Sets the quarter turn of the sprite. It applies after the flips. The default is [`QuarterTurn::None`].
    #[must_use]
    pub fn turn(self, turn: QuarterTurn) -> Sprite {
        Sprite { turn, ..self }
    }

    /// Sets the rotation angle of the sprite. The rotation applies after the flips, the quarter turn and the scale. The
    /// default is 0.
    ///
    /// The sprite shows the angle as given, unless [`World::set_angle_steps`](crate::World::set_angle_steps) rounds the
    /// angles of its mask. A sprite that rotates in each step is tested without rendering its mask. The masks of sprites
    /// that keep their angle are rendered once, and shared by all that show the same.
    ///
    /// A sprite with an origin rotates about it. A sprite without one rotates about its middle, and its position is the
    /// top-left corner that it has with neither scale nor rotation.
    ///
    /// ```
    /// # use hitmask::{Angle, Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let id = world.spawn(Sprite::new(plank, [100, 100]).angle(Angle::degrees(45.0)?))?;
    /// let bounds = world.refresh()?.bounds(id).unwrap();
    /// assert!(bounds.width.abs_diff(bounds.height) <= 1 && bounds.contains([120, 102]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn angle(self, angle: Angle) -> Sprite {
        Sprite { angle, ..self }
    }

    /// Sets the scale of the sprite: the factors along x and y. The scale applies after the flips and the quarter turn,
    /// and before the rotation. The default is `[1.0, 1.0]`.
    ///
    /// Both factors must be finite and greater than 0; [`World::spawn`](crate::World::spawn) checks them. To mirror a
    /// sprite, use [`Sprite::flip_x`](Sprite::flip_x()).
    ///
    /// If the scaled mask is less than 1/65,536 of a pixel wide or high, the sprite shows no pixels and never collides.
    ///
    /// A sprite with an origin is scaled about it. A sprite without one is scaled about its middle, and its position is
    /// the top-left corner that it has with neither scale nor rotation.
    ///
    /// ```
    /// # use hitmask::{Mask, Rect, Sprite, World};
    /// # let mut world = World::new();
    /// let rock = world.add_mask(Mask::filled(10, 20)?)?;
    /// let id = world.spawn(Sprite::new(rock, [100, 100]).scale([2.0, 0.5]))?;
    /// assert_eq!(world.refresh()?.bounds(id), Some(Rect::new(95, 105, 20, 10))); // the middle stays at [105, 110]
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scale(self, scale: [f64; 2]) -> Sprite {
        Sprite { scale, ..self }
    }

    /// Sets the origin: the point of the picture that is drawn at the position of the sprite. The sprite flips, turns,
    /// scales and rotates about it. Engines call it origin, anchor or pivot.
    ///
    /// The origin is a point, in pixels of the mask as it was added: `[0.0, 0.0]` is the top-left corner of the picture,
    /// `[0.5, 0.5]` the center of its first pixel. It may lie outside the picture. Both coordinates must be from
    /// -[`MAX_ORIGIN`](crate::MAX_ORIGIN) to [`MAX_ORIGIN`](crate::MAX_ORIGIN);
    /// [`World::spawn`](crate::World::spawn) checks them.
    ///
    /// ```
    /// # use hitmask::{Mask, Rect, Sprite, QuarterTurn, World};
    /// # let mut world = World::new();
    /// let pole = world.add_mask(Mask::filled(2, 10)?)?;
    /// // Its foot stands at [100, 50].
    /// let sprite = Sprite::new(pole, [100, 50]).origin([1.0, 10.0]);
    /// let ids = [sprite, sprite.turn(QuarterTurn::Quarter)].map(|sprite| world.spawn(sprite).unwrap());
    /// let view = world.refresh()?;
    /// assert_eq!(view.bounds(ids[0]), Some(Rect::new(99, 40, 2, 10)));
    /// assert_eq!(view.bounds(ids[1]), Some(Rect::new(100, 49, 10, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn origin(self, origin: impl Into<[f64; 2]>) -> Sprite {
        Sprite { origin: Some(origin.into()), ..self }
    }

    /// Sets any map of the picture: from points of the picture, whose top-left corner is `[0, 0]`, to points of the
    /// world. Engines with transforms of their own, such as hierarchies with shear, hand their sprites over with it.
    ///
    /// The translation of the map replaces the position and the [fraction](Sprite::fraction()): the position is the
    /// translation rounded down. The `transform` of the sprite is the rest of the map, without translation. A sprite
    /// with a transform has no flips, turn, scale, angle and origin: [`World::spawn`](crate::World::spawn) refuses them.
    /// [`View::draw_transform`](crate::View::draw_transform) returns the whole map.
    ///
    /// ```
    /// # use hitmask::{Affine, Mask, Rect, Sprite, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let by = Affine::rotation(90.0).then(&Affine::translation([104.4, 50.0]));
    /// let id = world.spawn(Sprite::new(plank, [0, 0]).transform(by)?)?;
    /// assert_eq!(world.refresh()?.bounds(id), Some(Rect::new(100, 50, 4, 40)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::NotAPixel`] if the translation is out of the range of positions. The linear part is
    /// checked by the method that takes the sprite.
    pub fn transform(self, by: Affine) -> Result<Sprite, WorldError> {
        let [[a, b, x], [c, d, y]] = <[[f64; 3]; 2]>::from(by);
        let (position, fraction) = split([x, y])?;
        let transform = Some(Affine::from([[a, b, 0.0], [c, d, 0.0]]));
        Ok(Sprite { position, fraction, transform, ..self })
    }

    /// Sets the layers that the sprite is in. Each bit is a layer. The default is 1, the first layer.
    ///
    /// Two sprites meet only if each is in a layer that the other [collides with](Sprite::collides_with()).
    #[must_use]
    pub fn layers(self, layers: u32) -> Sprite {
        Sprite { layers, ..self }
    }

    /// Sets the layers that the sprite collides with. Each bit is a layer. The default is all layers.
    ///
    /// Two sprites meet only if each is in a layer that the other collides with. If a hero falls through the ground,
    /// the ground does not collide with the hero's layer: [`World::one_sided_layers`](crate::World::one_sided_layers)
    /// shows such sprites.
    #[must_use]
    pub fn collides_with(self, collides_with: u32) -> Sprite {
        Sprite { collides_with, ..self }
    }

    /// Sets whether the sprite is fixed: scenery that seldom moves. Two fixed sprites are never a pair. The default is
    /// `false`. A fixed sprite can still be moved.
    #[must_use]
    pub fn fixed(self, fixed: bool) -> Sprite {
        Sprite { fixed, ..self }
    }

    /// Sets whether the sprite is a sensor: a sprite that collides but blocks nobody, for example a coin, a door or an
    /// enemy that hurts. The default is `false`.
    ///
    /// A sensor is in pairs and events, has contacts, and answers [`View::overlapping`](crate::View::overlapping),
    /// [`View::find`](crate::View::find) and [`View::nearest`](crate::View::nearest). Rays, sweeps, moves and free
    /// places skip it, unless the view includes sensors ([`View::with_sensors`](crate::View::with_sensors)). A sensor
    /// that moves is itself blocked by sprites that are not sensors.
    ///
    /// ```
    /// # use hitmask::{Mask, Motion, Sprite, World};
    /// # let mut world = World::new();
    /// # let square = world.add_mask(Mask::filled(8, 8)?)?;
    /// let hero = world.spawn(Sprite::new(square, [0, 0]))?;
    /// world.spawn(Sprite::new(square, [20, 0]).sensor(true))?; // a coin
    /// assert_eq!(world.move_until(hero, [22, 0], Motion::STOP)?.at, [22, 0]); // the coin is not in the way
    /// assert_eq!(world.step()?.pairs().len(), 1); // but the hero takes it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sensor(self, sensor: bool) -> Sprite {
        Sprite { sensor, ..self }
    }

    /// Makes the sprite one-way: it blocks only sprites that come from one side, for example a platform that a hero
    /// jumps through from below and lands on. By default, a sprite blocks from all sides.
    ///
    /// A step of a move is taken as its x part, then its y part. A one-way sprite blocks the part that goes against its
    /// side, if the two sprites share no pixel before the part and share one after it. It blocks nothing else, so it
    /// counts neither for [`View::is_free`](crate::View::is_free) and free places nor as a sprite in which a move
    /// starts. To drop through a platform, move on layers that exclude it
    /// ([`Motion::on_layers`](crate::Motion::on_layers)).
    ///
    /// ```
    /// # use hitmask::{Mask, Motion, Side, Sprite, World};
    /// # let mut world = World::new();
    /// let (hero, plank) = (world.add_mask(Mask::filled(8, 8)?)?, world.add_mask(Mask::filled(40, 4)?)?);
    /// let hero = world.spawn(Sprite::new(hero, [10, 30]))?;
    /// world.spawn(Sprite::new(plank, [0, 20]).fixed(true).one_way(Side::Top))?;
    /// assert_eq!(world.move_until(hero, [10, 0], Motion::STOP)?.at, [10, 0]); // up through the plank
    /// assert_eq!(world.move_until(hero, [10, 30], Motion::STOP)?.at, [10, 12]); // and down onto it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn one_way(self, side: Side) -> Sprite {
        Sprite { one_way: Some(side), ..self }
    }

    /// Sets whether a step tests the sprite along its path, so that it passes through nothing unseen, however fast it
    /// is and however thin the other. The default is `false`: a step tests where the sprites stand.
    ///
    /// The path of a sprite is the straight line from its position at the last step to its position now. A step tests a
    /// pair with a continuous sprite at every offset of the [`Line`](mask::Line) of whole pixels from `a.last - b.last`
    /// to `a - b`, `a` being the sprite with the smaller id; both sprites look as they look now. A sprite that is not
    /// continuous stands where it is now. A pair that shares pixels only in passing is a pair of this step and ends in
    /// the next. [`Step::impact`](crate::Step::impact) tells where the two met first.
    ///
    /// The first path begins where the sprite was spawned, so a bullet that is spawned and moved in one frame has a
    /// path.
    /// [`World::jump_to`](crate::World::jump_to) ends the path: use it for sprites that are spawned at any place and
    /// put into position later. Only the step looks at paths: the queries of a [`View`](crate::View) see where the
    /// sprites stand.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (dot, wall) = (world.add_mask(Mask::filled(2, 2)?)?, world.add_mask(Mask::filled(1, 90)?)?);
    /// let wall = world.spawn(Sprite::new(wall, [50, 0]).fixed(true))?;
    /// let bullet = world.spawn(Sprite::new(dot, [10, 40]).continuous(true))?;
    /// world.move_to(bullet, [90, 40])?; // through the wall, in one frame
    /// let step = world.step()?;
    /// let impact = step.impact(step.began()[0]).unwrap();
    /// assert_eq!((impact.a, impact.b, impact.places), (wall, bullet, [[50, 0], [49, 40]]));
    /// assert_eq!(impact.fraction, 39.0 / 80.0); // of the path of this step
    /// assert_eq!(world.step()?.ended().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a few nanoseconds for each continuous sprite that moves, and some look-ups in offset tables, or pixel
    /// tests, for each sprite whose box its path reaches.
    #[must_use]
    pub fn continuous(self, continuous: bool) -> Sprite {
        Sprite { continuous, ..self }
    }

    /// Sets the data of the sprite, which the world stores but does not use. For example, the data can be a key into
    /// the tables of a game. The default is 0.
    ///
    /// [`World::data`](crate::World::data) returns the data for an id, and for some time even after the sprite is
    /// removed.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let coin = world.spawn(Sprite::new(dot, [3, 4]).data(50))?;
    /// assert_eq!(world.data(coin), Some(50));
    /// assert_eq!(world.get(coin).unwrap().data, 50);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn data(self, data: u64) -> Sprite {
        Sprite { data, ..self }
    }
}

/// A side of a sprite, as it stands in the world: y is down, so the top is the side with the smallest y. A flip or a
/// rotation of the sprite does not change its sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// The left side, with the smallest x.
    Left,
    /// The right side, with the largest x.
    Right,
    /// The top, with the smallest y.
    Top,
    /// The bottom, with the largest y.
    Bottom,
}

impl Side {
    /// All sides.
    pub const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Top, Side::Bottom];

    /// The axis on which a sprite passes the side: 0 for x, 1 for y.
    pub(crate) fn axis(self) -> usize {
        match self {
            Side::Left | Side::Right => 0,
            Side::Top | Side::Bottom => 1,
        }
    }

    /// The sign of a step that enters through the side.
    pub(crate) fn inwards(self) -> i32 {
        match self {
            Side::Left | Side::Top => 1,
            Side::Right | Side::Bottom => -1,
        }
    }
}
