//! The packages of the repository, each with its commands.

mod bevy;
mod book;
mod c;
mod core;
mod godot;
mod macroquad;
mod python;
mod web;

use crate::tools::{Failure, Result, usage};
use std::env;
use std::path::{Path, PathBuf};

/// A package: `cargo xtask COMMAND PACKAGE [ARG...]` calls `run` with the root, the command and the arguments.
pub(crate) struct Package {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// The commands, a line for each, and what else users must know.
    pub(crate) help: &'static str,
    pub(crate) run: fn(&Path, &str, &[String]) -> Result<()>,
}

pub(crate) const PACKAGES: [Package; 8] = [
    core::PACKAGE,
    python::PACKAGE,
    web::PACKAGE,
    book::PACKAGE,
    bevy::PACKAGE,
    macroquad::PACKAGE,
    c::PACKAGE,
    godot::PACKAGE,
];

pub(crate) use python::environment;

impl Package {
    /// The commands of the package.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &'static str> {
        let lines = self.help.lines().take_while(|line| !line.is_empty());
        lines.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next())
    }
}

/// The failure of a command that a package does not have.
fn unknown(package: &Package, command: &str) -> Failure {
    let commands: Vec<&str> = package.commands().collect();
    usage(format!("{} has no command '{command}'; its commands are: {}", package.name, commands.join(" ")))
}

/// Fails if a command that takes no arguments has some.
fn no_arguments(command: &str, arguments: &[String]) -> Result<()> {
    if arguments.is_empty() {
        return Ok(());
    }
    Err(usage(format!("{command}: expected no arguments, got '{}'", arguments.join(" "))))
}

/// Returns whether a command has the only option that it takes.
fn option(command: &str, arguments: &[String], option: &str) -> Result<bool> {
    match arguments {
        [] => Ok(false),
        [argument] if argument == option => Ok(true),
        _ => Err(usage(format!("{command}: expected {option} or nothing, got '{}'", arguments.join(" ")))),
    }
}

/// The folder in which cargo builds a workspace.
fn target(folder: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| folder.join("target"), |target| folder.join(target))
}
