//! How colliders are read: where they stand, and what they show. How Godot draws a picture: the map from its texels to
//! global pixels.

use super::collider::PixelCollider2D;
use super::collider_source::{Settings, Source};
use super::world_colliders::Collider;
use super::world_state::{Change, Event, State};
use super::world_step::{Chain, Moving, REST};
use crate::convert::{Fault, axes, no_pixel, real};
use godot::classes::CanvasItem;
use godot::prelude::*;
use mask::Affine;
use world::bindings::PictureTransform;
use world::{MaskId, Sprite, SpriteId, World};

/// What a collider shows.
struct Shown {
    sprite: Sprite,
    mask: MaskId,
    drawn: Drawn,
    transform: PictureTransform,
    /// Whether the viewport snaps transforms to pixels.
    snaps: bool,
}

impl State {
    /// Reads what has changed of a collider.
    pub(super) fn read(&mut self, number: u32, change: Change, events: &mut Vec<Event>) {
        let Some(Some(collider)) = self.colliders.get_mut(number as usize) else { return };
        if matches!(change, Change::Picture | Change::Cells) {
            // (A platform is asked for its transform, so that Godot tells of each of its moves.)
            collider.chain = if collider.carries { None } else { Chain::of(&collider.node) };
        }
        // A question to the node is slow if the node has moved, but Godot tells of the next move only after it was
        // asked.
        let chain = collider.chain.as_ref().filter(|_| collider.moving.is_some() || matches!(change, Change::Moved));
        collider.seen = match chain {
            Some(chain) => chain.transform(),
            None => collider.node.upcast_ref::<CanvasItem>().get_global_transform(),
        };
        if collider.moving.is_none() && collider.chain.is_some() && matches!(change, Change::Moved) {
            collider.moving = Some(Moving { index: self.moving.len(), idle: 0 });
            self.moving.push(number);
        }
        self.place(number, change, events);
    }

    /// The colliders of layers of tiles whose cells have changed.
    pub(super) fn changed_cells(&self, in_step: bool) -> Vec<(u32, Change)> {
        let has_changed = |number: u32| {
            let collider = self.colliders.get(number as usize).and_then(Option::as_ref);
            collider.is_some_and(|Collider { node, source, .. }| match source {
                Source::Tiles(layer) => PixelCollider2D::has_other_cells(node, layer, in_step),
                _ => false,
            })
        };
        self.tiled.iter().filter(|&&number| has_changed(number)).map(|&number| (number, Change::Cells)).collect()
    }

    /// Looks where the moving colliders stand.
    pub(super) fn follow_moving(&mut self, events: &mut Vec<Event>) {
        let mut index = 0;
        while let Some(&number) = self.moving.get(index) {
            let Some(collider) = &mut self.colliders[number as usize] else { return };
            let (Some(chain), Some(moving)) = (&collider.chain, &mut collider.moving) else {
                self.rest(number); // it has become a top-level node
                continue;
            };
            let transform = chain.transform();
            if transform != std::mem::replace(&mut collider.seen, transform) {
                moving.idle = 0;
                self.place(number, Change::Moved, events);
            } else if moving.idle < REST {
                moving.idle += 1;
            } else {
                // Asked for its transform, it tells of the next move.
                collider.node.upcast_ref::<CanvasItem>().get_global_transform();
                self.rest(number);
                continue; // another one took its place in the list
            }
            index += 1;
        }
    }

    /// Takes a collider out of the list of those that move.
    pub(super) fn rest(&mut self, number: u32) {
        let Some(moving) = self.colliders[number as usize].as_mut().and_then(|collider| collider.moving.take()) else {
            return;
        };
        self.moving.swap_remove(moving.index);
        if let Some(&other) = self.moving.get(moving.index)
            && let Some(other) = self.colliders[other as usize].as_mut().and_then(|other| other.moving.as_mut())
        {
            other.index = moving.index;
        }
    }

    /// Moves the sprite of a collider to where it was last seen, or shows it anew.
    fn place(&mut self, number: u32, change: Change, events: &mut Vec<Event>) {
        self.carry_riders(number);
        let Some(Some(collider)) = self.colliders.get_mut(number as usize) else { return };
        let transform = collider.seen;
        collider.placed = transform.origin;
        if matches!(change, Change::Moved | Change::Place) {
            match collider.sprite {
                Some(sprite)
                    if collider.axes == [transform.a, transform.b]
                        && let Ok(to) = place_of(&collider.transform, transform.origin, collider.snaps)
                        && move_sprite(&mut self.world, sprite, &collider.transform, to) =>
                {
                    return;
                }
                // It is disabled or shows nothing, wherever it stands.
                None if collider.fault.is_none() => return,
                _ => {}
            }
        }
        let settings =
            PixelCollider2D::read_settings(&collider.node, &collider.source, matches!(change, Change::Cells));
        match settings.and_then(|settings| self.show(number, &settings, &transform)) {
            Ok(true) => {}
            Ok(false) => self.take_out(number, events),
            Err(error) => {
                self.take_out(number, events);
                if let Some(Some(collider)) = self.colliders.get_mut(number as usize) {
                    collider.leave_out(error.to_string());
                }
            }
        }
    }

    /// Moves a platform to where it was last seen, with what stands on it.
    fn carry_riders(&mut self, number: u32) {
        let Some(Some(collider)) = self.colliders.get(number as usize) else { return };
        let (way, axes) = ([collider.placed, collider.seen.origin], [collider.seen.a, collider.seen.b]);
        if !collider.carries || way[0] == way[1] || axes != collider.axes {
            return;
        }
        if let (Some(sprite), Ok(to)) = (collider.sprite, collider.position_at(way[1]))
            && let Ok((_, mut moves)) = self.carry(sprite, to, None, Some(way))
        {
            moves.retain(|(node, _)| self.colliders[number as usize].as_ref().is_some_and(|it| it.node != *node));
            self.moves.append(&mut moves);
        }
    }

    /// Warns before the first move of a collider if it is unclear which node is to move.
    pub(crate) fn check_body(&mut self, number: u32) {
        let Some(Some(collider)) = self.colliders.get_mut(number as usize) else { return };
        if !std::mem::replace(&mut collider.knows_body, true)
            && let Some(doubt) = PixelCollider2D::doubt_of_body(&collider.node)
        {
            godot_warn!("PixelCollider2D '{}' {doubt}", collider.node.get_path());
        }
    }

    /// The next move of a platform carries nobody.
    pub(crate) fn let_riders_go(&mut self, number: u32) {
        if let Some(Some(collider)) = self.colliders.get_mut(number as usize) {
            collider.carries = false;
        }
    }

    /// Shows a collider in the world. Returns whether it has a picture.
    fn show(&mut self, number: u32, settings: &Settings, transform: &Transform2D) -> Result<bool, Fault> {
        if settings.disabled {
            return Ok(false);
        }
        let Some(Shown { sprite, mask, drawn, transform: by, snaps }) = self.shown(number, settings, transform)? else {
            return Ok(false);
        };
        let State { world, colliders, by_slot, bulk, .. } = self;
        let Some(Some(collider)) = colliders.get_mut(number as usize) else { return Ok(false) };
        let id = match collider.sprite {
            Some(id) => {
                world.set_sprite(id, sprite)?;
                id
            }
            None => {
                bulk.forget();
                world.spawn(sprite)?
            }
        };
        if by_slot.len() <= id.index() {
            by_slot.resize(id.index() + 1, None);
        }
        by_slot[id.index()] = Some(number);
        (collider.sprite, collider.mask, collider.drawn) = (Some(id), Some(mask), Some(drawn));
        collider.carries = settings.carries;
        if collider.carries {
            collider.chain = None;
        }
        (collider.axes, collider.transform, collider.fault) = ([transform.a, transform.b], by, None);
        collider.snaps = snaps;
        Ok(true)
    }

    /// What a collider shows with some settings, and where. `None` if it has no picture.
    fn shown(&mut self, number: u32, settings: &Settings, transform: &Transform2D) -> Result<Option<Shown>, Fault> {
        let State { world, masks, colliders, .. } = self;
        let Some(Some(collider)) = colliders.get(number as usize) else { return Ok(None) };
        let Some((mask, drawn)) = collider.source.picture(world, masks, settings)? else { return Ok(None) };
        let by = drawn.under(transform, world, mask)?;
        let snaps = snaps(&collider.node);
        // Its error names the numbers of the node.
        let (position, fraction) = place_of(&by, transform.origin, snaps)?;
        let sprite = by.show(settings.sprite.mask(mask)).position(position).fraction(fraction);
        Ok(Some(Shown { sprite, mask, drawn, transform: by, snaps }))
    }
}

/// Moves a sprite that shows its picture as before. Returns whether it could.
fn move_sprite(
    world: &mut World,
    id: SpriteId,
    by: &PictureTransform,
    (position, fraction): ([i32; 2], [f64; 2]),
) -> bool {
    world.move_to(id, position).is_ok()
        && (by.is_whole() || world.get_mut(id).is_ok_and(|mut sprite| sprite.set_fraction(fraction).is_ok()))
}

/// Where a node draws a picture, in its own coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Drawn {
    /// The size of the picture in texels.
    pub(crate) size: [u32; 2],
    /// The top-left corner, also of a flipped picture.
    pub(crate) corner: Vector2,
    pub(crate) flips: [bool; 2],
}

impl Drawn {
    /// The map from texels to the coordinates of the node.
    pub(crate) fn map(&self) -> Affine {
        let [x, y] = [0, 1].map(|axis| {
            let corner = real(self.corner)[axis];
            if self.flips[axis] { [-1.0, corner + f64::from(self.size[axis])] } else { [1.0, corner] }
        });
        Affine::from([[x[0], 0.0, x[1]], [0.0, y[0], y[1]]])
    }

    /// Returns how a sprite shows the picture of a mask under a transform without its translation.
    ///
    /// # Errors
    /// Returns an error if a scale is 0, or a number is not finite.
    pub(crate) fn under(
        &self,
        transform: &Transform2D,
        world: &World,
        mask: MaskId,
    ) -> Result<PictureTransform, Fault> {
        Ok(PictureTransform::of_mask(world, mask, &self.map().then(&axes(transform)))?)
    }
}

/// Whether the viewport of a node snaps transforms to pixels.
pub(crate) fn snaps(node: &Node) -> bool {
    node.get_viewport().is_some_and(|viewport| viewport.is_snap_2d_transforms_to_pixel_enabled())
}

/// Returns where Godot draws the origin of a transform. A viewport that snaps transforms to pixels rounds it; where an
/// upright picture stands is rounded anyway.
#[inline]
pub(crate) fn drawn_at(by: &PictureTransform, origin: Vector2, snaps: bool) -> Vector2 {
    if snaps && !by.is_whole() { (origin + Vector2::new(0.5, 0.5)).floor() } else { origin }
}

/// Returns the position and the fraction of a sprite for the origin of a transform, which the viewport may snap to
/// pixels.
///
/// # Errors
/// Returns an error if the position is not finite or out of range.
#[inline]
pub(crate) fn place_of(by: &PictureTransform, origin: Vector2, snaps: bool) -> Result<([i32; 2], [f64; 2]), Fault> {
    by.position(real(drawn_at(by, origin, snaps))).map_err(|_| no_pixel("its position", origin))
}
