//! What decides which checks run: the table `.ci/paths`, the order of optional parts, and the workflows.

use super::pages::{ROOT, between, files, parts, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The rows of the table by name, each with its paths. A path that begins with `@` stands for the paths of that row.
fn table() -> BTreeMap<String, Vec<String>> {
    let text = read(".ci/paths");
    let rows: BTreeMap<&str, Vec<&str>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?, words.collect()))
        })
        .collect();
    fn expand(name: &str, rows: &BTreeMap<&str, Vec<&str>>, into: &mut Vec<String>) {
        for word in rows.get(name).unwrap_or_else(|| panic!(".ci/paths has no row {name}")) {
            match word.starts_with('@') {
                true => expand(word, rows, into),
                false if into.iter().any(|path| path == word) => {}
                false => into.push((*word).to_owned()),
            }
        }
    }
    let paths = |name: &&str| {
        let mut paths = Vec::new();
        expand(name, &rows, &mut paths);
        ((*name).to_owned(), paths)
    };
    rows.keys().filter(|name| !name.starts_with('@')).map(paths).collect()
}

/// Whether a path of the table stands for a file.
fn covers(path: &str, file: &str) -> bool {
    match path.strip_prefix('*') {
        Some(end) => file.ends_with(end),
        None => file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
    }
}

/// The packages of the folder `integrations` and the book.
fn packages() -> Vec<String> {
    let script = read(".ci/integrations");
    between(&script, "\npackages=(", ")").next().expect("a list").split(' ').map(str::to_owned).collect()
}

#[test]
fn each_part_has_a_row_of_paths_that_exist() {
    let Some(files) = files() else { return };
    let table = table();
    assert_eq!(table.keys().cloned().collect::<BTreeSet<_>>(), parts());
    let is_empty = |path: &&String| !files.iter().any(|file| covers(path, file));
    let wrong: BTreeSet<&String> = table.values().flatten().filter(is_empty).collect();
    assert!(wrong.is_empty(), ".ci/paths names paths without files: {wrong:?}");
}

/// By a part that does more than to read the ends of names, as `format` does.
#[test]
fn each_file_is_guarded_by_a_part() {
    let Some(files) = files() else { return };
    let table = table();
    let paths: BTreeSet<&String> = table.values().flatten().filter(|path| !path.starts_with('*')).collect();
    let is_page = |file: &str| file.ends_with(".md") && table["tests"].iter().any(|path| path == "*.md");
    let alone: Vec<&String> =
        files.iter().filter(|file| !is_page(file) && !paths.iter().any(|path| covers(path, file))).collect();
    assert!(alone.is_empty(), "no row of .ci/paths names {alone:#?}");
}

/// The folders that the manifest of a folder names as dependencies, with the folders that theirs name.
fn dependencies(folder: &str, found: &mut BTreeSet<String>) {
    let (manifest, root) = (read(&format!("{folder}Cargo.toml")), read("Cargo.toml"));
    let section = between(&manifest, "\n[dependencies]\n", "\n[").next().unwrap_or_default();
    for line in section.lines() {
        let line = match line.split_once(" = { workspace = true").or_else(|| line.split_once(".workspace = true")) {
            Some((name, _)) => root.lines().find(|line| line.starts_with(&format!("{name} = "))).unwrap_or_default(),
            None => line,
        };
        let Some(path) = between(line, "path = \"", "\"").next() else { continue };
        let base = if manifest.contains(line) { folder } else { "" };
        let mut folders: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
        for part in path.split('/') {
            match part {
                ".." => drop(folders.pop()),
                part => folders.push(part),
            }
        }
        let folder: String = folders.iter().flat_map(|part| [*part, "/"]).collect();
        if found.insert(folder.clone()) {
            dependencies(&folder, found);
        }
    }
}

/// A package is checked after a change of a crate that it is built from, however deep.
#[test]
fn a_package_guards_what_it_is_built_from() {
    let table = table();
    let built = packages().into_iter().filter(|package| package != "book").map(|package| {
        let folder = format!("integrations/{package}/");
        (package, folder)
    });
    let more = [
        ("fuzz", "fuzz/"),
        ("book", "integrations/web/"),
        ("bevy_game", "integrations/bevy/examples/rocks/"),
        ("package", "crates/cli/"),
    ];
    for (part, folder) in built.chain(more.map(|(part, folder)| (part.to_owned(), folder.to_owned()))) {
        let mut needed = BTreeSet::from([folder.clone()]);
        dependencies(&folder, &mut needed);
        assert!(needed.len() > 1, "{part}: no dependency of {folder} was found");
        for folder in needed {
            let sources = if folder.is_empty() { "src/lib.rs".to_owned() } else { format!("{folder}src/lib.rs") };
            let is_there = table[&part].iter().any(|path| covers(path, &sources));
            assert!(is_there, ".ci/paths: the part {part} is built from {folder:?}, which its row does not name");
        }
    }
}

/// The scripts need a shell, which a plain Windows lacks.
#[cfg(unix)]
mod order {
    use super::*;
    use std::fs;
    use std::io::Write;
    use std::process::{Command, Stdio};

    const TABLE: &str = "\
# Comment.
@core    core Cargo.toml
wide     @core *.md
narrow   core/inner
page     *.md docs
other    other
";

    /// Returns what `.ci/order` prints: parts and reasons.
    fn order(hash: &str, changed: &[&str]) -> Vec<(String, String)> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("paths"), TABLE).unwrap();
        let script = Path::new(ROOT).join(".ci/order");
        let mut order = Command::new("bash");
        order.arg(script).arg(folder.path().join("paths")).args([hash, "wide", "narrow", "page", "other"]);
        let mut order = order.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        order.stdin.take().unwrap().write_all((changed.join("\n") + "\n").as_bytes()).unwrap();
        let output = order.wait_with_output().unwrap();
        assert!(output.status.success());
        let pair = |line: &str| line.split_once('\t').map(|(part, why)| (part.to_owned(), why.to_owned()));
        String::from_utf8(output.stdout).unwrap().lines().map(|line| pair(line).expect("a tab")).collect()
    }

    fn names(order: &[(String, String)]) -> Vec<&str> {
        order.iter().map(|(part, _)| part.as_str()).collect()
    }

    #[test]
    fn parts_whose_paths_changed_come_first() {
        let changed = order("0", &["core/inner/a.rs", "other/b.rs", "other/c.rs", "none.rs"]);
        assert_eq!(names(&changed), ["other", "wide", "narrow", "page"]);
        assert_eq!(changed[0].1, "changed: 2 files, e.g. other/b.rs");
        assert_eq!(changed[1].1, "changed: 1 file, core/inner/a.rs");
        assert_eq!(changed[3].1, "by turn");
        // A folder is no beginning of a name.
        assert_eq!(
            order("0", &["core/inners.rs", "others"])[0],
            ("wide".into(), "changed: 1 file, core/inners.rs".into())
        );
        let pages = order("0", &["core/README.md", "docs/b.rs"]);
        assert_eq!(names(&pages), ["page", "wide", "narrow", "other"]);
    }

    #[test]
    fn the_hash_of_the_commit_gives_the_turn() {
        let turns = ["0", "1", "2", "3", "4"].map(|hash| names(&order(hash, &["x"])).join(" "));
        assert_eq!(turns[1], "narrow page other wide");
        assert_eq!(turns[3], "other wide narrow page");
        assert_eq!(turns[4], turns[0]);
        // The hash decides between parts that guard equally many files, too.
        assert_eq!(names(&order("1", &["core/inner/a.rs"])), ["narrow", "wide", "page", "other"]);
        let hash = "ffffffffb2c3d4e5f60718293a4b5c6d7e8f9012";
        assert_eq!(names(&order(hash, &["x"])), names(&order("3", &["x"])));
        assert_eq!(order(hash, &["x"]), order(hash, &["x"]));
    }

    #[test]
    fn everything_counts_as_changed() {
        let all = order("2", &["*"]);
        assert_eq!(names(&all), ["page", "other", "wide", "narrow"]);
        assert!(all.iter().all(|(_, why)| why == "everything counts as changed"));
    }

    /// A small repository with the scripts, and the lines of `.ci/run --plan`.
    struct Clone {
        folder: tempfile::TempDir,
    }

    impl Clone {
        fn new() -> Clone {
            let clone = Clone { folder: tempfile::tempdir().unwrap() };
            for file in [".ci/run", ".ci/order", ".ci/paths"] {
                clone.write(file, &read(file));
            }
            let run = clone.folder.path().join(".ci/order");
            Command::new("chmod").arg("+x").arg(run).status().unwrap();
            clone.git(&["init", "--quiet", "--initial-branch", "main"]);
            clone.commit();
            clone
        }

        fn write(&self, file: &str, text: &str) {
            let path = self.folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn git(&self, words: &[&str]) -> String {
            let mut git = Command::new("git");
            git.args(["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgSign=false"]);
            let output = git.args(words).current_dir(&self.folder).output().unwrap();
            assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        }

        fn commit(&self) {
            self.git(&["add", "."]);
            self.git(&["commit", "--quiet", "--message", "change"]);
        }

        /// Returns the plan of optional parts, and what the script says aside.
        fn plan(&self, variables: &[(&str, &str)]) -> (Vec<String>, String) {
            let mut run = Command::new("bash");
            run.args([".ci/run", "--plan"]).current_dir(&self.folder).env_remove("CI_BASE").env_remove("CI_FIRST");
            let output = run.envs(variables.iter().copied()).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success(), "{said}");
            let lines = String::from_utf8(output.stdout).unwrap();
            let optional = lines.lines().filter(|line| !line.ends_with("(required)"));
            (optional.map(str::to_owned).collect(), said)
        }
    }

    #[test]
    fn a_plan_follows_the_merge_base() {
        let clone = Clone::new();
        // The first commit has none before it.
        let (plan, said) = clone.plan(&[]);
        assert!(said.contains("this clone has no common commit of HEAD and HEAD~1"), "{said}");
        assert!(plan.iter().all(|line| line.ends_with("(everything counts as changed)")), "{plan:?}");

        clone.write("docs/api/mask.txt", "");
        clone.commit();
        clone.git(&["branch", "base"]);
        clone.write("fuzz/new.rs", "");
        clone.commit();
        clone.write(".ci/network", "not committed");
        let (plan, said) = clone.plan(&[]);
        assert_eq!(said, "");
        let changed = |plan: &[String]| -> BTreeSet<String> {
            let changed = plan.iter().take_while(|line| line.contains("(changed: "));
            changed.map(|line| line.split(' ').next().unwrap().to_owned()).collect()
        };
        assert_eq!(changed(&plan), ["fuzz", "grids_world", "network"].map(str::to_owned).into());
        assert!(plan.iter().skip(3).all(|line| line.ends_with("(by turn)")), "{plan:?}");
        let (plan, _) = clone.plan(&[("CI_BASE", "base~1")]);
        assert_eq!(changed(&plan), ["api", "fuzz", "grids_world", "network"].map(str::to_owned).into());
        // What the base got since is no change.
        clone.git(&["checkout", "--quiet", "base"]);
        clone.write("deny.toml", "");
        clone.git(&["add", "deny.toml"]);
        clone.git(&["commit", "--quiet", "--message", "base"]);
        clone.git(&["checkout", "--quiet", "main"]);
        assert_eq!(clone.plan(&[("CI_BASE", "base")]).0, clone.plan(&[]).0);
        let (plan, _) = clone.plan(&[("CI_FIRST", "soak")]);
        assert_eq!(plan[0], "soak (CI_FIRST)");
        assert_eq!(plan.len(), clone.plan(&[]).0.len());

        let (shallow, from) = (tempfile::tempdir().unwrap(), format!("file://{}", clone.folder.path().display()));
        clone.git(&["clone", "--quiet", "--depth", "1", &from, shallow.path().to_str().unwrap()]);
        let (plan, said) = Clone { folder: shallow }.plan(&[]);
        assert!(said.contains("Everything counts as changed"), "{said}");
        assert!(plan[0].ends_with("(everything counts as changed)"), "{plan:?}");
    }
}

/// Reads what our workflows use of YAML: maps and lists by their indents, short lists `[a, b]`, and blocks of text. Returns
/// each value with the keys above it, joined by dots; the keys of a list have no numbers.
fn yaml(text: &str) -> Vec<(String, String)> {
    let mut keys: Vec<(usize, String)> = Vec::new();
    let mut values = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let line = line.split(" #").next().unwrap_or_default().trim_end();
        let mut rest = line.trim_start();
        if rest.is_empty() || rest.starts_with('#') {
            continue;
        }
        let mut indent = line.len() - rest.len();
        if let Some(entry) = rest.strip_prefix("- ") {
            (rest, indent) = (entry, indent + 2);
        }
        keys.retain(|(at, _)| *at < indent);
        // A colon in a command is followed by no space.
        let (key, mut value) =
            match rest.split_once(':').filter(|(_, value)| value.is_empty() || value.starts_with(' ')) {
                Some((key, value)) => (Some(key), value.trim().to_owned()),
                None => (None, rest.to_owned()),
            };
        keys.extend(key.map(|key| (indent, key.to_owned())));
        if value == "|" {
            value.clear();
            let is_inside = |line: &&str| line.trim().is_empty() || line.len() - line.trim_start().len() > indent;
            while let Some(line) = lines.next_if(is_inside) {
                value = value + line.trim() + "\n";
            }
        }
        while value.starts_with('[') && !value.ends_with(']') {
            value += lines.next().expect("the end of a list").trim();
        }
        let path = keys.iter().map(|(_, key)| key.as_str()).collect::<Vec<_>>().join(".");
        match value.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
            Some(list) => values.extend(list.split(',').map(|value| (path.clone(), value.trim().to_owned()))),
            None if value.is_empty() => {}
            None => values.push((path, value)),
        }
    }
    values
}

#[test]
fn workflows_are_read_as_yaml() {
    let text = "name: a # b\non:\n  push:\n    paths:\n      - x/**\n      - y: z\n  list: [1,\n    2\n  ]\njobs:\n  t:\n    steps:\n      - uses: u\n        \
        with: { k: v }\n      # no\n      - run: cargo a::b\n      - run: |\n          one\n          two\n\n      - run: end\n";
    let expected = [
        ("name", "a"),
        ("on.push.paths", "x/**"),
        ("on.push.paths.y", "z"),
        ("on.list", "1"),
        ("on.list", "2"),
        ("jobs.t.steps.uses", "u"),
        ("jobs.t.steps.with", "{ k: v }"),
        ("jobs.t.steps.run", "cargo a::b"),
        ("jobs.t.steps.run", "one\ntwo\n\n"),
        ("jobs.t.steps.run", "end"),
    ];
    assert_eq!(yaml(text), expected.map(|(key, value)| (key.to_owned(), value.to_owned())));
}

/// Returns the values of a workflow under keys that end so.
fn values(workflow: &str, key: &str) -> Vec<String> {
    let all = yaml(&read(&format!(".github/workflows/{workflow}.yml")));
    all.into_iter().filter(|(keys, _)| keys.ends_with(key)).map(|(_, value)| value).collect()
}

#[test]
fn each_package_has_a_workflow_with_the_paths_of_its_row() {
    let Some(files) = files() else { return };
    let table = table();
    for package in packages() {
        let workflow = format!("test-{package}");
        // GitHub wants `/**` for a folder.
        let filter = |path: &String| if files.contains(path) { path.clone() } else { format!("{path}/**") };
        let filters: Vec<String> = table[&package].iter().map(filter).collect();
        for event in ["on.push.paths", "on.pull_request.paths"] {
            assert_eq!(values(&workflow, event), filters, "{event} of {workflow}.yml: expected the row of .ci/paths");
        }
        let commands = values(&workflow, "steps.run");
        assert_eq!(commands.last(), Some(&format!("cargo xtask test {package}")), "{workflow}.yml");
    }
    // Without a filter, the rest is checked after each change.
    assert!(values("push", "paths").is_empty() && !values("push", "steps.run").is_empty());
}

#[test]
fn each_part_runs_in_the_night() {
    let run = values("nightly", "matrix.part");
    assert_eq!(run.iter().cloned().collect::<BTreeSet<_>>(), parts());
    assert_eq!(run.len(), parts().len());
    assert!(values("nightly", "steps.run").iter().any(|command| command.ends_with(".ci/run ${{ matrix.part }}")));
    assert_eq!(values("nightly", "on.schedule.cron").len(), 1);
}

/// What the workflows of changes run is a command of Rust, of `xtask` or of a script here; what they install has one of three
/// forms, by which `.ci/workflows` knows it.
#[test]
fn each_line_of_a_workflow_is_a_command_that_exists() {
    let Some(files) = files() else { return };
    let aliases = read(".cargo/config.toml");
    let workflows = packages().into_iter().map(|package| format!("test-{package}")).chain(["push".to_owned()]);
    for workflow in workflows {
        let commands = values(&workflow, "steps.run");
        let is_install = |command: &String| {
            ["rustup toolchain install ", "sudo apt-get ", "gh release download "]
                .iter()
                .any(|begin| command.starts_with(begin))
        };
        for command in commands.iter().filter(|command| !is_install(command)) {
            let words: Vec<&str> = command.split_whitespace().collect();
            let exists = match words[..] {
                ["cargo", "fmt" | "clippy" | "test", ..] => true,
                ["cargo", "xtask", "test", package] => {
                    aliases.contains("\nxtask = ")
                        && files.contains("crates/xtask/Cargo.toml")
                        && packages().iter().any(|name| name == package)
                }
                [script, ..] => files.contains(script),
                [] => false,
            };
            assert!(exists, "{workflow}.yml: {command} is no command");
        }
        let kept = values(&workflow, "with.path").concat();
        assert!(kept.contains("~/.cargo/registry") || workflow == "push", "{workflow}.yml keeps no downloads");
    }
}

/// A workspace of its own costs a lock file, a build folder and a row in many lists: it needs a profile, a patch or a toolchain.
#[test]
fn there_are_eleven_lock_files() {
    let Some(files) = files() else { return };
    let locks = files.iter().filter(|file| file.ends_with("Cargo.lock") || file.ends_with("package-lock.json"));
    let locks: Vec<&String> = locks.collect();
    assert!(locks.len() <= 11, "{locks:#?}");
}

/// Reviews fold what is generated, and git merges no pictures line by line.
#[test]
fn generated_files_and_pictures_are_marked() {
    let Some(files) = files() else { return };
    let text = read(".gitattributes");
    let marked: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("linguist-generated"))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for path in
        ["integrations/c/include/hitmask.h", "integrations/godot/docs/classes.md", "integrations/c/THIRD-PARTY.txt"]
    {
        assert!(marked.contains(&path), "{path} is generated: .gitattributes does not mark it");
    }
    for path in marked.iter().filter(|path| !path.contains('*')) {
        let is_there = files.iter().any(|file| file == path || file.ends_with(&format!("/{path}")));
        assert!(is_there, ".gitattributes marks {path}, which is no file");
    }
    let pictures = ["png", "gif", "jpg", "jpeg", "webp", "ico", "ase", "aseprite"];
    let binary: BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("*.")?.strip_suffix(" binary")).map(str::trim).collect();
    for file in &files {
        let end = file.rsplit('.').next().unwrap_or_default();
        assert!(!pictures.contains(&end) || binary.contains(end), "{file} is no text: .gitattributes");
    }
}
