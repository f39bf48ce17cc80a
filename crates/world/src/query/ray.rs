//! Rays: the sprites on a straight line of pixels, and the traversal of the trees along the line.

use crate::geometry::Aabb;
use crate::tree::NearestFirst;
use crate::visit::flowing;
use crate::{SpriteId, View, Visit, memory};
use mask::shared::heapsort_by_key;
use mask::{Line, Rect};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The first pixel of a line that is solid in a sprite.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SpriteRayHit {
    /// The sprite.
    pub id: SpriteId,
    /// The first pixel of the line that is solid in the sprite, in world pixels.
    pub at: [i32; 2],
    /// The last free pixel: the pixel of the line one step before `at`. `None` if the line starts in a solid pixel of
    /// the sprite.
    pub before: Option<[i32; 2]>,
    /// The number of steps from the start of the line to `at`.
    pub step: u32,
    /// The outward unit normal of the sprite's surface at `at`, as [`RayHit::normal`](mask::RayHit::normal) defines it
    /// for a mask. `None` if the line starts in a solid pixel of the sprite.
    pub normal: Option<[f64; 2]>,
}

/// The order of the hits on a line: the step, then the id.
type HitOrder = (u32, SpriteId);

/// Rays: queries for the sprites on a line. The line consists of the pixels of [`Line::new(from, to)`](Line::new), both
/// ends included. Every `i32` coordinate is legal. Rays pass through sensors, unless the view includes them
/// ([`View::with_sensors`]). They hit one-way sprites from every side.
///
/// Cost: a test of each box of the trees that the line crosses, and of the pixels of the line within the tight box of
/// each sprite. [`View::cast_ray`] skips boxes behind the first hit.
impl View<'_> {
    /// Returns the first hit of a line with a sprite. If several sprites are solid in the first pixel that is hit, the
    /// result names the sprite with the smallest id. Returns `None` if the line hits no sprite.
    ///
    /// The line consists of the pixels of [`Line::new(from, to)`](Line::new), both ends included.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let wall = world.add_mask(Mask::filled(4, 50)?)?;
    /// let id = world.spawn(Sprite::new(wall, [100, -20]).fixed(true))?;
    /// let view = world.refresh()?;
    /// let hit = view.cast_ray([0, 0], [1000, 0]).unwrap();
    /// assert_eq!((hit.id, hit.at, hit.before), (id, [100, 0], Some([99, 0])));
    /// assert_eq!(hit.normal, Some([-1.0, 0.0])); // to the left, where the ray comes from
    /// assert_eq!(view.cast_ray([0, 0], [99, 0]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cast_ray(self, from: impl Into<[i32; 2]>, to: impl Into<[i32; 2]>) -> Option<SpriteRayHit> {
        let line = Line::new(from, to);
        let mut first: Option<(HitOrder, usize)> = None;
        let _ = self.on_ray(&line, |slot, step, limit| {
            let order = (step, self.id(slot));
            if first.is_none_or(|(first, _)| order < first) {
                first = Some((order, slot));
                *limit = step.into();
            }
            ControlFlow::<Infallible>::Continue(())
        });
        first.map(|((step, _), slot)| self.hit(slot, &line, step))
    }

    /// Returns the first hit of a line with each sprite on the line, sorted by step, then by id.
    ///
    /// The line consists of the pixels of [`Line::new(from, to)`](Line::new), both ends included.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn cast_ray_all(self, from: impl Into<[i32; 2]>, to: impl Into<[i32; 2]>) -> Vec<SpriteRayHit> {
        let mut hits = Vec::new();
        self.cast_ray_all_into(from, to, &mut hits);
        hits
    }

    /// Fills a list with the first hit of a line with each sprite on the line, sorted as by [`View::cast_ray_all`]. The
    /// list is cleared first. If it has enough capacity, the query allocates no memory.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    pub fn cast_ray_all_into(self, from: impl Into<[i32; 2]>, to: impl Into<[i32; 2]>, hits: &mut Vec<SpriteRayHit>) {
        hits.clear();
        self.for_each_on_ray(from, to, |hit| memory::or_panic(memory::try_push(hits, hit)));
        heapsort_by_key(hits, |hit| -> HitOrder { (hit.step, hit.id) });
    }

    /// Calls `visit` with the first hit of a line with each sprite on the line. If `visit` returns a [`ControlFlow`],
    /// the first break ends the query and is returned: see [`Visit`].
    ///
    /// The order is the traversal order of the trees, which is deterministic, but differs from the order along the
    /// line. The query allocates no memory.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// use std::ops::ControlFlow;
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # for x in 1..9 { world.spawn(Sprite::new(dot, [10 * x, 0]))?; }
    /// let (view, mut last) = (world.refresh()?, 0);
    /// view.for_each_on_ray([0, 0], [55, 0], |hit| last = last.max(hit.step));
    /// assert_eq!(last, 50);
    /// // Is the line of sight blocked? Any hit will do.
    /// assert!(view.for_each_on_ray([0, 0], [50, 0], ControlFlow::Break).is_break());
    /// assert!(view.for_each_on_ray([0, 0], [0, 50], ControlFlow::Break).is_continue());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_on_ray<R: Visit>(
        self,
        from: impl Into<[i32; 2]>,
        to: impl Into<[i32; 2]>,
        visit: impl FnMut(SpriteRayHit) -> R,
    ) -> R {
        let (line, mut visit) = (Line::new(from, to), flowing(visit));
        R::from_flow(self.on_ray(&line, |slot, step, _| visit(self.hit(slot, &line, step))))
    }

    /// Calls `visit` with the slot and the step of each hit of a line, until `visit` breaks. `visit` may lower the
    /// number of the last step.
    fn on_ray<B>(self, line: &Line, mut visit: impl FnMut(usize, u32, &mut f64) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut traversal = LineTraversal::of_point(line, |slot, limit: &mut f64| {
            let shown = Some(slot).filter(|&slot| self.blocks(slot)).map(|slot| self.shown(slot));
            let step = shown.and_then(|shown| shown.first_step_on_line(line));
            step.map_or(ControlFlow::Continue(()), |step| visit(slot, step, limit))
        });
        self.world.trees.nearest_first(self.trees(None), &mut traversal)
    }

    /// The hit of a line with the sprite in a slot, given its step.
    fn hit(self, slot: usize, line: &Line, step: u32) -> SpriteRayHit {
        let hit = self.shown(slot).line_hit(line, step);
        SpriteRayHit { id: self.id(slot), at: hit.at, before: hit.before, step, normal: hit.normal }
    }
}

/// The margin by which a box extends on each side beyond the coordinates of its outer pixels, in pixels. The pixel of a
/// step is within 0.5 of the exact point, and the other 0.25 exceeds all rounding errors by far. A difference of two
/// integers never equals the margin, so the product of 0 and infinity does not occur.
const MARGIN: f64 = 0.75;

/// A traversal along a [`Line`] of pixels, for a moving point or a moving box. It visits every slot that the point or
/// box may hit, and some others. Sprites that are hit earlier mostly come first.
///
/// The distance is the number of steps. The slab method (Kay and Kajiya, Ray tracing complex scenes, 1986) gives the
/// steps at which the line enters and leaves a box: it enters at the last of the nearer sides of the two axes, and
/// leaves at the first of the farther sides. A moving box is shrunk to a point, and the other box grows by its size.
pub(super) struct LineTraversal<F> {
    from: [f64; 2],
    /// The number of steps for each pixel along an axis; infinite if the line does not change along the axis.
    steps_per_pixel: [f64; 2],
    /// The top-left and the bottom-right pixel of the moving box, relative to the pixel of the line.
    extent: [[f64; 2]; 2],
    /// The number of the last step of interest.
    limit: f64,
    visit: F,
}

impl<B, F: FnMut(usize, &mut f64) -> ControlFlow<B>> LineTraversal<F> {
    /// A traversal for a moving pixel. `visit` takes a slot, and may lower the number of the last step.
    pub(super) fn of_point(line: &Line, visit: F) -> Self {
        LineTraversal::new(line, [[0.0; 2]; 2], visit)
    }

    /// A traversal for a moving box, which must not be empty. `moving` is the box if the line is at [0, 0].
    pub(super) fn of_box(line: &Line, moving: &Rect, visit: F) -> Self {
        let last = [moving.right() - 1, moving.bottom() - 1].map(|c| c as f64);
        LineTraversal::new(line, [[moving.left.into(), moving.top.into()], last], visit)
    }

    fn new(line: &Line, extent: [[f64; 2]; 2], visit: F) -> Self {
        let (from, to) = (line.start().map(f64::from), line.end().map(f64::from));
        let limit = f64::from(line.steps());
        // A line of a single pixel counts as one step, so that the quotient is infinite and not NaN.
        let steps_per_pixel = [0, 1].map(|axis| limit.max(1.0) / (to[axis] - from[axis]));
        LineTraversal { from, steps_per_pixel, extent, limit, visit }
    }
}

impl<B, F: FnMut(usize, &mut f64) -> ControlFlow<B>> NearestFirst for LineTraversal<F> {
    type Distance = f64;
    type Stop = B;

    fn distance(&self, Aabb([left, top, right, bottom]): Aabb) -> Option<f64> {
        let (low, high) = ([left, top].map(f64::from), [right, bottom].map(f64::from));
        let (mut enter, mut leave) = (0f64, self.limit);
        for axis in 0..2 {
            let low = low[axis] - self.extent[1][axis] - MARGIN;
            let high = high[axis] - self.extent[0][axis] + MARGIN;
            let (near, far) = if self.steps_per_pixel[axis] > 0.0 { (low, high) } else { (high, low) };
            enter = enter.max((near - self.from[axis]) * self.steps_per_pixel[axis]);
            leave = leave.min((far - self.from[axis]) * self.steps_per_pixel[axis]);
        }
        (enter <= leave).then_some(enter)
    }

    fn limit(&self) -> Option<f64> {
        Some(self.limit)
    }

    fn visit(&mut self, slot: usize) -> ControlFlow<B> {
        (self.visit)(slot, &mut self.limit)
    }
}
