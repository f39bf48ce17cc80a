//! The system that puts the entities into the world.

use crate::assets::{AssetEvents, AssetParams};
use crate::quick::{self, Collider};
use crate::resource::{PixelWorld, Pixels};
use crate::source::{Absent, Source};
use crate::state::Parts;
use crate::transform;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::query::Allow;
use bevy_math::{Affine3A, Vec2};
use bevy_transform::components::Transform;

/// The transforms of parents. Bevy does not update the children of a disabled parent, so they stay below it.
type Ancestors<'w, 's> = Query<'w, 's, (&'static Transform, Option<&'static ChildOf>), Allow<Disabled>>;

/// Notes the assets that have changed in this frame. Bevy drops messages after two frames, and an app may pause
/// [`sync`] for longer.
pub(crate) fn note_assets(mut pixels: ResMut<PixelWorld>, mut events: AssetEvents) {
    events.add_to(&mut pixels.get_mut().changed);
}

/// Puts the entities into the world.
pub(crate) fn sync(
    mut pixels: ResMut<PixelWorld>,
    assets: AssetParams,
    mut colliders: Query<Collider>,
    names: Query<&Name>,
    ancestors: Ancestors,
) {
    let pixels = pixels.get_mut();
    for sprite in std::mem::take(&mut pixels.orphans) {
        pixels.leave(sprite);
    }
    pixels.moved.clear();
    pixels.riders_moved.clear();
    let changed = std::mem::take(&mut pixels.changed);
    changed.changed.iter().for_each(|&image| pixels.masks.forget_image(image));
    let quick::Found { mut others, moved, checksum } =
        quick::find(&colliders, &changed, pixels.units, &mut pixels.positions);
    // The query does not match entities that are disabled, by whatever component, or have no transform. So if the sum
    // differs, an entity has left the query, or has come back with a sprite of an earlier life.
    let is_restored = std::mem::take(&mut pixels.is_restored);
    let is_other_set = is_restored || checksum != pixels.checksum;
    if is_other_set {
        pixels.leave_unmatched(&mut colliders);
        others = colliders.iter().map(|(entity, ..)| entity).collect();
    }
    let late = pixels.late();
    others.extend(&late);
    others.extend(pixels.by_movers.drain());
    let mut rows = colliders.iter_many_mut(&others).matched();
    while let Some((entity, mut state, collider, transform, parent, sprite, anchor, mask)) = rows.fetch_next() {
        // Nothing asks for changes of the state.
        let state = state.bypass_change_detection();
        let parts = Parts::new(parent.is_some(), sprite.is_some(), anchor.is_some(), mask.is_some());
        let is_new = is_other_set
            || parts != state.parts
            || collider.is_changed()
            || sprite.as_ref().is_some_and(Ref::is_changed)
            || anchor.as_ref().is_some_and(Ref::is_changed)
            || mask.as_ref().is_some_and(Ref::is_changed)
            || !changed.is_empty() && state.depends_on(&changed);
        let (axes, translation) = transform::axes_of(match parent {
            None => transform.compute_affine(),
            Some(parent) => {
                let above = global_of(parent.parent(), &ancestors);
                state.others.parent = Some((parent.parent(), above));
                above * transform.compute_affine()
            }
        });
        let at = pixels.units.to_pixels(translation);
        if let (Some(sprite), false) = (state.sprite, is_new)
            && axes == state.axes
            && let Ok((position, fraction)) = state.offset.position(at)
            && (state.offset.is_whole
                || pixels.world.get_mut(sprite).is_ok_and(|mut shown| shown.set_fraction(fraction).is_ok()))
        {
            pixels.positions[sprite.index()] = position;
            continue;
        }
        state.parts = parts;
        let anchor = anchor.as_ref().map_or(Vec2::ZERO, |anchor| anchor.0);
        let (sprite, mask) = (sprite.as_deref(), mask.as_deref());
        let name = names.get(entity).ok();
        let source = Source { entity, name, collider: &collider, sprite, anchor, mask, axes, at };
        if let Err(absent) = pixels.enter(state, &source, &assets, &changed) {
            state.sprite.take().into_iter().for_each(|sprite| pixels.leave(sprite));
            match absent {
                Absent::NoPicture | Absent::NoImage | Absent::NoLayout => {
                    pixels.wait(state, &source, &assets, absent, late.contains(&entity));
                }
                absent => pixels.warn(state, &source, &absent),
            }
        }
    }
    // Every position was checked, so there is no error.
    if (moved || !others.is_empty())
        && let Err(error) = pixels.world.sync_by_slot(&pixels.positions)
    {
        tracing::error!("the positions of the pixel world are not valid: {error}");
    }
    pixels.masks.end_step(&mut pixels.world);
}

/// Returns the global transform of an entity, as Bevy will compute it at the end of the frame.
fn global_of(entity: Entity, ancestors: &Ancestors) -> Affine3A {
    let (mut chain, mut next) = (Vec::new(), Some(entity));
    while let Some((transform, parent)) = next.and_then(|entity| ancestors.get(entity).ok()) {
        chain.push(transform.compute_affine());
        next = parent.map(ChildOf::parent);
    }
    chain.into_iter().rev().reduce(|above, below| above * below).unwrap_or(Affine3A::IDENTITY)
}

impl Pixels {
    /// Takes the sprites of all entities that the query does not match out of the world, and lets the other entities
    /// forget the sprites that are not theirs.
    fn leave_unmatched(&mut self, colliders: &mut Query<Collider>) {
        let mut is_matched = vec![false; self.world.slot_count()];
        for (entity, mut state, ..) in colliders.iter_mut() {
            let state = state.bypass_change_detection();
            match state.sprite.filter(|&sprite| self.belongs_to(sprite, entity)) {
                Some(sprite) => is_matched[sprite.index()] = true,
                None => state.sprite = None,
            }
        }
        let unmatched: Vec<_> = self.world.sprites().map(|(id, _)| id).filter(|id| !is_matched[id.index()]).collect();
        unmatched.into_iter().for_each(|sprite| self.leave(sprite));
    }
}
