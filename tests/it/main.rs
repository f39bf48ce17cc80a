//! Tests of what crosses packages: the names and the formats. `crates/mask/tests` and `crates/world/tests` have
//! the others.

mod calls;
mod checks;
mod formats;
mod one_language;
mod package;
mod pages;
mod physics;
