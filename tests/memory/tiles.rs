//! The memory of a world in tiles does not grow with the number of steps.

use crate::ALLOCATOR;
use hitmask::{Mask, Sprite};
use std::sync::{Barrier, Mutex};
use std::thread;
use tiles::{Cluster, Connection, Exchange, Tiles};

const SPRITES: u64 = 1000;
const SIDE: i32 = 700;
/// The steps in which buffers may still grow, and all steps.
const WARM_UP: usize = 1000;
const STEPS: usize = 3000;

/// Two workers move sprites through each other's tiles, remove a few in each step and add as many.
pub(crate) fn a_world_in_tiles_takes_flat_memory() {
    let in_use = Mutex::new(Vec::with_capacity(STEPS));
    let rest = Barrier::new(2);
    let connections = Cluster::threads(2).connect().expect("threads need no network");
    thread::scope(|scope| {
        for connection in connections {
            let (in_use, rest) = (&in_use, &rest);
            scope.spawn(move || run(connection, rest, |bytes| in_use.lock().expect("no thread panics").push(bytes)));
        }
    });
    let in_use = in_use.into_inner().expect("no thread panics");
    let most = |steps: std::ops::Range<usize>| in_use[steps].iter().copied().max().unwrap_or(0);
    let (early, late) = (most(WARM_UP..2 * WARM_UP), most(2 * WARM_UP..STEPS));
    println!("{SPRITES} sprites in two tiles take at most {early} bytes until step {}, and {late} later", 2 * WARM_UP);
    assert!(late < early + early / 50, "{early} bytes became {late}");
}

/// Runs a worker. Calls `note` on worker 0 with the bytes in use after each step, while both workers rest.
fn run(connection: Connection, rest: &Barrier, note: impl Fn(usize)) {
    let mut tiles = Tiles::new(Exchange::new(connection).expect("both workers start"));
    let ball =
        Mask::from_fn(16, 16, |x, y| x.abs_diff(8).pow(2) + y.abs_diff(8).pow(2) < 60).expect("the mask is small");
    let ball = tiles.add_mask(ball).expect("nothing is refused");
    let sprite = |id: u64| {
        let mixed = id.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = [mixed >> 40, mixed >> 13].map(|bits| (bits % SIDE as u64) as i32);
        Sprite::new(ball, at).data(mixed)
    };
    let (mut pairs, mut events) = (0, 0);
    for step in 0..STEPS as u64 {
        tiles
            .update(|sprite| {
                let speed = [sprite.data % 7, sprite.data / 7 % 7].map(|speed| speed as i32 - 3);
                sprite.at = [0, 1].map(|axis| (sprite.at[axis] + speed[axis]).rem_euclid(SIDE));
            })
            .expect("the positions stay in range");
        // Ids are removed by their owners, and added by either worker.
        let added = if step == 0 { 0..SPRITES } else { SPRITES + 5 * (step - 1)..SPRITES + 5 * step };
        for id in added {
            if id >= SPRITES {
                let _ = tiles.remove(id - SPRITES);
            }
            if id % 2 == tiles.worker() as u64 {
                tiles.add(id, sprite(id)).expect("the id is new");
            }
        }
        let result = tiles.step().expect("both workers live");
        pairs += result.pairs().len();
        events += result.began().len() + result.ended().len();
        rest.wait();
        if tiles.worker() == 0 {
            let stats = ALLOCATOR.stats();
            note(stats.bytes_allocated - stats.bytes_deallocated);
        }
        rest.wait();
    }
    assert!(pairs > 0 && events > 0);
    tiles.finish().expect("both workers live");
}
