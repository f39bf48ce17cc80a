//! The XML of a sheet: Sparrow's and Starling's `SubTexture`, which Kenney's packs have, and TexturePacker's `sprite`.

use super::json::{Area, Entry};
use super::number::{Flag, Number};
use crate::{Reason, SheetError};
use roxmltree::Node;

/// Returns the frames of an atlas, and their places.
pub(super) fn entries(file: &str, atlas: Node) -> Vec<(String, Entry)> {
    let frames = atlas.children().filter(|node| node.has_tag_name("SubTexture") || node.has_tag_name("sprite"));
    let read = |(index, node): (usize, Node)| {
        let place = format!("{}[{index}]", node.tag_name().name());
        let entry = entry(node).unwrap_or_else(|(key, reason)| {
            let at = key.map_or_else(|| place.clone(), |key| format!("{place}.{key}"));
            Entry { fault: Some(SheetError::at(file, at, reason)), ..Entry::default() }
        });
        let name = node.attribute("name").or(node.attribute("n")).map(str::to_owned);
        (place, Entry { name, ..entry })
    };
    frames.enumerate().map(read).collect()
}

fn entry(node: Node) -> Result<Entry, (Option<&'static str>, Reason)> {
    let number = |names: [&'static str; 2]| match names.iter().find_map(|&name| Some((name, node.attribute(name)?))) {
        None => Ok(None),
        Some((name, text)) => Number::of_text(text)
            .map(Some)
            .ok_or_else(|| (Some(name), Reason::invalid("a number", format_args!("{text:?}")))),
    };
    let flag = |name: &'static str| {
        let text = node.attribute(name).unwrap_or_default();
        let invalid = || (Some(name), Reason::invalid("true or false", format_args!("{text:?}")));
        Flag::of_text(text).map(|flag| flag.0).ok_or_else(invalid)
    };
    if flag("flipX")? || flag("flipY")? {
        return Err((None, Reason::Unsupported("flipped frames are not read: pack the sheet without flips".into())));
    }
    let [x, y, w, h] = [number(["x"; 2])?, number(["y"; 2])?, number(["width", "w"])?, number(["height", "h"])?];
    let rotated = flag("rotated")? || flag("r")?;
    // The size is that in the picture.
    let [w, h] = if rotated { [h, w] } else { [w, h] };
    // Starling counts from the source to the frame, TexturePacker from the frame to the source.
    let from = |starling, other| {
        let back = number([starling; 2])?.map(|Number(c)| Number(-c));
        Ok(back.or(number([other; 2])?).unwrap_or_default())
    };
    let place = Area { x: Some(from("frameX", "oX")?), y: Some(from("frameY", "oY")?), ..Area::default() };
    let size = Area { w: number(["frameWidth", "oW"])?, h: number(["frameHeight", "oH"])?, ..Area::default() };
    // Starling ignores a source without pixels.
    let has_source = [size.w, size.h].iter().all(|side| side.is_some_and(|side| side.0 > 0.0));
    let point = |x, y| {
        let (x, y) = (number([x; 2])?, number([y; 2])?);
        let at = Area { x: x.or(Some(Number(0.0))), y: y.or(Some(Number(0.0))), ..Area::default() };
        Ok((x.is_some() || y.is_some()).then_some(at))
    };
    Ok(Entry {
        frame: Some(Area { x, y, w, h }),
        rotated: Some(Flag(rotated)),
        place: has_source.then_some(place),
        size: has_source.then_some(size),
        pivot: point("pX", "pY")?,
        pivot_point: point("pivotX", "pivotY")?,
        ..Entry::default()
    })
}
