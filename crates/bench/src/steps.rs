//! One run, step by step: whether single steps take much longer than the others, and how steps grow with the number of
//! sprites.

use crate::case::median;
use crate::movers::{List, Ours};
use crate::report::{aligned, digits, grouped, time};
use crate::scene::{Kind, Scene};
use anyhow::Result;
use std::io::Write;
use std::time::Instant;

/// Runs `count` steps of a scene of each kind and each size, `runs` times, and writes the times of the steps: the
/// median, the worst, and the ratio of the median to the previous size's.
///
/// # Errors
/// If a world refuses a step, or `out` cannot be written.
pub fn run(sizes: &[usize], count: usize, runs: usize, out: &mut impl Write) -> Result<()> {
    let title = format!("{count} consecutive steps: move all 1 to 4 px, update, list the pairs of boxes");
    writeln!(out, "{title}\n{}", "=".repeat(title.chars().count()))?;
    writeln!(out, "hitmask on one thread; the least time of each step over {runs} runs.\n")?;
    let heads = ["scene", "sprites", "median", "worst", "worst/median", "growth"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for kind in Kind::ALL {
        let mut before = None;
        for &n in sizes {
            let mut nanos = nanos(&Scene::new(kind, n, 1), count, runs)?;
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

/// The nanoseconds of each step.
fn nanos(scene: &Scene, count: usize, runs: usize) -> Result<Vec<f64>> {
    let mut nanos = vec![f64::INFINITY; count];
    for _ in 0..runs {
        let mut scene = scene.clone();
        let mut ours = Ours::new(&scene, 1, List::Candidates)?;
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
