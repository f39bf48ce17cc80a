//! Statistics of a run: the median and the largest of the values of its steps.

use super::step_stats::{StepStats, ms};
use serde::Serialize;

/// The time of a frame at 60 frames a second, in milliseconds.
pub(crate) const FRAME_MS: f64 = 1000.0 / 60.0;

/// The median and the largest of a set of values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Summary {
    pub(crate) median: f64,
    pub(crate) worst: f64,
}

/// The times of the steps in milliseconds, and the numbers of pairs.
#[derive(Serialize)]
pub(crate) struct RunStats {
    pub(crate) move_ms: Summary,
    pub(crate) exchange_ms: Summary,
    pub(crate) refresh_ms: Summary,
    pub(crate) join_ms: Summary,
    pub(crate) pixels_ms: Summary,
    pub(crate) step_ms: Summary,
    pub(crate) candidates: Summary,
    pub(crate) collisions: Summary,
}

impl Summary {
    /// Returns 0 and 0 if there are no values.
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Summary {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
        let (low, high) = (values.len().saturating_sub(1) / 2, values.len() / 2);
        Summary { median: f64::midpoint(at(low), at(high)), worst: values.last().copied().unwrap_or(0.0) }
    }
}

impl RunStats {
    pub(crate) fn of(steps: &[StepStats]) -> RunStats {
        let of = |value: fn(&StepStats) -> f64| Summary::of(steps.iter().map(value));
        RunStats {
            move_ms: of(|step| ms(step.moves)),
            exchange_ms: of(|step| ms(step.exchange)),
            refresh_ms: of(|step| ms(step.refresh)),
            join_ms: of(|step| ms(step.join)),
            pixels_ms: of(|step| ms(step.pixels)),
            step_ms: of(|step| ms(step.total())),
            candidates: of(|step| step.candidates as f64),
            collisions: of(|step| step.collisions as f64),
        }
    }

    /// Returns the times with their names and their meanings in the report.
    pub(crate) fn times(&self, workers: usize) -> Vec<(&'static str, Summary, &'static str)> {
        let mut times = vec![
            ("move", self.move_ms, "moves every sprite"),
            ("refresh", self.refresh_ms, "updates the trees"),
            ("join", self.join_ms, "lists the pairs of overlapping boxes"),
            ("pixels", self.pixels_ms, "finds the pairs that share a pixel, and sorts them"),
            ("step", self.step_ms, "the sum"),
        ];
        if workers > 1 {
            times.insert(1, ("exchange", self.exchange_ms, "sends and receives the sprites near other tiles"));
        }
        times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_and_largest() {
        let of = |values: &[f64]| Summary::of(values.iter().copied());
        assert_eq!(of(&[]), Summary { median: 0.0, worst: 0.0 });
        assert_eq!(of(&[5.0]), Summary { median: 5.0, worst: 5.0 });
        assert_eq!(of(&[9.0, 1.0]), Summary { median: 5.0, worst: 9.0 });
        assert_eq!(of(&[3.0, 9.0, 1.0]), Summary { median: 3.0, worst: 9.0 });
    }
}
