//! Seeded scenes: many sprites that share a few masks, and move.

use crate::{Grid, Rng, shape};
use mask::{Mask, Rect};
use std::sync::Arc;
use world::{Sprite, SpriteId, World, WorldError};

/// The kind of a scene. The area grows with the number of sprites, so that the density is constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Sprites of 32 x 32 px anywhere, about one candidate pair for each.
    Uniform,
    /// Sprites of 32 x 32 px in clusters, about four candidate pairs for each.
    Clustered,
    /// Sides from 4 to 256 px, log-normal around 24, and one sprite in 10,000 of 2048 px (none in smaller scenes);
    /// about one candidate pair for each.
    Mixed,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 3] = [Kind::Uniform, Kind::Clustered, Kind::Mixed];

    /// The name in cases.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Uniform => "uniform",
            Kind::Clustered => "clustered",
            Kind::Mixed => "mixed",
        }
    }
}

/// The number of sprites per giant.
const GIANT_EVERY: usize = 10_000;
/// The side of a giant.
const GIANT: u32 = 2048;
/// The mean number of sprites in a cluster.
const CLUSTER: usize = 200;

/// A scene: the shapes, positions and velocities of its sprites.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The shapes, for the oracle.
    pub grids: Vec<Grid>,
    /// The masks of the shapes.
    pub masks: Vec<Arc<Mask>>,
    /// The tight box of each shape, by the oracle. None is empty.
    pub tight: Vec<Rect>,
    /// The index of each sprite's shape.
    pub shape_of: Vec<u32>,
    /// The top-left pixel of each sprite.
    pub at: Vec<[i32; 2]>,
    /// The distance that each sprite moves in a step, 1 to 4 px in either direction of each axis.
    pub velocities: Vec<[i32; 2]>,
    /// The side of the square that holds all sprites, from `[0, 0]`.
    pub side: i32,
}

impl Scene {
    /// Makes a scene of `count` sprites; equal seeds give equal scenes on every platform.
    #[must_use]
    pub fn new(kind: Kind, count: usize, seed: u64) -> Scene {
        let mut rng = Rng::new(seed);
        let cast = Cast::new(kind, count, rng.bits());
        let shape_of: Vec<u32> = (0..count).map(|i| cast.choose(i, &mut rng)).collect();
        let grids = cast.grids;
        let tight = tight_boxes(&grids);
        let meeting = meeting_area(&shape_of, &tight);
        let widest = shape_of.iter().map(|&shape| grids[shape as usize].width).max().unwrap_or(0);
        // Of all n (n - 1) / 2 pairs at random positions, the share meeting / side^2 overlaps: one for each sprite.
        let side = (count.saturating_sub(1) as f64 * meeting / 2.0).sqrt().ceil() as i32;
        let side = side.max(2 * widest as i32);
        // Two sprites of one cluster of spread s are a normal distance of spread s sqrt 2 apart, so that the share
        // meeting / (4 pi s^2) overlaps: three more for each sprite.
        let spread = (CLUSTER as f64 * meeting / (8.0 * std::f64::consts::PI * 3.0)).sqrt();
        let centers: Vec<[i32; 2]> = match kind {
            Kind::Clustered => (0..count.div_ceil(CLUSTER)).map(|_| [0; 2].map(|_: i32| rng.within(0..side))).collect(),
            Kind::Uniform | Kind::Mixed => Vec::new(),
        };
        let mut place = |&shape: &u32| {
            let grid = &grids[shape as usize];
            let ends = [grid.width, grid.height].map(|size| side - size as i32);
            match centers.get(rng.below(centers.len() as u32) as usize) {
                Some(center) => [0, 1].map(|axis| {
                    let off = (rng.normal() * spread) as i32;
                    (center[axis] + off).clamp(0, ends[axis])
                }),
                None => ends.map(|end| rng.within(0..end + 1)),
            }
        };
        let at = shape_of.iter().map(&mut place).collect();
        let mut velocity = || rng.within(1..5) * (1 - 2 * rng.within(0..2));
        let velocities = (0..count).map(|_| [velocity(), velocity()]).collect();
        let masks = masks(&grids);
        Scene { grids, masks, tight, shape_of, at, velocities, side }
    }

    /// Returns the scene with other shapes. `shape_of` is the index of each sprite's shape.
    #[must_use]
    pub fn with_shapes(self, grids: Vec<Grid>, shape_of: Vec<u32>) -> Scene {
        Scene { masks: masks(&grids), tight: tight_boxes(&grids), grids, shape_of, ..self }
    }

    /// The number of sprites.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape_of.len()
    }

    /// Whether there are no sprites.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shape_of.is_empty()
    }

    /// Moves every sprite by its velocity, which is reversed at the walls.
    pub fn step(&mut self) {
        for ((at, velocity), &shape) in self.at.iter_mut().zip(&mut self.velocities).zip(&self.shape_of) {
            let grid = &self.grids[shape as usize];
            for (axis, size) in [grid.width, grid.height].into_iter().enumerate() {
                let end = self.side - size as i32;
                if !(0..=end).contains(&(at[axis] + velocity[axis])) {
                    velocity[axis] = -velocity[axis];
                }
                at[axis] = (at[axis] + velocity[axis]).clamp(0, end);
            }
        }
    }

    /// Moves every sprite by its velocity. A sprite that leaves at one side comes back at the other.
    pub fn wrap(&mut self) {
        for (at, velocity) in self.at.iter_mut().zip(&self.velocities) {
            *at = [0, 1].map(|axis| (at[axis] + velocity[axis]).rem_euclid(self.side));
        }
    }

    /// The sprites as the oracle's input.
    #[must_use]
    pub fn sprites(&self) -> Vec<(&Grid, [i32; 2])> {
        self.sprites_at(&self.at)
    }

    /// The sprites as the oracle's input, at other positions.
    #[must_use]
    pub fn sprites_at(&self, at: &[[i32; 2]]) -> Vec<(&Grid, [i32; 2])> {
        self.shape_of.iter().zip(at).map(|(&shape, &at)| (&self.grids[shape as usize], at)).collect()
    }

    /// Builds a world of the scene, and returns the ids of its sprites, which ascend.
    ///
    /// # Errors
    /// See [`World::add_mask`] and [`World::spawn`].
    pub fn to_world(&self) -> Result<(World, Vec<SpriteId>), WorldError> {
        let mut world = World::new();
        let masks = self.masks.iter().map(|mask| world.add_mask(Arc::clone(mask))).collect::<Result<Vec<_>, _>>()?;
        let spawn = |(&shape, &at): (&u32, &[i32; 2])| world.spawn(Sprite::new(masks[shape as usize], at));
        let ids = self.shape_of.iter().zip(&self.at).map(spawn).collect::<Result<Vec<_>, _>>()?;
        Ok((world, ids))
    }
}

/// The tight box of an empty grid.
const NOTHING: Rect = Rect { left: 0, top: 0, width: 0, height: 0 };

fn tight_boxes(grids: &[Grid]) -> Vec<Rect> {
    grids.iter().map(|grid| grid.bounds(grid, [0, 0]).unwrap_or(NOTHING)).collect()
}

fn masks(grids: &[Grid]) -> Vec<Arc<Mask>> {
    grids.iter().map(|grid| Arc::new(shape::mask(grid))).collect()
}

/// The mean area in which the corner of one sprite's tight box must be to overlap another's: two boxes of w and v px
/// overlap at w + v - 1 offsets along an axis.
fn meeting_area(shape_of: &[u32], tight: &[Rect]) -> f64 {
    let mut counts = vec![0u64; tight.len()];
    shape_of.iter().for_each(|&shape| counts[shape as usize] += 1);
    let total = shape_of.len().max(1) as f64;
    let mut area = 0.0;
    for (a, &count_a) in tight.iter().zip(&counts) {
        for (b, &count_b) in tight.iter().zip(&counts) {
            let share = count_a as f64 / total * (count_b as f64 / total);
            area += share * f64::from(a.width + b.width - 1) * f64::from(a.height + b.height - 1);
        }
    }
    area
}

/// The shapes of a scene, and how sprites choose among them.
struct Cast {
    kind: Kind,
    grids: Vec<Grid>,
}

impl Cast {
    /// Shapes of one size.
    const VARIANTS: usize = 5;
    /// Sizes of a mixed scene: quarter octaves from 4 to 256 px.
    const STEPS: usize = 25;

    fn new(kind: Kind, count: usize, seed: u64) -> Cast {
        let grids = if kind == Kind::Mixed {
            // 2^(1/4) as a literal: no platform's power function can change a size.
            let quarter = 1.189_207_115_002_721;
            let sides = std::iter::successors(Some(4.0), |side: &f64| Some(side * quarter)).take(Self::STEPS);
            let sides = sides.map(|side| side.round() as u32);
            let sizes = sides.flat_map(|side| shape::sprites(side, Self::VARIANTS, seed));
            let giants = if count < GIANT_EVERY { 0 } else { Self::VARIANTS };
            sizes.chain(shape::sprites(GIANT, giants, seed)).collect()
        } else {
            shape::sprites(32, 4 * Self::VARIANTS, seed)
        };
        Cast { kind, grids }
    }

    /// Chooses the shape of sprite `i`.
    fn choose(&self, i: usize, rng: &mut Rng) -> u32 {
        if self.kind != Kind::Mixed {
            return rng.below(self.grids.len() as u32);
        }
        // A median of 24 px and a spread of one octave.
        let step = (10.3 + 4.0 * rng.normal()).round().clamp(0.0, (Self::STEPS - 1) as f64) as u32;
        let step = if i % GIANT_EVERY == GIANT_EVERY - 1 { Self::STEPS as u32 } else { step };
        step * Self::VARIANTS as u32 + rng.below(Self::VARIANTS as u32)
    }
}
