//! Offset tables: whether two mask variants collide, looked up instead of tested.
//!
//! Whether two sprites share a solid pixel depends only on the variants of the masks that they show, and on the
//! offset between them. An offset table has a bit for each offset at which the tight boxes of two variants overlap
//! ([`Mask::colliding_offsets`](mask::Mask::colliding_offsets)). For two masks of 32 x 32 pixels, a table takes 504
//! bytes. With a table, a candidate pair costs a subtraction and the load of a bit. A table takes at most 2 KiB,
//! enough for two masks of 64 x 64 pixels. Pairs of larger variants are tested.
//!
//! ```text
//!   variants of the rows       directory                      words
//!   [ 0 3 1 1 2 0 3 1 ]        a \ b  0  1  2  3              [ table of 1 and 1 ][ 1 and 3 ][ 2 and 3 ] …
//!                                0    .  .  .  .                                    ^
//!                                1    .  *  .  *  - - - - - - - - - - - - - - - - - +
//!                                2    .  .  .  *
//!                                3    .  *  *  .
//! ```
//!
//! Only variants with small numbers can have tables, and only pairs that are tested often have one. Each `View` reads
//! the tables and notes a sample of the candidates. The next refresh counts the samples. It alone makes and drops
//! tables. So the readers need no lock, and the results never depend on the tables.
//!
//! - A refresh makes the tables that pay, in about a tenth of the time of a step ([`policy`]).
//! - A variant that goes, such as those of an edited mask, loses its tables. Another variant may get its number.
//! - If there is no more room, and few candidates have a table, all are dropped.
//!
//! Decision 0035 has the rent: what a step takes without each part.

mod owner;
mod policy;
mod sampler;
mod table_set;
mod table_shape;
#[cfg(test)]
mod tests;
mod way_out;

pub(crate) use owner::OffsetTables;
pub(crate) use sampler::Sampler;
pub(crate) use table_set::{Numbers, PairTable, TableReader};
pub(crate) use way_out::ExactTable;
