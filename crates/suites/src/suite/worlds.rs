//! Many sprites: steps of a scene, as a broad phase alone and exact to the pixel.
//!
//! A question is a frame: the positions of all sprites. To answer it a contender takes over the positions, updates its
//! trees, and lists the pairs.

use super::family::{Extent, Family, SEED, Spec};
use super::still;
use crate::case::Case;
use crate::movers::{Frame, List, Ours, Peer, frames, sorted};
use crate::peers::{BroadPhase, Rstar};
use anyhow::Result;
use std::rc::Rc;
use testkit::naive;
use testkit::scene::{Kind, Scene};

/// The most sprites for which every pair is tested: for a million it would take six minutes.
const ALL_PAIRS: usize = 10_000;

/// Makes a broad phase.
pub type MakeBroadPhase = fn() -> Box<dyn BroadPhase>;

/// The broad phases that are rows beside ours.
#[derive(Clone, Copy)]
pub struct BroadPhases {
    /// The rows of the broad phase alone. The argument is the longest side of a box, in pixels.
    pub all: fn(u32) -> Vec<Box<dyn BroadPhase>>,
    /// The name of a row that shows a broad phase alone beside exact steps, and its broad phase.
    pub alone: Option<(&'static str, MakeBroadPhase)>,
}

impl BroadPhases {
    /// rstar, which is light to build.
    pub const RSTAR: BroadPhases = BroadPhases { all: |_| vec![Box::new(Rstar)], alone: None };
}

/// Every family of this suite.
#[must_use]
pub fn families(extent: Extent, others: BroadPhases) -> Vec<Family> {
    let sizes: &[(usize, &str)] = match extent {
        Extent::Quick => &[(1000, "1k"), (10_000, "10k"), (100_000, "100k")],
        Extent::Full => &[(1000, "1k"), (10_000, "10k"), (100_000, "100k"), (1_000_000, "1m")],
    };
    let family = |question: &str, title: &str, kind: Kind, against: fn(usize) -> Vec<&'static str>, build: Build| {
        let name = format!("{question}-{}", kind.name());
        let spec = |&(n, size): &(usize, &str)| Spec {
            name: format!("{name}-{size}"),
            n,
            against: against(n),
            build: Box::new(move || build(kind, n, others)),
        };
        let title = format!("{title} {}", about(kind));
        Family {
            suite: "world",
            title,
            unit: "sprites",
            answer: "pairs",
            specs: sizes.iter().map(spec).collect(),
            name,
        }
    };
    let broad = |kind| family("step", "which boxes meet?", kind, |_| vec!["rstar"], step);
    let exact = |kind| family("exact", "which sprites collide?", kind, |n| vec![naive_name(n)], exact);
    let families = Kind::ALL.map(broad).into_iter().chain([still::family()]);
    families.chain(Kind::ALL.map(exact)).collect()
}

/// Builds a case of a scene.
type Build = fn(Kind, usize, BroadPhases) -> Result<Case>;

/// A short description of a scene.
fn about(kind: Kind) -> &'static str {
    match kind {
        Kind::Uniform => "All move 1 to 4 px; 32 px, about 1 box pair each",
        Kind::Clustered => "All move 1 to 4 px; 32 px in clusters, about 4 box pairs each",
        Kind::Mixed => "All move 1 to 4 px; 4 to 256 px, some 2048, about 1 box pair each",
    }
}

/// The name of the naive row for `n` sprites.
fn naive_name(n: usize) -> &'static str {
    if n <= ALL_PAIRS { "naive-all-pairs" } else { "naive-over-rstar" }
}

/// The broad phase: pairs of tight boxes, in any order. There are many frames, so that a tree that decays as its
/// sprites move on shows it, as far as the time of the report allows.
fn step(kind: Kind, n: usize, others: BroadPhases) -> Result<Case> {
    let scene = Rc::new(Scene::new(kind, n, SEED));
    let ours = |threads| Ours::new(&scene, threads, List::Candidates);
    let count = match n {
        0..=10_000 => 10,
        10_001..=100_000 => 6,
        _ => 5,
    };
    let mut case = Case::asking(frames(&scene, count)).row_with("hitmask", ours(1)?, Ours::step, Ours::read).row_with(
        "hitmask-2t",
        ours(2)?,
        Ours::step,
        Ours::read,
    );
    let side = scene.tight.iter().map(|tight| tight.width.max(tight.height)).max().unwrap_or(0);
    for phase in (others.all)(side) {
        case = case.row_with(phase.name(), Peer::boxed(&scene, phase), Peer::step, Peer::read);
    }
    Ok(case.done())
}

/// The whole step: pairs that share a solid pixel, sorted. There are few frames, because some rows take long, but at
/// least 20,000 pairs in them, so that a processor does not learn them.
fn exact(kind: Kind, n: usize, others: BroadPhases) -> Result<Case> {
    let scene = Rc::new(Scene::new(kind, n, SEED));
    let ours = |threads| Ours::new(&scene, threads, List::Collisions);
    let count = match n {
        0..=1000 => 32,
        1001..=ALL_PAIRS => 2,
        _ => 3,
    };
    let mut case = Case::asking(frames(&scene, count)).row_with("hitmask", ours(1)?, Ours::step, Ours::read).row_with(
        "hitmask-2t",
        ours(2)?,
        Ours::step,
        Ours::read,
    );
    if n <= ALL_PAIRS {
        let scene = Rc::clone(&scene);
        let all = move |frame: &Frame| naive::pairs(&scene.sprites_at(frame));
        let read = |(): &(), pairs: Vec<(u32, u32)>| Ok(sorted(pairs.into_iter()));
        case = case.row_with("naive-all-pairs", (), move |(), frame| all(frame), read);
    }
    if n > ALL_PAIRS {
        case = case.row_with("hitmask-no-tables", ours(1)?.without_tables(), Ours::step, Ours::read);
    }
    case = case.row_with("naive-over-rstar", Peer::new(&scene, Rstar), Peer::collide, Peer::read);
    if let Some((name, phase)) = others.alone {
        case = case.row_with(name, Peer::boxed(&scene, phase()), Peer::step, Peer::read).aside();
    }
    Ok(case.done())
}
