//! The first commands that readers meet: each is run as it stands, by `.ci/first` or by another part of `.ci/run`.

use super::pages::{files, parts, read};
use std::collections::BTreeSet;

/// Commands that other parts of `.ci/run` run: how they begin, the part, a file of the checks, and the words there that
/// run them.
const ELSEWHERE: [(&str, &str, &str, &str); 9] = [
    ("cargo run -- pairs examples/scene/scene.json", "readme", ".ci/run", "readme_command 'cargo run'"),
    ("cargo test --workspace", "tests", ".ci/run", "readme_command 'cargo test'"),
    ("integrations/c/run test", "c", ".ci/integrations", "c/run test"),
    ("integrations/c/run love", "c", "crates/xtask/src/packages/c/tests.rs", "love(&game).env(\"HITMASK_FRAMES\""),
    ("integrations/godot/run test", "godot", ".ci/integrations", "./run test"),
    // In a window of Xvfb, by a script.
    ("integrations/godot/run demo", "godot", ".ci/integrations", "./run pictures"),
    ("cd integrations/bevy && cargo test", "bevy", ".ci/integrations", "cargo xtask test bevy"),
    // Debug builds, by a script.
    ("cd integrations/bevy/examples/rocks && cargo run", "bevy_game", ".ci/integrations", "play bevy"),
    (MACROQUAD, "macroquad_game", ".ci/integrations", "play macroquad"),
];
const MACROQUAD: &str = "cargo run --release --manifest-path integrations/macroquad/Cargo.toml";

/// The commands that a page shows, as `shown` of `.ci/first` finds them: blocks of sh, and the table of the README.
/// `release/run try` tries those for registries.
fn shown(page: &str) -> Vec<String> {
    let (mut commands, mut is_skipped, mut is_inside) = (Vec::new(), false, false);
    for line in page.lines() {
        match line {
            _ if line.starts_with("<!-- once published") => is_skipped = true,
            "-->" | "<!-- end -->" => is_skipped = false,
            _ if is_skipped => {}
            "```sh" => is_inside = true,
            _ if line.starts_with("```") => is_inside = false,
            _ if is_inside => commands.push(line.split(" #").next().unwrap_or_default().trim_end().to_owned()),
            _ if line.starts_with("| ") => {
                let code = line.split('`').nth(1).filter(|_| line.contains(" | `"));
                commands.extend(code.filter(|code| code.contains(' ')).map(str::to_owned));
            }
            _ => {}
        }
    }
    commands.retain(|command| !command.is_empty());
    commands
}

/// The pages with first commands: the README, the packages' READMEs, and those of Start.
fn pages(files: &BTreeSet<String>) -> Vec<&String> {
    let is_first = |file: &&String| match file.split('/').collect::<Vec<_>>()[..] {
        ["README.md"] => true,
        ["crates" | "integrations", package, "README.md"] => package != "rocks", // what the tests of games share
        ["integrations", "c", "csharp" | "lua", "README.md"] => true,
        ["docs", "book", "start", name] => name.ends_with(".md"),
        _ => false,
    };
    files.iter().filter(is_first).collect()
}

/// A `run PAGE WORDS` of `.ci/first`. A variable stands for any text.
struct Run {
    page: String,
    words: String,
}

fn runs() -> Vec<Run> {
    let script = read(".ci/first");
    let run = |line: &str| {
        let mut after = line.match_indices("run ").filter_map(|(at, run)| line[at + run.len()..].split_once(' '));
        let (page, words) = after.find(|(page, _)| page.trim_end_matches('"').ends_with(".md"))?;
        let words = words.split(words.chars().next()?).nth(1)?; // between quotes
        Some(Run { page: page.trim_matches('"').to_owned(), words: words.to_owned() })
    };
    script.lines().filter(|line| !line.trim_start().starts_with('#')).filter_map(run).collect()
}

impl Run {
    fn is_on(&self, page: &str) -> bool {
        match self.page.split_once('$') {
            Some((start, rest)) => {
                page.starts_with(start) && page.ends_with(rest.trim_start_matches(char::is_alphabetic))
            }
            None => page == self.page,
        }
    }

    /// Whether `.ci/first` runs this command of a page: the first one with the words.
    fn takes(&self, commands: &[String], command: &str) -> bool {
        match self.words.as_str() {
            "$command" => command.starts_with("cargo add") && commands.iter().any(|on_page| on_page == command),
            words => commands.iter().find(|command| command.contains(words)).is_some_and(|first| first == command),
        }
    }
}

#[test]
fn every_first_command_is_run() {
    let Some(files) = files() else { return };
    let (runs, parts) = (runs(), parts());
    assert!(runs.len() >= 30 && parts.contains("first"), "only {} commands are run", runs.len());
    let shown: Vec<(&String, Vec<String>)> = pages(&files).into_iter().map(|page| (page, shown(&read(page)))).collect();
    // A command on several pages is run once.
    let is_run = |command: &str| {
        let first = |run: &Run| shown.iter().any(|(page, commands)| run.is_on(page) && run.takes(commands, command));
        runs.iter().any(first) || ELSEWHERE.iter().any(|(start, ..)| command.starts_with(start))
    };
    let all = shown.iter().flat_map(|(page, commands)| commands.iter().map(move |command| (page, command)));
    let nobody: Vec<_> = all.clone().filter(|(_, command)| !is_run(command)).collect();
    assert!(nobody.is_empty(), "nothing runs these commands: {nobody:#?}");
    for (start, ..) in ELSEWHERE {
        assert!(all.clone().any(|(_, command)| command.starts_with(start)), "no page shows {start}");
    }
    println!("{} commands of {} pages", all.count(), shown.len());
}

#[test]
fn parts_that_run_first_commands_run_them() {
    let parts = parts();
    for (command, part, file, words) in ELSEWHERE {
        assert!(parts.contains(part), "no part {part}: {command}");
        assert!(read(file).contains(words), "{file} does not have '{words}', which runs {command}");
    }
}

#[test]
fn commands_for_registries_and_comments_are_no_commands() {
    let page = "```sh\na b # c\n```\n<!-- once published\n```sh\nno\n```\n-->\n| x | `d e` |\n<!-- until published -->\n```sh\nf\n```\n<!-- end -->\n```rust\nno\n```\n";
    assert_eq!(shown(page), ["a b", "d e", "f"]);
}
