//! Commands that run as several processes: equal output, and one clear error after every fault.
//!
//! `HITMASK_FAULTS=50` tries each fault 50 times instead of 3 times.

use crate::common::bad_files::heap;
use crate::common::{Folder, Ran, end, sample, send, wait_for};
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const WORKERS: usize = 3;

fn tries() -> usize {
    std::env::var("HITMASK_FAULTS").map_or(3, |text| text.parse().expect("HITMASK_FAULTS must be a number"))
}

/// Returns a random number below `end`, different in each run.
fn random(end: u64) -> u64 {
    // The keys of a hash map are random.
    RandomState::new().hash_one(0) % end
}

/// Waits for a random time, so that a fault comes at any moment of the work.
fn pass_some_time(milliseconds: u64) {
    thread::sleep(Duration::from_millis(random(milliseconds)));
}

/// Returns whether a process exists. A process that only waits for its exit status to be read has ended.
fn is_alive(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    status.rsplit(") ").next().and_then(|rest| rest.chars().next()).is_some_and(|state| state != 'Z')
}

/// Creates a heap of large sprites, with which every worker computes for many seconds.
fn large_heap() -> Folder {
    let folder = heap(5000);
    folder.picture("dot.png", 512, 512, |x, y| [1, 2, 3, 255 * ((x + y) % 2) as u8]);
    folder
}

/// Commands on a heap. Each one would replace a file, and none of them ends by itself during a test.
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
    /// Starts one of the commands, and finds the processes of its workers as soon as they exist.
    fn start(command: usize) -> Run {
        let (file, args) = COMMANDS[command % COMMANDS.len()];
        let folder = large_heap();
        folder.write(file, "old");
        let launcher = folder.command(args).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let find = |index| wait_for("a worker", || worker_of(launcher.id(), index));
        let workers = (0..WORKERS).map(find).collect();
        Run { folder, file, launcher, workers }
    }

    /// Waits for the end of the launcher, and checks that it has left nothing behind. Returns its status and its error.
    fn end(mut self) -> (ExitStatus, String) {
        wait_for("the end of the launcher", || self.launcher.try_wait().unwrap());
        for worker in &self.workers {
            // A stopped worker whose launcher has ended waits until it continues. The worker may have ended.
            _ = Command::new("kill").args(["-CONT", &worker.to_string()]).stderr(Stdio::null()).status().unwrap();
        }
        let (status, error) = end(&mut self.launcher);
        // If the launcher was killed, its workers end after it.
        wait_for("the end of all workers", || (!self.workers.iter().any(|&worker| is_alive(worker))).then_some(()));
        assert!(!error.contains("panicked"), "{error}");
        assert_eq!(self.folder.text(self.file), "old", "{error}");
        assert!(!self.folder.has_temporary_file(), "{error}");
        (status, error)
    }
}

/// Returns a worker of a launcher.
fn worker_of(launcher: u32, index: usize) -> Option<u32> {
    let option = format!("--worker-of-launcher={index}/{WORKERS}");
    let children = fs::read_to_string(format!("/proc/{launcher}/task/{launcher}/children")).unwrap_or_default();
    children.split_whitespace().filter_map(|child| child.parse().ok()).find(|child: &u32| {
        let command = fs::read(format!("/proc/{child}/cmdline")).unwrap_or_default();
        command.split(|&byte| byte == 0).any(|word| word == option.as_bytes())
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
            pass_some_time(900);
            send("-KILL", run.workers[victim]);
            let (status, error) = run.end();
            assert_eq!(error, format!("error: worker {victim} was killed by signal 9\n"));
            assert_eq!(status.code(), Some(1));
        }
    }
}

/// A short swarm with three outputs, of which a worker is killed at any moment, also at the end.
#[test]
fn after_a_kill_all_outputs_are_old_or_all_are_new() {
    const OUTPUTS: [&str; 3] = ["p.png", "r.json", "m.gif"];
    let (mut old, mut new) = (0, 0);
    let mut longest = 0;
    for turn in 0..tries() * 4 {
        let folder = Folder::new();
        OUTPUTS.iter().for_each(|name| _ = folder.write(name, "old"));
        let outputs = ["--picture", "p.png", "--report", "r.json", "--movie", "m.gif"];
        let args = [&["swarm", "--sprites", "200", "--steps", "3", "--workers", "3"], &outputs[..]].concat();
        let began = Instant::now();
        let mut launcher = folder.command(&args).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let victim = random(WORKERS as u64) as usize;
        let worker = wait_for("a worker", || worker_of(launcher.id(), victim));
        if turn == 0 {
            // The first run is whole, and says how long a run takes.
            assert!(launcher.wait().unwrap().success());
            longest = began.elapsed().as_millis() as u64 * 5 / 4;
        }
        pass_some_time(longest + 1);
        // The worker may have ended.
        _ = Command::new("kill").args(["-KILL", &worker.to_string()]).stderr(Stdio::null()).status().unwrap();
        let (status, error) = end(&mut launcher);
        let is_old = OUTPUTS.map(|name| folder.bytes(name) == b"old");
        if status.success() {
            assert_eq!((error.as_str(), is_old), ("wrote p.png\nwrote m.gif\nwrote r.json\n", [false; 3]));
            new += 1;
        } else {
            let expected = format!("error: worker {victim} was killed by signal 9\n");
            assert_eq!((status.code(), error, is_old), (Some(1), expected, [true; 3]));
            old += 1;
        }
        assert_eq!(folder.names(), ["m.gif", "p.png", "r.json"]);
    }
    println!("{old} runs failed, {new} ended before the kill");
}

#[test]
fn a_stopped_worker_is_named_and_killed() {
    for turn in 0..tries() {
        let victim = random(WORKERS as u64) as usize;
        let run = Run::start(turn);
        // The first one is stopped when it has hardly begun.
        pass_some_time(if turn == 0 { 1 } else { 900 });
        send("-STOP", run.workers[victim]);
        let (status, error) = run.end();
        assert_eq!(error, format!("error: worker {victim} stalled: no sign of life for 4.0 s, and was killed\n"));
        assert_eq!(status.code(), Some(1));
    }
}

#[test]
fn no_worker_outlives_its_launcher() {
    for turn in 0..tries() {
        for (signal, number, command) in [("-KILL", 9, turn), ("-INT", 2, 0), ("-TERM", 15, turn)] {
            let run = Run::start(command);
            pass_some_time(900);
            send(signal, run.launcher.id());
            let (status, error) = run.end();
            assert_eq!((status.signal(), error.as_str()), (Some(number), ""), "{signal}");
        }
    }
}

/// The first Ctrl-C ends a swarm with its report and its picture, the second one ends it at once.
#[test]
fn an_interrupt_ends_a_swarm_on_all_workers() {
    for _ in 0..tries() {
        let mut run = Run::start(1);
        pass_some_time(900);
        send("-INT", run.launcher.id());
        let mut table = String::new();
        run.launcher.stdout.take().unwrap().read_to_string(&mut table).unwrap();
        let (status, error) = end(&mut run.launcher);
        assert_eq!(status.signal(), Some(2), "{error}");
        assert!(table.contains("of a frame"), "{table}{error}");
        assert!(error.contains("stopped after ") && error.ends_with("wrote o.png\n"), "{error}");
        assert!(run.folder.bytes("o.png").starts_with(b"\x89PNG"));
        assert!(!run.workers.iter().any(|&worker| is_alive(worker)));

        // A stopped worker cannot end the swarm, so it is the second Ctrl-C that does. Two that come at once count as one.
        let mut run = Run::start(1);
        send("-STOP", run.workers[1]);
        wait_for("the end of the launcher", || {
            send("-INT", run.launcher.id());
            run.launcher.try_wait().unwrap()
        });
        let (status, error) = run.end();
        assert_eq!((status.signal(), error.as_str()), (Some(2), ""));
    }
}

#[test]
fn a_worker_that_fails_is_quoted() {
    let folder = heap(100);
    let ran = folder.run(&["pairs", "heap.json", "--workers", "3", "--pair-limit", "1000"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("error: worker "), "{}", ran.err);
    assert!(ran.err.ends_with(" failed: heap.json: more than 1000 pairs collide: raise --pair-limit\n"), "{}", ran.err);
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

/// Workers as on several machines, each with a folder of its own, on loopback.
struct Hosts {
    folders: Vec<Folder>,
    addresses: Vec<String>,
}

impl Hosts {
    /// `folder` creates the folder of a host.
    fn new(workers: usize, folder: impl Fn() -> Folder) -> Hosts {
        // All addresses 127.x.x.x are loopback on Linux. No other test uses these, so their ports are free.
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let process = std::process::id();
        let address = |_| {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let [host, network] = [number % 250 + 1, process % 250 + 1];
            format!("127.{network}.{}.{host}:{}", process / 250 % 250, 20_000 + number / 250)
        };
        let addresses: Vec<_> = (0..workers).map(address).collect();
        let folders: Vec<_> = addresses.iter().map(|_| folder()).collect();
        for folder in &folders {
            folder.write("o.csv", "old").write("hosts", format!("# all workers\n{}\n", addresses.join("\n")));
            for (name, token) in [("token", "a token of the tests\n"), ("other", "another token of the tests")] {
                folder.write(name, token);
                fs::set_permissions(folder.path().join(name), PermissionsExt::from_mode(0o600)).unwrap();
            }
        }
        Hosts { folders, addresses }
    }

    fn start(&self, index: usize, more: &[&str]) -> Child {
        let number = index.to_string();
        let args = ["pairs", "heap.json", "--quiet", "--out", "o.csv", "--hosts", "hosts", "--index", &number];
        let mut command = self.folders[index].command(&args);
        if !more.contains(&"--token") {
            command.args(["--token", "token"]);
        }
        command.args(more).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Starts all workers on a scene from a named pipe. Returns the workers and the pipes after all workers are connected,
    /// when they wait for the scene.
    fn start_and_block(&self) -> (Vec<Child>, Vec<File>) {
        let scenes: Vec<_> = self.folders.iter().map(|folder| folder.pipe("heap.json")).collect();
        let workers = (0..scenes.len()).map(|index| self.start(index, &[])).collect();
        // A pipe opens when both ends are there. Workers read their scenes after they are connected.
        let open = |scene| File::options().write(true).open(scene).unwrap();
        (workers, scenes.iter().map(open).collect())
    }
}

/// Returns the exit status and the error of a worker.
fn end_of(mut worker: Child) -> (Option<i32>, String) {
    let (status, error) = end(&mut worker);
    (status.code(), error)
}

#[test]
fn hosts_write_the_table_of_one_process() {
    let hosts = Hosts::new(2, || heap(50));
    let one = hosts.start(1, &[]);
    let zero = hosts.start(0, &[]);
    assert_eq!(end_of(one), (Some(0), String::new()));
    assert_eq!(end_of(zero), (Some(0), String::new()));
    assert_eq!(hosts.folders[0].text("o.csv"), hosts.folders[0].run(&["pairs", "heap.json"]).fine().out);
    assert_eq!(hosts.folders[1].text("o.csv"), "old");
}

/// The survivors name the dead host, whether they compute, wait for each other, or wait for their scene.
#[test]
fn a_dead_host_is_named_by_all_others() {
    for turn in 0..tries() {
        let hosts = Hosts::new(3, || {
            let folder = large_heap();
            fs::rename(folder.path().join("heap.json"), folder.path().join("scene.json")).unwrap();
            folder
        });
        let (mut workers, mut pipes) = hosts.start_and_block();
        if turn > 0 {
            for (pipe, folder) in pipes.iter_mut().zip(&hosts.folders) {
                pipe.write_all(&folder.bytes("scene.json")).unwrap();
            }
            pipes.clear();
            pass_some_time(400);
        }
        let victim = random(3) as usize;
        let mut dead = workers.remove(victim);
        dead.kill().unwrap();
        dead.wait().unwrap();
        for worker in workers {
            let died = format!("error: worker {victim} died: its connection closed without a goodbye\n");
            assert_eq!(end_of(worker), (Some(1), died));
        }
        assert!(hosts.folders.iter().all(|folder| folder.text("o.csv") == "old" && !folder.has_temporary_file()));
    }
}

/// The survivor that notices the silence first tells the other one before it ends.
#[test]
fn a_stopped_host_is_named_by_all_others() {
    for _ in 0..tries() {
        let hosts = Hosts::new(3, || heap(1));
        hosts.folders.iter().for_each(|folder| folder.remove("heap.json"));
        let (mut workers, _pipes) = hosts.start_and_block();
        let victim = random(3) as usize;
        let mut stopped = workers.remove(victim);
        send("-STOP", stopped.id());
        for worker in workers {
            let stalled = format!("error: worker {victim} stalled: nothing was heard from it for 4.0 s\n");
            assert_eq!(end_of(worker), (Some(1), stalled));
        }
        stopped.kill().unwrap();
        stopped.wait().unwrap();
    }
}

/// A host is killed at any moment of a short run, also while worker 0 moves the output or has just done so.
#[test]
fn a_host_succeeds_if_and_only_if_its_output_is_new() {
    let (mut old, mut new) = (0, 0);
    for _ in 0..tries() * 4 {
        let hosts = Hosts::new(2, || heap(40));
        let (zero, mut one) = (hosts.start(0, &[]), hosts.start(1, &[]));
        pass_some_time(150);
        one.kill().unwrap();
        one.wait().unwrap();
        let (status, error) = end_of(zero);
        let is_new = hosts.folders[0].text("o.csv").lines().count() == 1 + 40 * 39 / 2;
        assert_eq!((status, error.lines().count()), if is_new { (Some(0), 0) } else { (Some(1), 1) }, "{error}");
        assert!(is_new || hosts.folders[0].text("o.csv") == "old");
        (old, new) = if is_new { (old, new + 1) } else { (old + 1, new) };
    }
    println!("{old} runs failed, {new} succeeded");
}

/// The words are those of the command, also on the hosts that are not at fault.
#[test]
fn a_host_that_fails_is_quoted_by_all_others() {
    let hosts = Hosts::new(3, || heap(100));
    let workers: Vec<_> = (0..3).map(|index| hosts.start(index, &["--pair-limit", "1000"])).collect();
    let ends: Vec<_> = workers.into_iter().map(end_of).collect();
    let reason = "heap.json: more than 1000 pairs collide: raise --pair-limit\n";
    // More than one host may find too many pairs.
    let is_own = |index: &usize| ends[*index].1 == format!("error: {reason}");
    let quotes: Vec<_> = (0..3).filter(is_own).map(|own| format!("error: worker {own} failed: {reason}")).collect();
    for (index, (status, error)) in ends.iter().enumerate() {
        assert!(*status == Some(1) && (is_own(&index) || quotes.contains(error)), "{ends:?}");
    }
}

#[test]
fn a_missing_host_is_named() {
    let hosts = Hosts::new(2, || heap(10));
    let expected = format!("error: worker 1 did not answer at {} within 1.0 s: was it started?\n", hosts.addresses[1]);
    assert_eq!(end_of(hosts.start(0, &["--wait", "1"])), (Some(1), expected));
}

#[test]
fn a_stranger_ends_the_run() {
    for greeting in [&b"GET / HTTP/1.1\r\n\r\n"[..], b""] {
        let hosts = Hosts::new(2, || heap(10));
        let zero = hosts.start(0, &["--wait", "60"]);
        let mut stranger = wait_for("the host", || TcpStream::connect(&hosts.addresses[0]).ok());
        stranger.write_all(greeting).unwrap();
        let address = stranger.local_addr().unwrap();
        let (status, error) = end_of(zero);
        assert!(error.starts_with(&format!("error: {address} is not a worker of this cluster: it ")), "{error}");
        assert_eq!(status, Some(1));
    }
}

#[test]
fn another_token_or_a_taken_port_is_an_error() {
    let hosts = Hosts::new(2, || heap(10));
    for worker in [hosts.start(0, &[]), hosts.start(1, &["--token", "other"])] {
        let (status, error) = end_of(worker);
        assert!(status == Some(1) && error.contains("has another token"), "{error}");
    }
    let _taken = TcpListener::bind(&hosts.addresses[0]).unwrap();
    let (status, error) = end_of(hosts.start(0, &[]));
    assert!(status == Some(1) && error.contains("another program has the port"), "{error}");
}

#[test]
fn wrong_options_are_errors() {
    let hosts = Hosts::new(2, || heap(10));
    let folder = &hosts.folders[0];
    folder.write("empty", "# nobody\n").write("bad", "a:1\nb\n").write("open", "a token of the tests");
    folder.write("many", (1..=65).map(|port| format!("a:{port}\n")).collect::<String>()).pipe("pipe");
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
        (&["--hosts", "many", "--token", "token", "--index", "0"], 1, "many: has 65 hosts, expected at most 64"),
        (&["--hosts", "pipe", "--token", "token", "--index", "0"], 1, "pipe: is not a regular file"),
        (&["--hosts", "bad", "--token", "token", "--index", "0"], 1, "bad: line 2: expected host:port"),
        (&["--hosts", "hosts", "--token", "none", "--index", "0"], 1, "cannot read token file none"),
        (&["--hosts", "hosts", "--token", "open", "--index", "0"], 1, "run chmod 600 open"),
    ] {
        let ran = folder.run(&[&scene[..], options].concat());
        assert!(ran.status == status && ran.err.contains(expected), "{options:?}: {} {}", ran.status, ran.err);
    }
}

/// The scene files are equal, but the tables that they name are not.
#[test]
fn hosts_with_other_tables_are_errors() {
    let hosts = Hosts::new(2, Folder::new);
    for (folder, x) in hosts.folders.iter().zip(["4", "5"]) {
        let scene = r#"{"masks": {"m": {"image": "d.png"}}, "sprites": "t.csv"}"#;
        folder.picture("d.png", 9, 9, |_, _| [1, 2, 3, 255]).write("heap.json", scene);
        folder.write("t.csv", format!("mask,x,y\nm,0,0\nm,{x},0\n"));
    }
    for (status, error) in [hosts.start(0, &[]), hosts.start(1, &[])].map(end_of) {
        assert!(status == Some(1) && error.contains("have read different files"), "{error}");
    }
}

#[test]
fn a_scene_from_a_pipe_is_refused() {
    let folder = heap(2);
    let ran = folder.run(&["pairs", "/dev/stdin", "--workers", "2"]);
    assert!(ran.status == 1 && ran.err.contains("is not a regular file"), "{}", ran.err);
}
