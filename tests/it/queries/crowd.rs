//! Shared by the tests: a crowd of sprites of all kinds, as the oracle sees them.

use bench::naive::Grid;
use bench::rng::Rng;
use bench::scene::{Kind, Scene};
use bench::shape;
use hitmask::{Index, Sprite, SpriteId, Turn, World};
use rayon::ThreadPoolBuilder;

/// Runs `work` in a pool of `threads` threads.
pub(crate) fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// A sprite as the oracle sees it.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) id: SpriteId,
    /// Its pixels, flipped and turned.
    pub(crate) grid: Grid,
    /// Its top-left pixel.
    pub(crate) at: [i32; 2],
    /// The layers that it is in, and the layers that it collides with.
    pub(crate) layers: [u32; 2],
    /// From its position to its top-left pixel.
    pub(crate) corner: [i32; 2],
    sprite: Options,
}

/// How a sprite is made.
#[derive(Clone)]
struct Options {
    shape: u32,
    flips: [bool; 2],
    turn: Turn,
    pivot: Option<[i32; 2]>,
    fixed: bool,
}

impl Known {
    /// Its solid pixels, in the world.
    pub(crate) fn pixels(&self) -> impl Iterator<Item = [i32; 2]> {
        let places = (0..self.grid.height as i32).flat_map(|y| (0..self.grid.width as i32).map(move |x| [x, y]));
        places.filter(|&at| solid(&self.grid, at)).map(|[x, y]| [x + self.at[0], y + self.at[1]])
    }

    /// Its position.
    pub(crate) fn position(&self) -> [i32; 2] {
        [self.at[0] - self.corner[0], self.at[1] - self.corner[1]]
    }

    /// Moves it.
    pub(crate) fn move_to(&mut self, [x, y]: [i32; 2]) {
        self.at = [x + self.corner[0], y + self.corner[1]];
    }

    /// Whether the layers of both let them collide.
    pub(crate) fn may_meet(&self, other: &Known) -> bool {
        self.layers[0] & other.layers[1] != 0 && other.layers[0] & self.layers[1] != 0
    }
}

/// Whether a pixel of a grid is solid; pixels outside are not.
pub(crate) fn solid(grid: &Grid, [x, y]: [i32; 2]) -> bool {
    let inside = (0..grid.width as i32).contains(&x) && (0..grid.height as i32).contains(&y);
    inside && grid.solid[y as usize * grid.width as usize + x as usize]
}

/// Sprites of a mixed scene and some unusual ones, anywhere in a square around [0, 0]: fixed and moving, flipped,
/// turned, with and without a pivot, in layers 1, 2 and 4 or in none.
pub(crate) struct Crowd {
    /// The index of its worlds; the answers do not depend on it.
    index: Index,
    grids: Vec<Grid>,
    /// The sprites, in the order of their ids.
    pub(crate) sprites: Vec<Known>,
}

impl Crowd {
    /// `count` sprites whose positions are less than `reach` from 0.
    pub(crate) fn new(seed: u64, count: usize, reach: i32) -> Crowd {
        let scene = Scene::new(Kind::Mixed, count, seed);
        let mut grids = scene.grids;
        let odd = grids.len() as u32;
        grids.extend([
            shape::noise(33, 10, seed),
            shape::grid(70, 9, |x, _| x % 9 == 0),
            shape::grid(8, 8, |_, _| false),
            shape::grid(1, 90, |_, _| true),
        ]);
        let mut rng = Rng::new(seed);
        let mut sprite = |shape: u32| {
            let shape = if rng.below(6) == 0 { odd + rng.below(4) } else { shape };
            let turns = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters];
            let (flips, turn) = ([rng.below(2) == 1, rng.below(2) == 1], turns[rng.below(4) as usize]);
            let pivot = (rng.below(4) == 0).then(|| [rng.within(-9..20), rng.within(-9..20)]);
            let (grid, corner) = flipped_and_turned(&grids[shape as usize], flips, turn, pivot);
            let position = [rng.within(-reach..reach), rng.within(-reach..reach)];
            let at = [position[0] + corner[0], position[1] + corner[1]];
            let layers = [[0, 1, 1, 2, 2, 4, 5][rng.below(7) as usize], [1, 3, 7, u32::MAX][rng.below(4) as usize]];
            let sprite = Options { shape, flips, turn, pivot, fixed: rng.below(3) == 0 };
            Known { id: SpriteId::default(), grid, at, layers, corner, sprite }
        };
        let mut sprites: Vec<Known> = scene.shape_of.iter().map(|&shape| sprite(shape)).collect();
        let index = if seed.is_multiple_of(2) { Index::Packed } else { Index::RStar };
        let mut crowd = Crowd { index, grids, sprites: Vec::new() };
        let ids: Vec<SpriteId> = crowd.fill(&sprites).1;
        sprites.iter_mut().zip(ids).for_each(|(sprite, id)| sprite.id = id);
        crowd.sprites = sprites;
        crowd
    }

    /// Replaces all sprites, keeping their number: plain ones of other shapes at other positions.
    pub(crate) fn replace(&mut self, grids: &[Grid], mut place: impl FnMut(usize) -> [i32; 2]) {
        for (shape, (one, grid)) in self.sprites.iter_mut().zip(grids).enumerate() {
            let fixed = shape % 2 == 1;
            one.sprite = Options { shape: shape as u32, flips: [false; 2], turn: Turn::None, pivot: None, fixed };
            (one.grid, one.at, one.corner) = (grid.clone(), place(shape), [0, 0]);
        }
        self.grids = grids.to_vec();
    }

    /// A world of the crowd. Its ids equal the crowd's.
    pub(crate) fn world(&self) -> World {
        let (world, ids) = self.fill(&self.sprites);
        assert!(ids.iter().eq(self.sprites.iter().map(|sprite| &sprite.id)));
        world
    }

    fn fill(&self, sprites: &[Known]) -> (World, Vec<SpriteId>) {
        let mut world = World::new();
        world.force_index(self.index);
        let masks: Vec<_> = self.grids.iter().map(|grid| world.add_mask(shape::mask(grid)).unwrap()).collect();
        let spawn = |known: &Known| {
            let Options { shape, flips, turn, pivot, fixed } = known.sprite;
            let [layers, collides_with] = known.layers;
            let mut sprite =
                Sprite::new(masks[shape as usize], known.position()).layers(layers).collides_with(collides_with);
            sprite = if flips[0] { sprite.flipped_x() } else { sprite };
            sprite = if flips[1] { sprite.flipped_y() } else { sprite };
            sprite = pivot.map_or(sprite, |pivot| sprite.pivot(pivot));
            world.spawn(if fixed { sprite.turned(turn).fixed() } else { sprite.turned(turn) }).unwrap()
        };
        let ids = sprites.iter().map(spawn).collect();
        (world, ids)
    }
}

/// A grid mirrored and turned pixel by pixel, and its top-left pixel if the position is [0, 0].
fn flipped_and_turned(grid: &Grid, flips: [bool; 2], turn: Turn, pivot: Option<[i32; 2]>) -> (Grid, [i32; 2]) {
    let [w, h] = [grid.width as i32, grid.height as i32];
    let to = |[x, y]: [i32; 2]| {
        let [x, y] = [if flips[0] { w - 1 - x } else { x }, if flips[1] { h - 1 - y } else { y }];
        match turn {
            Turn::None => [x, y],
            Turn::Quarter => [h - 1 - y, x],
            Turn::Half => [w - 1 - x, h - 1 - y],
            _ => [y, w - 1 - x],
        }
    };
    let [width, height] = if matches!(turn, Turn::None | Turn::Half) { [w, h] } else { [h, w] };
    let mut turned = shape::grid(width as u32, height as u32, |_, _| false);
    for from in (0..h).flat_map(|y| (0..w).map(move |x| [x, y])) {
        let [x, y] = to(from);
        turned.solid[(y * width + x) as usize] = solid(grid, from);
    }
    let corner = pivot.map_or([0, 0], |pivot| to(pivot).map(|c| -c));
    (turned, corner)
}
