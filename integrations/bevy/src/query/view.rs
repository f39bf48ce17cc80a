//! Queries by entity.

use super::probe::PixelProbe;
use super::results::{Neighbor, PixelContact, SpriteRayHit, SpriteSweepHit, Swept};
use super::who::{Kind, PixelReach, PixelWho};
use crate::resource::Pixels;
use crate::state::PixelState;
use crate::units::direction;
use crate::{PixelError, PixelWorld, transform};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{Rect, Vec2};
use world::bindings::QueryOptions;
use world::{PlacedMask, SpriteId, View, Who};

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
    #[system_param(validation_message = "add the HitmaskPlugin to the app: the resource PixelWorld does not exist")]
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
/// A point that is not finite or out of range finds nothing. Lists of entities have no guaranteed order, unless a
/// method says so, but they are equal in equal runs. An entity that was despawned or disabled after the last step is
/// found until the next one. If a step fails, the log has an error, and queries may find nothing until a step succeeds.
#[derive(Clone, Copy)]
pub struct PixelView<'w> {
    pixels: &'w PixelWorld,
    states: Query<'w, 'w, &'static PixelState>,
    /// Without the sprite to leave out, which is an entity here.
    options: QueryOptions,
    without: Option<Entity>,
}

impl<'w> PixelView<'w> {
    /// Returns a view of all entities.
    pub(super) fn new(pixels: &'w PixelWorld, states: Query<'w, 'w, &'static PixelState>) -> PixelView<'w> {
        PixelView { pixels, states, options: QueryOptions::default(), without: None }
    }

    /// Returns a view whose queries consider only the entities in at least one of the given layers. Sweeps and free
    /// places of an entity that collides with none of them are an error, as
    /// [`View::on_layers`](world::View::on_layers) says.
    #[must_use]
    pub fn on_layers(self, layers: u32) -> PixelView<'w> {
        PixelView { options: QueryOptions { layers: Some(layers), ..self.options }, ..self }
    }

    /// Returns a view in which [sensors](crate::PixelCollider::sensor) stop rays, sweeps and moves like other entities.
    #[must_use]
    pub fn with_sensors(self) -> PixelView<'w> {
        PixelView { options: QueryOptions { with_sensors: true, ..self.options }, ..self }
    }

    /// Returns a view in which a sweep, and [`touching`](PixelView::touching), hit the entity that they start inside.
    #[must_use]
    pub fn hit_from_inside(self) -> PixelView<'w> {
        PixelView { options: QueryOptions { hit_from_inside: true, ..self.options }, ..self }
    }

    /// Returns a view whose queries leave out one entity. A second call replaces the first.
    #[must_use]
    pub fn without(self, entity: Entity) -> PixelView<'w> {
        PixelView { without: Some(entity), ..self }
    }

    /// Returns the entities with a solid pixel at a point, in a rectangle, circle or polygon, or on a line.
    #[must_use]
    pub fn find<'p>(self, probe: impl Into<PixelProbe<'p>>) -> Vec<Entity> {
        let pixels = self.pixels.read();
        let view = self.world(&pixels);
        let found =
            view.and_then(|view| probe.into().ask(pixels.units, |probe| view.find(probe)).ok()).unwrap_or_default();
        found.into_iter().filter_map(|id| pixels.entity(id)).collect()
    }

    /// Returns the entities that share a solid pixel with an entity, and that may collide with it.
    #[must_use]
    pub fn overlapping(self, entity: Entity) -> Vec<Entity> {
        let pixels = self.pixels.read();
        let ids = self.world(&pixels).zip(self.sprite(entity).ok()).map(|(view, id)| view.overlapping(id));
        ids.into_iter().flatten().filter_map(|id| pixels.entity(id)).collect()
    }

    /// Returns up to `count` entities nearest to a point, the nearest first. The distance is in units: from the pixel
    /// of the point to the nearest solid pixel of the entity.
    #[must_use]
    pub fn nearest(self, point: Vec2, count: usize) -> Vec<Neighbor> {
        let pixels = self.pixels.read();
        let near = self.world(&pixels).zip(pixels.units.pixel(point)).map(|(view, pixel)| view.nearest(pixel, count));
        near.into_iter().flatten().filter_map(|near| Neighbor::of(&pixels, near)).collect()
    }

    /// Returns up to `count` entities nearest to an entity, or to what else a [`PixelWho`] is, the nearest first. The
    /// distance is in units: between the nearest solid pixels, 0 if both share one.
    ///
    /// # Errors
    /// Returns the errors of [`PixelView::sweep`].
    pub fn nearest_others<'a>(self, who: impl Into<PixelWho<'a>>, count: usize) -> Result<Vec<Neighbor>, PixelError> {
        let pixels = self.pixels.read();
        let asked = self.who(&pixels, who.into())?;
        let near = asked.view.nearest_others(asked.who, count)?;
        Ok(near.into_iter().filter_map(|near| Neighbor::of(&pixels, near)).collect())
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

    /// Returns how far an entity, or what else a [`PixelWho`] is, can move by a vector in units, rounded to whole
    /// pixels, before it would share a solid pixel with an entity in its way. Nothing moves.
    ///
    /// An entity that overlaps others at the start can leave them and slide along them, but never gets deeper into
    /// them. Sensors are not in its way, and a one-way entity only from its side.
    ///
    /// # Errors
    /// - Returns [`PixelError::NotInWorld`] if the entity is not in the world.
    /// - Returns [`PixelError::OutOfRange`] with the vector if the end is not finite or out of range.
    /// - For a description, returns [`PixelError::World`] if it names no mask of the world.
    pub fn sweep<'a>(self, who: impl Into<PixelWho<'a>>, by: Vec2) -> Result<Swept, PixelError> {
        let pixels = self.pixels.read();
        let asked = self.who(&pixels, who.into())?;
        let swept = asked.view.sweep(asked.who, pixels.moved(asked.at, by)?)?;
        Ok(Swept {
            by: pixels.vector(asked.at, swept.at),
            hit: swept.hit.and_then(|hit| SpriteSweepHit::of(&pixels, hit)),
            started_inside: swept.started_inside.and_then(|id| pixels.entity(id)),
        })
    }

    /// Returns whether an entity, or what else a [`PixelWho`] is, shares no solid pixel with an entity in its way:
    /// `is_free((entity, by))` asks about an entity after a move by a vector.
    ///
    /// # Errors
    /// Returns the errors of [`PixelView::sweep`].
    pub fn is_free<'a>(self, who: impl Into<PixelWho<'a>>) -> Result<bool, PixelError> {
        let pixels = self.pixels.read();
        let asked = self.who(&pixels, who.into())?;
        Ok(asked.view.is_free(asked.who)?)
    }

    /// Returns the entities that would block a move by a vector in units, rounded to whole pixels. By
    /// `Vec2::NEG_Y`, they are the ground that the entity stands on. By `Vec2::ZERO`, they are the obstacles that it
    /// overlaps now. Nothing moves.
    ///
    /// # Errors
    /// Returns the errors of [`PixelView::sweep`].
    pub fn touching<'a>(self, who: impl Into<PixelWho<'a>>, by: Vec2) -> Result<Vec<Entity>, PixelError> {
        let pixels = self.pixels.read();
        let asked = self.who(&pixels, who.into())?;
        let end = pixels.moved(asked.at, by)?;
        let ids = asked.view.touching(asked.who, [end[0] - asked.at[0], end[1] - asked.at[1]])?;
        Ok(ids.into_iter().filter_map(|id| pixels.entity(id)).collect())
    }

    /// Returns the move, in units, to the nearest place at which an entity shares no solid pixel with an entity in its
    /// way. With `(entity, by)`, it is the place nearest to the entity after a move by a vector; the result includes
    /// this move. Returns `None` if no place in reach is free: a distance in units, or a [`PixelReach`] inside a
    /// rectangle. Nothing moves. Of several nearest places, the result is the topmost, and of equally high ones the
    /// leftmost.
    ///
    /// # Errors
    /// Returns the errors of [`PixelView::sweep`], and [`PixelError::OutOfRange`] if no pixel in range is in the
    /// rectangle.
    pub fn nearest_free<'a>(
        self,
        who: impl Into<PixelWho<'a>>,
        reach: impl Into<PixelReach>,
    ) -> Result<Option<Vec2>, PixelError> {
        let pixels = self.pixels.read();
        let asked = self.who(&pixels, who.into())?;
        let place = asked.view.nearest_free(asked.who, reach.into().in_pixels(pixels.units)?)?;
        Ok(place.map(|at| pixels.vector(asked.start, at)))
    }

    /// Returns the sprite of an entity in the world of masks, in pixels, y down, for example to ask about the entity
    /// [as something else](PixelWho).
    #[must_use]
    pub fn get(self, entity: Entity) -> Option<world::Sprite> {
        self.pixels.read().world.get(self.sprite(entity).ok()?)
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
        let without = self.without.and_then(|entity| self.sprite(entity).ok());
        Some(QueryOptions { without, ..self.options }.view(pixels.world.view()?))
    }

    /// Returns what a query asks about.
    fn who<'a>(self, pixels: &'a Pixels, PixelWho(kind): PixelWho<'a>) -> Result<Asked<'a>, PixelError> {
        let entity = match kind {
            Kind::Entity(entity, _) => Some(entity),
            Kind::Described(entity, _) => entity,
            Kind::Shape(..) => None,
        };
        let missing = PixelError::NotInWorld(entity.unwrap_or(Entity::PLACEHOLDER));
        let view = self.world(pixels).ok_or(missing)?;
        match kind {
            Kind::Entity(entity, by) => {
                let id = self.sprite(entity)?;
                let start = view.get(id).ok_or(missing)?.position;
                let at = pixels.moved(start, by)?;
                Ok(Asked { view, who: id.at(at), start, at })
            }
            Kind::Described(entity, sprite) => {
                let id = entity.map(|entity| self.sprite(entity)).transpose()?;
                let who = id.map_or(Who::from(sprite), |id| id.as_if(sprite));
                Ok(Asked { view, who, start: sprite.position, at: sprite.position })
            }
            Kind::Shape(mask, corner) => {
                let at = transform::place(pixels.units.to_pixels(corner));
                let at = at.map_err(|_| PixelError::OutOfRange { at: corner })?;
                Ok(Asked { view, who: PlacedMask { mask, at }.into(), start: at, at })
            }
        }
    }

    fn sprite(self, entity: Entity) -> Result<SpriteId, PixelError> {
        let state = self.states.get(entity).ok();
        state.and_then(|state| state.sprite).ok_or(PixelError::NotInWorld(entity))
    }
}

/// What a query asks about, and where.
struct Asked<'a> {
    view: View<'a>,
    who: Who<'a>,
    /// Where it stands in the world.
    start: [i32; 2],
    /// Where the query asks about it.
    at: [i32; 2],
}

impl Pixels {
    /// Returns a place after a move by a vector in units, rounded as the place of an entity.
    fn moved(&self, start: [i32; 2], by: Vec2) -> Result<[i32; 2], PixelError> {
        let end = transform::place([0, 1].map(|axis| f64::from(start[axis]) + self.units.to_pixels(by)[axis]));
        end.map_err(|_| PixelError::OutOfRange { at: by })
    }

    /// Returns the vector in units from one place to another.
    fn vector(&self, from: [i32; 2], to: [i32; 2]) -> Vec2 {
        self.units.vector([0, 1].map(|axis| f64::from(to[axis]) - f64::from(from[axis])))
    }
}
