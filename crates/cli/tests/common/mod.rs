//! The command run as a process in a folder of its own, and pictures for it.
#![allow(dead_code, reason = "every test file uses a part")]

pub(crate) mod faults;
pub(crate) mod oracle;

use image::{Rgba, RgbaImage};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// Checks the status and that nothing was complained of.
    #[track_caller]
    pub(crate) fn fine(self) -> Ran {
        assert_eq!(self.status, 0, "{}", self.err);
        assert!(!self.err.contains("error"), "{}", self.err);
        self
    }
}

/// A folder that the command runs in, removed at the end.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Folder {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        self
    }

    /// A picture, solid where `pixel` gives a colour that is not transparent.
    pub(crate) fn picture(&self, name: &str, width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> &Folder {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        RgbaImage::from_fn(width, height, |x, y| Rgba(pixel(x, y))).save(path).unwrap();
        self
    }

    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.path().join(name)).unwrap()
    }

    /// The names of all that is in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hitmask"));
        command.current_dir(self.0.path()).args(args).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        let output = self.command(args).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ran { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// The folder of the sample scene.
pub(crate) fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scene")
}

/// A solid pixel and one of air.
pub(crate) const SOLID: [u8; 4] = [200, 200, 200, 255];
pub(crate) const AIR: [u8; 4] = [0; 4];
