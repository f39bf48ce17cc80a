//! When the rows of a class are sorted, by plain numbers.
//!
//! As sprites move, the order of the rows decays, and joins and queries compare more boxes. The comparisons beyond
//! those after the last sort are the debt. A sort begins if the debt has reached its cost, so the debt and the sorts
//! together never take more than twice the time of the best choice (ski rental).
//!
//! A sort takes two refreshes, for even steps: one finds the order, and the next one moves the rows. (`bench -- steps`:
//! the worst of 200 steps.) If the debt has reached twice the cost, two refreshes would be too late, and one does both.
//! (`bench -- queries-range`: 25,000 queries of 50,000 fast points take 2.4 times as long without.) Rows that were
//! added since the last sort are sorted with the others if they are more than a quarter of them.

use crate::packed::WorkCounts;
use std::mem;

/// The cost of a sort for each row, in comparisons of leaves.
const SORT_COST: u64 = 2;
/// The comparisons of leaves that a sort saves a query after all rows have moved. (Worlds that are only queried take up
/// to 9 times as long if queries do not count, and 2.5 times with 100 queries of 10,000 sprites.)
const QUERY_DEBT: u64 = 12;

/// The part of a sort that a refresh does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SortStep {
    Nothing,
    /// Finds the new order.
    Find,
    /// Moves the rows into the order that the last refresh has found.
    Move,
    /// Finds an order and moves the rows.
    Whole,
}

/// The rows of a class at a refresh.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowCounts {
    pub(super) rows: usize,
    pub(super) holes: usize,
    /// The rows that were added since the last sort.
    pub(super) added: usize,
    /// The rows that have changed since the last refresh.
    pub(super) changed: usize,
}

impl RowCounts {
    /// Whether so many rows are holes or have no order that all rows must be sorted.
    pub(super) fn are_unsorted(self) -> bool {
        4 * self.added > self.rows || 2 * self.holes > self.rows
    }
}

/// The changes and the comparisons since the last sort.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SortPolicy {
    changed: usize,
    /// The queries since the last decision.
    queries: u64,
    debt: u64,
    /// The comparisons by joins from one refresh to the next, right after the last sort.
    least_join: Option<u64>,
    /// Whether the last refresh has found an order.
    found: bool,
}

impl SortPolicy {
    /// Notes the work since the last refresh.
    pub(super) fn note(&mut self, WorkCounts { join, queries }: WorkCounts) {
        if join > 0 {
            self.debt += join - join.min(*self.least_join.get_or_insert(join));
        }
        self.queries += queries;
    }

    /// Decides what a refresh does.
    pub(super) fn decide(&mut self, counts: RowCounts) -> SortStep {
        let rows = counts.rows.max(1) as u64;
        // There will be about as many queries until the next refresh, after the changes of this one.
        self.changed += counts.changed;
        self.debt += QUERY_DEBT * mem::take(&mut self.queries) * rows.min(self.changed as u64) / rows;
        let cost = SORT_COST * rows;
        let step = match self.found {
            _ if counts.are_unsorted() || counts.changed > 0 && self.debt >= 2 * cost => SortStep::Whole,
            true => SortStep::Move,
            false if counts.changed > 0 && self.debt >= cost => SortStep::Find,
            false => SortStep::Nothing,
        };
        match step {
            SortStep::Nothing => {}
            SortStep::Find => self.found = true,
            SortStep::Move => *self = SortPolicy { changed: counts.changed, ..SortPolicy::default() },
            SortStep::Whole => *self = SortPolicy::default(),
        }
        step
    }

    /// The number of queries that make a sort urgent: there is no need to count more. If nothing moves, none count, so
    /// threads that query at once do not wait for each other.
    pub(super) fn most_queries(rows: usize, changed: usize) -> u64 {
        if changed > 0 { 2 * SORT_COST * rows as u64 / QUERY_DEBT + 1 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVING: RowCounts = RowCounts { rows: 1000, holes: 0, added: 0, changed: 1000 };

    /// The steps of refreshes with so many comparisons and queries before each.
    fn steps(counts: RowCounts, work: &[(u64, u64)]) -> Vec<SortStep> {
        let mut policy = SortPolicy::default();
        let mut step = |&(join, queries)| {
            policy.note(WorkCounts { join, queries });
            policy.decide(counts)
        };
        work.iter().map(&mut step).collect()
    }

    #[test]
    fn a_sort_begins_when_the_debt_has_reached_its_cost() {
        use SortStep::{Find, Move, Nothing, Whole};
        assert_eq!(steps(MOVING, &[(5000, 0); 100]), [Nothing; 100], "comparisons that a sort would not save");
        let slow = [(5000, 0), (6000, 0), (6000, 0), (6000, 0), (5000, 0), (6000, 0)];
        assert_eq!(steps(MOVING, &slow), [Nothing, Nothing, Find, Move, Nothing, Nothing]);
        assert_eq!(steps(MOVING, &[(5000, 0), (9000, 0), (5000, 0)]), [Nothing, Whole, Nothing]);
        assert_eq!(steps(MOVING, &[(0, 400); 3]), [Whole; 3], "fast sprites that are asked a lot");
        assert_eq!(steps(MOVING, &[(0, 100); 4]), [Nothing, Find, Move, Nothing]);
        let still = RowCounts { changed: 0, ..MOVING };
        assert_eq!(steps(still, &[(5000, 9000), (9000, 9000)]), [Nothing; 2], "still sprites keep their order");
    }

    #[test]
    fn holes_and_added_rows_are_sorted_at_once() {
        let none = [(0, 0)];
        assert_eq!(steps(RowCounts { added: 250, ..MOVING }, &none), [SortStep::Nothing]);
        assert_eq!(steps(RowCounts { added: 251, ..MOVING }, &none), [SortStep::Whole]);
        assert_eq!(steps(RowCounts { holes: 500, ..MOVING }, &none), [SortStep::Nothing]);
        assert_eq!(steps(RowCounts { holes: 501, ..MOVING }, &none), [SortStep::Whole]);
    }
}
