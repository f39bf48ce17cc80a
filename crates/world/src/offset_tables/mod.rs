//! Offset tables: whether two mask variants collide, looked up instead of tested.
//!
//! Whether two sprites share a solid pixel depends only on the variants of the masks that they show, and on the
//! offset between them. An offset table has a bit for each offset at which the tight boxes of two variants overlap
//! ([`Mask::colliding_offsets`](mask::Mask::colliding_offsets)). For two masks of 32 x 32 pixels, a table takes 504
//! bytes. With a table, a candidate pair costs a subtraction and the load of a bit. A table takes at most 2 KiB,
//! enough for two masks of 64 x 64 pixels. Pairs of larger variants are tested.
//!
//! ```text
//!   numbers of the rows        directory                      words
//!   [ 0 3 1 1 2 0 3 1 ]        a \ b  0  1  2  3              [ table of 1 and 1 ][ 1 and 3 ][ 2 and 3 ] …
//!                                0    .  .  .  .                                    ^
//!                                1    .  *  .  *  - - - - - - - - - - - - - - - - - +
//!                                2    .  .  .  *
//!                                3    .  *  *  .
//! ```
//!
//! Only variants that are in many candidates have a number, and only pairs of numbers that are tested often have a
//! table. Each `View` reads the tables and notes a sample of the candidates. The next refresh counts the samples. It
//! alone gives numbers and makes and drops tables. So the readers need no lock, and the results never depend on the
//! tables.
//!
//! - A census, every 64 refreshes, gives numbers to the variants of the noted candidates.
//! - A refresh makes the tables that pay, in about a tenth of the time of a step ([`policy`]).
//! - An edited mask loses its numbers at once, and gets new ones in the next census.
//! - If there is no more room, and most numbers are no longer used, all are dropped.
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

pub(crate) use owner::{OffsetTables, Update};
pub(crate) use sampler::Sampler;
pub(crate) use table_set::{Numbers, PairTable, TableReader};
pub(crate) use way_out::ExactTable;
