//! A worker's part of a scene.

use anyhow::Result;
use testkit::scene::{Kind, Scene};
use tiles::{Exchange, Moving, Tiles};
use world::Sprite;

/// The sprites of a scene that a worker owns. They move as [`Scene::step`] moves them.
pub(super) struct Swarm {
    pub(super) tiles: Tiles,
    /// The largest positions of the sprites of each shape.
    ends: Vec<[i32; 2]>,
}

impl Swarm {
    /// Places the sprites of a scene. Collective.
    pub(super) fn new(exchange: Exchange, sprites: usize, seed: u64) -> Result<Swarm> {
        let scene = Scene::new(Kind::Uniform, sprites, seed);
        let mut tiles = Tiles::new(exchange);
        tiles.set_limits(tiles.limits().parallel_from(usize::MAX));
        let masks = scene.masks.iter().map(|mask| tiles.add_mask(mask.clone())).collect::<Result<Vec<_>, _>>()?;
        let ends = scene.grids.iter().map(|grid| [grid.width, grid.height].map(|size| scene.side - size as i32));
        let (worker, workers) = (tiles.worker(), tiles.workers());
        for index in (0..sprites).filter(|index| index * workers / sprites == worker) {
            let shape = scene.shape_of[index];
            let [x, y] = scene.velocities[index].map(|speed| u64::from(speed as i8 as u8));
            let sprite = Sprite::new(masks[shape as usize], scene.at[index]);
            tiles.add(index as u64, sprite.data(u64::from(shape) << 16 | y << 8 | x))?;
        }
        let mut swarm = Swarm { tiles, ends: ends.collect() };
        swarm.tiles.step()?;
        Ok(swarm)
    }

    /// Moves the sprites of this worker, and lists the collisions. Collective. Returns the number of pairs here and the sum
    /// of their hashes.
    pub(super) fn step(&mut self) -> Result<()> {
        let Swarm { tiles, ends } = self;
        tiles.update(|sprite| advance(sprite, ends))?;
        tiles.step()?;
        Ok(())
    }
}

fn advance(sprite: &mut Moving, ends: &[[i32; 2]]) {
    let mut velocity = [sprite.data as i8, (sprite.data >> 8) as i8];
    let ends = ends[(sprite.data >> 16) as usize];
    for ((at, speed), end) in sprite.at.iter_mut().zip(&mut velocity).zip(ends) {
        if !(0..=end).contains(&(*at + i32::from(*speed))) {
            *speed = -*speed;
        }
        *at = (*at + i32::from(*speed)).clamp(0, end);
    }
    let [x, y] = velocity.map(|speed| u64::from(speed as u8));
    sprite.data = sprite.data >> 16 << 16 | y << 8 | x;
}
