//! Masks as sprites show them: mirrored, turned, scaled, rotated, or under any map, pixel by pixel.

use super::actor::Actor;
use crate::oracle::mapped::Rounded;
use crate::{Grid, shape};
use mask::shared::RoundedMap;
use mask::{Affine, DistanceField, Mask, Rect};
use std::collections::HashMap;
use std::rc::Rc;
use world::SpriteId;

/// A mask and its cached variants.
#[derive(Debug, Clone)]
pub struct Shape {
    grid: Grid,
    /// The mask of the grid.
    pub mask: Mask,
    /// The number of angles that divide a circle, if angles are rounded.
    pub angles: Option<u32>,
    variants: HashMap<Appearance, Option<Rc<Variant>>>,
}

/// The largest plane whose pixels are tested one by one, in pixels.
const PLANE: f64 = 4096.0;

/// The least side of a mask under a map that has pixels.
const LEAST_SIDE: f64 = 1.0 / 65_536.0;

/// The largest distance of a corner from the position, along each axis.
const FAR: f64 = (1u32 << 28) as f64;

/// How a sprite shows a mask: the bits of the linear part, of the origin, and of where the origin is drawn.
type Appearance = [u64; 8];

/// A mask as a sprite shows it.
#[derive(Debug)]
struct Variant {
    grid: Grid,
    /// Left, top, and the first pixels beyond right and bottom; `None` if no pixel is solid.
    tight: Option<[i64; 4]>,
    /// The box that the world takes for it: of an upright one the tight one.
    outer: Option<[i64; 4]>,
    /// The top-left pixel if the sprite is at `[0, 0]`.
    off: [i64; 2],
}

/// A map: the point `origin` of the picture is drawn at `at`.
#[derive(Debug, Clone, Copy)]
struct Map {
    linear: [[f64; 2]; 2],
    origin: [f64; 2],
    at: [f64; 2],
}

impl Shape {
    /// Returns a shape without variants.
    #[must_use]
    pub fn new(grid: Grid) -> Shape {
        Shape { mask: shape::mask(&grid), grid, angles: None, variants: HashMap::new() }
    }

    /// Changes the pixels with `edit`.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Grid)) {
        edit(&mut self.grid);
        self.mask = shape::mask(&self.grid);
        self.variants.clear();
    }

    /// Divides a circle into `angles` angles, or into none.
    pub fn set_angles(&mut self, angles: Option<u32>) {
        self.angles = angles;
        self.variants.clear();
    }

    /// Frees the variants, which are made again on demand.
    pub fn clear_variants(&mut self) {
        self.variants = HashMap::new();
    }

    /// Returns the map of an actor at `[0, 0]`: flips, then quarter turns, then the scale, then the angle.
    fn map(&self, actor: &Actor) -> Map {
        let size = [self.grid.width, self.grid.height].map(f64::from);
        let fraction = if self.angles.is_some() { actor.fraction.map(to_halves) } else { actor.fraction };
        if let Some(linear) = actor.linear {
            let Some(angles) = self.angles else { return Map { linear, origin: [0.0; 2], at: fraction } };
            return in_steps(linear, actor.fraction, size, angles.into());
        }
        let mut rows = [[1.0, 0.0], [0.0, 1.0]];
        for (row, flip) in rows.iter_mut().zip(actor.flips) {
            *row = if flip { row.map(|c| -c) } else { *row };
        }
        let mut turned = size;
        for _ in 0..actor.quarters {
            rows = [rows[1].map(|c| -c), rows[0]];
            turned = [turned[1], turned[0]];
        }
        for (row, factor) in rows.iter_mut().zip(actor.scale) {
            *row = row.map(|c| c * factor);
        }
        let degrees = match (self.angles.map(f64::from), actor.angle().to_degrees()) {
            (None, degrees) => degrees,
            // The nearest angle, or the larger of two equally near ones.
            (Some(angles), degrees) => nearest_of(degrees, angles),
        };
        rows = rotated(rows, degrees);
        let add = |a: [f64; 2], b: [f64; 2]| [a[0] + b[0], a[1] + b[1]];
        let (origin, at) = match actor.origin {
            Some(origin) => (origin, fraction),
            None => (size.map(|side| side / 2.0), add(turned.map(|side| side / 2.0), fraction)),
        };
        Map { linear: rows, origin, at }
    }

    /// Returns the variant that an actor shows; `None` if its map has no inverse or reaches too far.
    fn variant(&mut self, actor: &Actor) -> Option<Rc<Variant>> {
        let map = self.map(actor);
        let Map { linear: [[a, b], [c, d]], origin, at } = map;
        let appearance = [a, b, c, d, origin[0], origin[1], at[0], at[1]].map(f64::to_bits);
        let Shape { grid, mask, variants, .. } = self;
        let variant = variants.entry(appearance).or_insert_with(|| {
            let (grid, off) = rendered(grid, mask, &map)?;
            let bounds = grid.bounds(&grid, [0, 0]);
            let edges = |rect: Rect| [i64::from(rect.left), rect.top.into(), rect.right(), rect.bottom()];
            let tight = bounds.map(edges);
            let outer = match is_upright(map.linear) {
                true => tight.map(|[l, t, r, b]| [l + off[0], t + off[1], r + off[0], b + off[1]]),
                false => {
                    let field = DistanceField::new(mask).unwrap();
                    RoundedMap::new(mask, Some(&field), &map.affine(), map.origin).ok()?.solid_frame().map(edges)
                }
            };
            Some(Rc::new(Variant { grid, tight, outer, off }))
        });
        variant.clone()
    }

    /// Returns whether an actor's map has an inverse and does not reach too far.
    pub(super) fn fits(&mut self, actor: &Actor) -> bool {
        fits(&self.grid, &self.map(actor))
    }

    /// Returns the placed grid of an actor that shows this shape; `None` if its map has no inverse or reaches too far.
    pub fn placed_grid(&mut self, id: SpriteId, actor: &Actor) -> Option<PlacedGrid> {
        let variant = self.variant(actor)?;
        let at = [0, 1].map(|axis| i64::from(actor.at[axis]) + variant.off[axis]);
        let tight = variant.tight.map(|[l, t, r, b]| [l + at[0], t + at[1], r + at[0], b + at[1]]);
        let [x, y] = actor.at.map(i64::from);
        let outer = variant.outer.map(|[l, t, r, b]| [l + x, t + y, r + x, b + y]);
        Some(PlacedGrid { id, actor: *actor, variant, at: at.map(|c| c as i32), tight, outer })
    }
}

impl Map {
    fn affine(&self) -> Affine {
        let Map { linear, at, .. } = *self;
        Affine::from([0, 1].map(|axis| [linear[axis][0], linear[axis][1], at[axis]]))
    }
}

/// The nearest of some angles of a circle in degrees, or the larger of two equally near ones.
fn nearest_of(degrees: f64, angles: f64) -> f64 {
    (degrees / 360.0 * angles + 0.5).floor() % angles * 360.0 / angles
}

/// The nearest multiple of a half, or the larger of two equally near ones.
fn to_halves(number: f64) -> f64 {
    (number / 0.5 + 0.5).floor() * 0.5
}

/// A linear map, followed by a rotation.
fn rotated([x, y]: [[f64; 2]; 2], degrees: f64) -> [[f64; 2]; 2] {
    if degrees == 0.0 {
        return [x, y];
    }
    let [[a, b, _], [c, d, _]] = <[[f64; 3]; 2]>::from(Affine::rotation(degrees));
    [[a * x[0] + b * y[0], a * x[1] + b * y[1]], [c * x[0] + d * y[0], c * x[1] + d * y[1]]]
}

/// A map whose angle is rounded, and whose factors and shear have 12 bits. It moves the middle of the picture as the
/// map does, but by half pixels from where the rounded map would draw it.
fn in_steps(linear: [[f64; 2]; 2], fraction: [f64; 2], size: [f64; 2], angles: f64) -> Map {
    let [x, y] = [0, 1].map(|column| [linear[0][column], linear[1][column]]);
    let length = x[0].hypot(x[1]);
    let bits = |number: f64| {
        let unit = (number.abs().log2().floor() - 12.0).exp2();
        (number / unit).round() * unit
    };
    let (width, height) = (bits(length), bits((x[0] * y[1] - x[1] * y[0]) / length));
    let unit = width.max(height.abs()) / 4096.0;
    let shear = ((x[0] * y[0] + x[1] * y[1]) / length / unit).round() * unit;
    let degrees = nearest_of(x[1].atan2(x[0]).to_degrees().rem_euclid(360.0), angles);
    let stepped = rotated([[width, shear], [0.0, height]], degrees);
    let middle_of = |row: [f64; 2]| row[0] * size[0] / 2.0 + row[1] * size[1] / 2.0;
    let at = [0, 1].map(|axis| to_halves(fraction[axis] + middle_of(linear[axis]) - middle_of(stepped[axis])));
    Map { linear: stepped, origin: [0.0; 2], at }
}

/// Whether the linear part is a flip or a quarter turn.
fn is_upright(linear: [[f64; 2]; 2]) -> bool {
    let [[a, b], [c, d]] = linear.map(|row| row.map(f64::abs));
    [a, b, c, d] == [1.0, 0.0, 0.0, 1.0] || [a, b, c, d] == [0.0, 1.0, 1.0, 0.0]
}

/// Whether a side of a picture is too short to show anything.
fn is_thin(grid: &Grid, [[a, b], [c, d]]: [[f64; 2]; 2]) -> bool {
    (a.hypot(c) * f64::from(grid.width)).min(b.hypot(d) * f64::from(grid.height)) < LEAST_SIDE
}

/// Whether a map has an inverse, no corner of a picture is too far from the position, and the shown picture is not
/// larger than a mask may be.
fn fits(grid: &Grid, Map { linear, origin, at }: &Map) -> bool {
    let far: [f64; 2] = [0, 1].map(|axis| {
        let side = f64::from([grid.width, grid.height][axis]);
        origin[axis].abs().max((side - origin[axis]).abs())
    });
    let reach = [0, 1].map(|axis| linear[axis][0].abs() * far[0] + linear[axis][1].abs() * far[1] + at[axis].abs());
    let [width, height] = linear.map(|[x, y]| x.abs() * f64::from(grid.width) + y.abs() * f64::from(grid.height));
    let words = (width / 64.0).max(1.0) * height.max(1.0);
    let turned = (height / 64.0).max(1.0) * width.max(1.0);
    let fits_mask = is_thin(grid, *linear) || words.max(turned) <= f64::from(1u32 << 26);
    is_upright(*linear) || reach.iter().all(|reach| *reach <= FAR) && fits_mask
}

/// Returns a grid under a map, pixel by pixel if it is small, and its top-left pixel; `None` if it reaches too far.
fn rendered(grid: &Grid, mask: &Mask, map: &Map) -> Option<(Grid, [i64; 2])> {
    if !fits(grid, map) {
        return None;
    }
    let Map { linear, origin, at } = *map;
    if is_thin(grid, linear) {
        return Some((shape::grid(0, 0, |_, _| false), [0, 0]));
    }
    let size = [grid.width, grid.height];
    let sides = [0, 1].map(|axis| linear[0][axis].hypot(linear[1][axis]) * f64::from(size[axis]));
    if (sides[0] + sides[1] + 6.0).powi(2) < PLANE || is_upright(linear) && sides[0] * sides[1] < PLANE {
        return Some(Rounded::new(linear, origin, at, size)?.drawn(grid));
    }
    let (mask, off) = RoundedMap::new(mask, None, &map.affine(), origin).ok()?.show(mask, None).render().ok()?;
    Some((Grid::from(&mask), off.map(i64::from)))
}

/// An actor's variant and its top-left pixel in the world.
#[derive(Debug)]
pub struct PlacedGrid {
    /// The id of the sprite.
    pub id: SpriteId,
    /// The sprite.
    pub actor: Actor,
    variant: Rc<Variant>,
    /// The top-left pixel.
    at: [i32; 2],
    /// The tight box in world pixels.
    pub tight: Option<[i64; 4]>,
    /// The box that the world takes for it, in world pixels.
    pub outer: Option<[i64; 4]>,
}

impl PlacedGrid {
    /// Returns the pixels of the variant, and its top-left pixel in the world.
    #[must_use]
    pub fn drawn(&self) -> (&Grid, [i32; 2]) {
        (&self.variant.grid, self.at)
    }

    /// Returns the variant and its top-left pixel after a move of the sprite to another position.
    #[must_use]
    pub fn drawn_from(&self, position: [i32; 2]) -> (&Grid, [i32; 2]) {
        let by = |axis: usize| i64::from(position[axis]) - i64::from(self.actor.at[axis]);
        (&self.variant.grid, [0, 1].map(|axis| (i64::from(self.at[axis]) + by(axis)) as i32))
    }

    /// Returns the solid pixels in the world, row after row.
    pub fn pixels(&self) -> impl Iterator<Item = [i64; 2]> {
        let grid = &self.variant.grid;
        let pixels = (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| [x, y]));
        let solid = pixels.filter(|&[x, y]| grid.solid[(y * grid.width + x) as usize]);
        solid.map(|[x, y]| [i64::from(self.at[0]) + i64::from(x), i64::from(self.at[1]) + i64::from(y)])
    }
}
