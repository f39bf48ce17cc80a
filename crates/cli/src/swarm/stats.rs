//! Statistics of a run: the times and the pairs of each step, their median and the largest.

use serde::{Deserialize, Serialize, Serializer};
use std::time::Duration;

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

/// The times of a step and the numbers of pairs, for the JSON report, and for other workers and checkpoints.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepStats {
    /// The time to move all sprites.
    #[serde(rename = "move_ms", serialize_with = "as_ms")]
    pub(crate) moves: Duration,
    /// The time to exchange the sprites near other tiles with other workers.
    #[serde(rename = "exchange_ms", serialize_with = "as_ms")]
    pub(crate) exchange: Duration,
    /// The time to refresh the world.
    #[serde(rename = "refresh_ms", serialize_with = "as_ms")]
    pub(crate) refresh: Duration,
    /// The time to list the pairs whose boxes overlap.
    #[serde(rename = "join_ms", serialize_with = "as_ms")]
    pub(crate) join: Duration,
    /// The additional time to list, sorted, the pairs that share a solid pixel.
    #[serde(rename = "pixels_ms", serialize_with = "as_ms")]
    pub(crate) pixels: Duration,
    pub(crate) candidates: usize,
    pub(crate) collisions: usize,
    /// The hash of the set of collisions. In JSON it is text, since many readers keep only 53 bits.
    #[serde(serialize_with = "as_hex")]
    pub(crate) hash: u64,
}

impl StepStats {
    /// Returns the time of the whole step.
    pub(crate) fn total(&self) -> Duration {
        self.moves + self.exchange + self.refresh + self.join + self.pixels
    }

    /// Returns the step of two workers together: the longer of the times, and the sum of the pairs.
    #[cfg(feature = "cluster")]
    pub(super) fn merge(self, other: StepStats) -> StepStats {
        StepStats {
            moves: self.moves.max(other.moves),
            exchange: self.exchange.max(other.exchange),
            refresh: self.refresh.max(other.refresh),
            join: self.join.max(other.join),
            pixels: self.pixels.max(other.pixels),
            candidates: self.candidates + other.candidates,
            collisions: self.collisions + other.collisions,
            hash: self.hash.wrapping_add(other.hash),
        }
    }
}

/// Returns a time in milliseconds.
pub(super) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn as_ms<S: Serializer>(time: &Duration, out: S) -> Result<S::Ok, S::Error> {
    if out.is_human_readable() { out.serialize_f64(ms(*time)) } else { time.serialize(out) }
}

fn as_hex<S: Serializer>(bits: &u64, out: S) -> Result<S::Ok, S::Error> {
    if out.is_human_readable() { out.collect_str(&format_args!("{bits:016x}")) } else { bits.serialize(out) }
}

/// Returns the hash of a set of pairs of sprites, the smaller number of a pair first. The hash of a union of disjoint
/// sets is the sum of their hashes, so workers can hash their own pairs.
pub(super) fn hash(pairs: impl Iterator<Item = [u64; 2]>) -> u64 {
    let mix = |[a, b]: [u64; 2]| {
        let mixed = (a << 32 ^ b).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 32
    };
    pairs.map(mix).fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "cluster")]
    #[test]
    fn stats_are_read_as_written() {
        let [moves, exchange, refresh, join, pixels] = [1, 2, 3, 4, 5].map(Duration::from_nanos);
        let stats = StepStats { moves, exchange, refresh, join, pixels, candidates: 6, collisions: 7, hash: u64::MAX };
        assert_eq!(postcard::from_bytes(&postcard::to_allocvec(&stats).unwrap()), Ok(stats));
        let both = stats.merge(StepStats { join: Duration::from_nanos(9), hash: 3, ..stats });
        assert_eq!((both.total().as_nanos(), both.candidates, both.hash), (20, 12, 2));
    }

    #[test]
    fn hashes_of_parts_add_up_and_tell_pairs_apart() {
        let pairs: Vec<[u64; 2]> = (0..50).flat_map(|a| (a + 1..50).map(move |b| [a, b])).collect();
        let all = hash(pairs.iter().copied());
        assert_eq!(hash(pairs[..99].iter().copied()).wrapping_add(hash(pairs[99..].iter().copied())), all);
        let mut hashes: Vec<u64> = pairs.iter().map(|&pair| hash([pair].into_iter())).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), pairs.len());
    }

    #[test]
    fn median_and_largest() {
        let of = |values: &[f64]| Summary::of(values.iter().copied());
        assert_eq!(of(&[]), Summary { median: 0.0, worst: 0.0 });
        assert_eq!(of(&[5.0]), Summary { median: 5.0, worst: 5.0 });
        assert_eq!(of(&[9.0, 1.0]), Summary { median: 5.0, worst: 9.0 });
        assert_eq!(of(&[3.0, 9.0, 1.0]), Summary { median: 3.0, worst: 9.0 });
    }
}
