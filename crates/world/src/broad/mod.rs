//! The broad phase: the rows of the sprites, the trees over their boxes, and the join of the trees.

mod broad_phase;
mod index;
mod join_task;
mod row_data;
mod rows;
mod sprite_tree;

pub(crate) use broad_phase::BroadPhase;
pub use index::Index;
pub(crate) use join_task::{JoinTask, TASKS};
pub(crate) use sprite_tree::RefreshChanges;
