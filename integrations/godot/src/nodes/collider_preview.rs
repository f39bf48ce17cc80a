//! The solid pixels, drawn in the editor, and in the game with "Visible Collision Shapes".

use super::collider::PixelCollider2D;
use super::collider_lifecycle::Read;
use super::collider_source::Source;
use super::world_reading::Drawn;
use crate::picture::image_of;
use crate::{picture, thread};
use godot::classes::{Engine, ImageTexture};
use godot::prelude::*;
use mask::Mask;
use std::sync::Arc;

#[godot_api(secondary)]
impl PixelCollider2D {
    /// The mask of the collider was edited, perhaps on another thread.
    #[func(gd_self, rename = _refresh_preview_now)]
    fn refresh_preview_now(mut this: Gd<Self>) {
        if !thread::is_main() {
            this.call_deferred("_refresh_preview_now", &[]);
            return;
        }
        let begins_to_wait = PixelCollider2D::with(&this, |node| {
            node.note_picture();
            node.preview.clips && !std::mem::replace(&mut node.preview.clip_waits, true)
        });
        if begins_to_wait {
            // Once a frame, and while the world is not borrowed.
            this.call_deferred("_refresh_clip", &[]);
        }
    }

    #[func(gd_self, rename = _refresh_clip)]
    fn refresh_clip_later(this: Gd<Self>) {
        let clips = PixelCollider2D::with(&this, |node| {
            node.preview.clip_waits = false;
            node.preview.clips && node.kept.joined.is_some()
        });
        if clips {
            PixelCollider2D::refresh_clip(&this);
        }
    }

    /// Draws the preview after this frame.
    #[func(rename = _refresh_preview)]
    pub(super) fn refresh_preview(&mut self) {
        let is_editor = Engine::singleton().is_editor_hint();
        if is_editor || self.preview.is_shown {
            let mut this = self.to_gd();
            this.queue_redraw();
            if is_editor {
                this.call_deferred("update_configuration_warnings", &[]);
            }
        }
    }
}

impl PixelCollider2D {
    /// Returns the pixels as the editor knows them, and where they are drawn.
    pub(super) fn shown(&mut self) -> Result<Option<(Arc<Mask>, Drawn)>, crate::convert::Fault> {
        if let Some(joined) = self.kept.joined {
            // In a game, the world knows. (Before the first step, the next one draws it.)
            let Some(link) = joined.link() else { return Ok(None) };
            let Ok(state) = link.state.try_borrow() else { return Ok(None) };
            let collider = state.colliders.get(joined.number as usize).and_then(Option::as_ref);
            let sprite = collider.and_then(|collider| state.world.get(collider.sprite?));
            let mask = sprite.and_then(|sprite| state.world.mask(sprite.mask).cloned());
            return Ok(mask.zip(collider.and_then(|collider| collider.drawn)));
        }
        let source = Source::of(self.base().get_parent());
        let settings = self.settings();
        if let Source::Tiles(layer) = &source
            && settings.mask.is_none()
        {
            let mut tiles = super::collider_tiles::TileMasks::default();
            let mut own = None;
            let read = tiles.read(layer, settings.alpha_above, &mut own)?;
            return Ok(read.map(|(mask, corner)| {
                let mask = mask.bind().mask();
                let size = [mask.width(), mask.height()];
                (mask, Drawn { size, corner, flips: [false; 2] })
            }));
        }
        let picture = source.drawn();
        if let Some(mask) = &settings.mask {
            let mask = mask.bind().mask();
            let drawn = settings.place_mask(picture.map(|picture| picture.drawn), [mask.width(), mask.height()]);
            return Ok(Some((mask, drawn)));
        }
        let Some(picture) = picture else { return Ok(None) };
        let key = [picture.texture.instance_id().to_i64(), settings.alpha_above.into()];
        let known = self.preview.read.as_ref().filter(|read| read.key == key && read.frame == picture.frame);
        let mask = match known {
            Some(read) => Arc::clone(&read.mask),
            None => {
                let whole = picture::mask_of_texture(&picture.texture, settings.alpha_above)?;
                let mask = Arc::new(match picture.frame {
                    Some(frame) => picture::frame_of(&whole, frame)?,
                    None => whole,
                });
                self.preview.read = Some(Read { key, frame: picture.frame, mask: Arc::clone(&mask) });
                mask
            }
        };
        Ok(Some((mask, picture.drawn)))
    }

    /// Draws the solid pixels and the box of the mask.
    pub(super) fn draw_preview(&mut self) {
        if !Engine::singleton().is_editor_hint() && !self.preview.is_shown {
            return;
        }
        let Ok(Some((mask, drawn))) = self.shown() else { return };
        let known = self.preview.texture.clone();
        let texture = match known.filter(|(known, _)| Arc::ptr_eq(known, &mask)) {
            Some((_, texture)) => texture,
            None => {
                let Some(image) = image_of(&mask, [255; 4]) else { return };
                let Some(texture) = ImageTexture::create_from_image(&image) else { return };
                self.preview.texture = Some((mask, texture.clone()));
                texture
            }
        };
        let size = Vector2::new(drawn.size[0] as f32, drawn.size[1] as f32);
        let sign = drawn.flips.map(|flip| if flip { -1.0 } else { 1.0 });
        let rect = Rect2::new(drawn.corner, size * Vector2::new(sign[0], sign[1]));
        let color = if self.disabled { Color { r: 0.5, g: 0.5, b: 0.5, ..self.debug_color } } else { self.debug_color };
        let mut base = self.base_mut();
        base.draw_texture_rect_ex(&texture, rect, false).modulate(color).done();
        base.draw_rect_ex(Rect2::new(drawn.corner, size), Color { a: 1.0, ..color }).filled(false).done();
    }
}
