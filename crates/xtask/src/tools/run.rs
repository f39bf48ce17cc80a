//! Programs that run: in a folder, with an environment, within a time. Why a command ends without success.

use super::find::find;
use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fmt, io};

/// A program that is about to run. Its output goes where the output of this program goes, if nothing else is said.
pub(crate) struct Run {
    command: Command,
    /// How an error names the program.
    name: String,
    limit: Option<Duration>,
    is_quiet: bool,
}

/// Returns a program that runs with the environment that this program was called with.
pub(crate) fn run(program: impl AsRef<OsStr>) -> Run {
    let program = program.as_ref();
    let name = program.to_string_lossy().into_owned();
    let mut command = Command::new(find(&name).unwrap_or_else(|| program.into()));
    // What `cargo run` adds describes this package, and not what a cargo inside builds.
    for (variable, _) in env::vars_os() {
        let text = variable.to_string_lossy();
        let is_of_cargo = ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|start| text.starts_with(start));
        if is_of_cargo || ["CARGO", "RUST_RECURSION_COUNT"].contains(&&*text) {
            command.env_remove(&variable);
        }
    }
    if let Some(libraries) = libraries() {
        command.env(LIBRARY_PATH, libraries);
    }
    Run { command, name, limit: None, is_quiet: false }
}

/// The variable that says where programs find shared libraries.
const LIBRARY_PATH: &str = if cfg!(target_os = "macos") { "DYLD_FALLBACK_LIBRARY_PATH" } else { "LD_LIBRARY_PATH" };

/// The folders of libraries without those that `cargo run` adds: of this build, and of the tool chain.
fn libraries() -> Option<std::ffi::OsString> {
    let all = env::var_os(LIBRARY_PATH)?;
    let here = env::current_exe().ok()?;
    let is_kept = |folder: &Path| {
        let is_of_build = here.parent().is_some_and(|here| folder.starts_with(here));
        !is_of_build && !folder.components().any(|part| part.as_os_str() == "toolchains")
    };
    env::join_paths(env::split_paths(&all).filter(|folder| is_kept(folder))).ok()
}

impl Run {
    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Run {
        self.command.arg(argument);
        self
    }

    pub(crate) fn args(mut self, arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> Run {
        self.command.args(arguments);
        self
    }

    /// Runs in a folder, with the tool chain that the folder names.
    pub(crate) fn at(mut self, folder: impl AsRef<Path>) -> Run {
        if folder.as_ref().join("rust-toolchain.toml").exists() {
            self.command.env_remove("RUSTUP_TOOLCHAIN"); // the one of the cargo that runs this program
        }
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn env(mut self, variable: &str, value: impl AsRef<OsStr>) -> Run {
        self.command.env(variable, value);
        self
    }

    /// Ends the program with a failure after some seconds.
    pub(crate) fn limit(mut self, seconds: u64) -> Run {
        self.limit = Some(Duration::from_secs(seconds));
        self
    }

    /// Drops what the program says.
    pub(crate) fn quiet(mut self) -> Run {
        self.is_quiet = true;
        self
    }

    /// Runs the program, which must succeed.
    pub(crate) fn go(mut self) -> Result<()> {
        if self.is_quiet {
            self.command.stdout(Stdio::null()).stderr(Stdio::null());
        }
        let status = self.status()?;
        self.succeeded(status)
    }

    /// Runs the program with its output on standard error: standard output is for rows.
    pub(crate) fn aside(mut self) -> Result<()> {
        self.command.stdout(io::stderr());
        let status = self.status()?;
        self.succeeded(status)
    }

    /// Runs the program, which must succeed, and returns its standard output.
    pub(crate) fn output(mut self) -> Result<String> {
        if self.is_quiet {
            self.command.stderr(Stdio::null());
        } else {
            self.command.stderr(Stdio::inherit());
        }
        let output = self.command.output().map_err(|error| self.not_started(&error))?;
        self.succeeded(output.status)?;
        Ok(String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"))
    }

    /// Runs the program with its standard output in a file, or with both outputs.
    pub(crate) fn into_file(mut self, file: &Path, with_errors: bool) -> Result<()> {
        let cannot = |error: io::Error| failed(format!("cannot write {}: {error}", file.display()));
        let output = File::create(file).map_err(cannot)?;
        if with_errors {
            self.command.stderr(output.try_clone().map_err(cannot)?);
        }
        self.command.stdout(output);
        let status = self.status()?;
        self.succeeded(status)
    }

    /// Runs the program until its standard output has some text, and returns the line of the text. The output goes
    /// through a file. The program ends with the text, or after its time.
    pub(crate) fn until(mut self, text: &str, file: &Path) -> Result<String> {
        let output = File::create(file).map_err(|error| failed(format!("cannot write {}: {error}", file.display())))?;
        self.command.stdout(output);
        let mut child = self.spawn()?;
        let start = Instant::now();
        loop {
            let has_ended =
                !matches!(child.try_wait(), Ok(None)) || self.limit.is_some_and(|limit| start.elapsed() > limit);
            let said = std::fs::read(file).unwrap_or_default();
            let said = String::from_utf8_lossy(&said);
            let line = said.lines().find(|line| line.contains(text)).map(str::to_owned);
            if has_ended || line.is_some() {
                kill(&mut child);
                return line.ok_or_else(|| failed(format!("{} does not print '{text}':\n{said}", self.name)));
            }
            sleep(Duration::from_millis(100));
        }
    }

    /// Starts the program in a group of its own, so that `kill` reaches its children.
    fn spawn(&mut self) -> Result<Child> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut self.command, 0);
        self.command.spawn().map_err(|error| self.not_started(&error))
    }

    /// Starts the program, waits for its end, and kills it with its children after its time.
    fn status(&mut self) -> Result<ExitStatus> {
        let Some(limit) = self.limit else { return self.command.status().map_err(|error| self.not_started(&error)) };
        let mut child = self.spawn()?;
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        while start.elapsed() < limit {
            if let Some(status) = child.try_wait().map_err(|error| self.not_started(&error))? {
                return Ok(status);
            }
            sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        }
        kill(&mut child);
        Err(failed(format!("{} has not ended after {} s", self.name, limit.as_secs())))
    }

    fn not_started(&self, error: &io::Error) -> super::Failure {
        failed(format!("cannot run {}: {error}", self.name))
    }

    fn succeeded(&self, status: ExitStatus) -> Result<()> {
        if status.success() {
            return Ok(());
        }
        let words = self.command.get_args().map(|word| format!(" {}", word.to_string_lossy()));
        let mut words: String = words.collect();
        if let Some((end, _)) = words.char_indices().nth(200) {
            words.truncate(end);
            words += " ...";
        }
        let at = self.command.get_current_dir().map(|folder| format!(" (in {})", folder.display()));
        Err(failed(format!("{}{words} failed: {status}{}", self.name, at.unwrap_or_default())))
    }
}

/// Ends a program and, where the system has groups of processes, all that it has started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    for signal in ["-TERM", "-KILL"] {
        let _ = Command::new("kill").args([signal, "--", &format!("-{}", child.id())]).stderr(Stdio::null()).status();
        sleep(Duration::from_millis(500));
    }
    // It may have ended in the meantime.
    let _ = child.kill();
    let _ = child.wait();
}

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// A failure: the status with which the program ends, and the message for the user.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: u8,
    message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Returns the failure of something that was tried.
pub(crate) fn failed(message: impl Into<String>) -> Failure {
    Failure { status: 1, message: message.into() }
}

/// Returns the failure of a call with wrong arguments.
pub(crate) fn usage(message: impl Into<String>) -> Failure {
    Failure { status: 2, message: message.into() }
}

/// Tells whether this user may do everything, on systems that have such a user.
pub(crate) fn is_root() -> bool {
    cfg!(unix) && run("id").arg("-u").output().is_ok_and(|id| id.trim() == "0")
}

/// Installs packages of Debian, if the system has them and lets this user.
pub(crate) fn install(packages: &[&str]) -> bool {
    if find("apt-get").is_none() || !is_root() {
        return false;
    }
    let update = run("apt-get").args(["update", "-qq"]).go();
    update.and_then(|()| run("apt-get").args(["install", "-y", "-qq"]).args(packages).output()).is_ok()
}
