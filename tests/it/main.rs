//! Tests of what crosses packages: the public names and the formats. `crates/mask/tests` and `crates/world/tests` have
//! the others.

mod calls;
mod formats;
mod one_language;
mod package;
mod pages;
mod physics;
mod public_api;
