//! Words that readers find nowhere any more, but in the history and where a file format or an engine says them.

use super::pages::{files, read};

/// Names of the pixel and the map of a sprite before the drawn pixel.
const GONE: [&str; 9] =
    ["pivot", "pivots", "Pose", "set_drawn", "setDrawn", "SetDrawn", "draw_angle", "drawAngle", "draw_scale"];

/// Names that gave way to those of the field (a color key, a neighbor, the path of a continuous sprite, a connection).
const OLD_NAMES: [&str; 7] =
    ["NotColor", "hitmask_near", "NearMany", "SpriteWay", "SeatNotTaken", "ways_by_data", "MAY_HAVE_WAY"];

/// Ways to ask for exact pixels, which need no asking now, and what was said of rounded ones.
const GONE_PHRASES: [&str; 5] = ["exact=True", "exact: true", ".exact(true", "exact = true", "64 angles"];

/// Where a word may stand: decisions, readers of files, engines and other libraries that use it, and this
/// list.
const ALLOWED: [&str; 27] = [
    "crates/cli/src/args.rs",
    "crates/cli/src/scene/",
    "crates/cli/tests/",
    "crates/sheets/",
    "crates/world/src/saved/version7.rs",
    "crates/world/src/sprites/sprite.rs",
    "crates/world/tests/it/saved.rs",
    "docs/book/files.md",
    "docs/book/glossary.md",
    "docs/book/how/physics.md",
    "docs/book/reference/",
    "docs/decisions/",
    "examples/physics_shapes.rs",
    "integrations/bevy/tests/it/sheets.rs",
    "integrations/c/csharp/Unity.cs",
    "integrations/c/docs/unity.md",
    "integrations/c/tests/csharp/",
    "integrations/macroquad/rocks/src/art.rs",
    "integrations/macroquad/src/bin/drawn.rs",
    "integrations/python/python/hitmask/sheets.pyi",
    "integrations/python/src/sheets/",
    "integrations/python/tests/test_sheets.py",
    "integrations/web/test/browser/",
    "integrations/web/ts/phaser.ts",
    "integrations/web/ts/sheets/api.ts",
    "tests/it/gone.rs",
    "tests/it/one_language.rs",
];

/// The endings of files that people read or write.
const ENDINGS: [&str; 12] = [".rs", ".md", ".py", ".pyi", ".ts", ".mjs", ".vue", ".h", ".hpp", ".cs", ".lua", ".gd"];

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

#[test]
fn what_is_gone_is_named_nowhere() {
    let Some(files) = files() else {
        println!("not run: this is no checkout");
        return;
    };
    let read_by_people = |file: &&String| ENDINGS.iter().any(|ending| file.ends_with(ending));
    let mut wrong = Vec::new();
    let mut unused: Vec<_> = ALLOWED.to_vec();
    let mut searched = 0;
    for file in files.iter().filter(read_by_people) {
        searched += 1;
        let text = read(file);
        if let Some(word) = words(&text).find(|word| OLD_NAMES.contains(word))
            && !(file.starts_with("docs/decisions/") || file == "CHANGELOG.md" || file == "tests/it/gone.rs")
        {
            wrong.push(format!("{file}: {word}"));
        }
        let phrase = GONE_PHRASES.into_iter().find(|phrase| text.contains(phrase));
        let Some(word) = words(&text).find(|word| GONE.contains(word)).or(phrase) else { continue };
        match ALLOWED.iter().find(|start| file.starts_with(**start)) {
            Some(start) => unused.retain(|other| other != start),
            None => wrong.push(format!("{file}: {word}")),
        }
    }
    assert!(searched > 500, "{searched} files");
    assert!(wrong.is_empty(), "write `origin`, `transform` and the names of today: {wrong:#?}");
    assert!(unused.is_empty(), "these files may leave the list: {unused:?}");
}
