//! Puts the entities into the world: their masks, poses and positions.

use crate::collider::{Faults, Parts, PixelState};
use crate::masks::MaskKey;
use crate::picture::{self, TexelRect, Unreadable};
use crate::pose::{self, Axes, NoPose, Picture};
use crate::quick;
use crate::resource::{self, Pixels, Shown};
use crate::{PixelCollider, PixelMask, PixelWorld};
use bevy_asset::{AssetEvent, AssetId, AssetServer, Assets, UntypedAssetId};
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_ecs::query::Allow;
use bevy_ecs::system::SystemParam;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::{Affine3A, Vec2};
use bevy_platform::collections::HashSet;
use bevy_sprite::{Anchor, Sprite, SpriteImageMode};
use bevy_transform::components::Transform;
use mask::MaskError;
use std::fmt;
use std::sync::Arc;
use world::{MaskId, Pose, WorldError};

/// The number of steps for which an entity may wait for a mask before the log asks whether one will come.
const PATIENCE: u64 = 64;

/// The assets, if the app has any.
#[derive(SystemParam)]
pub(crate) struct AssetParams<'w> {
    server: Option<Res<'w, AssetServer>>,
    images: Option<Res<'w, Assets<Image>>>,
    layouts: Option<Res<'w, Assets<TextureAtlasLayout>>>,
}

/// The messages of assets, if the app has any.
#[derive(SystemParam)]
pub(crate) struct AssetEvents<'w, 's> {
    image_events: Option<Res<'w, Messages<AssetEvent<Image>>>>,
    layout_events: Option<Res<'w, Messages<AssetEvent<TextureAtlasLayout>>>>,
    image_cursor: Local<'s, MessageCursor<AssetEvent<Image>>>,
    layout_cursor: Local<'s, MessageCursor<AssetEvent<TextureAtlasLayout>>>,
}

/// The assets that have changed since the last step.
#[derive(Debug, Default)]
pub(crate) struct ChangedAssets {
    added: HashSet<AssetId<Image>>,
    changed: HashSet<AssetId<Image>>,
    layouts: HashSet<AssetId<TextureAtlasLayout>>,
}

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

/// The transforms of parents. Bevy does not update the children of a disabled parent, so they stay below it.
type Ancestors<'w, 's> = Query<'w, 's, (&'static Transform, Option<&'static ChildOf>), Allow<Disabled>>;

/// The components of an entity from which its pose is made.
struct Source<'a> {
    entity: Entity,
    name: Option<&'a Name>,
    collider: &'a PixelCollider,
    sprite: Option<&'a Sprite>,
    anchor: Vec2,
    mask: Option<&'a PixelMask>,
    axes: Axes,
    /// The translation, in pixels, y down.
    at: [f64; 2],
}

/// Why an entity is not in the world.
enum Absent {
    /// The entity has neither a sprite nor a mask.
    NoPicture,
    /// The image is not there, or not yet.
    NoImage,
    /// The layout of the texture atlas is not there, or not yet.
    NoLayout,
    Image(Unreadable),
    /// The image is sliced, tiled or fitted.
    Mode(&'static str),
    Pose(NoPose),
    /// The place is not a number or out of range.
    Place,
    /// The mask is too large as it is drawn.
    TooLarge(MaskError),
    World(WorldError),
}

impl From<WorldError> for Absent {
    fn from(error: WorldError) -> Absent {
        match error {
            WorldError::CannotTransform { fault, .. } => Absent::TooLarge(fault),
            error => Absent::World(error),
        }
    }
}

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
            || !changed.is_empty() && changed.concern(state);
        let (axes, translation) = axes_of(match parent {
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
            && let Ok(position) = pose::position(state.offset, at)
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

/// Returns the axes and the translation of a transform.
pub(crate) fn axes_of(global: Affine3A) -> (Axes, Vec2) {
    let axes = Axes { x: global.matrix3.x_axis.truncate(), y: global.matrix3.y_axis.truncate() };
    (axes, global.translation.truncate())
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

impl AssetEvents<'_, '_> {
    /// Adds the assets that have changed since the last call.
    fn add_to(&mut self, changes: &mut ChangedAssets) {
        let (images, layouts) = (&mut self.image_cursor, &mut self.layout_cursor);
        for event in self.image_events.as_deref().map(|events| images.read(events)).into_iter().flatten() {
            match *event {
                AssetEvent::Added { id } => _ = changes.added.insert(id),
                AssetEvent::Modified { id } | AssetEvent::Removed { id } => _ = changes.changed.insert(id),
                // An image that is unused is removed, too. An image that is loaded was added before.
                AssetEvent::Unused { .. } | AssetEvent::LoadedWithDependencies { .. } => {}
            }
        }
        for event in self.layout_events.as_deref().map(|events| layouts.read(events)).into_iter().flatten() {
            if let AssetEvent::Added { id } | AssetEvent::Modified { id } | AssetEvent::Removed { id } = *event {
                changes.layouts.insert(id);
            }
        }
    }
}

impl ChangedAssets {
    pub(crate) fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.layouts.is_empty()
    }

    /// Returns whether the pose of an entity depends on a changed asset. An added image matters only to entities that
    /// wait for it.
    pub(crate) fn concern(&self, state: &PixelState) -> bool {
        let changed = |image| self.changed.contains(&image) || state.sprite.is_none() && self.added.contains(&image);
        state.others.image.is_some_and(changed)
            || state.others.layout.is_some_and(|layout| self.layouts.contains(&layout))
    }
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

    /// Shows an entity in the world as its components say.
    fn enter(
        &mut self,
        state: &mut PixelState,
        source: &Source,
        assets: &AssetParams,
        changed: &ChangedAssets,
    ) -> Result<(), Absent> {
        let image_changed = state.others.image.is_some_and(|image| changed.changed.contains(&image));
        (state.others.image, state.others.layout) = (None, None);
        let (key, (mask, size)) = match source.mask {
            Some(PixelMask(mask)) => {
                let key = MaskKey::Given(Arc::as_ptr(mask).addr());
                (key, self.masks.get_or_add::<Absent>(key, &mut self.world, || Ok(Arc::clone(mask)))?)
            }
            None => self.mask_of_sprite(state, source, assets)?,
        };
        let before = state.sprite.and_then(|sprite| self.shown[sprite.index()].as_ref());
        let edited = before.filter(|shown| shown.edited && shown.key == key && !image_changed);
        let shown = edited.cloned().unwrap_or(Shown { mask, key, edited: false, _given: None });
        let picture = Picture {
            size,
            custom_size: source.sprite.and_then(|sprite| sprite.custom_size),
            anchor: source.anchor,
            flips: source.sprite.map_or([false; 2], |sprite| [sprite.flip_x, sprite.flip_y]),
        };
        let pose = pose::pose_of(source.axes, &picture, self.units, source.collider.exact).map_err(Absent::Pose)?;
        let position = pose::position(pose.corner, source.at).map_err(|_| Absent::Place)?;
        let sprite = sprite_of(shown.mask, position, &pose, source);
        let sprite_id = match state.sprite {
            Some(sprite_id) => {
                self.world.set_sprite(sprite_id, sprite)?;
                sprite_id
            }
            None => {
                let sprite_id = self.world.spawn(sprite)?;
                self.checksum = self.checksum.wrapping_add(resource::hash(sprite_id));
                sprite_id
            }
        };
        let slot = sprite_id.index();
        if self.positions.len() <= slot {
            self.positions.resize(slot + 1, [0, 0]);
            self.entities.resize(slot + 1, Entity::PLACEHOLDER);
            self.continuous.resize(slot + 1, false);
            self.shown.resize(slot + 1, None);
        }
        (self.positions[slot], self.entities[slot]) = (position, source.entity);
        self.continuous[slot] = source.collider.continuous;
        let is_other = self.shown[slot].as_ref().is_some_and(|before| before.mask != shown.mask);
        let before = self.shown[slot].replace(shown);
        before.filter(|_| is_other).iter().for_each(|before| self.masks.release(before));
        state.sprite = Some(sprite_id);
        (state.axes, state.offset) = (source.axes, pose.corner);
        state.told.forgive();
        if pose.sheared && state.told.add(Faults::SHEARED) {
            tracing::warn!(
                "{source} is sheared by its transforms: it collides as if it were not; do not rotate a child of an \
                 entity with a scale that is not uniform"
            );
        }
        Ok(())
    }

    /// Returns the mask of the frame that a sprite shows.
    fn mask_of_sprite(
        &mut self,
        state: &mut PixelState,
        source: &Source,
        assets: &AssetParams,
    ) -> Result<(MaskKey, (MaskId, [u32; 2])), Absent> {
        let sprite = source.sprite.ok_or(Absent::NoPicture)?;
        let id = sprite.image.id();
        state.others.image = Some(id);
        match sprite.image_mode {
            SpriteImageMode::Auto => {}
            SpriteImageMode::Scale(_) => return Err(Absent::Mode("Scale")),
            SpriteImageMode::Sliced(_) => return Err(Absent::Mode("Sliced")),
            SpriteImageMode::Tiled { .. } => return Err(Absent::Mode("Tiled")),
        }
        let mut rect = sprite.rect.map(|rect| [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(texel));
        if let Some(atlas) = &sprite.texture_atlas {
            state.others.layout = Some(atlas.layout.id());
            let layout = assets.layouts.as_ref().and_then(|layouts| layouts.get(&atlas.layout));
            let textures = &layout.ok_or(Absent::NoLayout)?.textures;
            // Bevy draws the whole image if the layout has no such frame.
            if atlas.index >= textures.len() && self.masks.warns(id, "frame") {
                tracing::warn!(
                    "{source} collides with the whole of image {}, as Bevy draws it: the index {} of its texture atlas \
                     must be less than {}, the number of frames",
                    name_of(sprite),
                    atlas.index,
                    textures.len()
                );
            }
            if let Some(frame) = textures.get(atlas.index) {
                let [left, top, right, bottom] =
                    [frame.min.x, frame.min.y, frame.max.x, frame.max.y].map(|c| i32::try_from(c).unwrap_or(i32::MAX));
                rect = Some(rect.map_or([left, top, right, bottom], |rect: TexelRect| {
                    [(0, left), (1, top), (2, left), (3, top)].map(|(side, from)| rect[side].saturating_add(from))
                }));
            }
        }
        let image = assets.images.as_ref().and_then(|images| images.get(id)).ok_or(Absent::NoImage)?;
        let alpha_above = source.collider.alpha_above;
        let key = MaskKey::Image { image: id, rect, alpha_above };
        let make = || picture::mask_of(image, rect, alpha_above).map(Arc::new).map_err(Absent::Image);
        let mask = self.masks.get_or_add(key, &mut self.world, make)?;
        self.masks.note_readable(id);
        Ok((key, mask))
    }

    /// Returns the entities that have begun to wait for a mask some time ago.
    fn late(&mut self) -> EntityHashSet {
        let steps = self.masks.steps();
        let is_late = |&mut (since, _): &mut (u64, Entity)| since + PATIENCE <= steps;
        std::iter::from_fn(|| self.waiting.pop_front_if(is_late)).map(|(_, entity)| entity).collect()
    }

    /// Lets an entity wait for its mask. If it is late, warns about it, unless its image is still loading.
    fn wait(&mut self, state: &mut PixelState, source: &Source, assets: &AssetParams, absent: Absent, is_late: bool) {
        let is_loading =
            |id: UntypedAssetId| assets.server.as_ref().is_some_and(|server| server.load_state(id).is_loading());
        let awaited = match absent {
            Absent::NoImage => state.others.image.map(AssetId::untyped),
            Absent::NoLayout => state.others.layout.map(AssetId::untyped),
            _ => None,
        };
        if state.told.add(Faults::WAITS) || is_late && awaited.is_some_and(is_loading) {
            self.waiting.push_back((self.masks.steps(), source.entity));
        } else if is_late && state.told.add(Faults::NO_MASK) {
            self.warn(state, source, &absent);
        }
    }

    /// Warns about an entity that is not in the world: once for each image, or once until it is well again.
    fn warn(&mut self, state: &mut PixelState, source: &Source, absent: &Absent) {
        let name = || source.sprite.map_or_else(String::new, name_of);
        let first_of_image =
            |pixels: &mut Pixels, fault| state.others.image.is_some_and(|image| pixels.masks.warns(image, fault));
        match absent {
            Absent::NoPicture => tracing::warn!(
                "{source} does not collide: it has a PixelCollider, but neither a Sprite nor a PixelMask; insert one of \
                 the two"
            ),
            Absent::NoImage => {
                if first_of_image(self, picture::MISSING) {
                    tracing::warn!(
                        "image {} of {source} is missing, so it does not collide: the file could not be loaded, or the \
                         handle has no image; see the log for an error of the asset server",
                        name()
                    );
                }
            }
            Absent::NoLayout => tracing::warn!(
                "{source} does not collide: its texture atlas has no layout; add the layout to \
                 Assets<TextureAtlasLayout>, and keep its handle"
            ),
            Absent::Image(unreadable) => {
                if first_of_image(self, unreadable.name()) {
                    tracing::warn!("image {} of {source} cannot collide: {unreadable}", name());
                }
            }
            Absent::Mode(mode) => {
                if first_of_image(self, mode) {
                    tracing::warn!(
                        "image {} of {source} cannot collide: sprites with SpriteImageMode::{mode} have no mask; use \
                         SpriteImageMode::Auto, or give the entity a PixelMask",
                        name()
                    );
                }
            }
            Absent::Pose(NoPose::NotFinite) => {
                if state.told.add(Faults::POSE) {
                    let Axes { x, y } = source.axes;
                    tracing::warn!(
                        "{source} does not collide: its scale, rotation, size and anchor must be finite, its axes are \
                         {x} and {y}"
                    );
                }
            }
            Absent::Place => {
                if state.told.add(Faults::PLACE) {
                    let at = self.units.vector(source.at);
                    tracing::warn!(
                        "{source} does not collide: its place must be finite and within 2^30 pixels of the origin, it \
                         is {at}"
                    );
                }
            }
            Absent::TooLarge(error) => {
                if state.told.add(Faults::WORLD) {
                    tracing::warn!(
                        "{source} does not collide: its picture is too large as its transform scales it: {error}"
                    );
                }
            }
            Absent::World(error) => {
                if state.told.add(Faults::WORLD) {
                    tracing::warn!("{source} does not collide: {error}");
                }
            }
            // A scale of 0 has no pixels, which is no fault.
            Absent::Pose(NoPose::Flat) => {}
        }
    }
}

impl fmt::Display for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => write!(f, "entity {} ({:?})", self.entity, name.as_str()),
            None => write!(f, "entity {}", self.entity),
        }
    }
}

/// Returns the path of the image of a sprite, or its id.
fn name_of(sprite: &Sprite) -> String {
    match sprite.image.path() {
        Some(path) => format!("`{path}`"),
        None => sprite.image.id().to_string(),
    }
}

/// Returns a side of a rectangle in whole texels.
fn texel(side: f32) -> i32 {
    // The conversion saturates, and turns NaN into 0.
    side.round() as i32
}

/// Returns the sprite of an entity.
fn sprite_of(mask: MaskId, position: [i32; 2], pose: &Pose, source: &Source) -> world::Sprite {
    let PixelCollider { layers, collides_with, fixed, sensor, continuous, .. } = *source.collider;
    let one_way = source.collider.one_way.map(world::Side::from);
    let &Pose { flip_x, flip_y, turn, angle, scale, exact, .. } = pose;
    let mut sprite = world::Sprite::new(mask, position);
    (sprite.flip_x, sprite.flip_y, sprite.turn, sprite.angle) = (flip_x, flip_y, turn, angle);
    (sprite.scale, sprite.exact, sprite.data) = (scale, exact, source.entity.to_bits());
    (sprite.layers, sprite.collides_with, sprite.fixed) = (layers, collides_with, fixed);
    (sprite.sensor, sprite.one_way, sprite.continuous) = (sensor, one_way, continuous);
    sprite
}
