//! Masks as sprites show them: mirrored, turned and rotated, pixel by pixel.

use super::actor::Actor;
use crate::naive::Grid;
use crate::shape;
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

/// How a sprite shows a mask: flips, quarters, and the number of the angle.
type Appearance = ([bool; 2], usize, u32);

/// A mask as a sprite shows it.
#[derive(Debug)]
struct Variant {
    grid: Grid,
    /// Left, top, and the first pixels beyond right and bottom; `None` if no pixel is solid.
    tight: Option<[i64; 4]>,
    /// The center of the rotation, and the top-left pixel relative to it.
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

    /// Returns the variant that an actor shows, and the number of its angle; `None` if the mask is too large for the
    /// angle.
    fn variant(&mut self, actor: &Actor) -> Option<(Rc<Variant>, u32)> {
        let (angles, degrees) = (f64::from(self.angles), actor.angle().to_degrees());
        // The nearest angle, or the larger of two equally near ones. The arithmetic is exact.
        let number = (degrees / 360.0 * angles + 0.5).floor() as u32 % self.angles;
        let appearance = (actor.flips, actor.quarters, number);
        let Shape { grid, variants, .. } = self;
        let variant = variants.entry(appearance).or_insert_with(|| {
            let upright = turned(grid, actor.flips, actor.quarters);
            let middle = [upright.width / 2, upright.height / 2].map(f64::from);
            let (grid, off) = if number == 0 {
                (upright, [0; 2])
            } else {
                let map = Affine::translation(middle.map(|c| -c)).then(&rotation(number, self.angles));
                let (mask, off) = shape::mask(&upright).transformed(&map).ok()?;
                (Grid::from(&mask), off.map(i64::from))
            };
            let bounds = grid.bounds(&grid, [0, 0]);
            let tight = bounds.map(|rect| [i64::from(rect.left), rect.top.into(), rect.right(), rect.bottom()]);
            Some(Rc::new(Variant { grid, tight, middle, off }))
        });
        variant.clone().map(|variant| (variant, number))
    }

    /// Returns whether the mask is small enough for an actor's angle.
    pub(super) fn fits(&mut self, actor: &Actor) -> bool {
        self.grid.width.max(self.grid.height) < SMALL || self.variant(actor).is_some()
    }

    /// Returns the pose of an actor that shows this shape; `None` if the mask is too large for the angle.
    pub fn pose(&mut self, id: SpriteId, actor: &Actor) -> Option<Pose> {
        let size = [self.grid.width, self.grid.height].map(i64::from);
        let (variant, number) = self.variant(actor)?;
        let pivot = actor.pivot.map(|pivot| carry(pivot.map(i64::from), size, actor.flips, actor.quarters));
        let off = match (number, pivot) {
            (0, None) => [0; 2],
            (0, Some(pivot)) => pivot.map(|c| -c),
            (_, None) => [0, 1].map(|axis| variant.middle[axis] as i64 + variant.off[axis]),
            (_, Some(pivot)) => {
                let center = [0, 1].map(|axis| pivot[axis] as f64 + 0.5 - variant.middle[axis]);
                let turned = rotation(number, self.angles).apply(center);
                [0, 1].map(|axis| variant.off[axis] - turned[axis].floor() as i64)
            }
        };
        let at = [0, 1].map(|axis| i64::from(actor.at[axis]) + off[axis]);
        let tight = variant.tight.map(|[l, t, r, b]| [l + at[0], t + at[1], r + at[0], b + at[1]]);
        Some(Pose { id, actor: *actor, variant, at: at.map(|c| c as i32), tight })
    }
}

fn rotation(number: u32, angles: u32) -> Affine {
    Affine::rotation(360.0 * f64::from(number) / f64::from(angles))
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
