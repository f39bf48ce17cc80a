//! A plain model of a world: its masks and sprites, and which sprites share a pixel, pixel by pixel. The tests of the
//! world and the soak compare with it.

use crate::naive::{self, Grid};
use crate::shape;
use mask::{Affine, Mask};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use world::{Angle, MAX_POSITION, MaskId, Pair, Sprite, SpriteId, Turn};

/// The model of a sprite.
#[derive(Debug, Clone, Copy)]
pub struct Actor {
    /// The mask that it shows.
    pub mask: MaskId,
    /// Its position.
    pub at: [i32; 2],
    /// Whether it is mirrored: left and right, top and bottom.
    pub flips: [bool; 2],
    /// Quarter turns, 0 to 3.
    pub quarters: usize,
    /// The angle, in steps of 1/65536 of a circle.
    pub angle: u16,
    /// The pixel of the mask that is at the position, and about which the sprite turns.
    pub pivot: Option<[i32; 2]>,
    /// The layers that it is in, and the layers that it collides with.
    pub layers: [u32; 2],
    /// Whether it is fixed.
    pub fixed: bool,
    /// The user data.
    pub data: u64,
}

impl Actor {
    /// Returns a sprite with the default settings.
    #[must_use]
    pub fn new(mask: MaskId, at: [i32; 2]) -> Actor {
        let layers = [1, u32::MAX];
        Actor { mask, at, flips: [false; 2], quarters: 0, angle: 0, pivot: None, layers, fixed: false, data: 0 }
    }

    /// Returns the sprite to spawn in a world.
    #[must_use]
    pub fn sprite(&self) -> Sprite {
        // The order of the calls does not matter.
        let sprite = Sprite::new(self.mask, self.at).layers(self.layers[0]).turned(self.turn());
        let sprite = if self.flips[0] { sprite.flipped_x() } else { sprite };
        let sprite = if self.flips[1] { sprite.flipped_y() } else { sprite };
        let sprite = if self.fixed { sprite.fixed() } else { sprite };
        let sprite = self.pivot.map_or(sprite, |pivot| sprite.pivot(pivot));
        sprite.rotated(self.angle()).collides_with(self.layers[1]).data(self.data)
    }

    /// Returns the quarter turns of the sprite.
    #[must_use]
    pub fn turn(&self) -> Turn {
        [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters][self.quarters]
    }

    /// Returns the angle of the sprite.
    ///
    /// # Panics
    /// Never panics: every number of steps is an angle.
    #[must_use]
    pub fn angle(&self) -> Angle {
        Angle::degrees(f64::from(self.angle) * 360.0 / 65_536.0).expect("the angle is finite")
    }

    fn may_meet(&self, other: &Actor) -> bool {
        let ([of, with], [of_other, with_other]) = (self.layers, other.layers);
        of & with_other != 0 && of_other & with != 0 && !(self.fixed && other.fixed)
    }
}

/// Returns whether a position is within the limit.
#[must_use]
pub fn within(at: [i64; 2]) -> bool {
    at.iter().all(|c| c.abs() <= i64::from(MAX_POSITION))
}

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
    actor: Actor,
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
}

/// Returns the pairs whose tight boxes share a pixel and the pairs that share a solid pixel, both sorted, by testing
/// every sprite with every later one.
#[must_use]
pub fn brute_force(poses: &[Pose]) -> [Vec<Pair>; 2] {
    let (mut candidates, mut collisions) = (Vec::new(), Vec::new());
    for (i, a) in poses.iter().enumerate() {
        for b in &poses[i + 1..] {
            let (Some([l, t, r, bottom]), Some([l2, t2, r2, bottom2])) = (a.tight, b.tight) else { continue };
            if l < r2 && l2 < r && t < bottom2 && t2 < bottom && a.actor.may_meet(&b.actor) {
                let pair = Pair { a: a.id.min(b.id), b: a.id.max(b.id) };
                candidates.push(pair);
                collisions.extend(naive::share(a.drawn(), b.drawn()).then_some(pair));
            }
        }
    }
    candidates.sort();
    collisions.sort();
    [candidates, collisions]
}

/// The model of a world.
#[derive(Debug, Default, Clone)]
pub struct Model {
    /// The masks.
    pub shapes: BTreeMap<MaskId, Shape>,
    /// The sprites.
    pub actors: BTreeMap<SpriteId, Actor>,
    /// The collisions of the last step that was listed.
    pub contacts: BTreeSet<Pair>,
}

impl Model {
    /// Returns the pose of an actor; `None` if its mask is too large for its angle.
    ///
    /// # Panics
    /// Panics if the model has no mask with the actor's id.
    pub fn pose(&mut self, id: SpriteId, actor: &Actor) -> Option<Pose> {
        self.shapes.get_mut(&actor.mask).expect("the model has every mask in use").pose(id, actor)
    }

    /// Returns the poses of all actors, sorted by id; `None` if one of the masks is too large for its angle.
    pub fn poses(&mut self) -> Option<Vec<Pose>> {
        let Model { shapes, actors, .. } = self;
        let pose = |(&id, actor): (&SpriteId, &Actor)| shapes.get_mut(&actor.mask)?.pose(id, actor);
        actors.iter().map(pose).collect()
    }
}
