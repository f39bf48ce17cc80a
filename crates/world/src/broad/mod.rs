//! The broad phase: the classes and rows of the sprites, the trees over their boxes, and the joins of the trees.

mod broad_phase;
mod census;
mod class;
mod class_columns;
mod classify;
mod flags_column;
mod gather;
mod index;
mod join;
mod last_places;
mod row_data;
mod row_extras;
mod row_flags;
mod row_order;
mod rows;
mod shared_column;
mod sort_policy;
mod sprite_mut;
mod sprite_tree;
mod tree_policy;

pub(crate) use broad_phase::{BroadPhase, Changes};
pub(crate) use class::{Class, ClassSet};
pub(crate) use gather::NewOrder;
pub use index::Index;
pub(crate) use row_data::Leaf;
pub(crate) use row_extras::DataColumn;
pub use sprite_mut::SpriteMut;
pub(crate) use sprite_tree::RefreshChanges;
