//! Masks as sprites show them: mirrored, turned, scaled and rotated, pixel by pixel.

use super::actor::Actor;
use crate::oracle::affine;
use crate::{Grid, shape};
use mask::{Affine, Mask};
use std::collections::HashMap;
use std::rc::Rc;
use world::SpriteId;

/// Masks with sides below this one are small enough for any angle.
const SMALL: u32 = 1 << 12;

/// A mask and its cached variants.
#[derive(Debug, Clone)]
pub struct Shape {
    grid: Grid,
    /// The mask of the grid.
    pub mask: Mask,
    /// The number of angles that divide a circle.
    pub angles: u32,
    variants: HashMap<Appearance, Option<Rc<Variant>>>,
}

/// The largest plane whose pixels are tested one by one, in pixels.
const PLANE: f64 = 4096.0;

/// The least side of a scaled mask that has pixels.
const LEAST_SIDE: f64 = 1.0 / 65_536.0;

/// The largest distance of a pivot from the middle, along each axis.
const FAR: f64 = (1u32 << 28) as f64;

/// How a sprite shows a mask: flips, quarters, angle, the bits of the scale factors, and whether it is exact.
type Appearance = ([bool; 2], usize, u16, [u64; 2], bool);

/// A mask as a sprite shows it.
#[derive(Debug)]
struct Variant {
    grid: Grid,
    /// Left, top, and the first pixels beyond right and bottom; `None` if no pixel is solid.
    tight: Option<[i64; 4]>,
    /// The scale and the rotation; `None` if there is neither.
    map: Option<Affine>,
    /// The fixed point of the map, and the top-left pixel relative to it.
    middle: [f64; 2],
    off: [i64; 2],
}

/// Returns a grid mirrored and turned, pixel by pixel.
fn turned(grid: &Grid, [flip_x, flip_y]: [bool; 2], quarters: usize) -> Grid {
    let at = |x: u32, y: u32| {
        let x = if flip_x { grid.width - 1 - x } else { x };
        let y = if flip_y { grid.height - 1 - y } else { y };
        grid.solid[(y * grid.width + x) as usize]
    };
    let mut turned = shape::grid(grid.width, grid.height, at);
    for _ in 0..quarters {
        let from = turned;
        turned =
            shape::grid(from.height, from.width, |x, y| from.solid[((from.height - 1 - x) * from.width + y) as usize]);
    }
    turned
}

/// Returns the position of a pixel of a grid of this size after flips and quarter turns.
fn carry(
    [x, y]: [i64; 2],
    [mut width, mut height]: [i64; 2],
    [flip_x, flip_y]: [bool; 2],
    quarters: usize,
) -> [i64; 2] {
    let mut at = [if flip_x { width - 1 - x } else { x }, if flip_y { height - 1 - y } else { y }];
    for _ in 0..quarters {
        at = [height - 1 - at[1], at[0]];
        (width, height) = (height, width);
    }
    at
}

impl Shape {
    /// Returns a shape without variants.
    #[must_use]
    pub fn new(grid: Grid) -> Shape {
        Shape { mask: shape::mask(&grid), grid, angles: 64, variants: HashMap::new() }
    }

    /// Changes the pixels with `edit`.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Grid)) {
        edit(&mut self.grid);
        self.mask = shape::mask(&self.grid);
        self.variants.clear();
    }

    /// Divides a circle into `angles` angles.
    pub fn set_angles(&mut self, angles: u32) {
        self.angles = angles;
        self.variants.clear();
    }

    /// Frees the variants, which are made again on demand.
    pub fn clear_variants(&mut self) {
        self.variants = HashMap::new();
    }

    /// Returns the scale and the rotation of an actor; `None` if there is neither.
    fn map(&self, actor: &Actor) -> Option<Affine> {
        let (angles, degrees) = (f64::from(self.angles), actor.angle().to_degrees());
        let (scale, degrees) = match actor.exact {
            true => (actor.scale, degrees),
            // The nearest angle, or the larger of two equally near ones. The arithmetic is exact.
            false => {
                (actor.scale.map(nearest_factor), (degrees / 360.0 * angles + 0.5).floor() % angles * 360.0 / angles)
            }
        };
        let is_changed = scale != [1.0; 2] || degrees != 0.0;
        is_changed.then(|| Affine::scale(scale).then(&Affine::rotation(degrees)))
    }

    /// Returns the variant that an actor shows; `None` if the mask is too large for the scale and the angle.
    fn variant(&mut self, actor: &Actor) -> Option<Rc<Variant>> {
        let map = self.map(actor);
        let appearance = (actor.flips, actor.quarters, actor.angle, actor.scale.map(f64::to_bits), actor.exact);
        let Shape { grid, variants, .. } = self;
        let variant = variants.entry(appearance).or_insert_with(|| {
            let upright = turned(grid, actor.flips, actor.quarters);
            let middle = [upright.width / 2, upright.height / 2].map(f64::from);
            let (grid, off) = match &map {
                None => (upright, [0; 2]),
                Some(map) => rendered(&upright, middle, map)?,
            };
            let bounds = grid.bounds(&grid, [0, 0]);
            let tight = bounds.map(|rect| [i64::from(rect.left), rect.top.into(), rect.right(), rect.bottom()]);
            Some(Rc::new(Variant { grid, tight, map, middle, off }))
        });
        variant.clone()
    }

    /// Returns whether the mask is small enough for an actor's scale and angle, and its pivot near enough.
    pub(super) fn fits(&mut self, actor: &Actor) -> bool {
        let is_small = self.grid.width.max(self.grid.height) < SMALL && actor.scale == [1.0; 2];
        is_small || self.pose(SpriteId::default(), actor).is_some()
    }

    /// Returns the pose of an actor that shows this shape; `None` if the mask is too large for the scale and the angle,
    /// or if the pivot is too far away.
    pub fn pose(&mut self, id: SpriteId, actor: &Actor) -> Option<Pose> {
        let size = [self.grid.width, self.grid.height].map(i64::from);
        let variant = self.variant(actor)?;
        let pivot = actor.pivot.map(|pivot| carry(pivot.map(i64::from), size, actor.flips, actor.quarters));
        let off = match (&variant.map, pivot) {
            (None, None) => [0; 2],
            (None, Some(pivot)) => pivot.map(|c| -c),
            (Some(_), None) => [0, 1].map(|axis| variant.middle[axis] as i64 + variant.off[axis]),
            (Some(map), Some(pivot)) => {
                let moved = map.apply([0, 1].map(|axis| pivot[axis] as f64 + 0.5 - variant.middle[axis]));
                if !moved.iter().all(|c| (-FAR..=FAR).contains(c)) {
                    return None;
                }
                [0, 1].map(|axis| variant.off[axis] - moved[axis].floor() as i64)
            }
        };
        let at = [0, 1].map(|axis| i64::from(actor.at[axis]) + off[axis]);
        let tight = variant.tight.map(|[l, t, r, b]| [l + at[0], t + at[1], r + at[0], b + at[1]]);
        Some(Pose { id, actor: *actor, variant, at: at.map(|c| c as i32), tight })
    }
}

/// Returns the nearest of 32 factors an octave.
fn nearest_factor(factor: f64) -> f64 {
    2f64.powf((32.0 * factor.log2()).round().clamp(-32_768.0, 32_767.0) / 32.0)
}

/// Returns a grid under a map about `middle`, pixel by pixel if it is small, and its top-left pixel from there; `None` if
/// it is too large.
fn rendered(grid: &Grid, middle: [f64; 2], map: &Affine) -> Option<(Grid, [i64; 2])> {
    let side = |along: [f64; 2]| {
        let [x, y] = map.apply(along);
        x.hypot(y)
    };
    let sides = [side([grid.width.into(), 0.0]), side([0.0, grid.height.into()])];
    let by = &Affine::translation(middle.map(|c| -c)).then(map);
    let (grid, off) = if sides[0].min(sides[1]) < LEAST_SIDE {
        (shape::grid(0, 0, |_, _| false), [0; 2])
    } else if (sides[0] + sides[1] + 6.0).powi(2) < PLANE {
        affine::rendered(grid, by)
    } else {
        let (mask, off) = shape::mask(grid).transformed(by).ok()?;
        (Grid::from(&mask), off)
    };
    Some((grid, off.map(i64::from)))
}

/// An actor's variant and its top-left pixel in the world.
#[derive(Debug)]
pub struct Pose {
    /// The id of the sprite.
    pub id: SpriteId,
    /// The sprite.
    pub actor: Actor,
    variant: Rc<Variant>,
    /// The top-left pixel.
    at: [i32; 2],
    /// The tight box in world pixels.
    pub tight: Option<[i64; 4]>,
}

impl Pose {
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
