//! Published numbers: files of figures, the tables and charts of pages, and the pages of this repository.

use bench::figures::charts;
use bench::figures::{self, Figures, Machine, Row};
use bench::report::Line;
use std::path::Path;

fn row(case: &str, n: usize, who: &str, ns: [f64; 3]) -> Row {
    Row { suite: "s".into(), case: case.into(), n, who: who.into(), ns: ns.to_vec(), answer: 0 }
}

fn line(case: &str, who: &str, ns: f64, answer: u64) -> Line {
    let text = format!(r#"{{"suite":"s","case":"{case}","n":1,"who":"{who}","ns":{ns},"answer":{answer}}}"#);
    serde_json::from_str(&text).expect("a line")
}

fn figures() -> Figures {
    let rows = vec![
        row("step-1k", 1000, "hitmask", [1000.0, 1040.0, 980.0]),
        row("step-1k", 1000, "grid", [1900.0, 2080.0, 2050.0]),
        row("step-10k", 10_000, "hitmask", [1.26e6, 1.2e6, 1.2e6]),
        row("step-10k", 10_000, "grid", [2.52e6, 2.4e6, 2.4e6]),
        row("step-exact-1k", 1000, "hitmask", [5.0, 5.0, 5.0]),
        row("step-1k", 1000, "rstar", [3000.0, 3120.0, 2940.0]), // behind other cases, as a bench in several languages prints
    ];
    let processor = "A processor".to_owned();
    let machine = Machine { processor, date: "2026-11-27".into(), threads: 2, ..Machine::here() };
    Figures { machine, command: "run".into(), rows }
}

fn splice(page: &str) -> anyhow::Result<String> {
    figures::splice(page, |name| if name == "here" { Ok(figures()) } else { anyhow::bail!("no figures '{name}'") })
}

const PAGE: &str = "before\n<!-- figures here step-\n| sprites | hitmask | a grid = grid |\n| {n} | step-* |\n-->\nold\n<!-- end of figures -->\nafter\n";

#[test]
fn a_table_has_a_time_and_the_range_of_each_factor() {
    let text = splice(PAGE).expect("a page");
    let table = "| sprites | hitmask | a grid |\n| --- | --- | --- |\n| 1,000 | 1.0 us | 1.9–2.1 |\n| 10,000 | 1.2 ms | 2.0 |\n";
    assert!(text.contains(table), "{text}");
    assert!(
        text.starts_with("before\n<!-- figures here step-\n") && text.ends_with("<!-- end of figures -->\nafter\n")
    );
    assert!(text.contains("A processor") && text.contains("2026-11-27") && text.contains("`run step-`"), "{text}");
    assert!(!text.contains("old"));
    assert_eq!(splice(&text).expect("a page"), text, "written again, a page stays as it is");
}

#[test]
fn a_command_without_arguments_has_no_separator() {
    let command = Figures { command: "cargo run --".into(), ..figures() };
    let page = |page: &str| figures::splice(page, |_| Ok(command.clone())).expect("a page");
    assert!(page(&PAGE.replace("here step-", "here")).contains("Repeat: `cargo run`"));
    assert!(page(PAGE).contains("Repeat: `cargo run -- step-`"));
}

#[test]
fn a_page_names_its_machine_once() {
    let text = splice(&PAGE.repeat(2)).expect("a page");
    assert_eq!(text.matches("A processor").count(), 1);
    assert_eq!(text.matches("`run step-`").count(), 2);
}

#[test]
fn what_figures_lack_is_an_error_that_names_it() {
    for (from, to, expected) in [
        ("step-*", "walk-*", "no case 'walk-*'"),
        ("= grid", "= quadtree", "no case has a row of 'quadtree'"),
        ("figures here", "figures there", "no figures 'there'"),
        ("| {n} | step-* |", "| {n} | step-* |\n| {n} | step-* |", "rows have the same label '1,000'"),
        ("| {n} | step-* |", "| {n} |", "a row must be '| label | case |', got '| {n} |'"),
        ("<!-- end of figures -->", "", "has no '<!-- end of figures -->'"),
    ] {
        let error = splice(&PAGE.replace(from, to)).expect_err(to);
        assert!(format!("{error:#}").contains(expected), "{error:#}");
    }
}

#[test]
fn figures_are_read_as_they_were_written() {
    let folder = tempfile::tempdir().expect("a folder");
    figures().write(folder.path(), "here").expect("figures are written");
    let read = Figures::read(folder.path(), "here").expect("figures are read");
    assert_eq!((read.rows, read.machine, read.command), (figures().rows, figures().machine, figures().command));
    assert!(Figures::read(folder.path(), "there").is_err());
}

#[test]
fn runs_are_joined_if_they_agree() {
    let run = |ns, answer| vec![line("a", "hitmask", ns, answer), line("a", "grid", 9.0, 1)];
    let rows = figures::gather(&[run(3.0, 1), run(4.0, 1)]).expect("equal runs");
    assert_eq!((rows[0].ns.as_slice(), rows[1].ns.as_slice()), (&[3.0, 4.0][..], &[9.0, 9.0][..]));
    let error = figures::gather(&[run(3.0, 1), run(4.0, 2)]).expect_err("another answer");
    assert_eq!(error.to_string(), "a: hitmask answered 1, then 2");
    assert!(figures::gather(&[run(3.0, 1), run(4.0, 1)[..1].to_vec()]).is_err());
}

#[test]
fn a_factor_that_moved_by_more_than_a_fifth_is_listed() {
    let now = |factor: f64| [line("step-10k", "hitmask", 1e6, 0), line("step-10k", "grid", factor * 1e6, 0)];
    assert_eq!(
        figures::moved(&figures(), &now(2.3)),
        "0 of 1 published factors over hitmask moved by more than a fifth.\n"
    );
    let text = figures::moved(&figures(), &now(3.0));
    assert!(text.contains("1 of 1") && text.contains("step-10k  grid  2.00 to 2.00  3.00"), "{text}");
}

#[test]
fn another_command_gives_its_rows() {
    let script = r#"echo a note; echo '{"suite":"c","case":"a","n":1,"who":"c","ns":3}'"#;
    let command = ["sh", "-c", script].map(str::to_owned);
    let lines = figures::run_of(&command).expect("a row");
    assert_eq!(figures::gather(&[lines]).expect("rows")[0].ns, [3.0]);
    let silent = figures::run_of(&["true".to_owned()]).expect_err("no row");
    assert!(silent.to_string().starts_with("true printed no row; it must print lines such as {"), "{silent}");
}

#[test]
fn equal_work_has_equal_answers() {
    figures::agree(&[line("a", "hitmask", 1.0, 7), line("a", "grid", 2.0, 7), line("b", "grid", 2.0, 8)])
        .expect("equal");
    let error = figures::agree(&[line("a", "hitmask", 1.0, 7), line("a", "grid", 2.0, 6)]).expect_err("unequal");
    assert_eq!(error.to_string(), "a: hitmask answered 7, grid 6");
    let aside = r#"{"suite":"s","case":"a","n":1,"who":"areas","ns":1,"answer":9,"aside":true}"#;
    let aside = serde_json::from_str(aside).expect("a line");
    figures::agree(&[aside, line("a", "hitmask", 1.0, 7), line("a", "grid", 2.0, 7)]).expect("other work");
}

/// What `gather` runs is there, and figures come from that command.
#[test]
fn figures_of_packages_come_from_their_benches() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for (name, command) in figures::PACKAGES {
        let bench = command.split(' ').find(|word| word.starts_with("integrations/")).expect("a path");
        assert!(root.join(bench).exists(), "{bench}");
        let folder = root.join(figures::FOLDER);
        if !folder.join(format!("{name}.json")).exists() {
            continue; // the page of this package is written by hand
        }
        let figures = Figures::read(&folder, name).expect(name);
        assert_eq!((figures.command.as_str(), figures.rows[0].ns.len()), (command, figures::RUNS), "{name}");
    }
}

#[test]
fn charts_show_each_row() {
    let names = ["hitmask", "grid", "parry2d", "broccoli", "rstar"];
    let rows: Vec<Row> = names.iter().map(|who| row("step-uniform-100k", 100_000, who, [3e6, 3e6, 3e6])).collect();
    let charts = charts::draw(&rows).expect("a chart");
    assert_eq!(charts.iter().map(|chart| chart.0).collect::<Vec<_>>(), ["step.svg"]);
    names.iter().for_each(|name| assert!(charts[0].1.contains(name), "{name}"));
    assert!(charts[0].1.contains("3.0 ms"));
}

/// The pages and the charts of this repository are what `cargo xtask generate figures` writes.
#[test]
fn pages_are_written_from_the_figures() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for page in figures::write_all(root).expect("pages") {
        if let Some(folder) = std::env::var_os("XTASK_GENERATE") {
            let file = Path::new(&folder).join(&page.file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder for pages");
            std::fs::write(file, page.text).expect("a page is written");
            continue;
        }
        let text = std::fs::read_to_string(root.join(&page.file)).unwrap_or_default();
        assert_eq!(text, page.text, "{}: run: cargo xtask generate figures", page.file.display());
    }
}

/// Numbers that say how fast something is, outside the tables that are written from figures. Code does not count.
fn speeds(page: &str) -> Vec<String> {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("<!-- figures ") {
        text.push_str(before);
        rest = after.split_once("<!-- end of figures -->").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let outside_code = text.split("```").step_by(2).flat_map(|part| part.split('`').step_by(2));
    let text = outside_code.collect::<Vec<_>>().join(" code ");
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || "()|*;:".contains(c)).filter(|w| !w.is_empty()).collect();
    let is_number = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(|c| "0123456789.,–".contains(c))
    };
    let is_speed = |words: &[&str]| {
        let unit = words[1].trim_end_matches(['.', ',']);
        let compared = words.get(2).is_some_and(|word| ["as", "faster", "slower", "longer"].contains(word));
        is_number(words[0]) && (["ns", "us", "µs", "ms"].contains(&unit) || unit == "times" && compared)
    };
    words.windows(3).filter(|words| is_speed(words)).map(|words| words[..2].join(" ")).collect()
}

#[test]
fn a_number_of_speed_is_found() {
    let text = "Takes 5.5 ms, or 2 times as long (`7 ms` in code), 2 to 3.4 times faster than 16 px; 3 times a day.\n";
    assert_eq!(speeds(text), ["5.5 ms,", "2 times", "3.4 times"]);
    assert!(speeds("<!-- figures a\n-->\n5 ms and so on\n<!-- end of figures --> and then").is_empty());
}

/// Numbers of time that a reader sets or that a frame has: no speeds.
const NO_SPEEDS: [(&str, &str); 5] = [
    ("docs/performance.md", "16.7 ms"),
    ("docs/performance.md", "5 ms"),      // the other work of a frame
    ("docs/book/how/world.md", "2 ms"),   // how long a thread stays awake
    ("docs/book/how/world.md", "100 us"), // what a step takes that stays on one thread
    ("README.md", "16.7 ms"),
];

#[test]
fn pages_have_no_speeds_outside_their_figures() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for file in figures::pages(root).expect("pages") {
        let text = std::fs::read_to_string(root.join(&file)).expect("a page");
        for speed in speeds(&text) {
            let known = NO_SPEEDS.iter().any(|(page, time)| Path::new(page) == file && speed.starts_with(time));
            assert!(known, "{}: '{speed}' is measured: write it between markers of figures", file.display());
        }
    }
}

#[test]
fn two_commits_are_compared_row_by_row() {
    let then = [
        row("a", 1, "hitmask", [10.0, 12.0, 11.0]),
        row("a", 1, "grid", [100.0, 100.0, 100.0]),
        row("b", 1, "hitmask-2t", [4e6, 4e6, 4e6]),
        row("gone", 1, "hitmask", [1.0, 1.0, 1.0]),
    ];
    let now = [
        row("a", 1, "hitmask", [11.0, 11.0, 22.0]),
        row("a", 1, "grid", [90.0, 110.0, 90.0]),
        row("b", 1, "hitmask-2t", [6e6, 2e6, 6e6]),
        row("new", 1, "hitmask", [1.0, 1.0, 1.0]),
    ];
    let text = figures::factors(&then, &now).expect("factors");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[1], "b hitmask-2t 4.0 ms 6.0 ms 1.50 0.50 to 1.50".split(' ').collect::<Vec<_>>(), "{text}");
    assert_eq!(lines[2], "a hitmask 11 ns 11 ns 1.00 0.92 to 2.00".split(' ').collect::<Vec<_>>(), "{text}");
    assert!(text.contains("1 rows of peers: 0.90"), "{text}");
    assert!(!text.contains("gone") && !text.contains("new"), "{text}");
    let mut other = now.clone();
    other[1].answer = 5;
    let error = figures::factors(&then, &other).expect_err("an error").to_string();
    assert!(error.contains("grid of a: 0, then 5"), "{error}");
    assert!(figures::factors(&then[..1], &now[1..2]).is_err());
}

#[cfg(unix)]
#[test]
fn two_programs_run_in_turns() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let order = folder.path().join("order");
    let programs = ["then", "now"].map(|name| {
        let program = folder.path().join(name);
        let text = format!(
            "#!/bin/sh\necho {name} $* >> {}\necho '{}'\n",
            order.display(),
            r#"{"suite":"s","case":"c","n":1,"who":"hitmask","ns":3,"answer":4}"#
        );
        std::fs::write(&program, text).expect("a program");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("its permissions");
        program
    });
    let [then, now] = figures::turns([&programs[0], &programs[1]], &["few"], 3, |_| {}).expect("rows");
    assert_eq!((then[0].ns.len(), now[0].answer), (3, 4));
    let order = std::fs::read_to_string(order).expect("the order");
    let names: Vec<&str> = order.lines().map(|line| line.trim_end_matches(" few --json")).collect();
    assert_eq!(names, ["then", "now", "now", "then", "then", "now"]);
}
