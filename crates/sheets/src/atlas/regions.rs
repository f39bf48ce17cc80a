//! The text of libGDX and Spine: pages, each with its regions, and fields of both as `key: value`.

use super::json::{Area, Entry};
use super::number::{Number, quoted};
use crate::limits::{Limits, at_most};
use crate::{Reason, SheetError};

/// The fields of pages and of regions by which the format is known.
const PAGE_KEYS: [&str; 6] = ["size", "format", "filter", "repeat", "pma", "scale"];
const REGION_KEYS: [&str; 10] =
    ["bounds", "xy", "size", "rotate", "offsets", "offset", "orig", "index", "split", "pad"];

/// A picture and its regions.
pub(super) struct Page<'a> {
    pub(super) picture: &'a str,
    /// The place of the name of the picture.
    pub(super) place: String,
    pub(super) regions: Vec<Region<'a>>,
}

/// A part of a picture. The regions of one name are an animation in the order of their indices.
pub(super) struct Region<'a> {
    pub(super) name: &'a str,
    pub(super) index: Option<u32>,
    pub(super) place: String,
    fields: Vec<(usize, &'a str, &'a str)>,
}

/// The kinds of lines.
enum Line<'a> {
    Blank,
    Page(&'a str),
    Region(&'a str),
    Field(&'a str, &'a str),
}

/// Returns the lines of a file with their numbers, as libGDX understands them: a page begins after a blank line, and a
/// line with a colon is a field. Fields at the start of the file are ignored.
fn lines(text: &str) -> impl Iterator<Item = (usize, Line<'_>)> {
    let (mut is_in_page, mut has_begun) = (false, false);
    let text = text.trim_start_matches('\u{feff}');
    text.lines().enumerate().filter_map(move |(index, line)| {
        let line = line.trim();
        let found = match line.split_once(':') {
            _ if line.is_empty() => Line::Blank,
            Some((key, value)) if is_in_page => Line::Field(key.trim(), value.trim()),
            Some(_) if !has_begun => return None,
            None if is_in_page => Line::Region(line),
            _ => Line::Page(line),
        };
        is_in_page = !matches!(found, Line::Blank);
        has_begun |= is_in_page;
        Some((index + 1, found))
    })
}

/// Returns whether a text is of this format: it begins with a page or a region that has a known field.
pub(crate) fn is_regions(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let mut keys: &[&str] = &[];
    for (_, line) in lines(text) {
        match line {
            Line::Blank if keys.is_empty() => {}
            Line::Page(_) if keys.is_empty() => keys = &PAGE_KEYS,
            Line::Region(_) if keys.len() == PAGE_KEYS.len() => keys = &REGION_KEYS,
            Line::Field(key, _) => return keys.contains(&key),
            _ => return false,
        }
    }
    false
}

/// Reads the pages of a file.
pub(super) fn pages<'a>(file: &str, text: &'a str, limits: &Limits) -> Result<Vec<Page<'a>>, SheetError> {
    let mut pages: Vec<Page> = Vec::new();
    let mut count = 0_u64;
    for (number, line) in lines(text) {
        let place = || format!("line {number}");
        let page = pages.last_mut();
        match (line, page) {
            (Line::Page(picture), _) => {
                // A page without regions is not kept.
                let _ = pages.pop_if(|page| page.regions.is_empty());
                pages.push(Page { picture, place: place(), regions: Vec::new() });
            }
            (Line::Region(name), Some(page)) => {
                count += 1;
                at_most("frames", count, limits.frames).map_err(|reason| SheetError::at(file, place(), reason))?;
                page.regions.push(Region { name, index: None, place: place(), fields: Vec::new() });
            }
            (Line::Field(key, value), Some(page)) => {
                let Some(region) = page.regions.last_mut() else { continue };
                if key == "index" {
                    region.index = value.parse().ok();
                } else if REGION_KEYS.contains(&key) {
                    // The last field of a key counts.
                    region.fields.retain(|(_, known, _)| *known != key);
                    region.fields.push((number, key, value));
                }
            }
            _ => {}
        }
    }
    pages.retain(|page| !page.regions.is_empty());
    Ok(pages)
}

impl Region<'_> {
    /// Returns what the region says about its frame.
    pub(super) fn entry(&self, file: &str) -> Entry {
        let entry = self.read().unwrap_or_else(|(line, reason)| {
            let place = line.map_or_else(|| self.place.clone(), |line| format!("line {line}"));
            Entry { fault: Some(SheetError::at(file, place, reason)), ..Entry::default() }
        });
        let name = self.index.map_or_else(|| self.name.to_owned(), |index| format!("{} {index}", self.name));
        Entry { name: Some(name), ..entry }
    }

    /// An error comes with the number of the line, if it is not the line of the region.
    fn read(&self) -> Result<Entry, (Option<usize>, Reason)> {
        let field = |key: &str| self.fields.iter().find(|(_, known, _)| *known == key);
        let numbers = |key: &str, count: usize| -> Result<Option<Vec<Number>>, (Option<usize>, Reason)> {
            let Some(&(line, _, value)) = field(key) else { return Ok(None) };
            let list: Option<Vec<_>> = value.split(',').take(5).map(Number::of_text).collect();
            let list = list.filter(|list| list.len() >= count);
            let wrong = || Reason::invalid(format_args!("{count} numbers"), quoted(value));
            list.map(Some).ok_or_else(|| (Some(line), wrong()))
        };
        let mut area = Area::default();
        if let Some(at) = numbers("xy", 2)? {
            (area.x, area.y) = (Some(at[0]), Some(at[1]));
        }
        if let Some(size) = numbers("size", 2)? {
            (area.w, area.h) = (Some(size[0]), Some(size[1]));
        }
        if let Some(bounds) = numbers("bounds", 4)? {
            area = Area { x: Some(bounds[0]), y: Some(bounds[1]), w: Some(bounds[2]), h: Some(bounds[3]) };
        }
        let (mut offset, mut source) = ([0.0; 2], [0.0; 2]);
        if let Some(at) = numbers("offset", 2)? {
            offset = [at[0].0, at[1].0];
        }
        if let Some(size) = numbers("orig", 2)? {
            source = [size[0].0, size[1].0];
        }
        if let Some(all) = numbers("offsets", 4)? {
            (offset, source) = ([all[0].0, all[1].0], [all[2].0, all[3].0]);
        }
        let turned = match field("rotate") {
            None => 0,
            // Counterclockwise.
            Some(&(line, _, value)) => match value {
                "false" | "0" => 0,
                "true" | "90" => 3,
                "180" => 2,
                "270" => 1,
                other => {
                    let expected = "true, false, 0, 90, 180 or 270";
                    return Err((Some(line), Reason::invalid(expected, quoted(other))));
                }
            },
        };
        let Area { x: Some(_), y: Some(_), w: Some(_), h: Some(Number(height)) } = area else {
            return Err((None, Reason::Missing));
        };
        let mut entry = Entry { frame: Some(area), turned, ..Entry::default() };
        // The offset is that of the bottom-left corner, with y up.
        if source != [0.0; 2] {
            let [x, y] = [offset[0], source[1] - offset[1] - height].map(|c| Some(Number(c)));
            entry.place = Some(Area { x, y, ..Area::default() });
            let [w, h] = source.map(|c| Some(Number(c)));
            entry.size = Some(Area { w, h, ..Area::default() });
        }
        Ok(entry)
    }
}
