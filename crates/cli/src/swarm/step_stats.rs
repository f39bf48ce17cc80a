//! The times and the pairs of one step of a swarm.

use serde::{Deserialize, Serialize, Serializer};
use std::time::Duration;

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

/// Returns the hash of a set of pairs of sprites, the smaller number of a pair first. The hash of a union of disjoint sets is
/// the sum of their hashes, so workers can hash their own pairs.
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
}
