//! The cost of the comparisons that joins and queries make in a tree.

use std::sync::atomic::{AtomicU64, Ordering};

/// The cost of the comparisons of the leaves of a tree by joins since the last refresh, and the number of queries.
/// Threads share the sums. Sums of whole numbers do not depend on the order of the threads, so neither does what
/// follows from them.
#[derive(Default)]
pub(crate) struct TreeWork {
    join: AtomicU64,
    queries: AtomicU64,
    /// Queries are counted up to this number. So threads that query at once seldom wait for each other.
    most_queries: u64,
}

/// The sums of a [`TreeWork`].
pub(crate) struct WorkCounts {
    pub(crate) join: u64,
    pub(crate) queries: u64,
}

impl Clone for TreeWork {
    fn clone(&self) -> TreeWork {
        let copy = |count: &AtomicU64| AtomicU64::new(count.load(Ordering::Relaxed));
        TreeWork { join: copy(&self.join), queries: copy(&self.queries), most_queries: self.most_queries }
    }
}

impl TreeWork {
    /// Counts the comparisons of a join.
    pub(crate) fn add_join(&self, cost: u64) {
        self.join.fetch_add(cost, Ordering::Relaxed);
    }

    /// Counts a query.
    #[inline]
    pub(crate) fn add_query(&self) {
        if self.most_queries > 0 && self.queries.load(Ordering::Relaxed) < self.most_queries {
            self.queries.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Forgets the comparisons of joins: an error has stopped some of them at any point.
    pub(crate) fn forget_join(&self) {
        self.join.store(0, Ordering::Relaxed);
    }

    /// Sets the number up to which queries are counted.
    pub(crate) fn limit_queries(&mut self, most: u64) {
        self.most_queries = most;
    }

    /// The sums, and begins again from 0.
    pub(crate) fn take(&mut self) -> WorkCounts {
        let [join, queries] = [&mut self.join, &mut self.queries].map(|count| std::mem::take(count.get_mut()));
        WorkCounts { join, queries: queries.min(self.most_queries) }
    }
}
