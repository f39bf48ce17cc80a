//! Asks the peers about awkward input, prints their answers as a table, and checks hitmask's.
//!
//! Each question runs in a separate process, which may panic, abort or run forever. The answers of peers are not
//! asserted: `docs/book/how/awkward-input.md` describes them. hitmask must be right, or refuse with an error.

mod boxes;
mod rasters;
mod trees;

use boxes::Corners;
use mask::Mask;
use std::panic::catch_unwind;
use std::process::Command;
use std::time::Instant;
use world::{Pair, Sprite, World, WorldError};

const CASE: &str = "HITMASK_AWKWARD";

/// The child process, which answers one question; does nothing without the environment variable.
#[test]
fn asked() {
    let Ok(case) = std::env::var(CASE) else { return };
    let (peer, question) = case.split_once('|').expect("a peer and a question");
    let answer = catch_unwind(|| match peer {
        "binary_raster" => rasters::ask(question),
        _ if trees::QUESTIONS.contains(&question) => trees::ask(peer, question),
        _ => boxes::ask(peer, question),
    });
    println!("answer: {}", answer.unwrap_or_else(|_| "panic".to_owned()));
}

/// The answer of a process, or how it ended.
fn outcome(peer: &str, question: &str) -> String {
    // 4 GiB are enough for every question that can be answered.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4194304; ulimit -c 0; exec timeout 60 \"$0\" \"$@\""]);
    command.arg(std::env::current_exe().expect("the binary has a path"));
    command.args(["--exact", "awkward::asked", "--nocapture"]).env(CASE, format!("{peer}|{question}"));
    let output = command.output().expect("a process");
    let text = String::from_utf8_lossy(&output.stdout);
    match text.lines().find_map(|line| line.split_once("answer: ")) {
        Some((_, answer)) => answer.to_owned(),
        None if output.status.code() == Some(124) => "over 60 s".to_owned(),
        None => format!("crash: {}", output.status),
    }
}

/// Prints the answers of all, in release; asserts those of hitmask, of which debug leaves out the long ones.
#[test]
#[cfg(target_os = "linux")]
fn the_table_of_the_peers() {
    println!("{}", trees::sizes());
    let of_boxes = boxes::QUESTIONS.into_iter().flat_map(|question| boxes::PEERS.map(|peer| (peer, question)));
    let of_trees = trees::QUESTIONS.into_iter().flat_map(|question| trees::PEERS.map(|peer| (peer, question)));
    let of_masks = rasters::QUESTIONS.map(|question| ("binary_raster", question));
    for (peer, question) in of_boxes.chain(of_trees).chain(of_masks) {
        if cfg!(debug_assertions) && (peer != "hitmask" || question.contains("all pairs")) {
            continue;
        }
        let start = Instant::now();
        let answer = outcome(peer, question);
        println!("{peer:<20} {question:<44} {answer:<40} {:>6.1} s", start.elapsed().as_secs_f64());
        assert!(peer != "hitmask" || answer.starts_with("right"), "{question}: {answer}");
    }
}

/// The number of pairs that share a pixel, by hitmask.
fn ours(boxes: &[Corners]) -> Result<usize, WorldError> {
    let mut world = World::new();
    for &[l, t, r, b] in boxes {
        // Finite boxes have whole coordinates.
        let whole = l.is_finite() && t.is_finite();
        let at = if whole { [l as i32, t as i32] } else { world::pixel([l, t])? };
        let [width, height] = [r - l + 1.0, b - t + 1.0].map(|side| side as u32);
        let mask = world.add_mask(Mask::filled(width, height).expect("the mask is small"))?;
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
            // A rectangle of hitmask excludes its right and bottom edges.
            "edges that touch, the end beyond" => {
                boxes.iter_mut().for_each(|[_, _, r, b]| (*r, *b) = (*r - 1.0, *b - 1.0));
            }
            _ => {}
        }
        assert_eq!(ours(&boxes), Ok(right), "{question}");
    }
}

#[test]
fn a_hundred_thousand_on_one_point_are_found_and_their_pairs_refused() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).expect("the mask is small")).expect("the world is below its limits");
    for _ in 0..100_000 {
        world.spawn(Sprite::new(dot, [7, 7])).expect("the world is below its limits");
    }
    let limit = world.limits().pairs;
    let view = world.refresh().expect("nothing is turned");
    assert_eq!(view.find([7, 7]).len(), 100_000);
    assert_eq!(view.collisions_into(&mut Vec::new()), Err(WorldError::TooManyPairs { limit }));
}

#[test]
fn masks_of_awkward_sizes() {
    assert!(Mask::new(1024, 1 << 28).is_err());
    let (none, five) = (Mask::new(0, 5).expect("the mask is small"), Mask::filled(5, 5).expect("the mask is small"));
    assert!(!none.overlaps(&five, [0, 0]) && !five.overlaps(&none, [0, 0]));
    assert!(!five.overlaps(&five, [i32::MIN, i32::MIN]) && !five.overlaps(&five, [i32::MAX, 0]));
    let thin = Mask::from_fn(1, 999, |_, y| y % 2 == 0).expect("the mask is small");
    assert_eq!(thin.connected_components(mask::Connectivity::Eight).len(), 500);
    let whole = Mask::filled(1, 1000).expect("the mask is small");
    assert_eq!(
        whole.connected_components(mask::Connectivity::Eight).iter().map(|part| part.mask.count()).collect::<Vec<_>>(),
        [1000]
    );
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
