//! Sprites that lose pixels: masks of their own, digging, and falling apart.

use crate::sprites::split;
use crate::{MaskId, Probe, Sprite, SpriteId, World, WorldError, memory};
use mask::{Affine, Component, Connectivity, Mask, Rect, TransformedMask};
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
    /// Pixels that share a side or a corner are connected. Each new sprite has a mask of its own ([`World::own_mask`]), as
    /// small as the part, and is like the sprite in everything else: it is drawn where the part was. Its
    /// [origin](Sprite::origin()) is that of the sprite, or the middle of the sprite, so that it turns about the same point.
    /// A sprite of one part or none stays as it is.
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
        if parts.is_empty() {
            return Ok(Vec::new());
        }
        let (mut ids, mut masks) = (memory::try_with_capacity(parts.len())?, memory::try_with_capacity(parts.len())?);
        let spawn_all = || -> Result<(), WorldError> {
            for Component { mask: part, at, .. } in parts {
                let piece = part_of(&sprite, at, [mask.width(), mask.height()])?;
                let own = self.masks.add_owned(part.into(), sprite.mask)?;
                masks.push(own);
                self.spawn_into(Sprite { mask: own, ..piece }, &mut ids)?;
            }
            self.show_own(id, rest.into()).map(drop)
        };
        let spawned = spawn_all();
        let ids = self.all_or_none(spawned, ids);
        if ids.is_err() {
            self.masks.undo_add(&masks);
        }
        ids
    }

    /// Digs a shape out of a sprite that shares a pixel with it. The world must be refreshed.
    fn erase_from(&mut self, id: SpriteId, shape: &Probe) -> Result<(), WorldError> {
        let slot = self.slot_of(id)?;
        let sprite = self.columns.sprite(slot);
        let mask = self.masks.get(sprite.appearance.mask)?;
        let (by, frame) = (self.masks.affine(&sprite)?, self.columns.aabb(slot, &self.masks).rect());
        let hole = match by == Affine::translation(sprite.at.map(f64::from)) {
            true => None,
            false => Hole::new(shape, frame, mask, &by)?,
        };
        let own = self.own_mask(id)?;
        let edited = self.masks.edit(own, |mask| match &hole {
            None => shape.fill(mask, sprite.at, false),
            Some(hole) => {
                mask.erase(&hole.mask, hole.at);
                hole.texels.iter().for_each(|texel| mask.set(*texel, false));
                Ok(())
            }
        });
        Ok(edited??)
    }
}

/// The pixels that a shape of the world takes from a mask that is flipped, turned, scaled or rotated.
struct Hole {
    /// The pixels of the mask whose centers are shown in the shape, and their top-left pixel.
    mask: Mask,
    at: [i32; 2],
    /// The pixels of the mask that pixels of the shape show. Between them there may be gaps, or several of one.
    texels: Vec<[i32; 2]>,
}

impl Hole {
    /// The hole of a shape in a mask that is shown under a map within `frame`.
    fn new(shape: &Probe, frame: Option<Rect>, shown: &Mask, by: &Affine) -> Result<Option<Hole>, WorldError> {
        let clip = frame.and_then(|frame| shape.bounds()?.intersection(&frame));
        let Some(clip) = clip else { return Ok(None) };
        let mut in_world = Mask::new(clip.width, clip.height)?;
        shape.fill(&mut in_world, [clip.left, clip.top], true)?;
        let back = Affine::translation([clip.left, clip.top].map(f64::from)).then(&by.inverse()?);
        let (mask, at) = in_world.transformed(&back)?;
        let (map, mut texels) = (TransformedMask::new(shown, by)?, Vec::new());
        for [x, y] in in_world.pixels() {
            if let Some(texel) = map.texel([clip.left + x, clip.top + y]) {
                let texel = texel.map(|c| c as i32);
                if shown.contains(texel) && texels.last() != Some(&texel) {
                    memory::try_push(&mut texels, texel)?;
                }
            }
        }
        Ok(Some(Hole { mask, at, texels }))
    }
}

/// A sprite that shows a part of the mask of another, which has the given size, where the other shows it. Of an upright
/// sprite without an origin, only the place changes.
fn part_of(whole: &Sprite, at: [i32; 2], size: [u32; 2]) -> Result<Sprite, WorldError> {
    let at = at.map(f64::from);
    if let Some(by) = whole.transform {
        let [[a, b, _], [c, d, _]] = <[[f64; 3]; 2]>::from(by);
        let [x, y] = [0, 1].map(|axis| f64::from(whole.position[axis]) + whole.fraction[axis]);
        return whole.transform(Affine::from([[a, b, a * at[0] + b * at[1] + x], [c, d, c * at[0] + d * at[1] + y]]));
    }
    if let Some(origin) = whole.origin {
        return Ok(whole.origin([origin[0] - at[0], origin[1] - at[1]]));
    }
    // The middle of the picture is drawn at the middle of the flipped and turned one.
    let middle = size.map(|side| f64::from(side) / 2.0);
    let turned = if whole.turn.swaps_axes() { [middle[1], middle[0]] } else { middle };
    let to = [0, 1].map(|axis| f64::from(whole.position[axis]) + whole.fraction[axis] + turned[axis]);
    let (position, fraction) = split(to)?;
    Ok(whole.position(position).fraction(fraction).origin([middle[0] - at[0], middle[1] - at[1]]))
}
