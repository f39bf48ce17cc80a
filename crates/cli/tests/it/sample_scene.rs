//! The sample scene in the repository: its pictures, the expected pairs, the output of the command.

#[allow(dead_code, reason = "the tests do not call the main function of the example")]
#[path = "../../examples/draw_scene.rs"]
mod draw_scene;

use crate::common::{Folder, oracle, sample};

#[test]
fn pictures_match_the_drawing_example() {
    for (name, drawn) in draw_scene::pictures() {
        let committed = image::open(sample().join(name)).unwrap().into_rgba8();
        assert!(committed == drawn, "{name} differs, draw it with: cargo run -p hitmask-cli --example draw_scene");
    }
}

#[test]
fn expected_pairs_match_brute_force() {
    let expected = std::fs::read_to_string(sample().join("expected.csv")).unwrap();
    assert_eq!(expected, oracle::csv(&sample().join("scene.json")));
    assert!(expected.lines().count() > 4, "the scene should have several pairs");
}

#[test]
fn command_prints_the_expected_pairs() {
    let folder = Folder::new();
    let scene = sample().join("scene.json");
    let scene = scene.to_str().unwrap();
    let expected = std::fs::read_to_string(sample().join("expected.csv")).unwrap();
    let ran = folder.run(&["pairs", scene]).fine();
    assert_eq!(ran.out, expected);
    let lines: Vec<&str> = ran.err.lines().collect();
    let pairs = expected.lines().count() - 1;
    assert_eq!(lines.len(), pairs + 1, "a line for each pair, and the totals: {}", ran.err);
    let row: Vec<&str> = expected.lines().nth(1).unwrap().split(',').collect();
    let [a, b, area, left, top] = row[..5] else { panic!("{row:?}") };
    assert!(lines[0].starts_with(&format!("{a} (")), "{}", ran.err);
    assert!(lines[0].contains(&format!(") and {b} (")), "{}", ran.err);
    assert!(lines[0].ends_with(&format!(") share {area} pixels at {left},{top}")), "{}", ran.err);
    assert!(lines[pairs].ends_with(&format!(", {pairs} pairs that collide")), "{}", ran.err);

    let quiet = folder.run(&["pairs", scene, "--quiet"]).fine();
    assert_eq!((quiet.out, quiet.err.as_str()), (expected.clone(), ""));

    let ran = folder.run(&["pairs", scene, "--out", "a.csv", "--picture", "a.png", "--threads", "3"]).fine();
    assert_eq!(ran.out, "");
    assert!(ran.err.ends_with("wrote a.csv\nwrote a.png\n"), "{}", ran.err);
    assert_eq!(folder.text("a.csv"), expected);
    assert_eq!(folder.names(), ["a.csv", "a.png"]);
    // The number of red cells equals the number of shared pixels.
    let picture = image::open(folder.path().join("a.png")).unwrap().into_rgb8();
    let red = picture.pixels().filter(|pixel| pixel.0 == [255, 36, 44]).count();
    let shared: usize =
        expected.lines().skip(1).map(|line| line.split(',').nth(2).unwrap().parse::<usize>().unwrap()).sum();
    let zoom = 3;
    assert_eq!(red, shared * zoom * zoom);
}
