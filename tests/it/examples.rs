//! The page of the examples: a line, a command, and a picture or what it prints, for each.

use super::pages::{between, files, read};
use std::collections::BTreeSet;

const PAGE: &str = "examples/README.md";

#[test]
fn each_example_has_its_line() {
    let Some(files) = files() else { return };
    let page = read(PAGE);
    let manifest = read("crates/show/Cargo.toml");
    let mut listed = BTreeSet::new();
    for part in page.split("\n**[").skip(1) {
        let (name, rest) = part.split_once("](").expect("a link");
        let rest = rest.split("\n## ").next().unwrap_or_default();
        let (link, rest) = rest.split_once(")**: ").expect("a line about the example");
        assert_eq!(link, format!("{name}.rs"), "{PAGE}");
        let line = rest.lines().next().unwrap_or_default();
        let command = between(line, "`", "`").find(|code| code.starts_with("cargo run")).expect("a command");
        let words: Vec<&str> = command.split_whitespace().collect();
        assert!(words.windows(2).any(|two| two == ["--example", name]), "{PAGE}: {name}: {command}");
        // What the example needs beyond the default.
        let about = manifest.split("[[example]]").find(|about| about.contains(&format!("name = \"{name}\"")));
        let feature = between(about.expect("an example"), "required-features = [\"", "\"").next();
        let named = words.windows(2).find(|two| two[0] == "--features").map(|two| two[1]);
        assert_eq!(named, feature, "{PAGE}: {name}");
        let says_more = ["<img", "![", "```text\n", "prints"].iter().any(|more| rest.contains(more));
        assert!(says_more, "{PAGE}: {name} has neither a picture nor an output");
        listed.insert(format!("examples/{name}.rs"));
    }
    let examples = files
        .iter()
        .filter(|file| file.strip_prefix("examples/").is_some_and(|name| name.ends_with(".rs") && !name.contains('/')));
    assert_eq!(listed, examples.cloned().collect(), "{PAGE}");
    assert!(page.contains("](guide)") && read("README.md").contains("](examples/README.md)"));
}

/// Counts that programs assert are on the page as they print them.
#[test]
fn counts_are_those_of_the_programs() {
    let page = read(PAGE);
    for name in ["bitmap_hit_test", "shared_surface", "render_map"] {
        let program = read(&format!("examples/{name}.rs"));
        let counts = between(&program, "const COUNTS: &str = \"\\\n", "\";").next().expect("counts");
        let shown =
            between(&page, &format!("--example {name}`\n\n```text\n"), "```").next().expect("an output").to_owned();
        for line in shown.lines() {
            assert!(counts.lines().any(|count| count == line), "{PAGE}: {name}: {line}");
        }
    }
}

/// The pictures stay small, because every clone has them.
#[test]
fn pictures_of_the_examples_are_small() {
    let Some(files) = files() else { return };
    let pictures = files.iter().filter(|file| file.starts_with("examples/pictures/"));
    let size =
        |file: &String| std::fs::metadata(std::path::Path::new(super::pages::ROOT).join(file)).expect("a file").len();
    let sizes: Vec<u64> = pictures.map(size).collect();
    assert!(!sizes.is_empty() && sizes.iter().all(|&size| size < 60_000), "{sizes:?}");
}
