//! The sprites whose solid pixels are nearest to a point.

use anyhow::Result;
use mask::Mask;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{PointDistance, RTree};
use std::rc::Rc;
use suites::case::Case;
use suites::suite::{Family, SEED, Spec};
use testkit::{Grid, Rng, shape};
use world::{Sprite, SpriteId, World};

/// The number of points.
const POINTS: usize = 1000;
/// The number of sprites of the crowd, and the side of its square, in pixels.
const CROWD: (usize, i32) = (10_000, 6000);
/// The number of sprites in front of the terrain, and its side, in pixels.
const TERRAIN: (usize, i32) = (1000, 8192);

/// The families.
#[must_use]
pub(super) fn families() -> Vec<Family> {
    let family = |name: &str, title: &str, n, build: fn() -> Result<Case>| Family {
        suite: "queries",
        name: name.to_owned(),
        title: title.to_owned(),
        unit: "sprites",
        answer: "squares of distances",
        specs: vec![Spec { name: name.to_owned(), n, against: vec!["rstar"], build: Box::new(build) }],
    };
    let crowd = "which of 10,000 sprites of 32 px is nearest to a point, by its solid pixels? \"boxes\" are solid";
    let terrain = "which of 1,000 sprites of 32 px and a terrain of 8192 x 8192 is nearest? \"boxes\" are solid";
    vec![
        family("nearest-crowd", crowd, CROWD.0, || case(CROWD, None)),
        family("nearest-terrain", terrain, TERRAIN.0, || case(TERRAIN, Some(hills(TERRAIN.1 as u32)))),
    ]
}

/// Ground below hills.
fn hills(side: u32) -> Grid {
    let ground = |x: u32| {
        let x = f64::from(x) / f64::from(side);
        (f64::from(side) * (0.6 + 0.2 * (9.0 * x).sin() + 0.05 * (61.0 * x).sin())) as u32
    };
    let ground: Vec<u32> = (0..side).map(ground).collect();
    shape::grid(side, side, |x, y| y >= ground[x as usize])
}

/// The shapes of a scene, and the sprites: a shape and its top-left corner for each.
struct Scene {
    shapes: Vec<(Grid, Mask)>,
    sprites: Vec<(usize, [i32; 2])>,
}

impl Scene {
    /// A world of the scene, whose masks are those of the shapes, or their solid boxes.
    fn world(&self, boxes: bool) -> Result<World> {
        let mut world = World::new();
        let solid = |mask: &Mask| match mask.bounds() {
            Some(tight) if boxes => {
                let mut solid = mask.clone();
                solid.fill_rect(tight, true);
                solid
            }
            _ => mask.clone(),
        };
        let masks = self.shapes.iter().map(|(_, mask)| world.add_mask(solid(mask))).collect::<Result<Vec<_>, _>>()?;
        for &(shape, at) in &self.sprites {
            world.spawn(Sprite::new(masks[shape], at))?;
        }
        Ok(world)
    }

    /// The square of the distance from a point to the nearest solid pixel of a sprite, by a loop over the rows.
    fn distance(&self, sprite: usize, point: [i32; 2], limit: i64) -> i64 {
        let (shape, at) = self.sprites[sprite];
        let (grid, [x, y]) = (&self.shapes[shape].0, [0, 1].map(|axis| i64::from(point[axis] - at[axis])));
        let width = grid.width as usize;
        let rows = grid.solid.chunks(width).zip(0i64..).filter(|(_, row)| (row - y).pow(2) <= limit);
        let solid =
            rows.flat_map(|(row, down)| row.iter().zip(0i64..).filter(|(is, _)| **is).map(move |(_, x)| [x, down]));
        solid.map(|pixel| (pixel[0] - x).pow(2) + (pixel[1] - y).pow(2)).min().unwrap_or(i64::MAX)
    }
}

/// Points among sprites, which stand in front of a terrain if there is one.
fn case((count, side): (usize, i32), terrain: Option<Grid>) -> Result<Case> {
    let mut rng = Rng::new(SEED);
    let mut grids = vec![shape::ship(32), shape::disc(32), shape::ring(32)];
    grids.extend(terrain);
    let shapes: Vec<(Grid, Mask)> =
        grids.into_iter().map(|grid| (shape::mask(&grid), grid)).map(|(m, g)| (g, m)).collect();
    let mut sprites: Vec<_> = (3..shapes.len()).map(|terrain| (terrain, [0, 0])).collect();
    let mut place = || [0; 2].map(|_: i32| rng.within(0..side));
    sprites.extend((0..count).map(|sprite| (sprite % 3, place())));
    let points: Vec<[i32; 2]> = (0..POINTS).map(|_| place()).collect();
    let scene = Rc::new(Scene { shapes, sprites });

    let nearest = |world: &mut World, at: &[i32; 2]| -> Option<(SpriteId, u128)> {
        let view = world.view()?;
        view.nearest(*at, 1).first().map(|near| (near.id, near.distance_squared()))
    };
    let [mut ours, mut boxes] = [scene.world(false)?, scene.world(true)?];
    ours.refresh()?;
    boxes.refresh()?;
    let leaf = |(index, &(shape, [x, y])): (usize, &(usize, [i32; 2]))| {
        let tight = scene.shapes[shape].1.bounds().expect("a shape has pixels");
        let [left, top] = [i64::from(x + tight.left), i64::from(y + tight.top)];
        let last = [left + i64::from(tight.width) - 1, top + i64::from(tight.height) - 1];
        GeomWithData::new(Rectangle::from_corners([left, top], last), index)
    };
    let tree: RTree<GeomWithData<Rectangle<[i64; 2]>, usize>> =
        RTree::bulk_load(scene.sprites.iter().enumerate().map(leaf).collect());
    let theirs = Rc::clone(&scene);
    let by_boxes = move |at: &[i32; 2]| -> u64 {
        let point = at.map(i64::from);
        let mut best = i64::MAX;
        for leaf in tree.nearest_neighbor_iter(point) {
            if leaf.geom().distance_2(&point) > best {
                break;
            }
            best = best.min(theirs.distance(leaf.data, *at, best));
        }
        best as u64
    };
    let squared = |near: Option<(SpriteId, u128)>| -> Result<u64> { Ok(near.map_or(0, |(_, squared)| squared as u64)) };
    Ok(Case::asking(points)
        .row_with("hitmask", ours, nearest, move |_, near| squared(near))
        .row("rstar", by_boxes)
        .row_with("boxes", boxes, nearest, move |_, near| squared(near))
        .aside()
        .done())
}
