//! When the sprites of a tree are sorted: when the comparisons that a sort would have saved have paid for one.
//!
//! As sprites move, the order of the leaves decays, and joins and queries compare more of them. The comparisons beyond
//! the fewest since the last sort are the debt. A sort begins if the debt has reached its cost, so the debt and the
//! sorts together never take more than twice the time of the best choice (ski rental).

use std::sync::atomic::{AtomicU64, Ordering};

/// The cost of a sort for each sprite, in comparisons of leaves. (`step-uniform` and `bullets`: half of it sorts too
/// often, twice as much too seldom.)
const SORT_COST: u64 = 2;
/// The sprites of a node. So few are not sorted for what they cost.
const NODE: usize = 64;
/// A sort takes this part of the expected debt off. (`queries-range`: 25,000 queries of 50,000 fast points take 1.4
/// times as long if every second refresh sorts.)
const EXPECTED_FRACTION: u64 = 16;
/// The comparisons of queries are counted in this many lower bits, and the queries above them.
const COUNT_SHIFT: u32 = 40;

/// So many queries at most are counted, so that their count fits.
const MOST_QUERIES: u64 = 1 << (u64::BITS - COUNT_SHIFT - 1);

/// The comparisons of leaves since the last sort.
#[derive(Default)]
pub(crate) struct SortDebt {
    debt: u64,
    /// The largest debt from one refresh to the next: so much is expected until the next one. A sort takes a part off,
    /// so that a tree that is sorted in every refresh is left alone now and then.
    expected: u64,
    /// The comparisons of the first joins after the last sort, from one refresh to the next.
    least_join: Option<u64>,
    /// The fewest comparisons for a query since the last sort, in 256ths.
    least_query: Option<u64>,
    /// The comparisons of the last joins.
    pub(super) last_join: u64,
    /// The comparisons by joins since the last refresh.
    join: AtomicU64,
    /// The queries since the last refresh, and their comparisons.
    queries: AtomicU64,
    /// The number in `queries` beyond which nothing is counted. 0 if nothing moves: threads that query at once then do
    /// not wait for each other.
    most_queries: u64,
}

impl Clone for SortDebt {
    fn clone(&self) -> SortDebt {
        let copy = |count: &AtomicU64| AtomicU64::new(count.load(Ordering::Relaxed));
        SortDebt { join: copy(&self.join), queries: copy(&self.queries), ..*self }
    }
}

impl SortDebt {
    /// Counts the comparisons of leaves by a join.
    pub(super) fn add_join(&self, comparisons: u64) {
        self.join.fetch_add(comparisons, Ordering::Relaxed);
    }

    /// Counts a query that compared so many leaves.
    #[inline(always)]
    pub(super) fn add_query(&self, comparisons: u64) {
        if self.queries.load(Ordering::Relaxed) < self.most_queries {
            self.queries.fetch_add(1 << COUNT_SHIFT | comparisons, Ordering::Relaxed);
        }
    }

    /// Forgets the comparisons that an error has stopped.
    pub(super) fn forget_join(&self) {
        self.join.store(0, Ordering::Relaxed);
    }

    /// Whether a sort has been paid for. `sprites` is the number of sprites of the tree, and `moves` is whether any has
    /// changed since the last refresh.
    pub(super) fn is_due(&mut self, sprites: usize, moves: bool) -> bool {
        let before = self.debt;
        let join = std::mem::take(self.join.get_mut());
        if join > 0 {
            self.last_join = join;
            self.debt += join - join.min(*self.least_join.get_or_insert(join));
        }
        let queries = std::mem::take(self.queries.get_mut());
        let (count, comparisons) = (queries >> COUNT_SHIFT, 256 * (queries % (1 << COUNT_SHIFT)));
        if let Some(each) = comparisons.checked_div(count) {
            let least = self.least_query.unwrap_or(u64::MAX).min(each);
            self.least_query = Some(least);
            self.debt += (comparisons - least * count) / 256;
        }
        self.expected = self.expected.max(self.debt - before);
        let cost = SORT_COST * sprites as u64;
        self.most_queries = if moves { (cost + 1).min(MOST_QUERIES) << COUNT_SHIFT } else { 0 };
        moves && sprites > NODE && self.debt.max(self.expected) >= cost
    }

    /// Notes a sort.
    pub(super) fn note_sort(&mut self) {
        (self.debt, self.least_join, self.least_query) = (0, None, None);
        self.expected -= self.expected / EXPECTED_FRACTION;
    }
}
