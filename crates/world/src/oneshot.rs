//! Pairs of masks that stand somewhere, without a world.

use crate::broad::{Job, MAX_SPRITES};
use crate::narrow::{self, Spare, Way};
use crate::packed::{Corners, Extent, Packed, Part, Sort, split};
use crate::sprite::check_position;
use crate::{World, WorldError, memory, order, threads};
use mask::{Mask, Rect};

/// A mask and where its top-left pixel stands.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'a> {
    /// The mask.
    pub mask: &'a Mask,
    /// Its top-left pixel, in world pixels.
    pub at: [i32; 2],
}

impl Placed<'_> {
    /// The tight box of the solid pixels in world pixels. `None` where nothing is solid, and where that lies
    /// beyond `i32`, where nothing else is.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        let bounds = self.mask.bounds()?;
        let [left, top] = [bounds.left.checked_add(self.at[0])?, bounds.top.checked_add(self.at[1])?];
        Some(Rect { left, top, ..bounds })
    }

    /// A pixel of the mask, in world pixels.
    pub(crate) fn to_world(self, [x, y]: [i32; 2]) -> [i32; 2] {
        [x + self.at[0], y + self.at[1]]
    }

    /// Where the other stands in this one's frame. `None` where it is too far to say, and to overlap.
    #[inline(always)]
    pub(crate) fn offset(&self, other: &Placed) -> Option<[i32; 2]> {
        Some([other.at[0].checked_sub(self.at[0])?, other.at[1].checked_sub(self.at[1])?])
    }

    /// Whether a solid pixel is shared.
    #[inline(always)]
    pub(crate) fn overlaps(&self, other: &Placed) -> bool {
        self.offset(other).is_some_and(|at| self.mask.overlaps(other.mask, at))
    }
}

/// Every pair of masks that shares a solid pixel, as indexes into the list: the smaller first, sorted.
///
/// For whoever keeps sprites elsewhere, in an entity component system say. The tree is built for the
/// call; a [`World`] keeps turned copies of masks and knows layers and scenery.
///
/// ```
/// use mask::Mask;
/// use world::{Placed, pairs};
///
/// let (rock, ship) = (Mask::filled(8, 8)?, Mask::filled(3, 2)?);
/// let placed = [
///     Placed { mask: &ship, at: [0, 0] },
///     Placed { mask: &rock, at: [2, 1] },
///     Placed { mask: &ship, at: [90, 0] },
/// ];
/// assert_eq!(pairs(&placed)?, [(0, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`WorldError::OutOfRange`] for a position beyond [`MAX_POSITION`](crate::MAX_POSITION),
/// [`WorldError::Full`] beyond 2^31 - 1 masks, [`WorldError::TooManyPairs`] beyond
/// [`World::DEFAULT_PAIR_LIMIT`], [`WorldError::NoMemory`].
pub fn pairs(placed: &[Placed]) -> Result<Vec<(u32, u32)>, WorldError> {
    if placed.len() > MAX_SPRITES {
        return Err(WorldError::Full { sprites: placed.len() });
    }
    placed.iter().try_for_each(|one| check_position(one.at.map(i64::from)).map(|_| ()))?;
    // The boxes as they come, to sort them; then along the curve.
    let boxed = placed.iter().zip(0..).filter_map(|(one, body)| Some((Corners::of(&one.bounds()?), body)));
    let boxes = memory::list(boxed)?;
    let mut tree = Packed::default();
    let mut sort = Sort::default();
    let parallel = placed.len() >= World::DEFAULT_PARALLEL_FROM && threads::count() > 1;
    tree.load(boxes.len(), parallel, |row| boxes[row].0)?;
    sort.all(tree.leaves(), boxes.len(), tree.hull())?;
    let order = sort.order();
    tree.load(boxes.len(), parallel, |row| boxes[order[row] as usize].0)?;
    let way = Way { parallel, limit: World::DEFAULT_PAIR_LIMIT };
    let jobs = memory::list(split(Part::within(&tree, Extent::All), way.jobs())?.into_iter().map(Job::Movers))?;
    let mut pairs = Vec::new();
    narrow::list(&jobs, way, &Spare::default(), &mut pairs, |block, pairs| {
        block.each(|i, j| {
            let [a, b] = [block.a as usize + i, block.b as usize + j].map(|row| boxes[order[row] as usize].1);
            let (a, b) = (a.min(b), a.max(b));
            if placed[a as usize].overlaps(&placed[b as usize]) {
                pairs.push((a, b));
            }
        });
    })?;
    order::sort(&mut pairs, &mut Vec::new(), placed.len());
    Ok(pairs)
}
