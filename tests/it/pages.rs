//! The pages for readers: where their links lead, and whether the tests that they name exist.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

pub(crate) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Lists the files of the repository, the new ones too. Only git knows them: folders hold much that was built or
/// downloaded.
pub(crate) fn files() -> Option<BTreeSet<String>> {
    let mut list = Command::new("git");
    list.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(ROOT);
    let output = list.output().ok().filter(|output| output.status.success());
    if output.is_none() {
        println!("NOT RUN: pages: git cannot list the files");
    }
    let names = String::from_utf8(output?.stdout).expect("names in UTF-8");
    Some(names.split_terminator('\0').filter(|name| Path::new(ROOT).join(name).is_file()).map(str::to_owned).collect())
}

fn is_page(file: &&String) -> bool {
    file.ends_with(".md")
}

/// Returns the lines of a page outside blocks of code.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut fence = None;
    text.lines().filter(move |line| {
        let code = line.trim_start();
        let ticks = code.len() - code.trim_start_matches('`').len();
        match fence {
            None if ticks >= 3 => fence = Some(ticks),
            Some(open) if ticks >= open => fence = None,
            None => return true,
            Some(_) => {}
        }
        false
    })
}

/// Returns the text between each `open` and the next `close`.
pub(crate) fn between<'a>(text: &'a str, open: &'a str, close: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split(close).next())
}

/// Returns the targets of links and pictures that stand in the repository.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in lines(text) {
        let line: String = line.split('`').step_by(2).collect(); // without code
        found.extend(between(&line, "](", ")").map(str::to_owned));
        found.extend(
            ["src=\"", "href=\"", "srcset=\""].iter().flat_map(|open| between(&line, open, "\"")).map(str::to_owned),
        );
        if let Some((label, target)) = line.split_once("]: ")
            && label.starts_with('[')
        {
            found.push(target.to_owned());
        }
    }
    let target = |link: String| link.split_whitespace().next().unwrap_or_default().to_owned();
    found
        .into_iter()
        .map(target)
        .filter(|link| !["://", "mailto:", "rustdoc:"].iter().any(|no| link.contains(no)))
        .collect()
}

/// Returns the anchors of a page, as GitHub makes them of headings: `Your first change` is `your-first-change`.
fn anchors(text: &str) -> BTreeSet<String> {
    let (mut anchors, mut times) = (BTreeSet::new(), BTreeMap::new());
    for line in lines(text) {
        let heading = line.trim_start_matches('#');
        if let (1..=6, Some(heading)) = (line.len() - heading.len(), heading.strip_prefix(' ')) {
            // A link counts with its label only.
            let label = |part: &str| {
                part.split_once(')').filter(|_| heading.contains("](")).map_or(part.to_owned(), |p| p.1.to_owned())
            };
            let mut parts = heading.split("](");
            let shown: String = parts.next().unwrap_or_default().to_owned() + &parts.map(label).collect::<String>();
            let kept = shown
                .trim()
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
                .collect::<String>();
            let slug = kept.replace(' ', "-");
            let again = times.entry(slug.clone()).and_modify(|times| *times += 1).or_insert(0);
            anchors.insert(if *again == 0 { slug } else { format!("{slug}-{again}") });
        }
        anchors.extend(["id=\"", "name=\""].iter().flat_map(|open| between(line, open, "\"")).map(str::to_owned));
    }
    anchors
}

/// Returns the path in the repository of a link on a page, or `None` if the link leads out of the repository. A link to
/// the site, once it is published, is written `site:` before a page of the book.
pub(crate) fn resolve(page: &str, link: &str) -> Option<String> {
    if let Some(path) = link.strip_prefix("site:") {
        return Some(format!("docs/book/{path}.md"));
    }
    let mut folders: Vec<&str> = if link.is_empty() { page.split('/').collect() } else { Vec::new() };
    if !link.is_empty() && !link.starts_with('/') {
        folders.extend(page.split('/'));
        folders.pop();
    }
    for part in link.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match part {
            ".." => drop(folders.pop()?),
            part => folders.push(part),
        }
    }
    Some(folders.join("/"))
}

#[test]
fn every_link_names_a_file_and_every_anchor_a_heading() {
    let Some(files) = files() else { return };
    let is_there = |path: &str| {
        files.contains(path)
            || files.range(format!("{path}/")..).next().is_some_and(|next| next.starts_with(&format!("{path}/")))
    };
    let (mut count, mut wrong) = (0, Vec::new());
    for page in files.iter().filter(is_page) {
        for link in links(&read(page)) {
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            match resolve(page, file) {
                Some(path) if path.is_empty() || is_there(&path) => {
                    if !anchor.is_empty() && path.ends_with(".md") && !anchors(&read(&path)).contains(anchor) {
                        wrong.push(format!("{page}: {link}: {path} has no such heading"));
                    }
                }
                _ => wrong.push(format!("{page}: {link}: no such file")),
            }
        }
    }
    println!("{count} links of {} pages", files.iter().filter(is_page).count());
    assert!(wrong.is_empty(), "{} links lead nowhere: {wrong:#?}", wrong.len());
}

#[test]
fn headings_and_links_are_read_as_on_github() {
    let page = "# `.ci/run`: [all](x.md) *checks*\n```sh\n# no heading ](none)\n```\n## On 2.5 %\n## On 2.5 %\n<a id=\"here\"></a>";
    assert_eq!(anchors(page), ["cirun-all-checks", "on-25-", "on-25--1", "here"].map(str::to_owned).into());
    let page =
        "[a](b.md#c \"title\") ![d](e.png) `[f](g)` [`h`](i/) <img src=\"j.gif\"> [k](https://l.org)\n[m]: n.md\n";
    assert_eq!(links(page), ["b.md#c", "e.png", "i/", "j.gif", "n.md"]);
    assert_eq!(resolve("docs/a/b.md", "../c.md").as_deref(), Some("docs/c.md"));
    assert_eq!(resolve("README.md", "site:start/c").as_deref(), Some("docs/book/start/c.md"));
    assert_eq!(resolve("docs/a.md", "").as_deref(), Some("docs/a.md"));
    assert_eq!(resolve("docs/a.md", "../../c.md"), None);
}

/// Each text of an error that the page of questions explains is written by a program of this repository, or by pygame,
/// Vite or .NET.
#[test]
fn the_questions_explain_errors_that_exist() {
    const OTHERS: [&str; 3] = ["argument 1 must be pygame.mask.Mask", "failed to fetch Wasm", "DllNotFoundException"];
    let Some(files) = files() else { return };
    let is_source = |file: &&String| [".rs", ".ts", ".py", ".lua"].iter().any(|end| file.ends_with(end));
    // A long text may be broken into lines, or end a piece that a format string begins.
    let joined = |text: &str| text.replace("\\\n", "").split_whitespace().collect::<Vec<_>>().join(" ");
    let sources: Vec<String> = files
        .iter()
        .filter(is_source)
        .filter(|file| !file.contains("tests/") && !file.starts_with("docs/"))
        .map(|file| joined(&read(file)))
        .collect();
    let page = read("docs/book/faq.md");
    // What stands before comes from compilers and package managers.
    let (_, page) = page.split_once("\n## Errors\n").expect("a table of our errors");
    let texts = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let texts: Vec<&str> = texts.filter(|text| !OTHERS.contains(text)).collect();
    let unknown: Vec<&&str> =
        texts.iter().filter(|text| !sources.iter().any(|source| source.contains(**text))).collect();
    assert!(texts.len() >= 20, "only {} texts were found on the page", texts.len());
    assert!(unknown.is_empty(), "no source has the texts {unknown:#?}");
}

/// The parts of `.ci/run`, required and optional.
pub(crate) fn parts() -> BTreeSet<String> {
    let run = read(".ci/run");
    let lists = ["\nrequired=(", "\noptional=("]
        .map(|open| between(&run, open, ")").next().expect("a list of parts").to_owned());
    lists
        .iter()
        .flat_map(|list| list.split_whitespace())
        .map(|part| part.split(':').next().unwrap_or(part).to_owned())
        .collect()
}

/// Returns the folders of the packages of all workspaces by name.
fn packages(files: &BTreeSet<String>) -> BTreeMap<String, String> {
    let manifests = files.iter().filter(|file| file.ends_with("Cargo.toml"));
    let package = |file: &String| {
        let text = read(file);
        let name = between(&text, "[package]\nname = \"", "\"").next()?.to_owned();
        Some((name, file.trim_end_matches("Cargo.toml").to_owned()))
    };
    manifests.filter_map(package).collect()
}

/// Checks what a page names as a test: a command of cargo, or a file or folder with an optional `::function` and
/// arguments.
fn check_test(test: &str, files: &BTreeSet<String>, packages: &BTreeMap<String, String>) -> Result<(), String> {
    let is_there = |path: &str| files.iter().any(|file| file == path || file.starts_with(&format!("{path}/")));
    let mut words = test.split_whitespace();
    let first = words.next().unwrap_or_default();
    if first != "cargo" {
        let (path, function) = first.split_once("::").unwrap_or((first, ""));
        return match is_there(path) {
            false => Err(format!("`{path}` is no file")),
            true if !function.is_empty() && !read(path).contains(&format!("fn {function}")) => {
                Err(format!("no `{function}` in {path}"))
            }
            true => Ok(()),
        };
    }
    let (mut folder, words) = (String::new(), words.collect::<Vec<_>>());
    for pair in words.windows(2) {
        let paths = match pair[0] {
            "-p" => {
                folder = packages.get(pair[1]).ok_or(format!("no package `{}`", pair[1]))?.clone();
                continue;
            }
            "--test" => vec![format!("{folder}tests/{}.rs", pair[1]), format!("{folder}tests/{}/main.rs", pair[1])],
            "--example" => vec![format!("{folder}examples/{}.rs", pair[1])],
            "--manifest-path" => vec![pair[1].to_owned()],
            _ => continue,
        };
        if !paths.iter().any(|path| is_there(path)) {
            return Err(format!("`{}` needs one of {paths:?}", pair[0]));
        }
    }
    Ok(())
}

#[test]
fn the_page_of_tests_names_tests_that_exist() {
    let Some(files) = files() else { return };
    let (packages, parts, page) = (packages(&files), parts(), read("docs/book/promises.md"));
    let (mut count, mut wrong) = (0, Vec::new());
    for row in page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| promise ")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let [_, tests, run_by] = cells[..] else { panic!("expected three cells: {row}") };
        let tests: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        let named: Vec<&str> = run_by.split('`').skip(1).step_by(2).collect();
        count += tests.len();
        wrong.extend(tests.iter().filter_map(|test| check_test(test, &files, &packages).err()));
        wrong.extend(
            named.iter().filter(|part| !parts.contains(**part)).map(|part| format!("no part `{part}` in .ci/run")),
        );
        if tests.is_empty() || (named.is_empty() && run_by.trim() != "by hand") {
            wrong.push(format!("no test, or nothing that runs it: {row}"));
        }
    }
    println!("{count} tests on the page");
    assert!(count >= 80, "only {count} tests were found on the page");
    assert!(wrong.is_empty(), "docs/book/promises.md: {wrong:#?}");
}

#[test]
fn what_is_no_test_is_found() {
    let Some(files) = files() else { return };
    let packages = packages(&files);
    for good in [
        "crates/mask",
        "tests/it/pages.rs::parts",
        "cargo test -p hitmask-tiles --test it",
        "fuzz/run 15 pair",
        "cargo bench -- --test",
    ] {
        assert_eq!(check_test(good, &files, &packages), Ok(()), "{good}");
    }
    for bad in [
        "crates/masks",
        "tests/it/pages.rs::party",
        "cargo test -p hitmask-tile",
        "cargo test -p hitmask-tiles --test its",
        "properties",
    ] {
        assert!(check_test(bad, &files, &packages).is_err(), "{bad}");
    }
}

#[test]
fn contributing_names_each_part_of_the_checks() {
    let page = read("CONTRIBUTING.md");
    let table = between(&page, "| part | ", "\n\n").next().expect("a table of parts");
    let first_cells = table.lines().skip(2).filter_map(|row| row.split(" | ").next());
    let named: BTreeSet<String> =
        first_cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect();
    assert_eq!(named, parts());
}
