//! The side of the launcher.

use super::child::{ALIVE, INTERRUPT};
use super::signs::Sign;
use super::verdict::{self, Ended};
use crate::progress::Progress;
use crate::{interrupt, output};
use anyhow::{Context, Result, anyhow, bail};
use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::{Duration, Instant};
use tiles::Token;

/// How long the workers may take until they listen, and how much longer for each worker: they may have few processors.
const START: Duration = Duration::from_secs(5);
const START_OF_EACH: Duration = Duration::from_millis(100);
/// How long workers may outlive one that failed by itself. Those that compute do not look for failures.
const GRACE: Duration = Duration::from_millis(300);
/// How long workers may outlive others that have ended, as long as none of them failed by itself. Who stays is at
/// fault.
const SUSPENSE: Duration = Duration::from_millis(800);
/// How long a worker may give no sign of life. Shorter than what the workers allow each other, so that it is the
/// launcher that speaks.
const SILENCE: Duration = Duration::from_millis(3000);
/// How often the launcher looks for a Ctrl-C.
const PERIOD: Duration = Duration::from_millis(50);
/// The longest line, and the most bytes of messages, that the launcher keeps of a worker.
const MAX_MESSAGES: usize = 1 << 16;

/// News from the threads that read from workers.
enum Event {
    Address(usize, String),
    Progress(usize, usize),
    Alive(usize),
    /// The worker has closed its standard error: it has ended.
    Closed {
        worker: usize,
        messages: String,
        blames: Option<usize>,
    },
    /// The outputs are in their places.
    Done,
    /// All of the standard output of worker 0 was passed on.
    Relayed(io::Result<()>),
}

/// Runs this command line as `workers` processes. Passes on the standard output of worker 0, which also writes `outputs`.
pub(crate) fn launch(workers: usize, outputs: &[&Path]) -> Result<()> {
    let mut crew = Crew { members: Vec::with_capacity(workers), ended: Vec::new(), is_done: false };
    let (events, from_workers) = mpsc::channel();
    for index in 0..workers {
        crew.members
            .push(Member::start(index, workers, &events).with_context(|| format!("cannot start worker {index}"))?);
    }
    drop(events);
    let result = crew.introduce(&from_workers).and_then(|()| crew.wait(&from_workers));
    let killed = crew.kill();
    if let Some(writer) = crew.members.first() {
        output::remove_temporary_files_of(writer.process.id(), outputs);
    }
    let silent = result?;
    let is_done = crew.is_done || from_workers.try_iter().any(|event| matches!(event, Event::Done));
    if !is_done {
        return Err(anyhow!(verdict::reason(&crew.ended, silent, &killed)));
    }
    crew.pass_on_messages();
    Ok(())
}

/// All workers. Kills those that run if it is dropped.
struct Crew {
    members: Vec<Member>,
    /// The workers that have ended by themselves, in order.
    ended: Vec<Ended>,
    /// Whether the outputs are in their places. Then all workers have done their work, and a later failure does not matter.
    is_done: bool,
}

struct Member {
    process: Child,
    /// Open as long as the worker may live.
    input: Option<ChildStdin>,
    running: bool,
}

impl Crew {
    /// Collects the addresses of all workers, and sends all of them to each one.
    fn introduce(&mut self, events: &Receiver<Event>) -> Result<()> {
        let limit = START + START_OF_EACH * self.members.len() as u32;
        let deadline = Instant::now() + limit;
        let mut addresses = vec![None; self.members.len()];
        while let Some(missing) = addresses.iter().position(Option::is_none) {
            match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Event::Address(worker, address)) => addresses[worker] = Some(address),
                Ok(Event::Closed { worker, messages, blames }) => {
                    self.end(worker, messages, blames)?;
                    // A worker that ends before the work is at fault, even if it calls that a success.
                    bail!(verdict::reason(&self.ended, None, &[]));
                }
                Ok(Event::Progress(..) | Event::Alive(_) | Event::Done | Event::Relayed(_)) => {}
                Err(_) => bail!("worker {missing} did not start within {:.1} s, and was killed", limit.as_secs_f32()),
            }
        }
        let addresses: Vec<String> = addresses.into_iter().flatten().collect();
        let token = Token::random()?;
        let greeting = format!("{}\n{}\n", token.as_text(), addresses.join("\n"));
        for member in &mut self.members {
            member.tell(&greeting);
        }
        Ok(())
    }

    /// Waits until all workers have ended, or until the others have had time to end after a failure. Returns a worker
    /// that is stopped.
    fn wait(&mut self, events: &Receiver<Event>) -> Result<Option<usize>> {
        let mut seen = vec![Instant::now(); self.members.len()];
        let mut looked = Instant::now();
        let mut progress = None;
        let (mut told_interrupt, mut relayed) = (false, false);
        let mut give_up = None;
        while !relayed || self.members.iter().any(|member| member.running) {
            match events.recv_timeout(PERIOD) {
                Ok(Event::Closed { worker, messages, blames }) => {
                    self.end(worker, messages, blames)?;
                    let wait = verdict::cause(&self.ended).map(|_| GRACE);
                    let wait = wait.or_else(|| verdict::has_failed(&self.ended).then_some(SUSPENSE));
                    give_up = wait.map(|wait| Instant::now() + wait);
                }
                Ok(Event::Progress(done, total)) => {
                    let (progress, last) = progress.get_or_insert_with(|| (Progress::counted("working", total), 0));
                    progress.add(done.saturating_sub(*last));
                    *last = done.max(*last);
                }
                Ok(Event::Relayed(result)) => {
                    relayed = true;
                    result.context("standard output")?;
                }
                Ok(Event::Done) => self.is_done = true,
                Ok(Event::Alive(worker)) => seen[worker] = Instant::now(),
                Ok(Event::Address(..)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if give_up.is_some_and(|end| Instant::now() >= end) {
                break;
            }
            // After a pause of the launcher itself, the signs of life are still on their way.
            if looked.elapsed() > ALIVE {
                seen.fill(Instant::now());
            }
            looked = Instant::now();
            let is_silent = |worker: &usize| self.members[*worker].running && seen[*worker].elapsed() > SILENCE;
            if let Some(silent) = (0..seen.len()).find(is_silent) {
                return Ok(Some(silent));
            }
            if interrupt::is_interrupted() && !told_interrupt {
                told_interrupt = true;
                self.members.iter_mut().for_each(|member| member.tell(&format!("{INTERRUPT}\n")));
            }
        }
        Ok(None)
    }

    /// Stores how a worker has ended.
    fn end(&mut self, worker: usize, messages: String, blames: Option<usize>) -> Result<()> {
        let member = &mut self.members[worker];
        let status = member.process.wait().with_context(|| format!("cannot wait for worker {worker}"))?;
        member.running = false;
        self.ended.push(Ended { worker, status, messages, blames });
        Ok(())
    }

    /// Kills the workers that still run, and returns them.
    fn kill(&mut self) -> Vec<usize> {
        let mut killed = Vec::new();
        for (worker, member) in self.members.iter_mut().enumerate().filter(|(_, member)| member.running) {
            // An error says that the worker has ended in the meantime.
            let _ = member.process.kill();
            killed.push(worker);
        }
        for &worker in &killed {
            let _ = self.members[worker].process.wait();
            self.members[worker].running = false;
        }
        killed
    }

    /// Prints the messages of worker 0, which say for example which files it wrote.
    fn pass_on_messages(&self) {
        for end in self.ended.iter().filter(|end| end.worker == 0) {
            let _ = io::stderr().write_all(end.messages.as_bytes());
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Member {
    fn start(index: usize, workers: usize, events: &Sender<Event>) -> io::Result<Member> {
        let mut args = env::args_os().skip(1);
        let mut command = Command::new(env::current_exe()?);
        // The option comes before all others, since `--` may end the options.
        command.args(args.next()).arg(format!("--worker-of-launcher={index}/{workers}")).args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A Ctrl-C of the terminal reaches the launcher alone, which passes it on once.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let input = process.stdin.take();
        let streams = process.stdout.take().zip(process.stderr.take());
        let member = Member { process, input, running: true };
        let Some((out, err)) = streams else { return Ok(member) };
        let (to_out, to_err) = (events.clone(), events.clone());
        Builder::new().spawn(move || relay(index, out, &to_out))?;
        Builder::new().spawn(move || listen(index, err, &to_err))?;
        Ok(member)
    }

    /// Writes to the standard input of the worker. A worker that is gone has no use for it.
    fn tell(&mut self, text: &str) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(text.as_bytes()).and_then(|()| input.flush());
        }
    }
}

/// Reads the address of a worker, and passes on all further output of worker 0.
fn relay(worker: usize, out: ChildStdout, events: &Sender<Event>) {
    let mut out = BufReader::new(out);
    let mut address = String::new();
    // A failed send says that the launcher has given up.
    if (&mut out).take(100).read_line(&mut address).is_ok() && address.ends_with('\n') {
        let _ = events.send(Event::Address(worker, address.trim_end().to_owned()));
    }
    if worker == 0 {
        let relayed = io::copy(&mut out, &mut io::stdout()).and_then(|_| io::stdout().flush());
        let _ = events.send(Event::Relayed(match relayed {
            // The reader of the output has seen enough. The pipe closes, and worker 0 sees so too.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }));
    } else {
        let _ = io::copy(&mut out, &mut io::sink());
    }
}

/// Reads the messages of a worker until it ends.
fn listen(worker: usize, err: ChildStderr, events: &Sender<Event>) {
    let mut err = BufReader::new(err);
    let (mut messages, mut blames) = (String::new(), None);
    let mut line = Vec::new();
    while (&mut err).take(MAX_MESSAGES as u64).read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        let text = String::from_utf8_lossy(&line);
        match Sign::parse(text.trim_end()) {
            Some(Sign::Progress(done, total)) => _ = events.send(Event::Progress(done, total)),
            Some(Sign::Alive) => _ = events.send(Event::Alive(worker)),
            Some(Sign::Blame(worker)) => blames = Some(worker),
            Some(Sign::Done) => _ = events.send(Event::Done),
            None => {
                messages.push_str(&text);
                // The last messages tell the most.
                let excess = messages.len().saturating_sub(MAX_MESSAGES);
                let cut = (excess..=messages.len()).find(|&at| messages.is_char_boundary(at)).unwrap_or(0);
                messages.drain(..cut);
            }
        }
        line.clear();
    }
    let _ = events.send(Event::Closed { worker, messages, blames });
}
