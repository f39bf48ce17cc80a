//! The table that a terminal shows during the run.

use super::stats::{FRAME_MS, RunStats, StepStats};
use std::fmt::Write;

/// The number of recent steps in a median: one second of a game at 60 frames a second.
const RECENT: usize = 60;
/// The width of the longest bar in columns.
const BAR: f64 = 36.0;

/// Formats the median times of recent steps, their share of a frame, and the median numbers of pairs.
pub(crate) fn format(steps: &[StepStats]) -> String {
    let steps = &steps[steps.len().saturating_sub(RECENT)..];
    let stats = RunStats::of(steps);
    let longest = stats.step_ms.median.max(FRAME_MS);
    let mut text = format!("median of {:>2} steps      of a frame\n", steps.len());
    for (name, time, _) in stats.times(1) {
        let (share, columns) = (100.0 * time.median / FRAME_MS, (BAR * time.median / longest).round());
        let line = format!("{name:<12} {:>9.2} ms {share:>8.0} %  {}", time.median, "#".repeat(columns as usize));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let _ = write!(
        text,
        "a frame is {FRAME_MS:.1} ms; steps alone would give {:.0} frames a second\n\
         pairs: {:.0} of boxes, {:.0} that collide\n",
        1000.0 / stats.step_ms.median,
        stats.candidates.median,
        stats.collisions.median
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn step(ms: u64) -> StepStats {
        let [moves, refresh, join, pixels] = [ms, ms, ms, 7 * ms].map(Duration::from_millis);
        StepStats { moves, exchange: Duration::ZERO, refresh, join, pixels, candidates: 20, collisions: 10, hash: 0 }
    }

    #[test]
    fn table_shows_recent_steps_and_fits_a_terminal() {
        let steps: Vec<StepStats> = (0..100).map(|n| step(if n < 40 { 1000 } else { 1 })).collect();
        let text = format(&steps);
        for expected in
            ["median of 60 steps", "move              1.00 ms", "  60 %", "give 100 frames a second", "10 that collide"]
        {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        let slow = format(&steps[..1]);
        assert!(slow.contains(&"#".repeat(36)) && text.contains(&"#".repeat(22)), "{slow}{text}");
        for text in [text, slow, format(&[])] {
            assert_eq!(text.lines().count(), 8);
            assert!(text.lines().all(|line| line.len() < 80), "{text}");
        }
    }
}
