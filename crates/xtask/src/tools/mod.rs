//! What all commands share: failures, programs, files.

mod failure;
mod files;
mod find;
mod markdown;
mod run;

pub(crate) use failure::{Failure, Result, failed, usage};
pub(crate) use files::{changed, copy, copy_into, folder, fresh, list, newest, read, tree, version, write};
pub(crate) use find::{NotRun, find, has, install, need};
pub(crate) use markdown::{check_prints, dead_links, printed, programs, unlink};
pub(crate) use run::{Run, is_root, run};
