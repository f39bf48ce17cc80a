//! Sentences of pages that are right only as long as the code, the figures or another page is.

use super::pages::{between, files, read};
use hitmask::{Angle, Mask, Sprite, World};
use std::collections::BTreeSet;

/// The number of sprites up to which a loop is enough, on every page that says one.
const LOOP: usize = 80;

/// The middle time of a row of the published report.
fn time(case: &str, who: &str) -> f64 {
    let report: serde_json::Value = serde_json::from_str(&read("docs/figures/report.json")).expect("figures");
    let row = report["rows"].as_array().expect("rows").iter().find(|row| row["case"] == case && row["who"] == who);
    let mut times: Vec<f64> = row.unwrap_or_else(|| panic!("{case} of {who}"))["ns"]
        .as_array()
        .expect("times")
        .iter()
        .map(|ns| ns.as_f64().expect("a number"))
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[test]
fn pages_agree_where_a_loop_is_enough() {
    let sprites = format!("{LOOP} sprites");
    for page in [
        "README.md",
        "crates/world/README.md",
        "docs/book/index.md",
        "docs/book/which-tool.md",
        "docs/book/moving/loops.md",
        "docs/book/moving/classic-articles.md",
        "docs/book/guide/pair.md",
    ] {
        assert!(read(page).contains(&sprites), "{page} does not say {sprites}");
    }
    // Between the sizes of the report, the factor grows as a power of the number.
    let factor = |n: usize| time(&format!("few-{n}"), "plain-loop") / time(&format!("few-{n}"), "hitmask");
    let at = (LOOP as f64 / 64.0).log2();
    let factor = factor(64).powf(1.0 - at) * factor(128).powf(at);
    assert!((0.7..1.0).contains(&factor), "a loop over {LOOP} sprites takes {factor} times as long as a world");
}

#[test]
fn early_hits_and_continuous_bullets_cost_what_pages_say() {
    assert!(time("hit-at-once-64", "naive") < time("hit-at-once-64", "hitmask"), "pages say that a loop wins");
    for case in ["bullets-continuous-20k-1", "bullets-continuous-20k-50", "bullets-continuous-20k-60-denser"] {
        let factor = time(case, "hitmask") / time(case, "without-ways");
        assert!((2.0..8.0).contains(&factor), "{case}: pages say several times as long, not {factor}");
    }
}

#[test]
fn pages_that_say_exact_say_what_is_exact() {
    let pages =
        ["README.md", "docs/book/index.md", "docs/book/promises.md", "docs/book/limits.md", "crates/world/README.md"];
    for page in pages {
        assert!(read(page).contains("at any angle and scale"), "{page}");
    }
}

/// What pages said and what was false, or said otherwise on another page.
#[test]
fn false_sentences_stay_away() {
    const FALSE: [&str; 8] = [
        "1.1 %",
        "steps an octave",
        "on every machine",
        "are compiled, not run",
        "a few dozen sprites",
        "Five minutes",
        "| the same answer, faster |",
        "few things `continuous`",
    ];
    let Some(files) = files() else { return };
    for page in files.iter().filter(|file| file.ends_with(".md") && !file.starts_with("docs/decisions/")) {
        let text = read(page);
        FALSE.iter().for_each(|words| assert!(!text.contains(words), "{page}: {words}"));
    }
}

/// The page names calls as Rust and Python do; `pair.md` and the guides show the other languages.
#[test]
fn which_tool_names_calls_that_exist() {
    let api: String = ["mask", "world"].map(|name| read(&format!("docs/api/{name}.txt"))).concat();
    let of_python = read("integrations/python/python/hitmask/_hitmask.pyi");
    let page = read("docs/book/which-tool.md");
    let calls: BTreeSet<&str> = page
        .split('`')
        .skip(1)
        .step_by(2)
        .flat_map(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .filter(|name| name.contains('_'))
        .collect();
    assert!(calls.len() >= 6, "{calls:?}");
    for call in calls {
        assert!(api.contains(&format!("::{call}")) || of_python.contains(&format!("def {call}(")), "{call}");
        assert!(
            of_python.contains(&format!("def {call}(")) || of_python.contains(&format!("{call}: ")),
            "Python: {call}"
        );
    }
}

#[test]
fn pages_name_the_rust_that_each_package_needs() {
    let version = |manifest: &str| {
        let text = read(manifest);
        between(&text, "\nrust-version = \"", "\"").next().expect("a version of Rust").to_owned()
    };
    let root = version("Cargo.toml");
    let bevy = version("integrations/bevy/examples/rocks/Cargo.toml"); // a game, with Bevy's renderer
    let godot = version("integrations/godot/Cargo.toml");
    let macroquad = version("integrations/macroquad/Cargo.toml");
    let readme = read("README.md");
    for words in [
        format!("[Rust](https://rustup.rs) {root} or later"),
        format!("| Godot 4.3 | Rust {godot} |"),
        format!("| Bevy 0.20 | Rust {bevy} |"),
        format!("| macroquad | Rust {macroquad} |"),
    ] {
        assert!(readme.contains(&words), "README.md: {words}");
    }
    for (page, version) in [
        ("docs/book/start/bevy.md", &bevy),
        ("integrations/bevy/README.md", &bevy),
        ("docs/book/start/godot.md", &godot),
        ("integrations/godot/README.md", &godot),
        ("docs/book/start/rust.md", &root),
        ("integrations/macroquad/README.md", &macroquad),
    ] {
        assert!(read(page).contains(&format!("Rust {version}")), "{page}: Rust {version}");
    }
}

/// `GameMaker` flips and turns about a corner between pixels, as hitmask does about an origin.
#[test]
fn origins_of_gamemaker_are_where_the_page_says() {
    let (size, origin, at) = ([16, 12], [8, 6], [100, 50]);
    let mask = Mask::from_fn(16, 12, |x, y| x < 3 || y == 0 && x < 11 || x + y == 14).expect("a mask");
    // The pixels of GameMaker: `to` maps a point from the origin to a point from the position.
    let of_gamemaker = |to: fn([f64; 2]) -> [f64; 2]| -> BTreeSet<[i32; 2]> {
        let middle = |pixel: [i32; 2]| [0, 1].map(|axis| f64::from(pixel[axis] - origin[axis]) + 0.5);
        mask.pixels()
            .map(|pixel| to(middle(pixel)).map(f64::floor))
            .map(|[x, y]| [at[0] + x as i32, at[1] + y as i32])
            .collect()
    };
    let shown = |change: &dyn Fn(Sprite) -> Sprite, place: [i32; 2]| -> BTreeSet<[i32; 2]> {
        let mut world = World::new();
        let id = world.add_mask(mask.clone()).expect("a mask");
        world.spawn(change(Sprite::new(id, place))).expect("a sprite");
        let view = world.refresh().expect("a view");
        let around = (0..80).flat_map(|y| (60..140).map(move |x| [x, y]));
        around.filter(|&pixel| !view.find(pixel).is_empty()).collect()
    };
    let [flip, turn]: [fn([f64; 2]) -> [f64; 2]; 2] = [|[x, y]| [-x, y], |[x, y]| [y, -x]]; // y points down
    let corner = [at[0] - origin[0], at[1] - origin[1]];
    assert_eq!(shown(&|sprite| sprite.flip_x(true), corner), of_gamemaker(flip));
    let angle = Angle::degrees(-90.0).expect("an angle");
    assert_eq!(shown(&|sprite| sprite.angle(angle), corner), of_gamemaker(turn));
    let about = |sprite: Sprite| sprite.origin(origin.map(f64::from));
    assert_eq!(shown(&about, at), of_gamemaker(|point| point));
    assert_eq!(shown(&|sprite| about(sprite).flip_x(true), at), of_gamemaker(flip));
    assert_eq!(shown(&|sprite| about(sprite).angle(angle), at), of_gamemaker(turn));
    // Other origins, in place.
    let other = [3, 9];
    let flipped: BTreeSet<[i32; 2]> =
        mask.pixels().map(|[x, y]| [at[0] - (x - other[0]) - 1, at[1] + y - other[1]]).collect();
    let place = [at[0] + other[0] - size[0], at[1] - other[1]];
    assert_eq!(shown(&|sprite| sprite.flip_x(true), place), flipped);
}
