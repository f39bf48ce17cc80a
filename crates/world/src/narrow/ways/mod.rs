//! Ways: continuous sprites are tested along the way that they have gone since the last step.
//!
//! ```text
//!   last step        now                        the pair, seen from b:
//!
//!   a  ->  ->  ->  ->  a                        every offset of the line from a.last - b.last to a - b
//!               b ->                            o---o---o---#---#---o       # shares pixels: the pair is found,
//!                                                                             the first # is its impact
//! ```
//!
//! A sprite that is not continuous stands where it is now. The joins of the step list the pairs that share pixels now.
//! For the others, the box around a way is a row of a tree of its own ([`trees`]). These trees are joined with each
//! other, and with the trees of the sprites that stand. A candidate is looked up, or tested pixel by pixel, at each
//! offset of its line at which the two boxes overlap ([`first`]).
//!
//! A step needs the places of the step before ([`history`]). It alone looks at ways.

mod first;
mod history;
mod impact;
mod passing;
mod trees;

pub(crate) use history::LastPlaces;
pub use impact::Impact;
pub(crate) use trees::Ways;
