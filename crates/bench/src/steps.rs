//! One run, step by step: whether single steps take much longer than the others, how steps grow with the number of
//! sprites, and whether they stay as fast while sprites jump.

use crate::churn::{Churn, Others, Replay, Story};
use crate::report::{aligned, digits, grouped, time};
use anyhow::Result;
use std::io::Write;
use std::rc::Rc;
use std::time::Instant;
use suites::case::median;
use suites::movers::{List, Ours};
use testkit::scene::{Kind, Scene};

/// Runs `count` steps of a scene of each kind and each size, `runs` times, and writes the times of the steps: the
/// median, the worst, and the ratio of the median to the previous size's. The steps list the pairs of boxes, or the
/// colliding pairs if `exact`.
///
/// # Errors
/// If a world refuses a step, or `out` cannot be written.
pub fn run(sizes: &[usize], count: usize, runs: usize, exact: bool, out: &mut impl Write) -> Result<()> {
    let (list, what) = if exact {
        (List::Collisions, "list the colliding pairs, sorted")
    } else {
        (List::Candidates, "list the pairs of boxes")
    };
    heading(&format!("{count} consecutive steps: move all 1 to 4 px, update, {what}"), out)?;
    writeln!(
        out,
        "hitmask on one thread; the least time of each step over {runs} runs. Clusters spread out during a run,"
    )?;
    writeln!(out, "so their first steps have the most pairs.\n")?;
    let heads = ["scene", "sprites", "median", "worst", "worst/median", "growth"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for kind in Kind::ALL {
        let mut before = None;
        for &n in sizes {
            let mut nanos = nanos(&Scene::new(kind, n, 1), count, runs, list)?;
            let median = median(&mut nanos);
            let worst = nanos.last().copied().unwrap_or_default();
            let growth = before.map_or("-".to_owned(), |before: f64| format!("{}x", digits(median / before)));
            let ratio = format!("{}x", digits(worst / median));
            rows.push(vec![kind.name().to_owned(), grouped(n as u64), time(median), time(worst), ratio, growth]);
            before = Some(median);
        }
    }
    write!(out, "{}", aligned(&rows))?;
    Ok(out.flush()?)
}

/// Runs `count` steps of a still world of `sprites`, in each of which one of 500 jumps anywhere, and the same of a world
/// in which one sprite jumps, `runs` times. Writes the median times of the first ten steps and of the last ten.
///
/// # Errors
/// If a world refuses a step, or `out` cannot be written.
pub fn flat(sprites: usize, count: usize, runs: usize, out: &mut impl Write) -> Result<()> {
    heading(&format!("{count} consecutive steps: one of 500 jumps anywhere, the others stay; World::step"), out)?;
    writeln!(
        out,
        "hitmask on one thread; 32 px, about 1 box pair each; the least time of each step over {runs} runs.\n"
    )?;
    let scene = Rc::new(Scene::new(Kind::Uniform, sprites, 1));
    let some = jumping(&scene, 500, count, runs)?;
    let one = median(&mut jumping(&scene, sprites, count, runs)?);
    let ten = count.min(10);
    let [first, last] = [&some[..ten], &some[count - ten..]].map(|steps| median(&mut steps.to_vec()));
    let heads = ["sprites", "first ten", "last ten", "last/first", "one jump", "last/one jump"];
    let ratio = |to: f64| format!("{}x", digits(last / to));
    let row = vec![grouped(sprites as u64), time(first), time(last), ratio(first), time(one), ratio(one)];
    write!(out, "{}", aligned(&[heads.map(str::to_owned).to_vec(), row]))?;
    Ok(out.flush()?)
}

/// The nanoseconds of each step of a still world in which one sprite in `one_in` jumps.
fn jumping(scene: &Rc<Scene>, one_in: usize, count: usize, runs: usize) -> Result<Vec<f64>> {
    // The first steps build the trees and the kept list of pairs.
    let first = 5;
    let story = Rc::new(Story::new(scene, Churn::Jump, Others::Stay, one_in, first + count));
    let mut nanos = vec![f64::INFINITY; count];
    for _ in 0..runs {
        let mut replay = Replay::new(&story)?;
        (0..first).try_for_each(|turn| replay.play(turn))?;
        for (least, turn) in nanos.iter_mut().zip(first..) {
            let start = Instant::now();
            replay.play(turn)?;
            *least = least.min(start.elapsed().as_nanos() as f64);
        }
    }
    Ok(nanos)
}

fn heading(title: &str, out: &mut impl Write) -> Result<()> {
    Ok(writeln!(out, "{title}\n{}", "=".repeat(title.chars().count()))?)
}

/// The nanoseconds of each step.
fn nanos(scene: &Scene, count: usize, runs: usize, list: List) -> Result<Vec<f64>> {
    let mut nanos = vec![f64::INFINITY; count];
    for _ in 0..runs {
        let mut scene = scene.clone();
        let mut ours = Ours::new(&scene, 1, list)?;
        // The first step builds everything, and is not representative.
        ours.step(&scene.at)?;
        for least in &mut nanos {
            scene.step();
            let start = Instant::now();
            ours.step(&scene.at)?;
            *least = least.min(start.elapsed().as_nanos() as f64);
        }
    }
    Ok(nanos)
}
