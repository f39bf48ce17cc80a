//! The resource that holds the world of masks.

use crate::assets::ChangedAssets;
use crate::masks::{MaskSource, SharedMasks, Shown};
use crate::units::Units;
use crate::{CollisionBegan, CollisionEnded, PixelError};
use bevy_ecs::entity::{Entity, EntityHashMap, EntityHashSet};
use bevy_ecs::resource::Resource;
use bevy_math::Vec2;
use std::collections::VecDeque;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use world::{SpriteId, World};

/// The world of masks: one sprite for each entity with a [`PixelCollider`](crate::PixelCollider) whose mask is known.
///
/// The plugin owns the sprites. [`PixelQuery`](crate::PixelQuery) asks by entity, and
/// [`PixelMover`](crate::PixelMover) moves and digs. One system can have both: each call locks the world for itself.
#[derive(Resource, Debug, Default)]
pub struct PixelWorld {
    inner: RwLock<Pixels>,
}

/// The world of masks, and what the plugin knows about its sprites.
#[derive(Debug, Default)]
pub(crate) struct Pixels {
    pub(crate) world: World,
    pub(crate) units: Units,
    pub(crate) masks: SharedMasks,
    /// The position of each sprite, by slot.
    pub(crate) positions: Vec<[i32; 2]>,
    /// The entity of each sprite, by slot. A slot keeps its entity until another sprite enters it. (The data of the
    /// sprites name the entities too, but each look-up there reads two places in memory.)
    pub(crate) entities: Vec<Entity>,
    /// The mask of each sprite and its source, by slot.
    pub(crate) shown: Vec<Option<Shown>>,
    /// The [hashes](hash) of all sprites, added up.
    pub(crate) checksum: u64,
    /// Whether the world is another one than the states of the entities know.
    pub(crate) is_restored: bool,
    /// The assets that have changed since the last step.
    pub(crate) changed: ChangedAssets,
    /// The entities that wait for a mask, and since which step.
    pub(crate) waiting: VecDeque<(u64, Entity)>,
    /// How far parents have moved themselves since the last step, in units. (Their children do not know it.)
    pub(crate) moved: EntityHashMap<Vec2>,
    /// The entities that a mover has moved since the last step. The next step compares them with their transforms.
    pub(crate) by_movers: EntityHashSet,
    /// The number of calls of `carry`, and for each platform since the last step the last one whose riders have moved.
    pub(crate) carries: u64,
    pub(crate) riders_moved: EntityHashMap<u64>,
    /// The sprites that have lost their entities since the last step.
    pub(crate) orphans: Vec<SpriteId>,
    /// The events of the last step.
    pub(crate) began: Vec<CollisionBegan>,
    pub(crate) ended: Vec<CollisionEnded>,
    /// Whether the last step has failed.
    pub(crate) has_failed: bool,
    /// Whether the log has a warning of observers that hear nothing.
    pub(crate) has_unheard: bool,
}

/// A copy of the [`PixelWorld`], for rollback. [`PixelWorld::snapshot`] makes it.
#[derive(Debug)]
pub struct PixelSnapshot {
    world: World,
    masks: SharedMasks,
    positions: Vec<[i32; 2]>,
    entities: Vec<Entity>,
    shown: Vec<Option<Shown>>,
    checksum: u64,
}

impl PixelWorld {
    pub(crate) fn new(world: World, units: Units) -> PixelWorld {
        PixelWorld { inner: RwLock::new(Pixels { world, units, ..Pixels::default() }) }
    }

    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Pixels> {
        // A panic in a closure of the user leaves the world usable.
        self.inner.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, Pixels> {
        self.inner.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get_mut(&mut self) -> &mut Pixels {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `ask` with the world of masks, for queries that [`PixelQuery`](crate::PixelQuery) does not have.
    ///
    /// The world is locked until `ask` returns. So `ask` must use neither a `PixelQuery` nor a
    /// [`PixelMover`](crate::PixelMover), or the app hangs.
    pub fn with_world<R>(&self, ask: impl FnOnce(&World) -> R) -> R {
        ask(&self.read().world)
    }

    /// Returns the number of entities in the world.
    #[must_use]
    pub fn len(&self) -> usize {
        self.read().world.len()
    }

    /// Returns whether no entity is in the world.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of masks in the world, including masks that are kept for a while although no entity shows
    /// them.
    #[must_use]
    pub fn mask_count(&self) -> usize {
        self.read().world.mask_ids().count()
    }

    /// Returns the pairs of entities that collide, as the entities stood in the last step, sorted by their sprite ids.
    /// Returns no pairs if the last step has failed.
    #[must_use]
    pub fn pairs(&self) -> Vec<[Entity; 2]> {
        let pixels = self.read();
        let pairs = pixels.world.view().and_then(|view| view.collisions().ok()).unwrap_or_default();
        pairs.into_iter().filter_map(|pair| Some([pixels.entity(pair.a)?, pixels.entity(pair.b)?])).collect()
    }

    /// Returns examples of entities that never meet because only one collides with a layer of the other: first the one
    /// that does. It finds a forgotten layer. [`World::one_sided_layers`] has the details.
    #[must_use]
    pub fn one_sided_layers(&self) -> Vec<[Entity; 2]> {
        let pixels = self.read();
        let pairs = pixels.world.one_sided_layers();
        pairs.into_iter().filter_map(|(a, b)| Some([pixels.entity(a)?, pixels.entity(b)?])).collect()
    }

    /// Returns the entity of a sprite, which may have been despawned in this step.
    #[must_use]
    pub fn entity(&self, sprite: SpriteId) -> Option<Entity> {
        self.read().entity(sprite)
    }

    /// Returns the number of pixels in a unit.
    #[must_use]
    pub fn pixels_per_unit(&self) -> f32 {
        self.read().units.pixels_per_unit as f32
    }

    /// Returns a copy of the world of masks, for rollback: its sprites, masks and edits, and the pairs of the last
    /// step.
    ///
    /// A game that rolls back restores its components too, then calls [`PixelWorld::restore`]. The next step reports
    /// the pairs that began and ended since the snapshot.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::components::Transform;
    /// # use hitmask_bevy::{CollisionBegan, HitmaskPlugin, Mask, PixelCollider, PixelMask, PixelWorld};
    /// # let mut app = App::new();
    /// # app.add_plugins(HitmaskPlugin::default().in_schedule(Update));
    /// # let square = PixelMask::new(Mask::filled(8, 8)?);
    /// # let [a, _] = [0.0, 20.0].map(|x| {
    /// #     app.world_mut().spawn((PixelCollider::default(), square.clone(), Transform::from_xyz(x, 0.0, 0.0))).id()
    /// # });
    /// app.update();
    /// let snapshot = app.world().resource::<PixelWorld>().snapshot()?;
    /// app.world_mut().get_mut::<Transform>(a).unwrap().translation.x = 16.0;
    /// app.update();
    /// assert_eq!(app.world().resource::<PixelWorld>().pairs().len(), 1);
    ///
    /// app.world_mut().get_mut::<Transform>(a).unwrap().translation.x = 0.0;
    /// app.world_mut().resource_mut::<PixelWorld>().restore(&snapshot)?;
    /// app.update();
    /// assert!(app.world().resource::<PixelWorld>().pairs().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`PixelError::World`] if the system refuses memory.
    pub fn snapshot(&self) -> Result<PixelSnapshot, PixelError> {
        let pixels = self.read();
        Ok(PixelSnapshot {
            world: pixels.world.try_clone()?,
            masks: pixels.masks.clone(),
            positions: pixels.positions.clone(),
            entities: pixels.entities.clone(),
            shown: pixels.shown.clone(),
            checksum: pixels.checksum,
        })
    }

    /// Puts the world of masks back to a snapshot. The next step follows the components of all entities as they are
    /// then: an entity that the snapshot does not know enters the world again.
    ///
    /// # Errors
    /// Returns [`PixelError::World`] if the system refuses memory. The world is unchanged.
    pub fn restore(&mut self, snapshot: &PixelSnapshot) -> Result<(), PixelError> {
        let world = snapshot.world.try_clone()?;
        let pixels = self.get_mut();
        *pixels = Pixels {
            world,
            masks: snapshot.masks.clone(),
            positions: snapshot.positions.clone(),
            entities: snapshot.entities.clone(),
            shown: snapshot.shown.clone(),
            checksum: snapshot.checksum,
            is_restored: true,
            units: pixels.units,
            carries: pixels.carries,
            has_unheard: pixels.has_unheard,
            changed: std::mem::take(&mut pixels.changed),
            waiting: std::mem::take(&mut pixels.waiting),
            ..Pixels::default()
        };
        Ok(())
    }
}

impl Pixels {
    /// Returns the entity of a sprite, which may have been despawned in this step.
    pub(crate) fn entity(&self, sprite: SpriteId) -> Option<Entity> {
        self.world.data(sprite).and_then(Entity::try_from_bits)
    }

    /// Returns whether a sprite is in the world and belongs to an entity.
    pub(crate) fn belongs_to(&self, sprite: SpriteId, entity: Entity) -> bool {
        self.world.get(sprite).is_some_and(|sprite| sprite.data == entity.to_bits())
    }

    /// Notes that a sprite shows a mask of its own, which the world has made and frees with it.
    pub(crate) fn note_own(&mut self, sprite: SpriteId) {
        let own = self.world.get(sprite).map(|sprite| sprite.mask);
        let Some((own, shown)) = own.zip(self.shown[sprite.index()].as_mut()) else { return };
        if own != shown.mask {
            let is_given = matches!(shown.key.source, MaskSource::Given(_));
            let given = shown._given.take().or_else(|| self.world.mask(shown.mask).cloned().filter(|_| is_given));
            *shown = Shown { mask: own, key: shown.key, edited: true, _given: given };
        }
    }

    /// Notes where a mover has put a sprite.
    pub(crate) fn put(&mut self, sprite: SpriteId, at: [i32; 2]) {
        self.positions[sprite.index()] = at;
        self.by_movers.insert(self.entities[sprite.index()]);
    }

    /// Takes a sprite out of the world, if it is still there.
    pub(crate) fn leave(&mut self, sprite: SpriteId) {
        if self.world.despawn(sprite).is_ok() {
            self.checksum = self.checksum.wrapping_sub(hash(sprite));
            self.shown[sprite.index()] = None;
        }
    }
}

/// Returns a number for the checksum of all sprites. Different sets of sprites have different sums, but for a chance of
/// 2^-64.
#[inline]
pub(crate) fn hash(sprite: SpriteId) -> u64 {
    let bits = sprite.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
