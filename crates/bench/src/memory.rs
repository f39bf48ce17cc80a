//! The memory that a world takes for each sprite. This is a separate binary, because it counts all allocations.

use anyhow::Result;
use clap::Parser;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use testkit::scene::{Kind, Scene};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Steps after which everything has reached its size: the trees were rebuilt several times.
const STEPS: usize = 20;

/// Prints the bytes on the heap for each sprite of a world, without masks and the caller's list of pairs:
/// after all sprites are spawned; after some steps of the scene, without pairs; and after a list of pairs.
#[derive(Parser)]
#[command(name = "memory", bin_name = "cargo run --release -p bench --bin memory --", verbatim_doc_comment)]
struct Args {
    /// How many sprites
    #[arg(default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    sprites: u64,
}

/// The bytes that were allocated since and are not freed.
fn kept(region: &Region<'_, System>) -> usize {
    let change = region.change();
    change.bytes_allocated.saturating_sub(change.bytes_deallocated)
}

fn main() -> Result<()> {
    let count = Args::parse().sprites as usize;
    // The pool of threads is created before the allocator counts.
    let threads = rayon::current_num_threads();
    println!("Bytes for each of {count} sprites, {threads} threads; without masks and the caller's list of pairs");
    println!("{:>11}{:>11}{:>11}{:>11}", "scene", "spawned", "stepped", "listed");
    for kind in Kind::ALL {
        let [spawned, stepped, listed] = bytes(kind, count)?.map(|bytes| bytes as f64 / count as f64);
        println!("{:>11}{spawned:>11.1}{stepped:>11.1}{listed:>11.1}", kind.name());
    }
    Ok(())
}

/// The bytes of a world of sprites: after spawning, after some steps, and after a list of pairs.
fn bytes(kind: Kind, count: usize) -> Result<[usize; 3]> {
    let mut scene = Scene::new(kind, count, 1);
    let region = Region::new(ALLOCATOR);
    let (mut world, ids) = scene.to_world()?;
    drop(ids);
    let spawned = kept(&region);
    for _ in 0..STEPS {
        scene.step();
        world.sprites_mut().try_for_each(|mut sprite| sprite.move_to(scene.at[sprite.id().index()]))?;
        world.refresh()?;
    }
    let stepped = kept(&region);
    let mut pairs = Vec::new();
    let view = world.refresh()?;
    view.candidates_into(&mut pairs)?;
    view.collisions_into(&mut pairs)?;
    drop(pairs);
    Ok([spawned, stepped, kept(&region)])
}
