//! The numbers that tune a world stand in a decision, each with the row of the report that pays for it.

use super::pages::{files, read};
use std::collections::BTreeSet;

/// The table of the numbers, and the folder of the code.
const DECISION: &str = "docs/decisions/0046-numbers.md";
const CODE: &str = "crates/world/src/";

/// Numbers that tune nothing: sizes of what is stored, limits that users see, and the words of an algorithm.
const OTHERS: [&str; 26] = [
    "offset_tables/table_set.rs MAX_WORDS",
    "offset_tables/way_out.rs ROW_BIAS",
    "tree/trees.rs TREES",
    "tree/trees.rs SHARED",
    "tree/trees.rs FIXED",
    "tree/trees.rs NEVER",
    "tree/sort.rs COUNT_SHIFT",
    "tree/sort.rs MOST_QUERIES",
    "tree/sort.rs NO_SPRITE",
    "tree/sort.rs STRIDE",
    "tree/sort.rs SIDE",
    "tree/join.rs EACH",
    "tree/subtree_pair.rs ABOVE_DIAGONAL",
    "store/lane.rs INDEX_BITS",
    "store/lane.rs NO_INDEX",
    "store/lane.rs MAX_SPRITES",
    "tree/tree.rs MAX_LEVELS",
    "step/paths.rs FRACTION_BITS",
    "step/paths.rs PASSING",
    "query/find.rs FULL",
    "query/ray.rs MARGIN",
    "motion/move_until.rs ROUNDS",
    "slots/table.rs END",
    "slots/table.rs WAITING",
    "slots/table.rs MAX_SLOTS",
    "variants/resolve.rs MAX_REACH",
];

/// The folders and files whose numbers are those of pixels, formats and languages.
const WITHOUT_TUNING: [&str; 4] = ["bindings", "saved/", "sprites/", "geometry/"];

/// The name and the value of a constant that is a number, if a line of code is one.
fn number(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.split_once("const ")?.1.split_once(": ")?;
    let (kind, value) = rest.split_once(" = ")?;
    let numbers = ["usize", "u8", "u16", "u32", "u64", "i32", "i64", "f64", "Duration"];
    numbers.contains(&kind).then_some((name, value.trim_end_matches(';')))
}

#[test]
fn each_number_that_tunes_has_its_row() {
    let Some(files) = files() else {
        println!("not run: this is no checkout");
        return;
    };
    let table = read(DECISION);
    let listed: BTreeSet<String> = table
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
            assert!(cells.len() == 7 && !cells[5].is_empty(), "{DECISION}: a number without a row: {line}");
            format!("{} {} = {}", cells[1], cells[2], cells[3])
        })
        .collect();
    let mut found = BTreeSet::new();
    let code = files.iter().filter_map(|file| file.strip_prefix(CODE)).filter(|file| file.ends_with(".rs"));
    for file in code.filter(|file| !WITHOUT_TUNING.iter().any(|folder| file.starts_with(folder))) {
        let text = read(&format!("{CODE}{file}"));
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (name, value) in text.lines().filter(|line| !line.contains("//")).filter_map(number) {
            let entry = format!("{file} {name} = {value}");
            let is_other = OTHERS.contains(&format!("{file} {name}").as_str());
            if !is_other || listed.contains(&entry) {
                found.insert(entry);
            }
        }
    }
    let missing: Vec<_> = found.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(missing.is_empty() && gone.is_empty(), "{DECISION}: missing: {missing:#?}; not in the code: {gone:#?}");
    println!("{} numbers", listed.len());
}
