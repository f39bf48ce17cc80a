//! The memory of a world in tiles does not grow with the number of steps.

use crate::ALLOCATOR;
use hitmask::{Mask, Sprite};
use std::sync::Mutex;
use std::thread;
use tiles::{Cluster, Exchange, Seat, Tiles};

const SPRITES: u64 = 1000;
const SIDE: i32 = 700;
const STEPS: u64 = 2000;

/// Two workers move sprites through each other's tiles, remove a few in each step and add as many.
pub(crate) fn a_world_in_tiles_takes_flat_memory() {
    let most_in_use = Mutex::new(Vec::with_capacity(STEPS as usize));
    let seats = Cluster::threads(2).connect().expect("threads need no network");
    thread::scope(|scope| {
        for seat in seats {
            let most_in_use = &most_in_use;
            scope.spawn(move || run(seat, |bytes| most_in_use.lock().expect("no thread panics").push(bytes)));
        }
    });
    let most_in_use = most_in_use.into_inner().expect("no thread panics");
    let most = |steps: std::ops::Range<usize>| most_in_use[steps].iter().copied().max().unwrap_or(0);
    let (early, late) = (most(200..1000), most(1000..STEPS as usize));
    println!(
        "{SPRITES} sprites in two tiles take at most {early} bytes in steps 200 to 1000, {late} until step {STEPS}"
    );
    assert!(late < early + early / 20, "{early} bytes became {late}");
}

/// Runs a worker. Calls `note` on worker 0 with the bytes in use after each step.
fn run(seat: Seat, note: impl Fn(usize)) {
    let mut tiles = Tiles::new(Exchange::new(seat).expect("both workers start"));
    let ball =
        Mask::from_fn(16, 16, |x, y| x.abs_diff(8).pow(2) + y.abs_diff(8).pow(2) < 60).expect("the mask is small");
    let ball = tiles.add_mask(ball).expect("nothing is refused");
    let sprite = |id: u64| {
        let mixed = id.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = [mixed >> 40, mixed >> 13].map(|bits| (bits % SIDE as u64) as i32);
        Sprite::new(ball, at).data(mixed)
    };
    let (mut pairs, mut events) = (0, 0);
    for step in 0..STEPS {
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
        if tiles.worker() == 0 {
            let stats = ALLOCATOR.stats();
            note(stats.bytes_allocated - stats.bytes_deallocated);
        }
    }
    assert!(pairs > 0 && events > 0);
    tiles.finish().expect("both workers live");
}
