//! The pixels that a query searches.

use crate::PlacedMask;
use crate::geometry::Aabb;
use crate::variants::ShownMask;
use mask::{Circle, Line, Mask, MaskError, Polygon, Rect};

/// The pixels of the world in which [`View::find`](crate::View::find) looks for sprites.
///
/// The methods accept any value that converts into a probe: a pixel `[x, y]` or `(x, y)`, a [`Rect`], a [`PlacedMask`]
/// mask, a [`Circle`], a [`Line`] or a `&`[`Polygon`]. All coordinates are world pixels, y down. A probe may lie
/// anywhere in the range of `i32`. A probe out of reach of all sprites finds nothing.
///
/// ```
/// use hitmask::{Probe, World};
///
/// let probes: [Probe; 3] = [[3, 4].into(), (3, 4).into(), hitmask::Line::new([0, 0], [9, 5]).into()];
/// let mut world = World::new();
/// let view = world.refresh()?;
/// assert!(probes.iter().all(|&probe| view.find(probe).is_empty())); // the world is empty
/// # Ok::<(), hitmask::WorldError>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Probe<'a> {
    /// One pixel.
    Point([i32; 2]),
    /// The pixels of a rectangle.
    Rect(Rect),
    /// The solid pixels of a mask.
    Mask(PlacedMask<'a>),
    /// The pixels whose center lies in a circle; the center of the pixel `[x, y]` is (x + 0.5, y + 0.5).
    Circle(Circle),
    /// The pixels of a line, both ends included.
    Line(Line),
    /// The pixels whose center lies in a polygon; the center of the pixel `[x, y]` is (x + 0.5, y + 0.5).
    Polygon(&'a Polygon),
}

impl From<[i32; 2]> for Probe<'_> {
    fn from(at: [i32; 2]) -> Self {
        Probe::Point(at)
    }
}

impl From<(i32, i32)> for Probe<'_> {
    fn from(at: (i32, i32)) -> Self {
        Probe::Point(at.into())
    }
}

impl From<Rect> for Probe<'_> {
    fn from(rect: Rect) -> Self {
        Probe::Rect(rect)
    }
}

impl<'a> From<PlacedMask<'a>> for Probe<'a> {
    fn from(placed: PlacedMask<'a>) -> Self {
        Probe::Mask(placed)
    }
}

impl From<Circle> for Probe<'_> {
    fn from(circle: Circle) -> Self {
        Probe::Circle(circle)
    }
}

impl From<Line> for Probe<'_> {
    fn from(line: Line) -> Self {
        Probe::Line(line)
    }
}

impl<'a> From<&'a Polygon> for Probe<'a> {
    fn from(polygon: &'a Polygon) -> Self {
        Probe::Polygon(polygon)
    }
}

impl Probe<'_> {
    /// A box around the probe, or `None` if the probe covers no pixel that a sprite can reach.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        match self {
            &Probe::Point([left, top]) => Some(Rect { left, top, width: 1, height: 1 }),
            &Probe::Rect(rect) => Some(rect),
            Probe::Mask(placed) => placed.bounds(),
            Probe::Circle(circle) => Some(circle_bounds(circle)),
            Probe::Line(line) => Some(corner_bounds(line.start(), line.end())),
            Probe::Polygon(polygon) => polygon.bounds(),
        }
    }

    /// A box of which every pixel is in the probe. The box is empty if none is known.
    pub(crate) fn inner_box(&self) -> Aabb {
        match self {
            Probe::Rect(rect) => Aabb::of(rect),
            Probe::Circle(circle) => square_in(circle),
            Probe::Point(_) | Probe::Mask(_) | Probe::Line(_) | Probe::Polygon(_) => Aabb::EMPTY,
        }
    }

    /// Sets the pixels of the probe in a mask whose top-left pixel is at `at` in the world.
    ///
    /// # Errors
    /// Returns [`MaskError::OutOfMemory`] or [`MaskError::NoMemory`] if the system refuses memory.
    pub(crate) fn fill(&self, mask: &mut Mask, at: [i32; 2], solid: bool) -> Result<(), MaskError> {
        let back = at.map(|c| -c);
        match self {
            &Probe::Point([left, top]) => mask.fill_shape(&Rect { left, top, width: 1, height: 1 }, back, solid),
            Probe::Rect(rect) => mask.fill_shape(rect, back, solid),
            Probe::Circle(circle) => mask.fill_shape(circle, back, solid),
            Probe::Line(line) => mask.fill_shape(line, back, solid),
            Probe::Polygon(polygon) => mask.fill_shape(*polygon, back, solid),
            Probe::Mask(brush) => {
                let offset = [0, 1].map(|axis| brush.at[axis].checked_sub(at[axis]));
                // An offset beyond `i32` is beyond the mask.
                if let [Some(x), Some(y)] = offset {
                    if solid { mask.draw(brush.mask, [x, y]) } else { mask.erase(brush.mask, [x, y]) }
                }
                Ok(())
            }
        }
    }

    /// Whether what a sprite shows has a solid pixel in the probe. The boxes of the sprite and the probe must overlap.
    pub(crate) fn overlaps(&self, shown: ShownMask) -> bool {
        match self {
            Probe::Point(at) => shown.contains(*at),
            Probe::Rect(rect) => shown.overlaps_rect(rect),
            Probe::Mask(placed) => ShownMask::Rendered(*placed).overlaps(&shown),
            Probe::Circle(circle) => shown.overlaps_shape(circle),
            Probe::Line(line) => shown.first_step_on_line(line).is_some(),
            Probe::Polygon(polygon) => shown.overlaps_shape(*polygon),
        }
    }
}

/// A box around a circle, with a margin of one pixel on each side. The coordinates of the center and the radius
/// are at most 2^30.
fn circle_bounds(circle: &Circle) -> Rect {
    let [x, y] = circle.center();
    let low = |c: f64| (c - circle.radius()).floor() as i32;
    let high = |c: f64| (c + circle.radius()).ceil() as i32;
    corner_bounds([low(x), low(y)].map(|c| c.saturating_sub(1)), [high(x), high(y)].map(|c| c.saturating_add(1)))
}

/// The largest square of pixels in a circle. The box is empty if the circle is too small.
fn square_in(circle: &Circle) -> Aabb {
    // A little less than half of the side, so that rounding adds no pixel.
    let half = (std::f64::consts::FRAC_1_SQRT_2 - 1e-5) * circle.radius();
    let [first, last] = [-half, half].map(|off| circle.center().map(|c| c + off - 0.5));
    let [left, top] = first.map(|c| c.ceil() as i32);
    let [right, bottom] = last.map(|c| c.floor() as i32);
    if left > right || top > bottom { Aabb::EMPTY } else { Aabb([left, top, right, bottom]) }
}

/// The smallest box around two pixels. A box over all columns of `i32` lacks the last column, which no sprite
/// reaches; the same holds for rows.
fn corner_bounds(a: [i32; 2], b: [i32; 2]) -> Rect {
    let [width, height] = [0, 1].map(|axis| a[axis].abs_diff(b[axis]).saturating_add(1));
    Rect { left: a[0].min(b[0]), top: a[1].min(b[1]), width, height }
}
