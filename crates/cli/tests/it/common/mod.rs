//! Runs the command as a process in a temporary folder, and writes pictures for it.

pub(crate) mod bad_files;
pub(crate) mod oracle;

use image::{Rgba, RgbaImage};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The exit status and the output of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// Runs a command, which must not end by a signal or a panic.
    #[track_caller]
    pub(crate) fn of(mut command: Command) -> Ran {
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (out, err) = (text(output.stdout), text(output.stderr));
        let status = output.status.code().unwrap_or_else(|| panic!("{command:?}: {}\n{err}", output.status));
        assert!(!err.contains("panicked"), "{command:?}: {err}");
        Ran { status, out, err }
    }

    /// Checks that the run succeeded without an error message.
    #[track_caller]
    pub(crate) fn fine(self) -> Ran {
        assert_eq!(self.status, 0, "{}", self.err);
        assert!(!self.err.contains("error"), "{}", self.err);
        self
    }
}

/// Returns whether this build of the command has the options of a case: those of the cluster are a feature.
pub(crate) fn has_options(args: &[&str]) -> bool {
    let of_cluster = ["--workers", "--memory", "--checkpoint"];
    cfg!(feature = "cluster") || !args.iter().any(|option| of_cluster.contains(option))
}

/// A temporary folder as the working directory of the command.
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

    /// Writes a picture with the RGBA colors of `pixel`.
    pub(crate) fn picture(&self, name: &str, width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> &Folder {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        RgbaImage::from_fn(width, height, |x, y| Rgba(pixel(x, y))).save(path).unwrap();
        self
    }

    /// Creates a named pipe.
    #[cfg(unix)]
    pub(crate) fn pipe(&self, name: &str) -> PathBuf {
        let path = self.0.path().join(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    }

    /// Returns whether an output has its temporary file.
    pub(crate) fn has_temporary_file(&self) -> bool {
        self.names().iter().any(|name| name.starts_with(".hitmask-"))
    }

    pub(crate) fn remove(&self, name: &str) {
        std::fs::remove_file(self.0.path().join(name)).unwrap();
    }

    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.path().join(name)).unwrap()
    }

    /// Returns the sorted names of all entries of the folder.
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

    #[track_caller]
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args))
    }

    /// Returns the command started by a shell after the shell command `before`, such as a limit.
    #[cfg(unix)]
    pub(crate) fn command_after(&self, before: &str, args: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.current_dir(self.0.path()).stdin(Stdio::null());
        command.args(["-c", &format!("{before}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_hitmask")]).args(args);
        command
    }

    /// Returns the command with a memory limit in MiB of address space, program included.
    #[cfg(unix)]
    pub(crate) fn command_within(&self, mebibytes: u32, args: &[&str]) -> Command {
        let mut command = self.command_after(&format!("ulimit -c 0; ulimit -v {}", mebibytes * 1024), args);
        // One heap: glibc reserves 64 MiB of addresses for the heap of every thread, even near the limit.
        command.env("MALLOC_ARENA_MAX", "1");
        command
    }

    #[cfg(unix)]
    #[track_caller]
    pub(crate) fn run_within(&self, mebibytes: u32, args: &[&str]) -> Ran {
        Ran::of(self.command_within(mebibytes, args))
    }
}

/// How long a test waits for a state. This limit only turns a hang into a failure.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// Waits until `look` returns a value.
#[cfg(unix)]
#[track_caller]
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(start.elapsed() < DEADLINE, "not seen: {what}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Waits until a condition is true. Panics if the child ends before.
#[cfg(unix)]
#[track_caller]
pub(crate) fn wait_until(child: &mut Child, what: &str, mut condition: impl FnMut() -> bool) {
    wait_for(what, || {
        let is_true = condition();
        assert!(is_true || child.try_wait().unwrap().is_none(), "the command ended before {what}");
        is_true.then_some(())
    });
}

/// Waits for the end of a child. Returns its exit status, and what it wrote to standard error.
#[cfg(unix)]
#[track_caller]
pub(crate) fn end(child: &mut Child) -> (ExitStatus, String) {
    let status = wait_for("the end of the command", || child.try_wait().unwrap());
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    (status, error)
}

/// Sends a signal to a process that exists.
#[cfg(unix)]
#[track_caller]
pub(crate) fn send(signal: &str, process: u32) {
    assert!(Command::new("kill").args([signal, &process.to_string()]).status().unwrap().success());
}

/// Starts a command that has one output under its temporary name, and waits for a reader of another output. It replaces
/// `p.png`, and waits at the named pipe `pipe`. The folder has a scene `heap.json`.
#[cfg(unix)]
pub(crate) fn start_and_block(folder: &Folder, before: &str) -> Child {
    folder.write("p.png", "old").pipe("pipe");
    let args = ["pairs", "heap.json", "--picture", "p.png", "--out", "pipe"];
    let mut child = folder.command_after(before, &args).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(&mut child, "a temporary file", || folder.has_temporary_file());
    child
}

/// The folder of the sample scene.
pub(crate) fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scene")
}

/// A solid pixel and a transparent pixel.
pub(crate) const SOLID: [u8; 4] = [200, 200, 200, 255];
pub(crate) const AIR: [u8; 4] = [0; 4];
