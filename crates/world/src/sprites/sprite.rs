//! The description of a sprite.

use super::Side;
use crate::{Angle, MaskId, Turn};

/// A description of a sprite: the mask that it shows, its position, flips, turn, scale, angle, pivot and layers, and
/// the data of the user.
///
/// A sprite is plain data. Its fields are public, to read and to assign, and each has a builder method of the same
/// name. The values are checked by the method that takes the sprite, for example
/// [`World::spawn`](crate::World::spawn). To change a sprite of a world, see
/// [`World::get_mut`](crate::World::get_mut).
///
/// Flips always apply first, then the quarter turn, then the scale, then the angle.
///
/// ```
/// # use hitmask::Mask;
/// use hitmask::{Sprite, Turn, World};
///
/// # let mut world = World::new();
/// # let ship = world.add_mask(Mask::filled(3, 2)?)?;
/// let sprite = Sprite::new(ship, [10, -4]).flip_x(true).turn(Turn::Quarter).layers(0b10);
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
    /// With a pivot, this is the position of the pivot pixel. Without a pivot, this is the top-left pixel of the
    /// flipped and turned sprite, before its scale and rotation.
    pub position: [i32; 2],
    /// Whether the sprite is mirrored left to right. See [`Sprite::flip_x`](Sprite::flip_x()).
    pub flip_x: bool,
    /// Whether the sprite is mirrored top to bottom. See [`Sprite::flip_y`](Sprite::flip_y()).
    pub flip_y: bool,
    /// The quarter turn, which applies after the flips. See [`Sprite::turn`](Sprite::turn()).
    pub turn: Turn,
    /// The rotation angle, which applies after the scale. See [`Sprite::angle`](Sprite::angle()).
    pub angle: Angle,
    /// The factors along x and y. Both must be finite and greater than 0. See [`Sprite::scale`](Sprite::scale()).
    #[cfg_attr(feature = "serde", serde(with = "crate::saved::scale"))]
    pub scale: [f64; 2],
    /// The pixel of the mask that is at the position of the sprite. See [`Sprite::pivot`](Sprite::pivot()).
    pub pivot: Option<[i32; 2]>,
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
    /// Whether a step tests the sprite along its way. See [`Sprite::continuous`](Sprite::continuous()).
    pub continuous: bool,
    /// Whether the sprite shows its scale and its angle as given. See [`Sprite::exact`](Sprite::exact()).
    pub exact: bool,
    /// The data of the user. See [`Sprite::data`](Sprite::data()).
    pub data: u64,
}

impl Sprite {
    /// Returns a sprite that shows a mask, with its top-left pixel at `position`, in world pixels. If
    /// [`Sprite::pivot`](Sprite::pivot()) sets a pivot, `position` is the position of the pivot instead. A game that
    /// keeps positions with fractions passes [`place(position)?`](crate::place()).
    #[must_use]
    pub fn new(mask: MaskId, position: impl Into<[i32; 2]>) -> Sprite {
        Sprite {
            mask,
            position: position.into(),
            flip_x: false,
            flip_y: false,
            turn: Turn::None,
            angle: Angle::ZERO,
            scale: [1.0, 1.0],
            pivot: None,
            layers: 1,
            collides_with: u32::MAX,
            fixed: false,
            sensor: false,
            one_way: None,
            continuous: false,
            exact: false,
            data: 0,
        }
    }

    /// Sets the mask that the sprite shows.
    #[must_use]
    pub fn mask(self, mask: MaskId) -> Sprite {
        Sprite { mask, ..self }
    }

    /// Sets the position, in world pixels: of the pivot pixel, or without a pivot, of the top-left pixel.
    /// [`World::spawn`](crate::World::spawn) checks the range.
    #[must_use]
    pub fn position(self, position: impl Into<[i32; 2]>) -> Sprite {
        Sprite { position: position.into(), ..self }
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

    /// Sets the quarter turn of the sprite. It applies after the flips. The default is [`Turn::None`].
    #[must_use]
    pub fn turn(self, turn: Turn) -> Sprite {
        Sprite { turn, ..self }
    }

    /// Sets the rotation angle of the sprite. The rotation applies after the flips, the quarter turn and the scale. The
    /// default is 0.
    ///
    /// The sprite shows the nearest of the angles that its mask has: 64 equal angles, unless
    /// [`World::set_angle_steps`](crate::World::set_angle_steps) sets another number or the sprite is
    /// [exact](Sprite::exact()). A rotated mask is built when a sprite first shows it, and is then shared.
    ///
    /// A sprite with a pivot rotates about its pivot pixel. A sprite without a pivot rotates about its middle, which is
    /// the corner between pixels at half its width and half its height, rounded down. Its position is then the top-left
    /// pixel that it has with neither scale nor rotation.
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
    /// The sprite shows each factor rounded to the nearest of 32 steps an octave: 1, about 1.022, about 1.044, and so
    /// on up to 2. A factor is therefore at most 1.1 % off, unless the sprite is [exact](Sprite::exact()). A pixel of
    /// the result is solid if its center lies in a solid pixel of the scaled and rotated mask. If the scaled mask is
    /// less than 1/65,536 of a pixel wide or high, the sprite shows no pixels and never collides. A scaled mask is
    /// built when a sprite first shows it, and is then shared.
    ///
    /// A sprite with a pivot is scaled about the center of its pivot pixel. A sprite without a pivot is scaled about
    /// its middle, as [`Sprite::angle`](Sprite::angle()) describes, and its position is the top-left pixel that it has
    /// with neither scale nor rotation.
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

    /// Sets the pivot: the pixel of the mask that is at the position of the sprite. The sprite flips, turns, scales
    /// and rotates about its pivot.
    ///
    /// The pivot is a pixel of the mask as it was added, before any flip or turn. It may lie outside the mask, for
    /// example in a trimmed frame of an animation. Both coordinates must be from -[`MAX_PIVOT`](crate::MAX_PIVOT) to
    /// [`MAX_PIVOT`](crate::MAX_PIVOT); [`World::spawn`](crate::World::spawn) checks them.
    ///
    /// Without a pivot, the position is the top-left pixel of the flipped and turned sprite, so the sprite flips and
    /// turns in place. For a sprite that is not flipped, turned, scaled or rotated, no pivot and the pivot
    /// `[0, 0]` are the same. [`Sprite::angle`](Sprite::angle()) describes the rotation without a pivot.
    #[must_use]
    pub fn pivot(self, pivot: impl Into<[i32; 2]>) -> Sprite {
        Sprite { pivot: Some(pivot.into()), ..self }
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

    /// Sets whether a step tests the sprite along its way, so that it passes through nothing unseen, however fast it is
    /// and however thin the other. The default is `false`: a step tests where the sprites stand.
    ///
    /// The way of a sprite is the straight line from its position at the last step to its position now. A step tests a
    /// pair with a continuous sprite at every offset of the [`Line`](mask::Line) of whole pixels from `a.last - b.last`
    /// to `a - b`, `a` being the sprite with the smaller id; both sprites look as they look now. A sprite that is not
    /// continuous stands where it is now. A pair that shares pixels only in passing is a pair of this step and ends in
    /// the next. [`Step::impact`](crate::Step::impact) tells where the two met first.
    ///
    /// The first way begins where the sprite was spawned, so a bullet that is spawned and moved in one frame has a way.
    /// [`World::jump_to`](crate::World::jump_to) ends the way: use it for sprites that are spawned at any place and put
    /// into position later. Only the step looks at ways: the queries of a [`View`](crate::View) see where the sprites
    /// stand.
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
    /// assert_eq!(impact.share, 39.0 / 80.0); // of the way of this step
    /// assert_eq!(world.step()?.ended().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a few nanoseconds for each continuous sprite that moves, and some look-ups in offset tables, or pixel
    /// tests, for each sprite whose box its way reaches.
    #[must_use]
    pub fn continuous(self, continuous: bool) -> Sprite {
        Sprite { continuous, ..self }
    }

    /// Sets whether the sprite shows its scale and its angle as given. By default, both are rounded: the factors of the
    /// scale to 32 steps an octave, and the angle to the angles of the mask.
    ///
    /// Sprites with equal scales and angles still share a mask. If these change continuously, for example during a
    /// zoom, the world builds a mask for each of their values.
    /// [`WorldLimits::variant_bytes`](crate::WorldLimits#structfield.variant_bytes) limits the memory of these masks.
    /// An [`Angle`] has steps of 1/65536 of a circle.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let rock = world.add_mask(Mask::filled(200, 200)?)?;
    /// let sprite = Sprite::new(rock, [0, 0]).scale([1.5, 1.5]);
    /// let [rounded, exact] = [false, true].map(|exact| world.spawn(sprite.exact(exact)).unwrap());
    /// let view = world.refresh()?;
    /// assert_eq!([rounded, exact].map(|id| view.bounds(id).unwrap().width), [302, 300]); // 2^(19/32) is 1.509
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn exact(self, exact: bool) -> Sprite {
        Sprite { exact, ..self }
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

    /// Returns the angle at which to draw the picture of the sprite, in degrees from 0 to less than 360, clockwise: the
    /// quarter turn and the rotation angle together. Draw the picture mirrored by the flips first, then scaled by
    /// [`Sprite::draw_scale`], then rotated by this angle.
    ///
    /// ```
    /// # use hitmask::{Affine, Mask, Pose, Turn, World};
    /// # let mut world = World::new();
    /// # let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let upright = Affine::scale([1.0, 3.0]).then(&Affine::rotation(90.0));
    /// let sprite = Pose::from_affine(&upright, [40, 4], false)?.sprite(plank)?;
    /// assert_eq!((sprite.turn, sprite.angle.to_degrees(), sprite.scale), (Turn::Quarter, 0.0, [3.0, 1.0]));
    /// assert_eq!((sprite.draw_angle(), sprite.draw_scale()), (90.0, [1.0, 3.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn draw_angle(&self) -> f64 {
        (f64::from(self.turn.quarters()) * 90.0 + self.angle.to_degrees()) % 360.0
    }

    /// Returns the factors along x and y by which to draw the picture of the sprite before its rotation by
    /// [`Sprite::draw_angle`]. A sprite turns before it is scaled, so an odd number of quarter turns swaps the factors
    /// of its `scale`.
    #[must_use]
    pub fn draw_scale(&self) -> [f64; 2] {
        let [x, y] = self.scale;
        if self.turn.swaps_axes() { [y, x] } else { [x, y] }
    }
}
