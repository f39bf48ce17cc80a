//! Queries by entity.

use super::results::{PixelContact, RayHit, SweepHit, Swept};
use crate::collider::PixelState;
use crate::units::direction;
use crate::{PixelError, PixelWorld};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{Rect, Vec2};
use mask::{Affine, Circle, Line, Polygon};
use world::{Placed, Probe, SpriteId, SpriteRayHit, View};

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
/// # use hitmask_bevy::{HitmaskPlugin, Mask, PixelCollider, PixelMask, PixelQuery};
/// # let mut app = App::new();
/// # app.add_plugins(HitmaskPlugin::default().in_schedule(PreUpdate)).add_systems(Update, look);
/// fn look(pixels: PixelQuery) {
///     let view = pixels.view();
///     let hit = view.cast_ray(Vec2::ZERO, Vec2::new(500.0, 0.0)).unwrap();
///     assert_eq!(hit.point, Vec2::new(96.5, -0.5));
///     assert!(hit.normal.unwrap().x < -0.9); // near a corner, the normal is tilted
///     assert_eq!(view.at_point(Vec2::new(100.0, 2.0)), [hit.entity]);
///     assert!(view.in_circle(Vec2::ZERO, 50.0).is_empty());
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
}

impl<'w> PixelView<'w> {
    /// Returns a view of all entities.
    pub(super) fn new(pixels: &'w PixelWorld, states: Query<'w, 'w, &'static PixelState>) -> PixelView<'w> {
        PixelView { pixels, states, layers: None }
    }

    /// Returns a view whose queries consider only the entities in at least one of the given layers.
    #[must_use]
    pub fn on_layers(self, layers: u32) -> PixelView<'w> {
        PixelView { layers: Some(layers), ..self }
    }

    /// Returns the entities whose solid pixels contain a point.
    #[must_use]
    pub fn at_point(self, point: Vec2) -> Vec<Entity> {
        self.find(self.pixels.units.pixel(point).map(Probe::Point))
    }

    /// Returns the entities with a solid pixel that a rectangle overlaps. A pixel that it only touches does not count.
    #[must_use]
    pub fn in_rect(self, rect: Rect) -> Vec<Entity> {
        self.find(self.pixels.units.pixels_of(rect).map(Probe::Rect))
    }

    /// Returns the entities with a solid pixel whose center is in a circle. The radius is in units.
    #[must_use]
    pub fn in_circle(self, center: Vec2, radius: f32) -> Vec<Entity> {
        let units = self.pixels.units;
        self.find(Circle::new(units.to_pixels(center), units.length(radius)).ok().map(Probe::Circle))
    }

    /// Returns the entities with a solid pixel on a line of pixels between two points, both included.
    #[must_use]
    pub fn on_line(self, from: Vec2, to: Vec2) -> Vec<Entity> {
        self.find(self.line(from, to).map(Probe::Line))
    }

    /// Returns the entities with a solid pixel whose center is in a polygon, convex or not, by the even-odd rule. Fewer than
    /// three points find nothing.
    #[must_use]
    pub fn in_polygon(self, points: &[Vec2]) -> Vec<Entity> {
        let polygon = Polygon::new(points.iter().map(|&point| self.pixels.units.to_pixels(point)));
        polygon.map_or(Vec::new(), |polygon| self.find(Some(Probe::Polygon(&polygon))))
    }

    /// Returns the entities that share a solid pixel with an entity, except the entity itself, regardless of what its
    /// collider collides with.
    #[must_use]
    pub fn overlapping(self, entity: Entity) -> Vec<Entity> {
        let placed = self.world().zip(self.sprite(entity).ok()).and_then(|(view, id)| view.shape(id));
        let mut found = self.find(placed.map(Probe::Mask));
        found.retain(|&other| other != entity);
        found
    }

    /// Returns up to `count` entities nearest to a point, the nearest first, each with its distance in units: from the pixel of the
    /// point to the nearest pixel of the entity's tight box.
    #[must_use]
    pub fn nearest(self, point: Vec2, count: usize) -> Vec<(Entity, f32)> {
        let mut near = Vec::new();
        if let (Some(view), Some(pixel)) = (self.world(), self.pixels.units.pixel(point)) {
            view.nearest_into(pixel, count, &mut near);
        }
        let per_unit = self.pixels.units.pixels_per_unit;
        let entity = |near: world::Near| Some((self.pixels.entity(near.id)?, (near.distance() / per_unit) as f32));
        near.into_iter().filter_map(entity).collect()
    }

    /// Returns the first entity with a solid pixel on the line of pixels between two points.
    #[must_use]
    pub fn cast_ray(self, from: Vec2, to: Vec2) -> Option<RayHit> {
        let line = self.line(from, to)?;
        self.ray_hit(self.world()?.cast_ray(line.from(), line.to())?)
    }

    /// Returns all entities on a ray, the nearest first.
    #[must_use]
    pub fn cast_ray_all(self, from: Vec2, to: Vec2) -> Vec<RayHit> {
        let Some((view, line)) = self.world().zip(self.line(from, to)) else { return Vec::new() };
        view.cast_ray_all(line.from(), line.to()).into_iter().filter_map(|hit| self.ray_hit(hit)).collect()
    }

    /// Returns how far an entity can move by a vector in units, rounded to whole pixels, before it would share a solid pixel
    /// with an entity that it collides with. The entity does not move.
    ///
    /// An entity that the moving entity overlaps at the start is ignored until the two have parted.
    ///
    /// # Errors
    /// - Returns [`PixelError::NotInWorld`] if the entity is not in the world.
    /// - Returns [`PixelError::OutOfRange`] with the vector if the end is not finite or out of range.
    pub fn sweep(self, entity: Entity, by: Vec2) -> Result<Swept, PixelError> {
        let (id, units) = (self.sprite(entity)?, self.pixels.units);
        let view = self.world().ok_or(PixelError::NotInWorld(entity))?;
        let start = view.get(id).ok_or(PixelError::NotInWorld(entity))?.position();
        let end = units.to_pixels(by).map(f64::round);
        let end = world::pixel([0, 1].map(|axis| f64::from(start[axis]) + end[axis]));
        let swept = view.sweep(id, end.map_err(|_| PixelError::OutOfRange { at: by })?)?;
        Ok(Swept {
            by: units.vector([0, 1].map(|axis| f64::from(swept.at[axis]) - f64::from(start[axis]))),
            hit: swept.hit.and_then(|hit| sweep_hit(self.pixels, hit)),
            started_inside: swept.started_inside.and_then(|id| self.pixels.entity(id)),
        })
    }

    /// Returns whether two entities share a solid pixel, regardless of their layers.
    #[must_use]
    pub fn overlaps(self, a: Entity, b: Entity) -> bool {
        let ids = self.sprite(a).and_then(|a| Ok((a, self.sprite(b)?)));
        self.world().zip(ids.ok()).is_some_and(|(view, (a, b))| view.contact(a, b).is_some())
    }

    /// Returns the solid pixels that two entities share, regardless of their layers.
    #[must_use]
    pub fn contact(self, a: Entity, b: Entity) -> Option<PixelContact> {
        let [id, other] = [self.sprite(a).ok()?, self.sprite(b).ok()?];
        let collision = self.world()?.contact(id, other)?;
        let units = self.pixels.units;
        Some(PixelContact {
            point: units.center(collision.first()),
            area: collision.area(),
            bounds: units.rect(collision.bounds()),
            normal: direction(collision.normal_of(id)?),
            way_out: units.vector(collision.penetration_of(id)?.map(f64::from)),
        })
    }

    /// Returns the tight box around the solid pixels of an entity.
    #[must_use]
    pub fn bounds(self, entity: Entity) -> Option<Rect> {
        self.world()?.bounds(self.sprite(entity).ok()?).map(|rect| self.pixels.units.rect(rect))
    }

    /// Returns the centers of the solid pixels of an entity, row by row from the top.
    pub fn pixels(self, entity: Entity) -> impl Iterator<Item = Vec2> + use<'w> {
        let shape = self.world().zip(self.sprite(entity).ok()).and_then(|(view, id)| view.shape(id));
        let units = self.pixels.units;
        shape.into_iter().flat_map(Placed::pixels).map(move |pixel| units.center(pixel))
    }

    /// Returns the point of an entity's mask that is at a point of the world: pixels of the picture, y down, as
    /// [`Mask::fill_circle`](mask::Mask::fill_circle) takes them.
    #[must_use]
    pub fn mask_point(self, entity: Entity, point: Vec2) -> Option<[f64; 2]> {
        let sprite = self.pixels.world.get(self.sprite(entity).ok()?)?;
        let mask = self.pixels.world.mask(sprite.mask())?;
        let middle = [mask.width(), mask.height()].map(|side| f64::from(side / 2));
        let map = Affine::scale(sprite.scale()).then(&Affine::rotation(sprite.angle().to_degrees()));
        let at = self.pixels.units.to_pixels(point);
        let from_middle = [0, 1].map(|axis| at[axis] - f64::from(sprite.position()[axis]) - middle[axis]);
        let [x, y] = map.inverse().ok()?.apply(from_middle);
        let [x, y] = [x + middle[0], y + middle[1]];
        let [flip_x, flip_y] = sprite.flips();
        Some([
            if flip_x { f64::from(mask.width()) - x } else { x },
            if flip_y { f64::from(mask.height()) - y } else { y },
        ])
    }

    /// Returns the view of the world of masks. It is `None` if the last step has failed.
    fn world(self) -> Option<View<'w>> {
        let view = self.pixels.world.view()?;
        Some(self.layers.map_or(view, |layers| view.on_layers(layers)))
    }

    fn sprite(self, entity: Entity) -> Result<SpriteId, PixelError> {
        let state = self.states.get(entity).ok();
        state.and_then(|state| state.sprite).ok_or(PixelError::NotInWorld(entity))
    }

    fn find(self, probe: Option<Probe>) -> Vec<Entity> {
        let found = self.world().zip(probe).map_or(Vec::new(), |(view, probe)| view.find(probe));
        found.into_iter().filter_map(|id| self.pixels.entity(id)).collect()
    }

    fn line(self, from: Vec2, to: Vec2) -> Option<Line> {
        Some(Line::new(self.pixels.units.pixel(from)?, self.pixels.units.pixel(to)?))
    }

    fn ray_hit(self, hit: SpriteRayHit) -> Option<RayHit> {
        let units = self.pixels.units;
        Some(RayHit {
            entity: self.pixels.entity(hit.id)?,
            point: units.center(hit.at),
            before: hit.before.map(|before| units.center(before)),
            normal: hit.normal.map(direction),
        })
    }
}

/// Returns a hit in Bevy's coordinates.
pub(super) fn sweep_hit(pixels: &PixelWorld, hit: world::SpriteSweepHit) -> Option<SweepHit> {
    let normal = direction(hit.normal.map(|c| 0.0 - c));
    Some(SweepHit { entity: pixels.entity(hit.id)?, point: pixels.units.center(hit.first), normal })
}
