//! What all commands share: failures, programs, files.

mod files;
mod find;
pub(crate) mod godot;
mod markdown;
pub(crate) mod python;
mod run;

pub(crate) use files::{changed, copy, copy_into, folder, fresh, list, newest, read, tree, version, write};
pub(crate) use find::{NotRun, find, has, need};
pub(crate) use godot::Engine;
pub(crate) use markdown::{check_prints, dead_links, printed, programs, unlink};
pub(crate) use python::{Environment, find_python, without_windows};
pub(crate) use run::{Failure, Result, Run, failed, install, is_root, run, usage};
