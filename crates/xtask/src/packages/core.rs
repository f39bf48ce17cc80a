//! The libraries, the command, and all else of the workspace at the root.

use super::{Package, no_arguments, unknown};
use crate::tools::{Result, need, run};
use std::path::Path;

pub(crate) const PACKAGE: Package = Package {
    name: "core",
    about: "the libraries and the command: the workspace at the root",
    help: "\
build    builds what users get: the libraries and the command
test     passes the tests of all crates",
    run: command,
};

fn command(root: &Path, command: &str, arguments: &[String]) -> Result<()> {
    no_arguments(command, arguments)?;
    need(&["cargo"])?;
    match command {
        "build" => run("cargo").args(["build", "--locked"]).at(root).go(),
        "test" => run("cargo").args(["test", "--workspace", "--locked"]).at(root).go(),
        _ => Err(unknown(&PACKAGE, command)),
    }
}
