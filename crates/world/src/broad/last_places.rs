//! Where the continuous sprites stood at the last step, and the boxes around their ways.

use super::broad_phase::BroadPhase;
use super::rows::Rows;
use super::sprite_tree::SpriteTree;
use crate::WorldError;
use crate::geometry::Aabb8;
use crate::row::Row;
use crate::sprites::LastPlace;
use std::convert::Infallible;

impl BroadPhase {
    /// Where a row's sprite stood at the last step.
    #[cfg(feature = "serde")]
    pub(crate) fn last_place(&self, row: Row) -> LastPlace {
        self.trees[row.class()].rows.last_places.get(row.index())
    }

    /// Sets where a row's sprite stood at the last step.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn set_last_place(&mut self, row: Row, place: LastPlace) -> Result<(), WorldError> {
        let Rows { ids, last_places, .. } = &mut self.trees[row.class()].rows;
        last_places.reserve(place, ids.len(), 0)?;
        last_places.set(row.index(), place, ids.len());
        Ok(())
    }

    /// Ends a step: the continuous sprites have stood where they stand now. [`BroadPhase::begin_step`] has
    /// reserved the memory.
    pub(crate) fn end_step(&mut self) {
        for SpriteTree { rows: Rows { last_places, positions, shared, .. }, .. } in &mut self.trees {
            let traits = shared.traits.from(0);
            let place =
                |row: usize| if traits.get(row).continuous { LastPlace(positions[row]) } else { LastPlace::NONE };
            last_places.replace(place);
        }
    }

    /// Reserves the memory for the places of a step in a class. Returns the number of leaves that may have a sprite
    /// with a way.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn begin_step(&mut self, class: usize) -> Result<usize, WorldError> {
        let Rows { ids, shared, last_places, .. } = &mut self.trees[class].rows;
        let traits = shared.traits.from(0);
        let are_known = !last_places.stored().is_empty();
        if !are_known && (traits.are_default() || !(0..ids.len()).any(|row| traits.get(row).continuous)) {
            return Ok(0);
        }
        last_places.store(ids.len())?;
        Ok(if are_known { ids.len().div_ceil(8) } else { 0 })
    }

    /// Calls `visit` with each leaf of a class in which continuous sprites have moved since the last step: its number,
    /// a bit for each of these sprites, where each row stood at the last step (or stands now if it has no way), where
    /// it stands now, and its boxes.
    pub(crate) fn for_each_way_leaf(
        &mut self,
        class: usize,
        mut visit: impl FnMut(u32, u8, [[[i32; 2]; 8]; 2], &mut Aabb8),
    ) {
        let SpriteTree { rows: Rows { ids, positions, shared, last_places, .. }, packed, .. } = &mut self.trees[class];
        let traits = shared.traits.from(0);
        let columns = ids.chunks(8).zip(positions.chunks(8)).zip(last_places.stored().chunks(8));
        for (leaf, (((ids, positions), last_places), boxes)) in (0..).zip(columns.zip(packed.leaves_mut())) {
            let (mut moving, mut from, mut now) = (0, [[0; 2]; 8], [[0; 2]; 8]);
            for (lane, (&at, &last)) in positions.iter().zip(last_places).enumerate() {
                let is_continuous = traits.get(8 * leaf as usize + lane).continuous;
                let moves = is_continuous & (last != LastPlace::NONE) & (last.0 != at) & !ids[lane].is_null();
                (from[lane], now[lane]) = (if moves { last.0 } else { at }, at);
                moving |= u8::from(moves) << lane;
            }
            if moving != 0 {
                visit(leaf, moving, [from, now], boxes);
            }
        }
    }

    /// Changes the boxes of some leaves of a class, which must ascend: `set` sets the boxes of a leaf, given its index
    /// in `leaves`.
    pub(crate) fn replace_boxes(&mut self, class: usize, leaves: &[u32], mut set: impl FnMut(usize, &mut Aabb8)) {
        let mut index = 0;
        let Ok(()) = self.trees[class].packed.refit_leaves(leaves, |_, boxes| {
            set(index, boxes);
            index += 1;
            Ok::<_, Infallible>(())
        });
    }
}
