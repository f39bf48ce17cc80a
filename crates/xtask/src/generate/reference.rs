//! The pages of `docs/book/reference`, from the doc comments of each language. Scripts beside the site read and write
//! them: `TypeDoc` reads the types of JavaScript, griffe the stubs of Python, and small parsers the sources that this
//! repository formats itself.

use super::made;
use super::made::{Made, Outcome};
use crate::tools::{Environment, Result, changed, failed, find, fresh, list, newest, run, write};
use std::path::{Path, PathBuf};

const PAGES: &str = "docs/book/reference";
const TOOLS: &str = "docs/book/.vitepress/tools/reference";
/// The version is fixed, because another one may read a stub in another way.
const GRIFFE: &str = "griffe==1.14.0";

/// If the user has named the pages, griffe is installed. The tools of the site and the web package must be there.
pub(super) fn make(root: &Path, is_named: bool) -> Result<Outcome> {
    let environment = Environment::of(root);
    if find("node").is_none() {
        return Ok(Outcome::NotRun("node is missing: install Node 20 or later (https://nodejs.org)".to_owned()));
    }
    if !root.join("docs/book/node_modules/typedoc").exists() {
        return Ok(Outcome::NotRun("TypeDoc is not installed: docs/book/run build".to_owned()));
    }
    if web_is_old(root) {
        return Ok(Outcome::NotRun(
            "the web package is not built from the sources of today: docs/book/run build".to_owned(),
        ));
    }
    if is_named {
        if let Err(missing) = environment.needs() {
            return Ok(Outcome::NotRun(missing.to_string()));
        }
        environment.install(&[GRIFFE])?;
    } else if !has_griffe(&environment) {
        return Ok(Outcome::NotRun("griffe is not installed: cargo xtask generate reference".to_owned()));
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

/// Whether the web package is missing, or of an older commit: then it lacks what pages show.
pub(crate) fn web_is_old(root: &Path) -> bool {
    let web = root.join("integrations/web");
    let built = changed(&web.join("dist/index.js"));
    let sources: Vec<PathBuf> = ["ts", "src"].iter().map(|folder| web.join(folder)).collect();
    built.is_none() || newest(&sources) > built
}

fn has_griffe(environment: &Environment) -> bool {
    let import = environment.python().args(["-c", "import griffe"]).quiet();
    environment.program().exists() && import.go().is_ok()
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
