//! Whether the packages are in the registries: `docs/published` says it, and every page shows only what works.
//!
//! A page has both ways to install, and a comment hides the wrong one:
//!
//! ```text
//! <!-- until published -->      <!-- once published
//! shown                         hidden
//! <!-- end -->                  -->
//! ```
//!
//! A link to the site is written `[x](site:start/pygame)`, in what is shown once the packages are published. Then it
//! gets the site's address, which is the `homepage` of the workspace.
//!
//! After a change of `docs/published`, `cargo xtask generate published` writes the pages.

use super::pages::{files, read};
use std::path::Path;
use std::{env, fs};

/// Until we publish, anybody may take our names: whoever installs them runs the code of a stranger.
fn is_published() -> bool {
    match read("docs/published").trim() {
        "true" => true,
        "false" => false,
        other => panic!("docs/published must be `true` or `false`, got `{other}`"),
    }
}

/// The address of the site, with a slash at its end: `release/run bump --site URL` sets it.
fn site() -> String {
    let manifest = read("Cargo.toml");
    let address = manifest.lines().find_map(|line| line.strip_prefix("homepage = \"")?.strip_suffix('"'));
    let address = address.expect("the workspace has a homepage").trim_end_matches('/');
    assert!(!is_published() || !address.is_empty(), "published pages link to the site: release/run bump --site URL");
    format!("{address}/")
}

/// What a line of a page does to the ways to install.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// `<!-- until published` or `<!-- once published`: the second is for packages in registries.
    Open {
        once: bool,
    },
    Close,
    None,
}

fn mark(line: &str) -> Mark {
    match line.trim_end_matches(" -->").trim_end() {
        "<!-- until published" => Mark::Open { once: false },
        "<!-- once published" => Mark::Open { once: true },
        "<!-- end" => Mark::Close,
        _ if line == "-->" => Mark::Close,
        _ => Mark::None,
    }
}

/// Returns a page that shows the way to install for packages that are in registries, with links to their site, or for
/// packages that are not.
fn shown(page: &str, is_published: bool, site: &str) -> Result<String, String> {
    let (mut text, mut open, mut counts) = (String::new(), None, [0, 0]);
    for line in page.lines() {
        let is_hidden = |once: bool| once != is_published;
        let line = match (mark(line), open) {
            (Mark::Open { once }, None) => {
                open = Some(once);
                counts[usize::from(once)] += 1;
                let when = if once { "once" } else { "until" };
                format!("<!-- {when} published{}", if is_hidden(once) { "" } else { " -->" })
            }
            (Mark::Close, Some(once)) => {
                open = None;
                if is_hidden(once) { "-->".to_owned() } else { "<!-- end -->".to_owned() }
            }
            (Mark::None, Some(_)) if line.contains("-->") => return Err(format!("no comment can hide '{line}'")),
            (Mark::None, Some(true)) if is_published => line.replace("](site:", &format!("]({site}")),
            (Mark::None, Some(true)) => line.to_owned(),
            (Mark::None, _) if line.contains("](site:") => {
                return Err(format!("there is no site until the packages are published: '{line}'"));
            }
            (Mark::None, _) => line.to_owned(),
            // Other comments of several lines end so.
            (Mark::Close, None) if line == "-->" => line.to_owned(),
            (Mark::Open { .. }, Some(_)) | (Mark::Close, None) => return Err(format!("'{line}' is at a wrong place")),
        };
        text += &line;
        text.push('\n');
    }
    match (open, counts) {
        (Some(_), _) => Err("the last way to install has no end".to_owned()),
        (None, [until, once]) if until != once => Err(format!("{until} ways until, {once} ways once it is published")),
        _ => Ok(text),
    }
}

#[test]
fn pages_show_the_way_to_install_that_works() {
    let Some(files) = files() else { return };
    let (mut count, mut wrong, site) = (0, Vec::new(), site());
    for page in files.iter().filter(|file| file.ends_with(".md")) {
        let text = read(page);
        let ways = text.lines().filter(|line| matches!(mark(line), Mark::Open { once: true })).count();
        count += ways;
        match shown(&text, is_published(), &site) {
            Err(error) => wrong.push(format!("{page}: {error}")),
            Ok(right) => {
                let is_right = right.trim_end() == text.trim_end();
                if let Some(folder) = env::var_os("XTASK_GENERATE").filter(|_| ways > 0) {
                    let file = Path::new(&folder).join(page);
                    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder for pages");
                    fs::write(file, if is_right { text } else { right }).expect("a page that can be written");
                } else if !is_right {
                    wrong.push(format!("{page}: run: cargo xtask generate published"));
                }
            }
        }
    }
    assert!(count >= 15, "only {count} pages have a way to install");
    assert!(wrong.is_empty(), "docs/published is {}: {wrong:#?}", is_published());
}

#[test]
fn a_page_shows_one_way_to_install() {
    let until = "a\n<!-- until published -->\nb\n<!-- end -->\n<!-- once published\nc\n-->\nd\n";
    let once = "a\n<!-- until published\nb\n-->\n<!-- once published -->\nc\n<!-- end -->\nd\n";
    for page in [until, once] {
        assert_eq!(shown(page, false, "/").as_deref(), Ok(until));
        assert_eq!(shown(page, true, "/").as_deref(), Ok(once));
    }
    let linked = until.replace("\nc\n", "\n[c](site:start/c)\n");
    assert_eq!(shown(&linked, false, "https://a.b/").as_deref(), Ok(linked.as_str()));
    assert_eq!(
        shown(&linked, true, "https://a.b/"),
        Ok(once.replace("\nc\n", "\n[c](https://a.b/start/c)\n")),
        "links to the site"
    );
    assert_eq!(shown("<!-- figures\n| a |\n-->\n", true, "/").as_deref(), Ok("<!-- figures\n| a |\n-->\n"));
    for wrong in [
        "<!-- once published -->\n",
        "<!-- end -->\n",
        "<!-- once published\n<!-- no -->\n-->\n",
        &until[..50],
        "[c](site:)\n",
    ] {
        assert!(shown(wrong, false, "/").is_err(), "{wrong}");
    }
}

/// Whether a line tells the reader to install one of our packages from a registry.
fn names_a_registry(line: &str) -> bool {
    let lower = line.to_lowercase();
    let has = |texts: &[&str]| texts.iter().any(|text| lower.contains(text));
    // `hitmask`, `hitmask-mask`, `hitmask==0.1` or `'hitmask[pygame]'`, and no path.
    let is_ours = |word: &str| {
        let rest = word.trim_matches(|c: char| !c.is_alphanumeric()).strip_prefix("hitmask");
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '[', '=', '@']) && !rest.ends_with(".tgz"))
    };
    // What follows a command, up to the end of the code or of the command.
    let installs = |command: &str| {
        lower.split(command).skip(1).any(|rest| {
            let rest = rest.split(['`', '#']).next().unwrap_or_default();
            let is_local = ["--path", "--source"].iter().any(|option| rest.contains(option));
            !is_local && rest.split_whitespace().take_while(|word| *word != "&&").any(is_ours)
        })
    };
    let commands = ["cargo add", "cargo install", "pip install", "npm install", "npm i ", "dotnet add package"];
    let requirement = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    let requires = requirement.starts_with("hitmask") && has(&[" = \"0", "version = \""]) && !has(&["path = "]);
    commands.iter().any(|command| installs(command))
        || requires
        || has(&["once published", "once it is published", "assetlib", "archive `hitmask-"])
}

#[test]
fn nobody_is_sent_to_a_registry_that_does_not_have_us() {
    let Some(files) = files() else { return };
    let is_text = |file: &&String| {
        let ends =
            [".md", ".rs", ".py", ".pyi", ".ts", ".mjs", ".js", ".vue", ".lua", ".cs", ".gd", ".h", ".hpp", ".xml"];
        // Registries of a disk, and tests of pages.
        ends.iter().any(|end| file.ends_with(end)) && !["release/", "tests/it/"].iter().any(|no| file.starts_with(no))
    };
    let mut wrong = Vec::new();
    for file in files.iter().filter(is_text) {
        let (text, mut is_once) = (read(file), false);
        for line in text.lines() {
            match mark(line) {
                Mark::Open { once } => is_once = once,
                Mark::Close => is_once = false,
                Mark::None if !is_once && names_a_registry(line) => wrong.push(format!("{file}: {line}")),
                Mark::None => {}
            }
        }
    }
    assert!(wrong.is_empty(), "these lines belong into `<!-- once published`: {wrong:#?}");
}

#[test]
fn lines_that_install_from_a_registry_are_known() {
    for line in [
        "cargo add hitmask",
        "Once published: `cargo add hitmask --features image`, `pip install hitmask`",
        "cargo add --path HITMASK/crates/mask # your clone. Once published: cargo add hitmask-mask",
        "cargo install hitmask-cli",
        "pip install pygame-ce hitmask",
        "or pip install 'hitmask[pygame]'\")",
        "cd game && npm install && npm install hitmask",
        "dotnet add package Hitmask",
        "hitmask-bevy = \"0.1\"",
        "hitmask = { version = \"0.1\", features = [\"image\"] }",
        "Search for \"hitmask\" in the editor's AssetLib.",
    ] {
        assert!(names_a_registry(line), "{line}");
    }
    for line in [
        "cargo add hitmask --path ../hitmask --features image",
        "cargo add --path HITMASK/crates/mask",
        "cargo install --path crates/cli",
        "pip install ./integrations/python",
        "pip install pygame-ce",
        "npm install CLONE/integrations/web/hitmask-*.tgz",
        "npm install && npm run dev",
        "dotnet add package Hitmask --source PATH/TO/integrations/c/dist",
        "hitmask-bevy = { path = \"../hitmask/integrations/bevy\" }",
    ] {
        assert!(!names_a_registry(line), "{line}");
    }
}
