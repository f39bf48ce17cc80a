//! Pages: the programs that they show, and their links.

use super::files;
use super::run::{Result, failed};
use regex_lite::Regex;
use std::path::{Path, PathBuf};

/// Writes the programs that pages in a language have of their own to files of a folder, and returns their names.
pub(crate) fn programs(pages: &[PathBuf], language: &str, ending: &str, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for page in pages {
        let name = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (text, fence) = (files::read(page)?, format!("```{language}"));
        let (mut found, mut is_inside, mut is_cut) = (Vec::<String>::new(), false, false);
        for line in text.lines() {
            if line.starts_with("```") {
                is_inside = line == fence && !is_cut;
                found.extend(is_inside.then(String::new));
                is_cut = false;
            } else if line.starts_with("<!-- code") && !is_inside {
                // The block below comes from a program that other tests run; `none` has a sentence instead.
                is_cut = !line.ends_with(": none -->");
            } else if let Some(program) = found.last_mut().filter(|_| is_inside) {
                *program += &format!("{line}\n");
            }
        }
        for (number, program) in found.iter().enumerate() {
            let file = folder.join(format!("page_{name}_{}.{ending}", number + 1));
            files::write(&file, program)?;
            written.push(file);
        }
    }
    Ok(written)
}

/// What a program prints, as its comments `prints "..."` say.
pub(crate) fn printed(program: &str) -> Vec<&str> {
    let after = program.split("prints \"").skip(1);
    after.filter_map(|rest| rest.split('"').next().filter(|text| rest.len() > text.len())).collect()
}

/// Prints the lines that a program must print, or fails if its output lacks one.
pub(crate) fn check_prints(program: &Path, output: &Path) -> Result<()> {
    let (source, said) = (files::read(program)?, files::read(output)?);
    for text in printed(&source) {
        let line = said.lines().find(|line| line.contains(text));
        println!("{}", line.ok_or_else(|| failed(format!("{} does not print: {text}", program.display())))?);
    }
    Ok(())
}

/// The links of a page to files that are not there.
pub(crate) fn dead_links(page: &Path) -> Result<Vec<String>> {
    let text = files::read(page)?;
    let folder = page.parent().unwrap_or(Path::new("."));
    let is_dead = |link: &str| !link.starts_with("http") && !folder.join(link.split('#').next().unwrap_or("")).exists();
    let link = pattern(r"\]\(([^)\n]*)\)");
    let links = link.captures_iter(&text).map(|found| found[1].to_owned());
    let links = links.flat_map(|link| link.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    Ok(links.filter(|link| is_dead(link)).collect())
}

/// Turns the links of pages to files that are not beside them into plain text, and leaves such pictures out.
pub(crate) fn unlink(pages: &[PathBuf]) -> Result<()> {
    for page in pages {
        let dead = dead_links(page)?;
        let text = files::read(page)?;
        let plain = pattern(r"(?:!\[[^\]\n]*\]\(([^)\n]*)\)\n\n)|\[([^\]\n]*)\]\(([^)\n]*)\)").replace_all(
            &text,
            |found: &regex_lite::Captures| {
                let target = found.get(1).or(found.get(3)).map_or("", |target| target.as_str());
                let is_dead = dead.iter().any(|link| link == target);
                let text = if is_dead { found.get(2) } else { found.get(0) };
                text.map_or("", |text| text.as_str()).to_owned()
            },
        );
        files::write(page, plain.as_bytes())?;
    }
    Ok(())
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a regular expression")
}
