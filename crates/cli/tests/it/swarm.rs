//! `hitmask swarm`: outputs, determinism, movies, interrupts, masks from a folder.

use crate::common::{AIR, Folder, SOLID};
use serde_json::Value;
#[cfg(feature = "cluster")]
use std::fs;

fn report(folder: &Folder, args: &[&str]) -> Value {
    let all = [&["swarm", "--report", "r.json", "--picture", "p.png"], args].concat();
    folder.run(&all).fine();
    serde_json::from_str(&folder.text("r.json")).unwrap()
}

/// Returns the pairs and the hash of every step, without the times.
fn pairs_by_step(report: &Value) -> Vec<(u64, u64, String)> {
    let steps = report["steps"].as_array().unwrap();
    let number = |step: &Value, key: &str| step[key].as_u64().unwrap();
    let hash = |step: &Value| step["hash"].as_str().unwrap().to_owned();
    steps.iter().map(|step| (number(step, "candidates"), number(step, "collisions"), hash(step))).collect()
}

#[test]
fn swarm_writes_a_picture_and_prints_the_times() {
    let folder = Folder::new();
    let ran = folder.run(&["swarm", "--sprites", "3000", "--steps", "5"]).fine();
    assert_eq!(folder.names(), ["swarm.png"]);
    assert_eq!(ran.err, "wrote swarm.png\n");
    for word in
        ["3000 sprites", "5 steps", "move", "refresh", "join", "pixels", "median", "worst", "of 16.7 ms", "collide"]
    {
        assert!(ran.out.contains(word), "{word}: {}", ran.out);
    }
    let picture = image::open(folder.path().join("swarm.png")).unwrap().into_rgb8();
    assert_eq!(picture.dimensions(), (1200, 800));
    assert!(picture.pixels().filter(|pixel| pixel.0 == [255, 36, 44]).count() > 1000, "shared pixels must be visible");
}

#[test]
fn runs_with_equal_seeds_are_equal_on_any_number_of_threads() {
    // Enough sprites for parallel work.
    let (folder, size) = (Folder::new(), ["--sprites", "30000", "--steps", "4"]);
    let run = |more: &[&str]| report(&folder, &[&size, more].concat());
    let one = run(&["--threads", "1", "--seed", "7"]);
    let picture = folder.bytes("p.png");
    assert_eq!((one["threads"].as_u64(), one["seed"].as_u64()), (Some(1), Some(7)));
    for (candidates, collisions, _) in pairs_by_step(&one) {
        assert!(candidates > collisions && collisions > 10_000);
    }
    for threads in ["2", "5"] {
        let many = run(&["--threads", threads, "--seed", "7"]);
        assert_eq!(pairs_by_step(&many), pairs_by_step(&one));
        assert_eq!(folder.bytes("p.png"), picture);
    }
    assert_ne!(pairs_by_step(&run(&["--seed", "8"])), pairs_by_step(&one));
}

#[test]
fn step_time_is_the_sum_of_its_stages() {
    let folder = Folder::new();
    let one = report(&folder, &["--sprites", "3000", "--steps", "1"]);
    let time = |stage: &str| one[format!("{stage}_ms")]["median"].as_f64().unwrap();
    let stages = ["move", "refresh", "join", "pixels"].map(time);
    assert!((stages.iter().sum::<f64>() - time("step")).abs() < 1e-6);
    assert!(stages.into_iter().all(|time| time >= 0.0));
    assert_eq!(one["candidates"]["median"].as_f64(), one["steps"][0]["candidates"].as_f64());
    if cfg!(target_os = "linux") {
        assert!((1 << 20..1 << 30).contains(&one["memory"].as_u64().unwrap()), "{}", one["memory"]);
    }
}

/// Returns the number of frames, and checks that all frames share one palette.
fn frame_count(movie: &[u8]) -> usize {
    assert!(movie.starts_with(b"GIF89a") && movie.len() < 1_200_000, "{} bytes", movie.len());
    let mut frames = gif::DecodeOptions::new().read_info(movie).unwrap();
    let mut count = 0;
    while let Some(frame) = frames.read_next_frame().unwrap() {
        assert!(frame.palette.is_none(), "a frame has a palette of its own");
        count += 1;
    }
    count
}

#[test]
fn movie_has_a_frame_for_each_step_up_to_a_limit() {
    let folder = Folder::new();
    for (steps, more, wanted) in
        [("70", &[][..], 60), ("9", &["--movie-frames", "4"], 4), ("3", &["--movie-frames", "4"], 3)]
    {
        let run = ["swarm", "--sprites", "300", "--movie", "m.gif", "--steps", steps];
        folder.run(&[&run[..], more].concat()).fine();
        assert_eq!(folder.names(), ["m.gif", "swarm.png"]);
        assert_eq!(frame_count(&folder.bytes("m.gif")), wanted);
    }
    let without = folder.run(&["swarm", "--movie-frames", "4"]);
    assert!(without.status == 2 && without.err.contains("--movie <FILE.gif>"), "{}", without.err);
}

#[test]
fn a_million_sprites() {
    let sprites = if cfg!(debug_assertions) { 60_000 } else { 1_000_000 };
    let folder = Folder::new();
    let run = |threads| report(&folder, &["--sprites", &sprites.to_string(), "--steps", "2", "--threads", threads]);
    let (one, two) = (run("1"), run("2"));
    assert_eq!(pairs_by_step(&one), pairs_by_step(&two));
    for (candidates, collisions, _) in pairs_by_step(&two) {
        assert!(candidates > sprites / 2 && candidates < 2 * sprites && collisions > sprites / 4);
    }
    if let Some(memory) = two["memory"].as_u64() {
        assert!(memory < 100_000_000 + 300 * sprites, "{memory} bytes");
    }
}

/// The process ends by SIGINT, after it writes the outputs of the finished steps.
#[test]
#[cfg(unix)]
fn interrupt_ends_the_steps_and_writes_the_outputs() {
    use crate::common::{send, wait_until};
    use std::os::unix::process::ExitStatusExt;
    use std::process::Stdio;

    let folder = Folder::new();
    let outputs = ["--report", "r.json", "--movie", "m.gif", "--threads", "1"];
    let args = [&["swarm", "--sprites", "20000", "--steps", "4000000000"][..], &outputs].concat();
    let mut child = folder.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(&mut child, "the temporary file of the movie", || folder.has_temporary_file());
    send("-INT", child.id());
    let output = child.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.signal(), Some(2), "{err}");
    assert!(err.contains("stopped after") && out.contains("pixels"), "{err}{out}");
    assert_eq!(folder.names(), ["m.gif", "r.json", "swarm.png"]);
    let report: Value = serde_json::from_str(&folder.text("r.json")).unwrap();
    assert!(!report["steps"].as_array().unwrap().is_empty());
}

#[test]
fn masks_come_from_a_folder() {
    let folder = Folder::new();
    folder
        .picture("art/a.png", 30, 20, |_, _| SOLID)
        .picture("art/more/b.PNG", 20, 20, |x, _| if x < 9 { SOLID } else { AIR });
    folder.picture("art/more/deep/sheet.png", 900, 700, |x, y| if (x / 8 + y / 8) % 2 == 0 { SOLID } else { AIR });
    folder.write("art/README.md", "no picture");
    let first = report(&folder, &["--masks", "art", "--sprites", "500", "--steps", "3"]);
    assert_eq!(first["masks"].as_u64(), Some(3));
    assert!(pairs_by_step(&first).iter().all(|(_, collisions, _)| *collisions > 50));
    assert_eq!(
        pairs_by_step(&first),
        pairs_by_step(&report(&folder, &["--masks", "art", "--sprites", "500", "--steps", "3"]))
    );
}

#[test]
fn swarm_of_one_sprite_has_no_pairs() {
    let folder = Folder::new();
    let one = report(&folder, &["--sprites", "1", "--steps", "200", "--movie", "m.gif", "--movie-frames", "5"]);
    assert!(pairs_by_step(&one).iter().all(|(candidates, collisions, _)| candidates + collisions == 0));
}

#[cfg(feature = "cluster")]
#[test]
fn workers_and_resumed_runs_equal_one_process() {
    let (folder, size) = (Folder::new(), ["--sprites", "3000", "--seed", "7"]);
    let run = |more: &[&str]| report(&folder, &[&size, more].concat());
    let expected = pairs_by_step(&run(&["--steps", "12"]));
    let picture = folder.bytes("p.png");
    for workers in ["1", "2", "3"] {
        assert_eq!(pairs_by_step(&run(&["--steps", "12", "--workers", workers])), expected);
        assert_eq!(folder.bytes("p.png"), picture, "{workers} workers");
        let checkpoint = format!("checkpoint{workers}");
        let saving = ["--checkpoint", &checkpoint, "--every", "3", "--workers", workers];
        run(&[&["--steps", "7"], &saving[..]].concat());
        assert_eq!(pairs_by_step(&run(&[&["--steps", "12", "--resume"], &saving[..]].concat())), expected);
        assert_eq!(folder.bytes("p.png"), picture, "{workers} workers, resumed");
    }
}

#[cfg(feature = "cluster")]
#[test]
fn checkpoints_of_other_runs_and_bad_folders_are_errors() {
    let folder = Folder::new();
    let saving = ["swarm", "--sprites", "500", "--checkpoint", "c", "--every", "2", "--picture", "p.png", "--steps"];
    let run = |args: &[&str]| folder.run(&[&saving[..], args].concat());
    let error = |args: &[&str], expected: &str| {
        let ran = run(args);
        assert!(ran.status == 1 && ran.err.contains(expected), "{args:?}: {}", ran.err);
    };
    error(&["4", "--resume"], "c: ");
    run(&["4"]).fine();
    let names: Vec<_> =
        fs::read_dir(folder.path().join("c")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["step-0000000004-worker-0-of-1.checkpoint"]);
    error(&["4"], "c: has checkpoints of an earlier run: add --resume");
    error(&["3", "--resume"], "--steps 3: the checkpoint has 4 steps already");
    error(&["4", "--resume", "--seed", "2"], "checkpoint belongs to another run");
    error(
        &["4", "--resume", "--workers", "2"],
        "the number of workers of the checkpoints is 1, expected 2: resume with 1",
    );
    fs::create_dir(folder.path().join("empty")).unwrap();
    for _ in 0..4 {
        let ran = folder.run(&["swarm", "--sprites", "9", "--checkpoint", "empty", "--resume", "--workers", "3"]);
        let expected = "error: worker 0 failed: empty: no step has a checkpoint of every worker";
        assert!(ran.status == 1 && ran.err.starts_with(expected), "{}", ran.err);
    }
    folder.write("file", "");
    let ran = folder.run(&["swarm", "--sprites", "5", "--checkpoint", "file/c"]);
    assert!(ran.status == 1 && ran.err.contains("file/c"), "{}", ran.err);
    assert_eq!(run(&["4", "--movie", "m.gif"]).status, 2);
}
