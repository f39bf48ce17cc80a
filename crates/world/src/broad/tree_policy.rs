//! The choice of the classes that have a tree, by plain numbers.
//!
//! A tree pays for those who ask it. The rows of a class without a tree stay in the order of their slots, and a refresh
//! only sets their boxes. Each row then looks up its collisions among the few sprites that the class meets. (A step of
//! 20,000 bullets and 50 targets takes 0.65 of the time, `bench -- bullets-20k-50`.) But a query reads all rows: 20,000
//! take 7 to 13 us.

/// A class that meets more rows than this has a tree. A row is compared with 64 of them at a time, in 4 ns.
const MOST_MET: usize = 128;
/// If all rows move, a refresh without a tree is faster by the time of so many queries without a tree. A sort that
/// makes a tree takes as long as so many refreshes.
const RENT: usize = 16;

/// The work of a class, and the queries of it, since the last refresh.
pub(super) struct Demand {
    /// The number of its sprites.
    pub(super) sprites: usize,
    /// The number of rows of the classes that the class meets.
    pub(super) met: usize,
    /// The number of rows that have changed.
    pub(super) changed: usize,
    /// Whether there was a join.
    pub(super) joined: bool,
    pub(super) queries: usize,
}

/// Whether a class has a tree.
#[derive(Clone, Copy)]
pub(super) struct TreePolicy {
    has_tree: bool,
    /// The queries that the rent of a tree has not paid for. A join counts as a quarter of the rent.
    asked: usize,
}

impl TreePolicy {
    /// The policy of a new class. It has a tree, until its sprites have moved for some refreshes without many queries.
    pub(super) const NEW: TreePolicy = TreePolicy { has_tree: true, asked: RENT * RENT };

    /// Whether the class can be without a tree. Of two classes that meet, only one can.
    fn is_optional(demand: &Demand) -> bool {
        demand.met < demand.sprites && demand.met <= MOST_MET
    }

    /// The number of queries that count: as many as a sort costs.
    pub(super) fn most_queries(demand: &Demand) -> u64 {
        if TreePolicy::is_optional(demand) { (RENT * RENT) as u64 } else { 0 }
    }

    /// Decides at a refresh whether the class has a tree.
    pub(super) fn decide(&mut self, demand: &Demand) -> bool {
        if !TreePolicy::is_optional(demand) {
            *self = TreePolicy::NEW;
            return true;
        }
        let rent = RENT * demand.changed / demand.sprites;
        let join = if demand.joined { RENT / 4 } else { 0 };
        self.asked = (self.asked + demand.queries + join).saturating_sub(rent).min(RENT * RENT);
        self.has_tree = self.asked >= if self.has_tree { 1 } else { RENT * RENT };
        self.has_tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of refreshes until `decide` returns `until`, of at most 1000.
    fn refreshes(policy: &mut TreePolicy, demand: &Demand, until: bool) -> usize {
        (1..=1000).find(|_| policy.decide(demand) == until).unwrap_or(usize::MAX)
    }

    const MOVING: Demand = Demand { sprites: 1000, met: 50, changed: 1000, joined: true, queries: 0 };

    #[test]
    fn a_class_that_moves_and_is_asked_little_loses_its_tree() {
        assert_eq!(refreshes(&mut TreePolicy::NEW.clone(), &MOVING, false), 22);
        assert_eq!(refreshes(&mut TreePolicy::NEW.clone(), &Demand { queries: 8, ..MOVING }, false), 64);
        for demand in [
            Demand { queries: 12, ..MOVING },
            Demand { changed: 100, ..MOVING },
            Demand { met: 129, ..MOVING },
            Demand { met: 1000, ..MOVING },
        ] {
            assert_eq!(refreshes(&mut TreePolicy::NEW.clone(), &demand, false), usize::MAX);
        }
    }

    #[test]
    fn a_class_gets_its_tree_back_after_a_burst_of_queries_and_while_it_rests() {
        let mut policy = TreePolicy { has_tree: false, asked: 0 };
        assert_eq!(refreshes(&mut policy, &Demand { queries: 12, ..MOVING }, true), usize::MAX);
        assert!(policy.decide(&Demand { queries: 10_000, ..MOVING }));
        assert_eq!(refreshes(&mut policy, &MOVING, false), 22);
        assert_eq!(refreshes(&mut policy, &Demand { changed: 0, ..MOVING }, true), 64);
        refreshes(&mut policy, &MOVING, false);
        let idle = Demand { changed: 0, joined: false, ..MOVING };
        assert_eq!(refreshes(&mut policy, &idle, true), usize::MAX, "refreshes alone do not ask");
        assert!(policy.decide(&Demand { met: 200, ..MOVING }));
    }
}
