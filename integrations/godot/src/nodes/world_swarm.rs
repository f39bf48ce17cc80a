//! Sprites without nodes, one at a time and many at once.

use super::world::PixelWorld;
use super::world_state::{Bulk, State};
use crate::convert::{
    Fault, angle_steps, corner, displacement, expected, id_of, ids_of, no_pixel, place, real, sprite_id,
};
use crate::log::given;
use crate::nodes::options;
use crate::pixel_mask::PixelMask;
use godot::prelude::*;
use world::{Sprite, SpriteId, Who, WorldError};

impl State {
    /// The sprite without a node of an id.
    pub(super) fn free_sprite(&self, id: i64) -> Result<SpriteId, Fault> {
        self.without_node(id, "change the node instead")
    }

    /// The sprite without a node of an id. The error of a collider says what to do `instead`.
    pub(super) fn without_node(&self, id: i64, instead: &str) -> Result<SpriteId, Fault> {
        let id = sprite_id(id);
        match self.collider(id) {
            Some(collider) => {
                let path = collider.node.get_path();
                Err(Fault::Text(format!("the sprite {} belongs to '{path}': {instead}", id_of(id))))
            }
            None => Ok(id),
        }
    }

    fn place_at(&mut self, id: SpriteId, at: Vector2) -> Result<(), Fault> {
        place("at", at)?;
        Ok(self.world.get_mut(id)?.place_at(real(at))?)
    }

    fn spawn(&mut self, mask: &Gd<PixelMask>, at: Vector2, options: &VarDictionary) -> Result<Sprite, Fault> {
        let (mask, _) = self.masks.resource(&mut self.world, mask, None)?;
        let mut sprite = Sprite::new(mask, [0, 0]);
        options::set(self, &mut sprite, options, &["mask", "position"])?;
        options::set_place(sprite, "at", at, options)
    }
}

#[godot_api(secondary)]
impl PixelWorld {
    /// Adds a sprite that shows a mask, with its top-left pixel (or its origin) at a place. Returns its id, or 0 after
    /// an error. Options: [code]flip_x, flip_y, turn[/code] (quarters, clockwise), [code]angle[/code] (degrees,
    /// clockwise), [code]scale[/code] (a number or a [Vector2]), [code]origin[/code] (the point of the picture that is
    /// drawn at the place), [code]transform[/code] (a [Transform2D] without an origin, instead of the options before),
    /// [code]fraction[/code] (the part of the place below a pixel; a place with a fraction sets it for what has an
    /// angle, a scale, an origin or a transform), [code]collision_layer, collision_mask, fixed, sensor, one_way[/code]
    /// (a side of [PixelCollider2D]), [code]continuous[/code], and [code]data[/code], a whole number of your own.
    #[func(gd_self)]
    fn spawn(this: Gd<Self>, mask: Option<Gd<PixelMask>>, at: Vector2, options: VarDictionary) -> i64 {
        given!("PixelWorld.spawn", mask);
        PixelWorld::change(&this, "PixelWorld.spawn", |state| {
            state.bulk.forget();
            let sprite = state.spawn(&mask, at, &options)?;
            Ok(id_of(state.world.spawn(sprite)?))
        })
    }

    /// Rounds the angles of what shows a mask to equal steps of a circle, 1 to 65536, and its place to whole pixels: a
    /// choice of speed over truth, for crowds that rotate. With 64 steps, an angle is up to 2.8 degrees off. With 0,
    /// angles are as given. [member PixelCollider2D.angle_steps] is for a node.
    #[func(gd_self)]
    fn set_angle_steps(this: Gd<Self>, mask: Option<Gd<PixelMask>>, steps: i64) {
        given!("PixelWorld.set_angle_steps", mask);
        PixelWorld::change(&this, "PixelWorld.set_angle_steps", |state| {
            let steps = angle_steps("steps", steps)?;
            let (mask, _) = state.masks.resource(&mut state.world, &mask, None)?;
            Ok(state.world.set_angle_steps(mask, steps)?)
        });
    }

    /// Adds a sprite at each place, with the same mask and options. Returns their ids, or none after an error.
    #[func(gd_self)]
    fn spawn_many(
        this: Gd<Self>,
        mask: Option<Gd<PixelMask>>,
        places: PackedVector2Array,
        options: VarDictionary,
    ) -> PackedInt64Array {
        given!("PixelWorld.spawn_many", mask);
        let ids = PixelWorld::change(&this, "PixelWorld.spawn_many", |state| {
            state.bulk.forget();
            let sprite = state.spawn(&mask, Vector2::ZERO, &options)?;
            let places = places.as_slice().iter().map(|&at| options::set_place(sprite, "a place", at, &options));
            let sprites = places.collect::<Result<Vec<_>, Fault>>()?;
            Ok(state.world.spawn_many(sprites)?)
        });
        ids_of(ids)
    }

    /// Removes a sprite.
    #[func(gd_self)]
    fn despawn(this: Gd<Self>, id: i64) {
        PixelWorld::change(&this, "PixelWorld.despawn", |state| {
            state.bulk.forget();
            let id = state.free_sprite(id)?;
            state.world.despawn(id)?;
            Ok(())
        });
    }

    /// Removes sprites, and returns how many. Ids that name nothing are skipped; the id of a collider is an error, and
    /// then none is removed.
    #[func(gd_self)]
    fn despawn_many(this: Gd<Self>, ids: PackedInt64Array) -> i64 {
        PixelWorld::change(&this, "PixelWorld.despawn_many", |state| {
            state.bulk.forget();
            let ids: Result<Vec<_>, Fault> = ids.as_slice().iter().map(|&id| state.free_sprite(id)).collect();
            Ok(state.world.despawn_many(ids?) as i64)
        })
    }

    /// Removes all sprites without nodes. Colliders stay as long as their nodes.
    #[func(gd_self)]
    fn clear(this: Gd<Self>) {
        PixelWorld::change(&this, "PixelWorld.clear", |state| {
            state.bulk.forget();
            let ids: Vec<_> =
                state.world.sprites().map(|(id, _)| id).filter(|&id| state.number(id).is_none()).collect();
            state.world.despawn_many(ids);
            Ok(())
        });
    }

    /// Returns whether a sprite or a collider is in the world.
    #[func(gd_self)]
    fn contains(this: Gd<Self>, id: i64) -> bool {
        PixelWorld::look(&this, "PixelWorld.contains", |state| state.world.contains(sprite_id(id)))
    }

    /// Returns a sprite: its [code]position[/code], what [method spawn] takes as options, its [code]id[/code] and its
    /// [code]collider[/code] (null without a node). [code]spawn(mask, at, get_sprite(id))[/code] makes another one like
    /// it. The dictionary is empty if the sprite is not in the world.
    #[func(gd_self)]
    fn get_sprite(this: Gd<Self>, id: i64) -> VarDictionary {
        PixelWorld::look(&this, "PixelWorld.get_sprite", |state| state.sprite_record(sprite_id(id)))
    }

    /// Returns the node of a sprite, or [code]null[/code] if it has none.
    #[func(gd_self)]
    fn get_collider(this: Gd<Self>, id: i64) -> Option<Gd<super::collider::PixelCollider2D>> {
        PixelWorld::look(&this, "PixelWorld.get_collider", |state| state.node(sprite_id(id)))
    }

    /// Returns the nodes of those ids that have one.
    #[func(gd_self)]
    fn get_colliders(this: Gd<Self>, ids: PackedInt64Array) -> Array<Gd<super::collider::PixelCollider2D>> {
        PixelWorld::look(&this, "PixelWorld.get_colliders", |state| {
            ids.as_slice().iter().filter_map(|&id| state.node(sprite_id(id))).collect()
        })
    }

    /// Changes the options of a sprite, those of [method spawn], and [code]mask[/code] and [code]position[/code].
    #[func(gd_self)]
    fn set_sprite(this: Gd<Self>, id: i64, options: VarDictionary) {
        PixelWorld::change(&this, "PixelWorld.set_sprite", |state| {
            let id = state.free_sprite(id)?;
            let mut sprite = state.world.get(id).ok_or(WorldError::StaleSprite(id))?;
            options::set(state, &mut sprite, &options, &[])?;
            Ok(state.world.set_sprite(id, sprite)?)
        });
    }

    /// Moves a sprite to a place. A sprite with an angle, a scale, an origin or a transform keeps the fraction of the
    /// place; any other stands at the nearest pixel.
    #[func(gd_self)]
    fn move_to(this: Gd<Self>, id: i64, at: Vector2) {
        PixelWorld::change(&this, "PixelWorld.move_to", |state| {
            let id = state.free_sprite(id)?;
            state.place_at(id, at)
        });
    }

    /// Moves a sprite by whole pixels.
    #[func(gd_self)]
    fn move_by(this: Gd<Self>, id: i64, by: Vector2) {
        PixelWorld::change(&this, "PixelWorld.move_by", |state| {
            let id = state.free_sprite(id)?;
            Ok(state.world.move_by(id, displacement(by)?)?)
        });
    }

    /// Moves a sprite to a place without a path, if it is continuous.
    #[func(gd_self)]
    fn jump_to(this: Gd<Self>, id: i64, at: Vector2) {
        PixelWorld::change(&this, "PixelWorld.jump_to", |state| {
            let id = state.free_sprite(id)?;
            state.place_at(id, at)?;
            let at = state.world.get(id).map_or([0, 0], |sprite| sprite.position);
            Ok(state.world.jump_to(id, at)?)
        });
    }

    /// Says where a sprite stood at the last step: its next path begins there, if it is continuous. Put a bullet that
    /// bounces to [code]before[/code] of [method first_impact], and say so here. With its own place, it has no path, as
    /// after [method jump_to].
    #[func(gd_self)]
    fn set_last_place(this: Gd<Self>, id: i64, at: Vector2) {
        PixelWorld::change(&this, "PixelWorld.set_last_place", |state| {
            let id = state.free_sprite(id)?;
            Ok(state.world.set_last_place(id, place("at", at)?)?)
        });
    }

    /// Moves sprites to places, the first to the first, and so on: all, or none after an error. It is fastest for the
    /// same array of ids in each frame, with most sprites of the world.
    #[func(gd_self)]
    fn set_positions(this: Gd<Self>, ids: PackedInt64Array, places: PackedVector2Array) {
        PixelWorld::change(&this, "PixelWorld.set_positions", |state| state.set_positions(ids, places.as_slice()));
    }

    /// Returns the places of sprites and colliders. The place of an id that is not in the world is -2^31.
    #[func(gd_self)]
    fn get_positions(this: Gd<Self>, ids: PackedInt64Array) -> PackedVector2Array {
        PixelWorld::look(&this, "PixelWorld.get_positions", |state| {
            let position = |id: &i64| state.world.get(sprite_id(*id)).map_or([i32::MIN; 2], |sprite| sprite.position);
            ids.as_slice().iter().map(|id| corner(position(id))).collect()
        })
    }
}

/// What a query asks about.
pub(super) struct Asked {
    id: Option<SpriteId>,
    /// The sprite as something else.
    sprite: Option<Sprite>,
    at: Option<[i32; 2]>,
}

impl Asked {
    pub(super) fn who(&self) -> Who<'_> {
        match (self.id, &self.sprite) {
            (Some(id), Some(sprite)) => id.as_if(sprite),
            (Some(id), None) => self.at.map_or(id.into(), |at| id.at(at)),
            (None, Some(sprite)) => sprite.into(),
            (None, None) => SpriteId::from_bits(0).into(), // `State::asked` makes none
        }
    }
}

impl State {
    /// What a query asks about: an id, or a dictionary with an id and what is different, or with a mask and no id.
    pub(super) fn asked(&mut self, who: &Variant, at: Option<Vector2>) -> Result<Asked, Fault> {
        let at = at.map(|at| place("at", at)).transpose()?;
        if let Ok(id) = who.try_to::<i64>() {
            return Ok(Asked { id: Some(sprite_id(id)), sprite: None, at });
        }
        let given = who.try_to::<VarDictionary>();
        let options = given.map_err(|_| expected("who must be an id, or a dictionary of options by name", who))?;
        let (id, mut sprite) = match options.get("id") {
            Some(id) => {
                let id = sprite_id(id.try_to().map_err(|_| expected("the option id must be an int", &id))?);
                (Some(id), self.world.get(id).ok_or(WorldError::StaleSprite(id))?)
            }
            None => {
                let mask = options.get("mask").and_then(|mask| mask.try_to::<Gd<PixelMask>>().ok());
                let mask = mask.ok_or_else(|| expected("who has no id, so it must have a mask: a PixelMask", who))?;
                (None, Sprite::new(self.masks.resource(&mut self.world, &mask, None)?.0, [0, 0]).layers(u32::MAX))
            }
        };
        options::set(self, &mut sprite, &options, &["id"])?;
        sprite.position = at.unwrap_or(sprite.position);
        Ok(Asked { id, sprite: Some(sprite), at })
    }
}

impl Bulk {
    /// A sprite comes or goes.
    pub(crate) fn forget(&mut self) {
        self.is_checked = false;
    }

    fn knows(&self, ids: &PackedInt64Array) -> bool {
        let (known, ids) = (self.ids.as_slice(), ids.as_slice());
        self.is_checked && known.as_ptr() == ids.as_ptr() && known.len() == ids.len()
    }
}

impl State {
    /// Moves sprites to places: all, or none after an error.
    pub(super) fn set_positions(&mut self, ids: PackedInt64Array, places: &[Vector2]) -> Result<(), Fault> {
        if ids.len() != places.len() {
            let got = format!("{} ids and {} places", ids.len(), places.len());
            return Err(expected("there must be a place for each id", got).into());
        }
        if self.world.has_fractions() {
            let named = ids.as_slice().iter().map(|&id| self.free_sprite(id)).collect::<Result<Vec<_>, Fault>>()?;
            let points: Vec<_> = places.iter().map(|&at| real(at)).collect();
            return self.world.place_each(
                &points,
                |index| named[index],
                |error, index| match error {
                    WorldError::NotAPixel { .. } => no_pixel("a place", places[index]),
                    error => error.into(),
                },
            );
        }
        if ids.len() < self.world.slot_count() / 2 {
            let moves = ids.as_slice().iter().zip(places);
            let moves = moves.map(|(&id, &at)| Ok((self.free_sprite(id)?, place("a place", at)?)));
            let moves = moves.collect::<Result<Vec<_>, Fault>>()?;
            return Ok(self.world.sync(moves)?);
        }
        if !self.bulk.knows(&ids) {
            self.check_ids(ids)?;
        }
        let Bulk { ids, is_whole, places: by_slot, .. } = &mut self.bulk;
        if !*is_whole {
            self.world.positions_by_slot(by_slot)?;
        }
        for (&id, &at) in ids.as_slice().iter().zip(places) {
            by_slot[sprite_id(id).index()] = place("a place", at)?;
        }
        Ok(self.world.sync_by_slot(by_slot)?)
    }

    /// Checks that each id belongs to a sprite without a node, and keeps the list.
    fn check_ids(&mut self, ids: PackedInt64Array) -> Result<(), Fault> {
        const NOT_NAMED: [i32; 2] = [i32::MIN; 2];
        self.bulk.is_checked = false;
        let mut places = std::mem::take(&mut self.bulk.places);
        places.clear();
        places.resize(self.world.slot_count(), NOT_NAMED);
        let mut named = 0;
        for &id in ids.as_slice() {
            let id: SpriteId = self.free_sprite(id)?;
            if self.world.id_at(id.index()) != Some(id) {
                return Err(WorldError::StaleSprite(id).into());
            }
            named += usize::from(std::mem::take(&mut places[id.index()]) == NOT_NAMED);
        }
        self.bulk = Bulk { ids, is_checked: true, is_whole: named == self.world.len(), places };
        Ok(())
    }
}
