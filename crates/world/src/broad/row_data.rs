//! Access to the sprite of a row, its pose and its box.

use super::broad_phase::BroadPhase;
use super::row_extras::{LayersFrom, RowExtras};
use super::rows::Rows;
use super::sprite_tree::SpriteTree;
use crate::geometry::{Aabb, Aabb8};
use crate::masks::{KnownVariant, MaskStore, PlacedVariant, VariantNumber};
use crate::row::Row;
use crate::sprites::{Appearance, Extras, Layers, RowSprite, Traits};
use crate::threads::Threads;
use crate::{Placed, SpriteId, WorldError};
use wide::i32x4;

/// A leaf of a tree, and the sprites in its rows.
#[derive(Clone, Copy)]
pub(crate) struct Leaf<'a> {
    /// The tight boxes of the sprites.
    pub(crate) boxes: &'a Aabb8,
    /// The numbers of the variants that the sprites show.
    pub(crate) numbers: &'a [VariantNumber; 8],
    /// The ids of the sprites, and of the sprites in later rows. The last leaf can have fewer than eight.
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

    /// The appearances and the extras of all sprites.
    pub(crate) fn appearances(&self) -> impl Iterator<Item = (Appearance, RowExtras)> {
        self.trees.iter().flat_map(|SpriteTree { rows, .. }| {
            let alive = rows.appearances.iter().zip(&rows.ids).enumerate().filter(|(_, (_, id))| !id.is_null());
            alive.map(|(row, (&appearance, _))| (appearance, rows.shared.extras.get(row)))
        })
    }

    /// The appearance and the extras of a row's sprite.
    pub(crate) fn appearance(&self, row: Row) -> (Appearance, Extras) {
        let (rows, index) = self.rows(row);
        (rows.appearances[index], rows.shared.extras.get(index).extras)
    }

    /// Writes the numbers of the variants into all rows, after a successful refresh.
    pub(crate) fn renumber(&mut self, masks: &MaskStore, threads: &Threads) {
        for SpriteTree { rows, packed, .. } in &mut self.trees {
            packed
                .renumber(rows.len(), threads, |row| rows.aabb_and_number(row, masks).map_or(0, |(_, number)| number));
        }
    }

    /// The leaf that a row begins, with its boxes and numbers and the ids of its sprites.
    #[inline(always)]
    pub(crate) fn leaf(&self, row: Row) -> Leaf<'_> {
        let SpriteTree { rows, packed, .. } = &self.trees[row.class()];
        let (boxes, numbers) = packed.leaf(row.index() / 8);
        Leaf { boxes, numbers, ids: &rows.ids[row.index()..] }
    }

    /// The tight box of a row's sprite, and the number of its variant in the offset tables.
    #[inline(always)]
    pub(crate) fn boxed(&self, row: Row) -> (Aabb, VariantNumber) {
        let lane = row.index() % 8;
        let Leaf { boxes, numbers, .. } = self.leaf(row.minus(lane));
        (boxes.lane(lane), numbers[lane])
    }

    /// The layers of a row's sprite.
    #[inline]
    pub(crate) fn layers(&self, row: Row) -> Layers {
        let (rows, index) = self.rows(row);
        rows.shared.layers.get(index)
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

    /// The mask variant of a row's sprite and its top-left pixel in the world.
    ///
    /// # Panics
    /// Panics if the mask variant cannot be built. After a successful refresh, the variants of all sprites exist.
    #[inline(always)]
    pub(crate) fn placed<'s>(&self, row: Row, masks: &'s MaskStore) -> Placed<'s> {
        let (rows, index) = self.rows(row);
        // `expect` would show the error by `Debug`, which brings the code for floats to a WebAssembly module: 5 KB with gzip.
        let Ok(pose) = rows.pose(index, masks) else {
            panic!("a successful refresh builds the mask variant of every sprite");
        };
        Placed { mask: pose.mask(), at: pose.at }
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
        let (layers, extras) = (self.shared.layers.get(row), self.shared.extras.get(row).extras);
        let fixed = self.shared.fixed != self.flags.get(row).toggles();
        let traits = self.shared.traits.get(row);
        let (at, appearance, last_place) = (self.positions[row], self.appearances[row], self.last_places.get(row));
        RowSprite { at, appearance, layers, extras, traits, fixed, last_place }
    }

    /// The pose of a row's sprite.
    #[inline(always)]
    fn pose<'s>(&self, row: usize, masks: &'s MaskStore) -> Result<PlacedVariant<'s>, WorldError> {
        masks.pose(self.appearances[row], self.positions[row], self.shared.extras.get_stored(row).as_ref())
    }

    /// The tight box of a row's sprite at its current position. The box of a hole is empty.
    #[inline(always)]
    pub(crate) fn aabb(&self, row: usize, masks: &MaskStore) -> Result<Aabb, WorldError> {
        self.aabb_and_number(row, masks).map(|(aabb, _)| aabb)
    }

    /// The tight box of a row's sprite, and the number of its variant in the offset tables. If the row has
    /// extras, remembers the place of the variant.
    #[inline(always)]
    pub(crate) fn aabb_and_number(&self, row: usize, masks: &MaskStore) -> Result<(Aabb, VariantNumber), WorldError> {
        if self.ids[row].is_null() {
            return Ok((Aabb::EMPTY, 0));
        }
        let stored = self.shared.extras.get_stored(row);
        if stored.is_none_or(|row| row.extras == Extras::default())
            && let Some(known) = masks.known_variant(self.appearances[row])
        {
            return Ok((known.tight.translated(self.positions[row]), known.number));
        }
        let pose = masks.pose(self.appearances[row], self.positions[row], stored.as_ref())?;
        if let Some(old) = stored.filter(|old| old.place != pose.place) {
            self.shared.extras.set_shared(row, RowExtras { place: pose.place, ..old })?;
        }
        Ok((pose.aabb(), pose.number))
    }

    /// Whether any row may have extras.
    pub(super) fn have_extras(&self) -> bool {
        self.shared.extras.stored() > 0
    }

    /// Sets the boxes of the eight rows of a leaf and the numbers of their variants. Returns the smallest box around
    /// the boxes. `have_extras` is from [`Rows::have_extras`]. (It is read once, because it is atomic: the compiler keeps
    /// nothing in registers across it.)
    #[inline(always)]
    pub(crate) fn fill_leaf(
        &self,
        masks: &MaskStore,
        have_extras: bool,
        leaf: usize,
        boxes: &mut Aabb8,
        numbers: &mut [VariantNumber; 8],
    ) -> Result<Aabb, WorldError> {
        let known = if have_extras { None } else { self.fill_known_leaf(masks, leaf, boxes, numbers) };
        known.map_or_else(|| self.fill_any_leaf(masks, leaf, boxes, numbers), Ok)
    }

    /// Does the work of [`Rows::fill_leaf`] if the rows have no extras, and the leaf has eight rows whose variants are all
    /// known.
    #[inline(always)]
    fn fill_known_leaf(
        &self,
        masks: &MaskStore,
        leaf: usize,
        boxes: &mut Aabb8,
        numbers: &mut [VariantNumber; 8],
    ) -> Option<Aabb> {
        let ids: &[SpriteId; 8] = self.ids.get(8 * leaf..)?.first_chunk()?;
        let positions: &[[i32; 2]; 8] = self.positions.get(8 * leaf..)?.first_chunk()?;
        let appearances: &[Appearance; 8] = self.appearances.get(8 * leaf..)?.first_chunk()?;
        // Two loops, so that the second one has no branches.
        let (mut variants, mut at) = ([&KnownVariant::EMPTY; 8], *positions);
        let look = appearances[0];
        if appearances.iter().all(|other| *other == look) && ids.iter().all(|id| !id.is_null()) {
            variants = [masks.known_variant(look)?; 8];
        } else {
            for lane in 0..8 {
                match ids[lane].is_null() {
                    true => at[lane] = [0; 2],
                    false => variants[lane] = masks.known_variant(appearances[lane])?,
                }
            }
        }
        let (mut least, mut most) = (i32x4::MAX, i32x4::MIN);
        for lane in 0..8 {
            let ([x, y], KnownVariant { tight: Aabb(tight), number }) = (at[lane], *variants[lane]);
            let aabb = i32x4::from(tight) + i32x4::from([x, y, x, y]);
            boxes.set(lane, Aabb(aabb.to_array()));
            numbers[lane] = number;
            (least, most) = (least.min(aabb), most.max(aabb));
        }
        let ([left, top, _, _], [_, _, right, bottom]) = (least.to_array(), most.to_array());
        Some(Aabb([left, top, right, bottom]))
    }

    /// Does the work of [`Rows::fill_leaf`] for any leaf.
    fn fill_any_leaf(
        &self,
        masks: &MaskStore,
        leaf: usize,
        boxes: &mut Aabb8,
        numbers: &mut [VariantNumber; 8],
    ) -> Result<Aabb, WorldError> {
        *boxes = Aabb8::EMPTY;
        for row in 8 * leaf..self.len().min(8 * leaf + 8) {
            let (aabb, number) = self.aabb_and_number(row, masks)?;
            boxes.set(row % 8, aabb);
            numbers[row % 8] = number;
        }
        Ok(boxes.hull())
    }
}
