//! Which tables to make: a policy of plain numbers, which knows no tables.

/// The time that a look-up saves, in nanoseconds. A test of two masks of 32 pixels takes 20 to 60 ns longer, but the
/// tables of pairs that are seldom tested are in no cache: with 200 masks on 20,000 sprites, one test a pair and
/// step, tables cost 5 %.
const SAVED: u64 = 16;
/// The time that a refresh spends on making tables, in nanoseconds for each sprite: about a tenth of a step.
const NANOS_PER_SPRITE: i64 = 6;
/// After this many refreshes, uses count half as much.
const MEMORY: u32 = 64;

/// The choice of the tables, by the sampled candidates.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Policy {
    /// The number of refreshes so far.
    pub(super) refreshes: u32,
    /// The time that may be spent on tables, in nanoseconds. It is negative after a table that took longer.
    nanos: i64,
    /// Whether look-ups are worth their time.
    pub(super) pays: bool,
}

impl Policy {
    /// Begins a refresh of a world of this many sprites.
    pub(super) fn begin(&mut self, sprites: usize) {
        let nanos = NANOS_PER_SPRITE * sprites as i64;
        self.nanos = (self.nanos + nanos).min(nanos);
        self.refreshes = self.refreshes.wrapping_add(1);
    }

    /// Whether a table that takes `cost` nanoseconds shall be made now, because its recent uses would have paid for
    /// it. If so, the time is spent. The pairs that are used most come first, because they are sampled most.
    pub(super) fn makes(&mut self, cost: u64, uses: u16) -> bool {
        let makes = self.nanos > 0 && u64::from(uses) * SAVED >= cost;
        self.nanos -= if makes { cost as i64 } else { 0 };
        makes
    }

    /// Notes how many of the sampled candidates have a table. If fewer than half have one, it is faster to test each
    /// candidate as it is found.
    pub(super) fn note_hits(&mut self, hits: usize, sampled: usize) {
        self.pays = 2 * hits >= sampled.max(1);
    }

    /// Whether the earlier uses count half as much from this refresh on.
    pub(super) fn forgets(self) -> bool {
        self.refreshes.is_multiple_of(MEMORY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refreshes_make_tables_that_pay_and_spend_no_more_than_their_time() {
        let mut policy = Policy::default();
        policy.begin(1000);
        let income = NANOS_PER_SPRITE as u64 * 1000;
        let (cost, enough) = (income - 1, (income / SAVED) as u16);
        assert!(!policy.makes(cost, enough / 2), "a table that is seldom used");
        assert!(policy.makes(cost, enough) && policy.makes(10 * cost, u16::MAX), "the last one may take longer");
        assert!(!policy.makes(1, u16::MAX), "no time is left");
        let refreshes = (1..).find(|_| {
            policy.begin(1000);
            policy.makes(1, u16::MAX)
        });
        assert_eq!(refreshes, Some(10), "the long one is paid back first");
        // Time that nobody needs is not saved up.
        (0..100).for_each(|_| policy.begin(1000));
        assert!(policy.makes(income, u16::MAX) && !policy.makes(1, u16::MAX));
    }

    #[test]
    fn look_ups_pay_if_half_of_the_candidates_have_a_table() {
        let mut policy = Policy::default();
        for (hits, sampled, pays) in [(0, 0, false), (5, 10, true), (4, 10, false), (1, 1, true)] {
            policy.note_hits(hits, sampled);
            assert_eq!(policy.pays, pays, "{hits} of {sampled}");
        }
    }
}
