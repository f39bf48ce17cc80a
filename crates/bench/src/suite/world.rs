//! Many sprites: steps of a scene, as a broad phase alone and exact to the pixel.
//!
//! A question is a frame: where every sprite stands. To answer it a contender takes the new places over,
//! brings its trees up to date, and lists the pairs.

use super::{Extent, Family, Spec};
use crate::case::Case;
use crate::naive;
use crate::peers::{self, BroadPhase, Rstar};
use crate::scene::{Kind, Scene};
use ::world::{Pair, SpriteId, View, World, WorldError};
use anyhow::{Context, Result, ensure};
use rayon::{ThreadPool, ThreadPoolBuilder};
use slotmap::Key;
use std::rc::Rc;

/// Seed of the scenes.
const SEED: u64 = 1;
/// The most sprites of which every pair is looked at: at a million that would take six minutes.
const ALL_PAIRS: usize = 10_000;

/// Where every sprite stands.
type Frame = Vec<[i32; 2]>;

/// Every family of this suite.
#[must_use]
pub fn families(extent: Extent) -> Vec<Family> {
    let sizes: &[(usize, &str)] = match extent {
        Extent::Quick => &[(10_000, "10k"), (100_000, "100k")],
        Extent::Full => &[(10_000, "10k"), (100_000, "100k"), (1_000_000, "1m")],
    };
    let family = |question: &str, title: &str, kind: Kind, plain: fn(usize) -> &'static str, build: Build| {
        let name = format!("{question}-{}", kind.name());
        let spec = |&(n, size): &(usize, &str)| Spec {
            name: format!("{name}-{size}"),
            n,
            against: vec![plain(n)],
            build: Box::new(move || build(kind, n)),
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
    let broad = |kind| family("step", "which boxes meet?", kind, |_| Rstar.name(), step);
    let exact = |kind| family("exact", "which sprites collide?", kind, naive_name, exact);
    Kind::ALL.map(broad).into_iter().chain(Kind::ALL.map(exact)).collect()
}

/// Makes a case of a scene.
type Build = fn(Kind, usize) -> Result<Case>;

/// What a scene is like, in short.
fn about(kind: Kind) -> &'static str {
    match kind {
        Kind::Uniform => "All move 1 to 4 px; 32 px, about 1 box pair each",
        Kind::Clustered => "All move 1 to 4 px; 32 px in clusters, about 4 box pairs each",
        Kind::Mixed => "All move 1 to 4 px; 4 to 256 px, some 2048, about 1 box pair each",
    }
}

/// What the naive row of so many sprites does.
fn naive_name(n: usize) -> &'static str {
    if n <= ALL_PAIRS { "naive-all-pairs" } else { "naive-over-rstar" }
}

/// So many frames that follow each other, and back again, so that from each pass to the next nothing jumps.
fn frames(scene: &Scene, count: usize) -> Vec<Frame> {
    let mut moving = scene.clone();
    let there: Vec<Frame> = (0..count)
        .map(|_| {
            moving.step();
            moving.at.clone()
        })
        .collect();
    let back = there[1..count - 1].iter().rev().cloned().collect::<Vec<_>>();
    there.into_iter().chain(back).collect()
}

/// The broad phase: pairs of tight boxes, in any order. The frames are so many that a tree which decays as
/// its sprites move on shows it.
fn step(kind: Kind, n: usize) -> Result<Case> {
    let scene = Rc::new(Scene::new(kind, n, SEED));
    let count = if n > 100_000 { 5 } else { 10 };
    let ask = |ours: &mut Ours, frame: &Frame| ours.ask(frame, |view, pairs| view.candidates_into(pairs));
    let mut case = Case::asking(frames(&scene, count))
        .row_with("hitmask", Ours::new(&scene, 1)?, ask, Ours::read)
        .row_with("hitmask-2t", Ours::new(&scene, 2)?, ask, Ours::read);
    let side = scene.tight.iter().map(|tight| tight.width.max(tight.height)).max().unwrap_or(0);
    for phase in peers::all(side) {
        let ask = |peer: &mut Peer, frame: &Frame| peer.ask(frame);
        case = case.row_with(phase.name(), Peer::new(&scene, phase), ask, |peer, ()| Ok(sorted(peer.pairs.clone())));
    }
    Ok(case.done())
}

/// The whole step: pairs that share a solid pixel, sorted.
fn exact(kind: Kind, n: usize) -> Result<Case> {
    let scene = Rc::new(Scene::new(kind, n, SEED));
    let ask = |ours: &mut Ours, frame: &Frame| ours.ask(frame, |view, pairs| view.collisions_into(pairs));
    let count = if n > 100_000 { 2 } else { 3 };
    let mut case = Case::asking(frames(&scene, count))
        .row_with("hitmask", Ours::new(&scene, 1)?, ask, Ours::read)
        .row_with("hitmask-2t", Ours::new(&scene, 2)?, ask, Ours::read);
    if n <= ALL_PAIRS {
        let scene = Rc::clone(&scene);
        case = case.row("naive-all-pairs", move |frame: &Frame| naive::pairs(&scene.sprites_at(frame)));
    }
    let over_rstar = |peer: &mut Peer, frame: &Frame| {
        peer.ask(frame);
        let sprites = peer.scene.sprites_at(frame);
        peer.pairs.retain(|&(a, b)| naive::share(sprites[a as usize], sprites[b as usize]));
    };
    let peer = Peer::new(&scene, Box::new(Rstar));
    Ok(case.row_with("naive-over-rstar", peer, over_rstar, |peer, ()| Ok(sorted(peer.pairs.clone()))).done())
}

/// The place of a sprite in its scene. The sprites of [`Scene::to_world`] fill the slots of a new world one
/// after the other, from 1.
fn place_of(id: SpriteId) -> usize {
    (id.data().as_ffi() as u32 - 1) as usize
}

/// A world, the pool it runs in, and the list that it reuses.
struct Ours {
    pool: ThreadPool,
    world: World,
    pairs: Vec<Pair>,
}

impl Ours {
    fn new(scene: &Scene, threads: usize) -> Result<Ours> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().context("no threads")?;
        let (world, ids) = scene.to_world()?;
        ensure!(ids.iter().map(|&id| place_of(id)).eq(0..ids.len()), "the slots are not filled in order");
        Ok(Ours { pool, world, pairs: Vec::new() })
    }

    fn ask(
        &mut self,
        frame: &Frame,
        list: impl FnOnce(View<'_>, &mut Vec<Pair>) -> Result<(), WorldError> + Send,
    ) -> Result<(), WorldError> {
        let Ours { pool, world, pairs } = self;
        pool.install(|| {
            for mut sprite in world.sprites_mut() {
                sprite.move_to(frame[place_of(sprite.id())])?;
            }
            list(world.refresh()?, pairs)
        })
    }

    /// The pairs as places in the scene.
    fn read(&self, asked: Result<(), WorldError>) -> Result<Vec<(u32, u32)>> {
        asked?;
        let place = |id: SpriteId| place_of(id) as u32;
        Ok(sorted(self.pairs.iter().map(|pair| (place(pair.a), place(pair.b))).collect()))
    }
}

/// A peer, and the list that it reuses.
struct Peer {
    phase: Box<dyn BroadPhase>,
    scene: Rc<Scene>,
    pairs: Vec<(u32, u32)>,
}

impl Peer {
    fn new(scene: &Rc<Scene>, phase: Box<dyn BroadPhase>) -> Peer {
        Peer { phase, scene: Rc::clone(scene), pairs: Vec::new() }
    }

    fn ask(&mut self, frame: &Frame) {
        self.pairs.clear();
        self.phase.candidates(self.scene.boxes_at(frame), &mut self.pairs);
    }
}

fn sorted(mut pairs: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    pairs.sort_unstable();
    pairs
}
