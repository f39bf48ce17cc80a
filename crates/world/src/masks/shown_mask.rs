//! What a sprite shows, for readers: a rendered mask, or a mask under a map.

use crate::Placed;
use mask::shared::nearest_distance_squared;
use mask::{Line, RayHit, Rect, Shape, TransformedMask};

/// What a sprite shows, in the world. Reading it takes no memory.
#[derive(Clone, Copy)]
pub(crate) enum ShownMask<'a> {
    Rendered(Placed<'a>),
    Mapped(TransformedMask<'a>),
}

impl<'a> ShownMask<'a> {
    /// As a mask under a map.
    fn transformed(&self) -> TransformedMask<'a> {
        match *self {
            ShownMask::Rendered(Placed { mask, at }) => TransformedMask::placed(mask, at),
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
            ShownMask::Rendered(Placed { mask, at }) => {
                let point = [0, 1].map(|axis| i64::from(point[axis]) - i64::from(at[axis]));
                nearest_distance_squared(mask, point, limit)
            }
        }
    }
}
