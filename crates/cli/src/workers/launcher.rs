//! The side of the launcher, which alone decides how a run ends.
//!
//! It knows two facts of each worker: the records that the worker sends, and how the process ended. The first worker that fails
//! by itself is at fault: it sent a failure that is a cause, its process ended without a failure, or it was silent for too
//! long. Workers that fail because of another one say so, and do not decide anything.

use super::child::{INTERRUPT, READER_GONE};
use crate::progress::Progress;
use crate::records::Record;
use crate::replace::Complete;
use crate::{ending, interrupt, output};
use anyhow::{Context, Result, anyhow};
use std::io::{BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::thread::Builder;
use std::time::{Duration, Instant};
use std::{env, io};
use tiles::{SILENCE, Token};

/// The time between two looks of the launcher at its workers and for a Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);
/// A worker has stalled if the launcher has looked so often without a record of the worker in between. Looks are counted, not
/// time: a launcher that was paused or starved has not looked.
const SILENT_LOOKS: u32 = (SILENCE.as_millis() / LOOK.as_millis()) as u32;

/// Runs this command line as `workers` processes. Passes on the standard output of worker 0, and moves the outputs to their
/// targets after all workers have done their part.
pub(crate) fn launch(workers: usize, outputs: &[&Path]) -> Result<()> {
    // The limit holds back worker 0 if the reader of the standard output is slow.
    let (events, from_workers) = mpsc::sync_channel(64);
    let mut crew = Crew::default();
    for index in 0..workers {
        let member = Member::start(index, workers, &events).with_context(|| format!("cannot start worker {index}"))?;
        crew.members.push(member);
    }
    drop(events);
    let result = crew.watch(&from_workers).and_then(|outputs| ending::commit(&outputs));
    crew.kill();
    if let Some(writer) = crew.members.first() {
        output::remove_temporary_files_of(writer.process.id(), outputs);
    }
    result
}

/// All workers. Kills those that run if it is dropped.
#[derive(Default)]
struct Crew {
    members: Vec<Member>,
    /// The first failure that may be the fault of another worker: the worker and its error.
    consequence: Option<(usize, String)>,
}

struct Member {
    process: Child,
    /// Open as long as the worker may live.
    input: Option<ChildStdin>,
    /// The address at which the worker listens.
    address: Option<String>,
    /// Whether the channel of the worker is open. It closes when the process ends.
    is_running: bool,
    /// Whether the worker has sent its failure.
    has_failed: bool,
    /// The number of looks since its last record.
    silent_looks: u32,
}

impl Crew {
    /// Waits until the outputs are complete. Returns the error of the worker at fault if there is one.
    fn watch(&mut self, events: &Receiver<(usize, Option<Record>)>) -> Result<Vec<Complete>> {
        let (mut last_look, mut progress, mut told_interrupt) = (Instant::now(), None, false);
        let mut looks_after_consequence = 0;
        loop {
            match events.recv_timeout(LOOK) {
                Ok((worker, None)) => self.end(worker)?,
                Ok((worker, Some(record))) => {
                    self.members[worker].silent_looks = 0;
                    match record {
                        Record::Alive => {}
                        Record::Listening(address) => self.introduce(worker, address)?,
                        Record::Progress(done, total) => {
                            let bar = progress.get_or_insert_with(|| Progress::counted("working", total));
                            bar.set(done as u64, total as u64);
                        }
                        Record::Output(bytes) => self.pass_on(worker, &bytes)?,
                        Record::Note(text) => _ = writeln!(io::stderr(), "{text}"),
                        Record::Complete(outputs) => return Ok(outputs),
                        Record::Failed { is_cause: true, error } => {
                            return Err(anyhow!("worker {worker} failed: {error}"));
                        }
                        Record::Failed { is_cause: false, error } => {
                            self.members[worker].has_failed = true;
                            self.consequence.get_or_insert((worker, error));
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.without_cause()),
            }
            if last_look.elapsed() < LOOK {
                continue;
            }
            last_look = Instant::now();
            for (worker, member) in self.members.iter_mut().enumerate().filter(|(_, member)| member.is_running) {
                member.silent_looks += 1;
                if member.silent_looks > SILENT_LOOKS {
                    let silence = SILENCE.as_secs_f32();
                    return Err(anyhow!("worker {worker} stalled: no sign of life for {silence:.1} s, and was killed"));
                }
            }
            looks_after_consequence += u32::from(self.consequence.is_some());
            if looks_after_consequence > SILENT_LOOKS {
                return Err(self.without_cause());
            }
            // Before the addresses, a worker expects no other line.
            let is_introduced = self.members.iter().all(|member| member.address.is_some());
            if interrupt::is_interrupted() && is_introduced && !told_interrupt {
                told_interrupt = true;
                self.members.iter_mut().for_each(|member| member.tell(INTERRUPT));
            }
        }
    }

    /// Stores the address of a worker. After the last one, sends all addresses to each worker.
    fn introduce(&mut self, worker: usize, address: String) -> Result<()> {
        self.members[worker].address = Some(address);
        let addresses: Option<Vec<_>> = self.members.iter().map(|member| member.address.as_deref()).collect();
        if let Some(addresses) = addresses {
            let greeting = format!("{}\n{}", Token::random()?.as_text(), addresses.join("\n"));
            self.members.iter_mut().for_each(|member| member.tell(&greeting));
        }
        Ok(())
    }

    /// Writes bytes to standard output.
    fn pass_on(&mut self, worker: usize, bytes: &[u8]) -> Result<()> {
        let mut out = io::stdout();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.members[worker].tell(READER_GONE),
            written => written.context("standard output")?,
        }
        Ok(())
    }

    /// Handles the end of a worker. Returns an error if the worker is at fault.
    fn end(&mut self, worker: usize) -> Result<()> {
        let member = &mut self.members[worker];
        let status = member.end().with_context(|| format!("cannot wait for worker {worker}"))?;
        // A worker ends well only after the outputs are complete, and the record of that may still be on its way.
        if member.has_failed || status.success() {
            return Ok(());
        }
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Err(anyhow!("worker {worker} was killed by signal {signal}"));
        }
        Err(anyhow!("worker {worker} ended with exit status {}", status.code().unwrap_or_default()))
    }

    /// Returns the error of a run in which no worker failed by itself, such as after a stranger has connected.
    fn without_cause(&self) -> anyhow::Error {
        match &self.consequence {
            Some((worker, error)) => anyhow!("worker {worker} gave up: {error}"),
            None => anyhow!("all workers ended before the outputs were complete"),
        }
    }

    fn kill(&mut self) {
        for member in self.members.iter_mut().filter(|member| member.is_running) {
            // An error says that the worker has ended in the meantime.
            let _ = member.end();
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Member {
    fn start(index: usize, workers: usize, events: &SyncSender<(usize, Option<Record>)>) -> io::Result<Member> {
        let mut args = env::args_os().skip(1);
        let mut command = Command::new(env::current_exe()?);
        // The option comes before all others, since `--` may end the options.
        command.args(args.next()).arg(format!("--worker-of-launcher={index}/{workers}")).args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // A Ctrl-C of the terminal reaches the launcher alone, which passes it on once.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let member = Member { process, input, address: None, is_running: true, has_failed: false, silent_looks: 0 };
        let events = events.clone();
        Builder::new().spawn(move || output.map(|output| listen(index, output, &events)))?;
        Ok(member)
    }

    /// Writes a line to the standard input of the worker. A worker that is gone does not need it.
    fn tell(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// Kills the process if it still runs, and returns how it ended. A process that is already ending keeps its status.
    fn end(&mut self) -> io::Result<ExitStatus> {
        self.is_running = false;
        let _ = self.process.kill();
        self.process.wait()
    }
}

/// Passes on the records of a worker, and then its end.
fn listen(worker: usize, output: ChildStdout, events: &SyncSender<(usize, Option<Record>)>) {
    let mut input = BufReader::with_capacity(1 << 16, output);
    // A failed send says that the launcher has decided how the run ends.
    while let Some(record) = Record::read(&mut input)
        && events.send((worker, Some(record))).is_ok()
    {}
    let _ = events.send((worker, None));
}
