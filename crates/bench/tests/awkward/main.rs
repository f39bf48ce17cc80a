//! What the peers make of awkward input, printed as a table, and that hitmask makes nothing wrong of it.
//!
//! Each question is asked in a process of its own, which may panic, abort or run for ever. What a peer answers is not
//! asserted: `docs/peers.md` tells it. hitmask must be right, or refuse with an error.

mod boxes;
mod rasters;
mod trees;

use boxes::Corners;
use mask::Mask;
use std::io::Read;
use std::panic::catch_unwind;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use world::{Pair, Sprite, World, WorldError};

const CASE: &str = "HITMASK_AWKWARD";
const PATIENCE: Duration = Duration::from_secs(60);

/// The side that asks; nothing unless it is told what.
#[test]
fn asked() {
    let Ok(case) = std::env::var(CASE) else { return };
    let (peer, question) = case.split_once('|').expect("a peer and a question");
    let told = catch_unwind(|| match peer {
        "binary_raster" => rasters::ask(question),
        _ if trees::QUESTIONS.contains(&question) => trees::ask(peer, question),
        _ => boxes::ask(peer, question),
    });
    println!("told: {}", told.unwrap_or_else(|_| "panic".to_owned()));
}

/// What a process says, or how it ended.
fn outcome(peer: &str, question: &str) -> String {
    // 4 GiB are enough for every question that can be answered.
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -v 4194304; ulimit -c 0; exec \"$0\" \"$@\""])
        .arg(std::env::current_exe().expect("its path"));
    command.args(["--exact", "asked", "--nocapture"]).env(CASE, format!("{peer}|{question}"));
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let (mut child, start) = (command.spawn().expect("a process"), Instant::now());
    while child.try_wait().expect("it can be waited for").is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().and_then(|()| child.wait()).expect("it can be ended");
            return format!("over {} s", PATIENCE.as_secs());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut said = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut said).expect("it is text");
    let told = said.lines().find_map(|line| line.split_once("told: "));
    told.map_or_else(|| format!("crash: {}", child.wait().expect("it ended")), |(_, told)| told.to_owned())
}

#[test]
#[cfg(target_os = "linux")]
fn the_table_of_the_peers() {
    println!("{}", trees::sizes());
    let of_boxes = boxes::QUESTIONS.into_iter().flat_map(|question| boxes::PEERS.map(|peer| (peer, question)));
    let of_trees = trees::QUESTIONS.into_iter().flat_map(|question| trees::PEERS.map(|peer| (peer, question)));
    let of_masks = rasters::QUESTIONS.map(|question| ("binary_raster", question));
    for (peer, question) in of_boxes.chain(of_trees).chain(of_masks) {
        let start = Instant::now();
        let told = outcome(peer, question);
        println!("{peer:<20} {question:<44} {told:<40} {:>6.1} s", start.elapsed().as_secs_f64());
    }
}

/// How many pairs share a pixel, by hitmask.
fn ours(boxes: &[Corners]) -> Result<usize, WorldError> {
    let mut world = World::new();
    for &[l, t, r, b] in boxes {
        // Whole pixels where they are some.
        let whole = l.is_finite() && t.is_finite();
        let at = if whole { [l as i32, t as i32] } else { world::pixel([l, t])? };
        let [width, height] = [r - l + 1.0, b - t + 1.0].map(|side| side as u32);
        let mask = world.add_mask(Mask::filled(width, height).expect("it is small"))?;
        world.spawn(Sprite::new(mask, at))?;
    }
    let mut pairs: Vec<Pair> = Vec::new();
    world.refresh()?.collisions_into(&mut pairs)?;
    Ok(pairs.len())
}

#[test]
fn hitmask_is_right_or_refuses() {
    for question in boxes::QUESTIONS {
        let (mut boxes, right) = boxes::of(question);
        match question {
            "boxes at i32::MIN and MAX" | "a box from i32::MIN to MAX" => {
                assert!(matches!(ours(&boxes), Err(WorldError::OutOfRange { .. })), "{question}");
                continue;
            }
            "a corner that is NaN among 100 boxes" | "an infinite box among 100" => {
                assert!(matches!(ours(&boxes), Err(WorldError::NotAPixel { .. })), "{question}");
                continue;
            }
            // A rectangle of hitmask ends before its right and bottom.
            "edges that touch, the end beyond" => {
                boxes.iter_mut().for_each(|[_, _, r, b]| (*r, *b) = (*r - 1.0, *b - 1.0));
            }
            _ => {}
        }
        assert_eq!(ours(&boxes), Ok(right), "{question}");
    }
}

#[test]
fn trees_that_are_empty_or_heaped() {
    for question in trees::QUESTIONS.into_iter().filter(|question| !question.contains("all pairs")) {
        let told = trees::ask("hitmask", question);
        assert!(told.starts_with("right"), "{question}: {told}");
    }
}

#[test]
fn a_hundred_thousand_on_one_point_are_found_and_their_pairs_refused() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).expect("it is small")).expect("there is room");
    for _ in 0..100_000 {
        world.spawn(Sprite::new(dot, [7, 7])).expect("there is room");
    }
    let limit = world.pair_limit();
    let view = world.refresh().expect("nothing is turned");
    assert_eq!(view.find([7, 7]).len(), 100_000);
    assert_eq!(view.collisions_into(&mut Vec::new()), Err(WorldError::TooManyPairs { limit }));
}

#[test]
fn masks_of_awkward_sizes() {
    assert!(Mask::new(1024, 1 << 28).is_err());
    let (none, five) = (Mask::new(0, 5).expect("it is empty"), Mask::filled(5, 5).expect("it is small"));
    assert!(!none.overlaps(&five, [0, 0]) && !five.overlaps(&none, [0, 0]));
    assert!(!five.overlaps(&five, [i32::MIN, i32::MIN]) && !five.overlaps(&five, [i32::MAX, 0]));
    let thin = Mask::from_fn(1, 999, |_, y| y % 2 == 0).expect("it is small");
    assert_eq!(thin.parts(mask::Connectivity::Eight).len(), 500);
    let whole = Mask::filled(1, 1000).expect("it is small");
    assert_eq!(whole.parts(mask::Connectivity::Eight).iter().map(|part| part.mask.count()).collect::<Vec<_>>(), [1000]);
    assert_eq!(world::pixel([1e30, 0.0]).ok(), None);
    assert!(whole.overlaps(&whole, [0, 999]) && !whole.overlaps(&whole, [0, 1000]) && !whole.overlaps(&whole, [1, 0]));
    // More pixels than 32 bits can count, in half a gigabyte.
    if !cfg!(debug_assertions) {
        let whole = Mask::filled(65_536, 65_536).expect("it is as large as a mask can be");
        assert_eq!((whole.count(), whole.overlap_area(&whole, [0, 0])), (1 << 32, 1 << 32));
    }
    let huge = i32::MAX as u32;
    assert!(matches!(five.scaled(huge, huge), Err(mask::MaskError::TooLarge { .. })));
}
