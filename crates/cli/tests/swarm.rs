//! `hitmask swarm`, with few sprites.

mod common;

use common::{AIR, Folder, SOLID};
use serde_json::Value;

fn report(folder: &Folder, args: &[&str]) -> Value {
    let all = [&["swarm", "--report", "r.json", "--picture", "p.png"], args].concat();
    folder.run(&all).fine();
    serde_json::from_str(&folder.text("r.json")).unwrap()
}

/// What a run found, without what it took.
fn found(report: &Value) -> Vec<(u64, u64, String)> {
    let steps = report["steps"].as_array().unwrap();
    let number = |step: &Value, key: &str| step[key].as_u64().unwrap();
    let hash = |step: &Value| step["hash"].as_str().unwrap().to_owned();
    steps.iter().map(|step| (number(step, "candidates"), number(step, "collisions"), hash(step))).collect()
}

#[test]
fn it_leaves_a_picture_and_prints_the_times() {
    let folder = Folder::new();
    let ran = folder.run(&["swarm", "--sprites", "3000", "--steps", "5"]).fine();
    assert_eq!(folder.names(), ["swarm.png"]);
    assert_eq!(ran.err, "wrote swarm.png\n");
    for word in ["3000 sprites", "5 steps", "update", "broad phase", "narrow phase", "median", "worst", "collide"] {
        assert!(ran.out.contains(word), "{word}: {}", ran.out);
    }
    let picture = image::open(folder.path().join("swarm.png")).unwrap().into_rgb8();
    assert_eq!(picture.dimensions(), (1200, 800));
    assert!(picture.pixels().filter(|pixel| pixel.0 == [255, 36, 44]).count() > 1000, "red must be seen");
}

#[test]
fn a_seed_gives_the_same_run_on_any_number_of_threads() {
    // Enough sprites for the work to be shared among threads.
    let (folder, size) = (Folder::new(), ["--sprites", "30000", "--steps", "4"]);
    let run = |more: &[&str]| report(&folder, &[&size, more].concat());
    let one = run(&["--threads", "1", "--seed", "7"]);
    let picture = folder.bytes("p.png");
    assert_eq!((one["threads"].as_u64(), one["seed"].as_u64()), (Some(1), Some(7)));
    for (candidates, collisions, _) in found(&one) {
        assert!(candidates > collisions && collisions > 10_000);
    }
    for threads in ["2", "5"] {
        let many = run(&["--threads", threads, "--seed", "7"]);
        assert_eq!(found(&many), found(&one));
        assert_eq!(folder.bytes("p.png"), picture);
    }
    assert_ne!(found(&run(&["--seed", "8"])), found(&one));
}

#[test]
fn the_movie_has_a_frame_for_each_step_and_is_small() {
    let folder = Folder::new();
    folder.run(&["swarm", "--sprites", "3000", "--movie", "m.gif"]).fine();
    assert_eq!(folder.names(), ["m.gif", "swarm.png"]);
    let movie = folder.bytes("m.gif");
    assert!(movie.len() < 1_000_000, "{} bytes", movie.len());
    let mut frames = gif::DecodeOptions::new().read_info(movie.as_slice()).unwrap();
    let mut count = 0;
    while let Some(frame) = frames.read_next_frame().unwrap() {
        assert!(frame.palette.is_none(), "one palette serves all");
        count += 1;
    }
    assert_eq!(count, 60);
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
    assert!(found(&first).iter().all(|(_, collisions, _)| *collisions > 50));
    assert_eq!(found(&first), found(&report(&folder, &["--masks", "art", "--sprites", "500", "--steps", "3"])));
}

#[test]
fn one_sprite_is_a_swarm() {
    let folder = Folder::new();
    let one = report(&folder, &["--sprites", "1", "--steps", "200", "--movie", "m.gif"]);
    assert!(found(&one).iter().all(|(candidates, collisions, _)| candidates + collisions == 0));
}
