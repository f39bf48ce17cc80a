//! Warnings in the editor.

use super::{PixelCollider2D, Source};
use crate::pixel_world::OUTDATED;
use godot::prelude::*;

/// Returns what is wrong with a collider, each with its fix.
pub(super) fn of(this: &Gd<PixelCollider2D>) -> PackedStringArray {
    let mut warnings = PackedStringArray::new();
    let mut warn = |warning: &str| warnings.push(warning);
    let source = Source::of(this.get_parent());
    let (shown, mask, has_body, is_fixed, meets_nobody) = PixelCollider2D::with(this, |node| {
        let meets_nobody = node.collision_layer == 0 || node.collision_mask == 0;
        (node.shown(), node.mask.clone(), !node.body.is_empty(), node.fixed, meets_nobody)
    });
    match shown {
        Err(error) => warn(&format!("The picture has no mask: {error}.")),
        Ok(None) => match source {
            Source::None => warn(
                "It has no picture: put it below a Sprite2D, an AnimatedSprite2D or a TileMapLayer, or give it a mask.",
            ),
            Source::Tiles(_) => warn("The TileMapLayer has no tiles: paint some, or give the collider a mask."),
            _ => warn("The sprite shows no texture: give it one, or give the collider a mask."),
        },
        Ok(Some((mask, _))) if !PixelCollider2D::has_pixels(&mask) => {
            warn("No pixel is solid: lower alpha_above, or use another picture.");
        }
        Ok(Some(_)) => {}
    }
    if let Some(texture) = source.drawn().map(|picture| picture.texture)
        && mask.is_none()
        && texture.get_image().is_some_and(|image| image.is_compressed())
    {
        warn(
            "The texture is compressed for the graphics card, which changes alpha a little and takes time to read: import it with \
             the compress mode Lossless, or give the collider a saved PixelMask.",
        );
    }
    if !has_body && this.get_transform() != Transform2D::IDENTITY && !matches!(source, Source::None) {
        warn(
            "It is moved, rotated or scaled itself, so its pixels are not where its parent draws them: reset its transform.",
        );
    }
    if mask.is_some_and(|mask| mask.bind().is_outdated()) {
        warn(&format!("Its PixelMask {OUTDATED}."));
    }
    if let Err(error) = PixelCollider2D::body_of(this) {
        warn(&format!("{error}."));
    }
    // A character has a script, which moves it.
    let root = this.get_owner().filter(|root| root.get_script().is_some());
    if root.is_some_and(|root| this.get_node_or_null("../..") == Some(root))
        && !is_fixed
        && let Some(doubt) = PixelCollider2D::doubt_of_body(this)
    {
        warn(&format!("A move of it {doubt}."));
    }
    if meets_nobody {
        warn("It meets nobody: it needs a collision layer and a collision mask.");
    }
    warnings
}
