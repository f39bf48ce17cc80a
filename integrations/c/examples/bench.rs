//! What `bench/bench.c` and `bench/bench.lua` measure, in Rust without the foreign function interface: `run bench` compares them.

use mask::Mask;
use std::hint::black_box;
use std::time::Instant;
use world::{Sprite, World};

const SPRITES: usize = 10_000;
const SIDE: i32 = 2000;

/// A generator of random numbers that is equal in all languages.
struct Random(u32);

impl Random {
    fn below(&mut self, limit: u32) -> i32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((self.0 >> 8) % limit) as i32
    }
}

fn disc(size: u32) -> Mask {
    let mut mask = Mask::new(size, size).unwrap();
    mask.fill_circle([f64::from(size) / 2.0; 2], f64::from(size) / 2.0, true).unwrap();
    mask
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let (a, b) = (disc(32), disc(32));
    let mut random = Random(1);
    let offsets: Vec<[i32; 2]> = (0..4096).map(|_| [random.below(65) - 32, random.below(65) - 32]).collect();
    let mut times = Vec::new();
    let mut hits = 0;
    for _ in 0..61 {
        hits = 0;
        let start = Instant::now();
        for _ in 0..20 {
            for &at in &offsets {
                hits += u32::from(black_box(&a).overlaps(black_box(&b), at));
            }
        }
        times.push(start.elapsed().as_nanos() as f64 / (20.0 * 4096.0));
    }
    println!("overlaps-32 rust {:.2} ns, answer {hits}", median(times));

    let mut world = World::new();
    world.set_limits(world.limits().parallel_from(usize::MAX));
    let mask = world.add_mask(disc(16)).unwrap();
    let mut places: Vec<[i32; 2]> =
        (0..SPRITES).map(|_| [random.below(SIDE as u32), random.below(SIDE as u32)]).collect();
    let moves: Vec<[i32; 2]> = (0..SPRITES).map(|_| [random.below(5) - 2, random.below(5) - 2]).collect();
    for &at in &places {
        world.spawn(Sprite::new(mask, at)).unwrap();
    }
    let (mut times, mut pairs) = (Vec::new(), 0);
    for _ in 0..41 {
        let start = Instant::now();
        for _ in 0..10 {
            for (place, by) in places.iter_mut().zip(&moves) {
                *place = [(place[0] + by[0] + SIDE) % SIDE, (place[1] + by[1] + SIDE) % SIDE];
            }
            world.sync_by_slot(&places).unwrap();
            let step = world.step().unwrap();
            pairs += step.pairs().len() + step.began().len();
        }
        times.push(start.elapsed().as_nanos() as f64 / 10.0);
    }
    println!("step-10000 rust {:.0} ns, answer {pairs}", median(times));
}
