//! The pages of `docs/book/reference`, from the doc comments of each language. Scripts beside the site read and write
//! them: `TypeDoc` reads the types of JavaScript, griffe the stubs of Python, and small parsers the sources that this
//! repository formats itself.

use super::made;
use super::made::{Made, Outcome};
use crate::packages::book;
use crate::tools::{Environment, Result, failed, find, fresh, list, run, write};
use std::path::{Path, PathBuf};

const PAGES: &str = "docs/book/reference";
const TOOLS: &str = "docs/book/.vitepress/tools/reference";
/// The version is fixed, because another one may read a stub in another way.
const GRIFFE: &str = "griffe==1.14.0";

/// If the user has named the pages, what is missing is installed and built.
pub(super) fn make(root: &Path, is_named: bool) -> Result<Outcome> {
    let environment = Environment::of(root);
    if let Some(missing) = ["node", "npm"].into_iter().find(|program| find(program).is_none()) {
        return Ok(Outcome::NotRun(format!("{missing} is missing: install Node 20 or later (https://nodejs.org)")));
    }
    if is_named {
        if let Err(missing) = environment.needs() {
            return Ok(Outcome::NotRun(missing.to_string()));
        }
        book::prepare(root)?;
        environment.install(&[GRIFFE])?;
    } else if let Some(missing) = missing(root, &environment) {
        return Ok(Outcome::NotRun(format!("{missing}: cargo xtask generate reference")));
    }
    files(root, &environment).map(Outcome::Made)
}

/// Fails if the pages are not up to date, for the tests of the book.
pub(crate) fn check(root: &Path) -> Result<()> {
    match make(root, true)? {
        Outcome::Made(files) => made::check(root, "reference", &files),
        Outcome::NotRun(why) => {
            println!("NOT RUN: reference: {why}");
            Ok(())
        }
    }
}

/// What a run that must not install anything lacks.
fn missing(root: &Path, environment: &Environment) -> Option<&'static str> {
    let is_in_book = |path: &str| root.join("docs/book/node_modules").join(path).exists();
    let has_griffe = || {
        let import = environment.python().args(["-c", "import griffe"]).quiet();
        environment.program().exists() && import.go().is_ok()
    };
    match () {
        () if !is_in_book("typedoc") => Some("TypeDoc is not installed"),
        () if book::web_is_old(root) => Some("the web package is not built from the sources of today"),
        () if !has_griffe() => Some("griffe is not installed"),
        () => None,
    }
}

fn files(root: &Path, environment: &Environment) -> Result<Vec<Made>> {
    let folder = root.join("target/xtask/reference");
    fresh(&folder)?;
    let (described, pages) = (folder.join("python.json"), folder.join("pages"));
    let python = environment.python().arg(root.join(TOOLS).join("python.py"));
    write(&described, python.arg(environment.folder.join("python/hitmask")).output()?)?;
    run("node").arg(root.join(TOOLS).join("write.mjs")).arg(&pages).arg(&described).at(root.join("docs/book")).go()?;
    let page = |path: PathBuf| {
        let name = path.file_name().unwrap_or_default();
        let bytes = std::fs::read(&path).map_err(|error| failed(format!("cannot read {}: {error}", path.display())))?;
        Ok(Made { path: Path::new(PAGES).join(name), bytes })
    };
    list(&pages, ".md").into_iter().map(page).collect()
}
