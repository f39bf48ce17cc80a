//! Classes of sprites, each of which has a tree of its own.

use crate::row::Row;
use crate::sprites::Layers;

/// The layers and the `fixed` of the sprites of a class. The sprites of a mixed class can have any layers, and the
/// layers of the class are then those that a sprite has by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) layers: Layers,
    pub(crate) fixed: bool,
}

impl Class {
    /// The number of the mixed class of movers (sprites that move), and of the mixed class of fixed sprites. All lower
    /// numbers are single classes: their sprites have equal layers.
    pub(crate) const MIXED: [usize; 2] = [Row::CLASSES - 2, Row::CLASSES - 1];

    /// The mixed class for sprites that are fixed or not.
    pub(crate) fn mixed(fixed: bool) -> usize {
        Class::MIXED[usize::from(fixed)]
    }

    /// Whether a class with this number is mixed.
    #[inline(always)]
    pub(crate) fn is_mixed(number: usize) -> bool {
        number >= Class::MIXED[0]
    }

    /// The class with this number before it has any sprite.
    pub(super) fn new(number: usize) -> Class {
        Class { layers: Layers::default(), fixed: number == Class::mixed(true) }
    }

    /// Whether a sprite of this class and a sprite of the other may collide, if neither class is mixed.
    pub(super) fn meets(self, other: Class) -> bool {
        !(self.fixed && other.fixed) && self.layers.may_collide(other.layers)
    }
}

/// Some of the classes: a bit for each number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClassSet(u8);

impl ClassSet {
    pub(super) const NONE: ClassSet = ClassSet(0);

    /// The set with a class added.
    #[inline]
    pub(super) fn with(self, class: usize) -> ClassSet {
        ClassSet(self.0 | 1 << class)
    }

    /// The classes of the set that pass a test.
    #[inline]
    pub(super) fn filter(self, mut test: impl FnMut(usize) -> bool) -> ClassSet {
        self.iter().filter(|&class| !test(class)).fold(self, |set, class| ClassSet(set.0 & !(1 << class)))
    }

    /// The numbers of the classes, in ascending order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        crate::packed::lanes_of(self.0)
    }
}
