//! Questions about a single mask under a map: its bounds, overlapping shapes, lines, the nearest solid pixel.

use super::pair::{Any, Bounds, Goal, PairSearch};
use super::transformed::TransformedMask;
use crate::{Line, Rect, Shape};

/// Questions about what is shown, without rendering and without memory.
impl TransformedMask<'_> {
    /// The smallest box around the solid pixels, in the plane of the map, or `None` if there are none.
    #[doc(hidden)]
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.search_in(&self.solid_frame?, Bounds(None)).0
    }

    /// Whether a rectangle of the plane has a solid pixel.
    #[doc(hidden)]
    #[must_use]
    pub fn overlaps_rect(&self, rect: &Rect) -> bool {
        let clip = self.solid_frame.and_then(|frame| frame.intersection(rect));
        clip.is_some_and(|clip| self.search_in(&clip, Any(false)).0)
    }

    /// Whether a shape of the plane has a solid pixel.
    #[doc(hidden)]
    #[must_use]
    pub fn overlaps_shape(&self, shape: &(impl Shape + ?Sized)) -> bool {
        let Some(frame) = self.solid_frame else { return false };
        let (rows, of_shape) = (i64::from(frame.top)..frame.bottom(), shape.rows());
        let rows = rows.start.max(of_shape.start)..rows.end.min(of_shape.end);
        !rows.is_empty()
            && shape.spans(rows.clone()).filter(|span| rows.contains(&span.y)).any(|span| {
                let run = Rect::between(
                    [span.left.max(frame.left.into()), span.y],
                    [span.right.min(frame.right()), span.y + 1],
                );
                run.is_some_and(|run| self.overlaps_rect(&run))
            })
    }

    /// The first step of a line whose pixel is solid.
    #[doc(hidden)]
    #[must_use]
    pub fn first_step_on_line(&self, line: &Line) -> Option<u32> {
        let frame = self.solid_frame?;
        let steps = line.steps_in(&[frame.left.into()..frame.right(), frame.top.into()..frame.bottom()]);
        let mut pixels = (steps.start..).zip(line.points_in(steps));
        pixels.find(|&(_, at)| self.contains(at)).map(|(step, _)| step as u32)
    }

    /// The square of the distance from a pixel of the plane to the nearest solid one, if it is at most `limit`.
    #[doc(hidden)]
    #[must_use]
    pub fn nearest_distance_squared(&self, point: [i32; 2], limit: u128) -> Option<u128> {
        let nearest = Nearest { point: point.map(i64::from), least: limit.saturating_add(1) };
        let least = self.search_in(&self.solid_frame?, nearest).least;
        // Without a solid pixel, it is the largest number.
        (least <= limit && least < u128::MAX).then_some(least)
    }

    /// Searches the solid pixels of a rectangle in the box.
    fn search_in<G: Goal>(&self, clip: &Rect, goal: G) -> G {
        let mut search = PairSearch { pair: [self, self], goal, by_rows: false };
        search.search(clip);
        search.goal
    }
}

/// The square of the distance from a pixel to the nearest one.
struct Nearest {
    point: [i64; 2],
    least: u128,
}

impl Nearest {
    fn to(&self, rect: &Rect) -> u128 {
        let off = |at: i64, low: i64, end: i64| u128::from((low - at).max(at - (end - 1)).max(0) as u64).pow(2);
        off(self.point[0], rect.left.into(), rect.right()) + off(self.point[1], rect.top.into(), rect.bottom())
    }
}

impl Goal for Nearest {
    fn add(&mut self, shared: Rect) {
        self.least = self.least.min(self.to(&shared));
    }

    fn is_decided(&self, block: &Rect) -> bool {
        self.to(block) >= self.least
    }
}
