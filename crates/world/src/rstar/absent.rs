//! The stand-in for the R*-tree without the feature `rstar`. It has no values, so the compiler removes the code that uses
//! it.

use crate::Index;
use crate::geometry::Aabb;
use crate::packed::{PackedTree, TreeVisitor};
use crate::row::Row;
use mask::Rect;
use std::ops::ControlFlow;

#[derive(Clone)]
pub(crate) enum RStarTree {}

impl RStarTree {
    pub(crate) fn replace(&mut self, _row: u32, _old: Aabb, _new: Aabb) {
        match *self {}
    }

    pub(crate) fn in_rect<B>(&self, _rect: &Rect, _visit: &mut impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        match *self {}
    }

    pub(crate) fn traverse<S: TreeVisitor>(&self, _first: Row, _visitor: &mut S) -> ControlFlow<S::Stop> {
        match *self {}
    }

    pub(crate) fn validate(&self, _boxes: &PackedTree, _rows: usize) {
        match *self {}
    }

    /// Makes the tree anew from the boxes.
    pub(crate) fn reload(&mut self, _boxes: &PackedTree, _rows: usize) {
        match *self {}
    }

    /// Returns the tree that an index needs besides the packed tree.
    pub(crate) fn of_index(index: Index, _boxes: &PackedTree, _rows: usize) -> Option<RStarTree> {
        match index {
            Index::Packed => None,
        }
    }
}
