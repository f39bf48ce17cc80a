//! The sprite of an entity, as its components say.

use crate::assets::{AssetParams, ChangedAssets};
use crate::collider::{PixelCollider, PixelMask};
use crate::masks::{MaskKey, MaskSource, Shown};
use crate::picture::{self, TexelRect};
use crate::resource::{self, Pixels};
use crate::source::{Absent, Source, name_of};
use crate::state::{Faults, PixelState};
use crate::transform::{self, Offset, Picture};
use bevy_ecs::prelude::*;
use bevy_sprite::SpriteImageMode;
use std::sync::Arc;
use world::MaskId;

impl Pixels {
    /// Shows an entity in the world as its components say.
    pub(crate) fn enter(
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
                let given = MaskSource::Given(Arc::as_ptr(mask).addr());
                let key = MaskKey { source: given, angle_steps: source.collider.angle_steps };
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
        let transform = transform::transform_of(source.axes, &picture, self.units, &self.world, shown.mask)?;
        let offset = Offset::of(&transform);
        let (position, fraction) = offset.position(source.at).map_err(|_| Absent::Place)?;
        let sprite = source.collider.sprite(shown.mask, position).data(source.entity.to_bits());
        let sprite = transform.show(sprite).position(position).fraction(fraction);
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
            self.shown.resize(slot + 1, None);
        }
        (self.positions[slot], self.entities[slot]) = (position, source.entity);
        self.shown[slot] = Some(shown);
        state.sprite = Some(sprite_id);
        (state.axes, state.offset) = (source.axes, offset);
        state.told = Faults::default();
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
        let PixelCollider { alpha_above, angle_steps, .. } = *source.collider;
        let key = MaskKey { source: MaskSource::Image { image: id, rect, alpha_above }, angle_steps };
        let make = || picture::mask_of(image, rect, alpha_above).map(Arc::new).map_err(Absent::Image);
        let mask = self.masks.get_or_add(key, &mut self.world, make)?;
        self.masks.note_readable(id);
        Ok((key, mask))
    }
}

/// Returns a side of a rectangle in whole texels.
fn texel(side: f32) -> i32 {
    // The conversion saturates, and turns NaN into 0.
    side.round() as i32
}
