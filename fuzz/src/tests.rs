//! Runs the targets on any toolchain: the committed seeds, and random bytes.

use crate::TARGETS;
use std::fs;
use std::path::Path;
use testkit::Rng;

#[test]
fn every_target_takes_its_seeds() {
    for (name, check) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
        let files = fs::read_dir(&folder).expect("every target has seeds");
        let seeds: Vec<Vec<u8>> = files.map(|file| fs::read(file.unwrap().path()).unwrap()).collect();
        seeds.iter().for_each(|seed| check(seed));
        println!("{name}: {} seeds", seeds.len());
        assert!(!seeds.is_empty());
    }
}

/// A new version of the format would make the seeds useless, and no other test would tell.
#[test]
fn the_seeds_of_saved_masks_and_worlds_load() {
    let seed = |path: &str| fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(path)).unwrap();
    assert!(mask::Mask::from_bytes(&seed("saved/bytes")).is_ok());
    assert!(world::World::from_bytes(&seed("saved_world/bytes")).is_ok());
    for name in ["json", "json_empty"] {
        serde_json::from_slice::<world::World>(&seed(&format!("saved_world/{name}"))).unwrap();
    }
    for name in ["cbor", "cbor_life"] {
        ciborium::from_reader::<world::World, _>(&seed(&format!("saved_world/{name}"))[..]).unwrap();
    }
}

#[test]
fn every_target_takes_random_bytes() {
    let cases = if cfg!(debug_assertions) { 300 } else { 20_000 };
    for (name, check) in TARGETS {
        let mut rng = Rng::new(1);
        for _ in 0..cases {
            let length = rng.below(300);
            let bytes: Vec<u8> = (0..length).map(|_| rng.bits() as u8).collect();
            check(&bytes);
        }
        println!("{name}: {cases} random inputs");
    }
}
