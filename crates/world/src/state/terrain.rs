//! Sprites that lose pixels: masks of their own, digging, and falling apart.

use crate::sprites::{Orientation, check_pivot, check_position};
use crate::{MaskId, Placed, Probe, Sprite, SpriteId, World, WorldError, memory};
use mask::{Affine, Component, Connectivity, Mask, Rect};
use std::sync::Arc;

/// Sprites that lose pixels.
impl World {
    /// Gives a sprite a mask of its own, and returns the id of the mask. Edits of it change no other sprite.
    ///
    /// If no other sprite shows a mask that this method made, the sprite keeps it. The mask shares its memory with the
    /// old one until an edit. It goes in the first [`World::refresh`] or [`World::step`] after its last sprite has been
    /// despawned, or shows another mask.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let crate_mask = world.add_mask(Mask::filled(16, 16)?)?;
    /// let ids = [0, 20].map(|x| world.spawn(Sprite::new(crate_mask, [x, 0])).unwrap());
    /// let own = world.own_mask(ids[0])?;
    /// world.edit_mask(own, |mask| mask.clear())?;
    /// let view = world.refresh()?;
    /// assert!(view.find([3, 3]).is_empty() && view.find([23, 3]) == [ids[1]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Nothing changes after an error.
    ///
    /// - Returns [`WorldError::StaleSprite`] if the world has no sprite with this id.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn own_mask(&mut self, id: SpriteId) -> Result<MaskId, WorldError> {
        let shared = self.get(id).ok_or(WorldError::StaleSprite(id))?.mask;
        if self.masks.is_owned_by_one(shared) {
            return Ok(shared);
        }
        let own = self.masks.get(shared)?.clone();
        self.show_own(id, own)
    }

    /// Gives a sprite a mask of its own with other pixels, or with those that it has.
    fn show_own(&mut self, id: SpriteId, mask: Arc<Mask>) -> Result<MaskId, WorldError> {
        let shared = self.get(id).ok_or(WorldError::StaleSprite(id))?.mask;
        if self.masks.is_owned_by_one(shared) {
            self.masks.replace(shared, mask)?;
            return Ok(shared);
        }
        self.masks.absorb()?;
        let own = self.masks.add_owned(mask, shared)?;
        let shown = self.get_mut(id)?.set_mask(own);
        if shown.is_err() {
            self.masks.undo_add(&[own]);
        }
        shown.map(|()| own)
    }

    /// Digs a shape of the world out of all sprites in at least one of some layers, and returns the sprites that lost
    /// pixels, sorted by id. Each bit is a layer, as in [`View::on_layers`](crate::View::on_layers).
    ///
    /// The sprites get masks of their own first ([`World::own_mask`]), so others that show the same masks lose nothing.
    /// Afterwards, none of the sprites shares a pixel with the shape, however it is flipped, turned, scaled or rotated.
    /// A sprite may have no pixel left; it stays in the world.
    ///
    /// ```
    /// # use hitmask::{Circle, Mask, Sprite, World};
    /// # let mut world = World::new();
    /// const GROUND: u32 = 1 << 3;
    /// let ground = world.add_mask(Mask::filled(400, 100)?)?;
    /// let ground = world.spawn(Sprite::new(ground, [0, 200]).layers(GROUND).fixed(true))?;
    /// let crater = Circle::new([120.0, 205.0], 20.0)?;
    /// assert_eq!(world.erase(crater, GROUND)?, [ground]);
    /// assert!(world.refresh()?.find(crater).is_empty());
    /// assert!(world.erase(crater, GROUND)?.is_empty()); // nothing is left there
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: a [`World::refresh`], a [`View::find`](crate::View::find), and for each sprite found an edit of its mask.
    /// The first edit copies the mask. In a scaled or rotated sprite, the edit takes some 10 ns for each pixel of the
    /// shape.
    ///
    /// # Errors
    /// - Returns the errors of [`World::refresh`].
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory. Some of the sprites may have lost pixels.
    pub fn erase<'p>(&mut self, shape: impl Into<Probe<'p>>, layers: u32) -> Result<Vec<SpriteId>, WorldError> {
        let shape = shape.into();
        let ids = self.refresh()?.on_layers(layers).find(shape);
        for &id in &ids {
            self.erase_from(id, &shape)?;
        }
        Ok(ids)
    }

    /// Splits a sprite into its connected parts, and returns the ids of the new sprites, in raster order of the parts
    /// in the mask. The sprite keeps its largest part; each other part becomes a sprite of its own at its place.
    ///
    /// Pixels that share a side or a corner are connected. The new sprites are like the sprite in everything else. Each
    /// has a mask of its own ([`World::own_mask`]), as small as the part, or if the sprite is scaled or rotated as
    /// large as the sprite's, so that it turns about the same point. A sprite of one part or none stays as it is.
    ///
    /// ```
    /// # use hitmask::{Mask, Rect, Sprite, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(90, 6)?)?;
    /// let plank = world.spawn(Sprite::new(plank, [10, 50]))?;
    /// world.erase(Rect::new(40, 0, 4, 100), u32::MAX)?; // saw it through
    /// let pieces = world.split(plank)?;
    /// let view = world.refresh()?;
    /// assert_eq!(view.bounds(plank), Some(Rect::new(44, 50, 56, 6))); // the longer part
    /// assert_eq!(view.bounds(pieces[0]), Some(Rect::new(10, 50, 30, 6)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: linear in the words and the runs of the mask, plus the new masks.
    ///
    /// # Errors
    /// Nothing changes after an error.
    ///
    /// - Returns [`WorldError::StaleSprite`] if the world has no sprite with this id.
    /// - Returns the errors of [`World::spawn`].
    ///
    /// # Panics
    /// Panics if memory allocation fails while the parts are found.
    pub fn split(&mut self, id: SpriteId) -> Result<Vec<SpriteId>, WorldError> {
        let sprite = self.get(id).ok_or(WorldError::StaleSprite(id))?;
        self.refresh()?;
        let mask = self.masks.get(sprite.mask)?.clone();
        let mut parts = mask.connected_components(Connectivity::Eight);
        // The first of several equally large parts is the largest.
        let Some(largest) = (0..parts.len()).rev().max_by_key(|&part| parts[part].count) else { return Ok(Vec::new()) };
        let kept = parts.remove(largest);
        let mut rest = Mask::new(mask.width(), mask.height())?;
        rest.draw(&kept.mask, kept.at);
        let is_upright = self.slots.get(id.0).and_then(|&row| self.masks.map_to_mask(self.broad.variant(row)));
        let is_upright = is_upright.is_some_and(|(_, is_upright)| is_upright);
        if parts.is_empty() {
            return Ok(Vec::new());
        }
        let (mut ids, mut masks) = (memory::try_with_capacity(parts.len())?, memory::try_with_capacity(parts.len())?);
        self.masks.absorb()?;
        let before = self.broad.row_counts();
        let spawn_all = || -> Result<(), WorldError> {
            for Component { mask: part, at, .. } in parts {
                let size = [mask.width(), mask.height()];
                let (piece, part) = part_of(&sprite, part, at, size, is_upright)?;
                let own = self.masks.add_owned(part.into(), sprite.mask)?;
                masks.push(own);
                self.spawn_into(Sprite { mask: own, ..piece }, &mut ids)?;
            }
            self.show_own(id, rest.into()).map(drop)
        };
        let spawned = spawn_all();
        let ids = self.all_or_none(spawned, ids, &before);
        if ids.is_err() {
            self.masks.undo_add(&masks);
        }
        ids
    }

    /// Digs a shape out of a sprite that shares a pixel with it. The world must be refreshed.
    fn erase_from(&mut self, id: SpriteId, shape: &Probe) -> Result<(), WorldError> {
        let &row = self.slots.get(id.0).ok_or(WorldError::StaleSprite(id))?;
        let number = self.broad.variant(row);
        let Placed { mask: shown, at } = self.broad.placed(row, &self.masks);
        let frame = Rect::new(at[0], at[1], shown.width(), shown.height());
        let (map, is_upright) = self.masks.map_to_mask(number).ok_or(WorldError::StaleSprite(id))?;
        let hole = match map == Affine::IDENTITY {
            true => None,
            false => Hole::new(shape, &frame, shown, &map, is_upright)?,
        };
        let own = self.own_mask(id)?;
        let edited = self.masks.edit(own, |mask| match &hole {
            None => shape.fill(mask, at, false),
            Some(hole) => {
                mask.erase(&hole.mask, hole.at);
                for &pixel in &hole.sources {
                    if mask.contains(pixel) {
                        mask.set(pixel, false);
                    }
                }
                Ok(())
            }
        });
        Ok(edited??)
    }
}

/// How near to an edge of a pixel a point may be on either side of it, in pixels, because coordinates are rounded.
const EDGE: f64 = 1e-4;

/// The pixels that a shape of the world takes from a mask that is flipped, turned, scaled or rotated.
struct Hole {
    /// The pixels whose centers are shown in the shape, and their top-left pixel in the mask.
    mask: Mask,
    at: [i32; 2],
    /// The pixels that are shown by pixels of the shape. Between them there may be gaps, or several of one.
    sources: Vec<[i32; 2]>,
}

impl Hole {
    /// The hole of a shape in a variant that is shown in `frame`. `map` leads from the variant to its mask.
    fn new(
        shape: &Probe,
        frame: &Rect,
        shown: &Mask,
        map: &Affine,
        is_upright: bool,
    ) -> Result<Option<Hole>, WorldError> {
        let Some(clip) = shape.bounds().and_then(|bounds| bounds.intersection(frame)) else { return Ok(None) };
        let mut in_world = Mask::new(clip.width, clip.height)?;
        shape.fill(&mut in_world, [clip.left, clip.top], true)?;
        let [x, y] = [clip.left - frame.left, clip.top - frame.top];
        let (mask, at) = in_world.transformed(&Affine::translation([x, y].map(f64::from)).then(map))?;
        let mut sources = Vec::new();
        // Flips and turns map centers of pixels to centers.
        for [left, top] in in_world.pixels().filter(|_| !is_upright) {
            let pixel = [left + x, top + y];
            if shown.contains(pixel) {
                let source = map.apply(pixel.map(|c| f64::from(c) + 0.5));
                // The center of a pixel may be shown from an edge, of either of two pixels.
                let [xs, ys] = source.map(|c| [c - EDGE, c + EDGE].map(|c| c.floor() as i32));
                for pixel in [[xs[0], ys[0]], [xs[0], ys[1]], [xs[1], ys[0]], [xs[1], ys[1]]] {
                    if sources.last() != Some(&pixel) {
                        memory::try_push(&mut sources, pixel)?;
                    }
                }
            }
        }
        Ok(Some(Hole { mask, at, sources }))
    }
}

/// A sprite like another at the place of a part of its mask, which has the given size, and the mask of the sprite.
fn part_of(
    whole: &Sprite,
    part: Mask,
    at: [i32; 2],
    size: [u32; 2],
    is_upright: bool,
) -> Result<(Sprite, Mask), WorldError> {
    if is_upright {
        if let Some(pivot) = whole.pivot {
            // The position is that of the pivot, which stays where it is.
            let pivot = [0, 1].map(|axis| pivot[axis].saturating_sub(at[axis]));
            if check_pivot(Some(pivot)).is_ok() {
                return Ok((whole.pivot(pivot), part));
            }
        } else {
            let last = [at[0] + part.width() as i32 - 1, at[1] + part.height() as i32 - 1];
            let orientation = Orientation::new(whole.flip_x, whole.flip_y, whole.turn);
            let [one, other] = [at, last].map(|pixel| orientation.map_pixel(pixel.map(i64::from), size.map(i64::from)));
            let position = [0, 1].map(|axis| i64::from(whole.position[axis]) + one[axis].min(other[axis]));
            if let Ok(position) = check_position(position) {
                return Ok((Sprite { position, ..*whole }, part));
            }
        }
    }
    // A mask of the same size is shown at the same place.
    let mut mask = Mask::new(size[0], size[1])?;
    mask.draw(&part, at);
    Ok((*whole, mask))
}
