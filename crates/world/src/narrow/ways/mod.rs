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
//! A sprite that is not continuous stands where it is now. The join of a step reads boxes that contain the ways
//! (`tree/way_boxes.rs`), and finds the candidates of both kinds. A pair that shares no pixel now is looked up, or
//! tested pixel by pixel, at each offset of its line at which the two tight boxes overlap ([`first`]). Queries never
//! see the longer boxes.

mod first;
mod impact;
mod passing;

pub use impact::Impact;
pub(in crate::narrow) use passing::split_passing;
