//! What the peers make of awkward input, printed as a table, and that hitmask makes nothing wrong of it.
//!
//! Each question is asked in a process of its own, which may panic, abort or run for ever. What a peer answers is not
//! asserted: `docs/peers.md` tells it. hitmask must be right, or refuse with an error.

use binary_raster::BinaryRaster;
use broccoli::aabb::BBox;
use mask::Mask;
use parry2d::bounding_volume::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree, RTreeNum};
use std::io::Read;
use std::panic::catch_unwind;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use world::{Pair, Sprite, World, WorldError};

/// Left, top, right, bottom: the last pixels within.
type Corners = [f64; 4];

const PEERS: [&str; 8] = [
    "rstar i32",
    "rstar f32",
    "rstar i32, inserted",
    "rstar f32, inserted",
    "parry2d",
    "parry2d, inserted",
    "broccoli i32",
    "broccoli f32",
];

const ENDS: Corners = [i32::MIN as f64, i32::MIN as f64, i32::MAX as f64, i32::MAX as f64];

/// The boxes of a question, and how many pairs share a pixel.
fn boxes(question: &str) -> (Vec<Corners>, usize) {
    let square = |at: f64| [at, at, at + 9.0, at + 9.0];
    let (least, most) = (f64::from(i32::MIN), f64::from(i32::MAX));
    let upwards = (0..20).flat_map(|i| [0.0, 5.0].map(|by| square(least + f64::from(i) * 40.0 + by)));
    let ends = upwards.chain((0..20).flat_map(|i| [9.0, 14.0].map(|by| square(most - f64::from(i) * 40.0 - by))));
    let couples = (0..50).flat_map(|i| [square(f64::from(i) * 40.0), square(f64::from(i) * 40.0 + 5.0)]);
    let with = |odd: Corners| couples.clone().chain([odd]).collect();
    match question {
        "no boxes" => (Vec::new(), 0),
        "one box" => (vec![square(0.0)], 0),
        "edges that touch, the end within" => (vec![[0.0, 0.0, 9.0, 9.0], [10.0, 0.0, 19.0, 9.0]], 0),
        "edges that touch, the end beyond" => (vec![[0.0, 0.0, 10.0, 10.0], [10.0, 0.0, 20.0, 10.0]], 0),
        "neighbours at 2^24" => {
            (vec![[16_777_216.0, 0.0, 16_777_216.0, 0.0], [16_777_217.0, 0.0, 16_777_217.0, 0.0]], 0)
        }
        "boxes at i32::MIN and MAX" => (ends.collect(), 40),
        "a box from i32::MIN to MAX" => (ends.chain([ENDS]).collect(), 120),
        "a corner that is NaN among 100 boxes" => (with([f64::NAN, 0.0, f64::NAN, 9.0]), 50),
        "an infinite box among 100" => {
            let all = f64::INFINITY;
            (with([-all, -all, all, all]), 150)
        }
        "2000 boxes on one point" => (vec![square(3.0); 2000], 1_999_000),
        "100,000 boxes in a row" => {
            ((0..100_000).map(|i| [f64::from(i) * 10.0, 0.0, f64::from(i) * 10.0 + 8.0, 8.0]).collect(), 0)
        }
        _ => panic!("there is no question {question}"),
    }
}

const QUESTIONS: [&str; 11] = [
    "no boxes",
    "one box",
    "edges that touch, the end within",
    "edges that touch, the end beyond",
    "neighbours at 2^24",
    "boxes at i32::MIN and MAX",
    "a box from i32::MIN to MAX",
    "a corner that is NaN among 100 boxes",
    "an infinite box among 100",
    "2000 boxes on one point",
    "100,000 boxes in a row",
];

fn rstar<N: RTreeNum>(boxes: &[Corners], number: fn(f64) -> N, insert: bool) -> usize {
    let leaf = |(&[l, t, r, b], index): (&Corners, usize)| {
        GeomWithData::new(Rectangle::from_corners([number(l), number(t)], [number(r), number(b)]), index)
    };
    let leaves = boxes.iter().zip(0..).map(leaf);
    let tree = if insert {
        let mut tree = RTree::new();
        leaves.for_each(|leaf| tree.insert(leaf));
        tree
    } else {
        RTree::bulk_load(leaves.collect())
    };
    let anywhere = AABB::from_corners([number(-1.0), number(-1.0)], [number(1.0), number(1.0)]);
    assert!(tree.locate_in_envelope_intersecting(anywhere).count() <= boxes.len());
    tree.intersection_candidates_with_other_tree(&tree).filter(|(a, b)| a.data < b.data).count()
}

fn parry2d(boxes: &[Corners], insert: bool) -> usize {
    let aabb = |&[l, t, r, b]: &Corners| Aabb::new(Vector::new(l as f32, t as f32), Vector::new(r as f32, b as f32));
    let (mut tree, mut workspace) = (Bvh::new(), BvhWorkspace::default());
    if insert {
        boxes.iter().map(aabb).zip(0..).for_each(|(aabb, index)| tree.insert(aabb, index));
        tree.optimize_incremental(&mut workspace);
        tree.refit(&mut workspace);
    } else {
        tree = Bvh::from_iter(BvhBuildStrategy::Binned, boxes.iter().map(aabb).enumerate());
    }
    let mut pairs = 0;
    tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |_, _| pairs += 1);
    pairs
}

fn broccoli<N: broccoli::aabb::Num + Default>(boxes: &[Corners], number: fn(f64) -> N) -> usize {
    let bbox = |(&[l, t, r, b], index): (&Corners, usize)| {
        BBox::new(broccoli::rect(number(l), number(r), number(t), number(b)), index)
    };
    let mut list: Vec<BBox<N, usize>> = boxes.iter().zip(0..).map(bbox).collect();
    let mut pairs = 0;
    broccoli::Tree::new(&mut list).find_colliding_pairs(|_, _| pairs += 1);
    pairs
}

fn ask(peer: &str, question: &str) -> String {
    let (boxes, right) = boxes(question);
    let whole = boxes.as_flattened().iter().all(|c| c.is_finite());
    if peer.contains("i32") && !whole {
        return "no such number".to_owned();
    }
    let found = match peer {
        "rstar i32" => rstar(&boxes, |c| c as i32, false),
        "rstar f32" => rstar(&boxes, |c| c as f32, false),
        "rstar i32, inserted" => rstar(&boxes, |c| c as i32, true),
        "rstar f32, inserted" => rstar(&boxes, |c| c as f32, true),
        "parry2d" => parry2d(&boxes, false),
        "parry2d, inserted" => parry2d(&boxes, true),
        "broccoli i32" => broccoli(&boxes, |c| c as i32),
        "broccoli f32" => broccoli(&boxes, |c| c as f32),
        _ => panic!("there is no peer {peer}"),
    };
    if found == right { "right".to_owned() } else { format!("wrong: {found} pairs, not {right}") }
}

/// The questions to `binary_raster`.
const MASKS: [&str; 7] = [
    "no size",
    "one pixel wide",
    "widths 1 to 130 at offsets 0 to 131",
    "far to the right",
    "far down",
    "a last row that is too short",
    "1024 x 2^28",
];

fn ask_raster(question: &str) -> String {
    let raster = |width: usize, height: usize| BinaryRaster::from_raster(&vec![1; width * height], width);
    let told = |hit: bool, right: bool| if hit == right { "right" } else { "wrong" }.to_owned();
    match question {
        "no size" => told(
            raster(0, 0).collision_check_at(&raster(5, 5), (0, 0))
                || raster(5, 5).collision_check_at(&BinaryRaster::new(0, 5), (0, 0)),
            false,
        ),
        "one pixel wide" => {
            told((0..200).any(|y| raster(1, 100).collision_check_at(&raster(1, 100), (0, y)) != (y < 100)), false)
        }
        "widths 1 to 130 at offsets 0 to 131" => {
            let places = (1..=130).flat_map(|width| (0..=131).map(move |x| (width, x)));
            let wrong =
                places.filter(|&(width, x)| raster(width, 1).collision_check_at(&raster(3, 1), (x, 0)) != (x < width));
            format!("{} of 17160 wrong", wrong.count())
        }
        "far to the right" => told(raster(5, 5).collision_check_at(&raster(5, 5), (usize::MAX, 0)), false),
        "far down" => told(raster(5, 5).collision_check_at(&raster(5, 5), (0, usize::MAX)), false),
        "a last row that is too short" => format!("{:?}", BinaryRaster::from_raster(&[1; 7], 5)),
        "1024 x 2^28" => told(BinaryRaster::new(1024, 1 << 28).collision_check_at(&raster(5, 5), (0, 0)), false),
        _ => panic!("there is no question {question}"),
    }
}

const CASE: &str = "HITMASK_AWKWARD";
const PATIENCE: Duration = Duration::from_secs(60);

/// The side that asks; nothing unless it is told what.
#[test]
fn asked() {
    let Ok(case) = std::env::var(CASE) else { return };
    let (peer, question) = case.split_once('|').expect("a peer and a question");
    let told = catch_unwind(|| if peer == "binary_raster" { ask_raster(question) } else { ask(peer, question) });
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
    for question in QUESTIONS {
        for peer in PEERS {
            println!("{peer:<20} {question:<38} {}", outcome(peer, question));
        }
    }
    for question in MASKS {
        println!("{:<20} {question:<38} {}", "binary_raster", outcome("binary_raster", question));
    }
}

/// How many pairs share a pixel, by hitmask.
fn ours(boxes: &[Corners]) -> Result<usize, WorldError> {
    let mut world = World::new();
    for &[l, t, r, b] in boxes {
        // Whole pixels where they are some.
        let whole = l.is_finite() && t.is_finite();
        let at = if whole { [l as i32, t as i32] } else { world::pixel([l as f32, t as f32])? };
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
    for question in QUESTIONS {
        let (mut boxes, right) = boxes(question);
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
fn a_hundred_thousand_on_one_point_are_found_and_their_pairs_refused() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).expect("it is small")).expect("there is room");
    for _ in 0..100_000 {
        world.spawn(Sprite::new(dot, [7, 7])).expect("there is room");
    }
    let limit = world.pair_limit();
    let view = world.refresh().expect("nothing is turned");
    assert_eq!(view.at_point([7, 7]).len(), 100_000);
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
    assert!(whole.overlaps(&whole, [0, 999]) && !whole.overlaps(&whole, [0, 1000]) && !whole.overlaps(&whole, [1, 0]));
    let huge = i32::MAX as u32;
    assert!(matches!(five.scaled(huge, huge), Err(mask::MaskError::TooLarge { .. })));
}
