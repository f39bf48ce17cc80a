//! A variant: a mask as sprites show it. Readers get a rendered mask, or a mask under a map.

use super::shown::Shown;
use super::store::StoredMask;
use crate::PlacedMask;
use crate::geometry::Aabb;
use mask::shared::{RoundedMap, nearest_distance_squared};
use mask::{Line, Mask, MaskError, RayHit, Rect, Shape, TransformedMask};
use std::sync::Arc;

/// A mask as sprites show it.
#[derive(Clone)]
pub(crate) struct Variant {
    /// A box around the solid pixels, if the sprite is at `[0, 0]`. It is a function of the mask and the map: the tight
    /// box of an upright variant, and of one under a map the box of [`RoundedMap`], rendered or not.
    pub(crate) outer: Aabb,
    pub(crate) content: Content,
}

/// What a variant shows.
#[derive(Clone)]
pub(crate) enum Content {
    /// A mask. `corner` is the top-left pixel of the box in its frame.
    Mask { corner: [i32; 2], mask: Arc<Mask> },
    /// A mask under a map that changes, which is not rendered: its index in the list of the mapped.
    Mapped(u32),
}

const _: () = assert!(size_of::<Variant>() <= 32, "a refresh reads the variant of every sprite, so it must be small");

impl Variant {
    /// A variant without pixels.
    pub(super) fn empty() -> Variant {
        let mask = Arc::new(Mask::new(0, 0).expect("an empty mask is valid"));
        Variant { outer: Aabb::EMPTY, content: Content::Mask { corner: [0, 0], mask } }
    }

    /// A mask whose top-left pixel is at `at` if the sprite is at `[0, 0]`, in a box of the world.
    pub(super) fn placed_in(outer: Aabb, mask: Arc<Mask>, at: [i32; 2]) -> Variant {
        // Without solid pixels, the sum of the two is right all the same.
        let corner = [0, 1].map(|axis| outer.0[axis].wrapping_sub(at[axis]));
        Variant { outer, content: Content::Mask { corner, mask } }
    }

    /// A mask with its bits as they are.
    pub(super) fn upright(mask: Arc<Mask>, at: [i32; 2]) -> Variant {
        Variant::placed_in(Aabb::of_solid_pixels(&mask).translated(at), mask, at)
    }

    /// Renders a mask as it is shown.
    pub(super) fn render(stored: &StoredMask, shown: &Shown) -> Result<Variant, MaskError> {
        match shown {
            Shown::Upright { orientation, offset } => {
                let mask = match orientation.index() {
                    0 => Arc::clone(stored.mask()),
                    _ => Arc::new(orientation.apply(stored.mask())?),
                };
                Ok(Variant::upright(mask, *offset))
            }
            Shown::Mapped { by, origin } => {
                let field = stored.field()?.map(|field| &**field);
                let map = RoundedMap::new(stored.mask(), field, by, *origin)?;
                let (mask, at) = map.show(stored.mask(), field).render()?;
                Ok(Variant::placed_in(box_of(&map), Arc::new(mask), at))
            }
        }
    }

    /// About the memory of the mask, in bytes, if it is rendered.
    pub(super) fn rendered_bytes(&self) -> usize {
        if self.outer.is_empty() {
            return 0;
        }
        let [width, height] = self.outer.sides().map(|side| side as usize);
        width.div_ceil(64).saturating_mul(height).saturating_mul(8)
    }

    /// The mask and the top-left pixel of the box in its frame, if the variant is rendered.
    #[inline(always)]
    pub(crate) fn mask(&self) -> Option<(&Mask, [i32; 2])> {
        match &self.content {
            Content::Mask { corner, mask } => Some((mask, *corner)),
            Content::Mapped(_) => None,
        }
    }

    /// The mask, if the sprite is at a position and the variant is rendered.
    #[inline(always)]
    pub(crate) fn placed(&self, position: [i32; 2]) -> Option<PlacedMask<'_>> {
        let (mask, corner) = self.mask()?;
        let at = [0, 1].map(|axis| position[axis].wrapping_add(self.outer.0[axis]).wrapping_sub(corner[axis]));
        Some(PlacedMask { mask, at })
    }
}

/// The box of what a map shows.
pub(super) fn box_of(map: &RoundedMap) -> Aabb {
    map.solid_frame().map_or(Aabb::EMPTY, |frame| Aabb::of(&frame))
}

/// What a sprite shows, in the world. Reading it takes no memory.
#[derive(Clone, Copy)]
pub(crate) enum ShownMask<'a> {
    Rendered(PlacedMask<'a>),
    Mapped(TransformedMask<'a>),
}

impl<'a> ShownMask<'a> {
    /// As a mask under a map.
    fn transformed(&self) -> TransformedMask<'a> {
        match *self {
            ShownMask::Rendered(PlacedMask { mask, at }) => TransformedMask::placed(mask, at),
            ShownMask::Mapped(mapped) => mapped,
        }
    }

    /// The smallest box around the solid pixels. Returns `None` if no pixel is solid.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        match self {
            ShownMask::Rendered(placed) => placed.bounds(),
            ShownMask::Mapped(mapped) => mapped.bounds(),
        }
    }

    /// Whether the two share a solid pixel.
    #[inline(always)]
    pub(crate) fn overlaps(&self, other: &ShownMask) -> bool {
        match (self, other) {
            (ShownMask::Rendered(one), ShownMask::Rendered(other)) => one.overlaps(other),
            _ => self.transformed().overlaps(&other.transformed()),
        }
    }

    /// Whether a pixel is solid.
    #[inline(always)]
    pub(crate) fn contains(&self, at: [i32; 2]) -> bool {
        match self {
            ShownMask::Rendered(placed) => placed.mask.contains([at[0] - placed.at[0], at[1] - placed.at[1]]),
            ShownMask::Mapped(mapped) => mapped.contains(at),
        }
    }

    /// Whether a pixel of a rectangle is solid.
    #[inline(always)]
    pub(crate) fn overlaps_rect(&self, rect: &Rect) -> bool {
        match self {
            ShownMask::Rendered(placed) => placed.mask.overlaps(rect, placed.at.map(|c| -c)),
            ShownMask::Mapped(mapped) => mapped.overlaps_rect(rect),
        }
    }

    /// Whether a pixel of a shape is solid.
    #[inline(always)]
    pub(crate) fn overlaps_shape(&self, shape: &impl Shape) -> bool {
        match self {
            ShownMask::Rendered(placed) => placed.mask.overlaps(shape, placed.at.map(|c| -c)),
            ShownMask::Mapped(mapped) => mapped.overlaps_shape(shape),
        }
    }

    /// The first step of a line whose pixel is solid.
    #[inline(always)]
    pub(crate) fn first_step_on_line(&self, line: &Line) -> Option<u32> {
        match self {
            ShownMask::Rendered(placed) => placed.mask.first_step_on_line(line, placed.at.map(|c| -c)),
            ShownMask::Mapped(mapped) => mapped.first_step_on_line(line),
        }
    }

    /// The hit of a ray, given its step, in the world.
    pub(crate) fn line_hit(&self, line: &Line, step: u32) -> RayHit {
        match self {
            ShownMask::Mapped(mapped) => mapped.line_hit(line, step),
            ShownMask::Rendered(placed) => {
                let mut hit = placed.mask.line_hit(line, placed.at.map(|c| -c), step);
                (hit.at, hit.before) = (placed.to_world(hit.at), hit.before.map(|before| placed.to_world(before)));
                hit
            }
        }
    }

    /// The square of the distance from a pixel to the nearest solid one, if it is at most `limit`.
    pub(crate) fn nearest_distance_squared(&self, point: [i32; 2], limit: u128) -> Option<u128> {
        match self {
            ShownMask::Mapped(mapped) => mapped.nearest_distance_squared(point, limit),
            ShownMask::Rendered(PlacedMask { mask, at }) => {
                let point = [0, 1].map(|axis| i64::from(point[axis]) - i64::from(at[axis]));
                nearest_distance_squared(mask, point, limit)
            }
        }
    }
}
