//! The contents page of the book, which the README opens: every page for readers, in reading order.

use super::pages::{between, files, read, resolve};
use std::collections::BTreeSet;

const PAGE: &str = "docs/book/README.md";

/// The value of a line of a page's front matter.
fn front(text: &str, name: &str) -> Option<String> {
    let front = text.strip_prefix("---\n")?.split("\n---\n").next()?;
    let value = front.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))?;
    Some(value.trim_matches('"').to_owned())
}

/// The pages of each group of the book's sidebar, as `sidebar.ts` sorts them: title and path from `docs/book`.
fn book(files: &BTreeSet<String>) -> Vec<(String, Vec<(String, String)>)> {
    let sidebar = read("docs/book/.vitepress/tools/sidebar.ts");
    let list = between(&sidebar, "const groups", "];").next().expect("a list of groups");
    let groups =
        between(list, "  [\"", "\"],").map(|group| group.split_once("\", \"").expect("a group and its folder"));
    let pages = |group: &str, folder: &str| {
        let page = |file: &String| {
            let path = file.strip_prefix("docs/book/")?.to_owned();
            let (parent, name) = path.rsplit_once('/').unwrap_or(("", &path));
            if !name.ends_with(".md") || name.starts_with('[') {
                return None;
            }
            let text = read(file);
            let named = front(&text, "group");
            let is_in = if parent.is_empty() { named.as_deref() == Some(group) } else { parent == folder };
            let order: u32 = front(&text, "order").map_or(100, |order| order.parse().expect("a number"));
            is_in.then(|| (order, front(&text, "title").expect("a title"), path))
        };
        let mut found: Vec<(u32, String, String)> = files.iter().filter_map(page).collect();
        found.sort();
        found.into_iter().map(|(_, title, path)| (title, path)).collect()
    };
    groups.map(|(group, folder)| (group.to_owned(), pages(group, folder))).collect()
}

/// The pages beside the code that users read: those of the packages, and three about all of them.
fn beside(files: &BTreeSet<String>) -> BTreeSet<String> {
    let is_for_users = |file: &&String| {
        let parts: Vec<&str> = file.split('/').collect();
        match parts[..] {
            ["CHANGELOG.md"] => true,
            ["docs", name] => ["api.md", "performance.md"].contains(&name),
            ["crates" | "integrations", _, "README.md"] | ["integrations", _, "csharp" | "lua", "README.md"] => true,
            ["integrations", _, "docs", name] => name.ends_with(".md"),
            _ => false,
        }
    };
    files.iter().filter(is_for_users).cloned().collect()
}

/// The pages of the site that stand in `docs/book`, without its first one: paths from there.
fn of_the_site(files: &BTreeSet<String>) -> BTreeSet<String> {
    let config = read("docs/book/.vitepress/config.mts");
    let excluded = between(&config, "srcExclude: [", "]").next().expect("a list of what is no page");
    let excluded: Vec<&str> =
        between(excluded, "\"", "\"").step_by(2).map(|path| path.trim_end_matches("**")).collect();
    let is_page = |path: &&str| {
        let is_excluded = excluded.iter().any(|no| path == no || no.ends_with('/') && path.starts_with(no));
        path.ends_with(".md") && !is_excluded && !path.contains('[') && *path != "index.md"
    };
    files.iter().filter_map(|file| file.strip_prefix("docs/book/")).filter(is_page).map(str::to_owned).collect()
}

/// The items of a part of the contents page: title and path. Each says what its page is for.
fn items(part: &str) -> Vec<(String, String)> {
    let item = |line: &str| {
        let (title, rest) = line.strip_prefix("- [")?.split_once("](")?;
        let (path, purpose) = rest.split_once("): ").unwrap_or_else(|| panic!("an item needs a purpose: {line}"));
        assert!(purpose.split_whitespace().count() > 1, "an item needs a purpose: {line}");
        Some((title.to_owned(), path.to_owned()))
    };
    part.lines().filter_map(item).collect()
}

#[test]
fn the_contents_page_lists_every_page_in_reading_order() {
    let Some(files) = files() else { return };
    let page = read(PAGE);
    let part = |heading: &str| {
        let found = page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("{PAGE}: no {heading}")).1;
        items(found.split("\n## ").next().unwrap_or_default())
    };
    let (mut in_groups, mut order) = (BTreeSet::new(), Vec::new());
    for (group, pages) in book(&files) {
        assert!(!pages.is_empty(), "{group}");
        assert_eq!(part(&group), pages, "{PAGE}: {group}");
        order.push(page.find(&format!("\n## {group}\n")));
        in_groups.extend(pages.into_iter().map(|(_, path)| path));
    }
    let site = of_the_site(&files);
    let lost: Vec<&String> = site.symmetric_difference(&in_groups).collect();
    assert!(
        lost.is_empty(),
        "pages of the site that are in no folder of the sidebar and name no group of it: {lost:?}"
    );
    assert!(order.is_sorted(), "{PAGE}: the groups stand in another order than in the sidebar");
    let listed: BTreeSet<String> = items(&page)
        .iter()
        .filter_map(|(_, path)| resolve(PAGE, path))
        .filter(|path| !path.starts_with("docs/book/"))
        .collect();
    assert_eq!(listed, beside(&files), "{PAGE}: the pages beside the code");
    println!("{} pages of the book, {} beside the code", in_groups.len(), listed.len());
    assert!(in_groups.len() >= 50, "only {} pages of the book were found", in_groups.len());
}

/// The site shows pages of packages that are on the contents page, and a package that has pages is in the site.
#[test]
fn pages_of_packages_in_the_site_are_on_the_contents_page() {
    let Some(files) = files() else { return };
    let (site, listed) = (read("docs/book/.vitepress/tools/packages.ts"), beside(&files));
    let mut shown: BTreeSet<String> = between(&site, "guest(\"", "\"").map(str::to_owned).collect();
    let crates = between(&site, "...[", "].map((crate)").next().expect("a list of crates");
    shown.extend(between(crates, "\"", "\"").step_by(2).map(|name| format!("crates/{name}/README.md")));
    let languages = between(&site, "const LANGUAGES", "];").next().expect("a list of languages");
    let folders: BTreeSet<&str> = between(languages, "\", \"", "\"]").collect();
    let guides: BTreeSet<&String> = listed.iter().filter(|page| page.contains("/docs/")).collect();
    let with_guides = guides.iter().filter_map(|page| page.split('/').nth(1)).collect();
    assert_eq!(folders, with_guides, "packages with pages");
    assert!(shown.len() >= 5 && shown.is_subset(&listed), "{shown:?}");
}

#[test]
fn readers_find_the_contents_page() {
    assert!(read("README.md").contains("](docs/book/README.md)"));
    assert!(read("docs/README.md").contains("](book/README.md)"));
}

/// Without the site, the cookbook is a list: that of the contents page.
#[test]
fn the_cookbook_lists_its_recipes_without_the_site() {
    let (contents, cookbook) = (read(PAGE), read("docs/book/cookbook/index.md"));
    let part =
        contents.split("\n## Cookbook\n").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("a cookbook");
    let recipes = items(part).into_iter().filter(|(_, path)| !path.ends_with("/index.md"));
    let expected: Vec<_> = recipes.map(|(title, path)| (title, path.replace("cookbook/", ""))).collect();
    assert!(expected.len() >= 19, "{expected:?}");
    assert_eq!(items(&cookbook), expected);
}

/// A page of the guide ends with what to read next, a recipe with what explains it.
#[test]
fn pages_that_teach_lead_on() {
    let Some(files) = files() else { return };
    let ends = [("docs/book/guide/", "**Next:** "), ("docs/book/cookbook/", "**See also:** ")];
    let (mut count, mut wrong) = (0, Vec::new());
    for page in files.iter().filter(|file| file.ends_with(".md")) {
        let Some((_, end)) = ends.iter().find(|(folder, _)| page.starts_with(folder)) else { continue };
        let text = read(page);
        let last = text.trim_end().lines().last().unwrap_or_default();
        if !(page.ends_with("cookbook/index.md") || last.starts_with(end) && last.contains("](")) {
            wrong.push(page);
        }
        count += 1;
    }
    assert!(count >= 30, "only {count} pages");
    assert!(wrong.is_empty(), "these pages must end with a line of links: {wrong:?}");
}
