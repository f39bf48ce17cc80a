//! The page "From the classic articles": each of its 30 answers has an assertion in programs that tests run, and its
//! counts are those of the programs. `cargo xtask programs book rust javascript csharp c` runs the programs.

use super::pages::{between, read, resolve};
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = "docs/book/moving/classic-articles.md";

/// The articles: their items, the program in Rust, and the program in the language of the article.
const ARTICLES: [(std::ops::RangeInclusive<u32>, &str, Option<&str>); 5] = [
    (1..=9, "examples/hot_map.rs", Some("docs/book/programs/c/hge.cpp")),
    (10..=15, "examples/bitmap_hit_test.rs", None),
    (16..=19, "examples/xna_threshold.rs", Some("docs/book/programs/csharp/games/xna.cs")),
    (20..=25, "examples/shared_surface.rs", None),
    (26..=30, "examples/render_map.rs", Some("docs/book/programs/javascript/recipes/classic_articles.mjs")),
];

/// The items of the page: the question, the answer, and the programs that assert it.
fn items() -> BTreeMap<u32, (String, String, BTreeSet<String>)> {
    let mut items = BTreeMap::new();
    for row in read(PAGE).lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let Ok(item) = cells[0].parse::<u32>() else { continue };
        if !row.contains("](") {
            continue; // a row of figures
        }
        let [_, question, answer, programs] = cells[..] else { panic!("an item has four cells: {row}") };
        let programs = between(programs, "](", ")").filter_map(|link| resolve(PAGE, link)).collect();
        let before = items.insert(item, (question.to_owned(), answer.to_owned(), programs));
        assert!(before.is_none(), "{PAGE}: item {item} stands there twice");
    }
    items
}

/// The regions `item-NN` of a program.
fn regions(program: &str) -> BTreeMap<u32, String> {
    let text = read(program);
    let region = |part: &str| {
        let (number, code) = part.split_once('\n').expect("code after a mark");
        let code = code.split_once(&format!("#endregion item-{number}\n")).expect("an end").0;
        (number.parse().expect("the number of an item"), code.to_owned())
    };
    text.split("// #region item-").skip(1).map(region).collect()
}

#[test]
fn each_of_the_30_items_has_an_assertion() {
    let items = items();
    assert!(items.keys().copied().eq(1..=30), "{PAGE}: {:?}", items.keys());
    for (numbers, rust, own) in ARTICLES {
        for program in std::iter::once(rust).chain(own) {
            let regions = regions(program);
            if program == rust {
                assert!(regions.keys().copied().eq(numbers.clone()), "{program}: {:?}", regions.keys());
            }
            for (number, code) in regions {
                let has_assertion = ["assert!(", "assert_eq!(", "assert(", "Assert(", "assert."];
                assert!(
                    has_assertion.iter().any(|call| code.contains(call)),
                    "{program}: item {number} asserts nothing"
                );
                assert!(items[&number].2.contains(program), "{PAGE}: item {number} does not name {program}");
            }
        }
        for number in numbers {
            let (question, answer, programs) = &items[&number];
            assert!(
                question.ends_with(['?', '.']) && answer.contains('`'),
                "{PAGE}: item {number} has no question, or no call"
            );
            for program in programs {
                assert!(regions(program).contains_key(&number), "{program} has no region item-{number:02}");
                assert!(program == rust || Some(program.as_str()) == own, "{PAGE}: item {number}: {program}");
            }
        }
    }
}

#[test]
fn the_counts_are_those_of_the_programs() {
    let page = read(PAGE);
    let mut count = 0;
    for (_, rust, own) in ARTICLES {
        let program = read(rust);
        let Some(counts) = between(&program, "const COUNTS: &str = \"\\\n", "\";").next() else { continue };
        let name = rust.trim_start_matches("examples/").trim_end_matches(".rs");
        let printed = page.split_once(&format!("--example {name}` prints")).map_or("", |(_, rest)| rest);
        let printed = between(printed, "```text\n", "```").next();
        assert_eq!(printed, Some(counts), "{PAGE}: what {rust} prints");
        assert!(program.contains("assert_eq!(counts, COUNTS)"), "{rust} does not compare its counts");
        if let Some(own) = own {
            let text = read(own);
            let lines = between(&text, "// #region counts\n", "// #endregion").next().expect("counts");
            let lines: Vec<&str> = between(lines, "  \"", "\",\n").collect();
            assert_eq!(lines, counts.lines().collect::<Vec<_>>(), "{own} and {rust} count alike");
        }
        count += 1;
    }
    assert_eq!(count, 3);
}

/// The examples of the articles say on which page they are, and the pages before it lead there.
#[test]
fn readers_find_the_page_of_the_articles() {
    for page in ["README.md", "docs/book/README.md", "docs/book/moving/loops.md", "examples/README.md"] {
        assert!(read(page).contains("classic-articles.md"), "{page} does not lead to {PAGE}");
    }
    for (_, rust, own) in ARTICLES {
        for program in std::iter::once(rust).chain(own) {
            let head: String = read(program).lines().take(8).collect();
            assert!(head.contains(PAGE), "{program} does not name {PAGE}");
        }
    }
    let programs = read("crates/xtask/src/packages/programs.rs");
    for (_, rust, _) in ARTICLES {
        let name = rust.trim_start_matches("examples/").trim_end_matches(".rs");
        assert!(programs.contains(&format!("\"{name}\"")), "no test runs {rust}");
    }
}
