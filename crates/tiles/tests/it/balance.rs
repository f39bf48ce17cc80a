//! Tiles that hold too many sprites are cut anew.

use mask::Mask;
use std::thread;
use tiles::{Cluster, Cuts, Exchange, Tiles};
use world::Sprite;

/// Returns the most sprites of a worker over the mean after each step, and the partitions.
fn crowd(workers: usize, steps: u64, at: fn(u64, u64) -> [i32; 2]) -> Vec<(f64, Cuts)> {
    const SPRITES: u64 = 4000;
    let connections = Cluster::threads(workers).connect().unwrap();
    let run = |connection| {
        let mut tiles = Tiles::new(Exchange::new(connection).unwrap());
        let dot = tiles.add_mask(Mask::filled(2, 2).unwrap()).unwrap();
        if tiles.worker() == 0 {
            (0..SPRITES).for_each(|id| tiles.add(id, Sprite::new(dot, at(id, 0))).unwrap());
        }
        let mut history = Vec::new();
        for step in 0..steps {
            tiles.update(|sprite| sprite.at = at(sprite.id, step)).unwrap();
            tiles.step().unwrap();
            let owned = tiles.gather((tiles.owned() as u64).to_le_bytes().to_vec()).unwrap();
            let owned = owned.iter().map(|bytes| u64::from_le_bytes(bytes[..].try_into().unwrap()));
            let most = owned.max().unwrap_or(0) as f64;
            history.push((most * workers as f64 / SPRITES as f64, tiles.cuts().clone()));
        }
        tiles.finish().unwrap();
        history
    };
    thread::scope(|scope| {
        let threads: Vec<_> = connections.into_iter().map(|connection| scope.spawn(move || run(connection))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).next().unwrap()
    })
}

/// Returns a position in a square, spread by the id.
fn spread(id: u64, side: u64) -> [i32; 2] {
    let mixed = id.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [(mixed >> 40) % side, (mixed >> 13) % side].map(|c| c as i32)
}

#[test]
fn a_crowd_that_gathers_in_one_tile_is_spread_over_all_workers() {
    let gather = |id: u64, step: u64| {
        let [x, y] = spread(id, 10_000);
        // The crowd shrinks to a hundredth of the side, in the corner of the world.
        let shrink = 1 + 8 * step.min(12) as i32;
        [x / shrink, y / shrink]
    };
    for workers in [4, 3, 2] {
        let history = crowd(workers, 20, gather);
        assert!(history[0].0 < 1.1, "the first partition is even: {history:?}");
        assert!(history.iter().any(|(share, _)| *share > 1.5), "the crowd leaves its tiles");
        assert!(history[15..].iter().all(|(share, _)| *share <= 1.5), "{workers} workers: {history:?}");
        assert_ne!(history[0].1, history[19].1);
    }
}

/// Two tiles lie side by side, so they cannot share sprites on one column of pixels.
#[test]
fn sprites_that_no_cut_can_share_stay_with_one_worker() {
    let history = crowd(2, 5, |id, _| [0, 3 * id as i32]);
    assert!(history.iter().all(|(share, _)| *share == 2.0));
}
