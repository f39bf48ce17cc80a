//! The positions of entities of which only the transform has changed: a pass over the columns of all entities, on several
//! threads. (One entity after the other took twice as long, because a query looks up each component of each entity.)

use crate::collider::{Parts, PixelState};
use crate::pose::{Axes, Pose};
use crate::sync::{ChangedAssets, Collider, axes_of};
use crate::units::Units;
use bevy_ecs::change_detection::{ContiguousRef, Tick};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;
use rayon::prelude::*;

/// The number of entities that one thread looks at together.
const PART: usize = 4096;

/// What the pass over some entities has found.
#[derive(Default)]
pub(crate) struct Found {
    /// The slots and the positions of entities that have only moved.
    pub(crate) moved: Vec<(u32, [i32; 2])>,
    /// All other entities that may have changed.
    pub(crate) others: Vec<Entity>,
}

impl Found {
    pub(crate) fn is_empty(&self) -> bool {
        self.moved.is_empty() && self.others.is_empty()
    }
}

/// The columns of entities with equal components.
struct Columns<'a> {
    entities: &'a [Entity],
    states: &'a [PixelState],
    transforms: &'a [Transform],
    moved: &'a [Tick],
    /// The ticks of changes of the other components.
    changed: Vec<&'a [Tick]>,
    ticks: [Tick; 2],
    parts: Parts,
}

/// Returns what has changed since the last step, in the order of the entities in their tables.
pub(crate) fn find(colliders: &Query<Collider>, assets: &ChangedAssets, units: Units) -> Vec<Found> {
    let colliders = colliders.as_readonly();
    let Ok(tables) = colliders.contiguous_iter() else {
        // A component of Bevy is no longer in a table.
        return vec![Found { others: colliders.iter().map(|(entity, ..)| entity).collect(), ..Found::default() }];
    };
    let mut found = Vec::new();
    for (entities, states, collider, transform, parent, sprite, anchor, mask) in tables {
        let parts = Parts {
            parent: parent.is_some(),
            sprite: sprite.is_some(),
            anchor: anchor.is_some(),
            mask: mask.is_some(),
        };
        let (transforms, ticks) = ContiguousRef::split(transform);
        let optional = [
            sprite.as_ref().map(ContiguousRef::changed_ticks_slice),
            anchor.as_ref().map(ContiguousRef::changed_ticks_slice),
            mask.as_ref().map(ContiguousRef::changed_ticks_slice),
        ];
        let changed = [Some(collider.changed_ticks_slice())].into_iter().chain(optional).flatten().collect();
        let (moved, ticks) = (ticks.changed(), [ticks.last_run(), ticks.this_run()]);
        let columns = Columns { entities, states, transforms, moved, changed, ticks, parts };
        let rows = 0..entities.len();
        let part = |first| columns.find(first..(first + PART).min(rows.end), assets, units);
        match rows.len() > PART {
            false => found.push(part(0)),
            true => found.par_extend((0..rows.len().div_ceil(PART)).into_par_iter().map(|n| part(n * PART))),
        }
    }
    found
}

impl Columns<'_> {
    /// Returns what has changed in some rows.
    fn find(&self, rows: std::ops::Range<usize>, assets: &ChangedAssets, units: Units) -> Found {
        let is_new = |tick: Tick| tick.is_newer_than(self.ticks[0], self.ticks[1]);
        let mut found = Found { moved: Vec::with_capacity(rows.len()), others: Vec::new() };
        for row in rows {
            let state = &self.states[row];
            let is_other = self.parts.parent
                || state.parts != self.parts
                || self.changed.iter().any(|ticks| is_new(ticks[row]))
                || !assets.is_empty() && assets.concern(state);
            if !is_other && !is_new(self.moved[row]) {
                continue;
            }
            match state.moved(&self.transforms[row], units).filter(|_| !is_other) {
                Some(moved) => found.moved.push(moved),
                None => found.others.push(self.entities[row]),
            }
        }
        found
    }
}

impl PixelState {
    /// Returns the slot and the new position of an entity without a parent, if its pose stays as it is.
    fn moved(&self, transform: &Transform, units: Units) -> Option<(u32, [i32; 2])> {
        // Most sprites are upright.
        let (axes, translation) = match transform.rotation == Quat::IDENTITY && transform.scale == Vec3::ONE {
            true => (Axes::UPRIGHT, Vec2::new(transform.translation.x, transform.translation.y)),
            false => axes_of(transform.compute_affine()),
        };
        let slot = self.sprite?.index() as u32;
        let position = Pose::position(self.offset, units.to_pixels(translation)).ok()?;
        (axes == self.axes).then_some((slot, position))
    }
}
