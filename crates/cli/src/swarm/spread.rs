//! How the steps of a run differ: the middle of many values, and the largest.

use super::simulation::Step;
use serde::Serialize;
use std::time::Duration;

/// A frame of a game that shows sixty a second, in milliseconds: the time that a step has.
pub(crate) const FRAME_MS: f64 = 1000.0 / 60.0;

/// The middle of many values, and the largest.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) worst: f64,
}

/// What steps take in milliseconds, and find.
#[derive(Serialize)]
pub(crate) struct Figures {
    pub(crate) update_ms: Spread,
    pub(crate) broad_ms: Spread,
    pub(crate) narrow_ms: Spread,
    pub(crate) step_ms: Spread,
    pub(crate) candidates: Spread,
    pub(crate) collisions: Spread,
}

impl Spread {
    /// Of no values: 0 and 0.
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Spread {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
        let (low, high) = (values.len().saturating_sub(1) / 2, values.len() / 2);
        Spread { median: f64::midpoint(at(low), at(high)), worst: values.last().copied().unwrap_or(0.0) }
    }
}

impl Figures {
    pub(crate) fn of(steps: &[Step]) -> Figures {
        let of = |value: fn(&Step) -> f64| Spread::of(steps.iter().map(value));
        Figures {
            update_ms: of(|step| ms(step.update)),
            broad_ms: of(|step| ms(step.broad)),
            narrow_ms: of(|step| ms(step.narrow)),
            step_ms: of(|step| ms(step.total())),
            candidates: of(|step| step.candidates as f64),
            collisions: of(|step| step.collisions as f64),
        }
    }

    /// The times, by the names that people know them by.
    pub(crate) fn times(&self) -> [(&'static str, Spread); 4] {
        [
            ("update", self.update_ms),
            ("broad phase", self.broad_ms),
            ("narrow phase", self.narrow_ms),
            ("step", self.step_ms),
        ]
    }
}

pub(crate) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_largest() {
        let of = |values: &[f64]| Spread::of(values.iter().copied());
        assert_eq!(of(&[]), Spread { median: 0.0, worst: 0.0 });
        assert_eq!(of(&[5.0]), Spread { median: 5.0, worst: 5.0 });
        assert_eq!(of(&[9.0, 1.0]), Spread { median: 5.0, worst: 9.0 });
        assert_eq!(of(&[3.0, 9.0, 1.0]), Spread { median: 3.0, worst: 9.0 });
    }
}
