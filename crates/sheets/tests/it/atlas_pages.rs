//! Sheets of several pages, and the animations of PixiJS.

use crate::common::{art, png, rows, strict};
use sheets::{Options, Sheet, WarningKind};
use std::collections::HashMap;

type Files = HashMap<String, Vec<u8>>;

/// Adds a page: its frames stand side by side, two pixels wide.
fn page(files: &mut Files, name: &str, picture: &[&str], frames: &[&str], rest: &str, meta: &str) {
    let frame = |(index, name): (usize, &&str)| {
        format!(r#""{name}": {{"frame": {{"x": {}, "y": 0, "w": 2, "h": 1}}}}"#, 2 * index)
    };
    let frames: Vec<_> = frames.iter().enumerate().map(frame).collect();
    let stem = name.trim_end_matches(".json");
    let image = stem.rsplit('/').next().unwrap();
    let json = format!(r#"{{"frames": {{{}}}, {rest} "meta": {{"image": "{image}.png" {meta}}}}}"#, frames.join(","));
    files.insert(name.to_owned(), json.into_bytes());
    files.insert(format!("{stem}.png"), png(&art(picture)));
}

fn pages() -> Files {
    let mut files = Files::new();
    let star = r#""animations": {"star": ["c", "a", "b"], "one": ["a"]},"#;
    page(
        &mut files,
        "s/s-0.json",
        &["#.##"],
        &["a", "b"],
        star,
        r#", "related_multi_packs": ["s-1.json", "s-0.json", "./s-1.json"]"#,
    );
    page(&mut files, "s/s-1.json", &[".#.."], &["c", "d"], "", r#", "related_multi_packs": ["s-0.json"]"#);
    files
}

fn animations(sheet: &Sheet) -> Vec<(String, Vec<usize>)> {
    let show = |animation: &sheets::Animation| {
        (animation.name().to_owned(), animation.frames().iter().map(|(index, _)| *index).collect())
    };
    sheet.animations().iter().map(show).collect()
}

#[track_caller]
fn assert_whole(sheet: &Sheet) {
    let frames: Vec<_> = sheet.frames().iter().map(|frame| (frame.name(), rows(frame))).collect();
    let want = [("a", "#."), ("b", "##"), ("c", ".#"), ("d", "..")].map(|(name, rows)| (name, rows.to_owned()));
    assert_eq!(frames, want);
    assert_eq!(animations(sheet), [("star".to_owned(), vec![2, 0, 1]), ("one".to_owned(), vec![0])]);
    assert!(sheet.warnings().is_empty());
}

#[test]
fn related_pages_are_one_sheet_from_memory_and_from_disk() {
    let files = pages();
    assert_whole(&Sheet::read(&files, "s/s-0.json", &strict()).unwrap());
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("s")).unwrap();
    for (name, bytes) in &files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    assert_whole(&Sheet::open(folder.path().join("s/s-0.json"), &strict()).unwrap());
    assert_whole(&Sheet::open(folder.path().join("s/s-0.json"), &strict().root(folder.path())).unwrap());
    // Another page first.
    let sheet = Sheet::read(&files, "s/s-1.json", &strict()).unwrap();
    assert_eq!(sheet.frames().iter().map(sheets::Frame::name).collect::<Vec<_>>(), ["c", "d", "a", "b"]);
    assert_eq!(animations(&sheet)[0], ("star".to_owned(), vec![0, 2, 3]));
}

#[test]
fn missing_page_costs_its_frames() {
    let mut files = pages();
    files.remove("s/s-1.json");
    let sheet = Sheet::read(&files, "s/s-0.json", &Options::default()).unwrap();
    assert_eq!(animations(&sheet), [("star".to_owned(), vec![0, 1]), ("one".to_owned(), vec![0])]);
    let texts: Vec<_> = sheet.warnings().iter().map(ToString::to_string).collect();
    assert!(
        texts[0].starts_with("s/s-0.json: meta.related_multi_packs[0]: no file is named \"s/s-1.json\""),
        "{}",
        texts[0]
    );
    assert!(texts[0].ends_with("; the page is left out"), "{}", texts[0]);
    assert_eq!(
        texts.last().unwrap(),
        "s/s-0.json: animations.star[0]: must be the name of a frame, got \"c\"; the step is left out"
    );
    assert!(sheet.warnings().iter().all(|warning| warning.kind == WarningKind::LeftOut));
    assert!(Sheet::read(&files, "s/s-0.json", &strict()).is_err());
}

#[test]
fn tags_and_slices_belong_to_their_page() {
    let mut files = Files::new();
    let slice =
        |at| format!(r#"{{"name": "s{at}", "keys": [{{"frame": 0, "bounds": {{"x": 0, "y": 0, "w": 1, "h": 1}}}}]}}"#);
    let meta = |at: u32, more: &str| {
        format!(r#", "frameTags": [{{"name": "t{at}", "from": 0, "to": 1}}], "slices": [{}] {more}"#, slice(at))
    };
    page(&mut files, "p0.json", &["####"], &["a", "b"], "", &meta(0, r#", "related_multi_packs": ["p1.json"]"#));
    page(&mut files, "p1.json", &["####"], &["c", "d"], "", &meta(1, ""));
    let sheet = Sheet::read(&files, "p0.json", &strict()).unwrap();
    assert_eq!(animations(&sheet), [("t0".to_owned(), vec![0, 1]), ("t1".to_owned(), vec![2, 3])]);
    let slices: Vec<_> =
        sheet.frames().iter().map(|frame| frame.slices().iter().map(sheets::Slice::name).collect::<Vec<_>>()).collect();
    assert_eq!(slices, [["s0"], ["s0"], ["s1"], ["s1"]]);
    assert_eq!(sheet.frame("t1 1").unwrap().names()[1], "d");
}

#[test]
fn steps_of_animations_are_limited() {
    let mut limits = sheets::Limits::default();
    limits.items = 3;
    assert!(Sheet::read(&pages(), "s/s-0.json", &Options::default().limits(limits)).is_err());
}
