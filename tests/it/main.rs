//! Tests of what crosses packages: the names and the formats. `crates/mask/tests` and `crates/world/tests` have
//! the others.

mod calls;
mod checks;
mod claims;
mod classic_articles;
mod contents;
mod examples;
mod first_commands;
mod formats;
mod gone;
mod light;
mod numbers;
mod one_language;
mod package;
mod pages;
mod published;
#[cfg(unix)]
mod release;
