//! A plain model of a world: what is in it, and which sprites share a pixel, one pixel after the other. The tests of
//! the world and the soak compare with it.

use crate::naive::{self, Grid};
use crate::shape;
use mask::{Affine, Mask};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use world::{Angle, MAX_POSITION, MaskId, Pair, Sprite, SpriteId, Turn};

/// What is believed of a sprite.
#[derive(Debug, Clone, Copy)]
pub struct Actor {
    /// What it shows.
    pub mask: MaskId,
    /// Where it stands.
    pub at: [i32; 2],
    /// Whether it is mirrored, left and right, top and bottom.
    pub flips: [bool; 2],
    /// Quarter turns, 0 to 3.
    pub quarters: usize,
    /// In steps of 1/65536 of a circle.
    pub angle: u16,
    /// What stands at the position, and is turned about.
    pub pivot: Option<[i32; 2]>,
    /// The layers that it is in, and those that it collides with.
    pub layers: [u32; 2],
    /// Whether it is scenery.
    pub fixed: bool,
    /// The user's number.
    pub data: u64,
}

impl Actor {
    /// A sprite as it is unless something else is asked for.
    #[must_use]
    pub fn new(mask: MaskId, at: [i32; 2]) -> Actor {
        let layers = [1, u32::MAX];
        Actor { mask, at, flips: [false; 2], quarters: 0, angle: 0, pivot: None, layers, fixed: false, data: 0 }
    }

    /// The sprite, as the world is asked for it.
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

    /// Its quarter turns.
    #[must_use]
    pub fn turn(&self) -> Turn {
        [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters][self.quarters]
    }

    /// Its angle.
    ///
    /// # Panics
    /// Never: every number of steps is an angle.
    #[must_use]
    pub fn angle(&self) -> Angle {
        Angle::degrees(f64::from(self.angle) * 360.0 / 65_536.0).expect("it is finite")
    }

    fn may_meet(&self, other: &Actor) -> bool {
        let ([of, with], [of_other, with_other]) = (self.layers, other.layers);
        of & with_other != 0 && of_other & with != 0 && !(self.fixed && other.fixed)
    }
}

/// Whether a sprite may stand there.
#[must_use]
pub fn within(at: [i64; 2]) -> bool {
    at.iter().all(|c| c.abs() <= i64::from(MAX_POSITION))
}

/// A mask, and what has been made of it.
#[derive(Debug, Clone)]
pub struct Shape {
    grid: Grid,
    /// The same as a mask.
    pub mask: Mask,
    /// Into how many angles a circle is divided.
    pub angles: u32,
    looks: HashMap<Way, Option<Rc<Look>>>,
}

/// How a sprite shows a mask: flips, quarters, and the number of the angle.
type Way = ([bool; 2], usize, u32);

/// A mask as a sprite shows it.
#[derive(Debug)]
struct Look {
    grid: Grid,
    /// Left, top, and the first pixels beyond right and bottom; `None` where nothing is solid.
    tight: Option<[i64; 4]>,
    /// The middle about which it was turned, and the top-left pixel as seen from there.
    middle: [f64; 2],
    off: [i64; 2],
}

/// The grid mirrored and turned, pixel by pixel.
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

/// Where a pixel of a grid of this size comes to stand.
fn carried(
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
    /// A shape of which nothing has been made yet.
    #[must_use]
    pub fn new(grid: Grid) -> Shape {
        Shape { mask: shape::mask(&grid), grid, angles: 64, looks: HashMap::new() }
    }

    /// Lets `edit` change the pixels.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Grid)) {
        edit(&mut self.grid);
        self.mask = shape::mask(&self.grid);
        self.looks.clear();
    }

    /// Divides circles into so many angles.
    pub fn set_angles(&mut self, angles: u32) {
        self.angles = angles;
        self.looks.clear();
    }

    /// Frees what has been made of it, which is made again where it is needed.
    pub fn forget_looks(&mut self) {
        self.looks = HashMap::new();
    }

    /// How an actor shows it; `None` where it is too large for the angle.
    fn look(&mut self, actor: &Actor) -> Option<(Rc<Look>, u32)> {
        let (angles, degrees) = (f64::from(self.angles), actor.angle().to_degrees());
        // The nearest, of two the larger: all of this is exact.
        let number = (degrees / 360.0 * angles + 0.5).floor() as u32 % self.angles;
        let way = (actor.flips, actor.quarters, number);
        let Shape { grid, looks, .. } = self;
        let look = looks.entry(way).or_insert_with(|| {
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
            Some(Rc::new(Look { grid, tight, middle, off }))
        });
        look.clone().map(|look| (look, number))
    }

    /// Where an actor stands that shows it; `None` where it is too large for the angle.
    pub fn stand(&mut self, id: SpriteId, actor: &Actor) -> Option<Standing> {
        let size = [self.grid.width, self.grid.height].map(i64::from);
        let (look, number) = self.look(actor)?;
        let pivot = actor.pivot.map(|pivot| carried(pivot.map(i64::from), size, actor.flips, actor.quarters));
        let off = match (number, pivot) {
            (0, None) => [0; 2],
            (0, Some(pivot)) => pivot.map(|c| -c),
            (_, None) => [0, 1].map(|axis| look.middle[axis] as i64 + look.off[axis]),
            (_, Some(pivot)) => {
                let centre = [0, 1].map(|axis| pivot[axis] as f64 + 0.5 - look.middle[axis]);
                let turned = rotation(number, self.angles).apply(centre);
                [0, 1].map(|axis| look.off[axis] - turned[axis].floor() as i64)
            }
        };
        let at = [0, 1].map(|axis| i64::from(actor.at[axis]) + off[axis]);
        let tight = look.tight.map(|[l, t, r, b]| [l + at[0], t + at[1], r + at[0], b + at[1]]);
        Some(Standing { id, actor: *actor, look, at: at.map(|c| c as i32), tight })
    }
}

fn rotation(number: u32, angles: u32) -> Affine {
    Affine::rotation(360.0 * f64::from(number) / f64::from(angles))
}

/// An actor where it stands.
#[derive(Debug)]
pub struct Standing {
    /// Whose place it is.
    pub id: SpriteId,
    actor: Actor,
    look: Rc<Look>,
    /// The top-left pixel.
    at: [i32; 2],
    /// The tight box in world pixels.
    pub tight: Option<[i64; 4]>,
}

impl Standing {
    /// What is drawn, and where.
    #[must_use]
    pub fn drawn(&self) -> (&Grid, [i32; 2]) {
        (&self.look.grid, self.at)
    }
}

/// The pairs whose tight boxes share a pixel and those that share a solid one, sorted: every one with every later
/// one.
#[must_use]
pub fn brute_force(standing: &[Standing]) -> [Vec<Pair>; 2] {
    let (mut candidates, mut collisions) = (Vec::new(), Vec::new());
    for (i, a) in standing.iter().enumerate() {
        for b in &standing[i + 1..] {
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

/// What is believed of a world.
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
    /// Where an actor would stand; `None` where its mask is too large for its angle.
    ///
    /// # Panics
    /// Where no mask of the model has the id that it shows.
    pub fn stand(&mut self, id: SpriteId, actor: &Actor) -> Option<Standing> {
        self.shapes.get_mut(&actor.mask).expect("masks that are shown are there").stand(id, actor)
    }

    /// All of them where they stand, sorted by id; `None` where one of them cannot be turned.
    pub fn standing(&mut self) -> Option<Vec<Standing>> {
        let Model { shapes, actors, .. } = self;
        let stand = |(&id, actor): (&SpriteId, &Actor)| shapes.get_mut(&actor.mask)?.stand(id, actor);
        actors.iter().map(stand).collect()
    }
}
