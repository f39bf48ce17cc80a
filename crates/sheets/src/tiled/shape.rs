//! The shapes of objects as masks.

use super::raw::RawObject;
use crate::Reason;
use crate::limits::{Budget, at_most};
use mask::{Affine, Mask};

/// The largest coordinate of a corner, in pixels.
const FARTHEST: f64 = (1 << 30) as f64;

/// A mask, and a pixel to place it by.
type Posed = (Mask, [i32; 2]);

/// A shape in the coordinates of its object.
pub(super) enum Outline<'a> {
    Rect([f64; 2]),
    Ellipse([f64; 2]),
    Capsule([f64; 2]),
    Polygon(&'a [[f64; 2]]),
    Polyline(&'a [[f64; 2]]),
}

impl Outline<'_> {
    /// Returns the shape of an object, or `None` if the object is a point, a text or a tile.
    pub(super) fn of(object: &RawObject) -> Result<Option<Outline<'_>>, Reason> {
        if object.point || object.text || object.gid.is_some() {
            return Ok(None);
        }
        if let Some(points) = object.polygon.as_ref().or(object.polyline.as_ref()) {
            let (least, closed) = if object.polygon.is_some() { (3, true) } else { (1, false) };
            if points.0.len() < least {
                return Err(Reason::invalid(format_args!("{least} points or more"), points.0.len()));
            }
            return Ok(Some(if closed { Outline::Polygon(&points.0) } else { Outline::Polyline(&points.0) }));
        }
        let size = [object.width, object.height].map(Option::unwrap_or_default);
        if let Some(side) = size.into_iter().find(|side| *side < 0.0) {
            return Err(Reason::invalid("a size of 0 or more", side));
        }
        // The editor places a rectangle without a size with a click, as older versions placed points.
        Ok(match size {
            [0.0, 0.0] => None,
            size if object.ellipse => Some(Outline::Ellipse(size)),
            size if object.capsule => Some(Outline::Capsule(size)),
            size => Some(Outline::Rect(size)),
        })
    }

    /// Returns the pixels of the shape under a map: those whose middle lies inside. A polyline is as wide as a pixel.
    /// Returns the mask and its top-left pixel.
    pub(super) fn draw(&self, by: &Affine, unpacked: &mut Budget) -> Result<Posed, Reason> {
        let box_of = |[w, h]: [f64; 2]| vec![[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]];
        let corners = match self {
            Outline::Rect(size) | Outline::Ellipse(size) | Outline::Capsule(size) => box_of(*size),
            Outline::Polygon(points) | Outline::Polyline(points) => points.to_vec(),
        };
        let corners: Vec<_> = corners.into_iter().map(|corner| by.apply(corner)).collect();
        if let Some(c) = corners.iter().flatten().find(|c| !(-FARTHEST..=FARTHEST).contains(*c)) {
            return Err(Reason::invalid("a shape with corners from -2^30 to 2^30 pixels", c));
        }
        let is_line = matches!(self, Outline::Polyline(_));
        let first = [0, 1].map(|axis| corners.iter().map(|c| c[axis]).fold(f64::MAX, f64::min).floor());
        let last = [0, 1].map(|axis| corners.iter().map(|c| c[axis]).fold(f64::MIN, f64::max));
        let [width, height] = [0, 1].map(|axis| {
            let end = if is_line { last[axis].floor() + 1.0 } else { last[axis].ceil() };
            (end - first[axis]).max(0.0) as u32
        });
        let mut mask = new_mask(width, height, unpacked)?;
        let inside = corners.iter().map(|corner| [0, 1].map(|axis| corner[axis] - first[axis]));
        match self {
            Outline::Rect(_) | Outline::Polygon(_) => mask.fill_polygon(inside, true)?,
            Outline::Polyline(_) => {
                let points: Vec<[i32; 2]> = inside.map(|point| point.map(|c| c.floor() as i32)).collect();
                points.iter().for_each(|&point| mask.set(point, true));
                points.windows(2).try_for_each(|ends| mask.fill_line(ends[0], ends[1], true))?;
            }
            Outline::Ellipse([w, h]) | Outline::Capsule([w, h]) => {
                if w * h == 0.0 {
                    return Ok((mask, first.map(|c| c as i32)));
                }
                let back = by.inverse()?;
                let radius =
                    if matches!(self, Outline::Capsule(_)) { [w.min(*h) / 2.0; 2] } else { [w / 2.0, h / 2.0] };
                mask = Mask::from_fn(width, height, |x, y| {
                    let [x, y] = back.apply([f64::from(x) + 0.5 + first[0], f64::from(y) + 0.5 + first[1]]);
                    // A capsule is all points within its radius of a line along its middle.
                    let off = |at: f64, side: f64, radius: f64| (at - at.clamp(radius, side - radius)) / radius;
                    let [dx, dy] = [off(x, *w, radius[0]), off(y, *h, radius[1])];
                    dx * dx + dy * dy < 1.0
                })?;
            }
        }
        Ok((mask, first.map(|c| c as i32)))
    }
}

/// Creates an empty mask, and takes it from the budget of bytes.
fn new_mask(width: u32, height: u32, unpacked: &mut Budget) -> Result<Mask, Reason> {
    at_most("pixels of a mask side", u64::from(width.max(height)), 1 << 26)?;
    unpacked.take(u64::from(width).div_ceil(64) * u64::from(height) * 8)?;
    Ok(Mask::new(width, height)?)
}

/// Returns the map from the coordinates of an object to those of its layer: rotated about the position of the object.
pub(super) fn object_map(object: &RawObject, layer: &Affine) -> Affine {
    let placed = Affine::translation([object.x, object.y]).then(layer);
    let angle = object.rotation.unwrap_or_default();
    if angle == 0.0 { placed } else { placed.then(&Affine::rotation(angle).about(layer.apply([object.x, object.y]))) }
}

/// Draws collision shapes over a tile. Returns a mask that contains the tile's box and all shapes, and the top-left
/// pixel of the tile in it.
pub(super) fn collision(
    objects: &[RawObject],
    size: [u32; 2],
    unpacked: &mut Budget,
) -> Result<Option<Posed>, (usize, Reason)> {
    let mut drawn = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        let shape = Outline::of(object).map_err(|reason| (index, reason))?;
        if let Some(shape) = shape {
            let by = object_map(object, &Affine::IDENTITY);
            drawn.push((index, shape.draw(&by, unpacked).map_err(|reason| (index, reason))?));
        }
    }
    let Some(&(last, _)) = drawn.last() else { return Ok(None) };
    let end = |mask: &Mask, at: [i32; 2]| {
        [i64::from(at[0]) + i64::from(mask.width()), i64::from(at[1]) + i64::from(mask.height())]
    };
    let first = [0, 1].map(|axis| drawn.iter().map(|(_, (_, at))| i64::from(at[axis])).fold(0, i64::min));
    let most =
        [0, 1].map(|axis| drawn.iter().map(|(_, (mask, at))| end(mask, *at)[axis]).fold(size[axis].into(), i64::max));
    let [width, height] = [0, 1].map(|axis| (most[axis] - first[axis]) as u32);
    let mut draw = || {
        let mut mask = new_mask(width, height, unpacked)?;
        for (_, (shape, at)) in &drawn {
            mask.draw(shape, [0, 1].map(|axis| (i64::from(at[axis]) - first[axis]) as i32));
        }
        Ok((mask, first.map(|c| -c as i32)))
    };
    draw().map(Some).map_err(|reason| (last, reason))
}
