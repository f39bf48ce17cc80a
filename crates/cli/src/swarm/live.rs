//! The table that a terminal shows while the steps run.

use super::simulation::Step;
use super::spread::{FRAME_MS, Figures};
use std::fmt::Write;

/// The medians are those of so many steps, the last: a second of a game.
const RECENT: usize = 60;
/// The columns of the longest bar: a frame, or a step that takes longer.
const BAR: f64 = 36.0;

/// The times of the last steps, what share of a frame they are, and what was found.
pub(crate) fn table(steps: &[Step]) -> String {
    let steps = &steps[steps.len().saturating_sub(RECENT)..];
    let figures = Figures::of(steps);
    let longest = figures.step_ms.median.max(FRAME_MS);
    let mut text = format!("median of {:>2} steps      of a frame\n", steps.len());
    for (name, spread) in figures.times() {
        let (share, columns) = (100.0 * spread.median / FRAME_MS, (BAR * spread.median / longest).round());
        let line = format!("{name:<12} {:>9.2} ms {share:>8.0} %  {}", spread.median, "#".repeat(columns as usize));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let _ = write!(
        text,
        "a frame is {FRAME_MS:.1} ms; steps alone would give {:.0} frames a second\n\
         pairs: {:.0} of boxes, {:.0} that collide\n",
        1000.0 / figures.step_ms.median,
        figures.candidates.median,
        figures.collisions.median
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn step(ms: u64) -> Step {
        let [update, broad, narrow] = [ms, 2 * ms, 7 * ms].map(Duration::from_millis);
        Step { update, broad, narrow, candidates: 20, collisions: 10, hash: 0 }
    }

    #[test]
    fn it_shows_recent_steps_and_fits_a_terminal() {
        let steps: Vec<Step> = (0..100).map(|n| step(if n < 40 { 1000 } else { 1 })).collect();
        let text = table(&steps);
        for part in
            ["median of 60 steps", "update            1.00 ms", "  60 %", "give 100 frames a second", "10 that collide"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        let slow = table(&steps[..1]);
        assert!(slow.contains(&"#".repeat(36)) && text.contains(&"#".repeat(22)), "{slow}{text}");
        for text in [text, slow, table(&[])] {
            assert_eq!(text.lines().count(), 7);
            assert!(text.lines().all(|line| line.len() < 80), "{text}");
        }
    }
}
