//! Access to the sprite of a row, what it shows and its box.

use super::broad_phase::BroadPhase;
use super::row_extras::LayersFrom;
use super::rows::Rows;
use super::sprite_tree::SpriteTree;
use crate::geometry::{Aabb, Aabb8};
use crate::masks::{MaskStore, Variant, VariantNumber};
use crate::row::Row;
use crate::sprites::{Extras, Layers, RowSprite, Traits};
use crate::{Placed, SpriteId, WorldError};
use wide::i32x4;

/// A leaf of a tree, and the sprites in its rows.
#[derive(Clone, Copy)]
pub(crate) struct Leaf<'a> {
    /// The boxes of the sprites.
    pub(crate) boxes: &'a Aabb8,
    /// The variants of the sprites, and of the sprites in later rows. The last leaf can have fewer than eight.
    pub(crate) variants: &'a [VariantNumber],
    /// The ids of the same sprites.
    pub(crate) ids: &'a [SpriteId],
}

impl BroadPhase {
    #[inline(always)]
    fn rows(&self, row: Row) -> (&Rows, usize) {
        (&self.trees[row.class()].rows, row.index())
    }

    /// The sprite of a row.
    pub(crate) fn sprite(&self, row: Row) -> RowSprite {
        let (rows, index) = self.rows(row);
        rows.sprite(index)
    }

    /// Whether a row's sprite was fixed at the last refresh.
    pub(crate) fn is_fixed(&self, row: Row) -> bool {
        self.classes[row.class()].fixed
    }

    /// The position of a row's sprite.
    #[inline]
    pub(crate) fn position(&self, row: Row) -> [i32; 2] {
        let (rows, index) = self.rows(row);
        rows.positions[index]
    }

    /// All sprites, in the order of the rows.
    pub(crate) fn sprites(&self) -> impl Iterator<Item = RowSprite> {
        self.trees.iter().flat_map(|SpriteTree { rows, .. }| {
            let living = (0..rows.len()).filter(|&row| !rows.ids[row].is_null());
            living.map(|row| rows.sprite(row))
        })
    }

    /// The variants that all rows show.
    pub(crate) fn shown(&self) -> impl Iterator<Item = VariantNumber> {
        self.trees.iter().flat_map(|tree| tree.rows.variants.iter().copied())
    }

    /// The variant that a row's sprite shows.
    #[inline(always)]
    pub(crate) fn variant(&self, row: Row) -> VariantNumber {
        let (rows, index) = self.rows(row);
        rows.variants[index]
    }

    /// Finds the variants that the sprites show whose appearances have changed, or whose masks have if `all`.
    ///
    /// # Errors
    /// Returns the errors of [`MaskStore::resolve`]. The next call does the rest.
    pub(crate) fn resolve(&mut self, masks: &mut MaskStore, all: bool) -> Result<(), WorldError> {
        self.used.iter().try_for_each(|class| self.trees[class].rows.resolve(masks, all))
    }

    /// Sets the variant that a row's sprite shows. Its box must be that of the variant before.
    pub(crate) fn set_variant(&mut self, row: Row, variant: VariantNumber) {
        self.trees[row.class()].rows.variants[row.index()] = variant;
    }

    /// The leaf that a row begins, with its boxes, and the variants and the ids of its sprites.
    #[inline(always)]
    pub(crate) fn leaf(&self, row: Row) -> Leaf<'_> {
        let SpriteTree { rows, packed, .. } = &self.trees[row.class()];
        let first = row.index();
        Leaf { boxes: &packed.leaves()[first / 8], variants: &rows.variants[first..], ids: &rows.ids[first..] }
    }

    /// The box of a row's sprite.
    #[inline(always)]
    pub(crate) fn aabb(&self, row: Row) -> Aabb {
        self.trees[row.class()].packed.row(row.index())
    }

    /// The layers of a row's sprite.
    #[inline]
    pub(crate) fn layers(&self, row: Row) -> Layers {
        let (rows, index) = self.rows(row);
        rows.shared.layers.get(index)
    }

    /// The extras of a row's sprite.
    #[inline]
    pub(crate) fn extras(&self, row: Row) -> Extras {
        let (rows, index) = self.rows(row);
        rows.shared.extras.get(index)
    }

    /// The traits of a row's sprite.
    #[inline]
    pub(crate) fn traits(&self, row: Row) -> Traits {
        let (rows, index) = self.rows(row);
        rows.shared.traits.get(index)
    }

    /// The positions of the row's sprite and of all later rows of its class.
    #[inline(always)]
    pub(crate) fn positions(&self, row: Row) -> &[[i32; 2]] {
        let (rows, index) = self.rows(row);
        &rows.positions[index..]
    }

    /// Whether any sprite may have traits.
    pub(crate) fn have_traits(&self) -> bool {
        self.trees.iter().any(|tree| tree.rows.shared.traits.stored() > 0)
    }

    /// The mask variant of a row's sprite and its top-left pixel in the world, after a successful refresh.
    ///
    /// # Errors
    /// Returns the errors of [`MaskStore::placed`].
    #[inline(always)]
    pub(crate) fn placed<'s>(&self, row: Row, masks: &'s MaskStore) -> Result<Placed<'s>, WorldError> {
        let (rows, index) = self.rows(row);
        masks.placed(rows.variants[index], rows.positions[index])
    }

    /// The id of a row's sprite, or the null id if the row is a hole.
    #[inline]
    pub(crate) fn id(&self, row: Row) -> SpriteId {
        let (rows, index) = self.rows(row);
        rows.ids[index]
    }

    /// The ids of the row and of all later rows of its class.
    #[inline(always)]
    pub(crate) fn ids(&self, row: Row) -> &[SpriteId] {
        let (rows, index) = self.rows(row);
        &rows.ids[index..]
    }

    /// The layers of the row's sprite and of all later rows of its class.
    #[inline(always)]
    pub(crate) fn layers_from(&self, row: Row) -> LayersFrom<'_> {
        let (rows, index) = self.rows(row);
        rows.shared.layers.from(index)
    }
}

impl Rows {
    /// The sprite of a row.
    pub(crate) fn sprite(&self, row: usize) -> RowSprite {
        let (layers, extras) = (self.shared.layers.get(row), self.shared.extras.get(row));
        let (at, appearance, variant) = (self.positions[row], self.appearances[row], self.variants[row]);
        let fixed = self.shared.fixed != self.flags.get(row).toggles();
        let (traits, last_place) = (self.shared.traits.get(row), self.last_places.get(row));
        RowSprite { at, appearance, variant, layers, extras, traits, fixed, last_place }
    }

    /// The box of a row's sprite at its current position. The box of a hole is empty.
    #[inline(always)]
    pub(crate) fn aabb(&self, row: usize, masks: &MaskStore) -> Aabb {
        masks.variant(self.variants[row]).outer.translated(self.positions[row])
    }

    /// Sets the boxes of the eight rows of a leaf. Returns the smallest box around the boxes.
    #[inline(always)]
    pub(crate) fn fill_leaf(&self, variants: &[Variant], leaf: usize, boxes: &mut Aabb8) -> Aabb {
        let first = self.len().min(8 * leaf);
        let (numbers, positions) = (&self.variants[first..], &self.positions[first..]);
        if let (Some(numbers), Some(positions)) = (numbers.first_chunk(), positions.first_chunk()) {
            return fill(variants, numbers, positions, boxes);
        }
        let (mut eight, mut at) = ([0; 8], [[0; 2]; 8]);
        eight[..numbers.len()].copy_from_slice(numbers);
        at[..positions.len()].copy_from_slice(positions);
        fill(variants, &eight, &at, boxes)
    }
}

/// Sets the boxes of eight sprites. Returns the smallest box around the boxes.
#[inline(always)]
fn fill(variants: &[Variant], numbers: &[VariantNumber; 8], positions: &[[i32; 2]; 8], boxes: &mut Aabb8) -> Aabb {
    let outer = |lane: usize| variants[numbers[lane] as usize].outer;
    // Bullets are mostly alike, and then one variant is read. (Without it, `bullets-20k-1` took 1.08 times as long.)
    if numbers.iter().fold(0, |different, number| different | (number ^ numbers[0])) == 0 {
        let alike = outer(0);
        return fill_with(|_| alike, positions, boxes);
    }
    fill_with(outer, positions, boxes)
}

/// Sets the boxes of eight sprites whose variants have these boxes. Returns the smallest box around the boxes.
#[inline(always)]
fn fill_with(outer: impl Fn(usize) -> Aabb, positions: &[[i32; 2]; 8], boxes: &mut Aabb8) -> Aabb {
    let (mut least, mut most) = (i32x4::MAX, i32x4::MIN);
    for (lane, position) in positions.iter().enumerate() {
        let outer = outer(lane);
        // An empty box stays as it is.
        let [x, y] = position.map(|c| c & -i32::from(!outer.is_empty()));
        let aabb = i32x4::from(outer.0) + i32x4::from([x, y, x, y]);
        boxes.set(lane, Aabb(aabb.to_array()));
        (least, most) = (least.min(aabb), most.max(aabb));
    }
    let ([left, top, _, _], [_, _, right, bottom]) = (least.to_array(), most.to_array());
    Aabb([left, top, right, bottom])
}
