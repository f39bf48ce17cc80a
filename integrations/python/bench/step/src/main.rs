//! The Rust side of `bench/world.py`: makes the steps of a world without Python.
//!
//! It reads from the standard input and writes a line for each command:
//!
//! - `world LENGTH` and so many bytes: a saved world. The answer is `ok`.
//! - `steps COUNT` and so many frames. A frame has 8 bytes for each slot: the position, two little-endian 32-bit numbers. For
//!   each frame, the sprites move, and the world makes a step. The answer is a line for each frame: the time of the step in
//!   nanoseconds, and the lengths of its three lists.

use std::error::Error;
use std::io::{BufRead, Read, Write, stdin, stdout};
use std::time::Instant;
use world::World;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    let mut world = World::new();
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let (command, count) = line.trim().split_once(' ').ok_or("expected a command and a number")?;
        let count: usize = count.parse()?;
        match command {
            "world" => {
                let mut saved = vec![0; count];
                input.read_exact(&mut saved)?;
                world = World::from_bytes(&saved)?;
                writeln!(output, "ok")?;
            }
            "steps" => {
                let slots = world.slot_count();
                let mut bytes = vec![0; 8 * slots * count];
                input.read_exact(&mut bytes)?;
                let numbers: Vec<i32> = bytes.as_chunks::<4>().0.iter().map(|&four| i32::from_le_bytes(four)).collect();
                let mut answers = Vec::new();
                for frame in numbers.as_chunks::<2>().0.chunks(slots) {
                    world.sync_by_slot(frame)?;
                    let start = Instant::now();
                    let step = world.step()?;
                    let nanoseconds = start.elapsed().as_nanos();
                    answers.push((nanoseconds, [step.pairs(), step.began(), step.ended()].map(<[_]>::len)));
                }
                for (nanoseconds, [pairs, began, ended]) in answers {
                    writeln!(output, "{nanoseconds} {pairs} {began} {ended}")?;
                }
            }
            _ => return Err(format!("unknown command {command:?}").into()),
        }
        output.flush()?;
        line.clear();
    }
    Ok(())
}
