//! The property lists of Cocos2d, in the four formats that Zwoptex, TexturePacker and their kin write.

use super::json::{Area, Entry};
use super::number::{Flag, Number, Numbers, quoted};
use crate::{Reason, SheetError};
use roxmltree::Node;
use std::collections::HashMap;

/// The keys that name the picture: the file itself, or the file without the suffix of its resolution.
const PICTURES: [(&str, &str); 2] =
    [("realTextureFileName", "metadata.realTextureFileName"), ("textureFileName", "metadata.textureFileName")];

/// The frames of a property list.
pub(super) struct List<'a> {
    /// The place of the picture's name, and the name.
    pub(super) picture: (&'static str, Option<&'a str>),
    /// The frames with their places.
    pub(super) entries: Vec<(String, Entry)>,
}

/// The values of a dictionary by their keys.
type Dict<'a> = HashMap<&'a str, Node<'a, 'a>>;

/// A fault: the key, and the reason.
type Fault = (&'static str, Reason);

/// Reads a property list, or returns `None` if it has no frames.
pub(super) fn list<'a>(file: &str, root: Node<'a, 'a>) -> Option<List<'a>> {
    let top: Dict = pairs(elements(root).next()?).collect();
    let frames = top.get("frames").filter(|node| node.has_tag_name("dict"))?;
    let metadata: Dict = top.get("metadata").into_iter().flat_map(|node| pairs(*node)).collect();
    let picture = PICTURES.iter().find_map(|&(key, place)| {
        let name = metadata.get(key)?.text().filter(|name| !name.is_empty())?;
        Some((place, Some(name)))
    });
    // Format 1 knows no rotation.
    let is_upright = metadata.get("format").and_then(Node::text) == Some("1");
    let read = |(name, node): (&str, Node<'a, 'a>)| {
        let place = format!("frames.{name}");
        let values = pairs(node).collect();
        let mut entry = entry(&values, is_upright).unwrap_or_else(|(key, reason)| Entry {
            fault: Some(SheetError::at(file, format_args!("{place}.{key}"), reason)),
            ..Entry::default()
        });
        let aliases = values.get("aliases").into_iter().flat_map(|node| elements(*node));
        entry.aliases = aliases.filter_map(|alias| alias.text()).map(str::to_owned).collect();
        entry.name = Some(name.to_owned());
        (place, entry)
    };
    let entries = pairs(*frames).map(read).collect();
    Some(List { picture: picture.unwrap_or((PICTURES[0].1, None)), entries })
}

fn elements<'a>(node: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(Node::is_element)
}

/// Returns the keys and the values of a dictionary, in the order of the file.
fn pairs<'a>(dict: Node<'a, 'a>) -> impl Iterator<Item = (&'a str, Node<'a, 'a>)> {
    let mut nodes = elements(dict);
    std::iter::from_fn(move || {
        let key = nodes.find(|node| node.has_tag_name("key"))?;
        Some((key.text().unwrap_or_default(), nodes.next()?))
    })
}

/// Reads a frame.
fn entry(values: &Dict, is_upright: bool) -> Result<Entry, Fault> {
    let [rect, size, offset, source, shown, rotated] = if values.contains_key("textureRect") {
        // Format 3.
        ["textureRect", "spriteSize", "spriteOffset", "spriteSourceSize", "spriteColorRect", "textureRotated"]
    } else if values.contains_key("frame") {
        // Formats 1 and 2, in which the rectangle has the size.
        ["frame", "", "offset", "sourceSize", "sourceColorRect", if is_upright { "" } else { "rotated" }]
    } else {
        return oldest(values);
    };
    let [x, y, w, h] = numbers(values, rect)?.ok_or((rect, Reason::Missing))?;
    let [w, h] = numbers(values, size)?.unwrap_or([w, h]);
    let rotated = flag(values, rotated)?;
    let mut entry = Entry { rotated: Some(Flag(rotated)), ..placed([x, y, w, h], numbers(values, offset)?) };
    entry.set_source(numbers(values, source)?, numbers(values, shown)?);
    if let Some([x, y]) = numbers(values, "anchor")? {
        // A fraction with y up.
        entry.anchor = Some(point(x, 1.0 - y));
    }
    let list = |key: &'static str| -> Result<Option<Numbers>, Fault> {
        let Some(text) = values.get(key).and_then(Node::text) else { return Ok(None) };
        Numbers::of_text(text).map(Some).ok_or((key, Reason::invalid("a list of numbers", quoted(text))))
    };
    entry.vertices = list("vertices")?;
    entry.vertices_uv = list("verticesUV")?;
    entry.triangles = list("triangles")?;
    Ok(entry)
}

/// Reads a frame of format 0.
fn oldest(values: &Dict) -> Result<Entry, Fault> {
    let number = |key: &'static str| Ok(numbers::<1>(values, key)?.map(|[number]| number));
    let side = |key: &'static str| number(key)?.ok_or((key, Reason::Missing));
    let rect = [side("x")?, side("y")?, side("width")?, side("height")?];
    let offset = [number("offsetX")?, number("offsetY")?].map(Option::unwrap_or_default);
    let source = [number("originalWidth")?, number("originalHeight")?].map(|side| side.unwrap_or_default().abs());
    let mut entry = placed(rect, Some(offset));
    entry.set_source(Some(source), None);
    Ok(entry)
}

/// Returns an entry of a rectangle of the picture. `place` is the offset of its middle from the middle of the source,
/// with y up.
fn placed([x, y, w, h]: [f64; 4], offset: Option<[f64; 2]>) -> Entry {
    let area = Area { w: Some(Number(w)), h: Some(Number(h)), ..point(x, y) };
    Entry { frame: Some(area), place: offset.map(|[x, y]| point(x, y)), ..Entry::default() }
}

fn point(x: f64, y: f64) -> Area {
    Area { x: Some(Number(x)), y: Some(Number(y)), ..Area::default() }
}

impl Entry {
    /// Sets the size of the source, and the place of the frame in it. `place` is the offset of the middles; `shown` is
    /// the rectangle of the source that the frame has, from which packers round the offset.
    fn set_source(&mut self, source: Option<[f64; 2]>, shown: Option<[f64; 4]>) {
        let offset = self.place.take().and_then(|Area { x, y, .. }| Some([x?.0, y?.0]));
        let Some(source) = source.filter(|source| *source != [0.0; 2]) else { return };
        let Some(Area { w: Some(Number(w)), h: Some(Number(h)), .. }) = self.frame else { return };
        let fits = |[w, h]: [f64; 2]| w <= source[0] && h <= source[1];
        // Some packers write the size in the picture, which Cocos2d takes for the size before the rotation.
        let is_exchanged = self.rotated.is_some_and(|rotated| rotated.0) && !fits([w, h]) && fits([h, w]);
        let [w, h] = if is_exchanged { [h, w] } else { [w, h] };
        let [x, y] = offset.unwrap_or_default();
        let by_offset = [(source[0] - w) / 2.0 + x, (source[1] - h) / 2.0 - y];
        let place = match shown {
            Some([left, top, ..]) if offset.is_none() => [left, top],
            _ if [w, h] == source => {
                if [x, y] != [0.0; 2] {
                    let reason =
                        Reason::invalid("at the offset 0, 0, because it is not trimmed", format_args!("{x}, {y}"));
                    self.remark = Some((reason, "the offset is not used"));
                }
                [0.0; 2]
            }
            Some([left, top, ..]) => {
                let is_near = (left - by_offset[0]).abs() < 1.0 && (top - by_offset[1]).abs() < 1.0;
                if !is_near {
                    let [x, y] = by_offset;
                    let reason = Reason::invalid(
                        format_args!("at {x}, {y} of its source, where the offset puts it"),
                        format_args!("the rectangle at {left}, {top}"),
                    );
                    self.remark = Some((reason, "the offset is used"));
                }
                if is_near { [left, top] } else { by_offset }
            }
            None => by_offset,
        };
        let sides = is_exchanged.then_some([Number(w), Number(h)]);
        let [sw, sh] = [0, 1].map(|axis| sides.map(|sides| sides[axis]));
        self.place = Some(Area { w: sw, h: sh, ..point(place[0], place[1]) });
        self.size = Some(Area { w: Some(Number(source[0])), h: Some(Number(source[1])), ..Area::default() });
    }
}

/// Returns the numbers of a value such as `{{1,2},{3,4}}`, if the dictionary has the key.
fn numbers<const N: usize>(values: &Dict, key: &'static str) -> Result<Option<[f64; N]>, Fault> {
    let Some(node) = values.get(key) else { return Ok(None) };
    let text = node.text().unwrap_or_default();
    let words = text.split(|c: char| c.is_whitespace() || "{},".contains(c)).filter(|word| !word.is_empty());
    let list: Option<Vec<f64>> = words.take(N + 1).map(|word| Number::of_text(word).map(|number| number.0)).collect();
    let list = list.and_then(|list| list.try_into().ok());
    list.map(Some).ok_or_else(|| (key, Reason::invalid(format_args!("{N} numbers"), quoted(text))))
}

/// Returns a truth value, which is false if the dictionary does not have the key.
fn flag(values: &Dict, key: &'static str) -> Result<bool, Fault> {
    let Some(node) = values.get(key) else { return Ok(false) };
    let text = match node.tag_name().name() {
        name @ ("true" | "false") => name,
        _ => node.text().unwrap_or_default(),
    };
    let invalid = || (key, Reason::invalid("true or false", quoted(text)));
    Flag::of_text(text).map(|flag| flag.0).ok_or_else(invalid)
}
