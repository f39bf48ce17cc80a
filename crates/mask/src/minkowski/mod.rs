//! All offsets at once: which of them hit (the Minkowski difference of two masks), the nearest one that
//! does not, and the way out.
//!
//! `slide` is the loop over words, `sift` spares it rows, `hits` and `convolve` lay its windows side by side,
//! `penetration` looks at those around one offset, and `normal` asks for the direction.

mod convolve;
mod normal;
mod penetration;
mod sift;
mod slide;
