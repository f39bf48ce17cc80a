//! The suite of deadlines: how long it takes until a fault of a worker ends the command, compared with the promises.
//!
//! ```text
//! cargo build --release -p hitmask-cli
//! cargo run --release -p hitmask-cli --features cluster --example deadlines -- [TRIES]
//! ```
//!
//! A line for each fault: the longest time of some tries (3 by default) and the deadline. The exit status is 1 if a time is longer.
//! No other test compares times. It needs Linux, and a machine that is not busy.

use anyhow::{Context, Result, ensure};
use std::fs;
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const WORKERS: usize = 3;
/// The address of each host. On Linux, all addresses 127.x.x.x are loopback.
const HOSTS: [&str; WORKERS] = ["127.77.0.1:7701", "127.77.0.2:7702", "127.77.0.3:7703"];
const DEATH: Duration = Duration::from_secs(2);
const FAULT: Duration = Duration::from_secs(10);

/// A fault, its deadline, and a function that causes it and returns the time until all processes have ended.
type Fault = (&'static str, Duration, fn(&Run) -> Result<Duration>);

const FAULTS: [Fault; 9] = [
    ("--workers: kill -9", DEATH, |run| run.hurt_worker("-KILL", "was killed by signal 9")),
    ("--workers: SIGSTOP", FAULT, |run| run.hurt_worker("-STOP", "stalled: no sign of life")),
    ("--hosts: kill -9", DEATH, |run| run.hurt_host("-KILL", "died")),
    ("--hosts: SIGSTOP", FAULT, |run| run.hurt_host("-STOP", "stalled")),
    ("--hosts: a missing host", FAULT, |run| run.start_hosts(0..2, "worker 2 did not answer")),
    ("--hosts: a silent program at the address of a host", FAULT, |run| {
        let _squatter = TcpListener::bind(HOSTS[0])?;
        run.start_hosts(1..2, "did not introduce itself")
    }),
    ("--hosts: a silent program that connects", FAULT, |run| {
        let host = run.host(0)?;
        let _stranger = wait_for(|| TcpStream::connect(HOSTS[0]).ok())?;
        time(vec![host], "is not a worker of this cluster")
    }),
    ("--hosts: a taken port", FAULT, |run| {
        let _taken = TcpListener::bind(HOSTS[0])?;
        run.start_hosts(0..1, "another program has the port")
    }),
    ("a pause of a worker (2 s) and of the launcher (6 s) is no fault", Duration::MAX, Run::pause),
];

/// The command and its folder.
struct Run {
    command: PathBuf,
    folder: tempfile::TempDir,
}

fn main() -> Result<()> {
    let tries = std::env::args().nth(1).map_or(Ok(3), |tries| tries.parse()).context("TRIES")?;
    let command = std::env::current_exe()?.with_file_name("../hitmask");
    ensure!(command.is_file(), "{} does not exist: cargo build --release -p hitmask-cli", command.display());
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("hosts"), HOSTS.join("\n"))?;
    let token = folder.path().join("token");
    fs::write(&token, "a token of the deadlines")?;
    #[cfg(unix)]
    fs::set_permissions(token, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    let run = Run { command, folder };
    let mut late = Vec::new();
    for (name, deadline, fault) in FAULTS {
        let times = (0..tries).map(|_| fault(&run)).collect::<Result<Vec<_>>>().context(name)?;
        let longest = times.into_iter().max().unwrap_or_default();
        if deadline == Duration::MAX {
            println!("{name}: held");
            continue;
        }
        println!("{name}: {:.2} s, deadline {:.0} s", longest.as_secs_f64(), deadline.as_secs_f64());
        if longest > deadline {
            late.push(name);
        }
    }
    ensure!(late.is_empty(), "late: {}", late.join(", "));
    Ok(())
}

impl Run {
    /// Starts a swarm with more arguments.
    fn swarm(&self, steps: &str, more: &[&str]) -> Result<Child> {
        let mut command = Command::new(&self.command);
        command.current_dir(self.folder.path()).args(["swarm", "--sprites", "2000", "--steps", steps]).args(more);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        Ok(command.spawn()?)
    }

    fn host(&self, index: usize) -> Result<Child> {
        let (index, picture) = (index.to_string(), format!("{index}.png"));
        let args = ["--hosts", "hosts", "--token", "token", "--index", &index, "--picture", &picture];
        self.swarm("1000000000", &[&args[..], &["--movie", "m.gif"]].concat())
    }

    /// Waits until a swarm has begun its steps: then worker 0 has a temporary file.
    fn wait_for_steps(&self) -> Result<()> {
        wait_for(|| has_temporary_file(self.folder.path()).then_some(()))
    }

    fn hurt_worker(&self, signal: &str, expected: &str) -> Result<Duration> {
        let launcher = self.swarm("1000000000", &["--workers", "3", "--picture", "p.png", "--movie", "m.gif"])?;
        self.wait_for_steps()?;
        let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", launcher.id()))?;
        send(signal, children.split_whitespace().nth(1).context("no worker 1")?)?;
        time(vec![launcher], expected)
    }

    fn hurt_host(&self, signal: &str, expected: &str) -> Result<Duration> {
        let mut hosts = (0..WORKERS).map(|index| self.host(index)).collect::<Result<Vec<_>>>()?;
        self.wait_for_steps()?;
        let mut victim = hosts.remove(1);
        let sent = send(signal, &victim.id().to_string());
        let taken = sent.and_then(|()| time(hosts, &format!("worker 1 {expected}")));
        // The victim may have ended.
        _ = victim.kill();
        _ = victim.wait();
        taken
    }

    fn start_hosts(&self, indices: std::ops::Range<usize>, expected: &str) -> Result<Duration> {
        time(indices.map(|index| self.host(index)).collect::<Result<_>>()?, expected)
    }

    fn pause(&self) -> Result<Duration> {
        let mut launcher = self.swarm("20000", &["--workers", "3", "--picture", "p.png", "--movie", "m.gif"])?;
        self.wait_for_steps()?;
        let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", launcher.id()))?;
        let worker = children.split_whitespace().nth(1).context("no worker 1")?;
        for (process, seconds) in [(worker, 2), (&launcher.id().to_string(), 6)] {
            send("-STOP", process)?;
            thread::sleep(Duration::from_secs(seconds));
            send("-CONT", process)?;
        }
        let (status, error) = end(&mut launcher)?;
        ensure!(status.success(), "{error}");
        Ok(Duration::ZERO)
    }
}

/// Returns the time until all processes have ended with an expected error.
fn time(processes: Vec<Child>, expected: &str) -> Result<Duration> {
    let start = Instant::now();
    for mut process in processes {
        let (status, error) = end(&mut process)?;
        ensure!(status.code() == Some(1) && error.contains(expected), "expected {expected:?}: {status}, {error}");
    }
    Ok(start.elapsed())
}

fn end(process: &mut Child) -> Result<(ExitStatus, String)> {
    let status = wait_for(|| process.try_wait().transpose())??;
    let mut error = String::new();
    process.stderr.take().context("no standard error")?.read_to_string(&mut error)?;
    Ok((status, error))
}

fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> Result<T> {
    let start = Instant::now();
    loop {
        if let Some(seen) = look() {
            return Ok(seen);
        }
        ensure!(start.elapsed() < Duration::from_secs(60), "not seen in a minute");
        thread::sleep(Duration::from_millis(1));
    }
}

fn has_temporary_file(folder: &Path) -> bool {
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    names.into_iter().any(|entry| entry.file_name().as_encoded_bytes().starts_with(b".hitmask-"))
}

fn send(signal: &str, process: &str) -> Result<()> {
    ensure!(Command::new("kill").args([signal, process]).status()?.success(), "cannot send {signal} to {process}");
    Ok(())
}
