//! Offset tables: whether two mask variants collide, looked up instead of tested.
//!
//! Whether two sprites share a solid pixel depends only on the variants of the masks that they show, and on the
//! offset between them. An offset table has a bit for each offset at which the tight boxes of two variants overlap
//! ([`Mask::colliding_offsets`](mask::Mask::colliding_offsets)). For two masks of 32 x 32 pixels, a table takes 504
//! bytes. With a table, a candidate pair costs a subtraction and the load of a bit. A table takes at most 2 KiB,
//! enough for two masks of 64 x 64 pixels. Pairs of larger variants are tested.
//!
//! ```text
//!   variants of leaves         directory                      words
//!   [ 0 3 1 1 2 0 3 1 ]        a \ b  0  1  2  3              [ table of 1 and 1 ][ 1 and 3 ][ 2 and 3 ] …
//!                                0    .  .  .  .                                    ^
//!                                1    .  *  .  *  - - - - - - - - - - - - - - - - - +
//!                                2    .  .  .  *
//!                                3    .  *  *  .
//! ```
//!
//! The variants with numbers below 64 have tables: those that were shown first. A pair of them gets a table when its
//! tests without one have taken as long as the table takes, in about a tenth of the time of a step. Only a refresh
//! makes and drops tables. So the readers need no lock, and the results never depend on the tables.
//!
//! A variant that goes, such as those of an edited mask, loses its tables. Another variant may get its number.

mod owner;
mod table_set;
#[cfg(test)]
mod tests;
mod way_out;

pub(crate) use owner::OffsetTables;
pub(crate) use table_set::{Numbers, PairTable, TableReader};
pub(crate) use way_out::ExactTable;
