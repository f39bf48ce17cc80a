//! `hitmask pairs`: random scenes against brute force, tables, limits, and outputs.

use crate::common::bad_files::heap;
use crate::common::{AIR, Folder, SOLID, oracle};
use crate::rng::Rng;
use std::cell::RefCell;
use std::fmt::Write;

/// Writes pictures of every kind. Returns the masks of a scene for the pictures.
fn masks(folder: &Folder, seed: u64) -> &'static str {
    let rng = RefCell::new(Rng::new(seed));
    let random = |end| rng.borrow_mut().below(end);
    let speckled = |_, _| [random(256) as u8, 0, 0, random(256) as u8];
    let keyed = |_, _| if random(3) == 0 { [255, 0, 255, 9] } else { [random(256) as u8, 1, 255, random(256) as u8] };
    folder.picture("alpha.png", 21, 13, speckled).picture("art/key.png", 40, 30, keyed);
    folder.picture("visible.png", 17, 70, speckled).picture("hot.png", 17, 70, keyed);
    folder.picture("disc.bmp", 31, 31, |x, y| {
        if x.abs_diff(15).pow(2) + y.abs_diff(15).pow(2) < 200 { [9, 9, 9, 255] } else { [255, 255, 255, 255] }
    });
    r##"{
        "all": {"image": "alpha.png"},
        "low": {"image": "alpha.png", "alpha_threshold": 0},
        "high": {"image": "alpha.png", "alpha_threshold": 254},
        "none": {"image": "alpha.png", "alpha_threshold": 255},
        "key": {"image": "art/key.png", "color_key": "#FF00ff"},
        "frame": {"image": "art/../art/key.png", "color_key": "ff00ff", "frame": [3, 7, 36, 23]},
        "empty": {"image": "alpha.png", "frame": [21, 13, 0, 0]},
        "hot": {"image": "visible.png", "hot_map": {"image": "hot.png", "color_key": "#ff00ff"}},
        "hot frame": {"image": "visible.png", "frame": [1, 2, 13, 60],
            "hot_map": {"color_key": "#ff00ff", "image": "hot.png"}},
        "disc": {"image": "disc.bmp", "color_key": "#ffffff"}
    }"##
}

const NAMES: [&str; 10] = ["all", "low", "high", "none", "key", "frame", "empty", "hot", "hot frame", "disc"];

/// The fields of a sprite in a table.
type Fields = [String; 15];

/// Returns random sprites as the fields of a table.
fn sprites(seed: u64, count: u32) -> Vec<Fields> {
    let mut rng = Rng::new(seed);
    let mut random = |end| rng.below(end);
    let sprite = |_| {
        let is_zero = |n: u32| (n == 0).to_string();
        let mask = NAMES[random(10) as usize].to_owned();
        let (x, y) = (random(300) as i32 - 150, random(200) as i32 - 100);
        let rotate = match random(4) {
            // The fraction keeps centers of pixels off the edges of the pixels to which they are mapped.
            0 => f64::from(random(720)) - 360.0 + 0.123,
            _ => 90.0 * f64::from(random(9)) - 360.0,
        };
        let mut factor =
            |one_in: u32| if random(one_in) == 0 { f64::from(1 + random(30)) / 15.0 + 0.0123 } else { 1.0 };
        let scale = [factor(4), factor(4)].map(|factor| factor.to_string());
        let origin = [random(20), random(20)].map(|c| (f64::from(c) / 2.0 - 3.0).to_string());
        let pivot = [random(20), random(20)].map(|c| (c as i32 - 5).to_string());
        let [mut origin_x, mut origin_y, mut pivot_x, mut pivot_y] = <[String; 4]>::default();
        match random(4) {
            0 => [origin_x, origin_y] = origin,
            1 => [pivot_x, pivot_y] = pivot,
            _ => {}
        }
        let [scale_x, scale_y] = scale;
        let (layers, with) = (1 + random(7), if random(2) == 0 { u32::MAX } else { 1 + random(7) });
        let text = [x.to_string(), y.to_string(), is_zero(random(2)), is_zero(random(2))];
        let [x, y, flip_x, flip_y] = text;
        let (rotate, layers, with) = (rotate.to_string(), layers.to_string(), with.to_string());
        let fixed = is_zero(random(3));
        [
            mask, x, y, flip_x, flip_y, rotate, layers, with, fixed, scale_x, scale_y, origin_x, origin_y, pivot_x,
            pivot_y,
        ]
    };
    (0..count).map(sprite).collect()
}

/// The columns of a table. The first nine are keys of a sprite in a list.
const COLUMNS: [&str; 15] = [
    "mask",
    "x",
    "y",
    "flip_x",
    "flip_y",
    "rotate",
    "layers",
    "collides_with",
    "fixed",
    "scale_x",
    "scale_y",
    "origin_x",
    "origin_y",
    "pivot_x",
    "pivot_y",
];

fn json(masks: &str, sprites: &[Fields]) -> String {
    let sprite = |fields: &Fields| {
        let [.., scale_x, scale_y, origin_x, origin_y, pivot_x, pivot_y] = fields;
        let keys = COLUMNS.iter().zip(fields).take(9).skip(1);
        let mut rest: Vec<_> = keys.map(|(key, value)| format!("\"{key}\": {value}")).collect();
        rest.push(match scale_x == scale_y {
            true => format!("\"scale\": {scale_x}"),
            false => format!("\"scale\": [{scale_x}, {scale_y}]"),
        });
        if !origin_x.is_empty() {
            rest.push(format!("\"origin\": [{origin_x}, {origin_y}]"));
        }
        if !pivot_x.is_empty() {
            rest.push(format!("\"pivot\": [{pivot_x}, {pivot_y}]"));
        }
        format!("{{\"mask\": {:?}, {}}}", fields[0], rest.join(", "))
    };
    let list: Vec<_> = sprites.iter().map(sprite).collect();
    format!("{{\"sprites\": [{}], \"masks\": {masks}}}", list.join(",\n"))
}

#[test]
fn random_scenes_match_brute_force() {
    for seed in 1..=if cfg!(debug_assertions) { 1 } else { 3 } {
        let folder = Folder::new();
        let masks = masks(&folder, seed);
        let sprites = sprites(seed, 250);
        folder.write("scene.json", json(masks, &sprites));
        let expected = oracle::csv(&folder.path().join("scene.json"));
        assert!(expected.lines().count() > 200, "{}", expected.lines().count());
        for threads in ["1", "2", "7"] {
            let ran = folder.run(&["pairs", "scene.json", "--threads", threads, "--picture", "p.png"]).fine();
            assert!(ran.out == expected, "seed {seed}, {threads} threads");
        }

        #[cfg(feature = "cluster")]
        assert!(folder.run(&["pairs", "scene.json", "--memory", "32M"]).fine().out == expected, "seed {seed}");

        // A table with equal sprites, other column order and CR LF line ends.
        let order = [8, 13, 5, 12, 2, 14, 0, 1, 9, 3, 7, 6, 11, 4, 10];
        let line = |fields: [&str; 15]| order.map(|field| fields[field]).join(", ");
        let mut table = format!("{}\r\n\r\n", line(COLUMNS));
        for fields in &sprites {
            write!(table, "{}\r\n", line(std::array::from_fn(|field| fields[field].as_str()))).unwrap();
        }
        folder.write("lists/sprites.csv", table);
        folder.write("table.json", format!("{{\"masks\": {masks}, \"sprites\": \"lists/sprites.csv\"}}"));
        assert!(folder.run(&["pairs", "table.json"]).fine().out == expected);
        #[cfg(feature = "cluster")]
        assert!(folder.run(&["pairs", "table.json", "--memory", "32M"]).fine().out == expected);
    }
}

#[test]
fn tables_may_omit_columns_and_trailing_fields() {
    let folder = Folder::new();
    folder.picture("dot.png", 2, 2, |_, _| SOLID);
    folder.write("scene.json", r#"{"masks": {"a,\"b": {"image": "dot.png"}}, "sprites": "s.csv"}"#);
    folder.write(
        "s.csv",
        "\u{feff}mask,x,y,fixed\n\"a,\"\"b\",0,0\n\"a,\"\"b\",1,1,true\n\n\"a,\"\"b\",1,2,1\n\"a,\"\"b\",3,1,",
    );
    let ran = folder.run(&["pairs", "scene.json"]).fine();
    assert_eq!(ran.out, "a,b,area,left,top,width,height\n0,1,1,1,1,1,1\n");
}

#[test]
fn empty_scene_has_no_pairs() {
    let folder = Folder::new();
    folder.write("scene.json", "\u{feff}{\"masks\": {}, \"sprites\": []}");
    let ran = folder.run(&["pairs", "scene.json", "--picture", "p.png"]).fine();
    assert_eq!(ran.out, "a,b,area,left,top,width,height\n");
    assert!(image::open(folder.path().join("p.png")).unwrap().width() > 0);
}

#[test]
fn world_of_the_largest_size_is_drawn() {
    let folder = Folder::new();
    folder.picture("dot.png", 9, 9, |_, _| SOLID);
    let limit = 1 << 30;
    folder.write(
        "scene.json",
        format!(
            r#"{{"masks": {{"dot": {{"image": "dot.png"}}}}, "sprites": [
                {{"mask": "dot", "x": -{limit}, "y": -{limit}}}, {{"mask": "dot", "x": -{limit}, "y": -{limit}}},
                {{"mask": "dot", "x": {limit}, "y": {limit}}}, {{"mask": "dot", "x": 0, "y": 0}}]}}"#
        ),
    );
    let ran = folder.run(&["pairs", "scene.json", "--picture", "p.png"]).fine();
    assert_eq!(ran.out, "a,b,area,left,top,width,height\n0,1,81,-1073741824,-1073741824,9,9\n");
    let picture = image::open(folder.path().join("p.png")).unwrap().into_rgb8();
    assert!(picture.width() <= 1600 && picture.height() <= 1600);
    assert!(picture.pixels().any(|pixel| pixel.0 == [255, 36, 44]), "the collision must be visible");
}

/// The summary names twenty pairs and counts the others.
#[test]
fn words_tell_the_first_pairs_and_count_the_others() {
    let folder = heap(7);
    let first = "0 (m) and 1 (m) share 1 pixel at 0,0\n";
    let ran = folder.run(&["pairs", "heap.json", "--out", "o.csv"]).fine();
    assert!(ran.err.starts_with(first), "{}", ran.err);
    let end = "and 1 more pair\n7 sprites, 21 pairs of boxes that overlap, 21 pairs that collide\nwrote o.csv\n";
    assert!(ran.err.ends_with(end) && ran.err.lines().count() == 23, "{}", ran.err);
    if cfg!(not(feature = "cluster")) {
        return;
    }
    let ran = folder.run(&["pairs", "heap.json", "--out", "o.csv", "--memory", "32M"]).fine();
    let end = "and 1 more pair\n7 sprites, 21 pairs that collide\nwrote o.csv\n";
    assert!(ran.err.starts_with("0 and 1 share 1 pixel at 0,0\n") && ran.err.ends_with(end), "{}", ran.err);
}

#[test]
fn pair_limit_is_exact() {
    let folder = heap(100);
    let ran = folder.run(&["pairs", "heap.json", "--pair-limit", "4949", "--out", "o.csv"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("error: heap.json: ") && ran.err.contains("4949"), "{}", ran.err);
    assert_eq!(folder.names(), ["dot.png", "heap.csv", "heap.json"]);
    assert_eq!(folder.run(&["pairs", "heap.json", "--pair-limit", "4950"]).fine().out.lines().count(), 4951);
}

#[test]
fn output_keeps_links_and_permissions() {
    let folder = Folder::new();
    folder.picture("dot.png", 1, 1, |_, y| if y == 0 { SOLID } else { AIR });
    folder.write("scene.json", r#"{"masks": {"dot": {"image": "dot.png"}}, "sprites": []}"#);
    let header = "a,b,area,left,top,width,height\n";
    for path in ["-", "/dev/stdout"] {
        if cfg!(unix) || path == "-" {
            assert_eq!(folder.run(&["pairs", "scene.json", "--out", path]).fine().out, header);
        }
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let at = |name: &str| folder.path().join(name);
        let mode = |name: &str| std::fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
        folder.write("old.csv", "old");
        std::fs::set_permissions(at("old.csv"), std::fs::Permissions::from_mode(0o640)).unwrap();
        symlink("old.csv", at("link.csv")).unwrap();
        folder.run(&["pairs", "scene.json", "--out", "link.csv"]).fine();
        assert!(std::fs::symlink_metadata(at("link.csv")).unwrap().is_symlink());
        assert_eq!((folder.text("old.csv").as_str(), mode("old.csv")), (header, 0o640));
        folder.run(&["pairs", "scene.json", "--out", "new.csv"]).fine();
        folder.write("plain", "");
        assert_eq!(mode("new.csv"), mode("plain"), "the mode of a new file");
        folder.run(&["pairs", "scene.json", "--out", "/dev/null", "--picture", "/dev/null"]).fine();
    }
}
