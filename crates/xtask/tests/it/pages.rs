//! The code on pages: written from programs, and compared with them.

use crate::repository::{Repository, Said, root, xtask};
use std::fs;

const PAGE: &str = "docs/book/guide/pair.md";
const NO_SENTENCE: &str =
    "pair.md:3: expected <details><summary>C</summary>, an empty line and a sentence without code";
const RUST: &str = "\
fn main() {
    // #region ask
    let a = 1;

    // #region inner
    if a > 0 {
        println!(\"{a}\");
    }
    // #endregion inner
    // #endregion ask
    // #region open
}
";
const LUA: &str = "-- #region ask\nprint(1)\n-- #endregion ask\n";
const WRITTEN: &str = "\
# Pair

<!-- code: examples/pair.rs#inner -->
```rust
if a > 0 {
    println!(\"{a}\");
}
```

Then:

<!-- code Rust: examples/pair.rs#ask -->
<details open><summary>Rust</summary>

```rust
let a = 1;

if a > 0 {
    println!(\"{a}\");
}
```
</details>

<!-- code Lua: programs/pair.lua#ask -->
<details><summary>Lua</summary>

```lua
print(1)
```
</details>

The end.
";

/// What the author of the page writes.
fn comments() -> String {
    let comments = WRITTEN.lines().filter(|line| line.starts_with(['#', '<', 'T']) && !line.contains("details"));
    comments
        .map(|line| format!("{line}\n"))
        .collect::<String>()
        .replace("Pair\n", "Pair\n\n")
        .replace("Then:", "\nThen:\n")
}

fn repository(page: &str) -> Repository {
    Repository::new(&[("examples/pair.rs", RUST), ("programs/pair.lua", LUA), (PAGE, page)])
}

/// The pages of this repository.
#[test]
fn the_code_on_pages_is_that_of_the_programs() {
    let mut command = xtask();
    let output = command.args(["generate", "--check", "pages"]).current_dir(root()).output().expect("xtask runs");
    let said = Said::of(&output);
    said.check(0, "pages: 0 of ");
    let pages = said.out.split("0 of ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
    assert!(pages >= Some(40), "only {pages:?} pages with code were found");
}

/// The languages of the guide, in the order of the tabs.
const LANGUAGES: [&str; 9] = ["Rust", "Python", "JavaScript", "Godot", "Bevy", "C#", "Lua", "C", "C++"];

/// Readers of each language find it in every group, with a program or with a sentence.
#[test]
fn each_group_of_the_guide_has_all_languages() {
    let book = root().join("docs/book");
    let answers = fs::read_to_string(book.join("programs/answers")).expect("the answers");
    let (mut pages, mut groups) = (0, 0);
    for name in answers.lines().filter_map(|line| line.split(':').next()) {
        let path = book.join(format!("guide/{}.md", name.replace('_', "-")));
        let page = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let found = groups_of(&page);
        assert!(!found.is_empty(), "{name} has no group of languages");
        for group in &found {
            assert_eq!(group, &LANGUAGES, "the languages of a group of {}", path.display());
        }
        pages += 1;
        groups += found.len();
    }
    assert!(pages >= 13 && groups >= 18, "only {groups} groups on {pages} pages were found");
}

/// The labels of each group of a page. A group goes on if only the end of a language is before the comment.
fn groups_of(page: &str) -> Vec<Vec<&str>> {
    let (mut groups, mut before) = (Vec::<Vec<&str>>::new(), "");
    for line in page.lines().filter(|line| !line.is_empty()) {
        if let Some((label, _)) = line.strip_prefix("<!-- code ").and_then(|note| note.split_once(": ")) {
            match groups.last_mut() {
                Some(group) if before == "</details>" => group.push(label),
                _ => groups.push(vec![label]),
            }
        }
        before = line;
    }
    groups
}

#[test]
fn comments_become_code_and_groups_of_languages() {
    let repository = repository(&comments());
    repository.run(&["generate", "pages"]).check(0, "pages: 1 of 1 files have changed");
    assert_eq!(repository.read(PAGE), WRITTEN);
    repository.run(&["generate", "pages"]).check(0, "pages: 0 of 1 files have changed");
}

#[test]
fn a_check_names_the_page_and_the_program() {
    let repository = repository(&WRITTEN.replace("print(1)", "print(2)"));
    let old = repository.run(&["generate", "--check", "pages"]);
    old.check(1, "pair.md: the code differs from programs/pair.lua#ask\n");
    old.check(1, "pair.md is not up to date: run: cargo xtask generate pages");
    assert!(!old.out.contains("pair.rs"), "{}", old.out);
    repository.run(&["generate", "pages"]).check(0, "pair.md is written");
    assert_eq!(repository.read(PAGE), WRITTEN);
}

#[test]
fn a_language_comes_and_goes_with_its_comment() {
    let without_rust = WRITTEN.split_once("<!-- code Rust").expect("a group").0.to_owned()
        + &WRITTEN[WRITTEN.find("<!-- code Lua").expect("a language")..];
    let repository = repository(&without_rust);
    repository.run(&["generate", "pages"]).check(0, "pair.md is written");
    assert!(repository.read(PAGE).contains("<details open><summary>Lua</summary>"), "{}", repository.read(PAGE));
    // A block becomes a language, and the other way round.
    repository.write(PAGE, &WRITTEN.replace("code Lua:", "code:").replace("code: examples", "code Rust: examples"));
    repository.run(&["generate", "pages"]).check(0, "pair.md is written");
    let page = repository.read(PAGE);
    assert!(page.contains("#inner -->\n<details open><summary>Rust</summary>\n\n```rust\nif a"), "{page}");
    assert!(page.contains("#ask -->\n```lua\nprint(1)\n```\n\nThe end."), "{page}");
    assert_eq!(page.matches("<details").count(), 2, "{page}");
}

/// A language without a program keeps its sentence. It may be the first of its group.
#[test]
fn a_language_without_a_program_has_a_sentence() {
    let sentence = "\
<!-- code Bevy: none -->
<details><summary>Bevy</summary>

Bevy reads pictures by itself: [how](masks.md).

Nothing is to be added.
</details>
";
    let at = WRITTEN.find("<!-- code Lua").expect("a language");
    let written = format!("{}{sentence}\n{}", &WRITTEN[..at], &WRITTEN[at..]);
    let repository = repository(&written);
    repository.run(&["generate", "pages"]).check(0, "pages: 0 of 1 files have changed");
    let rust = written.find("<!-- code Rust").expect("a language");
    let first = format!("{}{}", &written[..rust], &written[at..]);
    repository.write(PAGE, &first);
    repository.run(&["generate", "--check", "pages"]).check(1, "pair.md is not up to date");
    repository.run(&["generate", "pages"]).check(0, "pair.md is written");
    let open = first.replace("<details><summary>Bevy", "<details open><summary>Bevy");
    assert_eq!(repository.read(PAGE), open);
}

/// Blocks that no comment names, also those that show how to write one, and other `<details>` stay.
#[test]
fn what_is_written_by_hand_stays() {
    let page = "```md\n<!-- code: PROGRAM -->\n<<< @/old\n```\n\n<details><summary>More</summary>\n\n```sh\nls\n```\n</details>\n\n`<<<`\n";
    let repository = repository(page);
    repository.run(&["generate", "pages"]).check(0, "pages: 0 of 0 files have changed");
    assert_eq!(repository.read(PAGE), page);
}

#[test]
fn programs_are_cut_as_they_mark_their_regions() {
    for (file, program) in [
        ("a.py", "# region it\nx\n# endregion it\n"),
        ("a.c", "/* #region it */\n\n\tx\n\n/* #endregion it */\n"),
        ("a.cs", "#region it\nx\n#endregion it\n"),
        ("a.cpp", "#pragma region it\nx\n#pragma endregion it\n"),
        ("a.gd", "y\n#region other\n#endregion other\n  #region it\n  x\n  #endregion it\ny\n"),
        ("a.ts", "// #region it\r\nx\r\n// #endregion it\r\n"),
    ] {
        let repository = Repository::new(&[(file, program), (PAGE, &format!("<!-- code: {file}#it -->\n"))]);
        repository.run(&["generate", "pages"]).check(0, "pair.md is written");
        let page = repository.read(PAGE);
        assert!(page.contains("\nx\n```\n") && page.lines().count() == 4, "{page}");
    }
    let program = "// #region part\n//! ```\nlet a = 1;\n// #endregion part\n";
    let repository = Repository::new(&[("a.rs", program), (PAGE, "<!-- code: a.rs -->\n")]);
    repository.run(&["generate", "pages"]).check(0, "pair.md is written");
    assert_eq!(repository.read(PAGE), "<!-- code: a.rs -->\n````rust\n//! ```\nlet a = 1;\n````\n");
}

#[test]
fn what_no_program_has_is_an_error_with_its_line() {
    for (page, error) in [
        ("<!-- code: examples/none.rs#ask -->", "pair.md:3: cannot read "),
        ("<!-- code: examples/pair.rs#none -->", "pair.md:3: examples/pair.rs has no region 'none' with an end"),
        ("<!-- code: examples/pair.rs#open -->", "examples/pair.rs has no region 'open' with an end"),
        ("<!-- code: examples/pair.txt#ask -->", "examples/pair.txt: no language has files that end with 'txt'"),
        ("<!-- code Rust examples/pair.rs#ask -->", "expected <!-- code: PROGRAM#REGION -->"),
        ("<!-- code: examples/pair.rs#ask -->\n```rust", "the block below has no end"),
        ("<!-- code: examples/pair.rs#ask -->\n<details>", "the block below has no end"),
        ("<!-- code C: none -->", NO_SENTENCE),
        ("<!-- code C: none -->\n<details><summary>C</summary>\n</details>", NO_SENTENCE),
        ("<!-- code C: none -->\n<details><summary>C</summary>\n\n\n</details>", NO_SENTENCE),
        ("<!-- code C: none -->\n<details><summary>C++</summary>\n\nAs in C.\n</details>", NO_SENTENCE),
        ("<!-- code C: none -->\n<details><summary>C</summary>\n\n```c\nx\n```\n</details>", NO_SENTENCE),
        ("<!-- code: none -->", "pair.md:3: none: no language has files that end with 'none'"),
        ("```rust", "this block has no end"),
        (
            "<!-- code Lua: programs/pair.lua#ask -->\n\n<details><summary>C</summary>",
            "pair.md:5: the languages of a group come from programs",
        ),
        ("<<< @/programs/pair.lua#ask{lua}", "only the site reads '<<< @/programs/pair.lua#ask{lua}'"),
        (":::tabs key:lang", "only the site reads ':::tabs key:lang'"),
    ] {
        let text = format!("# Pair\n\n{page}\n");
        let guide = "integrations/c/docs/pair.md";
        let repository = repository(&text);
        repository.run(&["generate", "--check", "pages"]).check(1, error);
        repository.write(PAGE, "");
        repository.write(guide, &text);
        repository.run(&["generate", "pages"]).check(1, error);
        assert_eq!(repository.read(guide), text);
    }
}
