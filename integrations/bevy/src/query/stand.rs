//! Where an entity stands in the world, and how its transform gets to another place: also below parents that are moved,
//! rotated or scaled.

use crate::PixelError;
use crate::resource::Pixels;
use crate::transform::Offset;
use crate::units::Units;
use bevy_ecs::entity::Entity;
use bevy_math::{Affine3A, Mat2, Vec2, Vec3};
use bevy_transform::components::Transform;
use world::{SpriteId, View, World};

/// A parent is flat if a square of its plane is seen as less than this share of its area.
const FLAT: f32 = 1e-3;

/// An entity that is moved: its sprite, and the map from its translation to the world.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    pub(super) entity: Entity,
    pub(super) id: SpriteId,
    /// From the translation in the world to the position of the sprite.
    pub(super) offset: Offset,
    pub(super) units: Units,
    /// The global transform of the parent, if there is one.
    pub(super) parent: Option<Parent>,
}

/// The parent of an entity that is moved.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parent {
    global: Affine3A,
    /// From a move in the world to one of the translation.
    back: Mat2,
}

impl Parent {
    /// Returns `None` if the parent is flat: no move of a child would be one in the world, or only a huge one.
    pub(super) fn new(global: Affine3A) -> Option<Parent> {
        let [x, y] = [global.matrix3.x_axis, global.matrix3.y_axis];
        let seen = Mat2::from_cols(x.truncate(), y.truncate());
        // A comparison with NaN is false.
        (seen.determinant().abs() > FLAT * x.length() * y.length())
            .then(|| Parent { global, back: seen.inverse() })
            .filter(|parent| parent.back.is_finite())
    }
}

impl Stand {
    /// Returns the stand after its parent has moved in the world.
    pub(super) fn with_parent_moved(self, by: Vec2) -> Stand {
        let moved = |Parent { mut global, back }| {
            global.translation += by.extend(0.0).to_vec3a();
            Parent { global, back }
        };
        Stand { parent: self.parent.map(moved), ..self }
    }

    /// Returns the place in the world of a translation, as the next step computes it.
    pub(super) fn global(&self, translation: Vec3) -> Vec2 {
        match &self.parent {
            Some(parent) => parent.global.transform_point3(translation).truncate(),
            None => translation.truncate(),
        }
    }

    /// Returns a move in the world as a move of the translation.
    pub(super) fn local(&self, by: Vec2) -> Vec2 {
        self.parent.map_or(by, |parent| parent.back * by)
    }

    /// Returns the position of the sprite for a place in the world.
    pub(super) fn position(&self, at: Vec2) -> Result<[i32; 2], PixelError> {
        let position = self.offset.position(self.units.to_pixels(at));
        position.map(|(position, _)| position).map_err(|_| PixelError::OutOfRange { at })
    }

    /// Returns the place in the world for a position of the sprite that is furthest from those of other positions.
    pub(super) fn middle(&self, position: [i32; 2]) -> Vec2 {
        let Offset { by, is_whole } = self.offset;
        let half = if is_whole { 0.0 } else { 0.5 };
        self.units.vector([0, 1].map(|axis| f64::from(position[axis]) + half - by[axis]))
    }

    /// Returns the translation after a move in the world by a vector, at which the sprite is at a position, and the
    /// vector. If `f32` is too coarse to hold the fraction of a pixel, the move ends in the middle of the pixel.
    pub(super) fn reach(&self, from: Vec3, mut by: Vec2, position: [i32; 2]) -> Result<(Vec3, Vec2), PixelError> {
        let (start, middle) = (self.global(from), self.middle(position));
        let (mut to, mut translation) = (start + by, from);
        // One round is enough, unless a number is rounded to another pixel.
        for _ in 0..4 {
            translation = match self.parent {
                Some(_) => translation + self.local(to - self.global(translation)).extend(0.0),
                None => to.extend(from.z),
            };
            let reached = self.position(self.global(translation)).ok();
            let is_off = |axis: &usize| reached.is_none_or(|reached| reached[*axis] != position[*axis]);
            if !(0..2).any(|axis| is_off(&axis)) {
                return Ok((translation, by));
            }
            (0..2).filter(is_off).for_each(|axis| (to[axis], by[axis]) = (middle[axis], middle[axis] - start[axis]));
        }
        Err(PixelError::TooCoarse { entity: self.entity, at: start + by })
    }

    /// Puts the sprite to where it stands at a place in the world, and returns its position.
    pub(super) fn put(&self, world: &mut World, at: Vec2) -> Result<[i32; 2], PixelError> {
        let (position, fraction) =
            self.offset.position(self.units.to_pixels(at)).map_err(|_| PixelError::OutOfRange { at })?;
        world.move_to(self.id, position)?;
        if !self.offset.is_whole {
            world.get_mut(self.id)?.set_fraction(fraction)?;
        }
        Ok(position)
    }

    /// Returns a move of the entity without the fractions that lead the sprite into an obstacle, after it was moved by
    /// `whole` to where it stands now. Only a sprite that is scaled or rotated shows a fraction.
    pub(super) fn without_bad_fractions(
        &self,
        view: View<'_>,
        from: Vec2,
        mut by: Vec2,
        whole: Vec2,
    ) -> Result<Vec2, PixelError> {
        if self.offset.is_whole {
            return Ok(by);
        }
        let stands = view.get(self.id).map(|sprite| sprite.position);
        let wanted = self.offset.position(self.units.to_pixels(from + by)).ok();
        if let Some((_, wanted)) = wanted.filter(|(position, _)| stands == Some(*position)) {
            let free = view.free_fraction(self.id, wanted)?;
            if free[0] != wanted[0] {
                by.x = whole.x;
            }
            if free[1] != wanted[1] {
                by.y = whole.y;
            }
        }
        Ok(by)
    }

    /// Moves a transform by a vector in the world, to where its sprite is now, and returns the vector. If there is no
    /// such transform, the sprite goes back to `start`.
    pub(super) fn settle(
        &self,
        pixels: &mut Pixels,
        transform: &mut Transform,
        by: Vec2,
        start: [i32; 2],
    ) -> Result<Vec2, PixelError> {
        let at = pixels.world.get(self.id).map_or(start, |sprite| sprite.position);
        let reached = self.reach(transform.translation, by, at);
        if reached.is_err() {
            pixels.world.move_to(self.id, start)?;
        }
        pixels.put(self.id, if reached.is_ok() { at } else { start });
        pixels.world.refresh()?;
        let (translation, by) = reached?;
        transform.translation = translation;
        Ok(by)
    }
}
