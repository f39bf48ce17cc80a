//! Questions that a collider answers about itself, and its warnings in the editor. Each reads the collider first, so
//! they hold in the same frame.

use super::collider::PixelCollider2D;
use super::collider_lifecycle::Joined;
use super::collider_source::Source;
use super::world::{PixelWorld, world_for};
use super::world_masks::OUTDATED;
use super::world_state::State;
use crate::convert::{Fault, center, displacement, finite, id_of, optional, real_vector, rect};
use crate::log::given;
use crate::pixel_query::Query;
use crate::{log, thread};
use godot::prelude::*;
use world::{SpriteId, View};

impl PixelCollider2D {
    /// Calls `ask` with the view and the sprite of a collider. An error goes to the log, and the result is then empty.
    pub(super) fn ask<R: Default>(
        this: &Gd<Self>,
        call: &str,
        query: &Query,
        ask: impl FnOnce(View<'_>, SpriteId) -> Result<R, Fault>,
    ) -> R {
        let Some((link, number)) = PixelCollider2D::fresh(this, call) else { return R::default() };
        link.change(call, |state| {
            let id = state.sprite_of(this, number)?;
            ask(state.view(query)?, id)
        })
    }

    fn contact_of(this: &Gd<Self>, other: &Gd<Self>, call: &str) -> VarDictionary {
        let Some((theirs, number)) = PixelCollider2D::fresh(other, call) else { return VarDictionary::new() };
        let other_id = theirs.state.borrow().sprite_of(other, number);
        PixelCollider2D::ask(this, call, &Query::ALL, |view, id| {
            Ok(view.contact(id, other_id?).map(|contact| super::world_results::contact(&contact)).unwrap_or_default())
        })
    }

    /// The nodes of ids in the world of a collider.
    fn nodes(this: &Gd<Self>, ids: Vec<SpriteId>) -> Array<Gd<PixelCollider2D>> {
        let joined = PixelCollider2D::with(this, |node| node.kept.joined);
        let Some(link) = joined.and_then(Joined::link) else { return Array::new() };
        let state = link.state.borrow();
        ids.into_iter().filter_map(|id| state.node(id)).collect()
    }
}

impl State {
    /// The sprite of a collider.
    pub(crate) fn sprite_of(&self, this: &Gd<PixelCollider2D>, number: u32) -> Result<SpriteId, Fault> {
        let collider = self.colliders.get(number as usize).and_then(Option::as_ref);
        collider.and_then(|collider| collider.sprite).ok_or_else(|| {
            let why = collider.and_then(|collider| collider.why_left_out());
            let why = why.unwrap_or("it is disabled, or has no picture");
            Fault::Text(format!("'{}' does not collide: {why}", this.get_path()))
        })
    }
}

#[godot_api(secondary)]
impl PixelCollider2D {
    /// Returns the id of the collider in its world, or 0 if it is not in the tree or has no picture.
    #[func(gd_self)]
    fn get_id(this: Gd<Self>) -> i64 {
        let Some((link, number)) = PixelCollider2D::fresh(&this, "PixelCollider2D.get_id") else { return 0 };
        link.state.borrow().sprite_of(&this, number).map_or(0, id_of)
    }

    /// Returns the world in which it collides.
    #[func(gd_self)]
    fn get_world(this: Gd<Self>) -> Option<Gd<PixelWorld>> {
        const CALL: &str = "PixelCollider2D.get_world";
        if thread::on_main(CALL) { log::ok(CALL, world_for(&this.upcast())) } else { None }
    }

    /// Returns the colliders with which it shares a pixel now, and that it may meet. Sprites without nodes are left
    /// out.
    #[func(gd_self)]
    fn get_overlapping(this: Gd<Self>) -> Array<Gd<PixelCollider2D>> {
        let ids = PixelCollider2D::ask(&this, "PixelCollider2D.get_overlapping", &Query::ALL, |view, id| {
            Ok(view.overlapping(id))
        });
        PixelCollider2D::nodes(&this, ids)
    }

    /// Returns whether it shares a pixel with another collider now, whatever their layers.
    #[func(gd_self)]
    fn overlaps(this: Gd<Self>, other: Option<Gd<PixelCollider2D>>) -> bool {
        given!("PixelCollider2D.overlaps", other);
        !PixelCollider2D::contact_of(&this, &other, "PixelCollider2D.overlaps").is_empty()
    }

    /// Returns the contact with another collider, whatever their layers: [code]first[/code] (the topmost shared pixel),
    /// [code]point[/code] (its middle), [code]area, bounds[/code], and [code]normal[/code] (the direction in which it
    /// leaves the other) and [code]penetration[/code] (its shortest way out). The dictionary is empty if they share
    /// nothing.
    #[func(gd_self)]
    fn get_contact(this: Gd<Self>, other: Option<Gd<PixelCollider2D>>) -> VarDictionary {
        given!("PixelCollider2D.get_contact", other);
        PixelCollider2D::contact_of(&this, &other, "PixelCollider2D.get_contact")
    }

    /// Returns the tight box around its solid pixels, in global coordinates. Its size is 0 if there are none.
    #[func(gd_self)]
    fn get_bounds(this: Gd<Self>) -> Rect2i {
        let bounds =
            PixelCollider2D::ask(&this, "PixelCollider2D.get_bounds", &Query::ALL, |view, id| Ok(view.bounds(id)));
        bounds.map_or(Rect2i::default(), rect)
    }

    /// Returns the middles of its solid pixels, in global coordinates.
    #[func(gd_self)]
    fn get_pixels(this: Gd<Self>) -> PackedVector2Array {
        PixelCollider2D::ask(&this, "PixelCollider2D.get_pixels", &Query::ALL, |view, id| {
            Ok(view.shape(id).ok().into_iter().flat_map(|shape| shape.pixels()).map(center).collect())
        })
    }

    /// Returns the point of its mask that is at a global point, or [code]null[/code]: the pixel of the picture, before
    /// flips, rotation and scale.
    #[func(gd_self)]
    pub(super) fn mask_point(this: Gd<Self>, point: Vector2) -> Variant {
        let at = PixelCollider2D::ask(&this, "PixelCollider2D.mask_point", &Query::ALL, |view, id| {
            Ok(view.mask_point(id, finite("point", point)?))
        });
        optional(at.map(real_vector))
    }

    /// Returns the colliders that would block a move by whole pixels. By (0, 1), they are what it stands on; by (0, 0),
    /// those that share a pixel with it now, but for sensors and one-way platforms, which [method get_overlapping]
    /// returns too.
    #[func(gd_self)]
    fn touching(
        this: Gd<Self>,
        by: Vector2,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> Array<Gd<PixelCollider2D>> {
        let ids = PixelCollider2D::ask(
            &this,
            "PixelCollider2D.touching",
            &Query::of_moves(layers, flags, without),
            |view, id| Ok(view.touching(id, displacement(by)?)?),
        );
        PixelCollider2D::nodes(&this, ids)
    }

    /// Returns whether it stood on something after its last move ([method move_until]).
    #[func]
    fn is_on_floor(&mut self) -> bool {
        self.kept.blocked.down
    }

    /// Returns whether something stopped it on its left or right in its last move.
    #[func]
    fn is_on_wall(&mut self) -> bool {
        self.kept.blocked.left || self.kept.blocked.right
    }

    /// Returns whether it hit its head in its last move.
    #[func]
    fn is_on_ceiling(&mut self) -> bool {
        self.kept.blocked.up
    }
}

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
