//! Commands that run as several processes: equal output, and a clear error after every fault.
//!
//! `HITMASK_FAULTS=50` tries each fault 50 times instead of 3 times.

use crate::common::bad_files::heap;
use crate::common::{Folder, Ran, sample, wait_until};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const WORKERS: usize = 3;
/// The table of a heap of so many sprites takes a second or more.
const SPRITES: usize = 2500;
/// The time within which all processes end after the death of one, and after any other fault.
const DEATH: Duration = Duration::from_secs(2);
const FAULT: Duration = Duration::from_secs(10);

fn tries() -> usize {
    std::env::var("HITMASK_FAULTS").map_or(3, |text| text.parse().expect("HITMASK_FAULTS must be a number"))
}

/// Returns a random number below `end`, different in each run.
fn random(end: u64) -> u64 {
    // The keys of a hash map are random.
    RandomState::new().hash_one(0) % end
}

fn send(signal: &str, process: u32) {
    assert!(Command::new("kill").args([signal, &process.to_string()]).status().unwrap().success());
}

/// Returns whether a process exists. A process that only waits for its exit status to be read has ended.
fn is_alive(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    status.rsplit(") ").next().and_then(|rest| rest.chars().next()).is_some_and(|state| state != 'Z')
}

/// Creates a heap of large sprites. Every worker computes for many seconds before it has done its part. A fault after
/// that may come too late to prevent the output.
fn large_heap() -> Folder {
    let folder = heap(SPRITES);
    folder.picture("dot.png", 512, 512, |x, y| [1, 2, 3, 255 * ((x + y) % 2) as u8]);
    folder
}

/// Commands on a heap. Each one would replace a file.
const COMMANDS: [(&str, &[&str]); 2] = [
    ("o.csv", &["pairs", "heap.json", "--out", "o.csv", "--workers", "3"]),
    ("o.png", &["swarm", "--sprites", "2000", "--steps", "1000000", "--picture", "o.png", "--workers", "3"]),
];

/// A launcher and its workers.
struct Run {
    folder: Folder,
    /// The output.
    file: &'static str,
    launcher: Child,
    workers: Vec<u32>,
}

impl Run {
    /// Starts one of the commands. None of them would end by itself during a test.
    fn start(command: usize) -> Run {
        Run::start_in(large_heap(), command)
    }

    /// Starts one of the commands, and finds the processes of its workers as soon as they exist.
    fn start_in(folder: Folder, command: usize) -> Run {
        let (file, args) = COMMANDS[command % COMMANDS.len()];
        folder.write(file, "old");
        let launcher = folder.command(args).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let started = Instant::now();
        let find = |index: usize| {
            let option = format!("--worker-of-launcher={index}/{WORKERS}");
            loop {
                assert!(started.elapsed() < FAULT, "worker {index} did not appear");
                if let Some(worker) = child_with(launcher.id(), &option) {
                    return worker;
                }
            }
        };
        let workers = (0..WORKERS).map(find).collect();
        Run { folder, file, launcher, workers }
    }

    /// Waits for the end of the launcher, and checks that it has left nothing behind. Returns its status and its error.
    fn end(mut self, limit: Duration) -> (ExitStatus, String) {
        let since = Instant::now();
        let status = loop {
            if let Some(status) = self.launcher.try_wait().unwrap() {
                break status;
            }
            assert!(since.elapsed() < limit, "the launcher still runs after {limit:?}");
            thread::sleep(Duration::from_millis(2));
        };
        // If the launcher was killed, its workers end after it.
        while self.workers.iter().any(|&worker| is_alive(worker)) {
            assert!(since.elapsed() < limit, "a worker still runs after {limit:?}");
            thread::sleep(Duration::from_millis(2));
        }
        let mut error = String::new();
        self.launcher.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        assert!(!error.contains("panicked"), "{error}");
        assert_eq!(self.folder.text(self.file), "old", "{error}");
        let left = self.folder.names().into_iter().find(|name| name.starts_with(".hitmask-"));
        assert_eq!(left, None, "{error}");
        (status, error)
    }
}

/// Returns a child process with an argument.
fn child_with(parent: u32, argument: &str) -> Option<u32> {
    let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap_or_default();
    children.split_whitespace().filter_map(|child| child.parse().ok()).find(|child: &u32| {
        let command = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
        command.split(|&byte| byte == 0).any(|word| word == argument.as_bytes())
    })
}

#[test]
fn workers_write_the_table_of_one_process() {
    let scene = sample().join("scene.json");
    let scene = scene.to_str().unwrap();
    let folder = Folder::new();
    let expected = folder.run(&["pairs", scene]).fine().out;
    for workers in ["1", "2", "3", "5"] {
        assert_eq!(folder.run(&["pairs", scene, "--workers", workers]).fine().out, expected, "{workers}");
        // `--` ends the options.
        folder.run(&["pairs", "--out", "o.csv", "--workers", workers, "--", scene]).fine();
        assert_eq!(folder.text("o.csv"), expected);
        assert_eq!(folder.names(), ["o.csv"]);
    }
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    let folder = heap(400);
    let command = "\"$0\" pairs heap.json --workers 2 | head -n 2";
    let mut shell = Command::new("sh");
    shell.args(["-c", command, env!("CARGO_BIN_EXE_hitmask")]).current_dir(folder.path());
    let ran = Ran::of(shell).fine();
    assert_eq!(ran.out.lines().count(), 2);
}

#[test]
fn a_killed_worker_is_named() {
    for turn in 0..tries() {
        for victim in 0..WORKERS {
            let run = Run::start(turn + victim);
            thread::sleep(Duration::from_millis(random(900)));
            send("-KILL", run.workers[victim]);
            let (status, error) = run.end(DEATH);
            assert_eq!(error, format!("error: worker {victim} was killed by signal 9\n"));
            assert_eq!(status.code(), Some(1));
        }
    }
}

#[test]
fn a_stopped_worker_is_named_and_killed() {
    for turn in 0..tries() {
        let victim = random(WORKERS as u64) as usize;
        let run = Run::start(turn);
        thread::sleep(Duration::from_millis(random(900)));
        send("-STOP", run.workers[victim]);
        let (status, error) = run.end(FAULT);
        // A worker may be stopped before it listens.
        let named = ["stalled: it ", "did not start "].map(|deed| format!("error: worker {victim} {deed}"));
        let is_named = named.iter().any(|named| error.starts_with(named));
        assert!(is_named && error.ends_with(", and was killed\n"), "{error}");
        assert_eq!(status.code(), Some(1));
    }
}

/// A pause that is shorter than the limits, of a worker, and a longer one of the launcher, as by Ctrl-Z.
#[test]
fn a_pause_is_no_failure() {
    let expected = heap(SPRITES).run(&["pairs", "heap.json", "--threads", "1"]).fine().out;
    for (is_launcher, pause) in [(false, Duration::from_millis(1500)), (true, Duration::from_secs(5))] {
        let mut run = Run::start_in(heap(SPRITES), 0);
        thread::sleep(Duration::from_millis(random(900)));
        let paused = if is_launcher { run.launcher.id() } else { run.workers[1] };
        send("-STOP", paused);
        thread::sleep(pause);
        send("-CONT", paused);
        let mut error = String::new();
        run.launcher.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        assert_eq!((run.launcher.wait().unwrap().code(), error.as_str()), (Some(0), ""));
        assert!(run.folder.text("o.csv") == expected);
    }
}

#[test]
fn a_worker_that_never_starts_is_named() {
    for turn in 0..tries() {
        let victim = random(WORKERS as u64) as usize;
        let run = Run::start(turn);
        // At this time the worker has hardly begun.
        send("-STOP", run.workers[victim]);
        let (status, error) = run.end(FAULT);
        assert!(error.starts_with(&format!("error: worker {victim} ")), "{error}");
        assert!(error.contains("did not start within 5.3 s") || error.contains("stalled"), "{error}");
        assert_eq!(status.code(), Some(1));
    }
}

#[test]
fn no_worker_outlives_its_launcher() {
    for turn in 0..tries() {
        for (signal, number, command) in [("-KILL", 9, turn), ("-INT", 2, 0), ("-TERM", 15, turn)] {
            let run = Run::start(command);
            thread::sleep(Duration::from_millis(random(900)));
            send(signal, run.launcher.id());
            let (status, error) = run.end(DEATH);
            assert_eq!((status.signal(), error.as_str()), (Some(number), ""), "{signal}");
        }
    }
}

/// The first Ctrl-C ends a swarm with its report and its picture, the second one ends it at once.
#[test]
fn an_interrupt_ends_a_swarm_on_all_workers() {
    for _ in 0..tries() {
        let mut run = Run::start(1);
        thread::sleep(Duration::from_millis(1500));
        send("-INT", run.launcher.id());
        let mut table = String::new();
        run.launcher.stdout.take().unwrap().read_to_string(&mut table).unwrap();
        let mut error = String::new();
        run.launcher.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        assert_eq!(run.launcher.wait().unwrap().signal(), Some(2), "{error}");
        assert!(table.contains("of a frame"), "{table}{error}");
        assert!(error.contains("stopped after ") && error.ends_with("wrote o.png\n"), "{error}");
        assert!(run.folder.bytes("o.png").starts_with(b"\x89PNG"));
        assert!(!run.workers.iter().any(|&worker| is_alive(worker)));

        let run = Run::start(1);
        send("-STOP", run.workers[1]);
        thread::sleep(Duration::from_millis(100));
        send("-INT", run.launcher.id());
        thread::sleep(Duration::from_millis(100));
        send("-INT", run.launcher.id());
        let (status, error) = run.end(DEATH);
        assert_eq!((status.signal(), error.as_str()), (Some(2), ""));
    }
}

#[test]
fn a_worker_that_fails_is_quoted() {
    let folder = heap(100);
    let ran = folder.run(&["pairs", "heap.json", "--workers", "3", "--pair-limit", "1000"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("error: worker ") && ran.err.contains(" failed: heap.json: "), "{}", ran.err);
    assert!(ran.err.contains("1000"), "{}", ran.err);
    let ran = folder.run(&["pairs", "none.json", "--workers", "3"]);
    assert!(ran.status == 1 && ran.err.contains("none.json: No such file"), "{}", ran.err);
    folder.write("cut.json", "{").write("old.csv", "old");
    for _ in 0..3 {
        let ran = folder.run(&["pairs", "cut.json", "--workers", "3", "--out", "old.csv"]);
        let alone = folder.run(&["pairs", "cut.json"]).err;
        let expected = alone.replacen("error: ", "error: worker 0 failed: ", 1);
        assert_eq!((ran.status, ran.err, folder.text("old.csv").as_str()), (1, expected, "old"));
    }
}

/// Workers as on several machines, on loopback.
struct Hosts {
    folder: Folder,
    addresses: Vec<String>,
}

impl Hosts {
    fn new(workers: usize, sprites: usize) -> Hosts {
        Hosts::in_folder(heap(sprites), workers)
    }

    fn in_folder(folder: Folder, workers: usize) -> Hosts {
        folder.write("o.csv", "old");
        // The ports were free a moment ago, and the system does not give them away again so soon.
        let listeners: Vec<_> = (0..workers).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let addresses: Vec<_> = listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
        folder.write("hosts", format!("# all workers\n{}\n", addresses.join("\n")));
        for (name, token) in [("token", "a token of the tests\n"), ("other", "another token of the tests")] {
            folder.write(name, token);
            fs::set_permissions(folder.path().join(name), std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        }
        Hosts { folder, addresses }
    }

    fn start(&self, index: usize, token: &str, wait: &str) -> Child {
        let index = index.to_string();
        let args = ["pairs", "heap.json", "--out", "o.csv", "--hosts", "hosts", "--index", &index, "--token", token];
        self.folder.command(&args).args(["--wait", wait]).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Returns the exit status and the error of a worker.
    fn end(&self, worker: Child, limit: Duration) -> (Option<i32>, String) {
        let since = Instant::now();
        let output = worker.wait_with_output().unwrap();
        assert!(since.elapsed() < limit, "the worker ran for {:?}", since.elapsed());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}

/// Waits until a worker is connected with all others. From then on, a thread watches the connections.
fn wait_until_connected(worker: &mut Child) {
    let threads = format!("/proc/{}/task", worker.id());
    let is_watch =
        |thread: fs::DirEntry| fs::read_to_string(thread.path().join("comm")).is_ok_and(|name| name == "watch\n");
    wait_until(worker, "its connections", || fs::read_dir(&threads).unwrap().flatten().any(is_watch));
}

#[test]
fn hosts_write_the_table_of_one_process() {
    let hosts = Hosts::new(2, 50);
    let one = hosts.start(1, "token", "8");
    let zero = hosts.start(0, "token", "8");
    assert_eq!(hosts.end(one, FAULT), (Some(0), String::new()));
    assert_eq!(hosts.end(zero, FAULT), (Some(0), String::new()));
    assert_eq!(hosts.folder.text("o.csv"), hosts.folder.run(&["pairs", "heap.json"]).fine().out);
}

#[test]
fn a_dead_host_is_named_by_all_others() {
    for _ in 0..tries() {
        let hosts = Hosts::in_folder(large_heap(), 3);
        let mut workers: Vec<_> = (0..3).map(|index| hosts.start(index, "token", "8")).collect();
        workers.iter_mut().for_each(wait_until_connected);
        thread::sleep(Duration::from_millis(random(400)));
        let victim = random(3) as usize;
        let mut dead = workers.remove(victim);
        dead.kill().unwrap();
        dead.wait().unwrap();
        for worker in workers {
            let (status, error) = hosts.end(worker, DEATH);
            let died = format!("error: worker {victim} died: its connection closed without a goodbye\n");
            assert_eq!((status, error), (Some(1), died));
        }
        assert_eq!(hosts.folder.text("o.csv"), "old");
    }
}

#[test]
fn a_missing_host_is_named() {
    let hosts = Hosts::new(2, 10);
    let (status, error) = hosts.end(hosts.start(0, "token", "1"), FAULT);
    assert_eq!(
        (status, error),
        (Some(1), format!("error: worker 1 did not answer at {} within 1.0 s: was it started?\n", hosts.addresses[1]))
    );
}

#[test]
fn a_stranger_ends_the_run() {
    for greeting in [&b"GET / HTTP/1.1\r\n\r\n"[..], b""] {
        let hosts = Hosts::new(2, 10);
        let zero = hosts.start(0, "token", "8");
        let since = Instant::now();
        let mut stranger = loop {
            assert!(since.elapsed() < FAULT);
            if let Ok(socket) = TcpStream::connect(&hosts.addresses[0]) {
                break socket;
            }
        };
        stranger.write_all(greeting).unwrap();
        let address = stranger.local_addr().unwrap();
        let (status, error) = hosts.end(zero, FAULT);
        assert!(error.starts_with(&format!("error: {address} is not a worker of this cluster: it ")), "{error}");
        assert_eq!(status, Some(1));
    }
}

#[test]
fn another_token_or_a_taken_port_is_an_error() {
    let hosts = Hosts::new(2, 10);
    let workers = [hosts.start(0, "token", "8"), hosts.start(1, "other", "8")];
    for worker in workers {
        let (status, error) = hosts.end(worker, FAULT);
        assert!(status == Some(1) && error.contains("has another token"), "{error}");
    }
    let _taken = TcpListener::bind(&hosts.addresses[0]).unwrap();
    let (status, error) = hosts.end(hosts.start(0, "token", "8"), DEATH);
    assert!(status == Some(1) && error.contains("is taken by another program"), "{error}");
}

#[test]
fn wrong_options_are_errors() {
    let hosts = Hosts::new(2, 10);
    let folder = &hosts.folder;
    folder.write("empty", "# nobody\n").write("bad", "a:1\nb\n").write("open", "a token of the tests");
    let scene = ["pairs", "heap.json"];
    let list = ["--hosts", "hosts", "--token", "token", "--index"];
    for (options, status, expected) in [
        (&["--workers", "0"][..], 2, "0 is not in 1..=64"),
        (&["--workers", "65"], 2, "65 is not in 1..=64"),
        (&["--workers", "2", "--picture", "p.png"], 2, "cannot be used with"),
        (&["--workers", "2", "--hosts", "hosts", "--index", "0", "--token", "token"], 2, "cannot be used with"),
        (&["--hosts", "hosts"], 2, "--index <I>"),
        (&["--index", "0"], 2, "--hosts <FILE>"),
        (&["--wait", "9"], 2, "--hosts <FILE>"),
        (&[&list[..], &["-1"]].concat(), 2, "invalid value '-1' for '--index <I>'"),
        (&["--hosts", "hosts", "--token", ".", "--index", "0"], 1, "cannot read token file .: is not a regular file"),
        (&[&list[..], &["2"]].concat(), 1, "--index must be a place in the list hosts, from 0 to 1, got 2"),
        (&["--hosts", "none", "--token", "token", "--index", "0"], 1, "none: No such file"),
        (&["--hosts", "empty", "--token", "token", "--index", "0"], 1, "empty: has no hosts"),
        (&["--hosts", "bad", "--token", "token", "--index", "0"], 1, "bad: line 2: expected host:port"),
        (&["--hosts", "hosts", "--token", "none", "--index", "0"], 1, "cannot read token file none"),
        (&["--hosts", "hosts", "--token", "open", "--index", "0"], 1, "run chmod 600 open"),
    ] {
        let ran = folder.run(&[&scene[..], options].concat());
        assert!(ran.status == status && ran.err.contains(expected), "{options:?}: {} {}", ran.status, ran.err);
    }
}

#[test]
fn a_host_that_waits_for_a_file_ends_with_the_others() {
    let hosts = Hosts::new(2, 1);
    fs::remove_file(hosts.folder.path().join("heap.json")).unwrap();
    // Nobody writes to this pipe, so both workers wait for the scene.
    assert!(Command::new("mkfifo").arg(hosts.folder.path().join("heap.json")).status().unwrap().success());
    let (mut zero, mut one) = (hosts.start(0, "token", "8"), hosts.start(1, "token", "8"));
    [&mut zero, &mut one].into_iter().for_each(wait_until_connected);
    one.kill().unwrap();
    one.wait().unwrap();
    let (status, error) = hosts.end(zero, DEATH);
    let died = "error: worker 1 died: its connection closed without a goodbye\n";
    assert_eq!((status, error.as_str()), (Some(1), died));
}

/// The scene files are equal, but the tables that they name are not.
#[test]
fn hosts_with_other_tables_are_errors() {
    let all = [Hosts::new(2, 1), Hosts::new(2, 1)];
    for (hosts, x) in all.iter().zip(["4", "5"]) {
        let scene = r#"{"masks": {"m": {"image": "d.png"}}, "sprites": "t.csv"}"#;
        hosts.folder.picture("d.png", 9, 9, |_, _| [1, 2, 3, 255]).write("heap.json", scene);
        hosts.folder.write("t.csv", format!("mask,x,y\nm,0,0\nm,{x},0\n"));
    }
    all[1].folder.write("hosts", all[0].folder.text("hosts"));
    let (zero, one) = (all[0].start(0, "token", "8"), all[1].start(1, "token", "8"));
    for (status, error) in [all[1].end(one, FAULT), all[0].end(zero, FAULT)] {
        assert!(status == Some(1) && error.contains("have read different files"), "{error}");
    }
}

#[test]
fn a_scene_from_a_pipe_is_refused() {
    let folder = heap(2);
    let ran = folder.run(&["pairs", "/dev/stdin", "--workers", "2"]);
    assert!(ran.status == 1 && ran.err.contains("is not a regular file"), "{}", ran.err);
}
