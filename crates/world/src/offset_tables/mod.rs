//! Offset tables: whether two mask variants collide, looked up instead of tested.
//!
//! Whether two sprites share a solid pixel depends only on the variants of the masks that they show, and on the offset
//! between them. An offset table has a cell for each offset at which the tight boxes of two variants overlap
//! ([`Mask::colliding_offsets`](mask::Mask::colliding_offsets)). For two masks of 32 x 32 pixels, a table takes 504
//! bytes. With a table, a candidate pair costs a subtraction and the load of a bit.
//!
//! A table takes at most 512 bytes, so that the tables in use fit the caches. If the variants are larger, a cell covers a
//! square of offsets and has two bits: the variants collide at any of the offsets, and at all of them. If the bits
//! differ, the pixels are tested.
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
//! Only variants that are in many candidates have a number, and only pairs of variants that are tested often have a
//! table. `View`s read the tables and note a sample of the candidates. The next refresh counts the samples. It alone
//! gives numbers and makes and drops tables. So the readers need no lock, and the results never depend on the tables.
//!
//! - A census, at most every 64 refreshes, gives numbers to the variants of the noted candidates. It also drops tables.
//! - A refresh makes the tables that pay, the most used first, in about a tenth of the time of a step.
//! - An edited mask loses its numbers at once. It gets new ones only after some censuses: twice as many after each edit.

mod census;
mod make;
mod owner;
mod plan;
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
