//! The machine and the build that a report ran on.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::process::Command;

/// A machine and a build, as pages name them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The name of the processor.
    pub processor: String,
    /// The family and the model of the processor, which its name may not tell.
    pub family: String,
    /// The number of threads.
    pub threads: usize,
    /// The architecture and the system.
    pub system: String,
    /// The build: the profile and the flags.
    pub build: String,
    /// The version of the compiler.
    pub rustc: String,
    /// The commit, with `-dirty` if files were changed after it.
    pub commit: String,
    /// The day of the measurement.
    pub date: String,
}

impl Machine {
    /// This machine and this build. What the system does not tell is empty.
    #[must_use]
    pub fn here() -> Machine {
        let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            let line = cpuinfo.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name));
            line.and_then(|line| Some(line.split_once(':')?.1.trim().to_owned()))
        };
        let family = match (field("cpu family"), field("model")) {
            (Some(family), Some(model)) => format!("family {family}, model {model}"),
            _ => String::new(),
        };
        Machine {
            processor: field("model name").unwrap_or_else(|| "an unnamed processor".to_owned()),
            family,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            build: build().to_owned(),
            rustc: output("rustc", &["--version"]),
            commit: output("git", &["describe", "--always", "--dirty", "--exclude=*"]),
            date: output("date", &["-u", "+%Y-%m-%d"]),
        }
    }

    /// The processor, its family, and its threads: those of the machine, not those that a program used.
    #[must_use]
    pub fn processor(&self) -> String {
        let family = if self.family.is_empty() { String::new() } else { format!(" ({})", self.family) };
        let plural = if self.threads == 1 { "" } else { "s" };
        format!("{}{family}, a machine of {} thread{plural}", self.processor, self.threads)
    }
}

/// The line above a report.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}; {}", self.processor(), self.system, self.build)
    }
}

fn build() -> &'static str {
    match () {
        () if cfg!(debug_assertions) => "a DEBUG build",
        () if cfg!(target_feature = "avx512f") => "a release build with flags for AVX-512",
        () if cfg!(target_feature = "avx2") => "a release build with flags for AVX2",
        () => "a release build with default flags",
    }
}

/// The output of a command, or an empty text if the command fails.
fn output(command: &str, args: &[&str]) -> String {
    let output = Command::new(command).args(args).output().ok().filter(|output| output.status.success());
    output.map_or(String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
