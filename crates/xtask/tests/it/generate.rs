//! Files that are written: made, compared, or not made because something is missing.

use crate::repository::Repository;

const PAGE: &str = "integrations/godot/docs/classes.md";
const SOURCE: &str = "\
/// Solid pixels of a [Texture2D], \\
/// with [code]overlaps[/code].
///
/// A [b]second[/b] paragraph.
#[derive(GodotClass)]
pub struct PixelMask {
    /// The layers.
    #[var(get, set = set_layers)]
    pub(crate) layers: PhantomVar<Option<Gd<Node>>>,
}

impl PixelMask {
    /// Returns the area that it shares with [member other].
    #[func]
    fn overlap_area(this: Gd<Self>, other: Gd<PixelMask>, #[opt(default = Vector2i::default())] at: Vector2i) -> i64 {
        0
    }

    /// Emitted at an overlap.
    #[signal]
    fn met(points: Array<GString>);

    /// The default.
    #[constant]
    const ALPHA: i64 = 127;

    /// Hidden from users.
    #[func(rename = _hidden)]
    fn hidden(&self) {}
}
";
const EXPECTED: &str = "\
## PixelMask

Solid pixels of a `Texture2D`, \\ with `overlaps`.

A **second** paragraph.

### Properties of PixelMask

- **`layers: Node`** The layers.

### Signals of PixelMask

- **`met(points: Array[String])`** Emitted at an overlap.

### Methods of PixelMask

- **`overlap_area(other: PixelMask, at: Vector2i = Vector2i()) -> int`** Returns the area that it shares with `other`.

### Constants of PixelMask

- **`ALPHA`** The default.
";

#[test]
fn a_page_of_classes_is_written_from_doc_comments() {
    let repository = Repository::new(&[("integrations/godot/src/mask.rs", SOURCE)]);
    repository.run(&["generate", "classes"]).check(0, "classes.md is written");
    assert!(repository.read(PAGE).contains(EXPECTED), "{}", repository.read(PAGE));
}

#[test]
fn a_check_names_what_is_old_and_changes_nothing() {
    let repository = Repository::new(&[("integrations/godot/src/mask.rs", SOURCE), (PAGE, "old")]);
    let old = repository.run(&["generate", "--check", "classes"]);
    old.check(1, &format!("{PAGE} is not up to date: run: cargo xtask generate classes"));
    old.check(1, "1 files are not up to date");
    assert_eq!(repository.read(PAGE), "old");
    repository.run(&["generate", "classes"]).check(0, "1 of 1 files have changed");
    repository.run(&["generate", "--check", "classes"]).check(0, "0 of 1 files differ");
    repository.run(&["generate", "classes"]).check(0, "0 of 1 files have changed");
}

#[cfg(unix)]
mod with_programs {
    use super::Repository;

    #[test]
    fn a_test_writes_the_files_that_it_knows() {
        let header = "integrations/c/include/hitmask.h";
        let repository = Repository::new(&[(header, "old")]);
        let test = "mkdir -p \"$XTASK_GENERATE/integrations/c/include\" && echo new >\"$XTASK_GENERATE/integrations/c/include/hitmask.h\"";
        repository.program("bin/cargo", test);
        repository.run(&["generate", "--check", "header"]).check(1, "run: cargo xtask generate header");
        assert_eq!(repository.read(header), "old");
        repository.run(&["generate", "header"]).check(0, "hitmask.h is written");
        assert_eq!(repository.read(header), "new\n");
        repository.run(&["generate", "--check", "header"]).check(0, "0 of 1 files differ");
    }

    #[test]
    fn a_test_that_writes_nothing_or_fails_is_a_failure() {
        let repository = Repository::new(&[]);
        repository.program("bin/cargo", "exit 0");
        repository.run(&["generate", "seeds"]).check(1, "the test seeds_of_the_fuzzer has written nothing");
        repository.program("bin/cargo", "exit 7");
        repository.run(&["generate", "calls"]).check(1, "cargo test --quiet --locked -p hitmask");
    }

    /// Only a check of what the user names fails if this machine cannot make it.
    #[test]
    fn what_cannot_be_made_is_not_run() {
        let repository = Repository::new(&[]);
        repository.program("bin/cargo", "exit 1");
        let bin = repository.path("bin");
        repository.program("bin/cc", "");
        // The home may have a Python.
        let run = |words: &[&str]| repository.run_with(words, |command| command.env("PATH", &bin).env("HOME", &bin));
        let missing = "NOT RUN: api: nightly-2026-10-30 is missing: rustup toolchain install nightly-2026-10-30";
        run(&["generate", "api"]).check(0, missing);
        run(&["generate", "--check", "api"]).check(1, missing);
        run(&["generate", "--check", "api"]).check(1, "what NOT RUN names above was not checked");
        run(&["generate", "--check", "--if-possible", "api"]).check(0, missing);
        run(&["generate", "--check", "stubs"]).check(1, "NOT RUN: stubs: Python 3.11 or later with venv is missing");
    }

    #[test]
    fn lists_of_the_api_are_sorted_and_name_types_without_their_modules() {
        let repository = Repository::new(&[("docs/api/mask.txt", "fn b() -> Vec\n")]);
        repository.program("bin/rustup", "exit 0");
        let lines =
            "echo 'fn b() -> alloc::vec::Vec'; echo 'fn a(core::ops::range::Range)'; echo 'fn b() -> alloc::vec::Vec'";
        repository
            .program("bin/cargo", &format!("[ \"$2\" != --version ] || exec echo cargo-public-api 0.52.0\n{lines}"));
        repository.run(&["generate", "--check", "api"]).check(1, "docs/api/mask.txt is not up to date");
        repository.run(&["generate", "api"]).check(0, "4 of 4 files have changed");
        assert_eq!(repository.read("docs/api/mask.txt"), "fn a(Range)\nfn b() -> Vec\n");
    }

    const METADATA: &str = r#"{
        "packages": [
            {"id": "own", "name": "own", "version": "0.1.0", "license": "MIT", "source": null, "manifest_path": "/", "targets": []},
            {"id": "used", "name": "used", "version": "1.2.0", "license": "MIT OR Zlib", "source": "r", "manifest_path": "USED/Cargo.toml", "targets": [{"kind": ["lib"]}]},
            {"id": "macro", "name": "macro", "version": "1.0.0", "license": "MIT", "source": "r", "manifest_path": "USED/Cargo.toml", "targets": [{"kind": ["proc-macro"]}]},
            {"id": "dev", "name": "dev", "version": "1.0.0", "license": "MIT", "source": "r", "manifest_path": "USED/Cargo.toml", "targets": [{"kind": ["lib"]}]}],
        "resolve": {"root": "own", "nodes": [
            {"id": "own", "deps": [
                {"pkg": "used", "dep_kinds": [{"kind": null}]}, {"pkg": "macro", "dep_kinds": [{"kind": null}]}, {"pkg": "dev", "dep_kinds": [{"kind": "dev"}]}]},
            {"id": "used", "deps": []}, {"id": "macro", "deps": []}, {"id": "dev", "deps": []}]}}"#;

    #[test]
    fn notices_have_the_licenses_of_what_is_linked() {
        let texts = [
            ("used/LICENSE-MIT", "the text  \r\nof MIT\n\n"),
            ("used/LICENSE-ZLIB", "another"),
            ("package/Cargo.toml", ""),
        ];
        let repository = Repository::new(&texts);
        repository.write("metadata.json", &METADATA.replace("USED", &repository.path("used").display().to_string()));
        repository.program("bin/cargo", &format!("cat '{}'", repository.path("metadata.json").display()));
        repository.run(&["notices", "package"]).check(0, "");
        let line = "-".repeat(80);
        let expected = format!("used 1.2.0: MIT OR Zlib\n\n{line}\nused 1.2.0\n{line}\nthe text\nof MIT\n");
        let text = repository.read("package/THIRD-PARTY.txt");
        assert!(text.ends_with(&format!("belongs to.\n\n\n{expected}")), "{text}");
        repository.run(&["notices", "package", "--check"]).check(0, "");
        repository.run(&["notices", "package", "--out", "out/NOTICES"]).check(0, "");
        assert_eq!(repository.read("out/NOTICES"), text);
        repository.write("used/LICENSE-MIT", "changed");
        repository.run(&["notices", "package", "--check"]).check(1, "THIRD-PARTY.txt is not up to date");
    }

    const STUB: &str = "\
class _Options(TypedDict):
    \"\"\"The keywords.\"\"\"

    old: int
    older: tuple[
        int,
    ]

class Near:
    def __new__(cls, id: int) -> Near: ...
    @property
    def id(self) -> int:
        \"\"\"Old.

        Longer.
        \"\"\"
    def own(
        self, other: int
    ) -> int: ...  # a comment

@overload
def find(a: int) -> int:
    \"\"\"Finds.\"\"\"
@overload
def find(a: str) -> int: ...
def hidden(a: int) -> int:
    \"\"\"Gone.\"\"\"
class OnlyHere: ...
";
    const NEW: &str = "\
class _Options(TypedDict):
    \"\"\"The keywords.\"\"\"

    flip_x: bool
    one_way: _Side | Literal[False] | None

class Near:
    \"\"\"What is near.\"\"\"

    def __new__(cls, id: int, at: tuple[int, int], side: str | None) -> Near: ...
    @property
    def id(self) -> int:
        \"\"\"The id.\"\"\"
    @property
    def at(self) -> tuple[int, int]: ...
    @property
    def side(self) -> _Side | None: ...
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def own(
        self, other: int
    ) -> int:  # a comment
        \"\"\"Its own.

        A \\\\ and \\\"\\\"\\\".
        \"\"\"

@overload
def find(a: int) -> int:
    \"\"\"Finds what is there.\"\"\"
@overload
def find(a: str) -> int: ...
def hidden(a: int) -> int:
    ...
class OnlyHere: ...
";
    const DESCRIBED: &str = r#"{
        "hitmask": {"members": {
            "Sprite": {"fields": [["mask", "u32"], ["flip_x", "bool"], ["one_way", "Option<String>"]]},
            "Near": {"fields": [["id", "u32"], ["at", "(i32, i32)"], ["side", "Option<String>"]], "has_len": false}}},
        "hitmask._hitmask": {"members": {
            "_Options": null,
            "find": {"doc": "Finds what is there."}, "hidden": {"doc": null},
            "Near": {"doc": "What is near.", "members": {
                "id": {"doc": "The id."}, "own": {"doc": "Its own.\n\nA \\ and \"\"\"."}, "__new__": {"doc": null}}}}},
        "hitmask.coco": {"members": {}}, "hitmask.sheets": {"members": {}}, "hitmask.pygame": {"members": {}}}"#;

    #[test]
    fn stubs_repeat_what_the_package_says() {
        let folder = "integrations/python/python/hitmask";
        let stub = format!("{folder}/_hitmask.pyi");
        let [coco, sheets, pygame] =
            ["coco.pyi", "sheets.pyi", "pygame/__init__.pyi"].map(|name| format!("{folder}/{name}"));
        let repository = Repository::new(&[(&stub, STUB), (&coco, ""), (&sheets, "x: int\n"), (&pygame, "")]);
        repository.write("described.json", DESCRIBED);
        let python = format!("[ \"$1\" != -P ] || cat '{}'", repository.path("described.json").display());
        repository.program("integrations/python/.venv/bin/python", &python);
        ["cargo", "cc"].iter().for_each(|name| repository.program(&format!("bin/{name}"), ""));
        repository.run(&["generate", "--check", "stubs"]).check(1, "1 of 4 files differ");
        repository.run(&["generate", "stubs"]).check(0, "_hitmask.pyi is written");
        assert_eq!(repository.read(&stub), NEW);
        repository.run(&["generate", "--check", "stubs"]).check(0, "0 of 4 files differ");
    }

    /// The reader of Python prints to the writer, whose pages stand in the book.
    #[test]
    fn references_are_what_the_scripts_write() {
        let repository =
            Repository::new(&[("docs/book/node_modules/typedoc", ""), ("integrations/web/dist/index.js", "")]);
        ["cargo", "cc"].iter().for_each(|name| repository.program(&format!("bin/{name}"), ""));
        let bin = repository.path("bin");
        let check = ["generate", "--check", "reference"];
        let without_node = repository.run_with(&check, |command| command.env("PATH", &bin));
        without_node.check(1, "NOT RUN: reference: node is missing: install Node 20 or later");
        repository.program("bin/node", "mkdir -p \"$2\" && cp \"$3\" \"$2/python.md\"");
        let python = "case \"$1\" in *python.py) echo \"described $2\" ;; esac";
        repository.program("integrations/python/.venv/bin/python", python);
        let page = "docs/book/reference/python.md";
        repository.run(&check).check(1, &format!("{page} is not up to date: run: cargo xtask generate reference"));
        repository.run(&["generate", "reference"]).check(0, "python.md is written");
        let text = repository.read(page);
        assert!(text.starts_with("described ") && text.ends_with("integrations/python/python/hitmask\n"), "{text}");
        repository.run(&check).check(0, "0 of 1 files differ");
    }
}
