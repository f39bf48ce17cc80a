//! The positions of entities of which only the transform has changed: a pass over the columns of all entities. (One
//! entity after the other took a third longer, because a query looks up each component of each entity. Two threads took
//! longer, because the transforms are in the cache of the thread that has moved the entities.)

use crate::assets::ChangedAssets;
use crate::collider::{PixelCollider, PixelMask};
use crate::resource;
use crate::state::{Parts, PixelState};
use crate::transform::{Axes, axes_of};
use crate::units::Units;
use bevy_ecs::change_detection::{ContiguousRef, Tick};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::Transform;

/// The components of an entity that collides.
pub(crate) type Collider = (
    Entity,
    &'static mut PixelState,
    Ref<'static, PixelCollider>,
    Ref<'static, Transform>,
    Option<&'static ChildOf>,
    Option<Ref<'static, Sprite>>,
    Option<Ref<'static, Anchor>>,
    Option<Ref<'static, PixelMask>>,
);

/// The columns of entities with equal components.
struct Columns<'a> {
    entities: &'a [Entity],
    states: &'a [PixelState],
    transforms: &'a [Transform],
    moved: &'a [Tick],
    /// The ticks of changes of the other components that have changed in any entity.
    changed: Vec<&'a [Tick]>,
    ticks: [Tick; 2],
    parts: Parts,
    is_child: bool,
}

/// The result of [`find`].
#[derive(Default)]
pub(crate) struct Found {
    /// All entities that may have changed in another way than by a move, in the order of their tables.
    pub(crate) others: Vec<Entity>,
    /// Whether any entity has moved.
    pub(crate) moved: bool,
    /// The [hashes](resource::hash) of the sprites of all entities, added up.
    pub(crate) checksum: u64,
}

/// Writes the positions of entities that have only moved.
pub(crate) fn find(
    colliders: &Query<Collider>,
    assets: &ChangedAssets,
    units: Units,
    positions: &mut [[i32; 2]],
) -> Found {
    let colliders = colliders.as_readonly();
    let Ok(tables) = colliders.contiguous_iter() else {
        // A component of Bevy is no longer in a table.
        let mut found = Found::default();
        for (entity, state, ..) in &colliders {
            found.others.push(entity);
            found.note(state);
        }
        return found;
    };
    let mut found = Found::default();
    for (entities, states, collider, transform, parent, sprite, anchor, mask) in tables {
        let parts = Parts::new(parent.is_some(), sprite.is_some(), anchor.is_some(), mask.is_some());
        let is_child = parent.is_some();
        let (transforms, ticks) = ContiguousRef::split(transform);
        let optional = [
            sprite.as_ref().map(ContiguousRef::changed_ticks_slice),
            anchor.as_ref().map(ContiguousRef::changed_ticks_slice),
            mask.as_ref().map(ContiguousRef::changed_ticks_slice),
        ];
        let (moved, ticks) = (ticks.changed(), [ticks.last_run(), ticks.this_run()]);
        // In most steps, no other component has changed.
        let has_new = |column: &&[Tick]| column.iter().any(|tick| tick.is_newer_than(ticks[0], ticks[1]));
        let changed = [Some(collider.changed_ticks_slice())].into_iter().chain(optional).flatten().filter(has_new);
        let changed = changed.collect();
        let columns = Columns { entities, states, transforms, moved, changed, ticks, parts, is_child };
        columns.find(assets, units, positions, &mut found);
    }
    found
}

impl Found {
    /// Adds the sprite of an entity to the checksum.
    #[inline]
    fn note(&mut self, state: &PixelState) {
        self.checksum = self.checksum.wrapping_add(state.sprite.map_or(0, resource::hash));
    }
}

impl Columns<'_> {
    /// Writes positions as [`find`] does, and adds the other entities to a list.
    fn find(&self, assets: &ChangedAssets, units: Units, positions: &mut [[i32; 2]], found: &mut Found) {
        let is_new = |tick: Tick| tick.is_newer_than(self.ticks[0], self.ticks[1]);
        for (row, state) in self.states.iter().enumerate() {
            found.note(state);
            let is_other = self.is_child
                || state.parts != self.parts
                || self.changed.iter().any(|ticks| is_new(ticks[row]))
                || !assets.is_empty() && state.depends_on(assets);
            if !is_other && !is_new(self.moved[row]) {
                continue;
            }
            let moved = if is_other { None } else { state.moved(&self.transforms[row], units) };
            match moved.and_then(|position| Some((positions.get_mut(state.sprite?.index())?, position))) {
                Some((old, position)) => (*old, found.moved) = (position, true),
                None => found.others.push(self.entities[row]),
            }
        }
    }
}

impl PixelState {
    /// Returns the new position of an entity without a parent, if its picture stays as it is. An entity that is scaled or
    /// rotated has a fraction, too.
    #[inline]
    fn moved(&self, transform: &Transform, units: Units) -> Option<[i32; 2]> {
        // Most sprites are upright.
        let (axes, translation) = match transform.rotation == Quat::IDENTITY && transform.scale == Vec3::ONE {
            true => (Axes::UPRIGHT, Vec2::new(transform.translation.x, transform.translation.y)),
            false => axes_of(transform.compute_affine()),
        };
        if axes != self.axes || !self.offset.is_whole {
            return None;
        }
        self.offset.position(units.to_pixels(translation)).ok().map(|(position, _)| position)
    }
}
