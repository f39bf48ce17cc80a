//! Queries by entity.

use super::probe::PixelProbe;
use super::reach::PixelReach;
use super::results::{Near, PixelContact, SpriteRayHit, SpriteSweepHit, Swept};
use crate::collider::PixelState;
use crate::resource::Pixels;
use crate::units::direction;
use crate::{PixelError, PixelWorld};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{Rect, Vec2};
use world::{SpriteId, View};

/// Queries the world of masks by entity. Its [view](PixelQuery::view) shows the entities as they were in the last step,
/// with later moves and edits of a [`PixelMover`](crate::PixelMover).
///
/// Systems with this parameter run in parallel.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// # use bevy_transform::components::Transform;
/// # use hitmask_bevy::{HitmaskPlugin, Mask, PixelCollider, PixelMask, PixelProbe, PixelQuery};
/// # let mut app = App::new();
/// # app.add_plugins(HitmaskPlugin::default().in_schedule(PreUpdate)).add_systems(Update, look);
/// fn look(pixels: PixelQuery) {
///     let view = pixels.view();
///     let hit = view.cast_ray(Vec2::ZERO, Vec2::new(500.0, 0.0)).unwrap();
///     assert_eq!(hit.point, Vec2::new(96.5, -0.5));
///     assert!(hit.normal.unwrap().x < -0.9); // near a corner, the normal is tilted
///     assert_eq!(view.find(Vec2::new(100.0, 2.0)), [hit.entity]);
///     assert!(view.find(PixelProbe::Circle { center: Vec2::ZERO, radius: 50.0 }).is_empty());
/// }
/// # let rock = PixelMask::new(Mask::filled(8, 8)?);
/// # app.world_mut().spawn((PixelCollider::default(), rock, Transform::from_xyz(100.0, 0.0, 0.0)));
/// # app.update();
/// # Ok::<(), hitmask_bevy::MaskError>(())
/// ```
#[derive(SystemParam)]
pub struct PixelQuery<'w, 's> {
    pixels: Res<'w, PixelWorld>,
    states: Query<'w, 's, &'static PixelState>,
}

impl PixelQuery<'_, '_> {
    /// Returns a view of all entities.
    #[must_use]
    pub fn view(&self) -> PixelView<'_> {
        PixelView::new(&self.pixels, self.states.as_readonly())
    }
}

/// A read-only view of the world of masks, in Bevy's coordinates: units, y up.
///
/// A point that is not finite or out of range finds nothing. Lists of entities have no guaranteed order, unless a method
/// says so, but they are equal in equal runs. An entity that was despawned or disabled after the last step is found until
/// the next one. If a step fails, the log has an error, and queries may find nothing until a step succeeds.
#[derive(Clone, Copy)]
pub struct PixelView<'w> {
    pixels: &'w PixelWorld,
    states: Query<'w, 'w, &'static PixelState>,
    layers: Option<u32>,
    sensors: bool,
    from_inside: bool,
    without: Option<Entity>,
}

impl<'w> PixelView<'w> {
    /// Returns a view of all entities.
    pub(super) fn new(pixels: &'w PixelWorld, states: Query<'w, 'w, &'static PixelState>) -> PixelView<'w> {
        PixelView { pixels, states, layers: None, sensors: false, from_inside: false, without: None }
    }

    /// Returns a view whose queries consider only the entities in at least one of the given layers.
    #[must_use]
    pub fn on_layers(self, layers: u32) -> PixelView<'w> {
        PixelView { layers: Some(layers), ..self }
    }

    /// Returns a view in which [sensors](crate::PixelCollider::sensor) stop rays, sweeps and moves like other entities.
    #[must_use]
    pub fn with_sensors(self) -> PixelView<'w> {
        PixelView { sensors: true, ..self }
    }

    /// Returns a view in which a sweep hits an entity that the moving entity overlaps at the start, at its start. It also
    /// applies to [`PixelView::touching`].
    #[must_use]
    pub fn hit_from_inside(self) -> PixelView<'w> {
        PixelView { from_inside: true, ..self }
    }

    /// Returns a view whose queries leave one entity out, for example the one that asks.
    #[must_use]
    pub fn without(self, entity: Entity) -> PixelView<'w> {
        PixelView { without: Some(entity), ..self }
    }

    /// Returns the entities with a solid pixel at a point, in a rectangle, circle or polygon, or on a line.
    #[must_use]
    pub fn find<'p>(self, probe: impl Into<PixelProbe<'p>>) -> Vec<Entity> {
        let pixels = self.pixels.read();
        let view = self.world(&pixels);
        let found = view.and_then(|view| probe.into().ask(pixels.units, |probe| view.find(probe))).unwrap_or_default();
        found.into_iter().filter_map(|id| pixels.entity(id)).collect()
    }

    /// Returns the entities that share a solid pixel with an entity, and that may collide with it.
    #[must_use]
    pub fn overlapping(self, entity: Entity) -> Vec<Entity> {
        let pixels = self.pixels.read();
        let ids = self.world(&pixels).zip(self.sprite(entity).ok()).map(|(view, id)| view.overlapping(id));
        ids.into_iter().flatten().filter_map(|id| pixels.entity(id)).collect()
    }

    /// Returns up to `count` entities nearest to a point, the nearest first. The distance is in units: from the pixel of the
    /// point to the nearest solid pixel of the entity.
    #[must_use]
    pub fn nearest(self, point: Vec2, count: usize) -> Vec<Near> {
        let pixels = self.pixels.read();
        let near = self.world(&pixels).zip(pixels.units.pixel(point)).map(|(view, pixel)| view.nearest(pixel, count));
        let per_unit = pixels.units.pixels_per_unit;
        let of_entity = |near: world::Near| {
            Some(Near { entity: pixels.entity(near.id)?, distance: (near.distance() / per_unit) as f32 })
        };
        near.into_iter().flatten().filter_map(of_entity).collect()
    }

    /// Returns the first entity with a solid pixel on the line of pixels between two points.
    #[must_use]
    pub fn cast_ray(self, from: Vec2, to: Vec2) -> Option<SpriteRayHit> {
        let pixels = self.pixels.read();
        let (from, to) = (pixels.units.pixel(from)?, pixels.units.pixel(to)?);
        SpriteRayHit::of(&pixels, self.world(&pixels)?.cast_ray(from, to)?)
    }

    /// Returns all entities on a ray, the nearest first.
    #[must_use]
    pub fn cast_ray_all(self, from: Vec2, to: Vec2) -> Vec<SpriteRayHit> {
        let pixels = self.pixels.read();
        let line = pixels.units.pixel(from).zip(pixels.units.pixel(to));
        let hits = self.world(&pixels).zip(line).map(|(view, (from, to))| view.cast_ray_all(from, to));
        hits.into_iter().flatten().filter_map(|hit| SpriteRayHit::of(&pixels, hit)).collect()
    }

    /// Returns how far an entity can move by a vector in units, rounded to whole pixels, before it would share a solid pixel
    /// with an entity that it collides with. The entity does not move.
    ///
    /// An entity that overlaps others at the start can leave them and slide along them, but never gets deeper into them.
    /// Sensors are not in its way, and a one-way entity only from its side.
    ///
    /// # Errors
    /// - Returns [`PixelError::NotInWorld`] if the entity is not in the world.
    /// - Returns [`PixelError::OutOfRange`] with the vector if the end is not finite or out of range.
    pub fn sweep(self, entity: Entity, by: Vec2) -> Result<Swept, PixelError> {
        let pixels = self.pixels.read();
        let units = pixels.units;
        let (view, id, [start, end]) = self.move_of(&pixels, entity, by)?;
        let swept = view.sweep(id, end)?;
        Ok(Swept {
            by: units.vector([0, 1].map(|axis| f64::from(swept.at[axis]) - f64::from(start[axis]))),
            hit: swept.hit.and_then(|hit| SpriteSweepHit::of(&pixels, hit)),
            started_inside: swept.started_inside.and_then(|id| pixels.entity(id)),
        })
    }

    /// Returns whether an entity would share no solid pixel with an entity that it collides with if it were moved by a
    /// vector in units, rounded to whole pixels. The entity does not move.
    ///
    /// # Errors
    /// Returns the errors of [`PixelView::sweep`].
    pub fn is_free(self, entity: Entity, by: Vec2) -> Result<bool, PixelError> {
        let pixels = self.pixels.read();
        let (view, id, [_, end]) = self.move_of(&pixels, entity, by)?;
        Ok(view.is_free(id.at(end))?)
    }

    /// Returns the entities that would block a move of an entity by a vector in units, rounded to whole pixels. By
    /// `Vec2::NEG_Y`, they are the ground that the entity stands on. By `Vec2::ZERO`, they are the obstacles that it
    /// overlaps now. The entity does not move.
    ///
    /// # Errors
    /// Returns the errors of [`PixelView::sweep`].
    pub fn touching(self, entity: Entity, by: Vec2) -> Result<Vec<Entity>, PixelError> {
        let pixels = self.pixels.read();
        let (view, id, [start, end]) = self.move_of(&pixels, entity, by)?;
        let ids = view.touching(id, [end[0] - start[0], end[1] - start[1]])?;
        Ok(ids.into_iter().filter_map(|id| pixels.entity(id)).collect())
    }

    /// Returns the shortest move of an entity, in units, after a move by a vector, at which it shares no solid pixel with
    /// an entity in its way. Returns `None` if no place in reach is free: `reach` is a limit in units, or a
    /// [`PixelReach`] inside a rectangle. The entity does not move. Of several nearest places, the result is the topmost, and of equally high ones the leftmost.
    ///
    /// # Errors
    /// Returns the errors of [`PixelView::sweep`].
    pub fn nearest_free(
        self,
        entity: Entity,
        by: Vec2,
        reach: impl Into<PixelReach>,
    ) -> Result<Option<Vec2>, PixelError> {
        let pixels = self.pixels.read();
        let (view, id, [start, end]) = self.move_of(&pixels, entity, by)?;
        let place = view.nearest_free(id.at(end), reach.into().to_pixels(pixels.units)?)?;
        Ok(place.map(|at| pixels.units.vector([0, 1].map(|axis| f64::from(at[axis]) - f64::from(start[axis])))))
    }

    /// Returns whether two entities share a solid pixel, regardless of their layers.
    #[must_use]
    pub fn overlaps(self, a: Entity, b: Entity) -> bool {
        let pixels = self.pixels.read();
        let ids = self.sprite(a).and_then(|a| Ok((a, self.sprite(b)?)));
        self.world(&pixels).zip(ids.ok()).is_some_and(|(view, (a, b))| view.contact(a, b).is_some())
    }

    /// Returns the contact of two entities, regardless of their layers. Returns `None` if they share no solid pixel.
    #[must_use]
    pub fn contact(self, a: Entity, b: Entity) -> Option<PixelContact> {
        let pixels = self.pixels.read();
        let units = pixels.units;
        let contact = self.world(&pixels)?.contact(self.sprite(a).ok()?, self.sprite(b).ok()?)?;
        Some(PixelContact {
            point: units.center(contact.first()),
            area: contact.area(),
            bounds: units.rect(contact.bounds()),
            normal: direction(contact.normal()),
            penetration: units.vector(contact.penetration().map(f64::from)),
        })
    }

    /// Returns the tight box around the solid pixels of an entity.
    #[must_use]
    pub fn bounds(self, entity: Entity) -> Option<Rect> {
        let pixels = self.pixels.read();
        self.world(&pixels)?.bounds(self.sprite(entity).ok()?).map(|rect| pixels.units.rect(rect))
    }

    /// Returns the centers of the solid pixels of an entity, row by row from the top.
    #[must_use]
    pub fn pixels(self, entity: Entity) -> Vec<Vec2> {
        let pixels = self.pixels.read();
        let shape = self.world(&pixels).zip(self.sprite(entity).ok()).and_then(|(view, id)| view.shape(id).ok());
        shape.into_iter().flat_map(|shape| shape.pixels()).map(|pixel| pixels.units.center(pixel)).collect()
    }

    /// Returns the point of an entity's mask that is at a point of the world: pixels of the picture, y down, as
    /// [`Mask::fill_circle`](mask::Mask::fill_circle) takes them.
    #[must_use]
    pub fn mask_point(self, entity: Entity, point: Vec2) -> Option<[f64; 2]> {
        let pixels = self.pixels.read();
        self.world(&pixels)?.mask_point(self.sprite(entity).ok()?, pixels.units.to_pixels(point))
    }

    /// Returns the view of the world of masks. It is `None` if the last step has failed.
    fn world(self, pixels: &Pixels) -> Option<View<'_>> {
        let view = pixels.world.view()?;
        let view = self.layers.map_or(view, |layers| view.on_layers(layers));
        let view = if self.sensors { view.with_sensors() } else { view };
        let view = if self.from_inside { view.hit_from_inside() } else { view };
        Some(self.without.and_then(|entity| self.sprite(entity).ok()).map_or(view, |id| view.without(id)))
    }

    /// Returns the view of the world, the sprite of an entity, and where a move by a vector begins and ends.
    fn move_of(
        self,
        pixels: &Pixels,
        entity: Entity,
        by: Vec2,
    ) -> Result<(View<'_>, SpriteId, [[i32; 2]; 2]), PixelError> {
        let id = self.sprite(entity)?;
        let view = self.world(pixels).ok_or(PixelError::NotInWorld(entity))?;
        let start = view.get(id).ok_or(PixelError::NotInWorld(entity))?.position;
        let end = pixels.units.to_pixels(by);
        let end = world::place([0, 1].map(|axis| f64::from(start[axis]) + end[axis]));
        Ok((view, id, [start, end.map_err(|_| PixelError::OutOfRange { at: by })?]))
    }

    fn sprite(self, entity: Entity) -> Result<SpriteId, PixelError> {
        let state = self.states.get(entity).ok();
        state.and_then(|state| state.sprite).ok_or(PixelError::NotInWorld(entity))
    }
}
