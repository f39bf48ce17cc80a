//! The joins of the broad phase: which classes are joined.

use super::broad_phase::{BroadPhase, Changes};
use super::class::Class;
use crate::packed::{Join, PairFilter};
use crate::row::Row;

impl BroadPhase {
    /// The joins of each two classes whose sprites may collide. If `changes` is given, the joins find the pairs with a
    /// changed row.
    pub(crate) fn joins<'a>(&'a self, changes: Option<&'a Changes>) -> impl Iterator<Item = Join<'a>> {
        self.colliding_classes().map(move |(a, b)| {
            let filter = changes.map_or(PairFilter::All, |changes| PairFilter::Changed([&changes[a], &changes[b]]));
            let [tree_a, tree_b] = [&self.trees[a], &self.trees[b]];
            let join = match a == b {
                true => Join::within(&tree_a.packed, Row::first(a), filter),
                false => Join::between([&tree_a.packed, &tree_b.packed], [a, b].map(Row::first), filter),
            };
            join.by(self.index).counted([&tree_a.work, &tree_b.work])
        })
    }

    /// Each two classes whose sprites may collide, and each class whose sprites may collide with each other. A class
    /// without a tree is the first of two.
    pub(crate) fn colliding_classes(&self) -> impl Iterator<Item = (usize, usize)> {
        let of_first = move |a: usize| self.used.iter().filter(move |&b| b >= a).map(move |b| (a, b));
        let pairs = self.used.iter().flat_map(of_first).filter(|&(a, b)| self.may_collide(a, b));
        pairs.map(|(a, b)| if self.trees[b].packed.is_flat() { (b, a) } else { (a, b) })
    }

    /// Whether a sprite of one class and a sprite of another may collide.
    pub(crate) fn may_collide(&self, a: usize, b: usize) -> bool {
        let [class_a, class_b] = [a, b].map(|number| self.classes[number]);
        match Class::is_mixed(a) || Class::is_mixed(b) {
            true => !(class_a.fixed && class_b.fixed),
            false => class_a.meets(class_b),
        }
    }

    /// Forgets the comparisons that an error has stopped.
    pub(crate) fn forget_join(&self) {
        self.trees.iter().for_each(|tree| tree.work.forget_join());
    }
}
