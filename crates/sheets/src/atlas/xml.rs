//! The XML of a sheet: Sparrow's and Starling's `SubTexture`, which Kenney's packs have, and TexturePacker's `sprite`.

use super::json::{Area, Entry, Outline, Place, Point, Size};
use super::number::{Flag, Number};
use crate::{Reason, SheetError};
use roxmltree::Node;

/// A frame, or what is known of it and the fault. The place comes first.
type Read = (String, Result<Entry, (SheetError, Outline)>);

/// Returns the frames of an atlas.
pub(super) fn entries(file: &str, atlas: Node) -> Vec<Read> {
    let frames = atlas.children().filter(|node| node.has_tag_name("SubTexture") || node.has_tag_name("sprite"));
    let read = |(index, node): (usize, Node)| {
        let place = format!("{}[{index}]", node.tag_name().name());
        let entry = entry(node).map_err(|(name, reason)| {
            let name = name.map_or_else(|| place.clone(), |name| format!("{place}.{name}"));
            (SheetError::at(file, name, reason), Outline { filename: name_of(node), size: None })
        });
        (place, entry)
    };
    frames.enumerate().map(read).collect()
}

fn name_of(node: Node) -> Option<String> {
    node.attribute("name").or(node.attribute("n")).map(str::to_owned)
}

fn entry(node: Node) -> Result<Entry, (Option<&'static str>, Reason)> {
    let number = |names: [&'static str; 2]| match names.iter().find_map(|&name| Some((name, node.attribute(name)?))) {
        None => Ok(None),
        Some((name, text)) => match text.trim().parse() {
            Ok(number) => Ok(Some(Number(number))),
            Err(_) => Err((Some(name), Reason::invalid("a number", format_args!("{text:?}")))),
        },
    };
    let flag = |names: [&'static str; 2]| match names.iter().find_map(|&name| Some((name, node.attribute(name)?))) {
        None => Ok(false),
        Some((name, text)) => Flag::of_text(text)
            .map(|flag| flag.0)
            .ok_or_else(|| (Some(name), Reason::invalid("true or false", format_args!("{text:?}")))),
    };
    let needed = |names| number(names)?.ok_or((Some(names[0]), Reason::Missing));
    let [x, y] = [needed(["x", "x"])?, needed(["y", "y"])?];
    let [mut w, mut h] = [needed(["width", "w"])?, needed(["height", "h"])?];
    if flag(["flipX", "flipY"])? || flag(["flipY", "flipX"])? {
        return Err((None, Reason::Unsupported("flipped frames are not read: pack the sheet without flips".into())));
    }
    let rotated = flag(["rotated", "r"])?;
    if rotated {
        // The size is that in the picture.
        (w, h) = (h, w);
    }
    // Starling counts from the source to the frame, TexturePacker from the frame to the source.
    let negative = |at: Option<Number>| at.map(|at| Number(-at.0));
    let [left, top] = [
        negative(number(["frameX"; 2])?).or(number(["oX"; 2])?),
        negative(number(["frameY"; 2])?).or(number(["oY"; 2])?),
    ];
    let zero = Number(0.0);
    let size = match [number(["frameWidth", "oW"])?, number(["frameHeight", "oH"])?] {
        // Starling ignores a frame without pixels.
        [Some(w), Some(h)] if w.0 > 0.0 && h.0 > 0.0 => Some(Size { w, h }),
        _ => None,
    };
    let place = size.map(|_| Place { x: left.unwrap_or(zero), y: top.unwrap_or(zero), w: None, h: None });
    let pixel = [number(["pivotX"; 2])?, number(["pivotY"; 2])?];
    let pivot = [number(["pX"; 2])?, number(["pY"; 2])?];
    let or_zero = |[x, y]: [Option<Number>; 2]| (x.is_some() || y.is_some()).then(|| [x, y].map(|c| c.unwrap_or(zero)));
    Ok(Entry {
        name: name_of(node),
        frame: Some(Area { x, y, w, h }),
        rotated: Some(Flag(rotated)),
        place,
        size,
        pivot: or_zero(pivot).map(|[x, y]| Point { x, y }),
        pivot_pixel: or_zero(pixel).map(|at| at.map(|c| c.0)),
        ..Entry::default()
    })
}
